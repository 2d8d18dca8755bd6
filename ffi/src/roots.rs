//! The folders and files that matter: one live list for any number of clients.

use crate::client::mcpclient;
use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Handle, Out, Shared, borrow, need};
use crate::lock::lock;
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::roots::{Root, RootList, Style, from_path};
use client::{Code, Error};
use std::sync::{Arc, Mutex, Weak};

/// A list of roots: the folders and files that servers should work with (ROO-01). They
/// coordinate, and protect nothing: a server that means ill is stopped by the system's
/// permissions alone (ROO-20).
///
/// It is live: a change is announced to the servers of every client that was made with it
/// (ROO-06).
pub struct mcpclient_roots {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    list: RootList,
    followers: Vec<Weak<mcpclient>>,
}

impl Handle for mcpclient_roots {
    type Held = Shared;
    const NAME: &'static str = "root list";
}

impl mcpclient_roots {
    /// The list as it is now.
    pub(crate) fn list(&self) -> RootList {
        lock(&self.state).list.clone()
    }

    /// Announces changes to a client from now on, and what has changed since the client was given
    /// the list.
    pub(crate) fn follow(&self, client: &Arc<mcpclient>) {
        let mut state = lock(&self.state);
        state.followers.retain(|follower| follower.strong_count() > 0);
        state.followers.push(Arc::downgrade(client));
        announce(client, &state.list);
    }

    /// Changes the list, and tells the clients under the lock, so that two changes reach all of
    /// them in the same order.
    fn change(&self, how: impl FnOnce(&mut RootList) -> Outcome) -> Outcome {
        let mut state = lock(&self.state);
        let mut list = state.list.clone();
        how(&mut list)?;
        if list == state.list {
            return Ok(());
        }
        state.list = list;
        for client in state.followers.iter().filter_map(Weak::upgrade) {
            announce(&client, &state.list);
        }
        Ok(())
    }
}

/// A client that is closed needs no roots.
fn announce(client: &mcpclient, list: &RootList) {
    let _ = client.client.set_roots(list.clone());
}

fn root(
    roots: *const mcpclient_roots,
    index: usize,
    part: impl FnOnce(&Root) -> Option<&str>,
) -> Option<mcpclient_str> {
    let state = lock(&borrow(roots)?.state);
    Some(mcpclient_str::of(part(state.list.roots().get(index)?)?))
}

fn label(name: mcpclient_str) -> Result<Option<String>, Error> {
    Ok(name.text()?.map(str::to_owned))
}

/// Makes an empty list. `*out` is yours to free, at any time: clients keep what was in it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_new(out: *mut *mut mcpclient_roots) -> mcpclient_status {
    guard(|| -> Outcome {
        let roots = Arc::new(mcpclient_roots { state: Mutex::default() });
        Out::need(out)?.set(handle::share(roots));
        Ok(())
    })
}

/// Adds a folder or file by its absolute path, as this system writes paths, which becomes a
/// `file:` URI (ROO-03, ROO-04). On POSIX systems a path is bytes, and need not be UTF-8. `name`,
/// which may be no text, is a label for people (ROO-05). One that is in the list already gets the
/// new name. Copies both; `*error` is yours.
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
        let path =
            path.bytes()?.ok_or_else(|| Error::new(Code::InvalidArg, "the path is missing"))?;
        if cfg!(windows) && std::str::from_utf8(path).is_err() {
            return Err(Error::new(Code::BadJson, "the path is not UTF-8"));
        }
        let root = Root::new(from_path(path, Style::native())?, label(name)?)?;
        need(roots)?.change(|list| {
            list.add(root);
            Ok(())
        })
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
        let root = Root::new(uri.need("the URI")?.to_owned(), label(name)?)?;
        need(roots)?.change(|list| {
            list.add(root);
            Ok(())
        })
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
        need(roots)?.change(|list| {
            if list.remove(uri) {
                return Ok(());
            }
            Err(Error::new(Code::Gone, "the root is not in the list"))
        })
    })
}

/// Empties the list. Borrows it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_clear(roots: *mut mcpclient_roots) -> mcpclient_status {
    guard(|| -> Outcome {
        need(roots)?.change(|list| {
            *list = RootList::default();
            Ok(())
        })
    })
}

/// Gives the list the content of another, with one announcement for all that changes. Borrows
/// both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_replace(
    roots: *mut mcpclient_roots,
    with: *const mcpclient_roots,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let with = need(with)?.list();
        need(roots)?.change(|list| {
            *list = with;
            Ok(())
        })
    })
}

/// How many roots the list has. Borrows it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_count(roots: *const mcpclient_roots) -> usize {
    guard(|| Some(lock(&borrow(roots)?.state).list.roots().len()))
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

/// Frees a list of yours; NULL is fine. Clients that were made with it keep its last content.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_roots_free(roots: *mut mcpclient_roots) {
    guard(|| drop(handle::release(roots)));
}
