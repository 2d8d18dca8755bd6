//! Where callbacks run: on threads of the library, inside a pump, or inside a wait.
#![cfg(unix)]

mod support;

use mcpclient::json::Json;
use mcpclient::{
    Call, CallSettings, Client, Code, Dispatch, Host, Input, Offer, Runtime, RuntimeOptions, State,
};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use support::process::until;
use support::seen::{self, Seen, Witness, everything};
use support::{PATIENCE, inline, json, options, server, shaken, threaded};

fn settings() -> CallSettings {
    CallSettings::default()
}

fn with_done(done: impl FnOnce(&Call) + Send + 'static) -> CallSettings {
    CallSettings { done: Some(Box::new(move |call, _| done(call))), ..settings() }
}

fn pumped() -> Runtime {
    let dispatch = Dispatch::Pump { wakeup: None };
    Runtime::new(RuntimeOptions { dispatch }).expect("a runtime")
}

/// Whether the runtime's descriptor is readable within `patience`.
fn readable(runtime: &Runtime, patience: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let fd = runtime.wakeup_fd().expect("pumped runtimes have one");
    // SAFETY: the descriptor lives as long as the runtime, which outlives this call.
    let fd = unsafe { std::os::fd::BorrowedFd::borrow_raw(fd) };
    let time = Timespec::try_from(patience).expect("a short time");
    poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&time)).expect("poll works") == 1
}

fn pump_until(runtime: &Runtime, mut over: impl FnMut() -> bool) {
    let start = Instant::now();
    while !over() {
        assert!(start.elapsed() < PATIENCE, "nothing came of pumping");
        if readable(runtime, Duration::from_secs(1)) {
            runtime.pump(usize::MAX).expect("our thread pumps");
        }
    }
}

/// A host whose input callback blocks until it is let go.
struct Blocking {
    entered: Mutex<Sender<ThreadId>>,
    go: Mutex<Receiver<()>>,
    /// What it sends before it blocks.
    first: OnceLock<Client>,
}

impl Host for Blocking {
    fn offer(&self) -> Offer {
        everything()
    }

    fn input(&self, input: Input) {
        if let Some(client) = self.first.get() {
            client.notify("notifications/before", None).expect("open");
        }
        self.entered.lock().expect("ours").send(thread::current().id()).expect("listened to");
        self.go.lock().expect("ours").recv_timeout(PATIENCE).expect("let go");
        input.decline(None).expect("open");
    }
}

fn blocking() -> (Arc<Blocking>, Receiver<ThreadId>, Sender<()>) {
    let (entered, has_entered) = channel();
    let (go, gone) = channel();
    let host =
        Blocking { entered: Mutex::new(entered), go: Mutex::new(gone), first: OnceLock::new() };
    (Arc::new(host), has_entered, go)
}

#[test]
fn a_dialog_that_blocks_delays_no_other_client() {
    let runtime = threaded();
    let mut stuck = Vec::new();
    for _ in 0..5 {
        let (host, entered, go) = blocking();
        let client = runtime.connect(server(), host, options("stuck")).expect("it starts");
        let call = client.call_tool("form", None, settings()).expect("started");
        let on = entered.recv_timeout(PATIENCE).expect("asked");
        stuck.push((client, call, go, on));
    }
    let (host, seen) = Witness::willing();
    let free = runtime.connect(server(), host.clone(), options("free")).expect("it starts");
    for _ in 0..20 {
        free.ping(CallSettings { done: Some(host.done()), ..settings() }).expect("started");
        seen::done(&seen).expect("pinged");
    }
    let mut threads: Vec<_> = stuck.iter().map(|(.., on)| *on).collect();
    threads.dedup();
    assert_eq!(threads.len(), 5, "each blocks a thread of its own");
    for (_, call, go, _) in &stuck {
        assert!(call.outcome().is_none());
        go.send(()).expect("it waits");
        assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
    }
}

#[test]
fn what_a_callback_sends_before_it_blocks_is_not_kept_back() {
    let folder = support::process::folder("corked");
    let file = folder.join("lines");
    let script = format!(
        r#"next
        printf '{{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{{"message":"m","requestedSchema":{{"type":"object","properties":{{"a":{{"type":"string"}}}}}}}}}}\n'
        while read -r line; do echo "$line" >> {}; done"#,
        file.display()
    );
    for pump in [false, true] {
        let _ = std::fs::remove_file(&file);
        let runtime = if pump { pumped() } else { threaded() };
        let (host, entered, go) = blocking();
        let client =
            runtime.connect(shaken(&script), host.clone(), options("corked")).expect("it starts");
        assert!(host.first.set(client.clone()).is_ok());
        client.call_tool("t", None, settings()).expect("started");
        let watch = {
            let file = file.clone();
            thread::spawn(move || {
                entered.recv_timeout(PATIENCE).expect("asked");
                until("the server was told", || {
                    std::fs::read_to_string(&file).is_ok_and(|text| text.contains("before"))
                });
                go.send(()).expect("it waits");
            })
        };
        if pump {
            pump_until(&runtime, || watch.is_finished());
        }
        watch.join().expect("the notification came while the callback blocked");
    }
}

