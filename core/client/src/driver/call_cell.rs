//! Where the outcome of one call waits for whoever wants it.

use super::link::Link;
use super::lock;
use crate::call::Call;
use crate::options::Done;
use mcpclient_engine::session::Success;
use mcpclient_engine::{CallId, Error};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread::Thread;
use std::time::Instant;

/// How a call ended.
pub(crate) type Outcome = Result<Success, Error>;

pub(crate) struct CallCell {
    pub(crate) id: CallId,
    pub(crate) link: Arc<Link>,
    /// Whether a callback of the host is part of the ending.
    has_done: bool,
    done: Mutex<Option<Done>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    outcome: Option<Arc<Outcome>>,
    /// The callback has returned, if there was one: waiting ends.
    finished: bool,
    threads: Vec<Thread>,
    wakers: Vec<Waker>,
}

impl CallCell {
    pub(crate) fn new(id: CallId, link: Arc<Link>, done: Option<Done>) -> Self {
        Self {
            id,
            link,
            has_done: done.is_some(),
            done: Mutex::new(done),
            state: Mutex::new(State::default()),
        }
    }

    pub(crate) fn has_done(&self) -> bool {
        self.has_done
    }

    /// The end of the call. Runs the host's callback; never call it under a lock.
    pub(crate) fn complete(self: &Arc<Self>, outcome: Outcome) {
        let outcome = Arc::new(outcome);
        if self.has_done {
            lock(&self.state).outcome = Some(Arc::clone(&outcome));
            let done = lock(&self.done).take();
            if let Some(done) = done {
                let call = Call { cell: Arc::clone(self) };
                // What a callback's panic costs is that callback.
                let _ = catch_unwind(AssertUnwindSafe(|| done(&call, &outcome)));
            }
        }
        let (threads, wakers) = {
            let mut state = lock(&self.state);
            state.outcome = Some(outcome);
            state.finished = true;
            (std::mem::take(&mut state.threads), std::mem::take(&mut state.wakers))
        };
        for thread in threads {
            thread.unpark();
        }
        for waker in wakers {
            waker.wake();
        }
    }

    pub(crate) fn outcome(&self) -> Option<Arc<Outcome>> {
        lock(&self.state).outcome.clone()
    }

    /// The outcome, once the host's callback for it has returned.
    pub(crate) fn finished(&self) -> Option<Arc<Outcome>> {
        let state = lock(&self.state);
        if state.finished { state.outcome.clone() } else { None }
    }

    pub(crate) fn is_finished(&self) -> bool {
        lock(&self.state).finished
    }

    /// Blocks this thread until the call is finished, or until `deadline`.
    pub(crate) fn park_until_finished(&self, deadline: Option<Instant>) {
        let current = std::thread::current();
        let id = current.id();
        {
            let mut state = lock(&self.state);
            if state.finished {
                return;
            }
            state.threads.push(current);
        }
        loop {
            match deadline {
                None => std::thread::park(),
                Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                    Some(rest) if !rest.is_zero() => std::thread::park_timeout(rest),
                    _ => break,
                },
            }
            // Others may have unparked this thread for reasons of their own.
            if self.is_finished() {
                return;
            }
        }
        let mut state = lock(&self.state);
        if let Some(place) = state.threads.iter().position(|thread| thread.id() == id) {
            state.threads.swap_remove(place);
        }
    }

    pub(crate) fn poll(&self, context: &mut Context<'_>) -> Poll<Arc<Outcome>> {
        let mut state = lock(&self.state);
        if state.finished {
            if let Some(outcome) = &state.outcome {
                return Poll::Ready(Arc::clone(outcome));
            }
        }
        if !state.wakers.iter().any(|waker| waker.will_wake(context.waker())) {
            state.wakers.push(context.waker().clone());
        }
        Poll::Pending
    }
}
