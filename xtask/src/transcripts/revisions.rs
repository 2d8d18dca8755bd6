//! The revisions of the protocol, as the folders of their schemas name them.

use std::fs;

use anyhow::Result;
use mcpclient_puppet::{Era, Setup};

use crate::{files, repo::Repo};

/// All of them, oldest first, and whether each begins with a handshake.
pub(super) struct Revisions(Vec<(String, bool)>);

impl Revisions {
    pub(super) fn read(repo: &Repo) -> Result<Self> {
        let mut all = Vec::new();
        for entry in fs::read_dir(repo.path("tests/schema"))? {
            let path = entry?.path();
            if let (true, Some(name)) = (path.is_dir(), path.file_name()) {
                let schema = files::read(&path.join("schema.json"))?;
                let handshake = schema.contains("\"InitializeRequest\"");
                all.push((name.to_string_lossy().into_owned(), handshake));
            }
        }
        all.sort();
        Ok(Self(all))
    }

    /// Those that the host of a transcript speaks.
    pub(super) fn of(&self, setup: &Setup) -> Vec<&str> {
        let spoken = self.0.iter().filter(|(name, handshake)| match &setup.revision {
            Some(newest) if setup.era == Era::Stateless => name == newest,
            Some(newest) => name <= newest,
            None => *handshake,
        });
        spoken.map(|(name, _)| name.as_str()).collect()
    }
}
