//! The revisions of the protocol, and what came with which.

use serde_json::Value;

/// A revision we speak; a later one is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// 2024-11-05
    Nov2024,
    /// 2025-03-26: tool annotations, progress messages, batches.
    Mar2025,
    /// 2025-06-18: elicitation, titles, structured results; batches are gone.
    Jun2025,
    /// 2025-11-25
    Nov2025,
    /// 2026-07-28: no handshake; a client is asked in rounds.
    Jul2026,
}

impl Revision {
    /// The newest one that a handshake can agree on.
    pub const NEWEST: Self = Self::Nov2025;
    const HANDSHAKE: [Self; 4] = [Self::Nov2024, Self::Mar2025, Self::Jun2025, Self::Nov2025];

    /// The names of all, newest first.
    pub fn names() -> Vec<&'static str> {
        let all = Self::HANDSHAKE.into_iter().chain([Self::Jul2026]);
        all.rev().map(Self::name).collect()
    }

    /// The revision to speak with a client that offers `offered`.
    pub fn negotiate(offered: &str) -> Self {
        Self::HANDSHAKE.into_iter().find(|known| known.name() == offered).unwrap_or(Self::NEWEST)
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nov2024 => "2024-11-05",
            Self::Mar2025 => "2025-03-26",
            Self::Jun2025 => "2025-06-18",
            Self::Nov2025 => "2025-11-25",
            Self::Jul2026 => "2026-07-28",
        }
    }

    /// May several messages share a line?
    pub fn has_batches(self) -> bool {
        self == Self::Mar2025
    }

    /// Can a progress notification carry words?
    pub fn has_progress_messages(self) -> bool {
        self >= Self::Mar2025
    }

    /// Does the server declare that it completes arguments?
    pub fn declares_completions(self) -> bool {
        self >= Self::Mar2025
    }

    /// Can the server ask for a form?
    pub fn has_forms(self) -> bool {
        self >= Self::Jun2025
    }

    /// Can a tool's result be data as well as words?
    pub fn has_structured_results(self) -> bool {
        self >= Self::Jun2025
    }

    /// A tool, prompt or resource as this revision would describe it.
    pub fn fit(self, mut description: Value) -> Value {
        if let Some(members) = description.as_object_mut() {
            if self < Self::Mar2025 {
                members.remove("annotations");
            }
            if self < Self::Jun2025 {
                members.remove("title");
                members.remove("outputSchema");
            }
        }
        description
    }
}
