//! Plays a run over HTTP and compares what the session does with what it promised.

use super::host::Host;
use super::server;
use super::step::Step;
use super::web_step::WebStep;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{
    Action, Command, LaneEnd, Offer, Phase, Roots, SessionConfig, WireEvent,
};
use mcpclient_engine::wire::{
    Carrier, Failure, FailureKind, Head, HttpConfig, HttpMethod, HttpRequest, OldSse, Purpose,
};
use mcpclient_engine::{ExchangeId, Limits, Millis, Session};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const EVENTS: usize = 32;
const MESSAGE: usize = 2_000;
const CALLS: usize = 8;
const INPUTS: usize = 4;
/// No call takes longer.
const LAST: Millis = Millis::seconds(1_800);

const STATUS: [u16; 12] = [200, 202, 200, 204, 400, 401, 404, 405, 429, 500, 503, 302];
const KINDS: [Option<&str>; 4] =
    [Some("application/json"), Some("text/event-stream"), None, Some("text/html")];

/// Which servers may be spoken to.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    Any,
    Handshake,
    Stateless,
    OldSse,
}

pub struct WebWitness {
    session: Session,
    now: Millis,
    history: Vec<String>,
    host: Host,
    /// Exchanges that are neither over nor given up.
    open: BTreeMap<ExchangeId, Open>,
    last: Option<ExchangeId>,
    over: bool,
    closing: bool,
    /// Most messages that came at once.
    at_once: usize,
    /// Sleeps and their ends, each of which is told.
    sleeps: usize,
    asleep: bool,
    /// The session did not want to be read to.
    paused: bool,
}

struct Open {
    purpose: Purpose,
    /// The id of the request that it carries.
    wire: Option<u64>,
    method: String,
    /// Once it is answered: whether with events.
    events: Option<bool>,
}

