//! What of the roots is offered at the moment.

use super::list::{Root, RootList};
use super::path::{Style, contains};
use std::collections::BTreeSet;

/// The roots that a host has set up, the folders that it keeps back (ROO-19), and the roots that could
/// not be reached when somebody last looked (ROO-14). What is left is offered to servers.
#[derive(Clone, Debug, Default)]
pub struct RootSet {
    list: RootList,
    excluded: RootList,
    withheld: BTreeSet<String>,
}

impl RootSet {
    /// All roots, offered or not.
    #[must_use]
    pub fn list(&self) -> &RootList {
        &self.list
    }

    /// To change the roots.
    pub fn list_mut(&mut self) -> &mut RootList {
        &mut self.list
    }

    /// Folders and files that are not offered although a root around them is. No message of the
    /// protocol can say so: a server that is offered the root is not told of them.
    #[must_use]
    pub fn excluded(&self) -> &RootList {
        &self.excluded
    }

    /// To change what is excluded.
    pub fn excluded_mut(&mut self) -> &mut RootList {
        &mut self.excluded
    }

    /// Keeps these roots back, by their URIs, and no others, until told anew.
    pub fn withhold(&mut self, uris: impl IntoIterator<Item = String>) {
        self.withheld = uris.into_iter().collect();
    }

    /// What servers are told: no root that is kept back, nor one that lies in an excluded folder, going
    /// by its text.
    #[must_use]
    pub fn offered(&self, style: Style) -> RootList {
        let inside = |root: &Root| {
            let mut excluded = self.excluded.roots().iter();
            excluded.any(|folder| contains(folder.uri(), root.uri(), style))
        };
        let roots = self.list.roots().iter();
        roots.filter(|root| !self.withheld.contains(root.uri()) && !inside(root)).cloned().collect()
    }
}
