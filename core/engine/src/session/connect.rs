//! The first exchange: which era the server speaks, and what it says of itself.
//!
//! `server/discover` goes first, never a host's call (VER-32). A server that answers it as its era
//! demands is stateless; anything else, silence, or its death means a handshake (VER-35, VER-36).

use super::carry::Sending;
use super::source::{Source, read_error};
use super::{ClosedReason, Event, Phase, ServerFacts, Session, WarningKind};
use crate::era::stateless::{self, Verdict};
use crate::era::{Era, Revision, gate, handshake};
use crate::error::{Code, Error};
use crate::ids::WireId;
use crate::json::Value;
use crate::rpc::write;
use crate::time::Millis;
use std::sync::Arc;

/// Where the first exchange stands.
#[derive(Debug)]
pub(super) enum Greeting {
    /// `server/discover` is on its way; silence until then is an answer, if there is anything else to try.
    Discover { wire: WireId, tried: Vec<Revision>, until: Option<Millis> },
    /// The older transport has still to say where messages go; `initialize` is the first.
    Endpoint,
    /// A fresh server is on its way; because the last died of the question, or for another reason.
    Restart { handshake: bool },
    /// `initialize` is on its way. A question that went before may still be answered: servers
    /// started by a package runner are slow.
    Initialize { wire: WireId, late: Option<WireId>, known: Option<Box<ServerFacts>> },
    /// Over.
    Done,
}

impl Session {
    /// Writes the first message.
    pub(super) fn greet(&mut self, now: Millis) {
        match self.newest_stateless() {
            _ if self.greets_the_old_way() => self.open_old(None),
            Some(newest) if !self.trusts_handshake() => self.discover(now, newest, Vec::new()),
            _ => self.initialize(None),
        }
    }

    pub(super) fn newest_stateless(&self) -> Option<Revision> {
        let revisions = self.config.revisions.iter().copied();
        revisions.filter(|revision| revision.facts().stateless).max()
    }

    /// Revisions that a handshake may agree on (VER-47).
    fn handshakes(&self) -> Vec<Revision> {
        let revisions = self.config.revisions.iter().copied();
        revisions.filter(|revision| !revision.facts().stateless).collect()
    }

    pub(super) fn may_shake_hands(&self) -> bool {
        self.config.revisions.iter().any(|revision| !revision.facts().stateless)
    }

    /// The server was seen to make a handshake, and nothing spoke against it so far.
    fn trusts_handshake(&self) -> bool {
        self.config.known_era == Some(Era::Legacy) && self.may_shake_hands()
    }

    /// What was known of the server's era does not work: gives the revision to ask with.
    pub(super) fn doubts(&mut self) -> Option<Revision> {
        let doubtful = self.trusts_handshake();
        self.config.known_era = None;
        self.newest_stateless().filter(|_| doubtful)
    }

    pub(super) fn discover(&mut self, now: Millis, revision: Revision, mut tried: Vec<Revision>) {
        let wire = self.next_wire_id();
        tried.push(revision);
        let meta = stateless::meta(&self.config.declared(self.config.offer), revision);
        let params = write::with_members(None, &meta, "");
        self.speak(Some(revision));
        let message = write::request(wire, "server/discover", params.as_deref());
        self.write(Sending::Request(wire), message);
        let until = self.may_shake_hands().then(|| now + self.config.times.probe);
        self.greeting = Greeting::Discover { wire, tried, until };
        if let Some(until) = until {
            self.due_by(until);
        }
    }

    pub(super) fn initialize(&mut self, late: Option<WireId>) {
        let Some(newest) = self.handshakes().into_iter().max() else {
            self.greeting = Greeting::Done;
            let error = Error::new(
                Code::Version,
                "the server wants a handshake, which this client may not make",
            );
            return self.close(ClosedReason::Revision, error);
        };
        let wire = self.next_wire_id();
        self.revision = newest;
        let params = handshake::params(&self.config.declared(self.config.offer), newest);
        self.speak(None);
        let message = write::request(wire, "initialize", Some(params.as_str()));
        self.write(Sending::Request(wire), message);
        self.greeting = Greeting::Initialize { wire, late, known: None };
    }

    /// An answer came. Gives false if it was not about the first exchange.
    pub(super) fn greeted(
        &mut self,
        now: Millis,
        wire: WireId,
        outcome: Result<Value<'_>, Value<'_>>,
        source: Source<'_>,
    ) -> bool {
        match std::mem::replace(&mut self.greeting, Greeting::Done) {
            Greeting::Discover { wire: asked, tried, .. } if asked == wire => {
                let verdict = match outcome {
                    Ok(result) => stateless::discovered(source.own(result), &self.config.revisions),
                    Err(error) => stateless::refused(error, &self.config.revisions, &tried),
                };
                self.judged(now, verdict, tried);
            }
            Greeting::Initialize { wire: asked, known, .. } if asked == wire => {
                self.answered_handshake(now, outcome, source, known);
            }
            Greeting::Initialize { wire: asked, late: Some(late), .. } if late == wire => {
                let known = outcome.ok().and_then(|result| {
                    match stateless::discovered(source.own(result), &self.config.revisions) {
                        Verdict::Stateless(facts) => Some(facts),
                        _ => None,
                    }
                });
                self.greeting = Greeting::Initialize { wire: asked, late: None, known };
            }
            other => {
                self.greeting = other;
                return false;
            }
        }
        true
    }

