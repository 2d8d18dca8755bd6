//! The folders that the demo shares with the server.

use std::{
    env, fs, mem,
    path::{Path, PathBuf},
    process,
};

use anyhow::Result;

/// Names that a path may hold and a URI may not.
const FILES: [&str; 6] = [
    "Travel Planning/barcelona itinerary.md",
    "Travel Planning/2026/flight bookings.ics",
    "Vorlagen für Reisen 100%/hotel checklist.txt",
    "Vorlagen für Reisen 100%/notes.txt",
    "お客様 #1/passport copy – Zoë.txt",
    "private/travel diary.txt",
];

/// The last folder above is not shared.
const SHARED: [&str; 3] = ["Travel Planning", "Vorlagen für Reisen 100%", "お客様 #1"];

/// A tree of folders that is gone when this is dropped.
pub(super) struct Folders {
    path: PathBuf,
}

impl Folders {
    pub(super) fn make() -> Result<Self> {
        let made = Self { path: env::temp_dir().join(format!("travel-demo-{}", process::id())) };
        for file in FILES {
            let file = made.path.join(file);
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(file, "")?;
        }
        Ok(made)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn roots(&self) -> impl Iterator<Item = PathBuf> {
        SHARED.iter().map(|folder| self.path.join(folder))
    }

    /// Leaves the folders where they are.
    pub(super) fn keep(mut self) -> PathBuf {
        let path = mem::take(&mut self.path);
        mem::forget(self);
        path
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        // What is left behind in the system's temporary folder does no harm.
        let _ = fs::remove_dir_all(&self.path);
    }
}
