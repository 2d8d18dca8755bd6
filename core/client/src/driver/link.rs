//! One client: its lock, and everything that is reached without it.

use super::call_cell::CallCell;
use super::core::{After, Core, Delivery, panicked};
use super::eras::Start;
use super::hub::Hub;
use super::lane::reader::Ear;
use super::lane::wait::Waits;
use super::signal::Signal;
use super::way::Way;
use super::{keeper, lock, stage, warden};
use crate::host::Host;
use crate::io::{Grace, Server, StderrRing};
use crate::roots::LiveRoots;
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use crate::sync::{Arc, Mutex};
use mcpclient_engine::session::Command;
use mcpclient_engine::{CallId, Error};
use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) struct Link {
    pub(crate) hub: Arc<Hub>,
    pub(crate) key: u64,
    pub(crate) label: String,
    /// The server's host name, where it has one.
    pub(crate) server_host: Option<String>,
    host: Mutex<Option<Arc<dyn Host>>>,
    /// Handles that hosts hold.
    handles: AtomicUsize,
    pub(super) core: Mutex<Core>,
    /// There while the server speaks.
    pub(super) ear: Mutex<Option<Ear>>,
    pub(super) waits: Waits,
    pub(super) reader: Signal,
    pub(super) errors: Signal,
    pub(super) keeper: Signal,
    pub(super) warden: Signal,
    pub(super) looker: Signal,
    /// The list that servers are answered from, if it is a live one.
    pub(crate) roots: Option<LiveRoots>,
    /// The session does not want more to be read. Changed under the lock.
    paused: AtomicBool,
    /// There are bytes that wait for a callback's return.
    corked: AtomicBool,
    pub(super) ring: Mutex<StderrRing>,
    pub(crate) grace: Grace,
    pub(super) pid: AtomicU32,
    /// What of the client is over: see [`Link::part`].
    parted: AtomicU8,
    pub(super) server: Mutex<Option<Server>>,
    pub(super) way: Way,
    /// Under which the server's era is remembered, where both may be spoken.
    pub(super) remembered: Option<Start>,
}

/// The server has ended.
pub(super) const LANE: u8 = 1;
/// The host has been told.
pub(super) const TOLD: u8 = 2;

impl Link {
    /// What every client begins as.
    pub(super) fn bare(
        hub: &Arc<Hub>,
        key: u64,
        way: Way,
        host: Arc<dyn Host>,
        core: Core,
        server: Option<Server>,
    ) -> Self {
        Self {
            hub: Arc::clone(hub),
            key,
            label: String::new(),
            server_host: None,
            host: Mutex::new(Some(host)),
            handles: AtomicUsize::new(0),
            core: Mutex::new(core),
            ear: Mutex::new(None),
            waits: Waits::default(),
            reader: Signal::default(),
            errors: Signal::default(),
            keeper: Signal::default(),
            warden: Signal::default(),
            looker: Signal::default(),
            roots: None,
            paused: AtomicBool::new(false),
            corked: AtomicBool::new(false),
            ring: Mutex::new(StderrRing::new(way.ring())),
            grace: Grace::new(way.grace()),
            pid: AtomicU32::new(server.as_ref().map_or(0, Server::pid)),
            parted: AtomicU8::new(0),
            server: Mutex::new(server),
            way,
            remembered: None,
        }
    }

