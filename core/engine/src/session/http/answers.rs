//! What comes back on an exchange, from its head to its end. Streams are read in `events`.

use super::super::source::Source;
use super::super::{Session, WarningKind};
use super::fate::{Fate, failed};
use crate::error::{Code, Error};
use crate::ids::{ExchangeId, WireId};
use crate::json::Value;
use crate::rpc::envelope::Id;
use crate::rpc::sse::Sse;
use crate::time::Millis;
use crate::wire::http::{Body, Content, Errand, error_in, fault};
use crate::wire::{Failure, Head};
use std::sync::Arc;

/// Bodies at least this long are kept where they are.
const LARGE: usize = 64 << 10;

/// How many of the longest messages may be under way to us, together.
const BODIES: usize = 4;

pub(super) fn is_good(head: &Head) -> bool {
    (200..300).contains(&head.status)
}

impl Session {
    /// An answer begins.
    pub(in super::super) fn head(&mut self, now: Millis, id: ExchangeId, head: &Head) {
        if self.is_over() {
            return;
        }
        let Some(http) = &mut self.http else { return };
        let Some(errand) = http.exchanges.begin(id, head) else { return };
        match errand {
            Errand::Message | Errand::Initialized => self.accepted(now, id, errand, head),
            // The answer itself comes on the stream (SSE-04).
            Errand::Request(_) if http.old.is_some() && is_good(head) => self.let_go(now, id),
            Errand::Request(wire) => {
                self.note_session(wire, head);
                self.expect(id, head);
            }
            Errand::Resumed(wire) => self.stream_resumes(now, id, wire, head),
            Errand::Stream => self.stream_opens(now, id, head),
            Errand::OldStream => self.old_stream_opens(id, head),
            Errand::End => {}
        }
    }

    fn expect(&mut self, id: ExchangeId, head: &Head) {
        let limit = self.config.limits.message_bytes;
        let Some(http) = &mut self.http else { return };
        match Content::of(head) {
            Content::Json | Content::Unnamed => http.exchanges.expect_whole(id, limit),
            Content::Events if is_good(head) => {
                self.set_body(id, Body::Events(Box::new(Sse::new(limit))));
            }
            Content::Events | Content::Other => self.set_body(id, Body::Foreign(Vec::new())),
        }
    }

    pub(super) fn set_body(&mut self, id: ExchangeId, body: Body) {
        let exchange = self.http.as_mut().and_then(|http| http.exchanges.get_mut(id));
        if let Some(exchange) = exchange {
            exchange.body = body;
        }
        if let Some(http) = &mut self.http {
            http.exchanges.weigh(id);
        }
    }

    /// A message of ours was taken, or refused: which concerns nobody but itself.
    fn accepted(&mut self, now: Millis, id: ExchangeId, errand: Errand, head: &Head) {
        let good = is_good(head);
        if !good && errand == Errand::Message && self.is_expired(id, head) {
            self.session_expires(now, id, fault(head, &[]));
        } else if !good {
            let detail = format!("the server refused a message with HTTP status {}", head.status);
            self.warn(WarningKind::Unsent, detail);
        }
        self.let_go(now, id);
        self.queue_goes_on();
        if errand == Errand::Initialized {
            self.is_initialized(now, id);
        }
    }

    /// More of an answer.
    pub(in super::super) fn body(&mut self, now: Millis, id: ExchangeId, bytes: &[u8]) {
        if self.is_over() {
            return;
        }
        let limit = self.config.limits.message_bytes;
        let exchange = self.http.as_mut().and_then(|http| http.exchanges.get_mut(id));
        let Some(exchange) = exchange else { return };
        if !exchange.body.take(bytes, limit) {
            return self.too_much(now, id, "the message is over the size limit");
        }
        if matches!(exchange.body, Body::Events(_)) {
            self.events(now, id, true);
        }
        let kept = self.http.as_mut().map_or(0, |http| http.exchanges.weigh(id));
        if kept > limit.saturating_mul(BODIES) {
            self.too_much(
                now,
                id,
                "the messages that come at the same time are over the size limit",
            );
        }
    }

    /// An exchange that brings too much is given up; but one that everything comes on has only its own limit.
    fn too_much(&mut self, now: Millis, id: ExchangeId, problem: &'static str) {
        let exchange = self.http.as_ref().and_then(|http| http.exchanges.get(id));
        match exchange.map(|exchange| exchange.errand) {
            Some(Errand::Request(wire) | Errand::Resumed(wire)) => {
                self.give_up_on(now, id, wire, Error::new(Code::TooLarge, problem));
            }
            Some(Errand::Stream) => {
                self.warn(WarningKind::TooLarge, problem);
                self.abort(id);
                self.stream_closes(now, id, Body::Ignored, false);
            }
            _ => {}
        }
    }

    /// Whether what comes of an exchange is still for somebody.
    pub(super) fn awaits(&self, id: ExchangeId) -> bool {
        let Some(http) = self.http.as_ref().filter(|_| !self.is_over()) else { return false };
        let Some(exchange) = http.exchanges.get(id) else { return false };
        match exchange.errand {
            Errand::Request(wire) | Errand::Resumed(wire) => http.exchanges.of(wire) == Some(id),
            Errand::Stream => http.handshake.hears(id),
            Errand::OldStream => http.old.as_ref().is_some_and(|old| old.stream == id),
            Errand::Message | Errand::Initialized | Errand::End => false,
        }
    }