#[test]
fn callbacks_of_one_client_come_one_at_a_time_and_in_order() {
    struct Narrow {
        inside: AtomicBool,
        next: AtomicUsize,
    }
    impl Host for Narrow {
        fn log(&self, _client: &Client, params: &Json) {
            assert!(!self.inside.swap(true, Ordering::SeqCst), "two at once");
            let next = self.next.fetch_add(1, Ordering::SeqCst) + 1;
            assert_eq!(params.value().at("/data/number").expect("it").raw(), next.to_string());
            self.inside.store(false, Ordering::SeqCst);
        }
    }
    let runtime = threaded();
    let host = Arc::new(Narrow { inside: AtomicBool::new(false), next: AtomicUsize::new(0) });
    let client = runtime.connect(server(), host.clone(), options("narrow")).expect("it starts");
    let call =
        client.call_tool("log", Some(json(r#"{"count":3000}"#)), settings()).expect("started");
    assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
    assert_eq!(host.next.load(Ordering::SeqCst), 3000, "all of them before the end");
}

#[test]
fn our_threads_are_named_and_callbacks_never_run_on_the_caller() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host, options("named")).expect("it starts");
    let (out, thread) = channel();
    let caller = thread::current().id();
    let settings = with_done(move |_| {
        let current = thread::current();
        out.send((current.id(), current.name().map(str::to_owned))).expect("listened to");
    });
    client.ping(settings).expect("started");
    let (id, name) = thread.recv_timeout(PATIENCE).expect("called");
    assert_ne!(id, caller);
    assert_eq!(name.as_deref(), Some("mcpclient-serve"));
    seen::find(&seen, |seen| matches!(seen, Seen::Ready).then_some(()));
}

#[test]
fn a_panic_in_a_callback_costs_only_that_callback() {
    struct Clumsy(Mutex<Sender<&'static str>>);
    impl Host for Clumsy {
        fn state(&self, _client: &Client, state: &State) {
            let word = if matches!(state, State::Ready(_)) { "ready" } else { "closed" };
            self.0
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .send(word)
                .expect("listened to");
            panic!("on purpose");
        }
    }
    let runtime = threaded();
    let (out, words) = channel();
    let client = runtime
        .connect(server(), Arc::new(Clumsy(Mutex::new(out))), options("clumsy"))
        .expect("it starts");
    assert_eq!(words.recv_timeout(PATIENCE), Ok("ready"));
    let call = client.ping(with_done(|_| panic!("on purpose"))).expect("started");
    assert!(call.wait(Some(PATIENCE)).expect("it ends all the same").is_ok());
    client.close();
    assert_eq!(words.recv_timeout(PATIENCE), Ok("closed"));
    runtime.shutdown();
}

#[test]
fn waiting_inside_a_callback_is_refused_and_everything_else_is_not() {
    for way in ["thread", "pump", "inline"] {
        let runtime = match way {
            "thread" => threaded(),
            "pump" => pumped(),
            _ => inline(),
        };
        let client = runtime.connect(server(), Arc::new(()), options("inside")).expect("it starts");
        let (out, results) = channel();
        let (inner_client, inner_runtime) = (client.clone(), runtime.clone());
        let outer = client
            .ping(with_done(move |call| {
                let ping = inner_client.ping(settings()).expect("calls can be started");
                let waits =
                    [ping.wait(Some(Duration::from_secs(1))).err(), inner_runtime.wait(None).err()];
                // Its own call is over, so there is nothing to wait for... but the callback.
                assert!(call.outcome().is_some());
                out.send((ping, waits.map(|error| error.map(|error| error.code))))
                    .expect("listened to");
            }))
            .expect("started");
        assert!(outer.wait(Some(PATIENCE)).expect("it ends").is_ok());
        let (ping, waits) = results.recv_timeout(PATIENCE).expect("called");
        assert_eq!(waits, [Some(Code::Reentrant); 2], "{way}");
        assert!(ping.wait(Some(PATIENCE)).expect("what it started ends").is_ok());
    }
}

#[test]
fn handles_may_be_let_go_inside_callbacks() {
    for way in ["thread", "pump", "inline"] {
        let runtime = match way {
            "thread" => threaded(),
            "pump" => pumped(),
            _ => inline(),
        };
        let (host, seen) = Witness::willing();
        let client = runtime.connect(server(), host, options("freed")).expect("it starts");
        let pid = client.pid().expect("it runs");
        let all = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&all);
        let call = client
            .ping(with_done(move |_| {
                // The last handles of the client and of the runtime.
                drop(slot.lock().expect("ours").take());
            }))
            .expect("started");
        *all.lock().expect("ours") = Some((client, runtime.clone()));
        let last = runtime;
        let (over, freed) = channel();
        let waiting = call.clone();
        let thread = thread::spawn(move || {
            drop(waiting.wait(Some(PATIENCE)));
            drop(last);
            over.send(()).expect("listened to");
        });
        freed.recv_timeout(PATIENCE).expect("nothing is waited for in vain");
        thread.join().expect("no panic");
        seen::closed(&seen);
        assert!(!support::process::is_listed(pid), "{way}: the server has ended");
    }
}

#[test]
fn the_last_handle_of_a_runtime_may_go_inside_its_own_callback() {
    for pump in [false, true] {
        let runtime = if pump { pumped() } else { threaded() };
        let (host, seen) = Witness::willing();
        let client = runtime.connect(server(), host, options("last")).expect("it starts");
        let pid = client.pid().expect("it runs");
        let slot = Arc::new(Mutex::new(None));
        let inner = Arc::clone(&slot);
        let (out, dropped) = channel();
        let settings = with_done(move |_| {
            let runtime: Option<Runtime> = inner.lock().expect("ours").take();
            drop(runtime);
            out.send(()).expect("listened to");
        });
        if pump {
            // Pumping through a clone would keep a handle: the callback runs inside a wait instead.
            let call = client.ping(settings).expect("started");
            *slot.lock().expect("ours") = Some(runtime);
            assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
        } else {
            *slot.lock().expect("ours") = Some(runtime);
            client.ping(settings).expect("started");
        }
        dropped.recv_timeout(PATIENCE).expect("called");
        seen::closed(&seen);
        until("the server has ended", || !support::process::is_listed(pid));
    }
}

#[test]
fn the_descriptor_is_readable_exactly_while_there_is_something() {
    let runtime = pumped();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host.clone(), options("pump")).expect("it starts");
    pump_until(&runtime, || seen.try_recv().is_ok());
    assert_eq!(runtime.pump(10).expect("ours"), 0);
    assert!(!readable(&runtime, Duration::ZERO));
    // Five events; two are taken.
    let settings = || CallSettings { done: Some(host.done()), ..settings() };
    for _ in 0..5 {
        client.ping(settings()).expect("started");
    }
    let mut left = 0;
    let start = Instant::now();
    while left < 5 {
        assert!(start.elapsed() < PATIENCE);
        assert!(readable(&runtime, PATIENCE));
        left = runtime.pump(0).expect("ours");
    }
    assert_eq!(runtime.pump(2).expect("ours"), 3);
    assert!(readable(&runtime, Duration::ZERO), "events were left behind");
    assert_eq!(runtime.pump(usize::MAX).expect("ours"), 0);
    assert!(!readable(&runtime, Duration::ZERO));
    assert_eq!(seen.try_iter().count(), 5);
}

