//! One client: its lock, and everything that is reached without it.

use super::call_cell::CallCell;
use super::core::{After, Core, Delivery, panicked};
use super::eras::Start;
use super::hub::Hub;
use super::reader::Ear;
use super::signal::Signal;
use super::wait::Waits;
use super::{keeper, lock, looker, stage, warden};
use crate::call::Call;
use crate::host::{Host, State};
use crate::io::{Grace, Inlet, Server, StderrRing};
use crate::options::{CallSettings, ClientOptions};
use crate::roots::LiveRoots;
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use crate::sync::{Arc, Mutex};
use crate::transport::{Stdio, Transport};
use mcpclient_engine::era::Era;
use mcpclient_engine::roots::RootList;
use mcpclient_engine::session::{Command, LaneEnd, OnSuspend, Phase, Request, Roots, WireEvent};
use mcpclient_engine::{CallId, Code, Error, Session};
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
    pid: AtomicU32,
    /// What of the client is over: see [`Link::part`].
    parted: AtomicU8,
    server: Mutex<Option<Server>>,
    stdio: Stdio,
    /// Under which the server's era is remembered, where both may be spoken.
    remembered: Option<Start>,
}

/// The server has ended.
pub(super) const LANE: u8 = 1;
/// The host has been told.
pub(super) const TOLD: u8 = 2;

impl Link {
    /// Starts the server. Nothing else happens before [`Link::begin`].
    pub(crate) fn open(
        hub: &Arc<Hub>,
        transport: Transport,
        host: Arc<dyn Host>,
        options: ClientOptions,
    ) -> Result<Arc<Self>, Error> {
        let Transport::Stdio(stdio) = transport else {
            return Err(Error::new(Code::Unsupported, "this transport is not there yet"));
        };
        Self::open_with(hub, stdio, host, options, |stdio| {
            let started = hub.reactor.inside(|| Server::start(stdio));
            let (server, inlet) = started
                .unwrap_or_else(|| Err(Error::new(Code::Closed, "the runtime was shut down")))?;
            Ok((Some(server), inlet))
        })
    }

    /// The same with a server that `start` starts, if there is one behind its input.
    pub(super) fn open_with(
        hub: &Arc<Hub>,
        stdio: Stdio,
        host: Arc<dyn Host>,
        options: ClientOptions,
        start: impl FnOnce(&Stdio) -> Result<(Option<Server>, Inlet), Error>,
    ) -> Result<Arc<Self>, Error> {
        options.config.check()?;
        let key = hub.admit()?;
        let mut config = options.config;
        config.offer = host.offer();
        config.review = host.review();
        let roots = options.roots.filter(|_| config.offer.roots != Roots::Ask);
        match &roots {
            Some(live) => {
                config.offer.roots = Roots::Live;
                config.roots = live.offered();
            }
            None if config.offer.roots == Roots::Live => {
                return Err(Error::new(Code::InvalidArg, "there is no live list of roots"));
            }
            None => {}
        }
        let remembered = Era::Auto.is_in(&config.revisions).then(|| Start::of(&stdio));
        let known = remembered.and_then(|start| hub.eras.known(start));
        config.known_era = known.or(config.known_era);
        let (server, inlet) = start(&stdio)?;
        let server_host = config.server_host.clone();
        let session = Session::new(config, hub.clock.now());
        Ok(Arc::new(Self {
            hub: Arc::clone(hub),
            key,
            label: options.label,
            server_host,
            host: Mutex::new(Some(host)),
            handles: AtomicUsize::new(0),
            ear: Mutex::new(None),
            waits: Waits::default(),
            core: Mutex::new(Core::new(session, inlet, options.stderr_lines)),
            reader: Signal::default(),
            errors: Signal::default(),
            keeper: Signal::default(),
            warden: Signal::default(),
            looker: Signal::default(),
            roots,
            paused: AtomicBool::new(false),
            corked: AtomicBool::new(false),
            ring: Mutex::new(StderrRing::new(stdio.stderr_ring)),
            grace: Grace::new(stdio.grace),
            pid: AtomicU32::new(server.as_ref().map_or(0, Server::pid)),
            parted: AtomicU8::new(0),
            server: Mutex::new(server),
            stdio,
            remembered,
        }))
    }

    /// The host is about to hear this; what it says of the server's era is remembered.
    pub(crate) fn learns(self: &Arc<Self>, delivery: &Delivery) {
        let Some(start) = self.remembered else { return };
        match delivery {
            Delivery::Ready(facts) => self.hub.eras.learn(start, Era::of(facts.revision)),
            Delivery::Closed(_) if self.never_ready() => self.hub.eras.forget(start),
            _ => {}
        }
    }

    fn never_ready(self: &Arc<Self>) -> bool {
        self.enter(|core| core.session.server().is_none()).unwrap_or(false)
    }

