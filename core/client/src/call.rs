//! One request of the host, from its start to its one outcome.

use crate::client::Client;
use crate::driver::{CallCell, Outcome};
use crate::output::Output;
use mcpclient_engine::session::{Command, Success};
use mcpclient_engine::{CallId, Code, Error};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// A call. Clones are the same call; dropping one lets go and does not cancel.
#[derive(Clone)]
pub struct Call {
    pub(crate) cell: Arc<CallCell>,
}

impl Call {
    /// Its name, unique among the calls of its client.
    pub fn id(&self) -> CallId {
        self.cell.id
    }

    /// The client that it runs on.
    pub fn client(&self) -> Client {
        Client::of(&self.cell.link)
    }

    /// Waits for the outcome; `None` waits as long as the call may take. If the call has a `done`
    /// callback, that has returned first.
    ///
    /// With [`crate::Dispatch::Pump`] and [`crate::Dispatch::Inline`] the callbacks that become due
    /// meanwhile run on this thread; while another thread is running callbacks, this one only waits.
    ///
    /// # Errors
    /// [`Code::Pending`] when the time is up, [`Code::Reentrant`] from inside a callback,
    /// [`Code::Forked`] in a forked child.
    pub fn wait(&self, timeout: Option<Duration>) -> Result<Arc<Outcome>, Error> {
        self.cell.link.hub.origin.check()?;
        if let Some(outcome) = self.cell.finished() {
            return Ok(outcome);
        }
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.cell.link.hub.wait_for_call(&self.cell, deadline)?;
        self.cell
            .finished()
            .ok_or_else(|| Error::new(Code::Pending, "the call was not over in that time"))
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Arc<Outcome>> {
        self.cell.link.hub.origin.check().ok()?;
        self.cell.outcome()
    }

    /// Where the structured output of a tool stands against the schema that the tool was listed with, the last
    /// time before the call that [`Client::list_tools`] came to its end; a list that the server says has changed
    /// does not count (TOL-16).
    ///
    /// Looked at when this is first asked, on this thread: bounded, but for large outputs some milliseconds.
    pub fn output(&self) -> Output {
        match self.cell.link.hub.origin.check() {
            Ok(()) => self.cell.output(),
            Err(_) => Output::None,
        }
    }

    /// Ends the call here and now: `done` comes with [`Code::Cancelled`], and the server is told, with
    /// `reason` for its log (CAN-01, CAN-03). A result that was faster stands.
    ///
    /// # Errors
    /// [`Code::Gone`] if the call is over; [`Code::Forked`].
    pub fn cancel(&self, reason: Option<&str>) -> Result<(), Error> {
        let command = Command::Cancel { call: self.id(), reason: reason.map(str::to_owned) };
        self.cell.link.command(command)
    }

    /// Sends a call again whose server asked for patience, without waiting any longer (see
    /// [`crate::Host::paused`]).
    ///
    /// # Errors
    /// [`Code::Gone`] if the call is not paused; [`Code::Forked`].
    pub fn resume(&self) -> Result<(), Error> {
        self.cell.link.command(Command::Resume { call: self.id() })
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Call").field(&self.id().0).finish()
    }
}

/// Waiting without blocking, in any executor. Not for [`crate::Dispatch::Inline`] alone: there,
/// somebody must be waiting for things to happen.
impl IntoFuture for Call {
    type Output = Arc<Result<Success, Error>>;
    type IntoFuture = CallFuture;

    fn into_future(self) -> CallFuture {
        CallFuture { call: self }
    }
}

/// See [`Call`].
impl IntoFuture for &Call {
    type Output = Arc<Result<Success, Error>>;
    type IntoFuture = CallFuture;

    fn into_future(self) -> CallFuture {
        CallFuture { call: self.clone() }
    }
}

/// The outcome of a call, when it is there. Dropping it lets go and does not cancel.
#[derive(Debug)]
pub struct CallFuture {
    call: Call,
}

impl Future for CallFuture {
    type Output = Arc<Result<Success, Error>>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Err(forked) = self.call.cell.link.hub.origin.check() {
            return Poll::Ready(Arc::new(Err(forked)));
        }
        self.call.cell.poll(context)
    }
}