#[test]
fn the_wakeup_comes_once_and_again_for_what_a_pump_leaves() {
    let count = Arc::new(AtomicUsize::new(0));
    let wakeups = Arc::clone(&count);
    let wakeup: mcpclient::Wakeup = Box::new(move || {
        wakeups.fetch_add(1, Ordering::SeqCst);
    });
    let dispatch = Dispatch::Pump { wakeup: Some(wakeup) };
    let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host.clone(), options("wakeup")).expect("it starts");
    until("woken", || count.load(Ordering::SeqCst) == 1);
    // More of the same is no news.
    for _ in 0..3 {
        client.ping(CallSettings { done: Some(host.done()), ..settings() }).expect("started");
    }
    let start = Instant::now();
    while runtime.pump(0).expect("ours") < 4 {
        assert!(start.elapsed() < PATIENCE);
    }
    let before = count.load(Ordering::SeqCst);
    assert_eq!(runtime.pump(1).expect("ours"), 3);
    assert_eq!(count.load(Ordering::SeqCst), before + 1, "three were left behind");
    assert_eq!(runtime.pump(usize::MAX).expect("ours"), 0);
    assert_eq!(count.load(Ordering::SeqCst), before + 1);
    client.ping(CallSettings { done: Some(host.done()), ..settings() }).expect("started");
    until("woken again", || count.load(Ordering::SeqCst) == before + 2);
    drop(client);
    runtime.shutdown();
    assert_eq!(Arc::strong_count(&count), 1, "the wakeup was let go");
    drop(seen);
}