impl WebWitness {
    pub fn new(mode: Mode) -> Self {
        let mut config = SessionConfig::new("witness", "1");
        config.offer =
            Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..Offer::default() };
        let mut http = HttpConfig::new("https://api.example.com/mcp");
        match mode {
            Mode::Any => config.tasks = true,
            Mode::Handshake => config.revisions = Revision::HANDSHAKE.to_vec(),
            Mode::Stateless => {
                config.tasks = true;
                config.revisions = vec![Revision::R2026];
            }
            Mode::OldSse => {
                config.revisions = Revision::HANDSHAKE.to_vec();
                http.old_sse = OldSse::Only;
            }
        }
        config.times.wall = LAST;
        config.carrier = Carrier::Http(http);
        config.limits = Limits {
            events: EVENTS,
            message_bytes: MESSAGE,
            calls: CALLS,
            inputs: INPUTS,
            ..Limits::default()
        };
        let mut witness = Self {
            session: Session::new(config, Millis(0)),
            now: Millis(0),
            history: Vec::new(),
            host: Host::of_exchanges(),
            open: BTreeMap::new(),
            last: None,
            over: false,
            closing: false,
            at_once: 0,
            sleeps: 0,
            asleep: false,
            paused: false,
        };
        witness.look();
        witness
    }

    pub fn history(&self) -> &[String] {
        &self.history
    }

    pub fn take(&mut self, step: &WebStep) {
        self.act(step);
        self.look();
        if self.paused && self.session.wants_read_again() {
            self.session.wire(self.now, WireEvent::Read);
            self.look();
        }
        self.paused = !self.session.wants_read();
    }

    /// Closes what is left; then every call and every input must have come to its one end.
    pub fn end(&mut self) {
        self.silence();
        let _ = self.session.host(self.now, Command::Close);
        self.look();
        assert!(self.closing || self.session.phase() == Phase::Closed, "nobody is told to close");
        let last: Vec<_> = self.open.keys().copied().collect();
        for id in last {
            self.ends(id, 0);
        }
        self.session.wire(self.now, WireEvent::Closed(LaneEnd::default()));
        self.look();
        while self.event() {}
        self.host.books.balance();
        assert_eq!(self.session.phase(), Phase::Closed);
        assert_eq!(self.session.deadline(), None, "nothing is due after the end");
    }

    /// Nobody says anything any more: each call comes to its end in time.
    fn silence(&mut self) {
        let _ = self.session.host(self.now, Command::Wake);
        self.asleep = false;
        self.look();
        let last = self.now + LAST + Millis::seconds(1);
        while let Some(due) = self.session.deadline().filter(|due| *due <= last) {
            self.now = self.now.max(due);
            self.tick();
        }
        self.now = last;
        self.tick();
        while self.event() {}
        for (call, times) in &self.host.books.ended {
            assert_eq!(*times, 1, "{call:?} hangs");
        }
    }

    fn tick(&mut self) {
        self.session.tick(self.now);
        let due = self.session.deadline();
        assert!(due.is_none_or(|due| due > self.now), "late, and nothing came of it");
        self.look();
    }

    fn act(&mut self, step: &WebStep) {
        match step {
            WebStep::Good => self.good(),
            WebStep::Host(step) => self.of_the_host(step),
            WebStep::Head { exchange, status, kind, session, promise } => {
                let Some(id) = self.pick(*exchange) else { return };
                let kind = KINDS[usize::from(*kind) % KINDS.len()];
                let status = STATUS[usize::from(*status) % STATUS.len()];
                let content_length = (*promise > 8).then_some(u64::MAX >> (promise % 64));
                self.head(id, &Head { content_length, ..head(status, kind, *session) });
            }
            WebStep::Says { exchange, own, what } => {
                let Some(id) = self.pick(*exchange) else { return };
                let wire = self.open[&id].wire.filter(|_| *own);
                let requests = wire.map_or(self.host.books.requests.clone(), |wire| vec![wire]);
                let message = server::bytes(what, &requests, MESSAGE);
                self.host.books.heard(&message);
                self.body(id, &message);
            }
            WebStep::Raw { exchange, bytes } => {
                let Some(id) = self.pick(*exchange) else { return };
                self.host.books.doubt(bytes.len());
                self.raw(id, bytes);
            }
            WebStep::End { exchange, how } => {
                if let Some(id) = self.pick(*exchange) {
                    self.ends(id, *how);
                }
            }
            WebStep::Replies { exchange, how } => {
                if let Some(id) = self.pick(*exchange) {
                    self.replies(id, *how, *how < 3);
                }
            }
            WebStep::Closed => {
                if std::mem::take(&mut self.closing) {
                    self.open.clear();
                    self.session.wire(self.now, WireEvent::Closed(LaneEnd::default()));
                }
            }
        }
    }

    fn good(&mut self) {
        let waits = self.open.iter().find(|(_, open)| open.events.is_none());
        let Some((&id, open)) = waits else { return };
        let how = match open.method.as_str() {
            "server/discover" => super::step::STATELESS,
            "initialize" => 0,
            _ => 7,
        };
        if open.purpose == Purpose::Stream {
            return self.head(id, &head(200, KINDS[1], false));
        }
        self.replies(id, how, true);
    }

    /// A whole answer.
    fn replies(&mut self, id: ExchangeId, how: u8, session: bool) {
        let Some(wire) = self.open[&id].wire else {
            self.head(id, &head(202, None, false));
            return self.ends(id, 0);
        };
        let what = match how {
            0..=super::step::STATELESS => Step::Greet { how },
            how => Step::ServerAnswers { call: 0, how: how - 7 },
        };
        let message = server::bytes(&what, &[wire], MESSAGE);
        self.host.books.heard(&message);
        self.head(id, &head(200, KINDS[0], session));
        self.body(id, &message);
        self.ends(id, 0);
    }

    fn of_the_host(&mut self, step: &Step) {
        self.sleeps += usize::from(matches!(step, Step::Suspend(_) | Step::Wake));
        if self.host.act(&mut self.session, self.now, step) {
            // What ends calls is said before it sleeps.
            self.asleep &= !matches!(step, Step::Wake);
            self.look();
            self.asleep |= matches!(step, Step::Suspend(_)) && !self.over;
            return;
        }
        match step {
            Step::Wait(time) => {
                self.now = self.now + Millis(u64::from(*time) * 10);
                self.tick();
            }
            Step::Take(count) => {
                for _ in 0..*count {
                    self.event();
                }
            }
            _ => {}
        }
    }

    fn pick(&self, pick: u8) -> Option<ExchangeId> {
        self.open.keys().nth(usize::from(pick) % self.open.len().max(1)).copied()
    }

    fn head(&mut self, id: ExchangeId, head: &Head) {
        let Some(open) = self.open.get_mut(&id).filter(|open| open.events.is_none()) else {
            return;
        };
        open.events = Some(head.content_type.as_deref() == KINDS[1]);
        self.session.wire(self.now, WireEvent::Head(id, head));
        self.look();
    }

    /// A message in the shape that the answer has.
    fn body(&mut self, id: ExchangeId, message: &[u8]) {
        let Some(events) = self.open.get(&id).and_then(|open| open.events) else { return };
        if events {
            let event = [b"id: 1\ndata: ", message, b"\n"].concat();
            self.raw(id, &event);
        } else {
            self.raw(id, message);
        }
    }

    /// Whoever makes the exchange pauses reading while the session does not want more.
    fn raw(&mut self, id: ExchangeId, bytes: &[u8]) {
        let begun = self.open.get(&id).is_some_and(|open| open.events.is_some());
        if !begun || !self.session.wants_read() {
            return;
        }
        self.at_once = self.at_once.max(bytes.iter().filter(|byte| **byte == b'{').count());
        self.session.wire(self.now, WireEvent::Body(id, bytes));
        self.look();
    }

    fn ends(&mut self, id: ExchangeId, how: u8) {
        let Some(open) = self.open.remove(&id) else { return };
        let kind = match how % 5 {
            0 if open.events.is_some() => None,
            1 if open.events.is_none() => Some(FailureKind::Unreachable),
            2 if open.events.is_none() => Some(FailureKind::Forbidden),
            3 => Some(FailureKind::Timeout),
            4 => Some(FailureKind::TooLarge),
            _ => Some(FailureKind::Broken),
        };
        let failure = kind.map(|kind| Failure { kind, message: "it broke".into() });
        self.session.wire(self.now, WireEvent::End(id, failure));
        self.look();
    }

    /// What is to be done, and how much waits.
    fn look(&mut self) {
        while let Some(action) = self.session.next_action() {
            self.history.push(format!("{action:?}"));
            match action {
                Action::Open(id, request) => self.opens(id, &request),
                Action::Abort(id) => {
                    assert!(self.open.remove(&id).is_some(), "{id:?} is not open");
                }
                Action::CloseLane => {
                    self.closing = true;
                    self.open.retain(|_, open| open.purpose == Purpose::End);
                }
                Action::Restart | Action::AnswerRoots(_) => panic!("{action:?}"),
            }
        }
        assert!(self.session.output().is_empty(), "there is no lane");
        self.over |= matches!(self.session.phase(), Phase::Closing | Phase::Closed);
        let most = EVENTS + CALLS + 2 * INPUTS + 2 * self.at_once + self.sleeps;
        let waiting = self.session.events_waiting();
        assert!(waiting <= most, "{waiting} events wait");
    }

    fn opens(&mut self, id: ExchangeId, request: &HttpRequest) {
        assert!(self.last.is_none_or(|last| last < id), "an exchange's name is used once");
        assert!(!self.over || request.purpose == Purpose::End, "sent after the end: {request:?}");
        assert!(!self.asleep || request.purpose == Purpose::End, "sent in its sleep");
        self.last = Some(id);
        let body = request.body.as_deref();
        if let Some(body) = body {
            self.history.push(format!("> {body}"));
            self.host.books.wrote(body);
        }
        let message: Value =
            body.and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default();
        check(request, &message);
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let wire = message["id"].as_u64().filter(|_| !method.is_empty());
        self.open.insert(id, Open { purpose: request.purpose, wire, method, events: None });
    }

    fn event(&mut self) -> bool {
        let Some(event) = self.session.next_event() else { return false };
        self.history.push(format!("{event:?}"));
        self.host.told(&event);
        true
    }
}

