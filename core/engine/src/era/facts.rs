//! What each revision of the protocol has: the one table, and the only place that knows the dates.

/// A dated version of the protocol (VER-01), oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    /// 2024-11-05.
    R2024,
    /// 2025-03-26: batches, audio, tool annotations.
    R2025Mar,
    /// 2025-06-18: elicitation, structured output.
    R2025Jun,
    /// 2025-11-25: URL elicitation, titled choices, tools in sampling.
    R2025Nov,
    /// 2026-07-28: no handshake, no requests from servers, everything in each request.
    R2026,
}

/// One row of the table.
#[derive(Debug)]
pub struct Facts {
    /// The string on the wire.
    pub wire: &'static str,
    /// Arrays of messages on one line (RPC-11, RPC-13).
    pub batches: bool,
    /// `elicitation/create` exists (ELI-04).
    pub elicitation: bool,
    /// Elicitation is declared by mode, and may point to a URL (ELI-02).
    pub elicitation_modes: bool,
    /// Answers may hold arrays of strings (ELI-33).
    pub multi_select: bool,
    /// Audio in sampling and results (SAM-05).
    pub audio: bool,
    /// Several blocks, tools and context flags in sampling (SAM-02, SAM-06).
    pub sampling_tools: bool,
    /// Completion has a capability of its own (CMP-01).
    pub completions_declared: bool,
    /// Using what was not declared is forbidden, not just discouraged (VER-13).
    pub strict_capabilities: bool,
    /// An implementation may carry a title (MET-06).
    pub implementation_title: bool,
    /// Each request carries what a handshake once agreed on (VER-03, VER-18).
    pub stateless: bool,
    /// An empty cursor is one like any other (PAG-03).
    pub empty_cursor: bool,
    /// Structured output may be any JSON, not only an object (SAM-25).
    pub any_structured: bool,
    /// A URL visit has a name of its own.
    pub elicitation_id: bool,
    /// A call may be refused for want of a URL visit (RPC-26).
    pub url_required_error: bool,
    /// Sampling, roots, logging and the context of servers are on their way out (VER-48).
    pub deprecates: bool,
    /// Each HTTP request names the revision in a header (HTP-28, HTP-30).
    pub version_header: bool,
}

const TABLE: [Facts; 5] = [
    Facts {
        wire: "2024-11-05",
        batches: false,
        elicitation: false,
        elicitation_modes: false,
        multi_select: false,
        audio: false,
        sampling_tools: false,
        completions_declared: false,
        strict_capabilities: false,
        implementation_title: false,
        stateless: false,
        empty_cursor: false,
        any_structured: false,
        elicitation_id: false,
        url_required_error: false,
        deprecates: false,
        version_header: false,
    },
    Facts {
        wire: "2025-03-26",
        batches: true,
        elicitation: false,
        elicitation_modes: false,
        multi_select: false,
        audio: true,
        sampling_tools: false,
        completions_declared: true,
        strict_capabilities: false,
        implementation_title: false,
        stateless: false,
        empty_cursor: false,
        any_structured: false,
        elicitation_id: false,
        url_required_error: false,
        deprecates: false,
        version_header: false,
    },
    Facts {
        wire: "2025-06-18",
        batches: false,
        elicitation: true,
        elicitation_modes: false,
        multi_select: false,
        audio: true,
        sampling_tools: false,
        completions_declared: true,
        strict_capabilities: true,
        implementation_title: true,
        stateless: false,
        empty_cursor: false,
        any_structured: false,
        elicitation_id: false,
        url_required_error: false,
        deprecates: false,
        version_header: true,
    },
    Facts {
        wire: "2025-11-25",
        batches: false,
        elicitation: true,
        elicitation_modes: true,
        multi_select: true,
        audio: true,
        sampling_tools: true,
        completions_declared: true,
        strict_capabilities: true,
        implementation_title: true,
        stateless: false,
        empty_cursor: false,
        any_structured: false,
        elicitation_id: true,
        url_required_error: true,
        deprecates: false,
        version_header: true,
    },
    Facts {
        wire: "2026-07-28",
        batches: false,
        elicitation: true,
        elicitation_modes: true,
        multi_select: true,
        audio: true,
        sampling_tools: true,
        completions_declared: true,
        strict_capabilities: true,
        implementation_title: true,
        stateless: true,
        empty_cursor: true,
        any_structured: true,
        elicitation_id: false,
        url_required_error: false,
        deprecates: true,
        version_header: true,
    },
];

impl Revision {
    /// Every revision this library speaks, oldest first.
    pub const ALL: [Self; 5] =
        [Self::R2024, Self::R2025Mar, Self::R2025Jun, Self::R2025Nov, Self::R2026];

    /// Those that begin with a handshake, oldest first.
    pub const HANDSHAKE: [Self; 4] = [Self::R2024, Self::R2025Mar, Self::R2025Jun, Self::R2025Nov];

    /// The newest revision that a handshake can agree on (VER-05).
    pub const NEWEST_HANDSHAKE: Self = Self::R2025Nov;

    /// What this revision has.
    pub const fn facts(self) -> &'static Facts {
        &TABLE[self as usize]
    }

    /// The string on the wire.
    pub const fn wire(self) -> &'static str {
        self.facts().wire
    }

    /// The revision of that name; compared for equality only (VER-01).
    pub fn from_wire(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.wire() == text)
    }
}
