//! Plays a run over HTTP and compares what the session does with what it promised.

use crate::books::Books;
use crate::script;
use crate::server;
use crate::step::Step;
use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Action, Answer, CallOptions, Command, Event, LaneEnd, Listing, Offer, OnSuspend, Phase,
    Request, Roots, SessionConfig, WatchFilter, WireEvent,
};
use mcpclient_engine::wire::{
    Carrier, Failure, FailureKind, Head, HttpConfig, HttpMethod, HttpRequest, OldSse, Purpose,
};
use mcpclient_engine::{CallId, ExchangeId, Limits, Millis, Session};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const EVENTS: usize = 32;
const MESSAGE: usize = 2_000;
const CALLS: usize = 8;
const INPUTS: usize = 4;
/// No call takes longer.
const LAST: Millis = Millis::seconds(1_800);

#[derive(Clone, Copy, Debug)]
pub enum Setup {
    Handshake,
    Stateless,
    Auto,
    Old,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub setup: Setup,
    pub steps: Vec<Move>,
}

/// What happens next.
#[derive(Clone, Debug)]
pub enum Move {
    /// The server does what a good one would, with the exchange that waits longest.
    Good,
    /// The host or the clock, or, on one of the exchanges, the server.
    Any {
        exchange: u8,
        step: Step,
    },
    Head {
        exchange: u8,
        status: u8,
        kind: u8,
        session: bool,
    },
    End {
        exchange: u8,
        failure: u8,
    },
    Raw {
        exchange: u8,
        bytes: Vec<u8>,
    },
    Sleep(bool),
    Wake,
}

pub fn run() -> impl Strategy<Value = Run> {
    let setup = prop_oneof![
        3 => Just(Setup::Handshake),
        3 => Just(Setup::Stateless),
        1 => Just(Setup::Auto),
        1 => Just(Setup::Old),
    ];
    let on_any =
        (any::<u8>(), script::step()).prop_map(|(exchange, step)| Move::Any { exchange, step });
    let next = prop_oneof![
        4 => Just(Move::Good),
        8 => on_any,
        3 => (any::<u8>(), any::<u8>(), 0..8u8, any::<bool>())
            .prop_map(|(exchange, status, kind, session)| Move::Head { exchange, status, kind, session }),
        3 => (any::<u8>(), 0..8u8).prop_map(|(exchange, failure)| Move::End { exchange, failure }),
        1 => (any::<u8>(), "(id: [a-z]|data:|retry: 5|event: endpoint\ndata: /m|\n){0,5}")
            .prop_map(|(exchange, text)| Move::Raw { exchange, bytes: text.into_bytes() }),
        1 => prop_oneof![any::<bool>().prop_map(Move::Sleep), Just(Move::Wake)],
    ];
    (setup, prop::collection::vec(next, 0..60), 0..10usize).prop_map(|(setup, mut steps, good)| {
        // Most runs begin well.
        for _ in 0..good {
            steps.insert(0, Move::Good);
        }
        Run { setup, steps }
    })
}

/// An exchange that is not over, as whoever makes it sees it.
struct Made {
    request: HttpRequest,
    /// Once the head was told: whether the body is a stream of events.
    events: Option<bool>,
}

pub struct Web {
    session: Session,
    stateless: bool,
    now: Millis,
    history: Vec<String>,
    books: Books,
    own: BTreeSet<CallId>,
    made: BTreeMap<ExchangeId, Made>,
    last: Option<ExchangeId>,
    over: bool,
    asleep: bool,
    paused: bool,
    at_once: usize,
}

