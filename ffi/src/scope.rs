//! What of the roots is offered: exclusions, workspaces, and what is there at all.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{borrow, need};
use crate::roots::{label, mcpclient_roots, path, was_there};
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use std::time::Duration;

/// Gives a root another name, or with no text none. Its URI is as mcpclient_roots_uri() gives it.
/// Copies the name.
///
/// Fails with MCPCLIENT_E_GONE (it is not in the list, or has that name already),
/// MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_rename(
    roots: *mut mcpclient_roots,
    uri: mcpclient_str,
    name: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let (uri, name) = (uri.need("the URI")?, label(name)?);
        was_there(need(roots)?.live().rename(uri, name), "there is nothing to rename")
    })
}

/// Adds the workspace around a folder or file that the user opened (ROO-18): the nearest folder
/// upwards that holds .git, .hg, .svn or .jj, or else the folder itself, or the one that the file is
/// in. The user's home folder and the top of the file system are no workspace unless they were opened
/// themselves. With no text as a `name` it is called as its folder is. Copies both; `*error` is yours.
///
/// Fails with MCPCLIENT_E_ROOT (a path that is not absolute, or leads nowhere),
/// MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (a name that is not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_add_workspace(
    roots: *mut mcpclient_roots,
    opened: mcpclient_str,
    name: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        need(roots)?.live().add_workspace(path(opened)?, label(name)?)?;
        Ok(())
    })
}

/// Excludes a folder or file by its absolute path (ROO-19): roots in it are not offered, and
/// mcpclient_roots_contains() says no to what is in it, also inside of a root. The protocol has no way
/// to tell a server that is offered a folder around it. Copies the path; `*error` is yours.
///
/// Fails as mcpclient_roots_add_path() does.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_exclude(
    roots: *mut mcpclient_roots,
    folder: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        need(roots)?.live().exclude(path(folder)?)?;
        Ok(())
    })
}

/// Takes an exclusion back. Borrows the path.
///
/// Fails with MCPCLIENT_E_GONE (it is not excluded), MCPCLIENT_E_INVALID_ARG.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_include(
    roots: *mut mcpclient_roots,
    folder: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        was_there(need(roots)?.live().include(path(folder)?), "the folder is not excluded")
    })
}

/// Whether servers are told of a root now: it is there, can be read, and is not excluded. Borrows the
/// list.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_offered(
    roots: *const mcpclient_roots,
    index: usize,
) -> bool {
    guard(|| {
        let live = borrow(roots)?.live();
        let root = live.roots().roots().get(index)?.clone();
        Some(live.offered().roots().contains(&root))
    })
}

/// Whether an absolute path leads into a root that is offered, or is one, and not into what is
/// excluded. Links are followed on both sides, ".." goes where the file system says, and what does not
/// exist yet counts by the folder that it would be in. What cannot be told is outside. It is no
/// protection against somebody who changes links in between (ROO-20). Borrows both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_contains(
    roots: *const mcpclient_roots,
    place: mcpclient_str,
) -> bool {
    guard(|| Some(borrow(roots)?.live().contains(path(place).ok()?)))
}

/// As mcpclient_roots_contains(), for the `file:` URI of a server. Borrows both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_contains_uri(
    roots: *const mcpclient_roots,
    uri: mcpclient_str,
) -> bool {
    guard(|| Some(borrow(roots)?.live().contains_uri(uri.text().ok()??)))
}

/// Looks at the file system now, on this thread, and announces what has changed. True if anything has.
/// Borrows the list.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_look(roots: *mut mcpclient_roots) -> bool {
    guard(|| Some(borrow(roots)?.live().look()))
}

/// How often to look, in milliseconds: 2000, unless this says otherwise; 0: only when a server asks,
/// and in mcpclient_roots_look(). Borrows the list.
///
/// Fails with MCPCLIENT_E_INVALID_ARG for NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_set_interval(
    roots: *mut mcpclient_roots,
    milliseconds: u64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let interval = (milliseconds > 0).then(|| Duration::from_millis(milliseconds));
        need(roots)?.live().set_interval(interval);
        Ok(())
    })
}

/// Whether roots are looked at (not 0), as they are unless this says no (0): a list for servers on
/// another machine, or in a container, is taken as it is. Borrows the list.
///
/// Fails with MCPCLIENT_E_INVALID_ARG for NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_set_checked(
    roots: *mut mcpclient_roots,
    checked: i32,
) -> mcpclient_status {
    guard(|| -> Outcome {
        need(roots)?.live().set_checked(checked != 0);
        Ok(())
    })
}
