//! How our messages leave: on a lane as lines, over HTTP as exchanges of their own.
//!
//! What calls, rounds and inputs do does not depend on it.

use super::Session;
use crate::ids::WireId;
use crate::json::Writer;
use crate::rpc::write;

/// What a message of ours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sending {
    Request(WireId),
    Notification,
    /// To a request of the server, or to several at once.
    Answer,
}

impl Session {
    /// Nothing is written after the end.
    pub(super) fn write(&mut self, what: Sending, message: String) {
        if self.is_over() {
            return;
        }
        if self.http.is_none() {
            self.output.line(&message);
        } else {
            self.post(what, message);
        }
    }

    /// Nobody waits for the answer to that request any more; the server is told (CAN-01, CAN-03, CAN-10).
    pub(super) fn take_back(&mut self, wire: WireId, reason: Option<&str>) {
        let (tell, exchange) = self.detach(wire);
        if tell {
            self.tell_cancelled(wire, reason);
        }
        if let Some(exchange) = exchange {
            self.abort(exchange);
        }
    }

    /// The same where the server is told in another way, or need not be.
    pub(super) fn abandon(&mut self, wire: WireId) {
        if let (_, Some(exchange)) = self.detach(wire) {
            self.abort(exchange);
        }
    }

    fn tell_cancelled(&mut self, wire: WireId, reason: Option<&str>) {
        let mut params = Writer::new();
        params.object().key("requestId").unsigned(wire.0);
        if let Some(reason) = reason {
            params.key("reason").string(reason);
        }
        params.end_object();
        let message = write::notification("notifications/cancelled", Some(&params.into_string()));
        self.write(Sending::Notification, message);
    }

    /// Bytes that the server has still to take.
    pub(super) fn unsent(&self) -> usize {
        self.output.len() + self.http.as_ref().map_or(0, |http| http.unsent())
    }
}
