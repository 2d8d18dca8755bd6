//! The exchanges of a session that are not over: what each is for, and what came of it so far.

use super::body::Body;
use crate::ids::{ExchangeId, WireId};
use crate::time::Millis;
use crate::wire::Head;
use std::collections::{BTreeMap, VecDeque};

/// What an exchange is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    /// It carries a request of ours, and brings the answer.
    Request(WireId),
    /// It goes on with the stream of that request (HTP-17).
    Resumed(WireId),
    /// It carries something that is only accepted.
    Message,
    /// The same; the server's session begins with it.
    Initialized,
    /// It brings what the server says unasked (HTP-13).
    Stream,
    /// It brings everything, in the older transport (SSE-01).
    OldStream,
    /// It ends the server's session.
    End,
}

impl Errand {
    /// The request whose answer is expected on it.
    pub(crate) fn wire(self) -> Option<WireId> {
        match self {
            Self::Request(wire) | Self::Resumed(wire) => Some(wire),
            _ => None,
        }
    }
}

/// One exchange.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub errand: Errand,
    /// In which of the server's sessions it was made.
    pub session: u32,
    pub head: Option<Head>,
    pub body: Body,
    /// Bytes of our message, until an answer begins.
    unsent: usize,
    /// The same, of those that hold up reading.
    untaken: usize,
    /// Bytes of the answer that are kept.
    kept: usize,
    /// Bytes that were reserved for the answer because it promised to be so long.
    believed: usize,
    /// Nothing more comes of it.
    ended: bool,
}

impl Exchange {
    /// Something is still to come of it.
    pub(crate) fn is_awaited(&self) -> bool {
        !self.ended && !matches!(self.body, Body::Ignored)
    }
}

/// How long an exchange may go on after what was wanted of it is there: most end at once, and their connection
/// serves again.
const LINGER: Millis = Millis::seconds(1);

/// Every exchange that is not over.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    last: u64,
    open: BTreeMap<ExchangeId, Exchange>,
    by_wire: BTreeMap<WireId, ExchangeId>,
    /// Those of which nothing is wanted any more, and when they have to end; oldest first.
    lingering: VecDeque<(Millis, ExchangeId)>,
    /// Bytes of messages to which no answer has begun.
    unsent: usize,
    /// Of these, those of messages that are only accepted, and of requests that nobody has begun to send: a server
    /// may have to be read before it answers a request, but not before it accepts a message.
    untaken: usize,
    /// Bytes of answers that are kept, of all together.
    kept: usize,
    /// Messages, other than requests, that are not accepted yet.
    messages: usize,
    /// Bytes reserved for all answers.
    believed: usize,
}

impl Exchanges {
    /// A new one, with a message of so many bytes.
    pub(crate) fn open(&mut self, errand: Errand, session: u32, unsent: usize) -> ExchangeId {
        self.last += 1;
        let id = ExchangeId(self.last);
        if let Some(wire) = errand.wire() {
            self.by_wire.insert(wire, id);
        }
        self.unsent += unsent;
        self.untaken += unsent;
        self.messages += usize::from(is_message(errand));
        let exchange = Exchange {
            errand,
            session,
            head: None,
            body: Body::Awaited,
            unsent,
            untaken: unsent,
            kept: 0,
            believed: 0,
            ended: false,
        };
        self.open.insert(id, exchange);
        id
    }

    pub(crate) fn get(&self, id: ExchangeId) -> Option<&Exchange> {
        self.open.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: ExchangeId) -> Option<&mut Exchange> {
        self.open.get_mut(&id)
    }

    /// Those whose errand fits.
    pub(crate) fn all(&self, fits: impl Fn(&Exchange) -> bool) -> Vec<ExchangeId> {
        self.open.iter().filter(|(_, exchange)| fits(exchange)).map(|(id, _)| *id).collect()
    }

    /// The answer begins. Gives its errand, or nothing if that is no news.
    pub(crate) fn begin(&mut self, id: ExchangeId, head: &Head) -> Option<Errand> {
        let exchange = self.open.get_mut(&id).filter(|exchange| exchange.head.is_none())?;
        exchange.head = Some(head.clone());
        self.unsent -= std::mem::take(&mut exchange.unsent);
        self.untaken -= std::mem::take(&mut exchange.untaken);
        self.messages -= usize::from(is_message(exchange.errand));
        Some(exchange.errand)
    }

