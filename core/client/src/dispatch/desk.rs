//! Events that the host takes itself: by pumping, or by waiting.

use super::deliver::Recipient;
use super::turn::Turn;
use crate::driver::{Delivery, Link, OnStage, leave, lock};
#[cfg(unix)]
use crate::io::Bell;
use crate::options::Wakeup;
use crate::sync::atomic::AtomicU32;
use crate::sync::thread::Thread;
use crate::sync::{Arc, Mutex};
use mcpclient_engine::Error;
use std::collections::VecDeque;
use std::task::Waker;

/// Events that are taken from a client in one go.
const BATCH: usize = 64;

pub(crate) struct Desk {
    pub(super) state: Mutex<State>,
    manner: Manner,
    /// How often in a row a wait has listened to one server alone.
    pub(super) alone: AtomicU32,
}

enum Manner {
    Pumped {
        #[cfg(unix)]
        bell: Bell,
        wakeup: Mutex<Option<Arc<dyn Fn() + Send + Sync>>>,
    },
    Inline,
}

#[derive(Default)]
pub(super) struct State {
    /// Clients that have events.
    ready: VecDeque<Arc<Link>>,
    /// What was taken from one of them and is not delivered yet; shared by nested pumps, so that
    /// everything stays in order.
    taken: VecDeque<Delivery>,
    recipient: Option<Arc<Recipient>>,
    pub(super) turn: Turn,
    /// The host has been told that there is something, and has not taken everything since.
    rung: bool,
    /// Somebody wants a wait to end.
    pub(super) woken: bool,
    pub(super) threads: Vec<Thread>,
    /// Threads that let input and output happen, and what wakes them.
    pub(super) driving: usize,
    pub(super) wakers: Vec<Waker>,
}

impl State {
    fn is_empty(&self) -> bool {
        self.ready.is_empty() && self.taken.is_empty()
    }
}

impl Desk {
    pub(super) fn pumped(wakeup: Option<Wakeup>) -> Result<Self, Error> {
        let manner = Manner::Pumped {
            #[cfg(unix)]
            bell: Bell::new()?,
            wakeup: Mutex::new(wakeup.map(Arc::from)),
        };
        Ok(Self { state: Mutex::default(), manner, alone: AtomicU32::new(0) })
    }

    pub(super) fn inline() -> Self {
        Self { state: Mutex::default(), manner: Manner::Inline, alone: AtomicU32::new(0) }
    }

    pub(super) fn is_pumped(&self) -> bool {
        matches!(self.manner, Manner::Pumped { .. })
    }

    /// See [`super::Mailroom::ready`].
    pub(super) fn ready(&self, link: Arc<Link>) {
        let first = {
            let mut state = lock(&self.state);
            state.ready.push_back(link);
            let first = !std::mem::replace(&mut state.rung, true);
            #[cfg(unix)]
            if let (Manner::Pumped { bell, .. }, true) = (&self.manner, first) {
                // Under the lock, so that it cannot ring after everything was taken.
                bell.ring();
            }
            first
        };
        if first {
            self.wake_up_host();
        }
        self.nudge();
    }

    fn wake_up_host(&self) {
        let Manner::Pumped { wakeup, .. } = &self.manner else { return };
        let wakeup = lock(wakeup).clone();
        if let Some(wakeup) = wakeup {
            wakeup();
        }
    }

    #[cfg(unix)]
    pub(super) fn wakeup_fd(&self) -> Option<std::os::fd::RawFd> {
        match &self.manner {
            Manner::Pumped { bell, .. } => Some(bell.fd()),
            Manner::Inline => None,
        }
    }

    /// Lets everyone who waits look again.
    pub(super) fn nudge(&self) {
        let (threads, wakers) = {
            let mut state = lock(&self.state);
            if state.threads.is_empty() && state.wakers.is_empty() {
                return;
            }
            (state.threads.clone(), std::mem::take(&mut state.wakers))
        };
        for thread in threads {
            thread.unpark();
        }
        for waker in wakers {
            waker.wake();
        }
    }

