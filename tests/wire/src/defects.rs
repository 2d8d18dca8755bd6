//! What does not fit and is right nonetheless, each with its reason.

use crate::Violation;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// The list, and which of it occurred.
pub struct Defects {
    list: Vec<Value>,
    seen: BTreeSet<usize>,
}

impl Defects {
    /// Reads a JSON array of objects: `definition` and `why`; where given, `revisions`, `at` (a JSON pointer in
    /// which `*` is any one name) and `scripts` (what a script's name begins with) narrow it.
    ///
    /// # Errors
    /// When the file cannot be read, is no such array, or an entry gives no reason.
    pub fn read(file: &Path) -> io::Result<Self> {
        let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(file)?)?;
        let whole = |entry: &Value| entry["why"].is_string() && entry["definition"].is_string();
        match list.iter().find(|entry| !whole(entry)) {
            Some(entry) => Err(io::Error::other(format!("no definition, or no reason: {entry}"))),
            None => Ok(Self { list, seen: BTreeSet::new() }),
        }
    }

    /// Whether what a script's client wrote is as the list says.
    pub fn excuse(&mut self, script: &str, violation: &Violation) -> bool {
        let found: Vec<_> = (0..self.list.len())
            .filter(|index| is_about(&self.list[*index], script, violation))
            .collect();
        self.seen.extend(&found);
        !found.is_empty()
    }

    /// The entries that nothing was an instance of.
    #[must_use]
    pub fn unseen(&self) -> Vec<String> {
        let entries = self.list.iter().enumerate();
        entries
            .filter(|(index, _)| !self.seen.contains(index))
            .map(|(_, entry)| entry.to_string())
            .collect()
    }
}

fn is_about(entry: &Value, script: &str, violation: &Violation) -> bool {
    let any = |name: &str, holds: &dyn Fn(&str) -> bool| {
        entry[name].as_array().is_none_or(|list| list.iter().filter_map(Value::as_str).any(holds))
    };
    entry["definition"] == violation.definition.as_str()
        && any("revisions", &|date| date == violation.revision)
        && any("scripts", &|name| script.starts_with(name))
        && entry["at"].as_str().is_none_or(|at| is_at(at, &violation.at))
}

fn is_at(pattern: &str, pointer: &str) -> bool {
    let (pattern, pointer): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), pointer.split('/').collect());
    pattern.len() == pointer.len()
        && pattern.iter().zip(&pointer).all(|(want, got)| *want == "*" || want == got)
}
