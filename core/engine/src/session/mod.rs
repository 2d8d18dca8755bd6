//! One conversation with one server, as a pure state machine.
//!
//! The host speaks through [`Session::host`], the wire through [`Session::wire`], time through
//! [`Session::tick`]. What comes out waits in [`Session::output`], [`Session::next_action`] and
//! [`Session::next_event`]. Same calls, same results: a failing run is a list of calls.

mod cache;
mod calls;
mod carry;
mod checkpoints;
mod clock;
mod command;
mod config;
mod connect;
mod deprecated;
mod ending;
mod event;
mod host;
mod http;
mod inputs;
mod listing;
mod pages;
mod queue;
mod receive;
mod rehearsal;
mod requests;
mod restart;
mod rounds;
mod source;
mod suspend;
mod tasks;
mod url_gate;
mod watch;

pub use crate::model::{
    Answer, Checkpoint, Implementation, InputRequest, Offer, Review, Roots, ServerFacts, Trace,
    Wants,
};
pub use command::{CallOptions, Command, Listing, OnSuspend, Request};
pub use config::{SessionConfig, Times};
pub use event::{ClosedReason, Event, LaneEnd, SetAside, Success, Warning, WarningKind, Withdrawn};

pub use rehearsal::Rehearsal;
pub use watch::WatchFilter;

use crate::era::Revision;
use crate::error::Error;
use crate::ids::{CallId, ExchangeId, InputId, WireId};
use crate::policy::Buckets;
use crate::roots::RootList;
use crate::rpc::batch::Batches;
use crate::rpc::lines::Lines;
use crate::time::Millis;
use crate::wire::http::Mirrors;
use crate::wire::{Carrier, Failure, Head, HttpRequest, Outbox};
use cache::Cache;
use calls::Calls;
use connect::Greeting;
use http::Http;
use inputs::Inputs;
use listing::Changes;
use queue::Queue;
use std::collections::VecDeque;
use std::sync::Arc;
use url_gate::Visits;
use watch::Watch;

/// How far a session has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The handshake is under way; calls wait.
    Connecting,
    /// Calls go out.
    Ready,
    /// The lane is being closed; nothing is written any more.
    Closing,
    /// Over.
    Closed,
}