    /// Delivers until there is nothing, `max` were delivered, or `over`. The turn must be ours.
    pub(super) fn serve(&self, max: usize, over: &dyn Fn() -> bool) -> usize {
        let _stage = OnStage::enter();
        let mut count = 0;
        while count < max {
            let Some((recipient, delivery)) = self.take() else { break };
            recipient.deliver(delivery);
            count += 1;
            if over() {
                break;
            }
        }
        self.release();
        count
    }

    /// Lets go of the client that was served last if it has nothing more: what comes next for it need
    /// not wait for a turn.
    fn release(&self) {
        let link = {
            let mut state = lock(&self.state);
            if !state.taken.is_empty() {
                return;
            }
            let Some(recipient) = &state.recipient else { return };
            let last = state.ready.iter().position(|link| recipient.serves(link));
            let Some(link) = last.and_then(|last| state.ready.remove(last)) else { return };
            link
        };
        let mut taken = VecDeque::new();
        if link.collect(BATCH, &mut taken) > 0 {
            let mut state = lock(&self.state);
            state.taken = taken;
            state.ready.push_back(link);
        }
    }

    fn take(&self) -> Option<(Arc<Recipient>, Delivery)> {
        loop {
            let link = {
                let mut state = lock(&self.state);
                if let Some(delivery) = state.taken.pop_front() {
                    return Some((state.recipient.clone()?, delivery));
                }
                let old = state.recipient.take();
                let next = state.ready.pop_front();
                // Without the lock: it may be the last that holds the host.
                drop(state);
                drop(old);
                next?
            };
            let mut taken = VecDeque::new();
            if link.collect(BATCH, &mut taken) == 0 {
                continue;
            }
            let recipient = Arc::new(Recipient::new(Arc::clone(&link)));
            let mut state = lock(&self.state);
            state.taken = taken;
            state.recipient = Some(recipient);
            // It may have more, or get more before these are delivered.
            state.ready.push_back(link);
        }
    }

    /// Ends what [`Turn::take`] began. How much is left; if anything, the host is told again.
    pub(super) fn give_turn(&self) -> usize {
        let (taken, ready, old) = {
            let mut state = lock(&self.state);
            state.turn.give();
            let old = if state.taken.is_empty() { state.recipient.take() } else { None };
            if state.is_empty() {
                state.rung = false;
                #[cfg(unix)]
                if let Manner::Pumped { bell, .. } = &self.manner {
                    bell.silence();
                }
            }
            (state.taken.len(), state.ready.clone(), old)
        };
        // Without the lock: it may be the last that holds the host.
        drop(old);
        let left = taken + ready.iter().map(|link| link.waiting()).sum::<usize>();
        if taken > 0 || !ready.is_empty() {
            self.wake_up_host();
        }
        // Others may have waited for the turn.
        self.nudge();
        leave();
        left
    }

    /// Delivers what there is, unless another thread is at it.
    pub(super) fn serve_in_turn(&self, over: &dyn Fn() -> bool) -> usize {
        {
            let mut state = lock(&self.state);
            if state.is_empty() || !state.turn.take() {
                return 0;
            }
        }
        let count = self.serve(usize::MAX, over);
        self.give_turn();
        count
    }

    /// Whether a wait has a reason to end: its own, or events that this thread may deliver.
    pub(super) fn calls(&self, over: &dyn Fn() -> bool) -> bool {
        over() || {
            let state = lock(&self.state);
            !state.is_empty() && !state.turn.is_elsewhere()
        }
    }

    pub(super) fn stop(&self) {
        // Clients that have nothing more to deliver, which nobody has found out; each holds the desk.
        let ready = std::mem::take(&mut lock(&self.state).ready);
        drop(ready);
        if let Manner::Pumped { wakeup, .. } = &self.manner {
            let wakeup = lock(wakeup).take();
            drop(wakeup);
        }
    }
}
