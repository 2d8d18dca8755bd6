//! Floods of requests, notifications and unknown ids: memory stays bounded, and what goes is counted.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::json::Json;
use mcpclient::{
    Call, CallSettings, Client, ClientOptions, Dispatch, Host, Revision, Runtime, RuntimeOptions,
    Warning, WarningKind,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use support::gate::Gate;
use support::seen::{Seen, Witness};
use support::{PATIENCE, options, server, shaken, threaded};

/// The system's allocator, and how many bytes it has given and not got back.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's own does it all.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What two pipes and the events that may wait can come to; each flood is several times it.
const BOUND: usize = 4 << 20;

/// One flood at a time, or each would count the bytes of the others.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What is allocated beyond what was before.
#[derive(Clone, Copy)]
struct Growth(usize);

impl Growth {
    fn begin() -> Self {
        support::puppet();
        Self(LIVE.load(Ordering::Relaxed))
    }

    fn check(self) {
        let growth = LIVE.load(Ordering::Relaxed).saturating_sub(self.0);
        assert!(growth < BOUND, "{growth} bytes");
    }
}

fn narrow() -> ClientOptions {
    let mut options = options("flood");
    options.config.limits.events = 512;
    options.config.limits.outgoing_bytes = 64 << 10;
    options
}

/// A server that says `line` so often, with its number for `&`, and then answers.
fn flood(count: usize, line: &str) -> mcpclient::Stdio {
    shaken(&format!("next; seq 1 {count} | sed 's/.*/{line}/'; reply '{{}}'; next"))
}

/// Does not listen until it is let go, and then counts.
struct Dam {
    blocked: Mutex<Sender<()>>,
    go: Mutex<Option<Receiver<()>>>,
    growth: Growth,
    last: AtomicI64,
    warnings: Mutex<Vec<WarningKind>>,
}

impl Dam {
    fn hold(&self) {
        if let Some(go) = self.go.lock().expect("ours").take() {
            self.blocked.lock().expect("ours").send(()).expect("listened to");
            go.recv_timeout(PATIENCE).expect("let go");
        }
        self.growth.check();
    }
}

impl Host for Dam {
    fn log(&self, _client: &Client, params: &Json) {
        self.hold();
        let number = params.value().at("/data").and_then(|data| data.number()?.as_i64());
        let before = self.last.fetch_add(1, Ordering::SeqCst);
        assert_eq!(number, Some(before + 1), "none is lost, and none comes twice");
    }

    fn warning(&self, _client: &Client, warning: &Warning) {
        self.hold();
        self.warnings.lock().expect("ours").push(warning.kind);
    }
}

/// Gives a flood the time of many calls of another client, none of which it delays.
fn let_it_rise(other: &Client) {
    for _ in 0..300 {
        let ping = other.ping(CallSettings::default()).expect("started");
        ping.wait(Some(PATIENCE)).expect("it ends").as_ref().as_ref().expect("pinged");
    }
}

/// The host is behind: the server waits, and nothing is lost.
fn hold_back(server: mcpclient::Stdio) -> Arc<Dam> {
    let _alone = alone();
    let growth = Growth::begin();
    let (blocked, is_blocked) = channel();
    let (let_go, go) = channel();
    let dam = Arc::new(Dam {
        blocked: Mutex::new(blocked),
        go: Mutex::new(Some(go)),
        growth,
        last: AtomicI64::new(0),
        warnings: Mutex::default(),
    });
    let runtime = threaded();
    let other = runtime.connect(support::server(), Arc::new(()), options("other")).expect("starts");
    let client = runtime.connect(server, dam.clone(), narrow()).expect("it starts");
    let call = client.call_tool("t", None, CallSettings::default()).expect("started");
    is_blocked.recv_timeout(PATIENCE).expect("something comes");
    let_it_rise(&other);
    assert!(call.outcome().is_none());
    growth.check();
    let_go.send(()).expect("it waits");
    assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
    drop((client, other));
    runtime.shutdown();
    dam
}

// proves: SEC-17, LOG-03
#[test]
fn notifications_wait_for_a_host_that_does_not_listen() {
    let line = r#"{"jsonrpc":"2.0","method":"notifications\/message","params":{"level":"info","data":\&,"pad":"PAD"}}"#;
    let line = line.replace("\\&", "&").replace("PAD", &"x".repeat(1_000));
    let dam = hold_back(flood(20_000, &line));
    assert_eq!(dam.last.load(Ordering::SeqCst), 20_000);
    assert!(dam.warnings.lock().expect("ours").is_empty(), "nothing was dropped");
}

// proves: SEC-17
#[test]
fn answers_to_nobody_are_reported_one_by_one() {
    let dam = hold_back(flood(50_000, r#"{"jsonrpc":"2.0","id":"nobody-&","result":{}}"#));
    let warnings = dam.warnings.lock().expect("ours");
    assert_eq!(warnings.len(), 50_000);
    assert!(warnings.iter().all(|kind| *kind == WarningKind::UnknownAnswer));
}

// proves: SEC-17, TMO-07
#[test]
fn requests_wait_for_a_server_that_does_not_read_the_answers() {
    const COUNT: usize = 20_000;
    let _alone = alone();
    let growth = Growth::begin();
    let gate = Gate::new("floods");
    // Each id comes back, so an answer is as long as a request.
    let line = format!(r#"{{"jsonrpc":"2.0","id":"{}-&","method":"ping"}}"#, "x".repeat(1_000));
    let script = format!(
        "{}; next; seq 1 {COUNT} | sed 's/.*/{line}/' & {}
        reply \"{{\\\"answered\\\":$(head -n {COUNT} | grep -c '\"result\":{{}}')}}\"; next",
        gate.script(),
        Gate::WAIT
    );
    let runtime = threaded();
    let other = runtime.connect(server(), Arc::new(()), options("other")).expect("it starts");
    let client = runtime.connect(shaken(&script), Arc::new(()), narrow()).expect("it starts");
    let call = client.call_tool("t", None, CallSettings::default()).expect("started");
    let_it_rise(&other);
    growth.check();
    gate.open();
    while call.outcome().is_none() {
        other.ping(CallSettings::default()).expect("started").wait(Some(PATIENCE)).expect("ends");
        growth.check();
    }
    let outcome = call.outcome().expect("just seen");
    let answered = outcome.as_ref().as_ref().expect("a result").result.as_str().to_owned();
    assert_eq!(answered, format!("{{\"answered\":{COUNT}}}"));
}

// proves: SEC-17
#[test]
fn what_one_line_brings_beyond_what_may_wait_is_dropped_and_counted() {
    const ROOM: usize = 16;
    const COUNT: usize = 500;
    let _alone = alone();
    let script = format!(
        r#"next; printf '['; seq 1 {COUNT} | sed 's/.*/{{"jsonrpc":"2.0","method":"notifications\/message","params":{{"level":"info","data":&}}}},/' | tr -d '\n'
        printf '{{"jsonrpc":"2.0","id":%s,"result":{{}}}}]\n' "$id"; next"#
    );
    for dispatch in [Dispatch::Thread, Dispatch::Pump { wakeup: None }, Dispatch::Inline] {
        let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
        let (host, seen) = Witness::willing();
        let mut options = options("batch");
        options.config.revisions = vec![Revision::R2025Mar];
        options.config.limits.events = ROOM;
        let server = support::shaken_in("2025-03-26", &script);
        let client = runtime.connect(server, host, options).expect("it starts");
        let (out, done) = channel();
        let done_here = Box::new(move |_: &Call, outcome: &Result<_, _>| {
            out.send(outcome.is_ok()).expect("listened to");
        });
        let settings = CallSettings { done: Some(done_here), ..CallSettings::default() };
        let call = client.call_tool("t", None, settings).expect("started");
        drop(call.wait(Some(PATIENCE)).expect("it ends"));
        assert_eq!(done.recv_timeout(PATIENCE), Ok(true));
        runtime.shutdown();
        let (mut kept, mut dropped) = (0, 0);
        for seen in seen.try_iter() {
            match seen {
                Seen::Log(_) => kept += 1,
                Seen::Warning(warning) => {
                    assert_eq!(warning.kind, WarningKind::Dropped);
                    let count = warning.detail.split(' ').next().and_then(|n| n.parse().ok());
                    dropped += count.unwrap_or(0_usize);
                }
                _ => {}
            }
        }
        assert_eq!((kept, kept + dropped), (ROOM, COUNT));
    }
}
