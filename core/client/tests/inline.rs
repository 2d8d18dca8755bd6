//! Inline dispatch: input, output and callbacks on whichever thread waits.
#![cfg(unix)]

mod support;

use mcpclient::CallSettings;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use support::process::until;
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, inline, options, server};

#[test]
fn an_inline_wait_ends_with_a_callback_a_wake_or_its_time() {
    let runtime = inline();
    let (host, seen) = Witness::willing();
    assert!(!runtime.wait(Some(Duration::ZERO)).expect("outside"), "nothing is there");
    let client = runtime.connect(server(), host, options("wait")).expect("it starts");
    assert!(runtime.wait(Some(PATIENCE)).expect("outside"));
    assert!(matches!(seen.try_recv(), Ok(Seen::Ready)));
    // A wake that nobody waits for ends the next wait.
    runtime.wake();
    assert!(runtime.wait(None).expect("outside"));
    let other = runtime.clone();
    let waker = thread::spawn(move || other.wake());
    assert!(runtime.wait(None).expect("outside"), "woken from another thread");
    waker.join().expect("no panic");
    assert!(!runtime.wait(Some(Duration::from_millis(1))).expect("outside"));
    drop(client);
    assert!(runtime.wait(Some(PATIENCE)).expect("outside"));
    seen::closed(&seen);
}

#[test]
fn inline_several_threads_wait_at_once() {
    let runtime = inline();
    let client = runtime.connect(server(), Arc::new(()), options("several")).expect("it starts");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let call = client.ping(CallSettings::default()).expect("started");
                    assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
                }
            });
        }
    });
}

#[test]
fn inline_polling_makes_progress() {
    let runtime = inline();
    let client = runtime.connect(server(), Arc::new(()), options("polls")).expect("it starts");
    let call = client.ping(CallSettings::default()).expect("started");
    until("it is over", || call.wait(Some(Duration::ZERO)).is_ok());
}
