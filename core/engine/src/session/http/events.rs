//! The messages of a stream, one after the other.

use super::super::source::Source;
use super::super::{Session, WarningKind};
use super::fate::Fate;
use crate::error::{Code, Error};
use crate::ids::{ExchangeId, WireId};
use crate::rpc::lines::Line;
use crate::rpc::sse::{Event, Sse};
use crate::time::Millis;
use crate::wire::http::Body;

impl Session {
    /// The host has caught up: what was kept is read.
    pub(in super::super) fn read_on(&mut self, now: Millis) {
        let Some(http) = &self.http else { return };
        for id in http.exchanges.all(|exchange| matches!(exchange.body, Body::Events(_))) {
            self.events(now, id, true);
        }
    }

    /// Reads every complete event; those that may wait only as long as the host keeps up.
    pub(super) fn events(&mut self, now: Millis, id: ExchangeId, may_wait: bool) {
        let exchange = self.http.as_mut().and_then(|http| http.exchanges.get_mut(id));
        let Some(exchange) = exchange else { return };
        match std::mem::replace(&mut exchange.body, Body::Ignored) {
            Body::Events(mut sse) => {
                self.read_events(now, id, &mut sse, may_wait);
                if self.awaits(id) {
                    self.set_body(id, Body::Events(sse));
                }
            }
            other => exchange.body = other,
        }
    }

    fn read_events(&mut self, now: Millis, id: ExchangeId, sse: &mut Sse, may_wait: bool) {
        while self.awaits(id) && (!may_wait || self.wants_read()) {
            let Some(event) = sse.next() else { break };
            self.event(now, id, sse, event);
        }
    }

    fn event(&mut self, now: Millis, id: ExchangeId, sse: &Sse, event: Event) {
        let line = match event {
            Event::Message(line) => line,
            Event::Endpoint(place) => return self.endpoint(id, &place),
        };
        self.stream_brings(id);
        match line {
            Line::Here(range) => {
                // Checked when the event was found.
                if let Ok(text) = std::str::from_utf8(&sse.bytes()[range]) {
                    self.line(now, text, Source::small().on(id));
                }
            }
            Line::Large(whole, range) => {
                self.line(now, &whole[range], Source::large(&whole).on(id));
            }
            Line::Garbled => self.warn(WarningKind::Noise, "an event is not UTF-8"),
            Line::Over(skimmed) => {
                let problem = "the message is over the size limit";
                self.unreadable(now, skimmed.id.as_deref(), skimmed.has_method, problem);
                let wire = self.asked_on(Source::small().on(id));
                // One that names no request is the answer to the only one that is asked here.
                if let Some(wire) = wire.filter(|_| !skimmed.has_method && skimmed.id.is_none()) {
                    self.give_up_on(now, id, wire, Error::new(Code::TooLarge, problem));
                }
            }
        }
    }

    pub(super) fn give_up_on(&mut self, now: Millis, id: ExchangeId, wire: WireId, error: Error) {
        self.abort(id);
        self.unanswered(now, wire, Fate::Refused(error));
    }

    /// What a stream has left, whether the host keeps up or not.
    pub(super) fn last_events(&mut self, now: Millis, id: ExchangeId, sse: &mut Sse, whole: bool) {
        self.read_events(now, id, sse, false);
        if whole && self.awaits(id) {
            if let Some(event) = sse.end() {
                self.event(now, id, sse, event);
            }
        }
    }
}
