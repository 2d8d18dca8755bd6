//! One client, its host, and the far end of its pipe.

use crate::call::Call;
use crate::client::Client;
use crate::dispatch::Mailroom;
use crate::driver::{Hub, Link, Reactor, lock};
use crate::host::{Host, State};
use crate::input::Input;
use crate::io::Inlet;
use crate::options::{CallSettings, ClientOptions, Dispatch};
use crate::sync::{Condvar, Mutex};
use crate::transport::Stdio;
use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::session::{LaneEnd, Offer, SessionConfig, WireEvent, Withdrawn};
use mcpclient_engine::{Code, InputId, json::Json};
use rustix::pipe::{PipeFlags, pipe_with};
use serde_json::Value;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use super::super::link::LANE;

/// What the host was told, in order, and the input that it was given last.
#[derive(Default)]
pub(super) struct Seen {
    told: Mutex<Vec<String>>,
    input: Mutex<Option<Input>>,
    bell: Condvar,
}

impl Seen {
    fn note(&self, what: String) {
        lock(&self.told).push(what);
        self.bell.notify_all();
    }

    pub(super) fn told(&self) -> Vec<String> {
        lock(&self.told).clone()
    }

    /// Waits until the host was told so many things.
    pub(super) fn wait_for(&self, count: usize) {
        let mut told = lock(&self.told);
        while told.len() < count {
            told = self.bell.wait(told).unwrap();
        }
    }

    pub(super) fn take_input(&self) -> Arc<Input> {
        Arc::new(lock(&self.input).take().expect("the host was given one"))
    }
}

impl Host for Seen {
    fn offer(&self) -> Offer {
        Offer { form: true, ..Offer::default() }
    }

    fn input(&self, input: Input) {
        *lock(&self.input) = Some(input);
        self.note("input".into());
    }

    fn input_closed(&self, _client: &Client, _input: InputId, _why: Withdrawn) {
        self.note("withdrawn".into());
    }

    fn state(&self, _client: &Client, state: &State) {
        self.note(match state {
            State::Closed(_) => "closed".into(),
            _ => "ready".into(),
        });
    }

    fn log(&self, _client: &Client, params: &Json) {
        let params: Value = serde_json::from_str(params.as_str()).unwrap();
        self.note(format!("log {}", params["data"]));
    }
}

pub(super) struct Scene {
    pub(super) hub: Arc<Hub>,
    pub(super) link: Arc<Link>,
    pub(super) seen: Arc<Seen>,
    server: OwnedFd,
}

const FORM: &str = r#"{"jsonrpc":"2.0","id":"form","method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}}"#;

/// The server's answer to the handshake.
fn ready() -> String {
    serde_json::json!({
        "jsonrpc": "2.0",
        "id": 1,
        "result": {
            "protocolVersion": Revision::NEWEST_HANDSHAKE.wire(),
            "capabilities": { "logging": {}, "tools": {} },
            "serverInfo": { "name": "model", "version": "1" },
        },
    })
    .to_string()
}

/// A runtime whose reactor never runs.
pub(super) fn hub(dispatch: Dispatch) -> Arc<Hub> {
    Hub::with(Reactor::inline().unwrap(), Mailroom::new(dispatch).unwrap())
}

impl Scene {
    /// A client whose server has answered the handshake; the host may not have been told yet.
    pub(super) fn open(hub: &Arc<Hub>) -> Self {
        let seen = Arc::new(Seen::default());
        let (server, inlet) = pipe_with(PipeFlags::NONBLOCK | PipeFlags::CLOEXEC).unwrap();
        let inlet = hub.reactor.inside(|| Inlet::new(inlet)).unwrap().unwrap();
        let mut config = SessionConfig::new("models", "1");
        config.revisions = Era::Legacy.revisions();
        let options = ClientOptions::new("model", config);
        let host = Arc::clone(&seen) as Arc<dyn Host>;
        let start = |_: &Stdio| Ok((None, inlet));
        let link = Link::open_with(hub, Stdio::new("none"), host, options, start).unwrap();
        assert!(hub.register(&link));
        let scene = Self { hub: Arc::clone(hub), link, seen, server };
        // Sends the handshake.
        scene.link.within(|_| ()).unwrap();
        scene.server().says(&ready());
        scene
    }

    pub(super) fn server(&self) -> Server {
        Server(Arc::clone(&self.link))
    }

    pub(super) fn call(&self, settings: CallSettings) -> Call {
        let client = Client::lent(&self.link);
        let call = client.call_tool("tool", None, settings).unwrap();
        // The model wants it to be the first request after the handshake.
        assert_eq!(call.id().0, 1);
        call
    }

    /// All that was written to the server.
    pub(super) fn written(&self) -> Vec<Value> {
        let mut bytes = vec![0; 64 << 10];
        let count = rustix::io::read(&self.server, &mut bytes).unwrap_or(0);
        let text = std::str::from_utf8(&bytes[..count]).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// How often the server's form was answered, whatever the answer.
    pub(super) fn answers(&self) -> usize {
        self.written().iter().filter(|line| line["id"] == "form").count()
    }

    /// Ends the client, and then its runtime.
    pub(super) fn end(self) -> Vec<String> {
        self.link.close();
        self.server().ends();
        self.hub.shutdown();
        let told = self.seen.told();
        assert_eq!(told.last().map(String::as_str), Some("closed"), "{told:?}");
        assert_eq!(told.iter().filter(|what| *what == "closed").count(), 1);
        told
    }
}

/// What the thread that reads would do.
pub(super) struct Server(Arc<Link>);

impl Server {
    pub(super) fn says(&self, line: &str) {
        let line = format!("{line}\n");
        let now = self.0.hub.clock.now();
        let told = self.0.within(|core| {
            core.session.wire(now, WireEvent::Bytes(line.as_bytes()));
        });
        told.unwrap();
    }

    pub(super) fn logs(&self, number: usize) {
        self.says(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{number}}}}}"#
        ));
    }

    /// Answers the first request after the handshake.
    pub(super) fn answers(&self) {
        self.says(r#"{"jsonrpc":"2.0","id":2,"result":{"content":[]}}"#);
    }

    pub(super) fn asks(&self) {
        self.says(FORM);
    }

    pub(super) fn takes_back(&self) {
        self.says(
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"form"}}"#,
        );
    }

    pub(super) fn ends(&self) {
        let now = self.0.hub.clock.now();
        let end = WireEvent::Closed(LaneEnd::default());
        self.0.within(|core| core.session.wire(now, end)).unwrap();
        self.0.part(LANE);
    }
}

/// What an answer came to: given, or too late.
pub(super) fn is_given(answer: Result<(), mcpclient_engine::Error>) -> bool {
    match answer {
        Ok(()) => true,
        Err(error) => {
            assert_eq!(error.code, Code::Gone);
            false
        }
    }
}
