//! A script in which the server is started again is played by one process after the other. The record
//! tells the next one where the last has stopped.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::captures::Captures;
use crate::record::Record;

/// Where to begin.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Resume {
    /// How many `wire restarts` are behind us.
    pub(crate) restarts: usize,
    /// What names stand for by then.
    pub(crate) captures: Captures,
}

impl Resume {
    /// Opens a record: to go on with it if it ends with a restart, anew otherwise.
    ///
    /// # Errors
    /// Those of the file.
    pub fn open(path: impl AsRef<Path>) -> io::Result<(Self, Record)> {
        let resume = Self::from_text(&std::fs::read_to_string(&path).unwrap_or_default());
        let file = if resume.restarts > 0 {
            OpenOptions::new().append(true).open(path)?
        } else {
            File::create(path)?
        };
        Ok((resume, Record::to(file)))
    }

    fn from_text(record: &str) -> Self {
        let is_restart = |line: &&str| line.starts_with("{\"restarts\":");
        let last = record.lines().last().filter(is_restart);
        let captures = last.and_then(|line| serde_json::from_str::<Value>(line).ok());
        let Some(captures) = captures else { return Self::default() };
        Self {
            restarts: record.lines().filter(is_restart).count(),
            captures: Captures::from_value(&captures["restarts"]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_record_that_ends_with_a_restart_is_gone_on_with() {
        let mut captures = Captures::new();
        captures.set("a", "1.0".into());
        captures.set("b", "\"x\"".into());
        let restart = format!("{{\"restarts\":{}}}", captures.to_value());
        let resumed = |record: &str| Resume::from_text(record);
        assert_eq!(
            resumed(&format!("{{\"line\":1}}\n{restart}\n")),
            Resume { restarts: 1, captures }
        );
        assert_eq!(resumed(&format!("{restart}\n{{}}\n{restart}\n")).restarts, 2);
        assert_eq!(resumed(&format!("{restart}\n{{\"verdict\":\"played\"}}\n")), Resume::default());
        assert_eq!(resumed(""), Resume::default());
    }
}
