//! Where input and output happen: a tokio runtime on a thread of ours, or on whichever thread waits.

use super::stage;
use crate::io::{self, sys};
use crate::sync::thread;
use crate::sync::thread::{JoinHandle, ThreadId};
use crate::sync::{Arc, Mutex};
use mcpclient_engine::{Code, Error};
use std::future::Future;
use std::time::Duration;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Notify;
use tokio::task;

/// How long the end of the I/O thread waits for threads that look at files; they end at once unless the
/// file system does not answer.
const PATIENCE: Duration = Duration::from_secs(1);
/// Looks at files at the same time; one is enough where file systems answer.
pub(super) const LOOKS: usize = 4;
/// Whoever else waits for the system: what the platform trusts is read from files.
const OTHERS: usize = 2;

/// Gone once it has been stopped; then nothing can be spawned any more.
pub(crate) struct Reactor {
    live: Mutex<Option<Live>>,
}

struct Live {
    handle: Handle,
    seat: Seat,
}

enum Seat {
    /// On a thread of ours, which ends when told.
    Thread { stop: Arc<Notify>, thread: JoinHandle<()> },
    /// On the threads that wait.
    Inline(Arc<Runtime>),
}

impl Reactor {
    /// With a thread of its own.
    pub(crate) fn threaded() -> Result<Self, Error> {
        let runtime = build()?;
        let handle = runtime.handle().clone();
        let stop = Arc::new(Notify::new());
        let stopped = Arc::clone(&stop);
        let body = move || {
            stage::mark_own_thread();
            runtime.block_on(stopped.notified());
            // A look at a file system that does not answer is not waited for.
            runtime.shutdown_timeout(PATIENCE);
        };
        let thread = sys::with_signals_blocked(|| {
            thread::Builder::new().name("mcpclient-io".into()).spawn(body)
        })
        .map_err(|error| no_room(&error))?;
        let seat = Seat::Thread { stop, thread };
        Ok(Self { live: Mutex::new(Some(Live { handle, seat })) })
    }

    /// Without a thread.
    pub(crate) fn inline() -> Result<Self, Error> {
        let runtime = Arc::new(build()?);
        let handle = runtime.handle().clone();
        Ok(Self { live: Mutex::new(Some(Live { handle, seat: Seat::Inline(runtime) })) })
    }

    /// Runs `act` where descriptors can be registered; not at all once stopped.
    pub(crate) fn inside<R>(&self, act: impl FnOnce() -> R) -> Option<R> {
        let handle = super::lock(&self.live).as_ref()?.handle.clone();
        let _inside = handle.enter();
        Some(act())
    }

    /// Starts a task.
    pub(crate) fn spawn<F>(&self, future: F) -> Option<task::JoinHandle<F::Output>>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        super::lock(&self.live).as_ref().map(|live| live.handle.spawn(future))
    }

    /// Whether this thread may wait: not if it is a worker of another runtime, which would stand still.
    pub(crate) fn check_outside(&self) -> Result<(), Error> {
        if Handle::try_current().is_ok() {
            return Err(Error::new(Code::Reentrant, "not inside another tokio runtime"));
        }
        Ok(())
    }

    /// Lets input and output happen on this thread until `future` is ready.
    pub(crate) fn drive<F: Future>(&self, future: F) -> Result<F::Output, Error> {
        self.check_outside()?;
        let runtime = match super::lock(&self.live).as_ref() {
            Some(Live { seat: Seat::Inline(runtime), .. }) => Arc::clone(runtime),
            Some(_) => return Err(Error::new(Code::Unsupported, "the runtime has its own thread")),
            None => return Err(Error::new(Code::Closed, "the runtime was shut down")),
        };
        Ok(runtime.block_on(future))
    }

    /// The thread of ours, if there is one.
    pub(crate) fn thread(&self) -> Option<ThreadId> {
        match &super::lock(&self.live).as_ref()?.seat {
            Seat::Thread { thread, .. } => Some(thread.thread().id()),
            Seat::Inline(_) => None,
        }
    }

    /// Ends it and waits for its thread. To be called when no task is left.
    pub(crate) fn stop(&self) {
        let Some(live) = super::lock(&self.live).take() else { return };
        match live.seat {
            Seat::Thread { stop, thread } => {
                stop.notify_one();
                // It has caught the panics of its tasks; another cannot be told to anyone.
                let _ = thread.join();
            }
            Seat::Inline(runtime) => {
                if let Some(runtime) = Arc::into_inner(runtime) {
                    // Unlike a plain drop it is allowed inside another runtime.
                    runtime.shutdown_background();
                }
            }
        }
    }

    /// In a forked child: gives the memory up without touching what is shared with the parent, whose
    /// registrations would be removed.
    pub(crate) fn forget(&mut self) {
        let live = self.live.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::forget(live.take());
    }
}

fn build() -> Result<Runtime, Error> {
    let mut builder = Builder::new_current_thread();
    // Threads for looks at files and for names are made by the I/O thread, and block all signals as it does. There are
    // enough that neither waits for the other.
    builder.thread_name("mcpclient-look").max_blocking_threads(LOOKS + io::AT_ONCE + OTHERS);
    builder.enable_io().enable_time().build().map_err(|error| no_room(&error))
}

fn no_room(error: &std::io::Error) -> Error {
    Error::new(Code::Start, format!("the runtime could not be started: {error}"))
}
