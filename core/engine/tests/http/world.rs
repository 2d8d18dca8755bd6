//! A session over HTTP with all that is around it, in memory: the driver's part, a server, a host, and a clock that
//! only goes on when nothing else does.

use mcpclient_engine::session::{Action, Command, Event, LaneEnd, Phase, SessionConfig, WireEvent};
use mcpclient_engine::wire::{
    Carrier, Failure, FailureKind, Head, HttpConfig, HttpMethod, HttpRequest, Purpose,
};
use mcpclient_engine::{CallId, Error, ExchangeId, InputId, Millis, Session};
use std::collections::{BTreeMap, VecDeque};

/// Where the server is.
pub const URL: &str = "https://api.example.com/mcp";

/// A part of an answer.
#[derive(Clone, Debug)]
pub enum Part {
    Head(Head),
    Body(Vec<u8>),
    /// In order.
    End,
    /// Not in order.
    Fail(FailureKind),
}

/// Answers of a server, in the order in which they arrive.
pub type Parts = VecDeque<(ExchangeId, Part)>;

/// A server, seen from the network.
pub trait Peer {
    /// A request arrived.
    fn heard(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts);
}

impl<F: FnMut(ExchangeId, &HttpRequest, &mut Parts)> Peer for F {
    fn heard(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts) {
        self(id, request, out);
    }
}

/// What a host does when it is told something.
pub trait Host {
    fn told(&mut self, event: &Event) -> Vec<Command>;
}

/// A host that only listens.
pub struct Silent;

impl Host for Silent {
    fn told(&mut self, _: &Event) -> Vec<Command> {
        Vec::new()
    }
}

/// Where the network breaks: so many heads and bytes after the beginning.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub at: usize,
    /// As an error, and not like the end of the answer.
    pub failure: bool,
    /// Nothing gets through afterwards.
    pub for_good: bool,
}

pub struct World<P, H> {
    pub session: Session,
    pub peer: P,
    pub host: H,
    pub now: Millis,
    /// All that the host was told.
    pub events: Vec<Event>,
    /// All that was sent.
    pub sent: Vec<(ExchangeId, HttpRequest)>,
    pub given_up: Vec<ExchangeId>,
    /// Calls that the session took, and how often they ended.
    calls: BTreeMap<CallId, u32>,
    /// Inputs that were shown, and how often they were answered or withdrawn.
    inputs: BTreeMap<InputId, u32>,
    /// Heads and bytes that have arrived.
    pub arrived: usize,
    /// Bodies arrive in pieces of so many bytes.
    pub piece: usize,
    cut: Option<Cut>,
    dead: bool,
    open: BTreeMap<ExchangeId, Open>,
    parts: Parts,
    closing: bool,
}

struct Open {
    purpose: Purpose,
    begun: bool,
}

/// More steps than this are a hang.
const STEPS: usize = 20_000;

impl<P: Peer, H: Host> World<P, H> {
    pub fn new(config: SessionConfig, peer: P, host: H, cut: Option<Cut>) -> Self {
        let carrier = match config.carrier {
            Carrier::Lane => Carrier::Http(HttpConfig::new(URL)),
            http @ Carrier::Http(_) => http,
        };
        let now = Millis(1_000);
        Self {
            session: Session::new(SessionConfig { carrier, ..config }, now),
            peer,
            host,
            now,
            events: Vec::new(),
            sent: Vec::new(),
            given_up: Vec::new(),
            calls: BTreeMap::new(),
            inputs: BTreeMap::new(),
            arrived: 0,
            piece: usize::MAX,
            cut,
            dead: false,
            open: BTreeMap::new(),
            parts: Parts::new(),
            closing: false,
        }
    }

    /// Asks the session for something, and lets happen what follows at once.
    pub fn host(&mut self, command: Command) {
        self.ask(command).expect("a command in its place");
        self.settle();
    }

