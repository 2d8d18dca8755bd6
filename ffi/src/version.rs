//! Which library this is.

use crate::guard::guard;
use crate::mcpclient_str;

/// The version of the binary interface that this header describes; it grows when something is
/// added.
pub const MCPCLIENT_ABI_VERSION: u32 = 1;

/// The version of the binary interface that the loaded library has: at least
/// MCPCLIENT_ABI_VERSION of the header that you compiled with, or a function of that header may
/// be missing.
///
/// @thread any
#[unsafe(no_mangle)]
pub extern "C" fn mcpclient_abi_version() -> u32 {
    guard(|| Some(MCPCLIENT_ABI_VERSION))
}

/// The version of the loaded library, such as "1.2.3". Borrowed, lives for ever, and ends with a
/// NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub extern "C" fn mcpclient_version() -> mcpclient_str {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    guard(|| Some(mcpclient_str { len: VERSION.len() - 1, ..mcpclient_str::of(VERSION) }))
}
