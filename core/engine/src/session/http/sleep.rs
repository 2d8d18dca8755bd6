//! What becomes of exchanges while the connection sleeps.

use super::super::connect::Greeting;
use super::super::{Action, Event, Phase, Session};
use crate::error::{Code, Error};
use crate::ids::ExchangeId;
use crate::time::Millis;
use crate::wire::http::{Body, Errand};

impl Session {
    /// Streams and requests are given up. What is only to be accepted runs out by itself.
    pub(in super::super) fn exchanges_sleep(&mut self, now: Millis) {
        let Some(http) = &mut self.http else { return };
        let old = http.old.is_some();
        let all = http
            .exchanges
            .all(|exchange| !matches!(exchange.errand, Errand::Message | Errand::Initialized));
        for id in all {
            self.exchange_sleeps(now, id);
        }
        if old && self.phase == Phase::Ready {
            // What comes afterwards is another session (SSE-05).
            self.phase = Phase::Connecting;
            self.greeting = Greeting::Endpoint;
            self.server = None;
            self.forget_session(now);
            self.changes.restarted();
            for call in self.calls.on_wire() {
                let error = Error::new(Code::Lost, "the connection was suspended");
                self.calls.lose(call);
                self.attempt_lost(now, call, error, false);
            }
            self.emit(Event::Restarting);
        }
    }

    fn exchange_sleeps(&mut self, now: Millis, id: ExchangeId) {
        let Some(http) = &mut self.http else { return };
        let Some(body) = http.exchanges.end(id) else { return };
        let Some(errand) = http.exchanges.get(id).map(|exchange| exchange.errand) else { return };
        let unmade = self.unmake(id);
        match (errand, body) {
            (Errand::Stream, body) => self.ear_sleeps(now, body),
            (Errand::Request(wire) | Errand::Resumed(wire), body) => {
                let asked = self.asked_on_exchange(id);
                let resumes = match body {
                    Body::Events(sse) if asked => self.resume_later(now, id, wire, sse),
                    _ => false,
                };
                if asked && !resumes && !self.is_greeting(wire) {
                    self.request_sleeps(now, wire, unmade);
                }
            }
            _ => {}
        }
        if unmade {
            if let Some(http) = &mut self.http {
                http.exchanges.remove(id);
            }
        } else {
            self.abort(id);
        }
    }

    /// An exchange that nobody has begun to make is not made at all. Gives false if it is too late for that.
    fn unmake(&mut self, id: ExchangeId) -> bool {
        let before = self.actions.len();
        self.actions.retain(|action| !matches!(action, Action::Open(other, _) if *other == id));
        before > self.actions.len()
    }

    fn asked_on_exchange(&self, id: ExchangeId) -> bool {
        let Some(http) = &self.http else { return false };
        let wire = http.exchanges.get(id).and_then(|exchange| exchange.errand.wire());
        wire.is_some_and(|wire| http.exchanges.of(wire) == Some(id))
    }

    /// A request lost its exchange to sleep.
    fn request_sleeps(&mut self, now: Millis, wire: crate::ids::WireId, unmade: bool) {
        let error = Error::new(Code::Lost, "the connection was suspended");
        if self.calls.by_wire(wire).is_none() {
            if self.listens_with(wire) {
                self.watch_ended();
            }
            if let Some(http) = &mut self.http {
                http.watch_sleeps = true;
            }
            if self.is_refresh(wire) {
                self.refresh_fails();
            }
            return;
        }
        let Some(call) = self.calls.answered(wire) else { return };
        if unmade {
            return self.send(call);
        }
        self.attempt_lost(now, call, error, false);
    }

    /// Streams are opened again, and what waited goes out.
    pub(in super::super) fn exchanges_wake(&mut self, now: Millis) {
        if self.http.is_none() {
            return;
        }
        if self.phase == Phase::Connecting {
            self.keep_calls_only();
            let old = self.http.as_mut().and_then(|http| http.old.take());
            if let Some(old) = old {
                // Its stream is gone, and what it had said of itself with it.
                return self.open_old(old.refusal);
            }
            match self.greeting {
                Greeting::Endpoint => self.open_old(None),
                Greeting::Initialize { .. } => self.initialize(None),
                _ => self.greet(now),
            }
            return;
        }
        self.streams_wake(now);
        if let Some(http) = &mut self.http {
            if std::mem::take(&mut http.watch_sleeps) {
                self.watch_again();
            }
        }
        self.release_held();
        self.queue_goes_on();
    }
}
