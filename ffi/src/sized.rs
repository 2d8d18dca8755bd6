//! Structs that grow: both sides say how much of one they know.

use crate::handle::array;
use client::{Code, Error};
use std::mem::MaybeUninit;
use std::ptr;

/// No struct of ours will ever be this large; a size beyond is what was on somebody's stack.
const LARGEST: usize = 1 << 16;

/// A struct that begins with `struct_size`.
///
/// # Safety
/// The type is `repr(C)`, its first field is a `usize`, and all its bytes may be zero.
pub(crate) unsafe trait Sized: Copy {
    /// What an error calls it.
    const NAME: &'static str;
}

/// A struct in which nothing was set.
pub(crate) fn nothing<T: Sized>() -> T {
    // SAFETY: zeroes are a value, by the trait's promise.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// Zeroes `size` bytes, those that the caller's compiler knows of, and writes the size down.
pub(crate) fn init<T: Sized>(place: *mut T, size: usize) {
    if place.is_null() || !(size_of::<usize>()..=LARGEST).contains(&size) {
        return;
    }
    // SAFETY: the header demands `size` bytes at a place for a `T`, which begins with a `usize`.
    unsafe {
        ptr::write_bytes(place.cast::<u8>(), 0, size);
        place.cast::<usize>().write(size);
    }
}

/// Copies what both sides know. What the caller does not know is zero; what only the caller knows
/// must be. Nothing for NULL.
pub(crate) fn read<T: Sized>(place: *const T) -> Result<Option<T>, Error> {
    let Some((copy, tail)) = copy(place)? else { return Ok(None) };
    if tail.iter().any(|byte| *byte != 0) {
        let problem = format!("{} has a field that is newer than this library", T::NAME);
        return Err(Error::new(Code::Unsupported, problem));
    }
    Ok(Some(copy))
}

/// As [`read`], for an array of structs that were set up by the same program, and so of one size.
pub(crate) fn read_array<T: Sized>(first: *const T, count: usize) -> Result<Vec<T>, Error> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let wrong =
        || Error::new(Code::InvalidArg, format!("an array of {} that cannot be right", T::NAME));
    if first.is_null() {
        return Err(wrong());
    }
    let stride = size_of_theirs(first);
    let bytes = count.checked_mul(stride).ok_or_else(wrong)?;
    // Whether so many bytes can be anywhere.
    array(first.cast::<u8>(), bytes)?;
    let places =
        (0..count).map(|index| first.cast::<u8>().wrapping_add(index * stride).cast::<T>());
    let read_one = |place| match read(place)? {
        Some(value) if size_of_theirs(place) == stride => Ok(value),
        _ => Err(wrong()),
    };
    places.map(read_one).collect()
}

/// Fills in a struct of the caller's, as much of it as both sides know, but for its size.
pub(crate) fn write<T: Sized>(place: *mut T, value: &T) -> Result<(), Error> {
    if copy(place)?.is_none() {
        return Err(Error::new(Code::InvalidArg, format!("the place for {} is NULL", T::NAME)));
    }
    let head = size_of::<usize>();
    let known = size_of_theirs(place).min(size_of::<T>());
    // SAFETY: the header demands a struct that was initialised, of at least the size that it says;
    // `value` is ours, and both begin with the size that stays as it is.
    unsafe {
        ptr::copy_nonoverlapping(
            ptr::from_ref(value).cast::<u8>().add(head),
            place.cast::<u8>().add(head),
            known.saturating_sub(head),
        );
    }
    Ok(())
}

/// How large the caller's compiler says the struct is.
fn size_of_theirs<T: Sized>(place: *const T) -> usize {
    // SAFETY: the header demands a struct that was initialised, so it begins with its size.
    unsafe { place.cast::<usize>().read() }
}

/// As [`read`], without a look at the tail: enough to find whom the userdata belongs to.
pub(crate) fn peek<T: Sized>(place: *const T) -> Option<T> {
    copy(place).ok().flatten().map(|(copy, _)| copy)
}

