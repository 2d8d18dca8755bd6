use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};

use serde_json::{Map, Value, json};

use super::{Answer, lock};
use crate::record::Record;

/// What the reader and the tools share: the output, and who waits for what.
pub(crate) struct Link {
    wire: Mutex<Wire>,
    state: Mutex<State>,
}

struct Wire {
    output: Box<dyn Write + Send>,
    record: Record,
}

#[derive(Default)]
struct State {
    next_id: i64,
    /// Our requests, and who waits for the answers.
    asked: HashMap<i64, Sender<Answer>>,
    /// The client's calls that can be cancelled, by the text of their ids.
    calls: HashMap<String, Arc<Cancelled>>,
    subscribed: HashSet<String>,
    level: usize,
    revision: &'static str,
}

/// Whether a call was cancelled.
#[derive(Default)]
pub(crate) struct Cancelled {
    flag: Mutex<bool>,
    changed: Condvar,
}

impl Cancelled {
    pub(crate) fn wait(&self) {
        let mut flag = lock(&self.flag);
        while !*flag {
            flag = self.changed.wait(flag).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    fn set(&self) {
        *lock(&self.flag) = true;
        self.changed.notify_all();
    }
}

const LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

impl Link {
    pub(crate) fn new(output: impl Write + Send + 'static, record: Record) -> Self {
        let wire = Wire { output: Box::new(output), record };
        Self { wire: Mutex::new(wire), state: Mutex::default() }
    }

    pub(crate) fn note_read(&self, text: &str) -> io::Result<()> {
        lock(&self.wire).record.read(0, text)
    }

    pub(crate) fn answer(&self, id: &Value, answer: Answer) {
        match answer {
            Ok(result) => self.write(&json!({"jsonrpc": "2.0", "id": id, "result": result})),
            Err((code, message)) => self.fail(id, code, &message),
        }
    }

    pub(crate) fn fail(&self, id: &Value, code: i64, message: &str) {
        let error = json!({"code": code, "message": message});
        self.write(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
    }

    pub(crate) fn notify(&self, method: &str, params: &Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks the client something; the answer comes through the receiver.
    pub(crate) fn ask(&self, method: &str, params: &Value) -> (i64, Receiver<Answer>) {
        let (sender, receiver) = mpsc::channel();
        let id = {
            let mut state = lock(&self.state);
            state.next_id += 1;
            let id = state.next_id;
            state.asked.insert(id, sender);
            id
        };
        let mut request = json!({"jsonrpc": "2.0", "id": id, "method": method});
        if !params.is_null() {
            request["params"] = params.clone();
        }
        self.write(&request);
        (id, receiver)
    }

    /// Stops to wait for an answer.
    pub(crate) fn forget(&self, id: i64) {
        lock(&self.state).asked.remove(&id);
    }

    /// The client answered. What nobody asked is only in the record.
    pub(crate) fn reply(&self, id: &Value, message: &Map<String, Value>) {
        let asker = id.as_i64().and_then(|id| lock(&self.state).asked.remove(&id));
        let Some(asker) = asker else { return };
        let answer = match (message.get("result"), message.get("error")) {
            (Some(result), None) => Ok(result.clone()),
            (_, error) => {
                let error = error.unwrap_or(&Value::Null);
                let code = error["code"].as_i64().unwrap_or_default();
                Err((code, error["message"].as_str().unwrap_or_default().to_owned()))
            }
        };
        // A tool that no longer waits has ended otherwise.
        let _ = asker.send(answer);
    }

    pub(crate) fn cancellable(&self, call: &Value) -> Arc<Cancelled> {
        Arc::clone(lock(&self.state).calls.entry(call.to_string()).or_default())
    }

    pub(crate) fn cancel(&self, call: &Value) {
        if let Some(cancelled) = lock(&self.state).calls.remove(&call.to_string()) {
            cancelled.set();
        }
    }

    pub(crate) fn subscribe(&self, uri: &str, wanted: bool) {
        let subscribed = &mut lock(&self.state).subscribed;
        if wanted {
            subscribed.insert(uri.to_owned());
        } else {
            subscribed.remove(uri);
        }
    }

    pub(crate) fn is_subscribed(&self, uri: &str) -> bool {
        lock(&self.state).subscribed.contains(uri)
    }

    /// Whether there is such a level.
    pub(crate) fn set_level(&self, level: &str) -> bool {
        let at = LEVELS.iter().position(|known| *known == level);
        if let Some(at) = at {
            lock(&self.state).level = at;
        }
        at.is_some()
    }

    pub(crate) fn is_logged(&self, level: &str) -> bool {
        LEVELS
            .iter()
            .position(|known| *known == level)
            .is_none_or(|at| at >= lock(&self.state).level)
    }

    pub(crate) fn set_revision(&self, revision: &'static str) {
        lock(&self.state).revision = revision;
    }

    /// Whether the session speaks this revision or a newer one.
    pub(crate) fn speaks(&self, revision: &str) -> bool {
        lock(&self.state).revision >= revision
    }

    fn write(&self, message: &Value) {
        let mut text = message.to_string();
        let wire = &mut *lock(&self.wire);
        let noted = wire.record.wrote(0, text.as_bytes());
        text.push('\n');
        let written = wire.output.write_all(text.as_bytes()).and_then(|()| wire.output.flush());
        if noted.and(written).is_err() {
            // The client is gone; the reader will see the end of input.
        }
    }
}