    fn judged(&mut self, now: Millis, verdict: Verdict, tried: Vec<Revision>) {
        match verdict {
            Verdict::Stateless(facts) => self.ready(now, *facts),
            Verdict::Again(revision) => self.discover(now, revision, tried),
            Verdict::Handshake => self.initialize(None),
            Verdict::Impossible(error) => {
                let reason = if error.code == Code::Version {
                    ClosedReason::Revision
                } else {
                    ClosedReason::Refused
                };
                self.close(reason, error);
            }
        }
    }

    fn answered_handshake(
        &mut self,
        now: Millis,
        outcome: Result<Value<'_>, Value<'_>>,
        source: Source<'_>,
        known: Option<Box<ServerFacts>>,
    ) {
        let agreed =
            match outcome {
                Ok(result) => handshake::agree(source.own(result), &self.handshakes()),
                Err(error) => match known {
                    // It had answered the earlier question after all.
                    Some(facts) => return self.ready(now, *facts),
                    None => match self.doubts() {
                        Some(newest) => return self.discover(now, newest, Vec::new()),
                        None => Err(read_error(error, source)
                            .map_or_else(|error| error, handshake::refused)),
                    },
                },
            };
        match agreed {
            Ok(agreed) => {
                for note in agreed.notes {
                    self.warn(WarningKind::Malformed, note);
                }
                self.ready(now, agreed.facts);
            }
            Err(error) => {
                let reason = match error.code {
                    Code::Version => ClosedReason::Revision,
                    Code::Server => ClosedReason::Refused,
                    _ => ClosedReason::Protocol,
                };
                self.close(reason, error);
            }
        }
    }

    /// The answer to the first exchange cannot be read, or names no request: it is meant for it (RPC-07).
    pub(super) fn greeting_failed(&mut self, error: Error) {
        match std::mem::replace(&mut self.greeting, Greeting::Done) {
            Greeting::Discover { .. } => self.initialize(None),
            Greeting::Initialize { .. } => self.close(ClosedReason::Protocol, error),
            other => self.greeting = other,
        }
    }

    /// Which request of the first exchange waits for an answer.
    pub(super) fn greeting_wire(&self) -> Option<WireId> {
        match self.greeting {
            Greeting::Discover { wire, .. } | Greeting::Initialize { wire, .. } => Some(wire),
            Greeting::Endpoint | Greeting::Restart { .. } | Greeting::Done => None,
        }
    }

    /// When silence becomes an answer.
    pub(super) fn probe_deadline(&self) -> Option<Millis> {
        match self.greeting {
            Greeting::Discover { until, .. } => until,
            _ => None,
        }
    }

    pub(super) fn probe_expires(&mut self, now: Millis) {
        if let Greeting::Discover { wire, until, .. } = self.greeting {
            if until.is_some_and(|until| now >= until) {
                self.initialize(Some(wire));
            }
        }
    }

    pub(super) fn ready(&mut self, now: Millis, facts: ServerFacts) {
        self.revision = facts.revision;
        self.speak(Some(facts.revision));
        let facts = Arc::new(facts);
        self.server = Some(Arc::clone(&facts));
        self.phase = Phase::Ready;
        self.greeting_is_over();
        if facts.revision.facts().stateless {
            self.meta = stateless::meta(&self.config.declared(self.config.offer), facts.revision);
        } else {
            let message = write::notification("notifications/initialized", None);
            self.write(Sending::Notification, message);
            self.stand_by(now);
        }
        self.emit(Event::Ready(Arc::clone(&facts)));
        self.watch_again();
        self.send_waiting(now, &facts);
    }

    /// Calls that waited go out, or are refused by what the first exchange brought.
    pub(super) fn send_waiting(&mut self, now: Millis, facts: &ServerFacts) {
        let waiting: Vec<_> = self
            .calls
            .iter()
            .filter(|(_, call)| call.waits)
            .map(|(id, call)| (id, call.method().to_owned()))
            .collect();
        for (id, method) in waiting {
            match gate::allow(facts.revision, facts.capabilities.value(), &method) {
                Ok(()) => self.start(now, id),
                Err(error) => {
                    self.done(id, Err(error));
                }
            }
        }
    }
}
