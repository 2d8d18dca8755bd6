//! The host's own HTTP stack, which here is the test: every step of an exchange is taken by hand.

mod support;

use mcpclient::{
    CallSettings, Client, ClientOptions, Code, Error, Exchange, Exchanger, Failure, FailureKind,
    Http, OnSuspend, Request, Revision, Runtime, Success,
};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use support::by_hand::{Opened, expect, http, next};
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, inline, options, threaded};

fn in_revision(revision: Revision, label: &str) -> ClientOptions {
    let mut options = options(label);
    options.config.revisions = vec![revision];
    options
}

const READY: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"h","version":"1"}}"#;
const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"},"ttlMs":0,"cacheScope":"private"}"#;

/// A session of the newest handshake, without a stream for what the server says unasked.
fn shaken(runtime: &Runtime) -> (Client, Receiver<Opened>, Arc<Witness>, Receiver<Seen>) {
    let (http, opened) = http("https://example.org/mcp");
    let (host, seen) = Witness::willing();
    let options = in_revision(Revision::NEWEST_HANDSHAKE, "shaken");
    let client = runtime.connect(http.listen(false), host.clone(), options).expect("a client");
    let hello = expect(&opened, "initialize");
    let answer = hello.result(READY);
    let headers = [("Content-Type", "application/json"), ("MCP-SESSION-ID", "s-1")];
    hello.exchange.head(200, headers).expect("first");
    hello.exchange.body(answer.as_bytes()).expect("room");
    hello.exchange.end(None).expect("once");
    expect(&opened, "notifications/initialized").accept();
    (client, opened, host, seen)
}

/// A session of the stateless era.
fn stateless(runtime: &Runtime) -> (Client, Receiver<Opened>, Receiver<Seen>) {
    let (http, opened) = http("https://example.org/mcp");
    let (host, seen) = Witness::willing();
    let options = in_revision(Revision::R2026, "stateless");
    let client = runtime.connect(http, host, options).expect("a client");
    expect(&opened, "server/discover").answer(DISCOVERED);
    (client, opened, seen)
}

fn outcome(call: &mcpclient::Call) -> Result<Success, Error> {
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone()
}

fn start(client: &Client) -> mcpclient::Call {
    client.call_tool("tool", None, CallSettings::default()).expect("started")
}

/// Closes a client whose server had a session, and sees its last word go.
fn close(client: &Client, opened: &Receiver<Opened>) {
    client.close();
    let last = expect(opened, "DELETE");
    assert_eq!(last.header("mcp-session-id"), Some("s-1"));
    last.accept();
}

