//! The folders and files that matter: one live list for any number of clients.

use crate::error::McpError;
use client::roots::{self, LiveRoots};
use client::{Code, Error};
use std::sync::Arc;
use std::time::Duration;

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
/// coordinate, and protect nothing (ROO-20). The servers of every client that was made with the list
/// are answered from it, and told of each change once (ROO-06).
///
/// A root is offered only while it is there and can be read (ROO-11, ROO-17): it is looked at before a
/// server learns of it, when one asks, and every two seconds (ROO-14). One that vanishes is taken from
/// what is offered, and comes back.
#[derive(Default, uniffi::Object)]
pub struct RootList {
    list: LiveRoots,
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
    /// that is in the list already gets the new name. That nothing is there is no error: it is offered
    /// once there is.
    ///
    /// # Errors
    /// `Root`: not a path that can be a root.
    #[uniffi::method(default(name = None))]
    pub fn add_path(&self, path: &str, name: Option<String>) -> Result<(), McpError> {
        self.list.add_path(path, name.as_deref())?;
        Ok(())
    }

    /// Adds a folder or file by its `file:` URI (ROO-03), as `add_path`.
    ///
    /// # Errors
    /// `Root`: not a URI that can be a root.
    #[uniffi::method(default(name = None))]
    pub fn add_uri(&self, uri: &str, name: Option<String>) -> Result<(), McpError> {
        self.list.add(roots::Root::new(uri.to_owned(), name)?);
        Ok(())
    }

    /// Adds the workspace around a folder or file that the user opened (ROO-18): the nearest folder
    /// upwards that version control keeps, or else the folder itself. Without a name it is called as
    /// its folder is.
    ///
    /// # Errors
    /// `Root`: the path is not absolute, or nothing is there.
    #[uniffi::method(default(name = None))]
    pub fn add_workspace(&self, opened: &str, name: Option<String>) -> Result<Root, McpError> {
        Ok(Root::from(&self.list.add_workspace(opened, name.as_deref())?))
    }

    /// Takes a root out of the list, however its URI is spelled.
    ///
    /// # Errors
    /// `Gone`: it is not in the list.
    pub fn remove(&self, uri: &str) -> Result<(), McpError> {
        there(self.list.remove(uri))
    }

    /// Gives a root another name, or none. One that is not in the list changes nothing.
    pub fn rename(&self, uri: &str, name: Option<String>) {
        self.list.rename(uri, name.as_deref());
    }

    /// Empties the list.
    pub fn clear(&self) {
        self.list.replace([]);
    }

    /// Puts other roots in place of all, with one announcement for all that changes.
    ///
    /// # Errors
    /// `Root`: one of them cannot be a root; then nothing has changed.
    pub fn replace(&self, roots: Vec<Root>) -> Result<(), McpError> {
        self.list.replace(list_of(roots)?.roots().iter().cloned());
        Ok(())
    }

    /// Excludes a folder or file (ROO-19): roots in it are not offered, and `contains` says no to what
    /// is in it, also inside of a root. The protocol has no way to tell a server that is offered a
    /// folder around it.
    ///
    /// # Errors
    /// `Root`: not a path that can be a root.
    pub fn exclude(&self, path: &str) -> Result<(), McpError> {
        self.list.exclude(path)?;
        Ok(())
    }

    /// Takes an exclusion back, if there is one.
    pub fn include(&self, path: &str) {
        self.list.include(path);
    }

    /// All roots in order, offered or not.
    pub fn roots(&self) -> Vec<Root> {
        all(&self.list.roots())
    }

    /// What servers are told, by the last look.
    pub fn offered(&self) -> Vec<Root> {
        all(&self.list.offered())
    }

    /// What is excluded, as roots without a name.
    pub fn excluded(&self) -> Vec<Root> {
        all(&self.list.excluded())
    }

    /// Whether an absolute path leads into a root that is offered, or is one, and not into what is
    /// excluded. Links are followed. The answer holds for now, and protects from nobody (ROO-20).
    pub fn contains(&self, path: &str) -> bool {
        self.list.contains(path)
    }

    /// As `contains`, for the `file:` URI of a server.
    pub fn contains_uri(&self, uri: &str) -> bool {
        self.list.contains_uri(uri)
    }

    /// Looks at the file system now, on this thread, and announces what has changed. True if anything
    /// has.
    pub fn look(&self) -> bool {
        self.list.look()
    }

    /// How often to look; none: only when a server asks, and in `look`.
    pub fn set_interval_ms(&self, interval: Option<u64>) {
        self.list.set_interval(interval.map(Duration::from_millis));
    }

    /// Whether roots are looked at, as they are unless this says no: a list for servers on another
    /// machine, or in a container, is taken as it is.
    pub fn set_checked(&self, checked: bool) {
        self.list.set_checked(checked);
    }
}

impl RootList {
    /// The same list, for a client.
    pub(crate) fn share(&self) -> LiveRoots {
        self.list.clone()
    }
}

impl From<&roots::Root> for Root {
    fn from(root: &roots::Root) -> Self {
        Self { uri: root.uri().to_owned(), name: root.name().map(str::to_owned) }
    }
}

fn all(list: &roots::RootList) -> Vec<Root> {
    list.roots().iter().map(Root::from).collect()
}

fn there(was: bool) -> Result<(), McpError> {
    if was {
        return Ok(());
    }
    Err(Error::new(Code::Gone, "the root is not in the list").into())
}

/// A list made for one answer.
pub(crate) fn list_of(roots: Vec<Root>) -> Result<roots::RootList, McpError> {
    let roots = roots.into_iter().map(|root| roots::Root::new(root.uri, root.name));
    Ok(roots.collect::<Result<_, _>>()?)
}