fn head(status: u16, kind: Option<&str>, session: bool) -> Head {
    let content_type = kind.map(str::to_owned);
    let session_id = session.then(|| "session".to_owned());
    Head { status, content_type, session_id, ..Head::default() }
}

/// What holds for every request: one value for each header, which nobody takes apart; and what headers repeat is
/// what the body says.
fn check(request: &HttpRequest, message: &Value) {
    let mut names = BTreeSet::new();
    for (name, value) in &request.headers {
        assert!(names.insert(name.to_ascii_lowercase()), "{name} stands twice");
        assert!(value.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{name}: {value:?}");
        assert_eq!(value.trim(), value, "{name}");
    }
    let header = |name: &str| {
        let mut values = request.headers.iter().filter(|(other, _)| other == name);
        values.next().map(|(_, value)| value.as_str())
    };
    assert_eq!(request.body.is_some(), request.method == HttpMethod::Post);
    assert_eq!(request.purpose == Purpose::End, request.method == HttpMethod::Delete);
    let meta = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    if let Some(version) = meta.as_str() {
        assert_eq!(header("MCP-Protocol-Version"), Some(version));
        assert_eq!(header("Mcp-Method"), message["method"].as_str());
        assert_eq!(header("Mcp-Session-Id").or(header("Last-Event-ID")), None);
    }
    if let Some(url) = &request.url {
        assert!(url.starts_with("https://api.example.com/"), "another origin");
    }
}
