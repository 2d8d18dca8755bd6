//! Lanes of the host's own: what is sent, and what may be fed when.

mod support;

use mcpclient::json::Value;
use mcpclient::{CallSettings, Client, Code, Error, Lane, LaneFeed, LaneHost, Success};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, inline, json, options, threaded};

/// A server that answers on the spot, inside `send`.
#[derive(Default)]
struct Answering {
    feed: OnceLock<LaneFeed>,
    /// What is answered to a tool called `panic`.
    panics: AtomicBool,
    closed: Mutex<Option<Sender<()>>>,
}

const READY: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"h","version":"1"}}"#;

impl LaneHost for Answering {
    fn send(&self, bytes: &[u8]) {
        assert_eq!(bytes.last(), Some(&b'\n'), "whole lines");
        let feed = self.feed.get().expect("given before the client");
        for line in std::str::from_utf8(bytes).expect("text").lines() {
            let message = json(line);
            let Some(id) = message.value().get("id") else { continue };
            let method = message.value().get("method").and_then(Value::text).unwrap_or_default();
            assert!(!(method == "ping" && self.panics.load(Ordering::SeqCst)), "on purpose");
            let result = if method == "initialize" { READY } else { "{}" };
            let reply =
                format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}\n", id.raw());
            // Cut anywhere.
            let (one, two) = reply.split_at(reply.len() / 2);
            feed.feed(one.as_bytes()).expect("the lane lives");
            feed.feed(two.as_bytes()).expect("the lane lives");
        }
    }

    fn close(&self) {
        self.feed.get().expect("given before the client").end(None).expect("ended once");
        if let Some(tell) = self.closed.lock().expect("no panic").take() {
            let _ = tell.send(());
        }
    }
}

fn answering() -> (Arc<Answering>, Lane, LaneFeed, Receiver<()>) {
    let (tell, closed) = channel();
    let server = Arc::new(Answering { closed: Mutex::new(Some(tell)), ..Answering::default() });
    let (lane, feed) = Lane::new(Arc::clone(&server));
    server.feed.set(feed.clone()).expect("once");
    (server, lane, feed, closed)
}

fn ping(client: &Client) -> Result<Success, Error> {
    let call = client.ping(CallSettings::default())?;
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone()
}

#[test]
fn a_server_may_answer_while_it_is_spoken_to() {
    for runtime in [threaded(), inline()] {
        let (_, lane, feed, closed) = answering();
        let (host, seen) = Witness::willing();
        let client = runtime.connect(lane, host, options("spot")).expect("a client");
        for _ in 0..50 {
            ping(&client).expect("an answer");
        }
        client.close();
        runtime.shutdown();
        closed.recv_timeout(PATIENCE).expect("the host was told");
        seen::closed(&seen);
        assert_eq!(feed.feed(b"{}\n").unwrap_err().code, Code::Gone);
        assert_eq!(feed.end(None).unwrap_err().code, Code::Gone);
        let (tell, told) = channel();
        feed.on_ready(move || {
            let _ = tell.send(());
        });
        told.recv_timeout(PATIENCE).expect("there is nothing to wait for");
    }
}

#[test]
fn what_is_said_before_there_is_a_client_waits_for_it_and_not_without_end() {
    let (_, lane, feed, _) = answering();
    let note = |text: &str| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/early\",\"params\":{{\"text\":\"{text}\"}}}}\n"
        )
    };
    let (one, two) = (note("one"), note("two"));
    feed.feed(&one.as_bytes()[..20]).expect("there is room");
    feed.feed(&one.as_bytes()[20..]).expect("there is room");
    assert_eq!(feed.feed(&vec![b' '; 2 << 20]).unwrap_err().code, Code::Busy);
    feed.feed(two.as_bytes()).expect("there is room for this");
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(lane, host, options("early")).expect("a client");
    ping(&client).expect("an answer");
    let text = |seen| match seen {
        Seen::Notification(_, params) => {
            let params = params.expect("they have some");
            params.value().get("text").and_then(Value::text).map(std::borrow::Cow::into_owned)
        }
        _ => None,
    };
    assert_eq!(seen::find(&seen, text), "one");
    assert_eq!(seen::find(&seen, text), "two");
}

#[test]
fn a_lane_has_one_client() {
    let (_, lane, _, _) = answering();
    let runtime = threaded();
    let client = runtime.connect(lane.clone(), Arc::new(()), options("first")).expect("a client");
    let second = runtime.connect(lane, Arc::new(()), options("second"));
    assert_eq!(second.unwrap_err().code, Code::InvalidArg);
    ping(&client).expect("the first is none the worse for it");
}

#[test]
fn a_host_that_panics_loses_its_lane_and_nothing_else() {
    let (server, lane, _, closed) = answering();
    let (_, other, _, _) = answering();
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(lane, host, options("broken")).expect("a client");
    let other = runtime.connect(other, Arc::new(()), options("whole")).expect("a client");
    ping(&client).expect("an answer");
    server.panics.store(true, Ordering::SeqCst);
    assert_eq!(ping(&client).unwrap_err().code, Code::Closed);
    assert_eq!(seen::closed(&seen).code, Code::Closed);
    closed.recv_timeout(PATIENCE).expect("it is told nevertheless");
    ping(&other).expect("an answer");
}

#[test]
fn a_lane_that_breaks_says_why() {
    let (_, lane, feed, _) = answering();
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(lane, host, options("broken")).expect("a client");
    ping(&client).expect("an answer");
    feed.end(Some("the radio is off")).expect("the first end");
    assert_eq!(feed.end(None).unwrap_err().code, Code::Gone);
    let why = seen::closed(&seen);
    assert_eq!((why.code, why.message.as_str()), (Code::Closed, "the radio is off"));
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
fn a_lane_waits_for_a_host_that_is_behind_and_loses_nothing() {
    let (_, lane, feed, _) = answering();
    let runtime = threaded();
    let (witness, seen) = Witness::willing();
    let (open, gate) = channel();
    let host = Arc::new(Slow { witness, gate: Mutex::new(gate) });
    let client = runtime.connect(lane, host, options("slow")).expect("a client");
    ping(&client).expect("an answer");
    let mut sent = 0_u64;
    let line = |number: u64| {
        let text = "x".repeat(100);
        format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":\"{text}\",\"n\":{number}}}}}\n"
        )
    };
    loop {
        match feed.feed(line(sent).as_bytes()) {
            Ok(()) => sent += 1,
            Err(error) => break assert_eq!(error.code, Code::Busy),
        }
        assert!(sent < 1 << 20, "it takes everything");
    }
    let (tell, told) = channel();
    feed.on_ready(move || {
        let _ = tell.send(());
    });
    assert!(told.try_recv().is_err(), "the host has taken nothing yet");
    drop(open);
    told.recv_timeout(PATIENCE).expect("there is room again");
    feed.feed(line(sent).as_bytes()).expect("there is room again");
    for number in 0..=sent {
        let seen_number = seen::find(&seen, |seen| match seen {
            Seen::Log(params) => params.value().get("n").map(|n| n.raw().to_owned()),
            Seen::Warning(warning) => panic!("{warning:?}"),
            _ => None,
        });
        assert_eq!(seen_number, number.to_string());
    }
}
