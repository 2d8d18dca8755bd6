//! What only the handshake revisions have over HTTP: a session that the server names, and how it begins and ends.
//! Their streams, which can be gone on with, are in `streams`.

use super::super::{ClosedReason, Event, Phase, Session, WarningKind, Withdrawn};
use super::post::Opening;
use super::streams::{Ear, Stream, Streams};
use crate::era::Revision;
use crate::error::Error;
use crate::ids::{ExchangeId, WireId};
use crate::time::Millis;
use crate::wire::http::{Body, Errand};
use crate::wire::{Head, HttpMethod, Purpose};

/// How long calls wait for the stream of what the server says unasked, so that nothing is lost that it says at once.
const STREAM: Millis = Millis::seconds(1);
/// Sessions in a row that the server forgot before it had answered a call in them.
const SESSIONS: u32 = 3;
/// One that lasted so long was worth it, answers or not.
const LASTING: Millis = Millis::seconds(60);

/// The server's session.
#[derive(Default)]
pub(super) struct Handshake {
    /// Its name, a secret (HTP-24).
    id: Option<String>,
    /// What the answer to `initialize` brought, until that is agreed on.
    offered: Option<String>,
    /// How many there were.
    number: u32,
    /// When the last of them began.
    since: Millis,
    beginning: Option<Beginning>,
    pub ear: Ear,
    pub streams: Streams,
}

/// A session begins: what is to come before calls go out.
struct Beginning {
    /// `notifications/initialized`, until it is accepted.
    initialized: Option<ExchangeId>,
    /// The stream is awaited until then.
    stream: Option<Millis>,
    /// Nothing is awaited after this.
    until: Millis,
}

impl Handshake {
    pub(super) fn session_id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Which session it is; 0 is none.
    pub(super) fn number(&self) -> u32 {
        if self.id.is_some() { self.number } else { 0 }
    }

    pub(super) fn is_beginning(&self) -> bool {
        self.beginning.is_some()
    }

    /// Whether that is the stream of what the server says unasked.
    pub(super) fn hears(&self, id: ExchangeId) -> bool {
        self.ear.exchange == Some(id)
    }

    /// The handshake is done, or about to begin.
    pub(super) fn agree(&mut self, revision: Option<Revision>) {
        let offered = self.offered.take();
        self.id = offered.filter(|_| revision.is_some_and(|revision| !revision.facts().stateless));
        self.number += u32::from(self.id.is_some());
    }

    pub(super) fn forget_stream(&mut self, wire: WireId) {
        self.streams.remove(&wire);
    }

    pub(super) fn deadline(&self) -> Option<Millis> {
        let beginning = self.beginning.as_ref().map(|beginning| {
            beginning.stream.filter(|_| beginning.initialized.is_none()).unwrap_or(beginning.until)
        });
        let streams = self.streams.values().filter_map(Stream::due).min();
        [beginning, streams, self.ear.again].into_iter().flatten().min()
    }
}

/// Visible characters only (HTP-23).
fn is_session_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| matches!(byte, b'!'..=b'~'))
}

impl Session {
    /// The answer to `initialize` may bring the session's name (HTP-22).
    pub(super) fn note_session(&mut self, wire: WireId, head: &Head) {
        if !self.shakes_hands_with(wire) {
            return;
        }
        let offered = head.session_id.clone();
        let fits = offered.as_deref().is_none_or(is_session_id);
        if let Some(http) = &mut self.http {
            http.handshake.offered = offered.filter(|_| fits);
        }
        if !fits {
            self.warn(WarningKind::Malformed, "the session id is none that can be sent back");
        }
    }

    /// The handshake is done, and the server is being told: calls wait until it knows, and until its stream is open.
    pub(in super::super) fn stand_by(&mut self, now: Millis) {
        let until = now + self.config.times.probe;
        let Some(http) = &mut self.http else { return };
        http.handshake.since = now;
        let listens = http.config.listen && http.old.is_none();
        let initialized =
            http.exchanges.all(|exchange| exchange.errand == Errand::Initialized).pop();
        let stream = listens.then(|| now + STREAM);
        http.handshake.beginning = Some(Beginning { initialized, stream, until });
        if listens {
            self.listen_unasked();
        }
        self.due_by(stream.unwrap_or(until));
    }

