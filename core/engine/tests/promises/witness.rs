//! Plays a run and keeps its own books, to compare what the session does with what it promised.

use super::script::{STATELESS, Step};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::{Root, RootList};
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, LaneEnd, Listing, Offer, Phase, Request, Roots,
    SessionConfig, WireEvent,
};
use mcpclient_engine::{CallId, InputId, Limits, Millis, Session};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const EVENTS: usize = 32;
const MESSAGE: usize = 2_000;

pub struct Witness {
    session: Session,
    now: Millis,
    history: Vec<String>,
    /// Calls that the session accepted, and how often they ended.
    ended: BTreeMap<CallId, u32>,
    /// Inputs that were shown, and how often they were answered or withdrawn.
    settled: BTreeMap<InputId, u32>,
    /// Wire ids of our requests, oldest first.
    requests: Vec<u64>,
    seen_ids: BTreeSet<u64>,
    /// Requests of the server that wait for an answer, by id; how many of each.
    asked: BTreeMap<String, u32>,
    closed_events: u32,
    over: bool,
}

impl Witness {
    pub fn new(stateless: bool) -> Self {
        let mut config = SessionConfig::new("witness", "1");
        config.offer =
            Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..Offer::default() };
        if stateless {
            config.revisions = Revision::ALL.to_vec();
        }
        config.limits = Limits {
            events: EVENTS,
            message_bytes: MESSAGE,
            calls: 8,
            inputs: 4,
            ..Limits::default()
        };
        let mut witness = Self {
            session: Session::new(config, Millis(0)),
            now: Millis(0),
            history: Vec::new(),
            ended: BTreeMap::new(),
            settled: BTreeMap::new(),
            requests: Vec::new(),
            seen_ids: BTreeSet::new(),
            asked: BTreeMap::new(),
            closed_events: 0,
            over: false,
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
        for (call, times) in &self.ended {
            assert_eq!(*times, 1, "{call:?} ended {times} times");
        }
        for (input, times) in &self.settled {
            assert_eq!(*times, 1, "{input:?} was settled {times} times");
        }
        assert_eq!(self.closed_events, 1, "closed exactly once");
        assert_eq!(self.session.phase(), Phase::Closed);
        assert_eq!(self.session.deadline(), None, "nothing is due after the end");
    }

    fn act(&mut self, step: &Step) {
        match step {
            Step::Call { method, progress, idle } => self.call(*method, *progress, *idle),
            Step::CancelCall(pick) => {
                if let Some(call) = self.open_call(*pick) {
                    let _ = self
                        .session
                        .host(self.now, Command::Cancel { call, reason: Some("why".into()) });
                }
            }
            Step::Answer { input, how } => self.answer(*input, *how),
            Step::Notify => {
                let _ = self.session.host(
                    self.now,
                    Command::Notify { method: "notifications/x".into(), params: None },
                );
            }
            Step::Roots(count) => {
                let mut list = RootList::default();
                for root in 0..count % 3 {
                    let _ = Root::new(format!("file:///r{root}"), None).map(|root| list.add(root));
                }
                let _ = self.session.host(self.now, Command::Roots(list));
            }
            Step::Close => {
                let _ = self.session.host(self.now, Command::Close);
            }
            Step::LaneEnds => self.session.wire(self.now, WireEvent::Closed(LaneEnd::default())),
            Step::Wait(time) => {
                self.now = self.now + Millis(u64::from(*time) * 10);
                self.session.tick(self.now);
            }
            Step::Take(count) => {
                for _ in 0..*count {
                    self.event();
                }
            }
            other => {
                let bytes = self.server_bytes(other);
                self.session.wire(self.now, WireEvent::Bytes(&bytes));
            }
        }
    }

