//! Sessions over HTTP, with the test in the place of the HTTP stack and of the server.

use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Action, CallOptions, Command, Event, Listing, Request, Session, SessionConfig, Success,
    Warning, WireEvent,
};
use mcpclient_engine::wire::{
    Carrier, Failure, FailureKind, Head, HttpConfig, HttpMethod, HttpRequest, Purpose,
};
use mcpclient_engine::{CallId, Error, ExchangeId, Millis};
use std::collections::VecDeque;

pub const URL: &str = "https://example.com/mcp";
pub const JSON: &str = "application/json";
pub const EVENTS: &str = "text/event-stream";

/// One exchange that the session wants.
#[derive(Debug)]
pub struct Opened {
    pub id: ExchangeId,
    pub request: HttpRequest,
}

impl Opened {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found =
            self.request.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} stands twice");
        value
    }

    pub fn body(&self) -> serde_json::Value {
        serde_json::from_str(self.request.body.as_deref().expect("a body")).expect("JSON")
    }

    pub fn method(&self) -> String {
        self.body()["method"].as_str().unwrap_or_default().to_owned()
    }

    /// The JSON-RPC id of the request.
    pub fn wire(&self) -> u64 {
        self.body()["id"].as_u64().expect("an id")
    }

    pub fn is(&self, method: HttpMethod, purpose: Purpose) -> bool {
        self.request.method == method && self.request.purpose == purpose
    }
}

pub struct Web {
    pub session: Session,
    pub now: Millis,
    opened: VecDeque<Opened>,
    pub aborted: Vec<ExchangeId>,
    pub closed: bool,
    pub warnings: Vec<Warning>,
    events: VecDeque<Event>,
}

pub fn config(revisions: Vec<Revision>) -> SessionConfig {
    let carrier = Carrier::Http(HttpConfig::new(URL));
    SessionConfig { revisions, carrier, ..SessionConfig::new("host", "1") }
}

impl Web {
    pub fn new(config: SessionConfig) -> Self {
        let now = Millis(1_000_000);
        Self {
            session: Session::new(config, now),
            now,
            opened: VecDeque::new(),
            aborted: Vec::new(),
            closed: false,
            warnings: Vec::new(),
            events: VecDeque::new(),
        }
    }

    /// A stateless session that is ready, whose server has tools.
    pub fn stateless() -> Self {
        Self::stateless_with(config(Era::Modern.revisions()))
    }

    pub fn stateless_with(config: SessionConfig) -> Self {
        let mut web = Self::new(config);
        let asked = web.take();
        assert_eq!(asked.method(), "server/discover");
        web.result(&asked, DISCOVERED);
        web.ready();
        web
    }

    /// A session of that revision that is ready, with nothing under way but the stream, if one is opened.
    pub fn handshake(revision: Revision) -> (Self, Option<Opened>) {
        Self::handshake_with(config(Revision::HANDSHAKE.to_vec()), revision, Some("s1"))
    }

    pub fn handshake_with(
        config: SessionConfig,
        revision: Revision,
        session: Option<&str>,
    ) -> (Self, Option<Opened>) {
        let mut web = Self::new(config);
        let stream = web.shake_hands(revision, session);
        (web, stream)
    }

    /// Plays a server that agrees to everything; gives the stream that was opened.
    pub fn shake_hands(&mut self, revision: Revision, session: Option<&str>) -> Option<Opened> {
        let asked = self.take();
        assert_eq!(asked.method(), "initialize");
        assert_eq!(asked.header("mcp-session-id"), None);
        assert_eq!(asked.header("mcp-protocol-version"), None);
        let head = Head { session_id: session.map(str::to_owned), ..head(200, JSON) };
        self.whole(asked.id, &head, &answer(asked.wire(), &initialized(revision)));
        let told = self.take();
        assert_eq!(told.method(), "notifications/initialized");
        self.accept(&told);
        let stream = self.try_take();
        if let Some(stream) = &stream {
            assert!(stream.is(HttpMethod::Get, Purpose::Stream));
            self.begin(stream.id, &head_of(EVENTS));
        }
        self.ready();
        stream
    }

    fn ready(&mut self) {
        match self.event() {
            Some(Event::Ready(_)) => {}
            other => panic!("{other:?}"),
        }
    }

