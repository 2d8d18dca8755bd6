//! What a server may take its time for, whatever the host does, and what an exchange that is over keeps: the host's
//! HTTP stack is the test.

mod support;

use mcpclient::{CallSettings, Client, ClientOptions, Code, Revision, Runtime};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::by_hand::{Opened, expect, http};
use support::seen::Witness;
use support::{PATIENCE, options, threaded};

const READY: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"h","version":"1"}}"#;

fn newest_handshake() -> ClientOptions {
    let mut options = options("limits");
    options.config.revisions = vec![Revision::NEWEST_HANDSHAKE];
    options
}

/// A host whose callbacks wait until the test lets them go on.
struct Slow {
    _witness: Arc<Witness>,
    gate: Mutex<Receiver<()>>,
}

impl mcpclient::Host for Slow {
    fn log(&self, _client: &Client, _params: &mcpclient::json::Json) {
        let _ = self.gate.lock().expect("no panic").recv();
    }
}

/// A session whose host is behind, and an exchange that waits for it: the gate lets the host go on.
fn behind(runtime: &Runtime) -> (Client, Receiver<Opened>, Opened, Sender<()>) {
    let (http, opened) = http("http://example.org/");
    let (open, gate) = channel();
    let (witness, _) = Witness::willing();
    let host = Arc::new(Slow { _witness: witness, gate: Mutex::new(gate) });
    let client = runtime.connect(http.listen(false), host, newest_handshake()).expect("a client");
    expect(&opened, "initialize").answer(READY);
    expect(&opened, "notifications/initialized").accept();
    let settings = CallSettings {
        timeout: Some(Duration::from_secs(86_400)),
        total: Some(Duration::from_secs(86_400)),
        ..CallSettings::default()
    };
    client.call_tool("tool", None, settings).expect("started");
    let asked = expect(&opened, "tools/call");
    asked.streams();
    let event = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}\n\n";
    let refused = (0..1 << 20).find_map(|_| asked.exchange.body(event.as_bytes()).err());
    assert_eq!(refused.expect("it does not take everything").code, Code::Busy);
    (client, opened, asked, open)
}

fn aborted(opened: &Opened) -> Receiver<()> {
    let (tell, told) = channel();
    opened.exchange.on_abort(move || {
        let _ = tell.send(());
    });
    told
}

#[test]
fn a_head_is_waited_for_no_longer_where_the_host_is_behind() {
    let runtime = threaded();
    runtime.stop_clock();
    let (client, opened, _asked, _open) = behind(&runtime);
    client.notify("notifications/one", None).expect("open");
    let silent = expect(&opened, "notifications/one");
    let told = aborted(&silent);
    runtime.advance_clock(Duration::from_secs(31));
    told.recv_timeout(PATIENCE).expect("it is too late");
}

#[test]
fn an_exchange_that_is_over_keeps_nothing_of_the_hosts() {
    let runtime = threaded();
    let (http, opened) = http("http://example.org/");
    let _client = runtime.connect(http.listen(false), Arc::new(()), newest_handshake());
    let hello = expect(&opened, "initialize");
    let body = hello.result(READY);
    hello.exchange.head(200, [("Content-Type", "application/json")]).expect("first");
    hello.exchange.body(body.as_bytes()).expect("room");
    hello.exchange.end(None).expect("once");
    let held = Arc::new(());
    let theirs = Arc::clone(&held);
    hello.exchange.on_abort(move || drop(theirs));
    assert_eq!(Arc::strong_count(&held), 1);
}