    /// The same, without letting anything happen yet. The session may say no.
    pub fn ask(&mut self, command: Command) -> Result<(), Error> {
        let call = match &command {
            Command::Call { call, .. } => Some(*call),
            _ => None,
        };
        let input = match &command {
            Command::Answer { input, .. } => Some(*input),
            _ => None,
        };
        self.session.host(self.now, command)?;
        if let Some(call) = call {
            assert!(self.calls.insert(call, 0).is_none(), "{call:?} was taken twice");
        }
        if let Some(input) = input {
            *self.inputs.get_mut(&input).expect("an input that was shown") += 1;
        }
        Ok(())
    }

    /// After the end: every call and every input has come to its one end, and the host knows.
    pub fn balance(&self) {
        for (call, times) in &self.calls {
            assert_eq!(*times, 1, "{call:?} ended {times} times");
        }
        for (input, times) in &self.inputs {
            assert_eq!(*times, 1, "{input:?} was settled {times} times");
        }
        assert_eq!(self.session.phase(), Phase::Closed);
        assert_eq!(self.session.deadline(), None, "nothing is due after the end");
        assert!(matches!(self.events.last(), Some(Event::Closed { .. })), "the end was told last");
    }

    fn told(&mut self, event: &Event) {
        let closed = matches!(self.events.last(), Some(Event::Closed { .. }));
        assert!(!closed, "an event after the last: {event:?}");
        match event {
            Event::Input(input) => {
                assert!(self.inputs.insert(input.id, 0).is_none(), "shown twice");
            }
            Event::Withdrawn { input, .. } => *self.inputs.get_mut(input).expect("shown") += 1,
            Event::Done { call, .. } => *self.calls.get_mut(call).expect("taken") += 1,
            _ => {}
        }
    }

    /// Until nothing more happens by itself.
    pub fn settle(&mut self) {
        for _ in 0..STEPS {
            if !self.step() {
                return;
            }
        }
        panic!("this never comes to rest");
    }

    /// Until the session is over, or nothing is left to wait for.
    pub fn finish(&mut self) {
        for _ in 0..STEPS {
            self.settle();
            let Some(due) = self.session.deadline() else { return };
            assert!(due > self.now, "late at {:?}, and nothing came of it", self.now);
            self.now = due;
            self.session.tick(self.now);
        }
        panic!("there is always something to wait for");
    }

