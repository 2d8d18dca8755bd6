//! A place where a server of a shell waits until the test lets it go on.

use std::cell::OnceCell;
use std::fs::{File, OpenOptions, remove_file};
use std::io::Write;
use std::path::PathBuf;

/// One gate, for one server; it can be opened any number of times.
pub struct Gate {
    path: PathBuf,
    end: OnceCell<File>,
}

impl Gate {
    /// What the server's script says where it waits.
    pub const WAIT: &str = "read -r _ <&3\n";

    pub fn new(name: &str) -> Self {
        let path = super::process::folder(&format!("gate-{name}")).join("gate");
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
        assert!(made.success());
        Self { path, end: OnceCell::new() }
    }

    /// What the server's script says before it waits for the first time.
    pub fn script(&self) -> String {
        format!("exec 3<>'{}'", self.path.display())
    }

    /// Opens it; the first time, waits until the server is there.
    pub fn open(&self) {
        // One opening for all, or what a reader sees between two of them would be an end.
        let end = || OpenOptions::new().write(true).open(&self.path).expect("it is there");
        let mut end = self.end.get_or_init(end);
        end.write_all(b"\n").expect("somebody listens");
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        let _ = remove_file(&self.path);
    }
}
