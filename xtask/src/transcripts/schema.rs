//! What the client wrote, as the puppet took it down, against the protocol's schema.

use std::{fs, path::Path};

use anyhow::{Result, bail};
use mcpclient_wire::{Defects, Library, Talk};
use serde_json::Value;

use crate::repo::Repo;

pub(super) struct Schemas {
    library: Library,
    defects: Defects,
}

impl Schemas {
    pub(super) fn read(repo: &Repo) -> Result<Self> {
        let folder = repo.path("tests/schema");
        let defects = Defects::read(&folder.join("defects.json"))?;
        Ok(Self { library: Library::read(&folder)?, defects })
    }

    /// Judges a record; `name` is the script's.
    pub(super) fn judge(&mut self, name: &str, record: &Path) -> Result<()> {
        let mut talk = Talk::new(&self.library);
        for line in fs::read_to_string(record)?.lines() {
            let step: Value = serde_json::from_str(line)?;
            if let Some(bytes) = step["wrote"].as_str() {
                talk.server_said(bytes.as_bytes());
                // A message is recorded without the end of its line.
                if serde_json::from_str::<Value>(bytes).is_ok() {
                    talk.server_said(b"\n");
                }
            } else if step["restarts"].is_object() {
                talk.server_restarts();
            } else if let Some(message) = step["read"].as_str().filter(|read| !read.is_empty()) {
                let mut found = talk.client_said(message);
                found.retain(|violation| !self.defects.excuse(name, violation));
                if let Some(violation) = found.first() {
                    bail!("{name}: {violation}");
                }
            }
        }
        Ok(())
    }
}
