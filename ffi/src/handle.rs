//! Handles and pointers: the only file that turns C's pointers into Rust's and back.
//!
//! What comes in is what the header demands: NULL, or a pointer that this library made, that was
//! not freed, and that lives until the function returns. Exports are `unsafe` to say so; here the
//! promise is spent, so that they need no more unsafe code of their own.

use client::{Code, Error};
use std::ffi::{c_char, c_void};
use std::ptr;
use std::sync::Arc;

/// An opaque type of the header.
pub(crate) trait Handle {
    /// [`Owned`] or [`Shared`]: a type is one of them, for good.
    type Held;
    /// What an error calls a missing one.
    const NAME: &'static str;
}

/// C has the only one.
pub(crate) enum Owned {}

/// C has a share: the library may keep others, so that children outlive their parents, a callback
/// may free what it was called for, and one object is one pointer wherever C meets it.
pub(crate) enum Shared {}

/// Hands a value over to C.
pub(crate) fn give<T: Handle<Held = Owned>>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Takes back what [`give`] handed over.
pub(crate) fn take<T: Handle<Held = Owned>>(handle: *mut T) -> Option<Box<T>> {
    // SAFETY: by the promise above, it came from `give` and comes back once.
    (!handle.is_null()).then(|| unsafe { Box::from_raw(handle) })
}

/// Hands a share over to C.
pub(crate) fn share<T: Handle<Held = Shared>>(value: Arc<T>) -> *mut T {
    Arc::into_raw(value).cast_mut()
}

/// Takes back what [`share`] handed over.
pub(crate) fn release<T: Handle<Held = Shared>>(handle: *mut T) -> Option<Arc<T>> {
    // SAFETY: by the promise above, it came from `share` and comes back once.
    (!handle.is_null()).then(|| unsafe { Arc::from_raw(handle) })
}

/// One more share of what C holds.
pub(crate) fn join<T: Handle<Held = Shared>>(handle: *const T) -> Result<Arc<T>, Error> {
    let held = need(handle)?;
    // SAFETY: by the promise above, it came from `share` and C's own share is still there.
    unsafe {
        Arc::increment_strong_count(held);
        Ok(Arc::from_raw(held))
    }
}

/// The pointer under which C knows a value that it may look at, and not free.
pub(crate) fn lend<T: Handle>(value: &T) -> *mut T {
    ptr::from_ref(value).cast_mut()
}

/// Looks at what C holds.
pub(crate) fn borrow<'a, T: Handle>(handle: *const T) -> Option<&'a T> {
    // SAFETY: by the promise above, it is ours, and lives until the function returns.
    unsafe { handle.as_ref() }
}

/// As [`borrow`], where nothing can be done without it.
pub(crate) fn need<'a, T: Handle>(handle: *const T) -> Result<&'a T, Error> {
    borrow(handle).ok_or_else(|| missing(T::NAME))
}

/// As [`need`], for what C promises to use from one thread at a time.
pub(crate) fn need_mut<'a, T: Handle<Held = Owned>>(handle: *mut T) -> Result<&'a mut T, Error> {
    // SAFETY: by the promise above, and by `@thread one at a time` in the header.
    unsafe { handle.as_mut() }.ok_or_else(|| missing(T::NAME))
}

fn missing(name: &str) -> Error {
    Error::new(Code::InvalidArg, format!("the {name} is NULL"))
}

/// A place of C's for one value.
pub(crate) struct Out<T>(ptr::NonNull<T>);

// SAFETY: the place is memory of C's, which any thread may write to until the function returns.
unsafe impl<T> Send for Out<T> {}

impl<T> Out<T> {
    /// The place, unless it is NULL.
    pub(crate) fn new(place: *mut T) -> Option<Self> {
        ptr::NonNull::new(place).map(Self)
    }

    /// As [`Out::new`], where a result without a place makes no sense.
    pub(crate) fn need(place: *mut T) -> Result<Self, Error> {
        Self::new(place).ok_or_else(|| missing("place for the result"))
    }

    /// Writes the value.
    pub(crate) fn set(&self, value: T) {
        // SAFETY: by the promise above, the place holds a `T`, and lives until the end.
        unsafe { self.0.write(value) }
    }

    /// What C left there.
    pub(crate) fn get(&self) -> T
    where
        T: Copy,
    {
        // SAFETY: as above; the header says where a function reads the place first.
        unsafe { self.0.read() }
    }
}

/// Copies as many bytes as there is room for; NULL has none.
pub(crate) fn copy_bytes(buffer: *mut c_void, size: usize, bytes: &[u8]) {
    if !buffer.is_null() {
        // SAFETY: by the promise above, the buffer has `size` bytes of C's, and none of ours.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), buffer.cast(), bytes.len().min(size)) };
    }
}