    /// Starts a task whose panic closes this client.
    pub(super) fn spawn(
        self: &Arc<Self>,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> Option<tokio::task::JoinHandle<()>> {
        let link = Arc::clone(self);
        self.hub.reactor.spawn(async move {
            let mut task = std::pin::pin!(task);
            let calm = std::future::poll_fn(|context| {
                match catch_unwind(AssertUnwindSafe(|| task.as_mut().poll(context))) {
                    Ok(poll) => poll.map(|()| true),
                    Err(_) => std::task::Poll::Ready(false),
                }
            });
            if !calm.await {
                let _ = link.within(|core| {
                    core.give_up();
                    core.close_lane(&link);
                });
            }
        })
    }

    /// A command of the host's, or a question: refused in a forked child and after a panic.
    pub(crate) fn enter<R>(self: &Arc<Self>, act: impl FnOnce(&mut Core) -> R) -> Result<R, Error> {
        self.hub.origin.check()?;
        self.within(|core| if core.wreck.is_some() { Err(panicked()) } else { Ok(act(core)) })?
    }

    /// Does something to the session under its lock, and what follows from it. A panic of ours ends
    /// the client and nothing else.
    pub(crate) fn within<R>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Core) -> R,
    ) -> Result<R, Error> {
        let (result, after) = {
            let mut core = lock(&self.core);
            let core = &mut *core;
            let result = catch_unwind(AssertUnwindSafe(|| {
                let result = act(core);
                core.settle(self);
                result
            }));
            if result.is_err() {
                core.give_up();
                core.close_lane(self);
                core.settle(self);
            }
            (result, std::mem::take(&mut core.after))
        };
        self.follow_up(after);
        result.map_err(|_| panicked())
    }

    fn follow_up(self: &Arc<Self>, after: After) {
        if let Some(parcel) = after.parcel {
            self.deliver_parcel(parcel);
        }
        if !after.finished.is_empty() {
            for (cell, outcome) in after.finished {
                cell.complete(outcome);
            }
            self.hub.call_over();
        }
        if after.ready {
            self.hub.ready(Arc::clone(self));
        }
    }

    /// Takes up to `most` things for the host. None: then nobody is delivering any more.
    pub(crate) fn collect(self: &Arc<Self>, most: usize, into: &mut VecDeque<Delivery>) -> usize {
        self.within(|core| {
            let before = into.len();
            while into.len() - before < most {
                let Some(delivery) = core.next_delivery() else { break };
                into.push_back(delivery);
            }
            let count = into.len() - before;
            if count == 0 {
                core.scheduled = false;
            }
            count
        })
        .unwrap_or(0)
    }

    /// How many events wait for the host.
    pub(crate) fn waiting(&self) -> usize {
        lock(&self.core).waiting()
    }

    /// Those of `calls` that are not over.
    pub(crate) fn running(self: &Arc<Self>, calls: &[CallId]) -> Vec<Arc<CallCell>> {
        self.enter(|core| calls.iter().filter_map(|call| core.calls.get(call).cloned()).collect())
            .unwrap_or_default()
    }

    pub(crate) fn stderr_tail(&self) -> String {
        if !self.hub.origin.is_here() {
            return String::new();
        }
        lock(&self.ring).tail()
    }

    pub(crate) fn pid(&self) -> Option<u32> {
        Some(self.pid.load(Ordering::Relaxed)).filter(|pid| *pid != 0)
    }

    pub(super) fn no_more_pid(&self) {
        self.pid.store(0, Ordering::Relaxed);
    }

    pub(crate) fn hold(&self) {
        self.handles.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn let_go(self: &Arc<Self>) {
        if self.handles.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.close();
        }
    }

    pub(crate) fn close(self: &Arc<Self>) {
        // Closed already, or forked: nothing to do.
        let _ = self.command(Command::Close);
    }

    pub(crate) fn host(&self) -> Option<Arc<dyn Host>> {
        lock(&self.host).clone()
    }

    /// The host was told the last thing.
    pub(crate) fn told(&self) {
        let host = lock(&self.host).take();
        drop(host);
        self.part(TOLD);
    }

    /// Nothing is left of the way to the server.
    pub(crate) fn is_over(&self) -> bool {
        self.parted.load(Ordering::Acquire) & LANE != 0
    }

    /// A part of the client is over; when both are, the runtime lets it go.
    pub(super) fn part(&self, part: u8) {
        let before = self.parted.fetch_or(part, Ordering::AcqRel);
        if before != (LANE | TOLD) && before | part == (LANE | TOLD) {
            self.hub.remove(self.key);
        }
    }

    /// See [`stage::cork`].
    pub(super) fn cork(self: &Arc<Self>) {
        self.corked.store(true, Ordering::Release);
        stage::cork(self);
        self.hub.watch();
    }

    pub(super) fn uncork(self: &Arc<Self>) {
        self.corked.store(false, Ordering::Release);
        let _ = self.within(Core::pack);
    }

    /// Writes what a callback that does not return has sent; true if there was something.
    pub(super) fn flush_corked(self: &Arc<Self>) -> bool {
        let corked = self.corked.load(Ordering::Acquire);
        if corked {
            let _ = self.within(Core::pack);
        }
        corked
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Acquire)
    }

    pub(super) fn pause_reading(&self) {
        self.paused.store(true, Ordering::Release);
    }

    pub(super) fn resume_reading(&self) {
        self.paused.store(false, Ordering::Release);
        self.reader.raise(0);
        if let Way::Hosted(_) = self.way {
            self.warden.raise(warden::WORK);
        }
    }

    pub(super) fn look_at_clock(&self) {
        self.keeper.raise(keeper::MOVED);
        if let Way::Web { .. } = self.way {
            self.warden.raise(warden::WORK);
        }
    }
}
