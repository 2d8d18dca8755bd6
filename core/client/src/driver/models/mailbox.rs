//! Events on their way to the host.

use super::explore;
use super::scene::{Scene, hub};
use crate::driver::lock;
use crate::options::{CallSettings, Dispatch};
use crate::sync::{Condvar, Mutex, thread};
use std::sync::Arc;

// proves: LOG-03
#[test]
fn events_come_in_order_and_before_the_result_that_was_behind_them() {
    explore(|| {
        let scene = Scene::open(&hub(Dispatch::Thread));
        let call = scene.call(CallSettings::default());
        let server = scene.server();
        let speaking = thread::spawn(move || {
            server.logs(1);
            server.logs(2);
            server.answers();
        });
        assert!(call.wait(None).unwrap().is_ok());
        assert_eq!(scene.seen.told(), ["ready", "log 1", "log 2"]);
        speaking.join().unwrap();
        assert_eq!(scene.end().len(), 4);
    });
}

#[test]
fn every_client_is_served_by_as_many_threads_as_there_are() {
    explore(|| {
        let hub = hub(Dispatch::Thread);
        let scenes = [Scene::open(&hub), Scene::open(&hub)];
        let servers = scenes.each_ref().map(Scene::server);
        let speaking = servers.map(|server| {
            thread::spawn(move || {
                server.logs(1);
                server.logs(2);
            })
        });
        for scene in &scenes {
            scene.seen.wait_for(3);
            assert_eq!(scene.seen.told(), ["ready", "log 1", "log 2"]);
        }
        for thread in speaking {
            thread.join().unwrap();
        }
        for scene in &scenes {
            scene.link.close();
            scene.server().ends();
        }
        hub.shutdown();
    });
}

/// A program's event loop: what wakes it, and whether it was.
#[derive(Default)]
struct Loop {
    woken: Mutex<bool>,
    bell: Condvar,
}

#[test]
fn who_pumps_when_woken_misses_nothing() {
    explore(|| {
        let events = Arc::new(Loop::default());
        let waker = Arc::clone(&events);
        let wakeup = move || {
            *lock(&waker.woken) = true;
            waker.bell.notify_one();
        };
        let hub = hub(Dispatch::Pump { wakeup: Some(Box::new(wakeup)) });
        let scene = Scene::open(&hub);
        let server = scene.server();
        let speaking = thread::spawn(move || {
            server.logs(1);
            server.logs(2);
        });
        while scene.seen.told().len() < 3 {
            let mut woken = lock(&events.woken);
            while !std::mem::take(&mut *woken) {
                woken = events.bell.wait(woken).unwrap();
            }
            drop(woken);
            hub.pump(1).unwrap();
        }
        speaking.join().unwrap();
        assert_eq!(scene.end(), ["ready", "log 1", "log 2", "closed"]);
    });
}

#[test]
fn closing_while_the_server_speaks_loses_no_end() {
    explore(|| {
        let scene = Scene::open(&hub(Dispatch::Thread));
        let call = scene.call(CallSettings::default());
        let (server, link) = (scene.server(), Arc::clone(&scene.link));
        let speaking = thread::spawn(move || {
            server.logs(1);
            server.answers();
        });
        let closing = thread::spawn(move || link.close());
        // It ends, one way or the other.
        let _ = call.wait(None).unwrap();
        speaking.join().unwrap();
        closing.join().unwrap();
        scene.end();
    });
}
