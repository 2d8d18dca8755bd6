//! Where the outcome of one call waits for whoever wants it.

use super::link::Link;
use super::lock;
use crate::call::Call;
use crate::known::Asked;
use crate::options::Done;
use crate::output::Output;
use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::thread;
use crate::sync::thread::Thread;
use crate::sync::{Arc, Mutex};
use mcpclient_engine::session::{Listing, Success};
use mcpclient_engine::{CallId, Error};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// How a call ended.
pub(crate) type Outcome = Result<Success, Error>;

pub(crate) struct CallCell {
    pub(crate) id: CallId,
    pub(crate) link: Arc<Link>,
    /// Of the call of a tool, which it is.
    pub(super) tool: Option<Asked>,
    /// What it lists.
    pub(super) listing: Option<Listing>,
    /// What was found of the output, once somebody asked.
    output: OnceLock<Output>,
    /// Whether a callback of the host is part of the ending.
    has_callback: bool,
    /// Whether `done` is none of the host's: see [`crate::CallSettings::quiet`].
    quiet: bool,
    /// Threads that wait for it, and let things happen meanwhile.
    attended: AtomicU32,
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

/// See [`CallCell::attend`].
pub(crate) struct Attendance<'a>(&'a CallCell);

impl Drop for Attendance<'_> {
    fn drop(&mut self) {
        self.0.attended.fetch_sub(1, Ordering::SeqCst);
    }
}

impl CallCell {
    pub(crate) fn new(id: CallId, link: Arc<Link>, done: Option<Done>, quiet: bool) -> Self {
        Self {
            id,
            link,
            tool: None,
            listing: None,
            output: OnceLock::new(),
            has_callback: done.is_some() && !quiet,
            quiet: done.is_some() && quiet,
            attended: AtomicU32::new(0),
            done: Mutex::new(done),
            state: Mutex::new(State::default()),
        }
    }

    /// Whether the end must come in its turn among the callbacks: because it is one, or because whoever
    /// takes them has no other way to learn of it.
    pub(super) fn needs_turn(&self) -> bool {
        self.has_callback
            || self.quiet
                && !self.link.hub.mailroom.has_own_threads()
                && self.attended.load(Ordering::SeqCst) == 0
    }

    /// While this is kept, somebody waits for the call, and lets things happen.
    pub(crate) fn attend(&self) -> Attendance<'_> {
        self.attended.fetch_add(1, Ordering::SeqCst);
        Attendance(self)
    }

    /// The end of the call. Runs the host's callback; never call it under a lock.
    pub(crate) fn complete(self: &Arc<Self>, outcome: Outcome) {
        let outcome = Arc::new(outcome);
        let done = lock(&self.done).take();
        if let Some(done) = done {
            lock(&self.state).outcome = Some(Arc::clone(&outcome));
            let call = Call { cell: Arc::clone(self) };
            // What a callback's panic costs is that callback.
            let _ = catch_unwind(AssertUnwindSafe(|| done(&call, &outcome)));
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

    /// See [`crate::Call::output`].
    pub(crate) fn output(&self) -> Output {
        let (Some(tool), Some(outcome)) = (&self.tool, self.outcome()) else { return Output::None };
        let Ok(success) = &*outcome else { return Output::None };
        let check = || {
            let server = self.link.enter(|core| core.session.server().cloned()).ok().flatten();
            let any = server.is_none_or(|server| server.revision.facts().any_structured);
            tool.check(&success.result, !any)
        };
        self.output.get_or_init(check).clone()
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
        let current = thread::current();
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
                None => thread::park(),
                Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                    Some(rest) if !rest.is_zero() => thread::park_timeout(rest),
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
