//! Between paths and `file:` URIs, by the rules of this system or of another.

use crate::guard::{guard, guard_size};
use crate::handle::{fill, fill_bytes};
use crate::{mcpclient_error, mcpclient_str};
use client::roots::{self, Style};
use client::{Code, Error};
use std::ffi::c_char;

/// By whose rules a path is written: a host may speak of another machine's paths.
pub type mcpclient_path_style = i32;

/// Those of the system that this runs on.
pub const MCPCLIENT_PATH_NATIVE: mcpclient_path_style = 0;
/// With slashes; names are bytes.
pub const MCPCLIENT_PATH_POSIX: mcpclient_path_style = 1;
/// With drives, shares and either slash; names are text, and letter case does not count.
pub const MCPCLIENT_PATH_WINDOWS: mcpclient_path_style = 2;

fn style(style: mcpclient_path_style) -> Result<Style, Error> {
    match style {
        MCPCLIENT_PATH_NATIVE => Ok(Style::native()),
        MCPCLIENT_PATH_POSIX => Ok(Style::Posix),
        MCPCLIENT_PATH_WINDOWS => Ok(Style::Windows),
        _ => Err(Error::new(Code::InvalidArg, "a style of paths that this library does not have")),
    }
}

/// Copies the canonical `file:` URI of an absolute path into `buffer`, as mcpclient_str_copy() does
/// (ROO-04): percent-encoded where it must be, without a slash at the end. What comes out is good for
/// mcpclient_roots_add_uri(), also on a system that could not have such a path. A path of POSIX is
/// bytes, and need not be UTF-8.
///
/// Returns the size that all of it needs with a terminating NUL. Returns 0, and writes nothing, if the
/// path has no such URI; then `*error`, which is yours and else NULL, says why: MCPCLIENT_E_ROOT (it is
/// relative, holds "..", or is one that no URI can say), MCPCLIENT_E_INVALID_ARG (no path, no such
/// style). The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_path_to_uri(
    path: mcpclient_str,
    style: mcpclient_path_style,
    buffer: *mut c_char,
    size: usize,
    error: *mut *mut mcpclient_error,
) -> usize {
    guard_size(error, || {
        let missing = || Error::new(Code::InvalidArg, "the path is missing");
        let path = path.bytes()?.ok_or_else(missing)?;
        Ok(fill(buffer, size, &roots::from_path(path, self::style(style)?)?))
    })
}

/// Copies the path that a `file:` URI names into `buffer`, with a terminating NUL: as much as fits into
/// `size` bytes (ROO-04, ROO-12). Dot segments are resolved as in any URI: as text. A path of POSIX is
/// bytes, and need not be UTF-8; no path holds a NUL.
///
/// Returns the size that all of it needs with the NUL. Returns 0, and writes nothing, if the URI names no
/// path of that style; then `*error`, which is yours and else NULL, says why: MCPCLIENT_E_ROOT (another
/// scheme, a host where the style has none, encoded separators, names that the style does not have),
/// MCPCLIENT_E_INVALID_ARG (no URI, no such style), MCPCLIENT_E_BAD_JSON (not UTF-8). The buffer stays
/// yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_uri_to_path(
    uri: mcpclient_str,
    style: mcpclient_path_style,
    buffer: *mut c_char,
    size: usize,
    error: *mut *mut mcpclient_error,
) -> usize {
    guard_size(error, || {
        let uri = uri.need("the URI")?;
        Ok(fill_bytes(buffer, size, &roots::to_path_bytes(uri, self::style(style)?)?))
    })
}

/// Whether `place` lies inside the root of that `file:` URI, or is it, going by the text alone (ROO-12): links
/// are not followed, so that it can speak of another machine; mcpclient_roots_contains() follows
/// them on this one. The place is a `file:` URI, in which dot segments are resolved, or an absolute path
/// without "..". What is neither is outside, and so is everything for a style that there is not. Borrows
/// both texts until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_root_contains(
    root: mcpclient_str,
    place: mcpclient_str,
    style: mcpclient_path_style,
) -> bool {
    guard(|| {
        let style = self::style(style).ok()?;
        Some(roots::contains(root.text().ok()??, place.text().ok()??, style))
    })
}
