//! Streams of the handshake revisions: the one of what the server says unasked, and those of requests. Both are
//! gone on with when they break, from the last event that had an id (HTP-16 to HTP-20).

use super::super::Session;
use super::answers::is_good;
use super::fate::{Fate, is_busy};
use super::post::Opening;
use crate::error::{Code, Error};
use crate::ids::{ExchangeId, WireId};
use crate::rpc::sse::Sse;
use crate::time::Millis;
use crate::wire::http::{Body, Content, Errand, fault};
use crate::wire::{Head, HttpMethod, Purpose};
use std::collections::BTreeMap;

/// How long a server is left alone that does not say how long, before a stream is opened again.
const RETRY: Millis = Millis::seconds(1);
/// The shortest time that a server is left alone, whatever it says.
const SHORTEST: Millis = Millis(50);
/// The same for one whose streams bring nothing, at most.
const LONGEST: Millis = Millis::seconds(60);
/// How often the stream of a request is gone on with while it brings nothing.
const TRIES: u32 = 6;

/// The stream of what the server says unasked (HTP-13).
#[derive(Default)]
pub(super) struct Ear {
    pub exchange: Option<ExchangeId>,
    /// It was open once.
    opened: bool,
    /// What was read of it: where it can be gone on with.
    sse: Option<Box<Sse>>,
    /// Its last id, when it was opened.
    mark: Option<String>,
    /// It brought something.
    brought: bool,
    /// Openings in a row that brought nothing.
    vain: u32,
    /// When it is opened again.
    pub again: Option<Millis>,
}

/// Streams of requests that broke, by request.
pub(super) type Streams = BTreeMap<WireId, Stream>;

/// The stream of a request that broke before it brought the answer.
pub(super) struct Stream {
    /// What was read of it and when it is gone on with, unless it is just now.
    waits: Option<(Millis, Box<Sse>)>,
    /// Its last id, when it was gone on with.
    mark: Option<String>,
    /// Times in a row that it brought nothing.
    vain: u32,
}

impl Stream {
    pub(super) fn due(&self) -> Option<Millis> {
        self.waits.as_ref().map(|(due, _)| *due)
    }
}

/// How long the server is left alone: as long as it wants, and longer while it is in vain.
fn pause(sse: Option<&Sse>, vain: u32) -> Millis {
    let wish = sse.and_then(Sse::retry).unwrap_or(RETRY);
    let grown = Millis(wish.max(SHORTEST).0 << vain.min(16)).min(LONGEST);
    grown.max(wish)
}

impl Session {
    fn ear(&mut self) -> Option<&mut Ear> {
        self.http.as_mut().map(|http| &mut http.handshake.ear)
    }

    /// Opens the stream of what the server says unasked.
    pub(super) fn listen_unasked(&mut self) {
        let Some(ear) = self.ear() else { return };
        ear.again = None;
        ear.brought = false;
        let last = ear.sse.as_ref().and_then(|sse| sse.last_id()).map(str::to_owned);
        ear.mark.clone_from(&last);
        let exchange = self.get(Errand::Stream, last);
        if let Some(ear) = self.ear() {
            ear.exchange = exchange;
        }
    }

    fn get(&mut self, errand: Errand, last: Option<String>) -> Option<ExchangeId> {
        let http = self.http.as_mut()?;
        let mut headers = vec![("Accept".into(), "text/event-stream".to_owned())];
        headers.extend(http.common_headers());
        headers.extend(last.map(|last| ("Last-Event-ID".into(), last)));
        self.open(Opening {
            errand,
            method: HttpMethod::Get,
            purpose: Purpose::Stream,
            headers,
            body: None,
        })
    }

    /// The server has such a stream, or it has none (HTP-13).
    pub(super) fn stream_opens(&mut self, now: Millis, id: ExchangeId, head: &Head) {
        let limit = self.config.limits.message_bytes;
        let Some(ear) = self.ear() else { return };
        if is_good(head) && Content::of(head) == Content::Events {
            ear.opened = true;
            let mut sse = ear.sse.take().unwrap_or_else(|| Box::new(Sse::new(limit)));
            sse.resumed();
            self.set_body(id, Body::Events(sse));
        } else {
            ear.exchange = None;
            let opened = ear.opened;
            self.let_go(now, id);
            if opened && self.is_expired(id, head) {
                return self.session_expires(now, id, fault(head, &[]));
            }
            if opened && is_busy(head.status) {
                self.ear_again(now, head.retry_after);
            }
        }
        self.stream_is_settled(now);
    }

    /// A stream is good for something.
    pub(super) fn stream_brings(&mut self, id: ExchangeId) {
        if let Some(ear) = self.ear().filter(|ear| ear.exchange == Some(id)) {
            ear.brought = true;
        }
    }

    /// The stream of what the server says unasked has ended, which either side may do at any time.
    /// `in_order`: what it had begun to say last is whole.
    pub(super) fn stream_closes(
        &mut self,
        now: Millis,
        id: ExchangeId,
        body: Body,
        in_order: bool,
    ) {
        if let Body::Events(mut sse) = body {
            self.last_events(now, id, &mut sse, in_order);
            if let Some(ear) = self.ear() {
                ear.brought |= sse.last_id().is_some_and(|id| ear.mark.as_deref() != Some(id));
                let told_again = sse.last_id().is_some();
                sse.resumed();
                ear.sse = Some(sse);
                // What is said meanwhile is told again only to those who know where they were.
                if !told_again {
                    self.changes.restarted();
                }
            }
        }
        if let Some(ear) = self.ear() {
            ear.exchange = None;
        }
        self.ear_again(now, None);
        self.stream_is_settled(now);
    }

