//! The folders and files that matter: one live list for any number of clients.

use crate::error::McpError;
use client::roots::{self, Style, from_path};
use client::{Client, Code, Error};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// One folder or file.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Root {
    /// Its `file:` URI, sent exactly as given (ROO-02).
    pub uri: String,
    /// A label for people (ROO-05).
    #[uniffi(default = None)]
    pub name: Option<String>,
}

/// A live list of roots: the folders and files that servers should work with (ROO-01). They
/// coordinate, and protect nothing (ROO-20). A change is announced to the servers of every client
/// that was made with the list (ROO-06).
#[derive(Default, uniffi::Object)]
pub struct RootList {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    list: roots::RootList,
    followers: Vec<Weak<Client>>,
}

#[uniffi::export]
impl RootList {
    /// An empty list.
    #[uniffi::constructor]
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Adds a folder or file by its absolute path, as this system writes paths (ROO-03, ROO-04). One
    /// that is in the list already gets the new name.
    ///
    /// # Errors
    /// `Root`: not a path that can be a root.
    #[uniffi::method(default(name = None))]
    pub fn add_path(&self, path: &str, name: Option<String>) -> Result<(), McpError> {
        self.add(from_path(path.as_bytes(), Style::native())?, name)
    }

    /// Adds a folder or file by its `file:` URI (ROO-03), as `add_path`.
    ///
    /// # Errors
    /// `Root`: not a URI that can be a root.
    #[uniffi::method(default(name = None))]
    pub fn add_uri(&self, uri: &str, name: Option<String>) -> Result<(), McpError> {
        self.add(uri.to_owned(), name)
    }

    /// Takes a root out of the list, however its URI is spelled.
    ///
    /// # Errors
    /// `Gone`: it is not in the list.
    pub fn remove(&self, uri: &str) -> Result<(), McpError> {
        if self.change(|list| list.remove(uri)) {
            return Ok(());
        }
        Err(Error::new(Code::Gone, "the root is not in the list").into())
    }

    /// Empties the list.
    pub fn clear(&self) {
        self.change(|list| list.replace([]));
    }

    /// Puts other roots in place of all, with one announcement for all that changes.
    ///
    /// # Errors
    /// `Root`: one of them cannot be a root; then nothing has changed.
    pub fn replace(&self, roots: Vec<Root>) -> Result<(), McpError> {
        let list = list_of(roots)?;
        self.change(|own| own.replace(list.roots().iter().cloned()));
        Ok(())
    }

    /// The roots in order.
    pub fn roots(&self) -> Vec<Root> {
        let root = |root: &roots::Root| Root {
            uri: root.uri().to_owned(),
            name: root.name().map(str::to_owned),
        };
        self.lock().list.roots().iter().map(root).collect()
    }
}

impl RootList {
    /// The list as it is now.
    pub(crate) fn list(&self) -> roots::RootList {
        self.lock().list.clone()
    }

    /// Announces changes to a client from now on, and what has changed since the client was given
    /// the list.
    pub(crate) fn follow(&self, client: &Arc<Client>) {
        let mut state = self.lock();
        state.followers.retain(|follower| follower.strong_count() > 0);
        state.followers.push(Arc::downgrade(client));
        announce(client, &state.list);
    }

    fn add(&self, uri: String, name: Option<String>) -> Result<(), McpError> {
        let root = roots::Root::new(uri, name)?;
        self.change(|list| list.add(root));
        Ok(())
    }

    /// Changes the list, and tells the clients under the lock, so that two changes reach all of them
    /// in the same order.
    fn change(&self, how: impl FnOnce(&mut roots::RootList) -> bool) -> bool {
        let mut state = self.lock();
        let changed = how(&mut state.list);
        if changed {
            for client in state.followers.iter().filter_map(Weak::upgrade) {
                announce(&client, &state.list);
            }
        }
        changed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client that is closed needs no roots.
fn announce(client: &Client, list: &roots::RootList) {
    let _ = client.set_roots(list.clone());
}

/// A list made for one answer.
pub(crate) fn list_of(roots: Vec<Root>) -> Result<roots::RootList, McpError> {
    let roots = roots.into_iter().map(|root| roots::Root::new(root.uri, root.name));
    Ok(roots.collect::<Result<_, _>>()?)
}