/// Writes a value that is there, and tells whether it is; a NULL place only asks.
pub(crate) fn tell<T>(place: *mut T, value: Option<T>) -> bool {
    let known = value.is_some();
    if let (Some(place), Some(value)) = (Out::new(place), value) {
        place.set(value);
    }
    known
}

/// An array of C's. NULL is empty, and wrong with a count.
pub(crate) fn array<'a, T>(first: *const T, count: usize) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    let fits =
        count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if first.is_null() || !fits {
        return Err(Error::new(Code::InvalidArg, "an array that cannot be right"));
    }
    // SAFETY: by the promise above, `count` values are there, and live until the function returns.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}

/// Copies text into a buffer of C's as `snprintf` does: as much as fits, whole characters only,
/// and a terminating NUL. Returns the bytes that all of it needs with the NUL, so it is never 0.
pub(crate) fn fill(buffer: *mut c_char, size: usize, text: &str) -> usize {
    let mut filling = Filling::new(buffer, size);
    filling.push(text);
    filling.finish()
}

/// As [`fill`], for bytes that need not be text: as many as fit.
pub(crate) fn fill_bytes(buffer: *mut c_char, size: usize, bytes: &[u8]) -> usize {
    let mut filling = Filling::new(buffer, size);
    filling.push_bytes(bytes, |_| true);
    filling.finish()
}

/// As [`fill`], piece by piece.
pub(crate) struct Filling {
    buffer: *mut c_char,
    /// Bytes of the buffer that text may still take; one more is kept for the NUL.
    room: usize,
    written: usize,
    needed: usize,
}

impl Filling {
    pub(crate) fn new(buffer: *mut c_char, size: usize) -> Self {
        let buffer = if size == 0 { ptr::null_mut() } else { buffer };
        Self { buffer, room: size.saturating_sub(1), written: 0, needed: 1 }
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.push_bytes(text.as_bytes(), |end| text.is_char_boundary(end));
    }

    /// May be cut where `cut` says so; it does at 0.
    fn push_bytes(&mut self, bytes: &[u8], cut: impl Fn(usize) -> bool) {
        self.needed = self.needed.saturating_add(bytes.len());
        if self.buffer.is_null() {
            return;
        }
        let mut end = bytes.len();
        if end > self.room {
            end = self.room;
            while !cut(end) {
                end -= 1;
            }
            // What follows must not close the gap.
            self.room = end;
        }
        // SAFETY: by the promise above, the buffer is C's to be written as far as there was room.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr().cast(), self.buffer.add(self.written), end);
        }
        self.written += end;
        self.room -= end;
    }

    pub(crate) fn finish(self) -> usize {
        if !self.buffer.is_null() {
            // SAFETY: as above; this is the byte that was kept.
            unsafe { self.buffer.add(self.written).write(0) };
        }
        self.needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(size: usize, text: &str) -> (usize, Vec<u8>) {
        let mut buffer = vec![b'#'; 8];
        let needed = fill(buffer.as_mut_ptr().cast(), size, text);
        (needed, buffer)
    }

    #[test]
    fn a_buffer_gets_what_fits_in_whole_characters() {
        assert_eq!(filled(8, "abc"), (4, b"abc\0####".to_vec()));
        assert_eq!(filled(3, "abc"), (4, b"ab\0#####".to_vec()));
        assert_eq!(filled(3, "aå"), (4, b"a\0######".to_vec()));
        assert_eq!(filled(1, "abc"), (4, b"\0#######".to_vec()));
        assert_eq!(filled(0, "abc"), (4, b"########".to_vec()));
        assert_eq!(fill(ptr::null_mut(), 8, ""), 1);
    }

    #[test]
    fn bytes_are_cut_anywhere() {
        let mut buffer = vec![b'#'; 4];
        assert_eq!(fill_bytes(buffer.as_mut_ptr().cast(), 3, b"a\xff\xff"), 4);
        assert_eq!(buffer, b"a\xff\0#");
    }

    #[test]
    fn pieces_that_come_after_a_cut_are_counted_only() {
        let mut buffer = vec![b'#'; 8];
        let mut filling = Filling::new(buffer.as_mut_ptr().cast(), 5);
        for piece in ["ab", "", "cå", "d", "e"] {
            filling.push(piece);
        }
        assert_eq!(filling.finish(), 8);
        assert_eq!(buffer, b"abc\0####");
    }

    #[test]
    fn arrays_that_cannot_be_right_are_refused() {
        assert!(array(ptr::null::<u64>(), 0).is_ok_and(<[u64]>::is_empty));
        assert!(array(ptr::null::<u64>(), 1).is_err());
        assert!(array(ptr::dangling::<u64>(), usize::MAX).is_err());
        assert!(array(ptr::dangling::<u64>(), usize::MAX / 8).is_err());
    }
}
