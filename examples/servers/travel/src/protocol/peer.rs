//! The two directions of talk: answers to the client's requests, and questions of our own.
//!
//! Everything goes out through one queue that a thread of its own writes, in order. So neither
//! the read loop nor a tool stands still because another one is writing.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use super::message::RpcError;

/// Lines that may wait for a client that does not read; after that, we wait for it.
const QUEUE: usize = 1024;

/// A running tool call: the JSON text of the id that the client gave it.
pub type CallKey = String;

/// What the client said to a question.
pub type Outcome = Result<Value, RpcError>;

/// The other end of the pipes.
pub struct Peer {
    out: SyncSender<String>,
    talk: Mutex<Talk>,
}

#[derive(Default)]
struct Talk {
    closed: bool,
    asked: u64,
    running: HashSet<CallKey>,
    waiting: HashMap<u64, Waiting>,
}

struct Waiting {
    call: CallKey,
    answer: SyncSender<Outcome>,
}

impl Peer {
    /// Starts the thread that writes; it ends when the peer is dropped.
    pub fn start(mut out: impl Write + Send + 'static) -> (Self, JoinHandle<()>) {
        let (queue, lines) = mpsc::sync_channel::<String>(QUEUE);
        let writer = thread::spawn(move || {
            for line in lines {
                if out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_err() {
                    return; // the client is gone; its end of stdin will tell the read loop
                }
            }
        });
        (Self { out: queue, talk: Mutex::default() }, writer)
    }

    /// Sends one message. A client that is gone loses it.
    pub fn send(&self, message: &Value) {
        self.send_text(format!("{message}\n"));
    }

    fn send_text(&self, line: String) {
        let _ = self.out.send(line);
    }

    /// Tells the client something.
    pub fn notify(&self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// A tool call starts; false if one with this id is running already.
    pub fn begin(&self, call: &CallKey) -> bool {
        self.talk().running.insert(call.clone())
    }

    /// A tool call has ended; false if it was cancelled, so that nobody waits for its result.
    pub fn end(&self, call: &CallKey) -> bool {
        self.talk().running.remove(call)
    }

    /// Is the call still wanted?
    pub fn is_running(&self, call: &CallKey) -> bool {
        self.talk().running.contains(call)
    }

    /// Asks the client on behalf of a call. The receiver hangs up if the call is cancelled or
    /// the client leaves; none comes back if that has happened already. `params` is JSON text.
    pub fn ask(
        &self,
        call: &CallKey,
        method: &str,
        params: Option<String>,
    ) -> Option<Receiver<Outcome>> {
        let mut talk = self.talk();
        if talk.closed || !talk.running.contains(call) {
            return None;
        }
        talk.asked += 1;
        let id = talk.asked;
        let (answer, receiver) = mpsc::sync_channel(1);
        talk.waiting.insert(id, Waiting { call: call.clone(), answer });
        let params = params.map_or_else(String::new, |params| format!(r#","params":{params}"#));
        // Sent under the lock: a cancellation of this question must not overtake it.
        let _ = self
            .out
            .send(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\"{params}}}\n"));
        Some(receiver)
    }

    /// The client answered. Answers that nobody waits for, late ones among them, are dropped.
    pub fn answered(&self, id: &Value, outcome: Outcome) {
        let waiting = id.as_u64().and_then(|id| self.talk().waiting.remove(&id));
        if let Some(waiting) = waiting {
            let _ = waiting.answer.send(outcome);
        }
    }

    /// The client wants no answer to this call any more: withdraw what we asked for its sake.
    pub fn cancel(&self, call: &CallKey) {
        let mut talk = self.talk();
        if !talk.running.remove(call) {
            return; // unknown or over: cancelling and finishing may always cross
        }
        let withdrawn: Vec<u64> = talk
            .waiting
            .iter()
            .filter(|(_, waiting)| waiting.call == *call)
            .map(|(id, _)| *id)
            .collect();
        for id in withdrawn {
            talk.waiting.remove(&id);
            let params = json!({ "requestId": id, "reason": "the tool call was cancelled" });
            self.notify("notifications/cancelled", &params);
        }
    }

    /// The client has left: nothing we asked will be answered.
    pub fn close(&self) {
        let mut talk = self.talk();
        talk.closed = true;
        talk.waiting.clear();
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place where the answer to one request goes. Dropped unused, it answers nothing.
pub struct Reply {
    peer: Arc<Peer>,
    id: Value,
    batch: Option<Arc<Batch>>,
}

impl Reply {
    /// A reply under `id`, on a line of its own or as part of a batch.
    pub fn new(peer: &Arc<Peer>, id: Value, batch: Option<&Arc<Batch>>) -> Self {
        Self { peer: Arc::clone(peer), id, batch: batch.cloned() }
    }

    /// The name of the tool call that this reply ends.
    pub fn call_key(&self) -> CallKey {
        self.id.to_string()
    }

    /// Answers with a result that is JSON text on one line.
    pub fn send_text(self, result: &str) {
        let id = &self.id;
        self.peer.send_text(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n"));
    }

    /// Answers.
    pub fn send(self, outcome: Outcome) {
        let message = match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": self.id, "result": result }),
            Err(error) => error.response(&self.id),
        };
        match self.batch {
            Some(batch) => batch.answers().push(message),
            None => self.peer.send(&message),
        }
    }
}

/// The answers to a batch of requests: one line, sent when the last of its replies is done.
pub struct Batch {
    peer: Arc<Peer>,
    answers: Mutex<Vec<Value>>,
}

impl Batch {
    /// A batch without answers yet.
    pub fn new(peer: &Arc<Peer>) -> Arc<Self> {
        Arc::new(Self { peer: Arc::clone(peer), answers: Mutex::default() })
    }

    fn answers(&self) -> MutexGuard<'_, Vec<Value>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let answers = std::mem::take(&mut *self.answers());
        if !answers.is_empty() {
            self.peer.send(&Value::Array(answers));
        }
    }
}
