//! Calls a host in another language: the driver's trait on one side, the foreign one on the other.

use crate::call::RawCall;
use crate::error::McpError;
use crate::input::RawInput;
use crate::standing::Standing;
use crate::text::safe;
use crate::words::{ClientState, WarningKind, WatchFilter, Withdrawn};
use client::json::Json;
use client::{Call, Client, Host, Input, InputId, Offer, Review, State, Warning};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a host in another language implements, for one client; see the class that wraps it.
///
/// Methods are called one at a time and in order, on a thread of the library or inside a pump, and
/// never on the stack of the function that caused them. What one throws is lost, and costs nothing
/// else.
#[uniffi::export(foreign)]
pub trait RawHost: Send + Sync {
    /// The server wants something. Letting go of `input` unanswered turns the server away.
    fn input(&self, input: Arc<RawInput>) -> Result<(), McpError>;
    /// An input stands at a checkpoint (SAM-34). Letting go of `input` turns the server away.
    fn confirm(&self, input: Arc<RawInput>) -> Result<(), McpError>;
    /// An input is gone without the host's answer (CAN-06).
    fn input_closed(&self, id: u64, why: Withdrawn) -> Result<(), McpError>;
    /// The server says that a URL visit is finished, to which the host had agreed (URL-10).
    fn visited(&self, id: u64) -> Result<(), McpError>;
    /// The client's state has changed; closed is the last callback.
    fn state(&self, state: ClientState) -> Result<(), McpError>;
    /// A call reports progress; `params` verbatim (PRG-03).
    fn progress(&self, call: Arc<RawCall>, params: String) -> Result<(), McpError>;
    /// The server asked for patience: the call is sent again after this time.
    fn paused(&self, call: Arc<RawCall>, milliseconds: u64) -> Result<(), McpError>;
    /// A call became a task, or its task changed; verbatim (TSX-14).
    fn task(&self, call: Arc<RawCall>, task: String) -> Result<(), McpError>;
    /// What the server agreed to tell of what was asked to be watched (SUB-06).
    fn watching(&self, filter: WatchFilter) -> Result<(), McpError>;
    /// The server logs; `params` verbatim (LOG-03).
    fn log(&self, params: String) -> Result<(), McpError>;
    /// Any other notification, verbatim.
    fn notification(&self, method: String, params: Option<String>) -> Result<(), McpError>;
    /// A line of the server's stderr, made safe to show (STD-06).
    fn stderr(&self, line: String) -> Result<(), McpError>;
    /// The server did something that it should not have.
    fn warning(&self, kind: WarningKind, detail: String) -> Result<(), McpError>;
}

/// One host, for one client.
pub(crate) struct Bridge {
    offer: Offer,
    review: Review,
    standing: Arc<Standing>,
    /// Until the last callback is over: the other language keeps alive what it handed over.
    host: Mutex<Option<Arc<dyn RawHost>>>,
}

impl Bridge {
    pub(crate) fn new(
        offer: Offer,
        review: Review,
        standing: Arc<Standing>,
        host: Arc<dyn RawHost>,
    ) -> Self {
        Self { offer, review, standing, host: Mutex::new(Some(host)) }
    }

    /// What the host throws is its own affair.
    fn tell(&self, what: impl FnOnce(&dyn RawHost) -> Result<(), McpError>) {
        let host = self.host.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(host) = host {
            let _ = what(&*host);
        }
    }
}

impl Host for Bridge {
    fn offer(&self) -> Offer {
        self.offer
    }

    fn review(&self) -> Review {
        self.review
    }

    fn confirm(&self, input: Input) {
        self.tell(|host| host.confirm(RawInput::new(input)));
    }

    fn input(&self, input: Input) {
        self.tell(|host| host.input(RawInput::new(input)));
    }

    fn input_closed(&self, _: &Client, id: InputId, why: client::Withdrawn) {
        self.tell(|host| host.input_closed(id.0, why.into()));
    }

    fn visited(&self, _: &Client, id: InputId) {
        self.tell(|host| host.visited(id.0));
    }

    fn state(&self, client: &Client, state: &State) {
        self.tell(|host| host.state(ClientState::of(client, state)));
        if matches!(state, State::Closed(_)) {
            let host = self.host.lock().unwrap_or_else(PoisonError::into_inner).take();
            drop(host);
        }
        self.standing.told(state);
    }

    fn progress(&self, call: &Call, params: &Json) {
        self.tell(|host| host.progress(RawCall::new(call.clone()), params.as_str().into()));
    }

    fn paused(&self, call: &Call, time: Duration) {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.tell(|host| host.paused(RawCall::new(call.clone()), milliseconds));
    }

    fn task(&self, call: &Call, state: &Json) {
        self.tell(|host| host.task(RawCall::new(call.clone()), state.as_str().into()));
    }

    fn watching(&self, _: &Client, filter: &client::WatchFilter) {
        self.tell(|host| host.watching(filter.into()));
    }

    fn log(&self, _: &Client, params: &Json) {
        self.tell(|host| host.log(params.as_str().into()));
    }

    fn notification(&self, _: &Client, method: &str, params: Option<&Json>) {
        let params = params.map(|params| params.as_str().into());
        self.tell(|host| host.notification(method.into(), params));
    }

    fn stderr(&self, _: &Client, line: &str) {
        self.tell(|host| host.stderr(safe(line)));
    }

    fn warning(&self, _: &Client, warning: &Warning) {
        self.tell(|host| host.warning(warning.kind.into(), warning.detail.clone()));
    }
}