    fn look(&mut self) {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Open(id, request) => {
                    assert!(!self.closed);
                    self.opened.push_back(Opened { id, request: *request });
                }
                Action::Abort(id) => self.aborted.push(id),
                Action::CloseLane => self.closed = true,
                other => panic!("{other:?}"),
            }
        }
        while let Some(event) = self.session.next_event() {
            match event {
                Event::Warning(warning) => self.warnings.push(warning),
                event => self.events.push_back(event),
            }
        }
    }

    /// The next exchange that the session wants.
    pub fn take(&mut self) -> Opened {
        self.try_take().expect("an exchange")
    }

    pub fn try_take(&mut self) -> Option<Opened> {
        self.look();
        self.opened.pop_front()
    }

    /// The next event that is no warning.
    pub fn event(&mut self) -> Option<Event> {
        self.look();
        self.events.pop_front()
    }

    pub fn nothing(&mut self) {
        self.look();
        assert!(self.opened.is_empty(), "{:?}", self.opened);
        assert!(self.events.is_empty(), "{:?}", self.events);
    }

    pub fn was_aborted(&mut self, id: ExchangeId) -> bool {
        self.look();
        self.aborted.contains(&id)
    }

    pub fn warned(&mut self, kind: mcpclient_engine::session::WarningKind) -> bool {
        self.look();
        self.warnings.iter().any(|warning| warning.kind == kind)
    }

    /// How a call ended, which must be the next event.
    pub fn outcome(&mut self, call: u64) -> Result<Success, Error> {
        match self.event() {
            Some(Event::Done { call: CallId(done), outcome }) if done == call => outcome,
            other => panic!("{other:?}"),
        }
    }

    pub fn command(&mut self, command: Command) {
        self.session.host(self.now, command).expect("it is carried out");
    }

    pub fn call(&mut self, call: u64, method: &str, params: &str) {
        self.call_with(call, method, params, CallOptions::default());
    }

    pub fn call_with(&mut self, call: u64, method: &str, params: &str, options: CallOptions) {
        let params = Some(Json::parse(params).expect("JSON"));
        let request = Request { method: method.into(), params, pages: None };
        self.command(Command::Call { call: CallId(call), request, options });
    }

    pub fn list(&mut self, call: u64, listing: Listing) {
        let request = listing.request();
        let options = CallOptions::default();
        self.command(Command::Call { call: CallId(call), request, options });
    }

    pub fn begin(&mut self, id: ExchangeId, head: &Head) {
        self.session.wire(self.now, WireEvent::Head(id, head));
    }

    pub fn send(&mut self, id: ExchangeId, bytes: &str) {
        self.session.wire(self.now, WireEvent::Body(id, bytes.as_bytes()));
    }

    pub fn end(&mut self, id: ExchangeId) {
        self.session.wire(self.now, WireEvent::End(id, None));
    }

    pub fn fail(&mut self, id: ExchangeId, kind: FailureKind) {
        let failure = Failure { kind, message: "it failed".into() };
        self.session.wire(self.now, WireEvent::End(id, Some(failure)));
    }

    /// An answer from its head to its end.
    pub fn whole(&mut self, id: ExchangeId, head: &Head, body: &str) {
        self.begin(id, head);
        self.send(id, body);
        self.end(id);
    }

    pub fn accept(&mut self, told: &Opened) {
        self.whole(told.id, &Head { status: 202, ..Head::default() }, "");
    }

    /// Answers a request with this result, as JSON.
    pub fn result(&mut self, asked: &Opened, result: &str) {
        self.whole(asked.id, &head_of(JSON), &answer(asked.wire(), result));
    }

    /// Answers a request with a status and a body.
    pub fn refuse(&mut self, asked: &Opened, status: u16, kind: &str, body: &str) {
        self.whole(asked.id, &head(status, kind), body);
    }

    /// Lets time pass, with every tick that the session wants.
    pub fn pass(&mut self, time: u64) {
        let until = self.now + Millis(time);
        while let Some(due) = self.session.deadline().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            self.session.tick(self.now);
            let next = self.session.deadline();
            assert!(next.is_none_or(|next| next > self.now), "time stands still");
        }
        self.now = until;
        self.session.tick(until);
    }
}

pub const DISCOVERED: &str = r#"{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{}}}"#;

pub fn initialized(revision: Revision) -> String {
    format!(
        r#"{{"protocolVersion":"{}","capabilities":{{"tools":{{}},"resources":{{"subscribe":true}},"prompts":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}"#,
        revision.wire()
    )
}

pub fn head(status: u16, kind: &str) -> Head {
    Head { status, content_type: Some(kind.into()), ..Head::default() }
}

pub fn head_of(kind: &str) -> Head {
    head(200, kind)
}

pub fn answer(wire: u64, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{wire},"result":{result}}}"#)
}

pub fn error(wire: u64, code: i64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{wire},"error":{{"code":{code},"message":"no"}}}}"#)
}

pub fn message(text: &str) -> String {
    format!("data: {text}\n\n")
}