#[test]
fn pumps_nest_and_keep_the_order() {
    struct Modal {
        runtime: OnceLock<Runtime>,
        order: Mutex<Vec<String>>,
    }
    impl Host for Modal {
        fn offer(&self) -> Offer {
            everything()
        }
        fn input(&self, input: Input) {
            self.order.lock().expect("ours").push("dialog".into());
            let runtime = self.runtime.get().expect("set");
            // A modal dialog: it pumps until the server has taken its question back.
            let id = format!("gone {}", input.id().0);
            pump_until(runtime, || self.order.lock().expect("ours").contains(&id));
            self.order.lock().expect("ours").push("dialog over".into());
        }
        fn input_closed(
            &self,
            _client: &Client,
            id: mcpclient::InputId,
            _why: mcpclient::Withdrawn,
        ) {
            self.order.lock().expect("ours").push(format!("gone {}", id.0));
        }
    }
    let runtime = pumped();
    let host = Arc::new(Modal { runtime: OnceLock::new(), order: Mutex::default() });
    assert!(host.runtime.set(runtime.clone()).is_ok());
    let client = runtime.connect(server(), host.clone(), options("modal")).expect("it starts");
    let call = client.call_tool("late-cancel", None, settings()).expect("started");
    pump_until(&runtime, || call.outcome().is_some());
    let order = host.order.lock().expect("ours").clone();
    assert_eq!(order[0], "dialog");
    assert!(order[1].starts_with("gone "));
    assert_eq!(order[2], "dialog over");
    drop(client);
    // The host holds a handle, so the runtime would never end by itself.
    runtime.shutdown();
}

#[test]
fn one_thread_pumps_at_a_time() {
    let runtime = pumped();
    let (host, entered, go) = blocking();
    let client = runtime.connect(server(), host, options("busy")).expect("it starts");
    let call = client.call_tool("form", None, settings()).expect("started");
    let other = runtime.clone();
    let pumping = thread::spawn(move || pump_until(&other, || call.outcome().is_some()));
    entered.recv_timeout(PATIENCE).expect("asked");
    assert_eq!(runtime.pump(1).unwrap_err().code, Code::Busy);
    // Waiting on another thread waits for the pump, or for its call.
    let ping = client.ping(settings()).expect("started");
    assert_eq!(ping.wait(Some(Duration::from_millis(20))).unwrap_err().code, Code::Pending);
    go.send(()).expect("it waits");
    assert!(ping.wait(Some(PATIENCE)).expect("it ends").is_ok());
    pumping.join().expect("no panic");
}

#[test]
fn waiting_pumps_on_the_waiting_thread() {
    for runtime in [pumped(), inline()] {
        let (host, seen) = Witness::willing();
        let client = runtime.connect(server(), host, options("waits")).expect("it starts");
        let (out, on) = channel();
        let settings = with_done(move |_| out.send(thread::current().id()).expect("listened to"));
        let call = client.ping(settings).expect("started");
        assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
        assert_eq!(on.try_recv(), Ok(thread::current().id()));
        assert!(
            matches!(seen.try_recv(), Ok(Seen::Ready)),
            "what came before was delivered before"
        );
    }
}

#[test]
fn the_wrong_way_is_unsupported() {
    let (threaded, pumped, inline) = (threaded(), pumped(), inline());
    assert_eq!(threaded.pump(1).unwrap_err().code, Code::Unsupported);
    assert_eq!(inline.pump(1).unwrap_err().code, Code::Unsupported);
    assert_eq!(threaded.wait(None).unwrap_err().code, Code::Unsupported);
    assert_eq!(pumped.wait(None).unwrap_err().code, Code::Unsupported);
    assert!(threaded.wakeup_fd().is_none() && inline.wakeup_fd().is_none());
    threaded.wake();
}

#[test]
fn shutting_down_delivers_what_is_due() {
    for runtime in [threaded(), pumped(), inline()] {
        let (host, seen) = Witness::willing();
        let client = runtime.connect(server(), host.clone(), options("due")).expect("it starts");
        let calls: Vec<_> = (0..10)
            .map(|_| {
                let settings = CallSettings { done: Some(host.done()), ..settings() };
                client.call_tool("slow", None, settings).expect("started")
            })
            .collect();
        runtime.shutdown();
        runtime.shutdown();
        let ended = seen.try_iter().filter(|seen| matches!(seen, Seen::Done(..))).count();
        assert_eq!(ended, 10);
        assert_eq!(Arc::strong_count(&host), 1, "the host was let go");
        assert!(calls.iter().all(|call| call.outcome().expect("over").is_err()));
        // What is left of the handles still answers, and nothing more.
        assert_eq!(client.ping(settings()).unwrap_err().code, Code::Closed);
        let late = runtime.connect(server(), Arc::new(()), options("late")).unwrap_err();
        assert_eq!(late.code, Code::Closed);
    }
}