    /// Lets the conversation begin.
    pub(crate) fn begin(self: &Arc<Self>) {
        let Some(server) = lock(&self.server).take() else { return };
        let welcome = self.hub.register(self);
        // Sends the handshake.
        let _ = self.within(|_| ());
        let link = Arc::clone(self);
        // From a task, so that the reactor's thread is woken once for both.
        drop(self.hub.reactor.spawn(async move {
            drop(link.spawn(keeper::run(Arc::clone(&link))));
            warden::run(link, server).await;
        }));
        if let Some(roots) = &self.roots {
            roots.follow(self);
            drop(self.spawn(looker::run(Arc::clone(self), roots.clone())));
        }
        if !welcome {
            self.close();
        }
    }

    /// Starts the server once more, for the session to greet it in another way.
    pub(super) fn start_again(self: &Arc<Self>) -> Option<Server> {
        let started = self.hub.reactor.inside(|| Server::start(&self.stdio))?;
        let now = self.hub.clock.now();
        let (server, event) = match started {
            Ok((server, inlet)) => (Some((server, inlet)), WireEvent::Restarted),
            Err(error) => {
                let end = LaneEnd { failure: Some(error.message), ..LaneEnd::default() };
                (None, WireEvent::Closed(end))
            }
        };
        let (server, inlet) = server.unzip();
        if let Some(server) = &server {
            self.pid.store(server.pid(), Ordering::Relaxed);
        }
        let told = self.within(|core| {
            core.inlet = inlet.map(Arc::new);
            core.session.wire(now, event);
        });
        // After a panic the server goes with what is returned.
        told.ok().and(server)
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

    pub(crate) fn command(self: &Arc<Self>, command: Command) -> Result<(), Error> {
        let now = self.hub.clock.now();
        self.enter(|core| core.session.host(now, command))?
    }

    /// See [`crate::Client::suspend`].
    pub(crate) fn suspend(self: &Arc<Self>, how: OnSuspend) -> Result<(), Error> {
        let now = self.hub.clock.now();
        self.enter(|core| {
            core.session.host(now, Command::Suspend(how))?;
            core.suspended = true;
            Ok(())
        })?
    }

    /// See [`crate::Client::wake`].
    pub(crate) fn wake(self: &Arc<Self>) -> Result<(), Error> {
        let now = self.hub.clock.now();
        self.enter(|core| {
            core.session.host(now, Command::Wake)?;
            core.suspended = false;
            Ok(())
        })?
    }

    /// Replaces the root list; false if the client is over.
    pub(crate) fn announce(self: &Arc<Self>, roots: RootList) -> bool {
        self.command(Command::Roots(roots)).is_ok()
    }

    /// Turns the server away from an input, as `refusal` says, and cancels the calls that may have caused it, in one go: a
    /// server that ends its call when it is turned away must not be faster than the cancelling.
    pub(crate) fn abort(
        self: &Arc<Self>,
        refusal: Command,
        calls: &[CallId],
        reason: Option<&str>,
    ) -> Result<(), Error> {
        let now = self.hub.clock.now();
        self.enter(|core| {
            core.session.host(now, refusal)?;
            for &call in calls {
                let command = Command::Cancel { call, reason: reason.map(str::to_owned) };
                match core.session.host(now, command) {
                    // It was over before.
                    Err(error) if error.code == Code::Gone => {}
                    other => other?,
                }
            }
            Ok(())
        })?
    }

    pub(crate) fn start_call(
        self: &Arc<Self>,
        request: Request,
        settings: CallSettings,
    ) -> Result<Arc<CallCell>, Error> {
        let options = settings.options();
        let (mut done, mut started) = (settings.done, settings.started);
        let quiet = settings.quiet;
        let now = self.hub.clock.now();
        self.enter(|core| {
            let call = CallId(core.last_call + 1);
            let tool = core.known.tool_of(&request, &core.session);
            let listing = request.pages;
            core.session.host(now, Command::Call { call, request, options })?;
            core.last_call = call.0;
            let mut cell = CallCell::new(call, Arc::clone(self), done.take(), quiet);
            (cell.tool, cell.listing) = (tool, listing);
            let cell = Arc::new(cell);
            core.calls.insert(call, Arc::clone(&cell));
            if let Some(started) = started.take() {
                started(&Call { cell: Arc::clone(&cell) });
            }
            Ok(cell)
        })?
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

    pub(crate) fn state(self: &Arc<Self>) -> State {
        let state = self.enter(|core| match (core.session.phase(), core.session.server()) {
            (Phase::Connecting | Phase::Ready, _) if core.suspended => State::Suspended,
            (Phase::Connecting, _) => State::Connecting,
            (Phase::Ready, Some(facts)) => State::Ready(Arc::clone(facts)),
            _ => {
                let error = core.closed.as_ref().or_else(|| core.session.why_over()).cloned();
                State::Closed(error.unwrap_or_else(panicked))
            }
        });
        state.unwrap_or_else(State::Closed)
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
    }

    pub(super) fn look_at_clock(&self) {
        self.keeper.raise(keeper::MOVED);
    }
}
