//! What a client writes, against the protocol's own schema of the revision in force.
//!
//! A [`Talk`] is shown both halves of a conversation, as they were said. From the server's half it learns which
//! revision was agreed on and what was asked; by that it knows the place of each message of the client, and
//! with it the definition that the message has to fit.

mod book;
mod defects;
mod talk;

pub use book::Library;
pub use defects::Defects;
pub use talk::Talk;

/// A message of the client's does not fit its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The revision in force.
    pub revision: String,
    /// The definition, by its name in that revision's schema.
    pub definition: String,
    /// What of the message: a JSON pointer into what the definition is about.
    pub at: String,
    /// What the validator says, and the message.
    pub what: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { revision, definition, at, what } = self;
        write!(f, "{revision} {definition} at {at:?}: {what}")
    }
}
