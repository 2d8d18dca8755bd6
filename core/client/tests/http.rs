//! Servers over HTTP on real sockets: what works over lanes works here, in every revision that has it.

mod support;

use mcpclient::json::Value;
use mcpclient::{
    CallSettings, Client, ClientOptions, Code, Dispatch, Error, Http, OnSuspend, Revision, Runtime,
    RuntimeOptions, Success,
};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use support::seen::{self, Seen, Witness};
use support::served::{self, Manner, count};
use support::web::Server;
use support::{PATIENCE, json, options, threaded};

const REVISIONS: [Revision; 4] =
    [Revision::R2025Mar, Revision::R2025Jun, Revision::R2025Nov, Revision::R2026];

fn all() -> impl Iterator<Item = Manner> {
    REVISIONS
        .into_iter()
        .flat_map(|revision| [false, true].map(|streams| Manner { revision, streams }))
}

fn any_era(label: &str) -> ClientOptions {
    let mut options = options(label);
    options.config.revisions = mcpclient::Era::Auto.revisions();
    options
}

fn outcome(call: &mcpclient::Call) -> Result<Success, Error> {
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone()
}

fn call(client: &Client, tool: &str, arguments: &str) -> Result<Success, Error> {
    outcome(&client.call_tool(tool, Some(json(arguments)), CallSettings::default())?)
}

fn text(success: &Success) -> String {
    let text = success.result.value().at("/content/0/text").and_then(Value::text);
    text.expect("a text").into_owned()
}

