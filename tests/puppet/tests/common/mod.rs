//! Runs the puppet as a process, with the test as its client.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

/// Only guards against a test that would hang for ever.
const PATIENCE: Duration = Duration::from_secs(60);

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A file name that no other test uses.
pub fn scratch(ending: &str) -> PathBuf {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("puppet-{}-{number}.{ending}", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

pub struct Puppet {
    pub child: Child,
    pub script: PathBuf,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    complaints: Option<JoinHandle<String>>,
    record: PathBuf,
}

/// How a puppet ended.
pub struct End {
    pub status: ExitStatus,
    pub stderr: String,
    pub record: Vec<Value>,
}

impl End {
    /// The last line of the record.
    pub fn verdict(&self) -> &str {
        self.record.last().and_then(|last| last["verdict"].as_str()).unwrap_or("none")
    }
}

impl Puppet {
    /// Plays a script.
    pub fn play(script: &str) -> Self {
        let path = scratch("mcpt");
        std::fs::write(&path, script).expect("a script");
        Self::start(&path.display().to_string(), path)
    }

    /// Is a general server, past the handshake.
    pub fn serve(revision: &str) -> Self {
        let mut puppet = Self::start("--serve", PathBuf::new());
        puppet.initialize(revision);
        puppet
    }

    pub fn start(what: &str, script: PathBuf) -> Self {
        let record = scratch("jsonl");
        let mut child = Command::new(env!("CARGO_BIN_EXE_mcpclient-puppet"))
            .args([what, "--record", &record.display().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the puppet starts");
        let input = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut stderr = child.stderr.take().expect("piped");
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while matches!(stdout.read_until(b'\n', &mut line), Ok(len) if len > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        let complaints = std::thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).expect("stderr reads");
            String::from_utf8_lossy(&text).into_owned()
        });
        Self { child, script, input, output, complaints: Some(complaints), record }
    }

    pub fn initialize(&mut self, revision: &str) -> Value {
        self.write(&format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{revision}","capabilities":{{}},"clientInfo":{{"name":"t","version":"0"}}}}}}"#
        ));
        let answer = self.message();
        self.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        answer
    }

    /// Writes a line.
    pub fn write(&mut self, line: &str) {
        self.write_raw(format!("{line}\n").as_bytes());
    }

    pub fn write_raw(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open").write_all(bytes).expect("the puppet reads");
    }

    /// The next line, newline and all; none at the end.
    pub fn line(&self) -> Option<String> {
        self.bytes().map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    }

    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("the puppet is silent"),
        }
    }

    pub fn message(&self) -> Value {
        serde_json::from_str(&self.line().expect("a line")).expect("JSON")
    }

    /// Sends a request and gives the next message.
    pub fn request(&mut self, id: u64, method: &str, params: &Value) -> Value {
        let message =
            serde_json::json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(&message.to_string());
        self.message()
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes its input, and waits until it has exited.
    pub fn end(mut self) -> End {
        self.close_input();
        self.wait()
    }

    /// Waits until it has exited by itself.
    pub fn wait(mut self) -> End {
        while self.bytes().is_some() {}
        let status = self.child.wait().expect("a status");
        let stderr = self.complaints.take().expect("once").join().expect("stderr");
        End { status, stderr, record: self.record() }
    }

    /// The record so far: its whole lines.
    pub fn record(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.record).unwrap_or_default();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

impl Drop for Puppet {
    fn drop(&mut self) {
        // Most have exited by now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
