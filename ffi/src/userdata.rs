//! What a host gives us to give back.

use std::ffi::c_void;

/// Frees the userdata that it was registered with. Runs exactly once, after the last callback,
/// also when the function that took the userdata failed: then before that function returns.
pub type mcpclient_free_fn = Option<unsafe extern "C" fn(userdata: *mut c_void)>;

/// A host's pointer, which may be no pointer at all: it is handed back, never followed.
pub(crate) struct Userdata {
    pointer: *mut c_void,
    free: mcpclient_free_fn,
}

// SAFETY: the header lets callbacks run on any thread, and the pointer goes to callbacks alone.
unsafe impl Send for Userdata {}
// SAFETY: as above.
unsafe impl Sync for Userdata {}

impl Userdata {
    /// From now on, `free` is owed.
    pub(crate) fn new(pointer: *mut c_void, free: mcpclient_free_fn) -> Self {
        Self { pointer, free }
    }

    /// Nobody's.
    pub(crate) fn none() -> Self {
        Self::new(std::ptr::null_mut(), None)
    }

    /// Whether there is a function to call in the end.
    pub(crate) fn is_owed(&self) -> bool {
        self.free.is_some()
    }

    /// What callbacks get first.
    pub(crate) fn pointer(&self) -> *mut c_void {
        self.pointer
    }
}

impl Drop for Userdata {
    fn drop(&mut self) {
        if let Some(free) = self.free {
            // SAFETY: the header says what the function gets, and that it gets it once.
            unsafe { free(self.pointer) }
        }
    }
}
