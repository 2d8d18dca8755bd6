//! The library's own log lines.

use crate::mcpclient_str;
use crate::userdata::Userdata;
use crate::view::Terminated;
use std::ffi::c_void;
use std::sync::Arc;

/// How much a log line matters.
pub type mcpclient_log_level = i32;

/// A bug in the library.
pub const MCPCLIENT_LOG_ERROR: mcpclient_log_level = 1;
/// Something went wrong that the library could live with.
pub const MCPCLIENT_LOG_WARNING: mcpclient_log_level = 2;
/// A connection began or ended.
pub const MCPCLIENT_LOG_INFO: mcpclient_log_level = 3;

/// Takes one line of the library's own log. `line` is borrowed until this returns, ends with a
/// NUL, and holds nothing that a user or a server said. Make no mcpclient_ call here.
///
/// @thread any
pub type mcpclient_log_fn = Option<
    unsafe extern "C" fn(userdata: *mut c_void, level: mcpclient_log_level, line: mcpclient_str),
>;

/// Where the lines go.
#[derive(Clone)]
pub(crate) struct Log {
    take: mcpclient_log_fn,
    userdata: Arc<Userdata>,
}

impl Log {
    pub(crate) fn new(take: mcpclient_log_fn, userdata: Arc<Userdata>) -> Self {
        Self { take, userdata }
    }

    /// Writes a line, which is made only if somebody wants it.
    pub(crate) fn line(&self, level: mcpclient_log_level, text: impl FnOnce() -> String) {
        let Some(take) = self.take else { return };
        let text = Terminated::new(&text());
        // SAFETY: the header says what the function gets.
        unsafe { take(self.userdata.pointer(), level, text.view()) }
    }
}
