//! The folders and files that matter: one live list for any number of clients.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Handle, Out, Shared, borrow, need};
use crate::lock::lock;
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::roots::{LiveRoots, Root, RootList};
use client::{Code, Error};
#[cfg(unix)]
use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A list of roots: the folders and files that servers should work with (ROO-01). They
/// coordinate, and protect nothing: a server that means ill is stopped by the system's
/// permissions alone (ROO-20).
///
/// It is live: a change is announced once to the servers of every client that was made with it
/// (ROO-06), and so is what becomes of its roots on the file system. A root is offered only while it
/// is there and can be read: it is looked at before a server learns of it, when one asks, and every two
/// seconds while there are clients (ROO-11, ROO-14, ROO-17), where the runtime does its input and
/// output. One that vanishes is taken from what is offered, and comes back.
pub struct mcpclient_roots {
    live: LiveRoots,
    /// What was last lent.
    lent: Mutex<RootList>,
}

impl Handle for mcpclient_roots {
    type Held = Shared;
    const NAME: &'static str = "root list";
}

impl mcpclient_roots {
    /// The list itself, for a client to follow.
    pub(crate) fn live(&self) -> LiveRoots {
        self.live.clone()
    }
}

/// A text of a root, which lives until the list is changed.
fn root(
    roots: *const mcpclient_roots,
    index: usize,
    part: impl FnOnce(&Root) -> Option<&str>,
) -> Option<mcpclient_str> {
    let roots = borrow(roots)?;
    let now = roots.live.roots();
    let mut lent = lock(&roots.lent);
    if *lent != now {
        *lent = now;
    }
    Some(mcpclient_str::of(part(lent.roots().get(index)?)?))
}

pub(crate) fn label<'a>(name: mcpclient_str) -> Result<Option<&'a str>, Error> {
    name.text()
}

/// A path of this system.
pub(crate) fn path<'a>(path: mcpclient_str) -> Result<&'a Path, Error> {
    let bytes = path.bytes()?.ok_or_else(|| Error::new(Code::InvalidArg, "the path is missing"))?;
    #[cfg(unix)]
    return Ok(Path::new(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes)));
    #[cfg(not(unix))]
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Path::new(text)),
        Err(_) => Err(Error::new(Code::BadJson, "the path is not UTF-8")),
    }
}

/// Whether there was something to change.
pub(crate) fn was_there(changed: bool, what: &str) -> Outcome {
    if changed { Ok(()) } else { Err(Error::new(Code::Gone, what)) }
}

/// Makes an empty list. `*out` is yours to free, at any time: clients keep what was in it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_new(out: *mut *mut mcpclient_roots) -> mcpclient_status {
    guard(|| -> Outcome {
        let roots = Arc::new(mcpclient_roots { live: LiveRoots::new(), lent: Mutex::default() });
        Out::need(out)?.set(handle::share(roots));
        Ok(())
    })
}

/// Adds a folder or file by its absolute path, as this system writes paths, which becomes a
/// `file:` URI (ROO-03, ROO-04). On POSIX systems a path is bytes, and need not be UTF-8. `name`,
/// which may be no text, is a label for people (ROO-05). One that is in the list already gets the
/// new name. Copies both; `*error` is yours.
///
/// That nothing is there is no error: it is offered once there is.
///
/// Fails with MCPCLIENT_E_ROOT (not a path that can be a root), MCPCLIENT_E_INVALID_ARG,
/// MCPCLIENT_E_BAD_JSON (a name that is not UTF-8, and elsewhere a path).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_add_path(
    roots: *mut mcpclient_roots,
    path: mcpclient_str,
    name: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        need(roots)?.live.add_path(self::path(path)?, label(name)?)?;
        Ok(())
    })
}

/// Adds a folder or file by its `file:` URI (ROO-03), as mcpclient_roots_add_path(). Copies both;
/// `*error` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_add_uri(
    roots: *mut mcpclient_roots,
    uri: mcpclient_str,
    name: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let name = label(name)?.map(str::to_owned);
        let root = Root::new(uri.need("the URI")?.to_owned(), name)?;
        need(roots)?.live.add(root);
        Ok(())
    })
}

/// Takes a root out of the list, by its URI as mcpclient_roots_uri() gives it. Borrows both.
///
/// Fails with MCPCLIENT_E_GONE (it is not in the list), MCPCLIENT_E_INVALID_ARG,
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_remove(
    roots: *mut mcpclient_roots,
    uri: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let uri = uri.need("the URI")?;
        was_there(need(roots)?.live.remove(uri), "the root is not in the list")
    })
}

/// Empties the list. Borrows it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_clear(roots: *mut mcpclient_roots) -> mcpclient_status {
    guard(|| -> Outcome {
        need(roots)?.live.replace([]);
        Ok(())
    })
}

/// Gives the list the roots of another, with one announcement for all that changes; what is excluded
/// stays so. Borrows both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_replace(
    roots: *mut mcpclient_roots,
    with: *const mcpclient_roots,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let with = need(with)?.live.roots();
        need(roots)?.live.replace(with.roots().iter().cloned());
        Ok(())
    })
}

/// How many roots the list has. Borrows it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_count(roots: *const mcpclient_roots) -> usize {
    guard(|| Some(borrow(roots)?.live.roots().roots().len()))
}

/// The URI of a root. Borrowed from the list: it lives until the list is changed or freed.
/// Without a NUL.
///
/// @thread any, while no other changes the list
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_uri(
    roots: *const mcpclient_roots,
    index: usize,
) -> mcpclient_str {
    guard(|| root(roots, index, |root| Some(root.uri())))
}

/// The name of a root; no text if it has none. Borrowed from the list: it lives until the list is
/// changed or freed. Without a NUL.
///
/// @thread any, while no other changes the list
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_name(
    roots: *const mcpclient_roots,
    index: usize,
) -> mcpclient_str {
    guard(|| root(roots, index, Root::name))
}

/// Frees a list of yours; NULL is fine. Clients that were made with it keep to its last content.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_free(roots: *mut mcpclient_roots) {
    guard(|| drop(handle::release(roots)));
}