    /// Where the streams stand is remembered.
    pub(super) fn ear_sleeps(&mut self, now: Millis, body: Body) {
        let Some(ear) = self.ear() else { return };
        ear.exchange = None;
        ear.vain = 0;
        if let Body::Events(sse) = body {
            ear.sse = Some(sse);
        }
        ear.again = Some(now);
        self.stream_is_settled(now);
    }

    /// All streams are gone on with at once.
    pub(super) fn streams_wake(&mut self, now: Millis) {
        let Some(http) = &mut self.http else { return };
        for stream in http.handshake.streams.values_mut() {
            if let Some((due, _)) = &mut stream.waits {
                *due = now;
            }
        }
        if let Some(again) = &mut http.handshake.ear.again {
            *again = now;
        }
        self.streams_are_due(now);
        self.listens_again(now);
    }

    fn ear_again(&mut self, now: Millis, wish: Option<Millis>) {
        let Some(ear) = self.ear() else { return };
        ear.vain = if ear.brought { 0 } else { ear.vain + 1 };
        let pause = pause(ear.sse.as_deref(), ear.vain.saturating_sub(1));
        let again = now + pause.max(wish.unwrap_or_default());
        ear.again = Some(again);
        self.due_by(again);
    }

    /// The stream of a request broke: it is gone on with if it can be. Gives false if not.
    pub(super) fn resume_later(
        &mut self,
        now: Millis,
        id: ExchangeId,
        wire: WireId,
        mut sse: Box<Sse>,
    ) -> bool {
        // What is the session's own ends here: nothing bounds the time of what it would wait for.
        let of_call = self.calls.by_wire(wire).is_some();
        let Some(http) = &mut self.http else { return false };
        let exchange = http.exchanges.get(id);
        let session = exchange.is_some_and(|at| at.session == http.handshake.number());
        let (true, Some(last)) = (session && !http.is_stateless() && of_call, sse.last_id()) else {
            return false;
        };
        let vain = match http.handshake.streams.get(&wire) {
            Some(stream) if stream.mark.as_deref() == Some(last) => stream.vain + 1,
            _ => 0,
        };
        if vain > TRIES {
            return false;
        }
        let mark = Some(last.to_owned());
        let pause = pause(Some(&sse), vain);
        // What is half read comes again.
        sse.resumed();
        let stream = Stream { waits: Some((now + pause, sse)), mark, vain };
        http.handshake.streams.insert(wire, stream);
        if let Some(call) = self.calls.by_wire(wire).and_then(|call| self.calls.get_mut(call)) {
            call.rests(now, pause);
            let late = call.deadline(now);
            self.due_by(late);
        }
        self.due_by(now + pause);
        true
    }

    /// Opens the streams whose time has come.
    pub(super) fn streams_are_due(&mut self, now: Millis) {
        let Some(http) = &mut self.http else { return };
        let streams = &mut http.handshake.streams;
        let due: Vec<WireId> = streams
            .iter()
            .filter(|(_, stream)| stream.due().is_some_and(|due| now >= due))
            .map(|(wire, _)| *wire)
            .collect();
        for wire in due {
            let Some(http) = &mut self.http else { return };
            let waits =
                http.handshake.streams.get_mut(&wire).and_then(|stream| stream.waits.take());
            let Some((_, sse)) = waits else { continue };
            let last = sse.last_id().map(str::to_owned);
            if let Some(id) = self.get(Errand::Resumed(wire), last) {
                self.set_body(id, Body::Events(sse));
            }
        }
        if self.ear().is_some_and(|ear| ear.again.is_some_and(|again| now >= again)) {
            self.listen_unasked();
        }
    }

    /// The server goes on with the stream of a request, or does not.
    pub(super) fn stream_resumes(
        &mut self,
        now: Millis,
        id: ExchangeId,
        wire: WireId,
        head: &Head,
    ) {
        let exchange = self.http.as_mut().and_then(|http| http.exchanges.get_mut(id));
        let Some(exchange) = exchange else { return };
        if is_good(head) && Content::of(head) == Content::Events {
            if let Body::Events(sse) = &mut exchange.body {
                sse.resumed();
            }
            return;
        }
        let body = std::mem::replace(&mut exchange.body, Body::Ignored);
        if let (Body::Events(sse), true) = (body, is_busy(head.status)) {
            if self.resume_later(now, id, wire, sse) {
                return self.let_go(now, id);
            }
        }
        let error = Error { http: fault(head, &[]).http, ..Error::new(Code::Lost, LOST) };
        if self.is_expired(id, head) {
            self.session_expires(now, id, fault(head, &[]));
        }
        self.unanswered(now, wire, Fate::Lost(error));
        self.let_go(now, id);
    }

    /// A request lost its stream together with the session.
    pub(super) fn lose_stream(&mut self, now: Millis, wire: WireId) {
        if let Some(call) = self.calls.answered(wire) {
            self.attempt_lost(now, call, Error::new(Code::Lost, LOST), false);
        }
    }
}

const LOST: &str = "the stream of the call broke, and the server does not go on with it";