/// What both sides know, and the bytes that only the caller does.
fn copy<'a, T: Sized>(place: *const T) -> Result<Option<(T, &'a [u8])>, Error> {
    if place.is_null() {
        return Ok(None);
    }
    let size = size_of_theirs(place);
    if !(size_of::<usize>()..=LARGEST).contains(&size) {
        let problem = format!("the struct_size of {} is not from its _init function", T::NAME);
        return Err(Error::new(Code::InvalidArg, problem));
    }
    let known = size.min(size_of::<T>());
    let mut copy = MaybeUninit::<T>::zeroed();
    // SAFETY: `size` bytes are the caller's struct, `known` is no more, and zeroes make up for the
    // rest.
    unsafe {
        ptr::copy_nonoverlapping(place.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), known);
        let tail = std::slice::from_raw_parts(place.cast::<u8>().add(known), size - known);
        Ok(Some((copy.assume_init(), tail)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Known {
        struct_size: usize,
        first: u64,
        second: u64,
    }
    // SAFETY: `repr(C)`, begins with a usize, and holds numbers alone.
    unsafe impl Sized for Known {
        const NAME: &'static str = "known";
    }

    fn read_words(words: &[usize]) -> Result<(u64, u64), Code> {
        let read = read(words.as_ptr().cast::<Known>()).map_err(|error| error.code)?;
        read.map(|known| (known.first, known.second)).ok_or(Code::Gone)
    }

    #[test]
    fn an_older_struct_is_filled_up_with_zeroes() {
        assert_eq!(read_words(&[16, 7, usize::MAX]), Ok((7, 0)));
        assert_eq!(read_words(&[8, usize::MAX]), Ok((0, 0)));
        assert_eq!(read_words(&[24, 7, 8]), Ok((7, 8)));
    }

    #[test]
    fn a_newer_struct_must_not_ask_for_what_is_unknown() {
        assert_eq!(read_words(&[32, 7, 8, 0]), Ok((7, 8)));
        assert_eq!(read_words(&[32, 7, 8, 1]), Err(Code::Unsupported));
    }

    #[test]
    fn a_size_that_cannot_be_right_is_refused() {
        assert_eq!(read_words(&[0, 7, 8]), Err(Code::InvalidArg));
        assert_eq!(read_words(&[7, 7, 8]), Err(Code::InvalidArg));
        assert_eq!(read_words(&[LARGEST + 1, 7, 8]), Err(Code::InvalidArg));
        assert!(read(ptr::null::<Known>()).is_ok_and(|known| known.is_none()));
    }

    #[test]
    fn an_array_has_one_size_throughout() {
        let all = |words: &[usize], count| {
            let read = read_array(words.as_ptr().cast::<Known>(), count);
            read.map(|all| all.iter().map(|known| known.second).collect::<Vec<_>>())
                .map_err(|error| error.code)
        };
        assert_eq!(all(&[24, 1, 2, 24, 3, 4], 2), Ok(vec![2, 4]));
        assert_eq!(all(&[16, 1, 16, 3], 2), Ok(vec![0, 0]));
        assert_eq!(all(&[32, 1, 2, 0, 32, 3, 4, 0], 2), Ok(vec![2, 4]));
        assert_eq!(all(&[32, 1, 2, 0, 32, 3, 4, 1], 2), Err(Code::Unsupported));
        assert_eq!(all(&[24, 1, 2, 16, 3, 4], 2), Err(Code::InvalidArg));
        assert_eq!(all(&[24, 1, 2], usize::MAX), Err(Code::InvalidArg));
        assert_eq!(all(&[0, 1, 2], 1), Err(Code::InvalidArg));
        assert_eq!(all(&[], 0), Ok(Vec::new()));
        assert!(read_array(ptr::null::<Known>(), 1).is_err());
    }

    #[test]
    fn what_is_written_stays_within_the_caller_s_size() {
        let value = Known { struct_size: 24, first: 7, second: 8 };
        let mut words = [16, 0, usize::MAX];
        write(words.as_mut_ptr().cast::<Known>(), &value).unwrap();
        assert_eq!(words, [16, 7, usize::MAX]);
        let mut words = [32_usize, 0, 0, 5];
        write(words.as_mut_ptr().cast::<Known>(), &value).unwrap();
        assert_eq!(words, [32, 7, 8, 5]);
        assert!(write(ptr::null_mut::<Known>(), &value).is_err());
        let mut words = [0_usize, 1, 2];
        assert!(write(words.as_mut_ptr().cast::<Known>(), &value).is_err());
        assert_eq!(words, [0, 1, 2]);
    }

    #[test]
    fn init_stays_within_the_caller_s_size() {
        let mut words = [usize::MAX; 5];
        init(words.as_mut_ptr().cast::<Known>(), 16);
        assert_eq!(words, [16, 0, usize::MAX, usize::MAX, usize::MAX]);
        init(words.as_mut_ptr().cast::<Known>(), 32);
        assert_eq!(words, [32, 0, 0, 0, usize::MAX]);
        init(words.as_mut_ptr().cast::<Known>(), 4);
        init(ptr::null_mut::<Known>(), 24);
        assert_eq!(words, [32, 0, 0, 0, usize::MAX]);
    }
}
