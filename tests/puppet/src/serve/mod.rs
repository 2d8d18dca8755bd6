//! The general server: something of everything that a client of the handshake revisions can meet.

mod ask;
mod link;
mod lists;
mod tools;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::record::Record;
use link::Link;

/// The revisions it speaks, the newest last.
const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// What a request comes to: a result, or an error's code and message.
pub(crate) type Answer = Result<Value, (i64, String)>;

/// Locks what no panic can leave half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Serves until the end of `input`. Tools run beside the reader, on threads of their own, and one of
/// them ends the process: this is for a process that is nothing but a server.
///
/// # Errors
/// Those of the input and of the record.
pub fn serve(
    input: &mut dyn BufRead,
    output: impl Write + Send + 'static,
    record: Record,
) -> io::Result<()> {
    let mut server = Server { link: Arc::new(Link::new(output, record)), stage: Stage::New };
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        server.link.note_read(text)?;
        match serde_json::from_str(text) {
            Ok(Value::Object(message)) => server.message(&message, text),
            Ok(_) => server.link.fail(&Value::Null, -32600, "a message is an object"),
            Err(_) => server.link.fail(&Value::Null, -32700, "that is not JSON"),
        }
    }
}

#[derive(PartialEq, Eq, PartialOrd)]
enum Stage {
    New,
    Answered,
    Ready,
}

struct Server {
    link: Arc<Link>,
    stage: Stage,
}

type Object = serde_json::Map<String, Value>;

impl Server {
    fn message(&mut self, message: &Object, text: &str) {
        let params = message.get("params").cloned().unwrap_or(Value::Null);
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            (Some(method), Some(id)) => self.request(id, method, &params, text),
            (Some(method), None) => self.notification(method, &params),
            (None, Some(id)) => self.link.reply(id, message),
            (None, None) => self.link.fail(&Value::Null, -32600, "neither a method nor an id"),
        }
    }

    fn notification(&mut self, method: &str, params: &Value) {
        match method {
            "notifications/initialized" if self.stage == Stage::Answered => {
                self.stage = Stage::Ready;
            }
            "notifications/cancelled" => self.link.cancel(&params["requestId"]),
            _ => {}
        }
    }

    fn request(&mut self, id: &Value, method: &str, params: &Value, text: &str) {
        let answer = match method {
            "ping" => Ok(json!({})),
            "initialize" => self.initialize(params),
            _ if self.stage != Stage::Ready => Err((-32600, "not initialized yet".to_owned())),
            "tools/call" => {
                tools::call(&self.link, id, params, text);
                return;
            }
            "logging/setLevel" => match params["level"].as_str() {
                Some(level) if self.link.set_level(level) => Ok(json!({})),
                _ => Err((-32602, "that is not a level".to_owned())),
            },
            "resources/subscribe" | "resources/unsubscribe" => match params["uri"].as_str() {
                Some(uri) => {
                    self.link.subscribe(uri, method == "resources/subscribe");
                    Ok(json!({}))
                }
                None => Err((-32602, "no uri".to_owned())),
            },
            _ => lists::answer(method, params),
        };
        self.link.answer(id, answer);
    }

    fn initialize(&mut self, params: &Value) -> Answer {
        if self.stage != Stage::New {
            return Err((-32600, "initialized already".to_owned()));
        }
        let Some(asked) = params["protocolVersion"].as_str() else {
            return Err((-32602, "no protocolVersion".to_owned()));
        };
        let revision = REVISIONS.iter().find(|known| **known == asked).unwrap_or(&REVISIONS[3]);
        self.link.set_revision(revision);
        self.stage = Stage::Answered;
        Ok(json!({
            "protocolVersion": revision,
            "capabilities": {
                "tools": {"listChanged": true},
                "resources": {"subscribe": true, "listChanged": true},
                "prompts": {"listChanged": true},
                "logging": {},
                "completions": {},
            },
            "serverInfo": {
                "name": "puppet",
                "version": "1",
                "icons": [{"src": "https://example.com/a.png"}, {"src": "https://cdn.example/a.png"}],
            },
            "instructions": "Everything here is for tests.",
        }))
    }
}
