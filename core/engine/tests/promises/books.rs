//! The books that a run is judged by: what the server said, what the session wrote, what the host
//! was told. They are kept from the bytes alone, with another JSON reader than the session's.

use mcpclient_engine::session::Event;
use mcpclient_engine::{CallId, InputId};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Default)]
pub struct Books {
    /// Calls that the session accepted, and how often they ended.
    pub ended: BTreeMap<CallId, u32>,
    /// Inputs that were shown, and how often they were answered or withdrawn.
    pub settled: BTreeMap<InputId, u32>,
    /// Wire ids of our requests, oldest first, and the call that each belongs to.
    pub requests: Vec<u64>,
    owner: BTreeMap<u64, CallId>,
    /// The server's line that has no end yet.
    unfinished: Vec<u8>,
    /// Requests of the server that wait for an answer, by id; how many of each.
    asked: BTreeMap<String, u32>,
    /// What the server answered, by our wire ids.
    answers: BTreeMap<u64, Vec<Value>>,
    /// Lines that this reader cannot read. The session may find an id in one, and answer it.
    unread: u32,
    any_unread: bool,
    closed: bool,
    /// Some requests are written later than others that were begun after them.
    pub waits: bool,
}

impl Books {
    /// The server sent something that may be as many messages.
    pub fn doubt(&mut self, messages: usize) {
        self.unread += messages as u32;
        self.any_unread |= messages > 0;
    }

    /// The server sent these bytes.
    pub fn heard(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte != b'\n' {
                self.unfinished.push(*byte);
                continue;
            }
            let line = std::mem::take(&mut self.unfinished);
            let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
            match serde_json::from_slice(line) {
                Ok(Value::Array(messages)) => messages.iter().for_each(|item| self.said(item)),
                Ok(message) => self.said(&message),
                Err(_) => {
                    self.unread += 1;
                    self.any_unread = true;
                }
            }
        }
    }

    /// The server is another one: what it had begun to say is lost.
    pub fn restarted(&mut self) {
        self.unfinished.clear();
    }

    fn said(&mut self, message: &Value) {
        let Some(id) = message.get("id") else { return };
        if message.get("method").is_some() {
            *self.asked.entry(id.to_string()).or_default() += 1;
        } else if let Some(wire) = whole(id) {
            self.answers.entry(wire).or_default().push(message.clone());
        }
    }

    /// The session wrote this line.
    pub fn wrote(&mut self, line: &str) {
        serde_json::from_str::<IgnoredAny>(line).expect("the session writes JSON");
        match serde_json::from_str(line) {
            Ok(Value::Array(answers)) => answers.iter().for_each(|answer| self.message(answer)),
            Ok(message) => self.message(&message),
            // JSON that this reader cannot hold: only what the server wrote itself.
            Err(_) => assert!(self.any_unread, "not of the server's making: {line}"),
        }
    }

    fn message(&mut self, message: &Value) {
        match (message.get("id"), message.get("method")) {
            (Some(id), Some(_)) => self.request(id, message),
            (Some(id), None) => {
                let owed = self.asked.get_mut(&id.to_string()).filter(|owed| **owed > 0);
                match owed {
                    Some(owed) => *owed -= 1,
                    None if self.unread > 0 => self.unread -= 1,
                    None => panic!("{id} was answered once too often"),
                }
            }
            (None, Some(_)) => {}
            (None, None) => panic!("neither method nor id: {message}"),
        }
    }

    fn request(&mut self, id: &Value, message: &Value) {
        let id = id.as_u64().expect("our ids are integers");
        let counts_up = self.requests.last().is_none_or(|last| *last < id);
        let new = counts_up || self.waits && !self.requests.contains(&id);
        assert!(new, "no wire id is used twice");
        self.requests.push(id);
        let Some(params) = message.get("params") else { return };
        let Some(call) = params.pointer("/_meta/call").and_then(Value::as_u64).map(CallId) else {
            return;
        };
        // What comes back with an attempt is what the server gave this very call.
        let given = |pointer: &str, fits: &dyn Fn(&Value) -> bool| {
            self.results_of(call).any(|result| result.pointer(pointer).is_some_and(fits))
        };
        if let Some(state) = params.get("requestState") {
            let kept = given("/requestState", &|given| given == state);
            assert!(kept || self.any_unread, "a state that the server never gave: {message}");
        }
        if let Some(responses) = params.get("inputResponses").and_then(Value::as_object) {
            let asked = given("/inputRequests", &|asked| {
                responses.keys().all(|key| asked.get(key).is_some())
            });
            assert!(asked || self.any_unread, "answers to what was never asked: {message}");
        }
        self.owner.insert(id, call);
    }

    /// The results that the server gave to the attempts of a call.
    fn results_of(&self, call: CallId) -> impl Iterator<Item = &Value> {
        let attempts = self.owner.iter().filter(move |(_, owner)| **owner == call);
        let answers = attempts.filter_map(|(wire, _)| self.answers.get(wire)).flatten();
        answers.filter_map(|answer| answer.get("result"))
    }

    /// The host was told this.
    pub fn told(&mut self, event: &Event, own: bool) {
        assert!(!self.closed, "an event after the last: {event:?}");
        match event {
            Event::Done { call, outcome } => {
                *self.ended.get_mut(call).expect("a known call") += 1;
                let Ok(success) = outcome else { return };
                // What was kept, or is not the server's own word, has no answer of its own.
                if !own && success.age.is_none() && !self.any_unread {
                    let result: Value =
                        serde_json::from_str(success.result.as_str()).expect("JSON");
                    let mut given = self.results_of(*call);
                    let is_it = |given: &Value| *given == result || given["result"] == result;
                    assert!(given.any(is_it), "not the result of {call:?}");
                }
            }
            Event::Input(request) => {
                assert!(self.settled.insert(request.id, 0).is_none(), "shown twice");
            }
            Event::Withdrawn { input, .. } => {
                *self.settled.get_mut(input).expect("a known input") += 1;
            }
            Event::Closed { .. } => self.closed = true,
            _ => {}
        }
    }

    /// Every call and every input has come to its one end.
    pub fn balance(&self) {
        for (call, times) in &self.ended {
            assert_eq!(*times, 1, "{call:?} ended {times} times");
        }
        for (input, times) in &self.settled {
            assert_eq!(*times, 1, "{input:?} was settled {times} times");
        }
        assert!(self.closed, "the end was told");
    }
}

/// An integer, however it is spelled.
fn whole(id: &Value) -> Option<u64> {
    let spelled = || id.as_f64().filter(|id| id.fract() == 0.0 && (0.0..1e15).contains(id));
    id.as_u64().or_else(|| spelled().map(|id| id as u64))
}
