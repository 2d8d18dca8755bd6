//! What the host may ask of a session.

use crate::ids::{CallId, InputId};
use crate::json::Json;
use crate::model::{Answer, Checkpoint, Offer, Trace};
use crate::roots::RootList;
use crate::session::WatchFilter;
use crate::time::Millis;

/// One request of the host.
#[derive(Clone, Debug)]
pub enum Command {
    /// Starts a call. `call` must be new.
    Call {
        /// The host's name for it.
        call: CallId,
        /// What is asked.
        request: Request,
        /// How long it may take, and what is wanted on the way.
        options: CallOptions,
    },
    /// Ends a call: the server is told, the call is over at once (CAN-01, CAN-03).
    Cancel {
        /// Which.
        call: CallId,
        /// For the server's log.
        reason: Option<String>,
    },
    /// Answers an input. If the answer does not fit, nothing is sent and the input stays open.
    Answer {
        /// Which.
        input: InputId,
        /// With what.
        answer: Answer,
    },
    /// Decides at a checkpoint: approves, or refuses with what would turn the server away as an answer.
    Decide {
        /// Which.
        input: InputId,
        /// Where it stands.
        at: Checkpoint,
        /// With what.
        answer: Answer,
    },
    /// Sends a notification.
    Notify {
        /// The method.
        method: String,
        /// A JSON object.
        params: Option<Json>,
    },
    /// Replaces the root list; a real change is announced (ROO-06).
    Roots(RootList),
    /// Sends a call again whose server asked for patience, without waiting any longer.
    Resume {
        /// Which.
        call: CallId,
    },
    /// What the host wants to hear of; takes the place of its last wish.
    Watch(WatchFilter),
    /// The network or the program is about to sleep: exchanges are given up, and what may go on later waits.
    Suspend(OnSuspend),
    /// The sleep is over: streams are opened again, and what waits goes out.
    Wake,
    /// Ends the session in order: calls end, inputs are withdrawn, the lane is closed.
    Close,
}

/// What becomes of calls while the connection is suspended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnSuspend {
    /// Their time stands still, and they go on afterwards: on a stream that can be resumed, or by being sent
    /// again where that is safe. A tool call that can do neither ends with [`crate::Code::Lost`]. New calls
    /// wait.
    #[default]
    Continue,
    /// All end with [`crate::Code::Suspended`]; so do new ones.
    Fail,
}

/// A JSON-RPC request, verbatim.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method.
    pub method: String,
    /// A JSON object, or nothing.
    pub params: Option<Json>,
    /// `Some` walks all pages and gives one result with this member, merged (TOL-02, PAG-02).
    pub pages: Option<Listing>,
}

/// A listing that comes in pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// `tools/list`.
    Tools,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    ResourceTemplates,
    /// `prompts/list`.
    Prompts,
}

/// Per-call settings; `None` takes the session's.
#[derive(Clone, Debug, Default)]
pub struct CallOptions {
    /// See [`crate::session::Times::idle`].
    pub idle: Option<Millis>,
    /// See [`crate::session::Times::total`].
    pub total: Option<Millis>,
    /// Ask the server for progress (PRG-01).
    pub progress: bool,
    /// Members for `_meta` of the request: a JSON object, merged with the request's own (MET-04).
    pub meta: Option<Json>,
    /// The host's trace context, sent in `_meta` of the request (MET-04).
    pub trace: Trace,
    /// From which level on the server shall log about this call, in place of the session's (LOG-04).
    /// Where levels are set once for all calls, it has no effect.
    pub log_level: Option<String>,
    /// Offer the server less than the session does, for this call only (VER-21). Where capabilities are
    /// agreed on once, it has no effect.
    pub offer: Option<Offer>,
    /// Do not use a result that was kept, however fresh.
    pub fresh: bool,
    /// Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its
    /// server or its stream: only for what may run twice.
    pub retry_lost: bool,
}
