//! What all clients of a runtime share.

use super::call_cell::CallCell;
use super::eras::Eras;
use super::link::Link;
use super::reactor::{LOOKS, Reactor};
use super::{lock, stage};
use crate::clock::Clock;
use crate::dispatch::Mailroom;
use crate::fork::Origin;
use crate::io::http::Nets;
use crate::io::sys;
use crate::options::Dispatch;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::thread;
use crate::sync::{Arc, Mutex};
use mcpclient_engine::session::OnSuspend;
use mcpclient_engine::{Code, Error};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

pub(crate) struct Hub {
    pub(crate) origin: Origin,
    pub(crate) clock: Clock,
    pub(crate) reactor: Reactor,
    pub(super) mailroom: Mailroom,
    pub(super) eras: Eras,
    pub(super) nets: Nets,
    /// Turns at looking at files.
    pub(super) looks: Arc<Semaphore>,
    links: Mutex<Links>,
    /// Handles that hosts hold.
    handles: AtomicUsize,
    /// See [`super::monitor`].
    pub(super) watching: AtomicBool,
}

/// The clients that are not over yet.
#[derive(Default)]
struct Links {
    open: BTreeMap<u64, Arc<Link>>,
    last: u64,
    closing: bool,
}

impl Hub {
    pub(crate) fn new(dispatch: Dispatch) -> Result<Arc<Self>, Error> {
        let reactor = match &dispatch {
            Dispatch::Thread | Dispatch::Pump { .. } => Reactor::threaded()?,
            Dispatch::Inline => Reactor::inline()?,
        };
        Ok(Self::with(reactor, Mailroom::new(dispatch)?))
    }

    pub(super) fn with(reactor: Reactor, mailroom: Mailroom) -> Arc<Self> {
        Arc::new(Self {
            origin: Origin::here(),
            clock: Clock::new(),
            reactor,
            mailroom,
            eras: Eras::default(),
            nets: Nets::new(),
            looks: Arc::new(Semaphore::new(LOOKS)),
            links: Mutex::default(),
            handles: AtomicUsize::new(0),
            watching: AtomicBool::new(false),
        })
    }

    pub(crate) fn hold(&self) {
        self.handles.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn let_go(self: &Arc<Self>) {
        if self.handles.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.shutdown();
        }
    }

    /// A number for a new client.
    pub(super) fn admit(&self) -> Result<u64, Error> {
        let mut links = lock(&self.links);
        if links.closing {
            return Err(Error::new(Code::Closed, "the runtime is closing"));
        }
        links.last += 1;
        Ok(links.last)
    }

    /// From here on the client is waited for. False if it must be closed at once.
    pub(super) fn register(&self, link: &Arc<Link>) -> bool {
        let mut links = lock(&self.links);
        links.open.insert(link.key, Arc::clone(link));
        !links.closing
    }

    /// The client is over and its host has been told.
    pub(super) fn remove(&self, key: u64) {
        let link = lock(&self.links).open.remove(&key);
        drop(link);
        self.mailroom.nudge();
    }

    pub(super) fn all(&self) -> Vec<Arc<Link>> {
        lock(&self.links).open.values().cloned().collect()
    }

    fn is_quiet(&self) -> bool {
        lock(&self.links).open.is_empty()
    }

    /// The client has events, and nobody is on the way to take them.
    pub(super) fn ready(self: &Arc<Self>, link: Arc<Link>) {
        if self.mailroom.ready(link) {
            self.watch();
        }
    }

    /// A call ended without a callback.
    pub(super) fn call_over(&self) {
        self.mailroom.call_over();
    }

    /// Looks after what is stuck; true while there is something to look after.
    pub(super) fn sweep(&self) -> bool {
        let mut busy = self.mailroom.sweep();
        for link in self.all() {
            busy |= link.flush_corked();
        }
        busy
    }

    pub(crate) fn wait_for_call(
        &self,
        cell: &CallCell,
        deadline: Option<Instant>,
    ) -> Result<(), Error> {
        refuse_on_stage()?;
        self.mailroom.wait_for_call(&self.reactor, cell, deadline)
    }

    #[cfg(unix)]
    pub(crate) fn wakeup_fd(&self) -> Option<std::os::fd::RawFd> {
        self.mailroom.wakeup_fd()
    }

    pub(crate) fn pump(&self, max: usize) -> Result<usize, Error> {
        self.mailroom.pump(max)
    }

    pub(crate) fn wait(&self, timeout: Option<Duration>) -> Result<bool, Error> {
        refuse_on_stage()?;
        self.mailroom.wait(&self.reactor, timeout)
    }

    pub(crate) fn wake(&self) {
        self.mailroom.wake();
    }

    pub(crate) fn close(&self, grace: Option<Duration>) {
        let links: Vec<_> = {
            let mut links = lock(&self.links);
            links.closing = true;
            links.open.values().cloned().collect()
        };
        for link in links {
            if let Some(grace) = grace {
                link.grace.set(grace);
            }
            link.close();
        }
    }

    /// See [`crate::Runtime::suspend_all`].
    pub(crate) fn suspend_all(&self, how: OnSuspend) {
        for link in self.all() {
            // Over already: nothing to suspend.
            let _ = link.suspend(how);
        }
    }

    /// See [`crate::Runtime::wake_all`].
    pub(crate) fn wake_all(&self) {
        for link in self.all() {
            // As above.
            let _ = link.wake();
        }
    }

    pub(crate) fn shutdown(self: &Arc<Self>) {
        if !self.origin.is_here() {
            return;
        }
        self.close(None);
        if stage::on_stage() {
            return stage::leave_later(Arc::clone(self));
        }
        if self.reactor.thread() == Some(thread::current().id()) {
            // Only a waker of the host's could get here. What this thread has to do for the end must not
            // be waited for on it.
            let hub = Arc::clone(self);
            let end = thread::Builder::new().name("mcpclient-end".into());
            drop(sys::with_signals_blocked(|| end.spawn(move || hub.shutdown())));
            return;
        }
        self.mailroom.attend(&self.reactor, &|| self.is_quiet());
        self.mailroom.stop();
        self.reactor.stop();
    }

    pub(crate) fn stop_clock(&self) {
        self.clock.stop();
        for link in self.all() {
            link.look_at_clock();
        }
    }

    pub(crate) fn advance_clock(&self, by: Duration) {
        self.clock.advance(by);
        for link in self.all() {
            link.look_at_clock();
        }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        if !self.origin.is_here() {
            self.reactor.forget();
        }
    }
}

fn refuse_on_stage() -> Result<(), Error> {
    if stage::on_stage() {
        return Err(Error::new(Code::Reentrant, "waiting is not possible inside a callback"));
    }
    Ok(())
}
