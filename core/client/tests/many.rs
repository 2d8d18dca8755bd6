//! Many of everything: servers, calls, notifications. Nothing is lost.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::json::Json;
use mcpclient::{Call, CallSettings, Client, Host, Warning};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use support::seen::{self, Witness};
use support::{PATIENCE, json, options, server, shaken, threaded};

fn settings() -> CallSettings {
    CallSettings::default()
}

// proves: STD-15
#[test]
fn a_hundred_servers_in_one_runtime() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let clients: Vec<_> = (0..100)
        .map(|number| {
            runtime
                .connect(server(), host.clone(), options(&number.to_string()))
                .expect("it starts")
        })
        .collect();
    let calls: Vec<_> = clients
        .iter()
        .enumerate()
        .map(|(number, client)| {
            let arguments = json(&format!("{{\"text\":\"server {number}\"}}"));
            client.call_tool("echo", Some(arguments), settings()).expect("started")
        })
        .collect();
    for (number, call) in calls.iter().enumerate() {
        let outcome = call.wait(Some(PATIENCE)).expect("it ends");
        let text = outcome.as_ref().as_ref().expect("a result").result.as_str().to_owned();
        assert!(text.contains(&format!("server {number}\"")));
    }
    let ours = support::process::thread_names();
    let ours = ours.iter().filter(|name| name.starts_with("mcpclient")).count();
    assert!(ours < 20, "{ours} threads for servers that hardly do anything");
    drop(clients);
    runtime.shutdown();
    assert_eq!(seen.try_iter().filter(|seen| matches!(seen, seen::Seen::Closed(..))).count(), 100);
}

#[test]
fn ten_thousand_calls_with_64_in_flight() {
    struct Pipeline {
        client: Client,
        started: AtomicUsize,
        ended: AtomicUsize,
        over: Mutex<std::sync::mpsc::Sender<()>>,
    }
    const ALL: usize = 10_000;
    fn next(pipeline: &Arc<Pipeline>) {
        let number = pipeline.started.fetch_add(1, Ordering::SeqCst);
        if number >= ALL {
            return;
        }
        let mine = Arc::clone(pipeline);
        let text = format!("call {number}");
        let arguments = json(&format!("{{\"text\":\"{text}\"}}"));
        let done = Box::new(move |_: &Call, outcome: &Result<mcpclient::Success, _>| {
            assert!(outcome.as_ref().expect("a result").result.as_str().contains(&text));
            if mine.ended.fetch_add(1, Ordering::SeqCst) + 1 == ALL {
                mine.over.lock().expect("ours").send(()).expect("listened to");
            }
            next(&mine);
        });
        let settings = CallSettings { done: Some(done), ..settings() };
        pipeline.client.call_tool("echo", Some(arguments), settings).expect("started");
    }
    let runtime = threaded();
    let client = runtime.connect(server(), Arc::new(()), options("flight")).expect("it starts");
    let (out, over) = channel();
    let pipeline = Arc::new(Pipeline {
        client,
        started: AtomicUsize::new(0),
        ended: AtomicUsize::new(0),
        over: Mutex::new(out),
    });
    for _ in 0..64 {
        next(&pipeline);
    }
    over.recv_timeout(PATIENCE).expect("all of them end");
}

/// Every so many messages a slow host waits until it is told to go on.
const STEP: usize = 1_000;

/// Checks that numbers come in order, and counts what else comes.
struct Order {
    next: AtomicUsize,
    warnings: Mutex<Vec<Warning>>,
    turns: Option<Mutex<Receiver<()>>>,
}

impl Host for Order {
    fn log(&self, _client: &Client, params: &Json) {
        let number: usize =
            params.value().at("/data").expect("it").raw().parse().expect("a number");
        let before = self.next.swap(number, Ordering::SeqCst);
        assert_eq!(number, before + 1, "none is lost, and none comes twice");
        if let Some(turns) = self.turns.as_ref().filter(|_| number % STEP == 0) {
            turns.lock().expect("ours").recv_timeout(PATIENCE).expect("its turn");
        }
    }

    fn warning(&self, _client: &Client, warning: &Warning) {
        self.warnings.lock().expect("ours").push(warning.clone());
    }
}

/// A server that logs the numbers up to `count`, then answers.
fn flood(count: usize) -> mcpclient::Stdio {
    // One write for many lines, so that the server is faster than any host.
    let script = format!(
        "next; seq 1 {count} | sed 's/.*/{{\"jsonrpc\":\"2.0\",\"method\":\"notifications\\/message\",\"params\":{{\"level\":\"info\",\"data\":&}}}}/'; reply '{{}}'; next"
    );
    shaken(&script)
}

// proves: LOG-03
#[test]
fn a_hundred_thousand_notifications_come_in_order_and_before_the_result() {
    const ALL: usize = 100_000;
    for slow in [false, true] {
        let runtime = threaded();
        let (turn, turns) = channel();
        let host = Arc::new(Order {
            next: AtomicUsize::new(0),
            warnings: Mutex::default(),
            turns: slow.then(|| Mutex::new(turns)),
        });
        let other = runtime.connect(server(), Arc::new(()), options("other")).expect("it starts");
        let client =
            runtime.connect(flood(ALL), host.clone(), options("flood")).expect("it starts");
        let last = Arc::clone(&host);
        let (out, at_the_end) = channel();
        let done = Box::new(move |_: &Call, _: &_| {
            out.send(last.next.load(Ordering::SeqCst)).expect("listened to");
        });
        client
            .call_tool("t", None, CallSettings { done: Some(done), ..settings() })
            .expect("started");
        // A slow host goes on each time that another client's call has come and gone.
        for _ in 0..if slow { ALL / STEP } else { 0 } {
            let ping = other.ping(settings()).expect("started");
            assert!(ping.wait(Some(PATIENCE)).expect("it ends").is_ok());
            turn.send(()).expect("awaited");
        }
        assert_eq!(at_the_end.recv_timeout(PATIENCE), Ok(ALL));
        assert!(host.warnings.lock().expect("ours").is_empty(), "nothing was dropped");
    }
}

// proves: STD-03
#[test]
fn a_large_result_arrives_whole() {
    let runtime = threaded();
    let client = runtime.connect(server(), Arc::new(()), options("big")).expect("it starts");
    let arguments = json(r#"{"bytes":16777216}"#);
    let call = client.call_tool("big", Some(arguments), settings()).expect("started");
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    let success = outcome.as_ref().as_ref().expect("a result");
    let text = success.result.value().at("/content/0/text").and_then(mcpclient::json::Value::text);
    assert_eq!(text.expect("a text").len(), 16 << 20);
}
