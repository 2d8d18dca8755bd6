//! What a host implements.

use crate::call::Call;
use crate::client::Client;
use crate::input::{HOST_FAILED, Input};
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{Offer, Review, ServerFacts, Warning, WatchFilter, Withdrawn};
use mcpclient_engine::{Error, InputId};
use std::sync::Arc;
use std::time::Duration;

/// How a client stands.
#[derive(Clone, Debug)]
pub enum State {
    /// The handshake is under way; calls wait for it.
    Connecting,
    /// The handshake is done.
    Ready(Arc<ServerFacts>),
    /// The host has suspended the connection ([`crate::Client::suspend`]).
    Suspended,
    /// The connection is over, and why.
    Closed(Error),
}

/// The application that embeds the library. Every method is optional.
///
/// Methods are called one at a time per client and in order, where [`crate::Dispatch`] says, never
/// under a lock of the library and never on the stack of the function that caused them. From inside
/// one, everything is allowed but waiting, which fails with [`crate::Code::Reentrant`]. What a method
/// sends is written when the callbacks that are due have returned, or a few milliseconds later if one
/// of them blocks. A panic in one is caught and costs only that callback.
pub trait Host: Send + Sync + 'static {
    /// What is declared to the server; asked once, in [`crate::Runtime::connect`]. What is not
    /// declared is refused without asking the host (VER-15).
    fn offer(&self) -> Offer {
        Offer::default()
    }

    /// Which inputs stop at which checkpoints; asked once, in [`crate::Runtime::connect`]. With none,
    /// the host has approved of all that [`Host::input`] is given and answers.
    fn review(&self) -> Review {
        Review::default()
    }

    /// An input stands at a checkpoint (SAM-34): [`Input::checkpoint`] says which. Approve it, as it is
    /// or changed, or turn the server away, now or later, on any thread; dropping it turns the server
    /// away. A sample comes here first with its request, then to [`Host::input`] to be answered, then
    /// here again with its result; the three inputs have the same id, and each is a handle of its own.
    fn confirm(&self, input: Input) {
        let _ = input.fail(HOST_FAILED.0, HOST_FAILED.1);
    }

    /// The server wants something. `input` is answered now or later, on any thread; dropping it
    /// unanswered turns the server away: cancel for forms and URLs, refusal for the rest. Where a panic drops
    /// it, and where this method is not there although [`Host::offer`] promises it, or the one above although
    /// [`Host::review`] does, the server is told that the host failed.
    fn input(&self, input: Input) {
        let _ = input.fail(HOST_FAILED.0, HOST_FAILED.1);
    }

    /// An input is gone without the host's answer: take the dialog away (CAN-06).
    fn input_closed(&self, client: &Client, id: InputId, why: Withdrawn) {
        let _ = (client, id, why);
    }

    /// The client's state has changed. [`State::Connecting`] is told only when the server, or its session, ended
    /// unexpectedly and is begun again (STD-13, HTP-25), and after [`State::Suspended`] if the client was not ready
    /// before; [`State::Closed`] is the last callback of a client.
    fn state(&self, client: &Client, state: &State) {
        let _ = (client, state);
    }

    /// A call reports progress; `params` verbatim (PRG-03).
    fn progress(&self, call: &Call, params: &Json) {
        let _ = (call, params);
    }

    /// The server asked for patience, not for input: the call is sent again after `time`, or at once
    /// with [`Call::resume`].
    fn paused(&self, call: &Call, time: Duration) {
        let _ = (call, time);
    }

    /// A call became a task, or its task changed; `state` is the server's word on it, verbatim. The
    /// call goes on: its result is the task's (TSX-14). The task's id in it is a secret (TSX-15).
    fn task(&self, call: &Call, state: &Json) {
        let _ = (call, state);
    }

    /// The server says that a URL visit is finished, to which the host had agreed (URL-10).
    fn visited(&self, client: &Client, id: InputId) {
        let _ = (client, id);
    }

    /// What the server agreed to tell of what [`Client::watch`] asked for (SUB-06).
    fn watching(&self, client: &Client, filter: &WatchFilter) {
        let _ = (client, filter);
    }

    /// The server logs; `params` verbatim (LOG-03).
    fn log(&self, client: &Client, params: &Json) {
        let _ = (client, params);
    }

    /// Any other notification, verbatim: list changes, resource updates, unknown ones.
    fn notification(&self, client: &Client, method: &str, params: Option<&Json>) {
        let _ = (client, method, params);
    }

    /// A line of the server's stderr, without its ending; what is no UTF-8 is replaced, a long line
    /// comes in pieces. Never a sign of failure by itself (STD-06).
    fn stderr(&self, client: &Client, line: &str) {
        let _ = (client, line);
    }

    /// The server did something that it should not have; nothing was lost but what is named.
    fn warning(&self, client: &Client, warning: &Warning) {
        let _ = (client, warning);
    }
}

/// A host that offers nothing: for programs that only call.
impl Host for () {}