    /// Lets that much time pass.
    pub fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        loop {
            self.settle();
            match self.session.deadline().filter(|due| *due <= until) {
                Some(due) => self.now = due.max(self.now),
                None => break,
            }
            self.session.tick(self.now);
        }
        self.now = until;
        self.session.tick(self.now);
        self.settle();
    }

    /// The server says more on an exchange, unasked.
    pub fn says(&mut self, id: ExchangeId, part: Part) {
        self.parts.push_back((id, part));
        self.settle();
    }

    /// What was sent with that method; requests of JSON-RPC by theirs.
    pub fn sent_as(&self, method: &str) -> Vec<&(ExchangeId, HttpRequest)> {
        self.sent.iter().filter(|(_, request)| method_of(request) == method).collect()
    }

    fn step(&mut self) -> bool {
        if let Some(action) = self.session.next_action() {
            self.act(action);
        } else if let Some(event) = self.session.next_event() {
            self.told(&event);
            let commands = self.host.told(&event);
            self.events.push(event);
            for command in commands {
                // It may be too late for it.
                let _ = self.ask(command);
            }
        } else if self.session.wants_read() && !self.parts.is_empty() {
            let (id, part) = self.parts.pop_front().expect("one");
            self.arrive(id, &part);
        } else if self.closing && !self.open.values().any(|open| open.purpose == Purpose::End) {
            self.closing = false;
            self.session.wire(self.now, WireEvent::Closed(LaneEnd::default()));
        } else {
            return false;
        }
        true
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Open(id, request) => self.open(id, *request),
            Action::Abort(id) => {
                assert!(self.open.remove(&id).is_some(), "{id:?} is not open");
                self.given_up.push(id);
            }
            Action::CloseLane => {
                self.closing = true;
                self.open.retain(|_, open| open.purpose == Purpose::End);
            }
            Action::Restart | Action::AnswerRoots(_) => panic!("{action:?}"),
        }
    }

    fn open(&mut self, id: ExchangeId, request: HttpRequest) {
        assert!(!self.closing || request.purpose == Purpose::End, "{request:?} after the end");
        self.open.insert(id, Open { purpose: request.purpose, begun: false });
        if self.dead {
            self.parts.push_back((id, Part::Fail(FailureKind::Unreachable)));
        } else {
            self.peer.heard(id, &request, &mut self.parts);
        }
        self.sent.push((id, request));
    }

    fn arrive(&mut self, id: ExchangeId, part: &Part) {
        let Some(open) = self.open.get_mut(&id) else { return };
        let size = match part {
            Part::Head(_) => 1,
            Part::Body(bytes) => bytes.len(),
            Part::End | Part::Fail(_) => 0,
        };
        let cut = self.cut.filter(|cut| self.arrived + size > cut.at);
        match part {
            _ if cut.is_some() => {}
            Part::Head(head) => {
                open.begun = true;
                self.session.wire(self.now, WireEvent::Head(id, head));
            }
            Part::Body(bytes) => {
                for piece in bytes.chunks(self.piece) {
                    self.session.wire(self.now, WireEvent::Body(id, piece));
                }
            }
            Part::End => self.ends(id, None),
            Part::Fail(kind) => self.ends(id, Some(*kind)),
        }
        match cut {
            Some(cut) => self.breaks(id, part, cut),
            None => self.arrived += size,
        }
    }

    fn breaks(&mut self, id: ExchangeId, part: &Part, cut: Cut) {
        self.cut = None;
        if let Part::Body(bytes) = part {
            let rest = &bytes[..cut.at - self.arrived];
            if !rest.is_empty() {
                self.session.wire(self.now, WireEvent::Body(id, rest));
            }
        }
        self.dead = cut.for_good;
        // An answer that has not begun has no good end.
        let begun = self.open.get(&id).is_some_and(|open| open.begun);
        self.ends(id, (cut.failure || !begun).then_some(FailureKind::Broken));
        if self.dead {
            for id in self.open.keys().copied().collect::<Vec<_>>() {
                self.ends(id, Some(FailureKind::Broken));
            }
        }
    }

    fn ends(&mut self, id: ExchangeId, failure: Option<FailureKind>) {
        // The session may just have given it up.
        let pending = std::iter::from_fn(|| self.session.next_action()).collect::<Vec<_>>();
        for action in pending {
            self.act(action);
        }
        if self.open.remove(&id).is_some() {
            let failure = failure.map(|kind| Failure { kind, message: "it broke".into() });
            self.session.wire(self.now, WireEvent::End(id, failure));
        }
    }
}

/// The method of the message, or of HTTP where there is none; an answer's is empty.
pub fn method_of(request: &HttpRequest) -> String {
    match (&request.body, request.method) {
        (Some(body), _) => message(body)["method"].as_str().unwrap_or_default().to_owned(),
        (None, method) => HttpMethod::name(method).to_owned(),
    }
}

/// A body as another reader has it.
pub fn message(body: &str) -> serde_json::Value {
    serde_json::from_str(body).expect("the session writes JSON")
}

/// The value of a header.
pub fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    let mut values = request.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
    let value = values.next().map(|(_, value)| value.as_str());
    assert!(values.next().is_none(), "{name} stands twice");
    value
}

/// The head of an answer of that type.
pub fn head(status: u16, kind: &str) -> Head {
    let content_type = (!kind.is_empty()).then(|| kind.to_owned());
    Head { status, content_type, ..Head::default() }
}

/// A whole answer.
pub fn reply(out: &mut Parts, id: ExchangeId, status: u16, kind: &str, body: &str) {
    reply_with(out, id, head(status, kind), body);
}

/// The same, with a head of one's own.
pub fn reply_with(out: &mut Parts, id: ExchangeId, head: Head, body: &str) {
    out.push_back((id, Part::Head(head)));
    if !body.is_empty() {
        out.push_back((id, Part::Body(body.as_bytes().to_vec())));
    }
    out.push_back((id, Part::End));
}

pub const JSON: &str = "application/json";
pub const EVENTS: &str = "text/event-stream";
