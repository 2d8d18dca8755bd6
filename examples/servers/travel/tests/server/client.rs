//! A client that says exactly what a test wants said.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

/// Only guards against hanging: no test depends on its length.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    sent: u64,
    /// Notifications that arrived while waiting for something else.
    pub heard: Vec<Value>,
    record: PathBuf,
}

/// Roots, sampling and forms.
pub fn everything() -> Value {
    json!({ "roots": { "listChanged": true }, "sampling": {}, "elicitation": {} })
}

impl Client {
    /// A server that has not been greeted.
    pub fn start() -> Self {
        let record = scratch("record").join("told.jsonl");
        let mut child = Command::new(env!("CARGO_BIN_EXE_travel-server"))
            .arg("--record")
            .arg(&record)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, sent: 0, heard: Vec::new(), record }
    }

    /// A server that has been greeted at the newest revision.
    pub fn ready(capabilities: Value) -> Self {
        Self::speaking("2025-11-25", capabilities).0
    }

    /// A server that has been greeted, and what it said to that.
    pub fn speaking(revision: &str, capabilities: Value) -> (Self, Value) {
        let mut client = Self::start();
        let params = json!({
            "protocolVersion": revision,
            "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" },
        });
        let greeting = client.result("initialize", params);
        client.notify("notifications/initialized", json!({}));
        (client, greeting)
    }

    pub fn send_text(&mut self, text: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(text).unwrap();
        stdin.flush().unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        self.send_text(format!("{message}\n").as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.sent += 1;
        let id = self.sent;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Starts a tool and returns the id of the call. Its progress comes under the token "p".
    pub fn call(&mut self, tool: &str) -> u64 {
        let params = json!({ "name": tool, "arguments": {}, "_meta": { "progressToken": "p" } });
        self.request("tools/call", params)
    }

    pub fn answer(&mut self, question: &Value, result: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }));
    }

    pub fn refuse(&mut self, question: &Value, code: i64) {
        let error = json!({ "code": code, "message": "no" });
        self.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }));
    }

    /// The next line, as it stood on the wire.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the server says something")
    }

    /// The next message that is not a notification.
    pub fn next(&mut self) -> Value {
        loop {
            let message: Value = serde_json::from_str(&self.line()).unwrap();
            if message.get("id").is_some() || message.is_array() {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// The next question, which must be this one.
    pub fn question(&mut self, method: &str) -> Value {
        let question = self.next();
        assert_eq!(question["method"], method, "{question}");
        question
    }

    /// The next message, which must be the answer to this request.
    pub fn response(&mut self, id: u64) -> Value {
        let response = self.next();
        assert_eq!(response["id"], id, "{response}");
        assert!(response.get("method").is_none(), "{response}");
        response
    }

    /// Asks and waits for a good answer.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let mut response = self.response(id);
        assert!(response.get("error").is_none(), "{response}");
        response["result"].take()
    }

    /// Asks and waits for the code of an error.
    pub fn error(&mut self, method: &str, params: Value) -> i64 {
        let id = self.request(method, params);
        self.response(id)["error"]["code"].as_i64().expect("an error")
    }

    /// Waits for a notification and takes it.
    pub fn hear(&mut self, method: &str) -> Value {
        loop {
            if let Some(place) = self.heard.iter().position(|it| it["method"] == method) {
                return self.heard.remove(place)["params"].take();
            }
            let message: Value = serde_json::from_str(&self.line()).unwrap();
            assert!(message.get("id").is_none(), "{message}");
            self.heard.push(message);
        }
    }

    /// What the server has written down so far.
    pub fn record(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.record).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Closes our side.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Closes our side, if it is open; the server must end well and have nothing more to say.
    pub fn leave(mut self) {
        self.close();
        assert!(self.child.wait().unwrap().success());
        let more: Vec<String> = self.lines.iter().collect();
        assert!(more.is_empty(), "{more:?}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // For tests that fail on their way to `leave`.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of a tool's result.
pub fn words(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// A model's answer.
pub fn sample(text: &str) -> Value {
    json!({
        "role": "assistant",
        "content": { "type": "text", "text": text },
        "model": "claude-sonnet-4-20250514",
        "stopReason": "endTurn",
    })
}

/// An empty folder that no other test uses.
pub fn scratch(name: &str) -> PathBuf {
    static USED: AtomicU32 = AtomicU32::new(0);
    let unique = format!("{name}-{}", USED.fetch_add(1, Ordering::Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("travel-server").join(unique);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