fn echo(client: &Client, words: &str) -> Result<String, Error> {
    call(client, "echo", &format!(r#"{{"text":"{words}"}}"#)).map(|success| text(&success))
}

// proves: HTP-01, HTP-06, HTP-26, VER-45
#[test]
fn calls_and_inputs_travel_in_every_revision_and_dispatch() {
    for manner in all() {
        for dispatch in [Dispatch::Thread, Dispatch::Pump { wakeup: None }, Dispatch::Inline] {
            let (server, books) = served::start(manner);
            let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
            let (host, seen) = Witness::willing();
            let client = runtime.connect(Http::new(server.url()), host, any_era("all"));
            let client = client.expect("a client");
            for number in 0..10 {
                let words = format!("number {number}");
                assert_eq!(echo(&client, &words).expect("a result"), words);
            }
            assert_eq!(client.server().expect("ready").revision, manner.revision);
            let asking = client.call_tool("ask", None, CallSettings::default()).expect("started");
            let has_forms = manner.revision >= Revision::R2025Jun;
            let answers = thread::spawn(move || {
                if has_forms {
                    seen::input(&seen).decline(None).expect("open");
                }
                seen
            });
            let told = text(&outcome(&asking).expect("a result"));
            assert_eq!(told, if has_forms { "decline" } else { "refused" }, "{manner:?}");
            let seen = answers.join().expect("no panic");
            drop(client);
            // The next one does not have to find out.
            let second = runtime.connect(Http::new(server.url()), Arc::new(()), any_era("second"));
            let second = second.expect("a client");
            assert_eq!(echo(&second, "again").expect("a result"), "again");
            runtime.shutdown();
            assert_eq!(seen::closed(&seen).code, Code::Closed);
            let stateless = manner.revision == Revision::R2026;
            assert_eq!(count(&books, "server/discover"), if stateless { 2 } else { 1 });
            assert_eq!(count(&books, "DELETE"), if stateless { 0 } else { 2 });
        }
    }
}

// proves: HTP-06
#[test]
fn results_of_sixteen_mebibytes() {
    const SIZE: usize = 16 << 20;
    for manner in all().filter(|manner| manner.revision >= Revision::R2025Nov) {
        let (server, _) = served::start(manner);
        let runtime = threaded();
        let client = runtime.connect(Http::new(server.url()), Arc::new(()), any_era("big"));
        let client = client.expect("a client");
        let success = call(&client, "big", &format!(r#"{{"bytes":{SIZE}}}"#)).expect("a result");
        assert_eq!(text(&success).len(), SIZE);
        assert_eq!(echo(&client, &"y".repeat(1 << 20)).expect("a result").len(), 1 << 20);
    }
}

#[test]
fn a_hundred_clients_at_once() {
    for revision in [Revision::R2025Nov, Revision::R2026] {
        let (server, _) = served::start(Manner { revision, streams: true });
        let runtime = threaded();
        let clients: Vec<_> = (0..100)
            .map(|number| {
                let options = any_era(&format!("client {number}"));
                runtime.connect(Http::new(server.url()), Arc::new(()), options).expect("a client")
            })
            .collect();
        thread::scope(|scope| {
            for part in clients.chunks(10) {
                scope.spawn(move || {
                    for client in part.iter().chain(part) {
                        assert_eq!(echo(client, client.label()).expect("a result"), client.label());
                    }
                });
            }
        });
    }
}

/// Ends of calls, counted.
#[derive(Default)]
struct Ends {
    started: AtomicUsize,
    ended: Arc<AtomicUsize>,
    seen: Arc<Mutex<std::collections::HashSet<u64>>>,
}

impl Ends {
    fn start(&self, client: &Client) -> Option<mcpclient::Call> {
        let (ended, seen) = (Arc::clone(&self.ended), Arc::clone(&self.seen));
        let done = move |call: &mcpclient::Call, _: &Result<Success, Error>| {
            assert!(seen.lock().expect("no panic").insert(call.id().0), "it ends once");
            ended.fetch_add(1, Ordering::SeqCst);
        };
        let settings = CallSettings { done: Some(Box::new(done)), ..CallSettings::default() };
        let call = client.call_tool("echo", Some(json(r#"{"text":"load"}"#)), settings).ok()?;
        self.started.fetch_add(1, Ordering::SeqCst);
        Some(call)
    }

    fn check(&self) {
        let started = self.started.load(Ordering::SeqCst);
        assert_eq!(self.ended.load(Ordering::SeqCst), started);
        assert!(started > 0);
    }
}

// proves: HTP-25
#[test]
fn a_server_that_is_restarted_under_load_is_there_again() {
    for revision in [Revision::R2025Nov, Revision::R2026] {
        let manner = Manner { revision, streams: false };
        let (server, _) = served::start(manner);
        let port = server.port();
        let runtime = threaded();
        let client = runtime.connect(Http::new(server.url()), Arc::new(()), any_era("load"));
        let client = client.expect("a client");
        echo(&client, "ready").expect("a result");
        let (ends, over) = (Ends::default(), AtomicBool::new(false));
        let server = Mutex::new(Some(server));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !over.load(Ordering::SeqCst) {
                        let Some(call) = ends.start(&client) else { continue };
                        // Some are lost; none hangs.
                        drop(outcome(&call));
                    }
                });
            }
            for _ in 0..3 {
                let before = ends.ended.load(Ordering::SeqCst);
                support::process::until("calls go on", || {
                    ends.ended.load(Ordering::SeqCst) > before + 20
                });
                drop(server.lock().expect("no panic").take());
                *server.lock().expect("no panic") = Some(served::start_at(port, manner).0);
            }
            over.store(true, Ordering::SeqCst);
        });
        support::process::until("it is there again", || echo(&client, "again").is_ok());
        runtime.shutdown();
        ends.check();
    }
}

/// Whatever piece of the conversation is cut, on a real socket: every call ends once, and so does the client.
#[test]
fn a_conversation_cut_at_any_piece_ends() {
    let servers =
        all().map(|manner| Box::new(move || served::start(manner).0) as Box<dyn Fn() -> Server>);
    for start in servers.chain([Box::new(support::old::start) as _]) {
        let pieces = {
            let server = start();
            converse(&server, usize::MAX);
            server.pieces()
        };
        assert!(pieces > 8, "{pieces}");
        for cut in 1..=pieces {
            converse(&start(), cut);
        }
    }
}

// proves: SSE-01, SSE-02, SSE-04, SSE-07
#[test]
fn servers_that_know_nothing_newer_are_spoken_to_in_their_way() {
    for dispatch in [Dispatch::Thread, Dispatch::Pump { wakeup: None }, Dispatch::Inline] {
        let server = support::old::start();
        let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
        let client = runtime.connect(Http::new(server.url()), Arc::new(()), any_era("old"));
        let client = client.expect("a client");
        for number in 0..10 {
            let words = format!("number {number}");
            assert_eq!(echo(&client, &words).expect("a result"), words);
        }
        assert_eq!(client.server().expect("ready").revision, Revision::R2024);
        // It is told that there are no roots, which is an answer.
        assert_eq!(text(&call(&client, "ask", "{}").expect("a result")), "answered");
        runtime.shutdown();
    }
}

fn converse(server: &Server, cut: usize) {
    server.cut_at(cut);
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let mut options = any_era("cut");
    // So that what is lost is not waited for.
    options.config.times.idle = mcpclient::Millis(20_000);
    let client = runtime.connect(Http::new(server.url()), host, options).expect("a client");
    let ends = Ends::default();
    for _ in 0..2 {
        if let Some(call) = ends.start(&client) {
            drop(outcome(&call));
        }
    }
    let (tell, told) = channel();
    let settings = CallSettings {
        progress: true,
        done: Some(Box::new(move |_, outcome| {
            let _ = tell.send(outcome.is_ok());
        })),
        ..CallSettings::default()
    };
    if client.call_tool("ask", None, settings).is_ok() {
        // The form may never come.
        let start = Instant::now();
        let ended = loop {
            assert!(start.elapsed() < PATIENCE, "a call that never ends");
            if let Ok(ended) = told.recv_timeout(Duration::from_millis(1)) {
                break ended;
            }
            for seen in seen.try_iter() {
                if let Seen::Input(input) = seen {
                    drop(input.decline(None));
                }
            }
        };
        assert!(ended || cut < usize::MAX);
        assert!(told.recv().is_err(), "once");
    }
    drop(client);
    runtime.shutdown();
    ends.check();
    assert!(cut < usize::MAX || ends.started.load(Ordering::SeqCst) == 2);
}

/// A server that begins and does not go on costs the call its time, and nobody else any.
#[test]
fn a_slow_loris_costs_one_call() {
    let (tell, begun) = channel();
    let server = Server::start(move |asked, mut answer| {
        match asked.what().as_str() {
        "tools/call" if asked.param("name").is_some_and(|name| name.contains("slow")) => {
            let mut more = answer.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
            more &= answer.raw(b"Content-Length: 100000\r\n\r\n{");
            let _ = tell.send(());
            while more {
                thread::sleep(Duration::from_millis(1));
                more = answer.raw(b" ");
            }
            let _ = tell.send(());
        }
        "server/discover" => answer.result(
            asked,
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"},"ttlMs":0,"cacheScope":"private"}"#,
        ),
        _ => answer.result(asked, r#"{"resultType":"complete","content":[{"type":"text","text":"here"}]}"#),
    }
    });
    let runtime = threaded();
    let client = runtime.connect(Http::new(server.url()), Arc::new(()), any_era("loris"));
    let client = client.expect("a client");
    let slow = client.call_tool("slow", None, CallSettings::default()).expect("started");
    begun.recv_timeout(PATIENCE).expect("it begins");
    assert_eq!(echo(&client, "meanwhile").expect("a result"), "here");
    runtime.advance_clock(Duration::from_secs(24 * 3_600));
    assert_eq!(outcome(&slow).unwrap_err().code, Code::Timeout);
    begun.recv_timeout(PATIENCE).expect("its connection is closed");
    assert_eq!(echo(&client, "afterwards").expect("a result"), "here");
}

#[test]
fn a_sleep_in_the_middle_of_a_stream() {
    for revision in [Revision::R2025Nov, Revision::R2026] {
        let (server, _) = served::start(Manner { revision, streams: true });
        let runtime = threaded();
        let (host, seen) = Witness::willing();
        let client = runtime.connect(Http::new(server.url()), host, any_era("sleep"));
        let client = client.expect("a client");
        assert_eq!(echo(&client, "before").expect("a result"), "before");
        client.suspend(OnSuspend::Continue).expect("open");
        seen::find(&seen, |seen| matches!(seen, Seen::Suspended).then_some(()));
        let late =
            client.call_tool("echo", Some(json(r#"{"text":"late"}"#)), CallSettings::default());
        let late = late.expect("it waits");
        assert_eq!(late.wait(Some(Duration::ZERO)).unwrap_err().code, Code::Pending);
        client.wake().expect("open");
        seen::find(&seen, |seen| matches!(seen, Seen::Ready).then_some(()));
        assert_eq!(text(&outcome(&late).expect("a result")), "late");
        assert_eq!(echo(&client, "after").expect("a result"), "after");
    }
}
