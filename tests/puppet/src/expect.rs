use std::fmt;

use crate::captures::Captures;
use crate::pattern::{Mismatch, Pattern};

/// What the client writes next: one message, or several in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expect {
    wants: Vec<Want>,
}

/// One expected message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    /// Its line in the file.
    pub line: usize,
    /// What it looks like.
    pub pattern: Pattern,
}

impl Expect {
    pub(crate) fn new(wants: Vec<Want>) -> Self {
        Self { wants }
    }

    /// The expected messages; more than one may come in any order.
    #[must_use]
    pub fn wants(&self) -> &[Want] {
        &self.wants
    }

    /// Starts to wait for them.
    #[must_use]
    pub fn wait(&self) -> Waiting<'_> {
        Waiting { left: self.wants.iter().collect() }
    }
}

/// The messages that are still to come.
#[derive(Debug, Clone)]
pub struct Waiting<'a> {
    left: Vec<&'a Want>,
}

impl Waiting<'_> {
    /// Whether all have come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left.is_empty()
    }

    /// The first one that has not come.
    #[must_use]
    pub fn first(&self) -> Option<&Want> {
        self.left.first().copied()
    }

    /// The client wrote `message`. The first pattern that fits takes it.
    ///
    /// # Errors
    /// When none fits; with the difference to the only one, or to the first of several.
    pub fn offer(&mut self, message: &str, captures: &mut Captures) -> Result<(), Unexpected> {
        let mut first = None;
        for (at, want) in self.left.iter().enumerate() {
            match want.pattern.matches_text(message, captures) {
                Ok(()) => {
                    self.left.remove(at);
                    return Ok(());
                }
                Err(mismatch) => {
                    first.get_or_insert(mismatch);
                }
            }
        }
        Err(Unexpected {
            line: self.first().map_or(0, |want| want.line),
            expected: match self.left.as_slice() {
                [] => "nothing".to_owned(),
                [want] => want.pattern.to_string(),
                [want, others @ ..] => {
                    format!("{} (or one of {} others)", want.pattern, others.len())
                }
            },
            found: message.to_owned(),
            difference: first.map(|mismatch: Mismatch| mismatch.to_string()).unwrap_or_default(),
        })
    }
}

/// A message that was not the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unexpected {
    /// The line of the expected message.
    pub line: usize,
    /// What was expected.
    pub expected: String,
    /// The message.
    pub found: String,
    /// The first difference, in words; empty if nothing at all was expected.
    pub difference: String,
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, got {}", self.expected, self.found)?;
        if self.difference.is_empty() { Ok(()) } else { write!(f, ": {}", self.difference) }
    }
}
