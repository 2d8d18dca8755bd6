//! The record of what the client told us, for whoever wants to compare it with what was meant.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// One JSON line for each thing the client said, written the moment it arrives.
pub struct Record(Option<Mutex<File>>);

impl Record {
    /// Keeps nothing.
    pub fn none() -> Self {
        Self(None)
    }

    /// Starts a new record; an older one in the same place is gone.
    pub fn create(path: &OsStr) -> io::Result<Self> {
        Ok(Self(Some(Mutex::new(File::create(path)?))))
    }

    /// Adds one line. A full disk must not stop a booking, so failures only show on stderr.
    pub fn note(&self, entry: &Value) {
        let Some(file) = &self.0 else { return };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        // One write for the whole line, so that a reader never sees half of it.
        if let Err(error) = file.write_all(format!("{entry}\n").as_bytes()) {
            let _ = writeln!(io::stderr(), "travel-server: the record failed: {error}");
        }
    }
}
