//! Calls: from any thread, waited for in every way, cancelled at every moment.
#![cfg(unix)]

mod support;

use mcpclient::json::Value;
use mcpclient::{CallSettings, Client, Code, Reference, Runtime};
use std::future::IntoFuture;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Barrier};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, json, options, server, threaded};

fn connect(runtime: &Runtime) -> (Client, Arc<Witness>, Receiver<Seen>) {
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host.clone(), options("calls")).expect("it starts");
    (client, host, seen)
}

fn settings() -> CallSettings {
    CallSettings::default()
}

fn result(call: &mcpclient::Call) -> String {
    let outcome = call.wait(Some(PATIENCE)).expect("every call ends");
    outcome.as_ref().as_ref().expect("a result").result.as_str().to_owned()
}

// proves: TOL-10, RES-02, PRM-03, CMP-02, LOG-01
#[test]
fn every_convenience_says_what_it_should() {
    let runtime = threaded();
    let (client, _host, seen) = connect(&runtime);
    let start = |call: Result<mcpclient::Call, mcpclient::Error>| result(&call.expect("started"));
    let tool = start(client.call_tool("echo", Some(json(r#"{"z":1.50,"a":[1e2]}"#)), settings()));
    assert!(tool.contains(r#"{\"z\":1.50,\"a\":[1e2]}"#), "arguments go as they were: {tool}");
    let tool = start(client.call_tool("echo", None, settings()));
    assert!(tool.contains(r#""text":"{}""#), "no arguments are an empty object: {tool}");
    let count =
        |list: &str, member: &str| json(list).value().get(member).expect("it").items().count();
    assert_eq!(count(&start(client.list_tools(settings())), "tools"), 16, "both pages");
    assert!(count(&start(client.list_resources(settings())), "resources") > 1);
    assert_eq!(count(&start(client.list_resource_templates(settings())), "resourceTemplates"), 1);
    assert!(count(&start(client.list_prompts(settings())), "prompts") > 1);
    assert!(start(client.read_resource("puppet:///text", settings())).contains("contents"));
    assert_eq!(start(client.subscribe("puppet:///text", settings())), "{}");
    start(client.call_tool("touch", Some(json(r#"{"uri":"puppet:///text"}"#)), settings()));
    let updated = seen::find(&seen, |seen| match seen {
        Seen::Notification(method, params) => Some((method, params)),
        _ => None,
    });
    assert_eq!(updated.0, "notifications/resources/updated");
    assert_eq!(start(client.unsubscribe("puppet:///text", settings())), "{}");
    let prompts = start(client.list_prompts(settings()));
    let prompts = json(&prompts);
    let name = prompts.value().at("/prompts/0/name").and_then(Value::text).expect("a name");
    start(client.get_prompt(&name, Some(json(r#"{"city":"Bergen","name":"Kari"}"#)), settings()));
    let done = start(client.complete(
        Reference::Prompt(&name),
        "city",
        "B",
        Some(json(r#"{"name":"Kari"}"#)),
        settings(),
    ));
    assert!(done.contains("values"));
    assert_eq!(start(client.set_log_level("debug", settings())), "{}");
    assert_eq!(start(client.ping(settings())), "{}");
    for wrong in ["[1]", "3"] {
        let error = client.call_tool("echo", Some(json(wrong)), settings()).unwrap_err();
        assert_eq!(error.code, Code::BadJson);
    }
}

#[test]
fn a_failed_tool_is_a_result_and_a_failed_request_is_not() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    let call = client.call_tool("fail", None, settings()).expect("started");
    assert!(result(&call).contains("\"isError\":true"));
    let arguments = json(r#"{"code":-32000,"message":"no"}"#);
    let call = client.call_tool("error", Some(arguments), settings()).expect("started");
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    let error = outcome.as_ref().as_ref().unwrap_err();
    assert_eq!(error.code, Code::Server);
    let server = error.server.as_ref().expect("the server's own");
    assert_eq!((server.code, server.message.as_str()), (-32000, "no"));
}

// proves: PRG-01, PRG-03
#[test]
fn progress_comes_in_order_and_before_the_end() {
    let runtime = threaded();
    let (client, host, seen) = connect(&runtime);
    let settings = CallSettings { progress: true, done: Some(host.done()), ..settings() };
    let call = client.call_tool("slow", Some(json(r#"{"count":500}"#)), settings).expect("started");
    let mut next = 1;
    seen::find(&seen, |seen| match seen {
        Seen::Progress(id, params) => {
            assert_eq!(id, call.id());
            assert_eq!(params.value().get("progress").expect("it").raw(), next.to_string());
            next += 1;
            (next == 501).then_some(())
        }
        Seen::Done(..) => panic!("too early"),
        _ => None,
    });
    call.cancel(None).expect("it runs");
    assert_eq!(seen::done(&seen).unwrap_err().code, Code::Cancelled);
}

#[test]
fn an_outcome_can_be_had_in_every_way_and_often() {
    let runtime = threaded();
    let (client, host, seen) = connect(&runtime);
    let call =
        client.ping(CallSettings { done: Some(host.done()), ..settings() }).expect("started");
    seen::done(&seen).expect("pinged");
    assert_eq!(result(&call), "{}");
    assert_eq!(result(&call.clone()), "{}");
    assert!(call.outcome().expect("it is there").is_ok());
    assert!(
        matches!(poll(&mut Box::pin((&call).into_future())), Poll::Ready(outcome) if outcome.is_ok())
    );
    assert_eq!(call.cancel(None).unwrap_err().code, Code::Gone);
}

fn poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    let mut context = Context::from_waker(Waker::noop());
    std::pin::Pin::new(future).poll(&mut context)
}

#[test]
fn a_call_can_be_awaited_and_wakes_its_task_once() {
    struct Count(AtomicUsize, thread::Thread);
    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
            self.1.unpark();
        }
    }
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    let call =
        client.call_tool("echo", Some(json(r#"{"text":"x"}"#)), settings()).expect("started");
    let count = Arc::new(Count(AtomicUsize::new(0), thread::current()));
    let waker = Waker::from(count.clone());
    let mut future = std::pin::pin!(call.into_future());
    let outcome = loop {
        // Polling twice registers once.
        let _ = future.as_mut().poll(&mut Context::from_waker(&waker));
        if let Poll::Ready(outcome) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            break outcome;
        }
        thread::park_timeout(PATIENCE);
    };
    assert!(outcome.is_ok());
    assert!(count.0.load(Ordering::SeqCst) <= 1);
}

#[test]
fn waiting_has_an_end_of_its_own() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    let call = client.call_tool("slow", None, settings()).expect("started");
    assert_eq!(call.wait(Some(Duration::ZERO)).unwrap_err().code, Code::Pending);
    assert_eq!(call.wait(Some(Duration::from_millis(5))).unwrap_err().code, Code::Pending);
    let others: Vec<_> = (0..4)
        .map(|_| {
            let call = call.clone();
            thread::spawn(move || call.wait(None).expect("it ends").as_ref().clone())
        })
        .collect();
    call.cancel(Some("enough")).expect("it runs");
    for other in others {
        let outcome = other.join().expect("no panic");
        assert_eq!(outcome.unwrap_err().code, Code::Cancelled);
    }
}

#[test]
fn wait_returns_after_the_callback_has() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    for _ in 0..200 {
        let returned = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&returned);
        let done = Box::new(move |call: &mcpclient::Call, _: &_| {
            assert!(call.outcome().is_some(), "it can be asked for already");
            thread::yield_now();
            seen.store(1, Ordering::SeqCst);
        });
        let call = client.ping(CallSettings { done: Some(done), ..settings() }).expect("started");
        call.wait(Some(PATIENCE)).expect("it ends").as_ref().as_ref().expect("pinged");
        assert_eq!(returned.load(Ordering::SeqCst), 1);
    }
}

#[test]
fn started_comes_before_done_whatever_the_race() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    let (out, order) = channel();
    for number in 0..200_u64 {
        let (first, second) = (out.clone(), out.clone());
        let settings = CallSettings {
            started: Some(Box::new(move |call| {
                first.send((number, call.id(), false)).expect("the test listens");
            })),
            done: Some(Box::new(move |call, _| {
                second.send((number, call.id(), true)).expect("the test listens");
            })),
            ..settings()
        };
        client.ping(settings).expect("started");
    }
    let mut open = std::collections::HashMap::new();
    for _ in 0..400 {
        let (number, id, done) = order.recv_timeout(PATIENCE).expect("both come");
        match done {
            false => assert!(open.insert(number, id).is_none()),
            true => assert_eq!(open.remove(&number), Some(id)),
        }
    }
}

// proves: CAN-01, CAN-04, CAN-05
#[test]
fn cancelling_at_the_moment_of_the_result_ends_the_call_once() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    let (mut cancelled, mut faster) = (0, 0);
    for round in 0..400_u32 {
        let ends = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&ends);
        let done = Box::new(move |_: &mcpclient::Call, _: &_| {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let call = client.ping(CallSettings { done: Some(done), ..settings() }).expect("started");
        // Everything from at once to long after.
        for _ in 0..round * 20 {
            std::hint::spin_loop();
        }
        let cancel = call.cancel(None);
        let outcome = call.wait(Some(PATIENCE)).expect("it ends");
        match (cancel, outcome.as_ref()) {
            (Ok(()), Err(error)) => {
                assert_eq!(error.code, Code::Cancelled);
                cancelled += 1;
            }
            (Err(error), Ok(_)) => {
                assert_eq!(error.code, Code::Gone);
                faster += 1;
            }
            other => panic!("both or neither: {other:?}"),
        }
        assert_eq!(ends.load(Ordering::SeqCst), 1);
    }
    assert!(cancelled > 0, "{faster} were faster");
    client.ping(settings()).expect("started").wait(Some(PATIENCE)).expect("it lives on");
}

// proves: CAN-05
#[test]
fn a_call_is_cancelled_from_inside_a_callback_and_from_another_thread() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    let slow = client.call_tool("slow", None, settings()).expect("started");
    let victim = slow.clone();
    let done = Box::new(move |_: &mcpclient::Call, _: &_| {
        victim.cancel(None).expect("it runs");
        assert_eq!(victim.cancel(None).unwrap_err().code, Code::Gone);
        assert_eq!(victim.wait(None).unwrap_err().code, Code::Reentrant);
    });
    client.ping(CallSettings { done: Some(done), ..settings() }).expect("started");
    let outcome = slow.wait(Some(PATIENCE)).expect("it ends");
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Cancelled);

    // Of several who cancel at once, one does.
    let slow = client.call_tool("slow", None, settings()).expect("started");
    let barrier = Arc::new(Barrier::new(4));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (call, barrier) = (slow.clone(), Arc::clone(&barrier));
            thread::spawn(move || {
                barrier.wait();
                call.cancel(None).is_ok()
            })
        })
        .collect();
    let successes = threads.into_iter().filter(|_| true).map(|t| t.join().expect("no panic"));
    assert_eq!(successes.filter(|done| *done).count(), 1);
    drop(slow.wait(Some(PATIENCE)).expect("it ends"));
}

#[test]
fn letting_go_of_a_call_does_not_cancel_it() {
    let runtime = threaded();
    let (client, host, seen) = connect(&runtime);
    drop(client.ping(CallSettings { done: Some(host.done()), ..settings() }).expect("started"));
    seen::done(&seen).expect("pinged");
}

#[test]
fn many_threads_share_a_client() {
    let runtime = threaded();
    let (client, _host, _seen) = connect(&runtime);
    thread::scope(|scope| {
        for number in 0..8 {
            let client = client.clone();
            scope.spawn(move || {
                for round in 0..100 {
                    let text = format!("{number}-{round}");
                    let arguments = json(&format!("{{\"text\":\"{text}\"}}"));
                    let call =
                        client.call_tool("echo", Some(arguments), settings()).expect("started");
                    assert!(result(&call).contains(&text));
                }
            });
        }
    });
}

#[test]
fn too_many_calls_are_busy_and_then_not() {
    let runtime = threaded();
    let (host, _seen) = Witness::willing();
    let mut options = options("busy");
    options.config.limits.calls = 2;
    let client = runtime.connect(server(), host.clone(), options).expect("it starts");
    let first = client.call_tool("slow", None, settings()).expect("started");
    let _second = client.call_tool("slow", None, settings()).expect("started");
    // A refused call leaves no trace: its callback is dropped unused.
    let unused = Arc::new(());
    let mark = Arc::clone(&unused);
    let done = Box::new(move |_: &mcpclient::Call, _: &_| drop(mark));
    let error = client.ping(CallSettings { done: Some(done), ..settings() }).unwrap_err();
    assert_eq!(error.code, Code::Busy);
    assert_eq!(Arc::strong_count(&unused), 1);
    first.cancel(None).expect("it runs");
    assert_eq!(result(&client.ping(settings()).expect("there is room again")), "{}");
}

#[test]
fn a_roots_list_is_kept_and_announced() {
    let runtime = threaded();
    let (host, _seen) = Witness::new(mcpclient::Offer {
        roots: mcpclient::Roots::List,
        ..mcpclient::Offer::default()
    });
    let client = runtime.connect(server(), host, options("roots")).expect("it starts");
    let mut roots = mcpclient::roots::RootList::default();
    let root = mcpclient::roots::Root::new("file:///srv/data".to_owned(), None).expect("a root");
    assert!(roots.add(root));
    client.set_roots(roots.clone()).expect("open");
    assert_eq!(client.roots().to_result(), roots.to_result());
    let call = client.call_tool("roots", None, settings()).expect("started");
    assert!(result(&call).contains("file:///srv/data"), "the library answers from the list");
}
