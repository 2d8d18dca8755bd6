use std::fmt;

use serde_json::Value;

use crate::captures::Captures;
use crate::json::{self, Dialect, Node};
use crate::matcher::{self, Numbers};

/// What a message, or a part of one, must look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    source: String,
    root: Node,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// One sentence with the column, when it is not JSON with wildcards.
    pub fn parse(source: &str) -> Result<Self, String> {
        Ok(Self { source: source.to_owned(), root: json::read(source, Dialect::Pattern)? })
    }

    /// Reads a pattern of a whole message, or of a batch of them, where `"jsonrpc":"2.0"` goes
    /// without saying.
    ///
    /// # Errors
    /// As for [`Pattern::parse`].
    pub fn message(source: &str) -> Result<Self, String> {
        let mut pattern = Self::parse(source)?;
        match &mut pattern.root {
            Node::Array(batch) => batch.iter_mut().for_each(imply_version),
            one => imply_version(one),
        }
        Ok(pattern)
    }

    /// The pattern that matches everything.
    #[must_use]
    pub fn anything() -> Self {
        Self { source: "*".to_owned(), root: Node::Anything }
    }

    /// Whether this is the pattern that matches everything.
    #[must_use]
    pub fn is_anything(&self) -> bool {
        self.root == Node::Anything
    }

    /// Compares with a value. Numbers are compared as `serde_json` sees them: `1` is not `1.0`,
    /// but `1.0` is `1.00`. Captures are made only if all of it matches.
    ///
    /// # Errors
    /// The first difference.
    pub fn matches(&self, value: &Value, captures: &mut Captures) -> Result<(), Mismatch> {
        let found = matcher::node_of(value);
        matcher::compare(&self.root, &found, Numbers::AsValues, captures)
    }

    /// Compares with a text, where numbers must be spelled as in the pattern and no member may be
    /// written twice. Captures are made only if all of it matches.
    ///
    /// # Errors
    /// The first difference; text that is not JSON is one.
    pub fn matches_text(&self, text: &str, captures: &mut Captures) -> Result<(), Mismatch> {
        let found = json::read(text, Dialect::Strict).map_err(|why| Mismatch {
            path: String::new(),
            expected: self.source.clone(),
            found: format!("text that is {why}"),
        })?;
        matcher::compare(&self.root, &found, Numbers::AsSpelled, captures)
    }

    /// The names it captures or compares with.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        matcher::names(&self.root, &mut names);
        names
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

fn imply_version(message: &mut Node) {
    if let Node::Object { members, .. } = message
        && !members.iter().any(|(name, _)| name == "jsonrpc")
    {
        members.push(("jsonrpc".to_owned(), Node::Text("2.0".to_owned())));
    }
}

/// The first place where a value is not what a pattern says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Where, as in `.params.roots[2].uri`; empty for the value as a whole.
    pub path: String,
    /// What the pattern says there.
    pub expected: String,
    /// What was there.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "at {}: ", self.path)?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}
