//! A host that forks: the child gets an error for everything, and the parent notices nothing.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::{
    CallSettings, Code, Dispatch, Exchange, Exchanger, Http, Lane, LaneHost, Request, Runtime,
    RuntimeOptions, State,
};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::PATIENCE;
use support::seen::{self, Seen, Witness};

fn settings() -> CallSettings {
    CallSettings::default()
}

/// Runs `act` in a forked child, and says whether it came to its end.
fn in_child(act: impl FnOnce()) -> bool {
    // SAFETY: the child calls nothing but the code under test, whose point this is, and _exit.
    unsafe {
        match libc::fork() {
            -1 => panic!("fork failed"),
            0 => {
                let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act));
                libc::_exit(i32::from(result.is_err()));
            }
            child => {
                let mut status = 0;
                assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
                status == 0
            }
        }
    }
}

#[test]
fn in_a_forked_child_everything_is_forked_and_freeing_harms_nobody() {
    for way in [Dispatch::Thread, Dispatch::Pump { wakeup: None }, Dispatch::Inline] {
        let name = format!("{way:?}");
        let runtime = Runtime::new(RuntimeOptions { dispatch: way }).expect("a runtime");
        let (host, seen) = Witness::willing();
        let client =
            runtime.connect(support::server(), host, support::options("fork")).expect("it starts");
        let slow = client.call_tool("form", None, settings()).expect("started");
        let deliver = || {
            let _ = runtime.pump(usize::MAX);
            let _ = runtime.wait(Some(Duration::from_millis(1)));
        };
        let mut input = None;
        support::process::until("a form", || {
            deliver();
            input = seen.try_iter().find_map(|seen| match seen {
                Seen::Input(input) => Some(input),
                _ => None,
            });
            input.is_some()
        });
        let input = input.expect("just found");

        let good = in_child(|| {
            let forked = |error: mcpclient::Error| assert_eq!(error.code, Code::Forked);
            forked(client.ping(settings()).map(drop).unwrap_err());
            forked(client.notify("notifications/n", None).unwrap_err());
            forked(client.set_roots(mcpclient::roots::RootList::default()).unwrap_err());
            forked(slow.wait(Some(PATIENCE)).map(drop).unwrap_err());
            forked(slow.cancel(None).unwrap_err());
            forked(input.decline(None).unwrap_err());
            forked(runtime.pump(1).unwrap_err());
            forked(runtime.wait(Some(PATIENCE)).unwrap_err());
            let again = runtime.connect(support::server(), Arc::new(()), support::options("no"));
            forked(again.map(drop).unwrap_err());
            assert!(matches!(client.state(), State::Closed(error) if error.code == Code::Forked));
            assert!(client.server().is_none() && !input.is_open() && slow.outcome().is_none());
            assert_eq!(client.stderr_tail(), "");
            client.close();
            runtime.close(Duration::ZERO);
            runtime.wake();
            runtime.shutdown();
            runtime.advance_clock(Duration::from_secs(1));
            // A runtime of the child's own works.
            let own =
                Runtime::new(RuntimeOptions { dispatch: Dispatch::Inline }).expect("a runtime");
            let mine = own
                .connect(support::server(), Arc::new(()), support::options("own"))
                .expect("it starts");
            let ping = mine.ping(settings()).expect("started");
            assert!(ping.wait(Some(PATIENCE)).expect("it ends").is_ok());
            drop((mine, own));
            // Freeing the parent's, in any order.
            drop((input, slow, client, runtime));
        });
        assert!(good, "{name}: the child went wrong");
    }
}

#[test]
fn the_parent_notices_nothing() {
    for inline in [false, true] {
        let dispatch = if inline { Dispatch::Inline } else { Dispatch::Thread };
        let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
        let client = runtime
            .connect(support::server(), Arc::new(()), support::options("fork"))
            .expect("it starts");
        let before = client.ping(settings()).expect("started");
        assert!(before.wait(Some(PATIENCE)).expect("it ends").is_ok());
        let slow = client.call_tool("slow", None, settings()).expect("started");
        let handles = (client.clone(), runtime.clone(), slow.clone());
        assert!(in_child(move || drop(handles)));
        // The child has freed its copies of everything; ours are as they were.
        let after = client.ping(settings()).expect("started");
        assert!(after.wait(Some(PATIENCE)).expect("it ends").is_ok());
        slow.cancel(None).expect("it runs");
        let pid = client.pid().expect("it runs");
        drop((client, before, after, slow));
        runtime.shutdown();
        assert!(!support::process::is_listed(pid));
    }
}

/// Keeps the first exchange.
struct Kept(Mutex<Sender<Exchange>>);

impl Exchanger for Kept {
    fn open(&self, _request: Request, exchange: Exchange) {
        // A test that is over wants no more.
        let _ = self.0.lock().expect("no panic").send(exchange);
    }
}

struct Deaf;

impl LaneHost for Deaf {
    fn send(&self, _bytes: &[u8]) {}
}

#[test]
fn exchanges_and_lanes_are_of_no_use_in_the_child_and_go_on_in_the_parent() {
    let runtime = support::threaded();
    let (out, kept) = channel();
    let http = Http::new("http://example.org/").exchanger(Arc::new(Kept(Mutex::new(out))));
    let client = runtime.connect(http, Arc::new(()), support::options("http")).expect("a client");
    let exchange = kept.recv_timeout(PATIENCE).expect("the first request");
    let (lane, feed) = Lane::new(Deaf);
    let hosted = runtime.connect(lane, Arc::new(()), support::options("lane")).expect("a client");
    let handles = (client.clone(), hosted.clone(), feed.clone());
    let borrowed = &exchange;
    assert!(in_child(move || {
        let forked = |result: Result<(), mcpclient::Error>| {
            assert_eq!(result.unwrap_err().code, Code::Forked);
        };
        forked(borrowed.head(200, [("a", "b")]));
        forked(borrowed.body(b"{}"));
        forked(borrowed.end(None));
        borrowed.on_abort(|| panic!("nobody tells"));
        borrowed.on_ready(|| panic!("nobody tells"));
        forked(feed.feed(b"{}\n"));
        forked(feed.end(None));
        feed.on_ready(|| panic!("nobody tells"));
        forked(handles.0.suspend(mcpclient::OnSuspend::Continue));
        drop((handles, feed));
    }));
    exchange.head(500, [("content-type", "text/plain")]).expect("it is as it was");
    exchange.end(None).expect("it is as it was");
    hosted.close();
    runtime.close(Duration::ZERO);
}

#[test]
fn a_fork_while_the_library_is_busy_is_no_different() {
    let runtime = support::threaded();
    let (host, seen) = Witness::willing();
    let client = runtime
        .connect(support::server(), host.clone(), support::options("busy"))
        .expect("it starts");
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::SeqCst) {
                let call = client.ping(settings()).expect("started");
                assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
            }
        });
        for _ in 0..50 {
            let (client, runtime) = (client.clone(), runtime.clone());
            assert!(in_child(move || {
                assert_eq!(client.ping(settings()).map(drop).unwrap_err().code, Code::Forked);
                drop((client, runtime));
            }));
        }
        over.store(true, std::sync::atomic::Ordering::SeqCst);
        busy.join().expect("no panic");
    });
    client.close();
    seen::closed(&seen);
}
