//! A lane whose server has ended, and the fresh server that takes its place.

use super::connect::Greeting;
use super::{Action, Event, Phase, Session};
use crate::error::{Code, Error, Exit};
use crate::rpc::lines::Lines;
use crate::time::Millis;
use std::sync::Arc;

/// Fresh servers in a row that answered no call; after that the session ends.
const RESTARTS: u32 = 3;

impl Session {
    /// The lane ended. Gives true if a fresh server is wanted instead of an end: because this one died of
    /// the first question (VER-36), or because nothing but what was in flight is lost (STD-13).
    pub(super) fn wants_fresh_server(&mut self, now: Millis, exit: Option<&Arc<Exit>>) -> bool {
        if self.http.is_some() {
            return false;
        }
        let connecting = self.phase == Phase::Connecting && self.server.is_none();
        // A server that the question left deaf may end only when it reads the handshake.
        let probed = connecting
            && matches!(
                self.greeting,
                Greeting::Discover { .. } | Greeting::Initialize { late: Some(_), .. }
            );
        let trusted = connecting && matches!(self.greeting, Greeting::Initialize { .. });
        let stateless = self.phase == Phase::Ready && self.revision.facts().stateless;
        if probed && self.may_shake_hands() {
            self.greeting = Greeting::Restart { handshake: true };
        } else if trusted && self.doubts().is_some() {
            self.greeting = Greeting::Restart { handshake: false };
        } else if stateless && self.config.restart && self.restarts < RESTARTS {
            self.restarts += 1;
            self.phase = Phase::Connecting;
            self.connect_deadline = now + self.config.times.connect;
            self.due_by(self.connect_deadline);
            self.greeting = Greeting::Restart { handshake: false };
            self.lose_attempts(now, exit);
            self.changes.restarted();
            self.mirrors.clear();
            self.emit(Event::Restarting);
        } else {
            return false;
        }
        self.output.clear();
        self.lines = Lines::new(self.config.limits.message_bytes);
        self.actions.push_back(Action::Restart);
        true
    }

    /// What may be asked twice is asked again; a tool may have run already.
    fn lose_attempts(&mut self, now: Millis, exit: Option<&Arc<Exit>>) {
        for id in self.calls.on_wire() {
            let Some(call) = self.calls.get_mut(id) else { continue };
            if call.goes_again(call.task.is_some()) {
                self.calls.lose(id);
            } else {
                let message = "the server ended while it worked on the call; it was not repeated";
                let error = Error { exit: exit.cloned(), ..Error::new(Code::Lost, message) };
                self.calls.lose(id);
                self.give_up(now, id, None, error);
            }
        }
    }

    /// A fresh server is there.
    pub(super) fn restarted(&mut self, now: Millis) {
        // It came too late: the session has ended meanwhile.
        if self.is_over() {
            return;
        }
        match self.greeting {
            Greeting::Restart { handshake: true } => self.initialize(None),
            Greeting::Restart { handshake: false } => self.greet(now),
            _ => {}
        }
    }
}
