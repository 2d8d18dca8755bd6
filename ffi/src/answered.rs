//! What a server answered over HTTP instead of an answer of the protocol's.

use crate::error::mcpclient_error;
use crate::guard::guard;
use crate::handle::borrow;
use crate::mcpclient_str;
use crate::view::Terminated;
use client::HttpFault;

fn fault<'a>(error: *const mcpclient_error) -> Option<(&'a mcpclient_error, &'a HttpFault)> {
    let error = borrow(error)?;
    Some((error, error.error.http.as_deref()?))
}

/// The status that the server answered with over HTTP, such as 503; 0 if that is not why this failed.
/// A status of success stands here where the rest of the answer was at fault: 200, and a page for people.
/// Borrows the error.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_http_status(error: *const mcpclient_error) -> u32 {
    guard(|| Some(u32::from(fault(error)?.1.status)))
}

/// What the server called the type of its answer, made safe to show. Borrowed from the error, and ends with
/// a NUL; no text if it did not say, or an answer over HTTP is not why this failed.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_http_content_type(
    error: *const mcpclient_error,
) -> mcpclient_str {
    guard(|| {
        let (error, fault) = fault(error)?;
        let sent = fault.content_type.as_ref()?;
        Some(error.content_type.get_or_init(|| Terminated::safe_line(sent)).view())
    })
}

/// The beginning of the answer's body, made safe to show, without what looks like a secret; empty if there
/// is none. The server's words all the same: not for a log. Borrowed from the error, and ends with a NUL; no
/// text if an answer over HTTP is not why this failed.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_http_excerpt(
    error: *const mcpclient_error,
) -> mcpclient_str {
    guard(|| {
        let (error, fault) = fault(error)?;
        Some(error.excerpt.get_or_init(|| Terminated::safe(&fault.excerpt)).view())
    })
}

/// For how many milliseconds the server wants to be left alone (`Retry-After`); -1 if it did not say. The
/// library does not wait: it is your call to make again. Borrows the error.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_http_retry_after_ms(error: *const mcpclient_error) -> i64 {
    guard(|| {
        let after = fault(error).and_then(|(_, fault)| fault.retry_after);
        Some(after.map_or(-1, |after| i64::try_from(after.0).unwrap_or(i64::MAX)))
    })
}
