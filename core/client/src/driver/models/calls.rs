//! The one end of a call.

use super::explore;
use super::scene::{Scene, hub};
use crate::options::{CallSettings, Dispatch};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::thread;
use mcpclient_engine::Code;
use std::sync::Arc;

// proves: CAN-05
#[test]
fn a_call_that_is_cancelled_as_its_result_arrives_ends_once() {
    explore(|| {
        let scene = Scene::open(&hub(Dispatch::Thread));
        let ends = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&ends);
        let done = move |_: &_, _: &_| {
            count.fetch_add(1, Ordering::SeqCst);
        };
        let call =
            scene.call(CallSettings { done: Some(Box::new(done)), ..CallSettings::default() });
        let (server, other) = (scene.server(), call.clone());
        let speaking = thread::spawn(move || server.answers());
        let cancelling = thread::spawn(move || other.cancel(None).is_ok());
        let outcome = call.wait(None).unwrap();
        assert_eq!(ends.load(Ordering::SeqCst), 1, "who waits is behind the callback");
        speaking.join().unwrap();
        let cancelled = cancelling.join().unwrap();
        match &*outcome {
            Ok(_) => assert!(!cancelled, "what was cancelled has no result"),
            Err(error) => {
                assert!(cancelled);
                assert_eq!(error.code, Code::Cancelled);
            }
        }
        scene.end();
        assert_eq!(ends.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn all_who_wait_for_a_call_are_woken() {
    explore(|| {
        let scene = Scene::open(&hub(Dispatch::Thread));
        let call = scene.call(CallSettings::default());
        let waiting = [call.clone(), call.clone()]
            .map(|call| thread::spawn(move || call.wait(None).unwrap().is_ok()));
        scene.server().answers();
        assert!(call.wait(None).unwrap().is_ok());
        for thread in waiting {
            assert!(thread.join().unwrap());
        }
        scene.end();
    });
}

/// As the C interface starts calls that nobody is told of.
#[test]
fn a_quiet_end_wakes_whoever_pumps_for_it() {
    explore(|| {
        let hub = hub(Dispatch::Pump { wakeup: None });
        let scene = Scene::open(&hub);
        let quiet = CallSettings {
            done: Some(Box::new(|_, _| ())),
            quiet: true,
            ..CallSettings::default()
        };
        let call = scene.call(quiet);
        let server = scene.server();
        let speaking = thread::spawn(move || server.answers());
        assert!(call.wait(None).unwrap().is_ok());
        speaking.join().unwrap();
        scene.end();
    });
}
