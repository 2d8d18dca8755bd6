//! Plays a run and compares what the session does with what it promised.

use super::books::Books;
use super::server;
use super::step::Step;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::{Root, RootList};
use mcpclient_engine::session::{
    Action, Answer, CallOptions, Command, Event, LaneEnd, Listing, Offer, Phase, Request, Roots,
    SessionConfig, WatchFilter, WireEvent,
};
use mcpclient_engine::{CallId, Limits, Millis, Session};
use std::collections::BTreeSet;

const EVENTS: usize = 32;
const MESSAGE: usize = 2_000;
const CALLS: usize = 8;
const INPUTS: usize = 4;

pub struct Witness {
    session: Session,
    now: Millis,
    history: Vec<String>,
    books: Books,
    /// Calls whose result is not one of the server's: all pages of a list in one, or our own word.
    own: BTreeSet<CallId>,
    /// The session wants another server process.
    wants_restart: bool,
    over: bool,
    /// Most messages that came at once.
    at_once: usize,
}

impl Witness {
    pub fn new(stateless: bool) -> Self {
        let mut config = SessionConfig::new("witness", "1");
        config.offer =
            Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..Offer::default() };
        config.tasks = stateless;
        if !stateless {
            config.revisions = Revision::HANDSHAKE.to_vec();
        }
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
            books: Books::default(),
            own: BTreeSet::new(),
            wants_restart: false,
            over: false,
            at_once: 0,
        };
        witness.look();
        witness
    }

    pub fn history(&self) -> &[String] {
        &self.history
    }

    pub fn take(&mut self, step: &Step) {
        self.act(step);
        self.look();
    }

    /// Closes what is left; then every call and every input must have come to its one end.
    pub fn end(&mut self) {
        let _ = self.session.host(self.now, Command::Close);
        self.session.wire(self.now, WireEvent::Closed(LaneEnd::default()));
        self.look();
        while self.event() {}
        self.books.balance();
        assert_eq!(self.session.phase(), Phase::Closed);
        assert_eq!(self.session.deadline(), None, "nothing is due after the end");
    }

    fn act(&mut self, step: &Step) {
        match step {
            Step::Call { method, progress, idle } => self.call(*method, *progress, *idle),
            Step::CancelCall(pick) => {
                if let Some(call) = self.known_call(*pick) {
                    let reason = Some("why".into());
                    let _ = self.session.host(self.now, Command::Cancel { call, reason });
                }
            }
            Step::Resume(pick) => {
                if let Some(call) = self.known_call(*pick) {
                    let _ = self.session.host(self.now, Command::Resume { call });
                }
            }
            Step::Answer { input, how } => self.answer(*input, *how),
            Step::Notify => {
                let notice = Command::Notify { method: "notifications/x".into(), params: None };
                let _ = self.session.host(self.now, notice);
            }
            Step::Roots(count) => {
                let mut list = RootList::default();
                for root in 0..count % 3 {
                    let _ = Root::new(format!("file:///r{root}"), None).map(|root| list.add(root));
                }
                let _ = self.session.host(self.now, Command::Roots(list));
            }
            Step::Watch(what) => {
                let filter = WatchFilter {
                    tools: what & 1 != 0,
                    prompts: what & 2 != 0,
                    uris: (what & 4 != 0).then(|| "file:///a".into()).into_iter().collect(),
                    ..WatchFilter::default()
                };
                let _ = self.session.host(self.now, Command::Watch(filter));
            }
            Step::Close => {
                let _ = self.session.host(self.now, Command::Close);
            }
            Step::LaneEnds => self.session.wire(self.now, WireEvent::Closed(LaneEnd::default())),
            Step::Restarted => {
                if std::mem::take(&mut self.wants_restart) {
                    self.books.restarted();
                    self.session.wire(self.now, WireEvent::Restarted);
                }
            }
            Step::Wait(time) => {
                self.now = self.now + Millis(u64::from(*time) * 10);
                self.session.tick(self.now);
                let due = self.session.deadline();
                assert!(due.is_none_or(|due| due > self.now), "late, and nothing came of it");
            }
            Step::Take(count) => {
                for _ in 0..*count {
                    self.event();
                }
            }
            // Whoever owns the lane pauses reading while the session does not want more.
            _ if !self.session.wants_read() => {}
            other => {
                let bytes = server::bytes(other, &self.books.requests, MESSAGE);
                self.at_once = self.at_once.max(bytes.iter().filter(|byte| **byte == b'{').count());
                self.books.heard(&bytes);
                self.session.wire(self.now, WireEvent::Bytes(&bytes));
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
            // The server sees whose request it is, and so can the books.
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
        let json = |text: &str| Json::parse(text).expect("JSON");
        let answer = match how % 7 {
            0 => Answer::Accept(Some(json(r#"{"name":"x"}"#))),
            1 => Answer::Accept(None),
            2 => Answer::Decline,
            3 => Answer::Cancel,
            4 => Answer::Fail { code: 7, message: "no".into() },
            5 => Answer::Result(json(r#"{"roots":[]}"#)),
            _ => Answer::Result(json(
                r#"{"role":"assistant","model":"m","content":{"type":"text","text":"t"}}"#,
            )),
        };
        let open = self.session.input_open(input);
        let done = self.session.host(self.now, Command::Answer { input, answer }).is_ok();
        assert!(open || !done, "an input that is gone took an answer");
        *settled += u32::from(done);
    }

    /// What was written, what is to be done, and how much waits.
    fn look(&mut self) {
        let output = self.session.output();
        let bytes = output.pending().to_vec();
        output.consume(bytes.len());
        let text = String::from_utf8(bytes).expect("UTF-8");
        for line in text.lines() {
            assert!(!self.over, "written after the end: {line}");
            self.history.push(format!("> {line}"));
            self.books.wrote(line);
        }
        while let Some(action) = self.session.next_action() {
            self.history.push(format!("{action:?}"));
            self.wants_restart |= action == Action::Restart;
        }
        self.over |= matches!(self.session.phase(), Phase::Closing | Phase::Closed);
        // The end of a call or an input is never dropped; more than one message is read only as
        // far as it came in one piece.
        let most = EVENTS + CALLS + 2 * INPUTS + 2 * self.at_once;
        let waiting = self.session.events_waiting();
        assert!(waiting <= most, "{waiting} events wait");
    }

    fn event(&mut self) -> bool {
        let Some(event) = self.session.next_event() else { return false };
        self.history.push(format!("{event:?}"));
        let own = matches!(&event, Event::Done { call, .. } if self.own.contains(call));
        self.books.told(&event, own);
        true
    }
}
