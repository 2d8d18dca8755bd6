//! A session over HTTP: what comes of its exchanges, and what follows from that.
//!
//! Each message of ours is an exchange (`post`), whose answer is a message or a stream of them (`answers`). What
//! only one era has stands apart: `handshake` and `streams` here, `stateless` there; `detect` is for finding out,
//! and `old_sse` for the servers that know nothing newer.

mod answers;
mod detect;
mod events;
mod fate;
mod handshake;
mod old_sse;
mod post;
mod queue;
mod sleep;
mod stateless;
mod streams;

pub(super) use fate::Fate;

use super::carry::Sending;
use super::{Action, Session};
use crate::era::Revision;
use crate::ids::{CallId, ExchangeId, WireId};
use crate::time::Millis;
use crate::wire::HttpConfig;
use crate::wire::http::Exchanges;
use handshake::Handshake;
use old_sse::Old;
use queue::Queue;
use stateless::Stateless;
use std::collections::VecDeque;

/// Messages that the server has not accepted yet; beyond, reading pauses.
const MESSAGES: usize = 1_024;

/// What a session has over HTTP and not on a lane.
pub(super) struct Http {
    config: HttpConfig,
    exchanges: Exchanges,
    /// Of what our messages are; nothing before that is agreed on.
    revision: Option<Revision>,
    /// Messages that wait until the server can take them; oldest first.
    held: VecDeque<(Sending, String)>,
    held_bytes: usize,
    /// Messages for whose exchanges there is no room yet.
    queue: Queue,
    handshake: Handshake,
    stateless: Stateless,
    old: Option<Old>,
    /// The question for the era was asked twice, since its first exchange broke.
    asked_again: bool,
    /// What the host wants to watch is to be asked for again after a sleep.
    watch_sleeps: bool,
}

impl Http {
    pub(super) fn new(config: HttpConfig) -> Self {
        Self {
            config,
            exchanges: Exchanges::default(),
            revision: None,
            held: VecDeque::new(),
            held_bytes: 0,
            queue: Queue::default(),
            handshake: Handshake::default(),
            stateless: Stateless::default(),
            old: None,
            asked_again: false,
            watch_sleeps: false,
        }
    }

    pub(super) fn unsent(&self) -> usize {
        self.exchanges.unsent() + self.held_bytes + self.queue.bytes()
    }

    /// Of these, what holds up reading.
    pub(super) fn untaken(&self) -> usize {
        self.exchanges.untaken() + self.held_bytes + self.queue.bytes()
    }

    /// Whoever makes an exchange has it.
    pub(super) fn is_taken(&mut self, id: ExchangeId) {
        self.exchanges.is_taken(id);
    }

    pub(super) fn is_behind(&self) -> bool {
        self.exchanges.messages() + self.queue.len() > MESSAGES
    }

    /// No answers are written, no stream outlives its exchange, and nothing is kept by the server.
    fn is_stateless(&self) -> bool {
        self.revision.is_some_and(|revision| revision.facts().stateless)
    }
}

impl Session {
    /// When something is due on the wire.
    pub(super) fn http_deadline(&self) -> Option<Millis> {
        let http = self.http.as_ref()?;
        if self.suspended.is_some() {
            return http.exchanges.deadline();
        }
        let dues =
            [http.exchanges.deadline(), http.handshake.deadline(), http.stateless.deadline()];
        dues.into_iter().flatten().min()
    }

    /// Does what is due on the wire.
    pub(super) fn http_expires(&mut self, now: Millis) {
        let Some(http) = &mut self.http else { return };
        for late in http.exchanges.overstayed(now) {
            self.actions.push_back(Action::Abort(late));
        }
        if self.suspended.is_none() && !self.is_over() {
            self.gate_expires(now);
            self.streams_are_due(now);
            self.listens_again(now);
        }
    }

    /// From now on our messages are of that revision.
    pub(super) fn speak(&mut self, revision: Option<Revision>) {
        if let Some(http) = &mut self.http {
            http.revision = revision;
            http.handshake.agree(revision);
        }
    }

    /// The request that an exchange carries, and whose answer is expected on it.
    pub(super) fn asked_on(&self, source: super::source::Source<'_>) -> Option<WireId> {
        let exchange = self.http.as_ref()?.exchanges.get(source.exchange?)?;
        exchange.errand.wire()
    }

    /// The call whose stream a message came on.
    pub(super) fn call_of(&self, source: super::source::Source<'_>) -> Option<CallId> {
        self.asked_on(source).and_then(|wire| self.calls.by_wire(wire))
    }

    /// Nothing more is wanted of an exchange: it ends by itself, or is given up after a while.
    fn let_go(&mut self, now: Millis, id: ExchangeId) {
        let until = self.http.as_mut().and_then(|http| http.exchanges.linger(id, now));
        if let Some(until) = until {
            self.due_by(until);
        }
    }

    /// Gives up an exchange here and now.
    pub(super) fn abort(&mut self, id: ExchangeId) {
        let Some(http) = &mut self.http else { return };
        if http.exchanges.remove(id).is_some() {
            self.actions.push_back(Action::Abort(id));
        }
    }

    /// The session ends: of all that was to be opened, nothing is; the owner gives up the rest.
    pub(super) fn http_closes(&mut self) {
        let Some(http) = &mut self.http else { return };
        http.exchanges.clear();
        http.held.clear();
        http.held_bytes = 0;
        http.queue.clear();
        self.actions.retain(|action| !matches!(action, Action::Open(..)));
        self.end_server_session();
    }
}