    /// Whoever makes it has it.
    pub(crate) fn is_taken(&mut self, id: ExchangeId) {
        let exchange = self.open.get_mut(&id).filter(|exchange| !is_message(exchange.errand));
        if let Some(exchange) = exchange {
            self.untaken -= std::mem::take(&mut exchange.untaken);
        }
    }

    /// Its body has changed: gives how many bytes of all bodies are kept now.
    pub(crate) fn weigh(&mut self, id: ExchangeId) -> usize {
        if let Some(exchange) = self.open.get_mut(&id) {
            self.kept -= exchange.kept;
            exchange.kept = exchange.body.kept();
            self.kept += exchange.kept;
        }
        self.kept
    }

    /// Its body is to be one whole, of the length that its head promises; of all promises together no more than
    /// `most` is believed.
    pub(crate) fn expect_whole(&mut self, id: ExchangeId, most: usize) {
        let room = most.saturating_sub(self.believed);
        let Some(exchange) = self.open.get_mut(&id) else { return };
        let promised = exchange.head.as_ref().and_then(|head| head.content_length);
        exchange.body = Body::whole(promised, room);
        exchange.believed = exchange.body.reserved();
        self.believed += exchange.believed;
    }

    /// Nothing more comes of it: gives its body.
    pub(crate) fn end(&mut self, id: ExchangeId) -> Option<Body> {
        let exchange = self.open.get_mut(&id)?;
        exchange.ended = true;
        let body = std::mem::replace(&mut exchange.body, Body::Ignored);
        self.weigh(id);
        Some(body)
    }

    /// It is over.
    pub(crate) fn remove(&mut self, id: ExchangeId) -> Option<Exchange> {
        let exchange = self.open.remove(&id)?;
        self.unsent -= exchange.unsent;
        self.untaken -= exchange.untaken;
        self.kept -= exchange.kept;
        self.believed -= exchange.believed;
        self.messages -= usize::from(exchange.head.is_none() && is_message(exchange.errand));
        self.answered(id, exchange.errand);
        Some(exchange)
    }

    fn answered(&mut self, id: ExchangeId, errand: Errand) {
        if let Some(wire) = errand.wire().filter(|wire| self.of(*wire) == Some(id)) {
            self.by_wire.remove(&wire);
        }
    }

    /// On which one the answer to that request is expected.
    pub(crate) fn of(&self, wire: WireId) -> Option<ExchangeId> {
        self.by_wire.get(&wire).copied()
    }

    /// Nothing more is wanted of it. It may end by itself for a while, so that its connection is kept; gives
    /// until when.
    pub(crate) fn linger(&mut self, id: ExchangeId, now: Millis) -> Option<Millis> {
        let exchange = self.open.get_mut(&id)?;
        exchange.body = Body::Ignored;
        let (errand, ended) = (exchange.errand, exchange.ended);
        self.weigh(id);
        self.answered(id, errand);
        if ended {
            return None;
        }
        while self.lingering.front().is_some_and(|(_, id)| !self.open.contains_key(id)) {
            self.lingering.pop_front();
        }
        let until = now + LINGER;
        self.lingering.push_back((until, id));
        Some(until)
    }

    /// Those that should have ended by now.
    pub(crate) fn overstayed(&mut self, now: Millis) -> Vec<ExchangeId> {
        let mut late = Vec::new();
        while self.lingering.front().is_some_and(|(until, _)| now >= *until) {
            if let Some((_, id)) = self.lingering.pop_front() {
                late.extend(self.remove(id).map(|_| id));
            }
        }
        late
    }

    /// When one of them should have ended.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.lingering.front().map(|(until, _)| *until)
    }

    pub(crate) fn unsent(&self) -> usize {
        self.unsent
    }

    pub(crate) fn untaken(&self) -> usize {
        self.untaken
    }

    pub(crate) fn messages(&self) -> usize {
        self.messages
    }

    /// None of them is anybody's business any more.
    pub(crate) fn clear(&mut self) {
        *self = Self { last: self.last, ..Self::default() };
    }
}

fn is_message(errand: Errand) -> bool {
    matches!(errand, Errand::Message | Errand::Initialized)
}