/// What happened on the wire.
#[derive(Debug)]
pub enum WireEvent<'a> {
    /// [`Session::input_buffer`] has grown. Lines stay in it while [`Session::wants_read`] is false: tell
    /// this again when it is true, and every notification arrives, however fast the server. Over HTTP, what
    /// came in [`WireEvent::Body`] is kept in the same way.
    Read,
    /// These bytes arrived, and cannot wait: what is too much for the host to take in time is dropped,
    /// and counted, as [`crate::Limits::events`] says.
    Bytes(&'a [u8]),
    /// The lane is at its end; nothing can be read any more.
    Closed(LaneEnd),
    /// What [`Action::Restart`] asked for is done: a fresh server is at the other end.
    Restarted,
    /// An exchange is answered: this is the head. What comes of an exchange after [`Action::Abort`] is
    /// ignored.
    Head(ExchangeId, &'a Head),
    /// The next part of the answer's body.
    Body(ExchangeId, &'a [u8]),
    /// The exchange is over, by itself or because of a failure. The last of it.
    End(ExchangeId, Option<Failure>),
}

/// What the owner of the lane shall do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Close the lane in order: for a child process, begin with its input. Over HTTP, end every exchange but the
    /// one that is the last, see [`Purpose::End`](crate::wire::Purpose::End), and tell [`WireEvent::Closed`].
    CloseLane,
    /// Make this HTTP request, and tell what comes of it under this name.
    Open(ExchangeId, Box<HttpRequest>),
    /// Give up that exchange: close its connection, or its stream of a connection that others use.
    Abort(ExchangeId),
    /// The server is gone and a fresh one is wanted. Start it again and tell [`WireEvent::Restarted`],
    /// or [`WireEvent::Closed`] if that cannot be done.
    Restart,
    /// With [`Roots::Live`]: the server asks for the roots. Give [`Command::Roots`] if the list has
    /// changed, and then [`Command::Answer`] to this input, which the host is not told of.
    AnswerRoots(InputId),
}

/// One client's side of one conversation.
pub struct Session {
    config: SessionConfig,
    phase: Phase,
    /// Agreed on in the handshake; until then, what was proposed.
    revision: Revision,
    server: Option<Arc<ServerFacts>>,
    /// Why it is over.
    over: Option<Error>,
    lines: Lines,
    output: Outbox,
    /// There if messages do not travel as lines.
    http: Option<Box<Http>>,
    actions: VecDeque<Action>,
    queue: Queue,
    calls: Calls,
    inputs: Inputs,
    batches: Batches,
    buckets: Buckets,
    roots: RootList,
    greeting: Greeting,
    /// Members for `_meta` of each request, in the stateless era.
    meta: String,
    /// What `logging/setLevel` set, in the stateless era.
    log_level: Option<String>,
    last_wire: u64,
    connect_deadline: Millis,
    watch: Watch,
    visits: Visits,
    cache: Cache,
    changes: Changes,
    /// What goes into headers of calls, over HTTP in the stateless era.
    mirrors: Mirrors,
    /// Of what is deprecated.
    told: deprecated::Told,
    /// Starts of a fresh server since one last answered a call.
    restarts: u32,
    /// The clocks of calls run, but for what the host owes single ones.
    clocks_run: bool,
    /// The connection sleeps.
    suspended: Option<OnSuspend>,
    /// Nothing is late before this. May be early.
    due: Option<Millis>,
}

impl Session {
    /// Begins: the first bytes are in [`Session::output`] at once.
    pub fn new(config: SessionConfig, now: Millis) -> Self {
        let connect_deadline = now + config.times.connect;
        let mut session = Self {
            phase: Phase::Connecting,
            revision: Revision::NEWEST_HANDSHAKE,
            server: None,
            over: None,
            lines: Lines::new(config.limits.message_bytes),
            output: Outbox::default(),
            http: match &config.carrier {
                Carrier::Lane => None,
                Carrier::Http(http) => Some(Box::new(Http::new(http.clone()))),
            },
            actions: VecDeque::new(),
            queue: Queue::new(&config.limits),
            calls: Calls::default(),
            inputs: Inputs::default(),
            batches: Batches::default(),
            buckets: Buckets::new(config.rates, now),
            roots: config.roots.clone(),
            greeting: Greeting::Done,
            meta: String::new(),
            log_level: None,
            last_wire: 0,
            connect_deadline,
            watch: Watch::default(),
            visits: Visits::default(),
            cache: Cache::default(),
            changes: Changes::default(),
            mirrors: Mirrors::default(),
            told: deprecated::Told::default(),
            restarts: 0,
            clocks_run: true,
            suspended: None,
            due: Some(connect_deadline),
            config,
        };
        session.greet(now);
        session
    }

    /// For appending what was read; then tell [`WireEvent::Read`]. Never take bytes away.
    pub fn input_buffer(&mut self) -> &mut Vec<u8> {
        self.lines.buffer()
    }

    /// Tells what happened on the wire.
    pub fn wire(&mut self, now: Millis, event: WireEvent<'_>) {
        match event {
            WireEvent::Read if self.http.is_some() => self.read_on(now),
            WireEvent::Read => self.receive(now, true),
            WireEvent::Bytes(bytes) => {
                self.lines.buffer().extend_from_slice(bytes);
                self.receive(now, false);
            }
            WireEvent::Closed(end) => self.lane_ended(now, end),
            WireEvent::Restarted => self.restarted(now),
            WireEvent::Head(exchange, head) => self.head(now, exchange, head),
            WireEvent::Body(exchange, bytes) => self.body(now, exchange, bytes),
            WireEvent::End(exchange, failure) => self.exchange_ended(now, exchange, failure),
        }
    }

    /// Tells the time. To be called when [`Session::deadline`] has come.
    pub fn tick(&mut self, now: Millis) {
        if self.due.is_some_and(|due| now >= due) {
            self.expire(now);
        }
    }

    /// When [`Session::tick`] is wanted next, if nothing happens before. May be early, is never late.
    pub fn deadline(&self) -> Option<Millis> {
        self.due
    }

    /// Bytes for the wire.
    pub fn output(&mut self) -> &mut Outbox {
        &mut self.output
    }

    /// What the owner of the lane shall do next.
    pub fn next_action(&mut self) -> Option<Action> {
        let action = self.actions.pop_front();
        if let (Some(Action::Open(id, _)), Some(http)) = (&action, &mut self.http) {
            http.is_taken(*id);
        }
        action
    }

    /// The oldest event that waits for the host.
    pub fn peek_event(&self) -> Option<&Event> {
        self.queue.front()
    }

    /// Takes the oldest event that waits for the host.
    pub fn next_event(&mut self) -> Option<Event> {
        self.queue.pop()
    }

    /// How many events wait.
    pub fn events_waiting(&self) -> usize {
        self.queue.len()
    }

    /// False while the host, or the server as a reader, is so far behind that reading should pause.
    pub fn wants_read(&self) -> bool {
        self.queue.has_room() && !self.is_behind()
    }

    /// Once [`Session::wants_read`] was false: whether enough was taken since for reading to go on.
    pub fn wants_read_again(&self) -> bool {
        self.queue.has_ample_room() && !self.is_behind()
    }

    /// The server does not take what we say.
    fn is_behind(&self) -> bool {
        let untaken = self.http.as_ref().map_or(0, |http| http.untaken());
        self.output.len() + untaken > self.config.limits.outgoing_bytes
            || self.http.as_ref().is_some_and(|http| http.is_behind())
    }

    /// What the server said of itself, once the handshake is done.
    pub fn server(&self) -> Option<&Arc<ServerFacts>> {
        self.server.as_ref()
    }

    /// Why it is over, once it is; [`Event::Closed`] tells the host the same.
    pub fn why_over(&self) -> Option<&Error> {
        self.over.as_ref()
    }

    /// How often a list has changed, whether the host was told or not: the server said so, or was started afresh.
    /// A list of another count ([`Success::as_of`]) says nothing any more.
    pub fn changes_of(&self, listing: Listing) -> u32 {
        self.changes.of(listing)
    }

    /// How far the session has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether an input still waits for an answer.
    pub fn input_open(&self, input: InputId) -> bool {
        self.inputs.get(input).is_some()
    }

    /// Whether an input stands at that checkpoint, or with `None` waits for its answer.
    pub fn input_stands(&self, input: InputId, at: Option<Checkpoint>) -> bool {
        self.inputs.get(input).is_some_and(|open| open.request.checkpoint == at)
    }

    /// Whether the call is under way: false once its [`Event::Done`] is there to be taken.
    pub fn call_open(&self, call: CallId) -> bool {
        self.calls.contains(call)
    }

    /// The root list as servers see it.
    pub fn roots(&self) -> &RootList {
        &self.roots
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Closing | Phase::Closed)
    }

    fn next_wire_id(&mut self) -> WireId {
        self.last_wire += 1;
        WireId(self.last_wire)
    }

    fn emit(&mut self, event: Event) {
        self.queue.push(event);
    }

    fn warn(&mut self, kind: WarningKind, detail: impl Into<String>) {
        self.emit(Event::Warning(Warning { kind, detail: detail.into() }));
    }

    fn due_by(&mut self, deadline: Millis) {
        self.due = Some(self.due.map_or(deadline, |due| due.min(deadline)));
    }
}

/// Shows how far it is and how much is under way. What people and servers said is none of a log's
/// business (SEC-18).
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("phase", &self.phase)
            .field("revision", &self.revision)
            .field("calls", &self.calls.len())
            .field("inputs", &self.inputs.len())
            .field("events", &self.queue.len())
            .field("unwritten", &self.output.len())
            .finish_non_exhaustive()
    }
}
