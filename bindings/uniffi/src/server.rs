//! What a server said of itself in the handshake.

use crate::text::safe_line;
use crate::words::Era;

/// What a server said of itself in the handshake. Its words are for display only (VER-27).
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct ServerFacts {
    /// The revision agreed on, such as `2025-06-18`.
    pub revision: String,
    /// Its era: with a handshake, or without.
    pub era: Era,
    /// Its name, made safe to show.
    pub name: Option<String>,
    /// Its name for people, made safe to show.
    pub title: Option<String>,
    /// Its version, made safe to show.
    pub version: Option<String>,
    /// A hint for the host's model, verbatim (VER-16).
    pub instructions: Option<String>,
    /// Its declared capabilities: a JSON object.
    pub capabilities: String,
    /// The whole answer, verbatim (VER-02).
    pub result: String,
}

impl From<&client::ServerFacts> for ServerFacts {
    fn from(facts: &client::ServerFacts) -> Self {
        let word = |name| {
            let value = facts.server_info.as_ref()?.value().get(name)?;
            Some(safe_line(&value.text()?))
        };
        Self {
            revision: facts.revision.wire().into(),
            era: client::Era::of(facts.revision).into(),
            name: word("name"),
            title: word("title"),
            version: word("version"),
            instructions: facts.instructions.clone(),
            capabilities: facts.capabilities.as_str().into(),
            result: facts.result.as_str().into(),
        }
    }
}
