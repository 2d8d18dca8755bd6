//! What a session tells the host.

use crate::error::{Error, Exit};
use crate::ids::{CallId, InputId};
use crate::json::Json;
use crate::model::{InputRequest, ServerFacts};
use crate::session::WatchFilter;
use crate::time::Millis;
use std::sync::Arc;

/// One thing that happened, in the order in which it happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The handshake is done.
    Ready(Arc<ServerFacts>),
    /// The server wants something.
    Input(Arc<InputRequest>),
    /// An input is gone: take the dialog away (CAN-06).
    Withdrawn {
        /// Which.
        input: InputId,
        /// Why.
        reason: Withdrawn,
    },
    /// A call reports progress; `params` is the notification's, verbatim (PRG-03).
    Progress {
        /// Whose.
        call: CallId,
        /// The notification's parameters.
        params: Json,
    },
    /// The server asked for patience, not for input: the call is sent again after this time.
    Pause {
        /// Which.
        call: CallId,
        /// For how long.
        time: Millis,
    },
    /// The server says that a URL visit, to which the user had agreed, is finished.
    VisitFinished {
        /// The input that asked for it.
        input: InputId,
    },
    /// A call became a task, or its task changed; `state` is the server's word on it, verbatim.
    Task {
        /// Which.
        call: CallId,
        /// The task as the server describes it. Its id is a secret (TSX-15).
        state: Json,
    },
    /// What the server agreed to tell of what the host wants to watch.
    Watching {
        /// The part of the wish that is granted.
        filter: WatchFilter,
    },
    /// The server ended unexpectedly and is started again; or, over HTTP, it has forgotten the session and another one
    /// begins (HTP-25). [`Event::Ready`] follows.
    Restarting,
    /// `notifications/message`; `params` verbatim (LOG-03).
    Log {
        /// The notification's parameters.
        params: Json,
    },
    /// Any other notification, verbatim: list changes, resource updates, unknown ones.
    Notification {
        /// The method.
        method: String,
        /// Its parameters.
        params: Option<Json>,
    },
    /// The host has suspended the connection.
    Suspended,
    /// The connection is awake again; streams are being opened.
    Awake,
    /// A call is over. Exactly one per call, after everything that came before it on the wire.
    Done {
        /// Which.
        call: CallId,
        /// How.
        outcome: Result<Success, Error>,
    },
    /// The server did something that it should not have; nothing was lost but what is named.
    Warning(Warning),
    /// The session is over. Last of all events.
    Closed {
        /// In a word.
        reason: ClosedReason,
        /// In full; what calls ended with.
        error: Error,
    },
}

/// The good end of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Success {
    /// The JSON-RPC result, verbatim; for a listing, all pages in one.
    pub result: Json,
    /// Items of a listing that are not as the protocol wants them. The rest is in `result`.
    pub set_aside: Vec<SetAside>,
    /// How old the result is, if it was kept from an earlier call.
    pub age: Option<Millis>,
    /// Of a listing: how often it had changed when the server made it; see
    /// [`Session::changes_of`](super::Session::changes_of).
    pub as_of: u32,
}

impl Success {
    /// A plain result.
    pub fn new(result: Json) -> Self {
        Self { result, set_aside: Vec::new(), age: None, as_of: 0 }
    }
}

/// One malformed item of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Its name, as far as it has one. The server's words.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Why an input is gone without the host's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawn {
    /// The server cancelled it (CAN-06).
    ByServer,
    /// The call that caused it ended.
    CallEnded,
    /// Nobody answered in time; it was cancelled for the host.
    Expired,
    /// The session ended.
    Closed,
}

/// Why a session is over. The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClosedReason {
    /// The host closed it.
    Host,
    /// The server, or the lane to it, ended.
    Server,
    /// No revision in common.
    Revision,
    /// The server answered the handshake with an error.
    Refused,
    /// The server did not answer the handshake in time.
    Timeout,
    /// The server's answer to the handshake was none.
    Protocol,
}

impl ClosedReason {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Server => "server",
            Self::Revision => "revision",
            Self::Refused => "refused",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
        }
    }
}

impl Withdrawn {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByServer => "server",
            Self::CallEnded => "call",
            Self::Expired => "expired",
            Self::Closed => "closed",
        }
    }
}

/// A fault of the server that cost nothing but itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Which kind.
    pub kind: WarningKind,
    /// What was wrong and where; never the server's text.
    pub detail: String,
}

/// Kinds of faults that a session survives. The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A line that is no JSON (STD-05).
    Noise,
    /// JSON that is no JSON-RPC message.
    Malformed,
    /// An answer to a request that was never sent (RPC-04).
    UnknownAnswer,
    /// A second answer to the same request.
    DoubleAnswer,
    /// An error without an id (RPC-07).
    ErrorWithoutId,
    /// A message over the size limit.
    TooLarge,
    /// A batch where the revision has none (RPC-13).
    Batch,
    /// Over HTTP, a message that is only to be accepted was refused, or did not arrive.
    Unsent,
    /// A request with an id that is in use.
    DuplicateRequest,
    /// A request before the handshake is done.
    Early,
    /// Events were dropped because the host does not take them.
    Dropped,
    /// More inputs, or more often, than the limits allow (ELI-45, SAM-37).
    Rate,
    /// The server uses what its revision calls deprecated; it works as ever. Told once for each (VER-48).
    Deprecated,
}

impl WarningKind {
    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Noise => "noise",
            Self::Malformed => "invalid-message",
            Self::UnknownAnswer => "unknown-answer",
            Self::DoubleAnswer => "double-answer",
            Self::ErrorWithoutId => "error-without-id",
            Self::TooLarge => "too-large",
            Self::Batch => "batch",
            Self::Unsent => "unsent",
            Self::DuplicateRequest => "duplicate-request",
            Self::Early => "early",
            Self::Dropped => "dropped",
            Self::Rate => "rate",
            Self::Deprecated => "deprecated",
        }
    }
}

/// How a lane ended, told to the session by whoever owns it.
#[derive(Clone, Debug, Default)]
pub struct LaneEnd {
    /// How the process behind it ended.
    pub exit: Option<Arc<Exit>>,
    /// Set if the lane broke for another reason: what failed.
    pub failure: Option<String>,
    /// The lane never came to be: what was to go over it did not arrive, and another try is none of the session's.
    pub unreachable: bool,
}
