//! What is offered.

use super::uri;
use crate::error::{Code, Error};
use crate::json::{Json, Writer};

/// One folder or file.
#[derive(Clone, Debug)]
pub struct Root {
    uri: String,
    name: Option<String>,
    /// Equal for spellings of the same place.
    key: String,
}

impl Root {
    /// A root by its URI, which is sent exactly as given (ROO-02). [`super::from_path`] makes one
    /// from a path. The name is a label for people (ROO-05).
    ///
    /// # Errors
    /// [`Code::Root`]: not a `file:` URI (ROO-03), not correct as one, or with dot segments,
    /// encoded separators, a query or a fragment (ROO-04, ROO-12).
    pub fn new(uri: String, name: Option<String>) -> Result<Self, Error> {
        let key = uri::key(&uri).map_err(|problem| Error::new(Code::Root, problem))?;
        Ok(Self { uri, name, key })
    }

    /// The URI.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The label.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// Same text, same label.
impl PartialEq for Root {
    fn eq(&self, other: &Self) -> bool {
        (&self.uri, &self.name) == (&other.uri, &other.name)
    }
}

impl Eq for Root {}

/// Roots in the order in which they were added, each place once. Spellings that differ in a
/// trailing slash, in percent-encoding or in the letter case of a drive or host are the same place.
///
/// Each change says whether it was one, so that servers are told only of real ones (ROO-06).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootList {
    roots: Vec<Root>,
}

impl RootList {
    /// The roots in order.
    #[must_use]
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Adds a root at the end. If the place is in the list already, that entry gets the new label.
    pub fn add(&mut self, root: Root) -> bool {
        match self.roots.iter_mut().find(|known| known.key == root.key) {
            Some(known) if known.name == root.name => false,
            Some(known) => {
                known.name = root.name;
                true
            }
            None => {
                self.roots.push(root);
                true
            }
        }
    }

    /// Takes out the root of that URI, however it is spelled.
    pub fn remove(&mut self, uri: &str) -> bool {
        let Ok(key) = uri::key(uri) else { return false };
        let before = self.roots.len();
        self.roots.retain(|root| root.key != key);
        self.roots.len() != before
    }

    /// Changes a root's label.
    pub fn rename(&mut self, uri: &str, name: Option<String>) -> bool {
        let Ok(key) = uri::key(uri) else { return false };
        match self.roots.iter_mut().find(|root| root.key == key) {
            Some(root) if root.name != name => {
                root.name = name;
                true
            }
            _ => false,
        }
    }

    /// Puts other roots in place of all. Of several for one place the first stays, with the last
    /// label.
    pub fn replace(&mut self, roots: impl IntoIterator<Item = Root>) -> bool {
        let mut list = Self::default();
        for root in roots {
            list.add(root);
        }
        let changed = *self != list;
        *self = list;
        changed
    }

    /// The result of `roots/list` (ROO-02).
    #[must_use]
    pub fn to_result(&self) -> Json {
        let mut writer = Writer::new();
        writer.object().key("roots").array();
        for root in &self.roots {
            writer.object().key("uri").string(&root.uri);
            if let Some(name) = &root.name {
                writer.key("name").string(name);
            }
            writer.end_object();
        }
        writer.end_array().end_object();
        writer.finish()
    }
}

impl FromIterator<Root> for RootList {
    fn from_iter<T: IntoIterator<Item = Root>>(roots: T) -> Self {
        let mut list = Self::default();
        list.replace(roots);
        list
    }
}
