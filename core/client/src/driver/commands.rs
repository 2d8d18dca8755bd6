//! What hosts want of a client, and how it stands.

use super::call_cell::CallCell;
use super::core::panicked;
use super::link::Link;
use crate::call::Call;
use crate::host::State;
use crate::options::CallSettings;
use crate::sync::Arc;
use mcpclient_engine::roots::RootList;
use mcpclient_engine::session::{Command, OnSuspend, Phase, Request};
use mcpclient_engine::{CallId, Code, Error};

impl Link {
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
}