    fn call(&mut self, method: u8, progress: bool, idle: Option<u16>) {
        let call = CallId(self.ended.len() as u64 + 1);
        let request = match method % 3 {
            0 => Listing::Tools.request(),
            1 => Request {
                method: "tools/call".into(),
                params: Json::parse(r#"{"name":"a"}"#).ok(),
                pages: None,
            },
            _ => Request { method: "ping".into(), params: None, pages: None },
        };
        let idle = idle.map(|time| Millis(u64::from(time)));
        let options = CallOptions { idle, progress, ..CallOptions::default() };
        if self.session.host(self.now, Command::Call { call, request, options }).is_ok() {
            self.ended.insert(call, 0);
        }
    }

    fn open_call(&self, pick: u8) -> Option<CallId> {
        let calls: Vec<_> = self.ended.keys().collect();
        (!calls.is_empty()).then(|| *calls[usize::from(pick) % calls.len()])
    }

    fn answer(&mut self, pick: u8, how: u8) {
        let inputs: Vec<_> = self.settled.keys().copied().collect();
        if inputs.is_empty() {
            return;
        }
        let input = inputs[usize::from(pick) % inputs.len()];
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
        if done {
            *self.settled.get_mut(&input).expect("known") += 1;
        }
    }

    fn server_bytes(&mut self, step: &Step) -> Vec<u8> {
        let our_id = |pick: u8, requests: &[u64]| {
            requests.get(usize::from(pick) % requests.len().max(1)).copied().unwrap_or(999)
        };
        let line = match step {
            Step::ServerAnswers { call, how } => {
                let id = our_id(*call, &self.requests);
                match how {
                    0 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[]}}}}"#),
                    1 => format!(
                        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":5,"message":"no"}}}}"#
                    ),
                    2 => format!(r#"{{"jsonrpc":"2.0","id":{id}}}"#),
                    how => asks_first(id, *how),
                }
            }
            Step::ServerAsks { id, what } => self.asks(*id, *what),
            Step::Batch { id, what } => {
                let (first, second) = (self.asks(*id, *what), self.asks(id + 1, what / 2));
                format!("[{first},{second}]")
            }
            Step::ServerCancels(id) => format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":"s{id}"}}}}"#
            ),
            Step::Progress(pick) => {
                let token = our_id(*pick, &self.requests);
                format!(
                    r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":1}}}}"#
                )
            }
            Step::Log(text) => format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{text}}}}}"#
            ),
            Step::Unknown(id) => {
                format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, u64::from(*id) + 5_000)
            }
            Step::Garbage(bytes) => return bytes.clone(),
            Step::Huge { call } => {
                let id = our_id(*call, &self.requests);
                format!(
                    r#"{{"jsonrpc":"2.0","result":{{"t":"{}"}},"id":{id}}}"#,
                    "x".repeat(MESSAGE)
                )
            }
            Step::Torn { call, cut } => {
                let id = our_id(*call, &self.requests);
                let whole = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
                return whole.as_bytes()[..usize::from(*cut) % whole.len()].to_vec();
            }
            Step::Greet { how } => {
                let id = self.requests.last().copied().unwrap_or(1);
                if *how == STATELESS {
                    return format!(
                        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{{\"tools\":{{}}}}}}}}
"
                    )
                    .into_bytes();
                }
                const REVISIONS: [&str; 6] = [
                    "2025-06-18",
                    "2025-03-26",
                    "2024-11-05",
                    "2025-11-25",
                    "1999-01-01",
                    "2025-06-18",
                ];
                let revision = REVISIONS[usize::from(*how)];
                format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"{revision}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
                )
            }
            _ => unreachable!("not the server's"),
        };
        (line + "\n").into_bytes()
    }

    fn asks(&mut self, id: u8, what: u8) -> String {
        let (method, params) = match what % 6 {
            0 => ("ping", "{}"),
            1 => (
                "elicitation/create",
                r#"{"message":"m","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}"#,
            ),
            2 => (
                "sampling/createMessage",
                r#"{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":5}"#,
            ),
            3 => ("roots/list", "{}"),
            4 => ("vendor/x", "{}"),
            _ => ("elicitation/create", "{}"),
        };
        *self.asked.entry(format!("s{id}")).or_default() += 1;
        format!(r#"{{"jsonrpc":"2.0","id":"s{id}","method":"{method}","params":{params}}}"#)
    }

    /// What was written, and how much waits.
    fn look(&mut self) {
        let output = self.session.output();
        let bytes = output.pending().to_vec();
        output.consume(bytes.len());
        let text = String::from_utf8(bytes).expect("UTF-8");
        for line in text.lines() {
            assert!(!self.over, "written after the end: {line}");
            self.history.push(format!("> {line}"));
            let message: Value = serde_json::from_str(line).expect("the session writes JSON");
            match message {
                Value::Array(answers) => answers.iter().for_each(|answer| self.wrote(answer)),
                message => self.wrote(&message),
            }
        }
        self.over |= matches!(self.session.phase(), Phase::Closing | Phase::Closed);
        // Done, Withdrawn and Closed are never dropped; there are at most as many as calls and inputs.
        let most = EVENTS + self.ended.len() + self.settled.len() + 64;
        assert!(
            self.session.events_waiting() <= most,
            "{} events wait",
            self.session.events_waiting()
        );
    }

    fn wrote(&mut self, message: &Value) {
        let method = message.get("method").and_then(Value::as_str);
        match (message.get("id"), method) {
            (Some(id), Some(_)) => {
                let id = id.as_u64().expect("our ids are integers");
                assert!(self.seen_ids.insert(id), "wire id {id} was used twice");
                self.requests.push(id);
            }
            (Some(id), None) => {
                let id = id.as_str().expect("the server's ids are strings here");
                let owed = self.asked.get_mut(id).expect("an answer to what was never asked");
                assert!(*owed > 0, "request {id} was answered too often");
                *owed -= 1;
            }
            (None, Some(_)) => {}
            (None, None) => panic!("neither method nor id: {message}"),
        }
    }

    fn event(&mut self) -> bool {
        let Some(event) = self.session.next_event() else { return false };
        self.history.push(format!("{event:?}"));
        assert_eq!(self.closed_events, 0, "an event after the last: {event:?}");
        match &event {
            Event::Done { call, .. } => *self.ended.get_mut(call).expect("a known call") += 1,
            Event::Input(request) => {
                assert!(self.settled.insert(request.id, 0).is_none(), "shown twice");
            }
            Event::Withdrawn { input, .. } => {
                *self.settled.get_mut(input).expect("a known input") += 1;
            }
            Event::Closed { .. } => self.closed_events += 1,
            _ => {}
        }
        true
    }
}

/// A result that wants something first: state alone, a form, a sample, both, or the roots.
fn asks_first(id: u64, how: u8) -> String {
    let form = r#""f":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}"#;
    let sample = r#""s":{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":5}}"#;
    let requests = match how {
        3 => String::new(),
        4 => form.to_owned(),
        5 => sample.to_owned(),
        6 => format!("{form},{sample}"),
        _ => r#""r":{"method":"roots/list"}"#.to_owned(),
    };
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s{id}","inputRequests":{{{requests}}}}}}}"#
    )
}
