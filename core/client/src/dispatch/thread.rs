//! Threads that call the host: made on demand, each serving one client at a time, each client served
//! by one thread at a time.

use super::deliver::Recipient;
use crate::driver::{Link, OnStage, is_leaving, leave, lock, mark_own_thread};
use crate::io::sys;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::has_ended;
use crate::sync::thread;
use crate::sync::thread::JoinHandle;
use crate::sync::{Arc, Condvar, Mutex, PoisonError};
use std::collections::VecDeque;
use std::time::Duration;

/// Events that are taken from a client in one go.
const BATCH: usize = 64;
/// A thread that had nothing to do for so long ends.
const IDLE: Duration = Duration::from_secs(5);

pub(crate) struct Crew {
    room: Arc<Room>,
}

struct Room {
    state: Mutex<State>,
    bell: Condvar,
    /// How often a thread has turned to new events.
    turned: AtomicU64,
}

#[derive(Default)]
struct State {
    /// Clients whose events nobody is delivering.
    ready: VecDeque<Arc<Link>>,
    /// Threads that wait for one of those.
    idle: usize,
    threads: usize,
    /// What [`Room::turned`] was at the last sweep.
    seen: u64,
    closing: bool,
    handles: Vec<JoinHandle<()>>,
}

impl Crew {
    pub(super) fn new() -> Self {
        Self {
            room: Arc::new(Room {
                state: Mutex::default(),
                bell: Condvar::new(),
                turned: AtomicU64::new(0),
            }),
        }
    }

    /// See [`super::Mailroom::ready`].
    pub(super) fn ready(&self, link: Arc<Link>) -> bool {
        let mut state = lock(&self.room.state);
        state.ready.push_back(link);
        if state.idle >= state.ready.len() {
            drop(state);
            self.room.bell.notify_one();
            return false;
        }
        if state.threads > 0 {
            // One of them will most likely be here in a moment.
            return true;
        }
        state.threads += 1;
        drop(state);
        !self.room.hire()
    }

    /// See [`super::Mailroom::sweep`].
    pub(super) fn sweep(&self) -> bool {
        let mut state = lock(&self.room.state);
        if state.ready.is_empty() {
            return false;
        }
        let turned = self.room.turned.load(Ordering::Relaxed);
        // Threads that were woken, but did not get to run yet, are no reason for another.
        let stuck = turned == state.seen && state.idle == 0;
        state.seen = turned;
        if stuck || state.threads == 0 {
            state.threads += 1;
            drop(state);
            self.room.hire();
        }
        true
    }

    pub(super) fn nudge(&self) {
        // With the lock, so that nobody is between looking and waiting.
        let _state = lock(&self.room.state);
        self.room.bell.notify_all();
    }

    /// Serves on this thread as well, until `over`.
    pub(super) fn attend(&self, over: &dyn Fn() -> bool) {
        let mut state = lock(&self.room.state);
        while !over() {
            match state.ready.pop_front() {
                Some(link) => {
                    drop(state);
                    self.room.serve(&link);
                    leave();
                    state = lock(&self.room.state);
                }
                None => {
                    state.idle += 1;
                    state = self.room.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
                    state.idle -= 1;
                }
            }
        }
    }

    /// Ends all threads but the current one, and waits for them.
    pub(super) fn stop(&self) {
        let handles = {
            let mut state = lock(&self.room.state);
            state.closing = true;
            std::mem::take(&mut state.handles)
        };
        self.room.bell.notify_all();
        let current = thread::current().id();
        for handle in handles.into_iter().filter(|handle| handle.thread().id() != current) {
            // The host's panics are caught; another cannot be told to anyone.
            let _ = handle.join();
        }
        // Clients that have nothing more to deliver, which nobody has found out; each holds the room.
        let ready = std::mem::take(&mut lock(&self.room.state).ready);
        drop(ready);
    }
}

impl Room {
    /// Makes the thread that was counted already; false if the system has none left.
    fn hire(self: &Arc<Self>) -> bool {
        let room = Arc::clone(self);
        let body = move || {
            mark_own_thread();
            room.work();
        };
        let handle = sys::with_signals_blocked(|| {
            thread::Builder::new().name("mcpclient-serve".into()).spawn(body)
        });
        let mut state = lock(&self.state);
        match handle {
            Ok(handle) => {
                state.handles.retain(|handle| !has_ended(handle));
                state.handles.push(handle);
                true
            }
            Err(_) => {
                state.threads -= 1;
                false
            }
        }
    }

    fn work(&self) {
        let mut state = lock(&self.state);
        loop {
            if let Some(link) = state.ready.pop_front() {
                drop(state);
                self.serve(&link);
                leave();
                state = lock(&self.state);
                continue;
            }
            if state.closing {
                break;
            }
            state.idle += 1;
            let (after, waited) =
                self.bell.wait_timeout(state, IDLE).unwrap_or_else(PoisonError::into_inner);
            state = after;
            state.idle -= 1;
            if waited.timed_out() && state.ready.is_empty() {
                break;
            }
        }
        state.threads -= 1;
    }

    /// Delivers what a client has, until it has nothing more or others wait too.
    fn serve(&self, link: &Arc<Link>) {
        let mut batch = VecDeque::with_capacity(BATCH.min(8));
        self.turned();
        link.collect(BATCH, &mut batch);
        while !batch.is_empty() {
            let stage = OnStage::enter();
            let recipient = Recipient::new(Arc::clone(link));
            for delivery in batch.drain(..) {
                recipient.deliver(delivery);
            }
            drop(recipient);
            self.turned();
            // Before what the callbacks have sent is on its way: when it is answered, the client is
            // already as it is left here.
            stage.end_with(|| {
                let mut state = lock(&self.state);
                // A runtime that is shut down from here waits for the client's last event, so whoever
                // attends must be able to take it.
                if !state.ready.is_empty() || is_leaving() {
                    state.ready.push_back(Arc::clone(link));
                } else {
                    drop(state);
                    link.collect(BATCH, &mut batch);
                }
            });
        }
    }

    /// Notes that a thread turns to new events.
    fn turned(&self) {
        self.turned.fetch_add(1, Ordering::Relaxed);
    }
}