    pub(super) fn is_initialized(&mut self, now: Millis, id: ExchangeId) {
        let beginning = self.http.as_mut().and_then(|http| http.handshake.beginning.as_mut());
        let Some(beginning) = beginning.filter(|begun| begun.initialized == Some(id)) else {
            return;
        };
        beginning.initialized = None;
        if let Some(stream) = beginning.stream {
            self.due_by(stream);
        }
        self.gate_expires(now);
    }

    /// The stream is there, or will not be.
    pub(super) fn stream_is_settled(&mut self, now: Millis) {
        let beginning = self.http.as_mut().and_then(|http| http.handshake.beginning.as_mut());
        if let Some(beginning) = beginning {
            beginning.stream = None;
            self.gate_expires(now);
        }
    }

    /// What waited for the beginning goes out when that is done, or takes too long.
    pub(super) fn gate_expires(&mut self, now: Millis) {
        let Some(http) = &mut self.http else { return };
        let Some(begun) = &http.handshake.beginning else { return };
        let done = begun.initialized.is_none() && begun.stream.is_none_or(|stream| now >= stream);
        if !done && now < begun.until {
            return;
        }
        http.handshake.beginning = None;
        self.release_held();
    }

    /// Whether an answer says that the server has forgotten the session (HTP-25).
    pub(super) fn is_expired(&self, id: ExchangeId, head: &Head) -> bool {
        head.status == 404 && self.session_of(id) > 0
    }

    fn session_of(&self, id: ExchangeId) -> u32 {
        let exchange = self.http.as_ref().and_then(|http| http.exchanges.get(id));
        exchange.map_or(0, |exchange| exchange.session)
    }

    /// The server has forgotten the session of an exchange, as `why` says: another one begins (HTP-25). A server that
    /// forgets one after the other is no server.
    pub(super) fn session_expires(&mut self, now: Millis, id: ExchangeId, why: Error) {
        let theirs = self.session_of(id);
        let Some(http) = &mut self.http else { return };
        // Of several answers that say so, one is enough.
        if theirs != http.handshake.number() {
            return;
        }
        if now >= http.handshake.since + LASTING {
            self.restarts = 0;
        }
        if self.restarts >= SESSIONS {
            // There is none that could be ended in order.
            http.handshake.id = None;
            return self.close(ClosedReason::Server, why);
        }
        self.restarts += 1;
        self.phase = Phase::Connecting;
        self.server = None;
        self.connect_deadline = now + self.config.times.connect;
        self.due_by(self.connect_deadline);
        self.forget_session(now);
        self.changes.restarted();
        self.emit(Event::Restarting);
        self.initialize(None);
    }

    /// Streams of the session end. A request whose answer has not begun is answered as the server likes.
    pub(super) fn forget_session(&mut self, now: Millis) {
        let Some(http) = &mut self.http else { return };
        http.handshake.beginning = None;
        http.handshake.id = None;
        self.keep_calls_only();
        let Some(http) = &mut self.http else { return };
        let ear = std::mem::take(&mut http.handshake.ear);
        let mut lost: Vec<WireId> = std::mem::take(&mut http.handshake.streams)
            .into_iter()
            .filter(|(_, stream)| stream.due().is_some())
            .map(|(wire, _)| wire)
            .collect();
        let streams = http.exchanges.all(|exchange| matches!(exchange.body, Body::Events(_)));
        for id in ear.exchange.into_iter().chain(streams) {
            let exchange = self.http.as_ref().and_then(|http| http.exchanges.get(id));
            lost.extend(exchange.and_then(|exchange| exchange.errand.wire()));
            self.abort(id);
        }
        for wire in lost {
            self.lose_stream(now, wire);
        }
        for input in self.inputs.asked_by_request() {
            // Nobody waits for the answer.
            self.withdraw(now, input, Withdrawn::ByServer);
        }
    }

    /// The session ends in order (HTP-26).
    pub(super) fn end_server_session(&mut self) {
        let Some(http) = &mut self.http else { return };
        // One that has just begun counts.
        let offered = http.handshake.offered.take();
        http.handshake.id = http.handshake.id.take().or(offered);
        if http.handshake.id.is_none() {
            return;
        }
        let headers = http.common_headers();
        http.handshake.id = None;
        self.open(Opening {
            errand: Errand::End,
            method: HttpMethod::Delete,
            purpose: Purpose::End,
            headers,
            body: None,
        });
    }
}
