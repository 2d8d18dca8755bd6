//! How a message becomes an HTTP request.

use super::super::carry::Sending;
use super::super::{Action, Session};
use super::Http;
use crate::ids::{ExchangeId, WireId};
use crate::json::Value;
use crate::wire::http::{Errand, Headers};
use crate::wire::{HttpMethod, HttpRequest, Purpose};

const ACCEPT: &str = "application/json, text/event-stream";
/// The first requests have the clock of the session's beginning.
const FIRST: [&str; 2] = ["initialize", "server/discover"];
const INITIALIZED: &str = "notifications/initialized";

/// What an exchange is made of.
pub(super) struct Opening {
    pub errand: Errand,
    pub method: HttpMethod,
    pub purpose: Purpose,
    pub headers: Headers,
    pub body: Option<String>,
}

impl Http {
    /// Whether a message has to wait: nothing but the beginning of a server's session goes before its end.
    fn holds(&self, what: Sending, method: &str) -> bool {
        self.handshake.is_beginning() && what != Sending::Answer && method != INITIALIZED
    }

    pub(super) fn hold(&mut self, what: Sending, message: String) {
        self.held_bytes += message.len();
        self.held.push_back((what, message));
    }

    /// Takes a request out of those that wait. Says whether it was among them.
    fn unhold(&mut self, wire: WireId) -> bool {
        let Some(at) = self.held.iter().position(|(what, _)| *what == Sending::Request(wire))
        else {
            return false;
        };
        if let Some((_, message)) = self.held.remove(at) {
            self.held_bytes -= message.len();
        }
        true
    }

    /// What every request of this session carries (HTP-22, HTP-28, HTP-29).
    pub(super) fn common_headers(&self) -> Headers {
        let mut headers = Headers::new();
        if let Some(id) = self.handshake.session_id() {
            headers.push(("Mcp-Session-Id".into(), id.to_owned()));
        }
        if let Some(revision) = self.revision.filter(|revision| revision.facts().version_header) {
            headers.push(("MCP-Protocol-Version".into(), revision.wire().to_owned()));
        }
        headers
    }
}

impl Session {
    /// A message goes out with a POST of its own (HTP-01), or waits for its time.
    pub(in super::super) fn post(&mut self, what: Sending, message: String) {
        self.carry(what, message, false);
    }

    /// The same; `queued`: it has waited for others that are only accepted.
    pub(super) fn carry(&mut self, what: Sending, message: String, queued: bool) {
        let Some(http) = &mut self.http else { return };
        let head = Value::trusted(&message);
        let method = head.get("method").and_then(Value::text).unwrap_or_default();
        if self.suspended.is_some() || http.holds(what, &method) {
            return http.hold(what, message);
        }
        let (errand, purpose) = match what {
            // Nobody waits for the answer.
            Sending::Request(_) if method == "tasks/cancel" => (Errand::Message, Purpose::Message),
            Sending::Request(wire) if method == "subscriptions/listen" => {
                (Errand::Request(wire), Purpose::Stream)
            }
            // What the session asks for itself has no clock of a call.
            Sending::Request(wire)
                if self.calls.by_wire(wire).is_none() && !FIRST.contains(&&*method) =>
            {
                (Errand::Request(wire), Purpose::Message)
            }
            Sending::Request(wire) => (Errand::Request(wire), Purpose::Request),
            _ if method == INITIALIZED => (Errand::Initialized, Purpose::Message),
            _ => (Errand::Message, Purpose::Message),
        };
        if errand == Errand::Message && !queued {
            drop(method);
            let Some(message) = http.queue(what, message) else { return };
            return self.carry(what, message, true);
        }
        let mut headers: Headers = vec![("Content-Type".into(), "application/json".to_owned())];
        if http.old.is_none() {
            headers.push(("Accept".into(), ACCEPT.to_owned()));
            headers.extend(http.common_headers());
        }
        if http.is_stateless() {
            match self.mirrors.headers(&method, head.get("params")) {
                Ok(mirrored) => headers.extend(mirrored),
                Err(error) => return self.unfit(what, error),
            }
        }
        let body = Some(message);
        self.open(Opening { errand, method: HttpMethod::Post, purpose, headers, body });
    }

    pub(super) fn open(&mut self, opening: Opening) -> Option<ExchangeId> {
        let http = self.http.as_mut()?;
        let Opening { errand, method, purpose, headers, body } = opening;
        let url = match method {
            HttpMethod::Post => http.old.as_ref().and_then(|old| old.url.clone()),
            HttpMethod::Get | HttpMethod::Delete => None,
        };
        let unsent = body.as_ref().map_or(0, String::len);
        let id = http.exchanges.open(errand, http.handshake.number(), unsent);
        let request = HttpRequest { method, url, headers, body, purpose };
        self.actions.push_back(Action::Open(id, Box::new(request)));
        Some(id)
    }

    /// A call that cannot be put into headers as its tool wants it ends before it begins (HTP-39).
    fn unfit(&mut self, what: Sending, error: crate::error::Error) {
        let Sending::Request(wire) = what else { return };
        if let Some(call) = self.calls.answered(wire) {
            self.done(call, Err(error));
        }
    }

    /// Of what waits, only calls are for another session than the last.
    pub(super) fn keep_calls_only(&mut self) {
        let Some(http) = &mut self.http else { return };
        let calls = &self.calls;
        http.held.retain(
            |(what, _)| matches!(what, Sending::Request(wire) if calls.by_wire(*wire).is_some()),
        );
        http.queue.clear();
        http.held_bytes = http.held.iter().map(|(_, message)| message.len()).sum();
    }

    /// What waited goes out, in its order.
    pub(super) fn release_held(&mut self) {
        let Some(http) = &mut self.http else { return };
        http.held_bytes = 0;
        for (what, message) in std::mem::take(&mut http.held) {
            self.write(what, message);
        }
    }

    /// Nobody waits for an answer any more. Gives whether the server has to be told of it in so many words, where
    /// the end of a stream says nothing (HTP-11, HTP-12), and what is to be given up then.
    pub(in super::super) fn detach(&mut self, wire: WireId) -> (bool, Option<ExchangeId>) {
        let Some(http) = &mut self.http else { return (true, None) };
        if http.unhold(wire) {
            return (false, None);
        }
        http.handshake.forget_stream(wire);
        (!http.is_stateless(), http.exchanges.of(wire))
    }
}