    /// A request was answered, wherever the answer came: its exchange has nothing more to bring (HTP-45).
    pub(in super::super) fn answer_came(&mut self, now: Millis, wire: WireId) {
        let Some(http) = &mut self.http else { return };
        http.handshake.forget_stream(wire);
        if let Some(id) = http.exchanges.of(wire) {
            self.let_go(now, id);
        }
    }

    /// An exchange is over.
    pub(in super::super) fn exchange_ended(
        &mut self,
        now: Millis,
        id: ExchangeId,
        failure: Option<Failure>,
    ) {
        if self.is_over() {
            return;
        }
        let wanted = self.awaits(id);
        let Some(http) = &mut self.http else { return };
        let Some(body) = http.exchanges.end(id) else { return };
        let Some(exchange) = http.exchanges.get(id) else { return };
        let (errand, head) = (exchange.errand, exchange.head.clone());
        match (errand, body, head) {
            (Errand::Message | Errand::Initialized, _, None) => {
                self.warn(WarningKind::Unsent, "a message did not reach the server");
                if errand == Errand::Initialized {
                    self.is_initialized(now, id);
                }
            }
            _ if !wanted => {}
            (Errand::Stream, body, _) => self.stream_closes(now, id, body, failure.is_none()),
            (Errand::OldStream, body, head) => self.old_stream_ends(now, id, body, head, failure),
            (Errand::Request(wire) | Errand::Resumed(wire), Body::Events(sse), head) => {
                self.call_stream_ends(now, id, wire, sse, head.as_ref(), failure);
            }
            (Errand::Request(wire), Body::Whole(bytes), Some(head)) if failure.is_none() => {
                self.whole(now, id, wire, &head, bytes);
            }
            (Errand::Request(wire) | Errand::Resumed(wire), body, head) => {
                let begun = match &body {
                    Body::Whole(bytes) | Body::Foreign(bytes) => &bytes[..],
                    _ => &[],
                };
                let fate = match (failure, &head) {
                    (Some(failure), head) => failed(&failure, head.as_ref(), begun),
                    (None, Some(head)) => self.turned_away(id, wire, head, begun),
                    (None, None) => {
                        Fate::Lost(Error::new(Code::Lost, "the exchange ended without an answer"))
                    }
                };
                self.settle_fate(now, id, wire, fate);
            }
            _ => {}
        }
        if let Some(http) = &mut self.http {
            http.exchanges.remove(id);
        }
        self.queue_goes_on();
    }

    /// The stream of a request has ended: in its last words, or too early.
    fn call_stream_ends(
        &mut self,
        now: Millis,
        id: ExchangeId,
        wire: WireId,
        mut sse: Box<Sse>,
        head: Option<&Head>,
        failure: Option<Failure>,
    ) {
        self.last_events(now, id, &mut sse, failure.is_none());
        if !self.awaits(id) || self.resume_later(now, id, wire, sse) {
            return;
        }
        let fate = match (failure, head) {
            (Some(failure), head) => failed(&failure, head, &[]),
            (None, Some(head)) => Fate::Lost(fault(head, &[])),
            (None, None) => Fate::Lost(Error::new(Code::Lost, "the stream did not go on")),
        };
        self.settle_fate(now, id, wire, fate);
    }

    /// A whole body has come: one message, or an error of HTTP.
    fn whole(&mut self, now: Millis, id: ExchangeId, wire: WireId, head: &Head, bytes: Vec<u8>) {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let fate = self.turned_away(id, wire, head, error.as_bytes());
                return self.settle_fate(now, id, wire, fate);
            }
        };
        if !is_good(head) {
            return self.refused_in_words(now, id, wire, head, &text);
        }
        let whole;
        if text.len() >= LARGE {
            whole = Arc::new(text);
            self.line(now, whole.trim_ascii(), Source::large(&whole).on(id));
        } else if text.trim().is_empty() {
            whole = Arc::default();
        } else {
            self.line(now, text.trim_ascii(), Source::small().on(id));
            whole = Arc::new(text);
        }
        if self.awaits(id) {
            self.unanswered(now, wire, Fate::Refused(fault(head, whole.as_bytes())));
        }
    }

    /// A status that is an error, with a body that may say more (HTP-09).
    fn refused_in_words(
        &mut self,
        now: Millis,
        id: ExchangeId,
        wire: WireId,
        head: &Head,
        text: &str,
    ) {
        match error_in(text.as_bytes(), Some(wire)) {
            Some(error) if self.is_told(id, wire, head, names_request(text), error) => {
                let key = Id::Number(i64::try_from(wire.0).unwrap_or_default());
                self.answered(now, &key, Err(error), Source::small().on(id));
            }
            _ => {
                let fate = self.turned_away(id, wire, head, text.as_bytes());
                self.settle_fate(now, id, wire, fate);
            }
        }
    }
}

/// Whether an error says which request it is for.
fn names_request(error: &str) -> bool {
    Value::trusted(error).get("id").is_some_and(|id| !id.is_null())
}