impl Web {
    pub fn new(setup: Setup) -> Self {
        let mut config = SessionConfig::new("witness", "1");
        config.offer =
            Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..Offer::default() };
        config.revisions = match setup {
            Setup::Handshake => Revision::HANDSHAKE.to_vec(),
            Setup::Stateless => Era::Modern.revisions(),
            Setup::Auto | Setup::Old => Era::Auto.revisions(),
        };
        config.tasks = true;
        config.times.wall = LAST;
        let old = matches!(setup, Setup::Old);
        let old_sse = if old { OldSse::Only } else { OldSse::Fallback };
        let http = HttpConfig { old_sse, ..HttpConfig::new("https://example.com/mcp") };
        config.carrier = Carrier::Http(http);
        config.limits = Limits {
            events: EVENTS,
            message_bytes: MESSAGE,
            calls: CALLS,
            inputs: INPUTS,
            ..Limits::default()
        };
        let mut books = Books::default();
        books.waits = true;
        let mut web = Self {
            session: Session::new(config, Millis(0)),
            stateless: matches!(setup, Setup::Stateless),
            now: Millis(0),
            history: Vec::new(),
            books,
            own: BTreeSet::new(),
            made: BTreeMap::new(),
            last: None,
            over: false,
            asleep: false,
            paused: false,
            at_once: 0,
        };
        web.look();
        web
    }

    pub fn history(&self) -> &[String] {
        &self.history
    }

    pub fn take(&mut self, step: &Move) {
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
        self.session.wire(self.now, WireEvent::Closed(LaneEnd::default()));
        self.look();
        while self.event() {}
        self.books.balance();
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
            self.session.tick(self.now);
            self.look();
            let next = self.session.deadline();
            assert!(next.is_none_or(|next| next > self.now), "late, and nothing came of it");
        }
        self.now = last;
        self.session.tick(last);
        self.look();
        while self.event() {}
        for (call, times) in &self.books.ended {
            assert_eq!(*times, 1, "{call:?} hangs");
        }
    }

    fn act(&mut self, step: &Move) {
        match step {
            Move::Good => self.good(),
            Move::Any { exchange, step } => self.step(*exchange, step),
            Move::Head { exchange, status, kind, session } => {
                let Some(id) = self.pick(*exchange, false) else { return };
                const STATUS: [u16; 12] =
                    [200, 200, 200, 202, 204, 400, 401, 404, 404, 405, 500, 503];
                const KINDS: [&str; 5] =
                    ["application/json", "text/event-stream", "text/event-stream", "text/html", ""];
                let head = Head {
                    status: STATUS[usize::from(*status) % STATUS.len()],
                    content_type: KINDS.get(usize::from(*kind)).map(|kind| (*kind).to_owned()),
                    session_id: session.then(|| "s".to_owned()),
                    content_length: (*kind > 5).then_some(u64::MAX >> (status % 64)),
                    ..Head::default()
                };
                self.head(id, &head);
            }
            Move::End { exchange, failure } => {
                let pick = self.made.keys().nth(usize::from(*exchange) % self.made.len().max(1));
                let Some(id) = pick.copied() else { return };
                const KINDS: [FailureKind; 5] = [
                    FailureKind::Unreachable,
                    FailureKind::Forbidden,
                    FailureKind::Timeout,
                    FailureKind::Broken,
                    FailureKind::TooLarge,
                ];
                let failure = KINDS
                    .get(usize::from(*failure))
                    .map(|kind| Failure { kind: *kind, message: "it failed".into() });
                self.made.remove(&id);
                self.session.wire(self.now, WireEvent::End(id, failure));
            }
            Move::Raw { exchange, bytes } => {
                if let Some(id) = self.pick(*exchange, true) {
                    self.books.heard(b"?\n");
                    self.session.wire(self.now, WireEvent::Body(id, bytes));
                }
            }
            Move::Sleep(fail) => {
                let how = if *fail { OnSuspend::Fail } else { OnSuspend::Continue };
                // What ends calls is said before it sleeps.
                let asleep = self.session.host(self.now, Command::Suspend(how)).is_ok();
                self.look();
                self.asleep |= asleep;
            }
            Move::Wake => {
                let _ = self.session.host(self.now, Command::Wake);
                self.asleep = false;
            }
        }
    }

    /// One of the exchanges whose answer has, or has not, begun.
    fn pick(&self, pick: u8, begun: bool) -> Option<ExchangeId> {
        let fits = |made: &Made| made.events.is_some() == begun;
        let all: Vec<_> =
            self.made.iter().filter(|(_, made)| fits(made)).map(|(id, _)| *id).collect();
        all.get(usize::from(pick) % all.len().max(1)).copied()
    }

    fn head(&mut self, id: ExchangeId, head: &Head) {
        if let Some(made) = self.made.get_mut(&id) {
            let kind = head.content_type.as_deref().unwrap_or_default();
            made.events = Some(kind.starts_with("text/event"));
            self.session.wire(self.now, WireEvent::Head(id, head));
        }
    }

    fn good(&mut self) {
        let Some(id) = self.pick(0, false) else { return };
        let request = &self.made[&id].request;
        let body: serde_json::Value = request
            .body
            .as_deref()
            .map_or_else(Default::default, |body| serde_json::from_str(body).expect("JSON"));
        let kind = Some("text/event-stream".to_owned());
        let head = Head { status: 200, content_type: kind, ..Head::default() };
        let wire = body["id"].as_u64().filter(|_| body["method"].is_string());
        let how = match body["method"].as_str() {
            _ if request.method == HttpMethod::Get => return self.head(id, &head),
            Some("server/discover") if self.stateless => 6,
            Some("initialize") => 0,
            _ => 9,
        };
        let Some(wire) = wire else {
            let head = Head { status: 202, ..Head::default() };
            self.head(id, &head);
            return self.finish(id);
        };
        let bytes = if how == 9 {
            server::bytes(&Step::ServerAnswers { call: 0, how: 0 }, &[wire], MESSAGE)
        } else {
            server::bytes(&Step::Greet { how }, &[wire], MESSAGE)
        };
        let json = Some("application/json".to_owned());
        let session_id = Some("s".to_owned());
        self.head(id, &Head { content_type: json, session_id, ..head });
        self.books.heard(&bytes);
        self.session.wire(self.now, WireEvent::Body(id, &bytes));
        self.finish(id);
    }

    fn finish(&mut self, id: ExchangeId) {
        if self.made.remove(&id).is_some() {
            self.session.wire(self.now, WireEvent::End(id, None));
        }
    }

    fn step(&mut self, exchange: u8, step: &Step) {
        let now = self.now;
        match step {
            Step::Call { method, progress, idle } => self.call(*method, *progress, *idle),
            Step::CancelCall(pick) => {
                if let Some(call) = self.known_call(*pick) {
                    let _ = self.session.host(now, Command::Cancel { call, reason: None });
                }
            }
            Step::Resume(pick) => {
                if let Some(call) = self.known_call(*pick) {
                    let _ = self.session.host(now, Command::Resume { call });
                }
            }
            Step::Answer { input, how } => self.answer(*input, *how),
            Step::Notify | Step::Roots(_) => {
                let notice = Command::Notify { method: "notifications/x".into(), params: None };
                let _ = self.session.host(now, notice);
            }
            Step::Watch(what) => {
                let filter = WatchFilter {
                    tools: what & 1 != 0,
                    uris: (what & 4 != 0).then(|| "file:///a".into()).into_iter().collect(),
                    ..WatchFilter::default()
                };
                let _ = self.session.host(now, Command::Watch(filter));
            }
            Step::Close => {
                let _ = self.session.host(now, Command::Close);
            }
            Step::LaneEnds | Step::Restarted => {}
            Step::Wait(time) => {
                self.now = now + Millis(u64::from(*time) * 10);
                self.session.tick(self.now);
                let due = self.session.deadline();
                assert!(due.is_none_or(|due| due > self.now), "late, and nothing came of it");
            }
            Step::Take(count) => {
                for _ in 0..*count {
                    self.event();
                }
            }
            // Whoever makes the exchanges pauses reading while the session does not want more.
            _ if !self.session.wants_read() => {}
            said => {
                let Some(id) = self.pick(exchange, true) else { return };
                let line = server::bytes(said, &self.books.requests, MESSAGE);
                let braces = line.iter().filter(|byte| **byte == b'{').count();
                self.at_once = self.at_once.max(braces);
                self.books.heard(&line);
                let events = self.made[&id].events == Some(true);
                let bytes = if events { [b"data: ", &line[..], b"\n"].concat() } else { line };
                self.session.wire(self.now, WireEvent::Body(id, &bytes));
                if !events {
                    self.finish(id);
                }
            }
        }
    }

    fn call(&mut self, method: u8, progress: bool, idle: Option<u16>) {
        let call = CallId(self.books.ended.len() as u64 + 1);
        let (method, params, pages) = match method % 6 {
            0 => ("tools/list", "{}", Some(Listing::Tools)),
            1 => ("tools/call", r#"{"name":"a"}"#, None),
            2 => ("ping", "{}", None),
            3 => ("prompts/get", r#"{"name":"a"}"#, None),
            4 => ("resources/read", r#"{"uri":"file:///a"}"#, None),
            _ => ("resources/subscribe", r#"{"uri":"file:///a"}"#, None),
        };
        let request = Request { method: method.into(), params: Json::parse(params).ok(), pages };
        let options = CallOptions {
            idle: idle.map(|time| Millis(u64::from(time))),
            progress,
            retry_lost: progress,
            meta: Json::from_string(format!(r#"{{"call":{}}}"#, call.0)).ok(),
            ..CallOptions::default()
        };
        if self.session.host(self.now, Command::Call { call, request, options }).is_ok() {
            self.books.ended.insert(call, 0);
            if matches!(method, "tools/list" | "resources/subscribe") {
                self.own.insert(call);
            }
        }
    }

    fn known_call(&self, pick: u8) -> Option<CallId> {
        let calls = &self.books.ended;
        calls.keys().nth(usize::from(pick) % calls.len().max(1)).copied()
    }

    fn answer(&mut self, pick: u8, how: u8) {
        let inputs = &mut self.books.settled;
        let place = usize::from(pick) % inputs.len().max(1);
        let Some((&input, settled)) = inputs.iter_mut().nth(place) else { return };
        let answer = match how % 4 {
            0 => Answer::Accept(Json::parse(r#"{"name":"x"}"#).ok()),
            1 => Answer::Decline,
            2 => Answer::Fail { code: 7, message: "no".into() },
            _ => Answer::Cancel,
        };
        let open = self.session.input_open(input);
        let done = self.session.host(self.now, Command::Answer { input, answer }).is_ok();
        assert!(open || !done, "an input that is gone took an answer");
        *settled += u32::from(done);
    }

    /// What is to be opened and given up, and how much waits.
    fn look(&mut self) {
        let ended = self.over;
        while let Some(action) = self.session.next_action() {
            self.history.push(format!("{action:?}"));
            match action {
                Action::Open(id, request) => self.opened(id, *request, ended),
                Action::Abort(id) => {
                    self.made.remove(&id);
                }
                Action::CloseLane => {
                    assert!(!std::mem::replace(&mut self.over, true), "closed twice");
                    self.made.retain(|_, made| made.request.purpose == Purpose::End);
                }
                Action::Restart => panic!("there is no process to start"),
                Action::AnswerRoots(_) => {}
            }
        }
        assert!(self.session.output().is_empty(), "there is no lane");
        let most = EVENTS + CALLS + 3 * INPUTS + 2 * self.at_once + 8;
        let waiting = self.session.events_waiting();
        assert!(waiting <= most, "{waiting} events wait");
    }

    fn opened(&mut self, id: ExchangeId, request: HttpRequest, ended: bool) {
        assert!(self.last.is_none_or(|last| last < id), "no exchange has the name of another");
        assert!(!ended && !self.over, "opened after the end");
        assert!(!self.asleep || request.purpose == Purpose::End, "opened in its sleep");
        self.last = Some(id);
        if self.stateless {
            assert_eq!(request.method, HttpMethod::Post);
            assert!(
                !request
                    .headers
                    .iter()
                    .any(|(name, _)| name.eq_ignore_ascii_case("mcp-session-id"))
            );
        }
        if let Some(body) = &request.body {
            self.history.push(format!("> {body}"));
            self.books.wrote(body);
        }
        for (_, value) in &request.headers {
            assert!(value.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{value:?}");
        }
        self.made.insert(id, Made { request, events: None });
    }

    fn event(&mut self) -> bool {
        let Some(event) = self.session.next_event() else { return false };
        self.history.push(format!("{event:?}"));
        let own = matches!(&event, Event::Done { call, .. } if self.own.contains(call));
        self.books.told(&event, own);
        true
    }
}