// proves: HTP-22, HTP-26, HTP-44
#[test]
fn a_session_goes_from_its_first_word_to_its_last() {
    let runtime = threaded();
    let (client, opened, _, seen) = shaken(&runtime);
    assert!(matches!(seen::next(&seen), Seen::Ready));
    let call = start(&client);
    let asked = expect(&opened, "tools/call");
    assert_eq!(
        (asked.request.method, asked.request.url.as_str()),
        ("POST", "https://example.org/mcp")
    );
    assert_eq!(asked.header("mcp-session-id"), Some("s-1"));
    assert!(asked.header("user-agent").expect("one").starts_with("libmcpclient/"));
    asked.answer(r#"{"content":[]}"#);
    outcome(&call).expect("a result");
    close(&client, &opened);
    runtime.shutdown();
    assert_eq!(seen::closed(&seen).code, Code::Closed);
    assert!(opened.try_recv().is_err(), "nothing comes after the last word");
}

// proves: HTP-26
#[test]
fn the_last_word_has_its_time_and_no_more() {
    let runtime = threaded();
    let (client, opened, _, seen) = shaken(&runtime);
    client.close();
    let last = expect(&opened, "DELETE");
    runtime.close(Duration::from_millis(20));
    runtime.shutdown();
    seen::closed(&seen);
    assert!(last.exchange.is_aborted());
    assert_eq!(last.exchange.head(200, [("a", "b")]).unwrap_err().code, Code::Gone);
}

#[test]
fn each_step_is_taken_once_and_in_order() {
    let runtime = threaded();
    let (client, opened, ..) = shaken(&runtime);
    let call = start(&client);
    let asked = expect(&opened, "tools/call");
    let exchange = &asked.exchange;
    let none: [(&str, &str); 0] = [];
    assert_eq!(exchange.body(b"{}").unwrap_err().code, Code::InvalidArg);
    assert_eq!(exchange.end(None).unwrap_err().code, Code::InvalidArg);
    assert_eq!(exchange.head(20, none).unwrap_err().code, Code::InvalidArg);
    exchange.head(100, none).expect("not the last, so nothing");
    exchange.head(200, [("Content-Type", "application/json")]).expect("the head");
    assert_eq!(exchange.head(200, none).unwrap_err().code, Code::InvalidArg);
    for byte in asked.result("{}").as_bytes() {
        exchange.body(std::slice::from_ref(byte)).expect("room");
    }
    exchange.body(b"").expect("nothing is nothing");
    exchange.end(None).expect("the end");
    assert_eq!(exchange.end(None).unwrap_err().code, Code::Gone);
    assert_eq!(exchange.body(b"{}").unwrap_err().code, Code::Gone);
    outcome(&call).expect("a result");
    close(&client, &opened);
}

/// Whatever is not told to an end breaks, and breaks once.
#[test]
fn an_exchange_that_is_dropped_is_broken() {
    let runtime = threaded();
    let (client, opened, seen) = stateless(&runtime);
    // A tool may have run: it is not sent again.
    let call = start(&client);
    drop(expect(&opened, "tools/call"));
    assert_eq!(outcome(&call).unwrap_err().code, Code::Lost);
    // A list may be read twice.
    let list = client.list_tools(CallSettings::default()).expect("started");
    let asked = expect(&opened, "tools/list");
    asked.streams();
    drop(asked);
    expect(&opened, "tools/list")
        .answer(r#"{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}"#);
    outcome(&list).expect("the second one counts");
    client.close();
    seen::closed(&seen);
}

#[test]
fn what_could_not_be_sent_is_a_network_error_and_what_may_not_be_is_refused() {
    let runtime = threaded();
    let (client, opened, _) = stateless(&runtime);
    for (kind, code) in
        [(FailureKind::Unreachable, Code::Network), (FailureKind::Forbidden, Code::Refused)]
    {
        let call = start(&client);
        let asked = expect(&opened, "tools/call");
        let failure = Failure { kind, message: "as the test wants it".into() };
        asked.exchange.end(Some(failure)).expect("once");
        assert_eq!(outcome(&call).unwrap_err().code, code);
    }
}

// proves: HTP-12
#[test]
fn a_cancelled_call_gives_its_exchange_up() {
    let runtime = threaded();
    let (client, opened, _) = stateless(&runtime);
    let call = start(&client);
    let asked = expect(&opened, "tools/call");
    asked.streams();
    let (tell, told) = channel();
    asked.exchange.on_abort(move || {
        let _ = tell.send(());
    });
    assert!(!asked.exchange.is_aborted());
    call.cancel(None).expect("it runs");
    told.recv_timeout(PATIENCE).expect("it is told");
    assert!(asked.exchange.is_aborted());
    assert_eq!(asked.exchange.body(b"data: {}\n\n").unwrap_err().code, Code::Gone);
    assert_eq!(asked.exchange.end(None).unwrap_err().code, Code::Gone);
    let (tell, told) = channel();
    asked.exchange.on_abort(move || {
        let _ = tell.send(thread::current().id());
    });
    assert_eq!(told.try_recv(), Ok(thread::current().id()), "known already, told at once");
    assert_eq!(outcome(&call).unwrap_err().code, Code::Cancelled);
}

/// What a host's stack does wrong costs the request.
#[test]
fn a_stack_that_panics_breaks_its_exchange_and_nothing_else() {
    struct Fails;
    impl Exchanger for Fails {
        fn open(&self, _request: Request, exchange: Exchange) {
            exchange.on_abort(|| panic!("on purpose, too"));
            panic!("on purpose");
        }
    }
    let runtime = threaded();
    let (other, opened, _) = stateless(&runtime);
    let (host, seen) = Witness::willing();
    let http = Http::new("http://example.org/").exchanger(Arc::new(Fails));
    let client = runtime.connect(http, host, in_revision(Revision::R2026, "fails"));
    let client = client.expect("a client");
    seen::closed(&seen);
    assert_eq!(client.ping(CallSettings::default()).unwrap_err().code, Code::Closed);
    let call = start(&other);
    expect(&opened, "tools/call").answer(r#"{"resultType":"complete","content":[]}"#);
    outcome(&call).expect("a result");
}

/// A stack that answers at once, on the very stack of `open`.
#[test]
fn a_stack_may_answer_on_the_spot() {
    struct Spot;
    impl Exchanger for Spot {
        fn open(&self, request: Request, exchange: Exchange) {
            let opened = Opened { request, exchange };
            match opened.what().as_str() {
                "initialize" => opened.answer(READY),
                "tools/call" => opened.answer(r#"{"content":[]}"#),
                "GET" => opened.refuse(405),
                _ => opened.accept(),
            }
        }
    }
    for runtime in [threaded(), inline()] {
        let http = Http::new("http://example.org/").exchanger(Arc::new(Spot));
        let options = in_revision(Revision::NEWEST_HANDSHAKE, "spot");
        let client = runtime.connect(http, Arc::new(()), options).expect("a client");
        for _ in 0..100 {
            outcome(&start(&client)).expect("a result");
        }
        runtime.shutdown();
    }
}

/// A host whose callbacks wait until the test lets them go on.
struct Slow {
    witness: Arc<Witness>,
    gate: Mutex<Receiver<()>>,
}

impl mcpclient::Host for Slow {
    fn log(&self, client: &Client, params: &mcpclient::json::Json) {
        let _ = self.gate.lock().expect("no panic").recv();
        self.witness.log(client, params);
    }
}

#[test]
fn bodies_wait_for_a_host_that_is_behind_and_nothing_is_lost() {
    let runtime = threaded();
    let (http, opened) = http("http://example.org/");
    let (witness, seen) = Witness::willing();
    let (open, gate) = channel();
    let host = Arc::new(Slow { witness, gate: Mutex::new(gate) });
    let options = in_revision(Revision::NEWEST_HANDSHAKE, "slow");
    let client = runtime.connect(http.listen(false), host, options).expect("a client");
    expect(&opened, "initialize").answer(READY);
    expect(&opened, "notifications/initialized").accept();
    let call = start(&client);
    let asked = expect(&opened, "tools/call");
    asked.streams();
    let mut sent = 0_u64;
    // Several to a piece: what is left of one is kept.
    let piece = |first: u64| {
        let event = |n| {
            format!(
                "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":1,\"n\":{n}}}}}\n\n"
            )
        };
        (first..first + 7).map(event).collect::<String>()
    };
    loop {
        match asked.exchange.body(piece(sent).as_bytes()) {
            Ok(()) => sent += 7,
            Err(error) => break assert_eq!(error.code, Code::Busy),
        }
        assert!(sent < 1 << 20, "it takes everything");
    }
    let (tell, told) = channel();
    asked.exchange.on_ready(move || {
        let _ = tell.send(());
    });
    assert!(told.try_recv().is_err(), "the host has taken nothing yet");
    drop(open);
    told.recv_timeout(PATIENCE).expect("there is room again");
    asked.exchange.body(piece(sent).as_bytes()).expect("there is room again");
    let result = asked.result(r#"{"content":[]}"#);
    while let Err(error) = asked.exchange.body(format!("data: {result}\n\n").as_bytes()) {
        assert_eq!(error.code, Code::Busy);
        let (tell, told) = channel();
        asked.exchange.on_ready(move || {
            let _ = tell.send(());
        });
        told.recv_timeout(PATIENCE).expect("there is room again");
    }
    for number in 0..sent + 7 {
        let told = seen::find(&seen, |seen| match seen {
            Seen::Log(params) => params.value().get("n").map(|n| n.raw().to_owned()),
            Seen::Warning(warning) => panic!("{warning:?}"),
            _ => None,
        });
        assert_eq!(told, number.to_string());
    }
    outcome(&call).expect("a result");
}

/// What the session has no clock for has the driver's.
#[test]
fn heads_and_bodies_of_mere_messages_are_not_waited_for_for_ever() {
    let runtime = threaded();
    runtime.stop_clock();
    let (client, opened, _, seen) = shaken(&runtime);
    client.notify("notifications/one", None).expect("open");
    let silent = expect(&opened, "notifications/one");
    let (tell, told) = channel();
    silent.exchange.on_abort(move || {
        let _ = tell.send(());
    });
    runtime.advance_clock(Duration::from_secs(29));
    client.notify("notifications/two", None).expect("open");
    let slow = expect(&opened, "notifications/two");
    assert!(!silent.exchange.is_aborted(), "it has a second left");
    runtime.advance_clock(Duration::from_secs(2));
    told.recv_timeout(PATIENCE).expect("it is too late");
    assert!(!slow.exchange.is_aborted(), "its time began later");
    slow.accept();
    // A call has its own clock, however long it takes.
    let settings = CallSettings {
        timeout: Some(Duration::from_secs(3_600)),
        total: Some(Duration::from_secs(7_200)),
        ..CallSettings::default()
    };
    let call = client.call_tool("tool", None, settings).expect("started");
    let asked = expect(&opened, "tools/call");
    runtime.advance_clock(Duration::from_secs(600));
    assert!(!asked.exchange.is_aborted());
    asked.answer("{}");
    outcome(&call).expect("a result");
    drop(seen);
    close(&client, &opened);
}

#[test]
fn while_suspended_nothing_goes_out_and_afterwards_everything_does() {
    let runtime = threaded();
    let (client, opened, seen) = stateless(&runtime);
    assert!(matches!(seen::next(&seen), Seen::Ready));
    let list = client.list_tools(CallSettings::default()).expect("started");
    let asked = expect(&opened, "tools/list");
    client.suspend(OnSuspend::Continue).expect("open");
    assert!(matches!(seen::next(&seen), Seen::Suspended));
    assert!(matches!(client.state(), mcpclient::State::Suspended));
    assert!(asked.exchange.is_aborted());
    let late = start(&client);
    assert!(opened.try_recv().is_err(), "it waits");
    runtime.wake_all();
    assert!(matches!(seen::next(&seen), Seen::Ready));
    assert!(matches!(client.state(), mcpclient::State::Ready(_)));
    for _ in 0..2 {
        let asked = next(&opened);
        match asked.what().as_str() {
            "tools/list" => asked
                .answer(r#"{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}"#),
            "tools/call" => asked.answer(r#"{"resultType":"complete","content":[]}"#),
            other => panic!("{other}"),
        }
    }
    outcome(&list).expect("sent again");
    outcome(&late).expect("sent at last");
    runtime.suspend_all(OnSuspend::Fail);
    assert!(matches!(seen::next(&seen), Seen::Suspended));
    match client.call_tool("tool", None, CallSettings::default()) {
        Ok(call) => assert_eq!(outcome(&call).unwrap_err().code, Code::Suspended),
        Err(error) => assert_eq!(error.code, Code::Suspended),
    }
    client.close();
    assert_eq!(seen::closed(&seen).code, Code::Closed);
}

// proves: VER-45
#[test]
fn the_era_of_a_place_is_remembered() {
    let runtime = threaded();
    let both = || {
        let mut options = options("both");
        options.config.revisions = mcpclient::Era::Auto.revisions();
        options
    };
    let connect = |url: &str| {
        let (http, opened) = http(url);
        let (host, seen) = Witness::willing();
        let client = runtime.connect(http.listen(false), host, both()).expect("a client");
        (client, opened, seen)
    };
    let (_first, opened, seen) = connect("https://example.org/mcp?key=1");
    expect(&opened, "server/discover").refuse(400);
    expect(&opened, "initialize").answer(READY);
    expect(&opened, "notifications/initialized").accept();
    seen::find(&seen, |seen| matches!(seen, Seen::Ready).then_some(()));
    // The same place, whatever is asked for there.
    let (_second, opened, _) = connect("https://EXAMPLE.org:443/mcp?key=2");
    expect(&opened, "initialize").answer(READY);
    expect(&opened, "notifications/initialized").accept();
    // Another place.
    let (_third, opened, _) = connect("https://example.org/other");
    expect(&opened, "server/discover").answer(DISCOVERED);
}

#[test]
fn inline_the_thread_that_waits_makes_the_requests() {
    let runtime = inline();
    let (http, opened) = http("https://example.org/mcp");
    let options = in_revision(Revision::R2026, "inline");
    let client = runtime.connect(http, Arc::new(()), options).expect("a client");
    let call = start(&client);
    assert!(opened.try_recv().is_err(), "nobody waits yet");
    let stack = thread::spawn(move || {
        expect(&opened, "server/discover").answer(DISCOVERED);
        expect(&opened, "tools/call").answer(r#"{"resultType":"complete","content":[]}"#);
        opened
    });
    outcome(&call).expect("a result");
    drop(stack.join().expect("no panic"));
}
