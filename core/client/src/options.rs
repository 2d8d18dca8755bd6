//! What a runtime, a client and a call are made with.

use crate::call::Call;
use crate::roots::LiveRoots;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{CallOptions, Offer, SessionConfig, Success, Trace};
use mcpclient_engine::{Error, Millis};
use std::fmt;
use std::time::Duration;

/// Where callbacks run, and where input and output happen.
#[derive(Default)]
pub enum Dispatch {
    /// Input and output on one thread of ours; callbacks on threads of ours, made on demand. One
    /// client's callbacks run one at a time and in order; a callback that blocks delays no other client.
    #[default]
    Thread,
    /// Input and output on one thread of ours; callbacks only inside [`crate::Runtime::pump`].
    Pump {
        /// Called on any thread when there is something to pump, and again when a pump leaves events
        /// behind. For posting to the host's loop; it must not call the library.
        wakeup: Option<Wakeup>,
    },
    /// No thread of ours. Everything happens inside [`crate::Runtime::wait`] and
    /// [`crate::Call::wait`], on the thread that waits.
    Inline,
}

/// See [`Dispatch::Pump`].
pub type Wakeup = Box<dyn Fn() + Send + Sync>;

impl fmt::Debug for Dispatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Thread => "Thread",
            Self::Pump { .. } => "Pump",
            Self::Inline => "Inline",
        })
    }
}

/// How a runtime works.
#[derive(Debug, Default)]
pub struct RuntimeOptions {
    /// Where callbacks run.
    pub dispatch: Dispatch,
}

/// What a client is made with.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// The host's name for this server: what dialogs show when they say who asks.
    pub label: String,
    /// Who the client is, its bounds and its clocks. What it offers comes from
    /// [`crate::Host::offer`].
    pub config: SessionConfig,
    /// Whether each line of the server's stderr becomes a [`crate::Host::stderr`] callback. It is
    /// drained and its tail is kept in any case (STD-06).
    pub stderr_lines: bool,
    /// A live list of roots that the server is answered from, and told of changes to, unless
    /// [`crate::Host::offer`] says that the host answers itself.
    pub roots: Option<LiveRoots>,
}

impl ClientOptions {
    /// Defaults for a server of that label.
    pub fn new(label: impl Into<String>, config: SessionConfig) -> Self {
        Self { label: label.into(), config, stderr_lines: true, roots: None }
    }
}

/// See [`CallSettings::started`].
pub type Started = Box<dyn FnOnce(&Call) + Send>;

/// See [`CallSettings::done`].
pub type Done = Box<dyn FnOnce(&Call, &Result<Success, Error>) + Send>;

/// Settings of one call; what is not set comes from the client's [`mcpclient_engine::session::Times`].
#[derive(Default)]
pub struct CallSettings {
    /// How long the server may be silent: without result and without progress. Stands still while the
    /// host owes the server an answer (TMO-01, TMO-03, TMO-05).
    pub timeout: Option<Duration>,
    /// How long the whole call may take, whatever progress it reports; stands still likewise (TMO-04).
    pub total: Option<Duration>,
    /// Ask the server for progress (PRG-01).
    pub progress: bool,
    /// Members for `_meta` of the request: a JSON object, merged with the request's own (MET-04).
    pub meta: Option<Json>,
    /// The host's trace context, sent in `_meta` of the request (MET-04).
    pub trace: Trace,
    /// From which level on the server shall log about this call, in place of
    /// [`crate::Client::set_log_level`] (LOG-04). Where levels are set once for all calls, it has no effect.
    pub log_level: Option<String>,
    /// Offer the server less than the host does, for this call only (VER-21). Where capabilities are
    /// agreed on once, it has no effect.
    pub offer: Option<Offer>,
    /// Do not use a result that was kept, however fresh (CAC-06).
    pub fresh: bool,
    /// Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its
    /// server or its stream: only for what may run twice.
    pub retry_lost: bool,
    /// Called on the thread that starts the call, before `done` can run and before the starting
    /// function returns; never if that function fails. For handing the call to whom `done` will look
    /// for it. It runs under a lock: it must not call the library beyond cloning the call.
    pub started: Option<Started>,
    /// Called once when the call is over, as a callback of its client: in order with the others,
    /// never under a lock, never on the stack of the function that started the call, and never if
    /// that function fails.
    pub done: Option<Done>,
    /// `done` runs none of the host's code and waits for nothing. Then it needs no turn among the
    /// callbacks, and runs at once, on whatever thread ends the call, never under a lock; but with
    /// [`Dispatch::Pump`] and [`Dispatch::Inline`] only while the call is waited for: whoever pumps
    /// instead is woken for it.
    pub quiet: bool,
}

impl CallSettings {
    pub(crate) fn options(&self) -> CallOptions {
        let millis = |length: Duration| Millis(crate::clock::whole_millis(length));
        CallOptions {
            idle: self.timeout.map(millis),
            total: self.total.map(millis),
            progress: self.progress,
            meta: self.meta.clone(),
            trace: self.trace.clone(),
            log_level: self.log_level.clone(),
            offer: self.offer,
            fresh: self.fresh,
            retry_lost: self.retry_lost,
        }
    }
}

impl fmt::Debug for CallSettings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CallSettings")
            .field("timeout", &self.timeout)
            .field("total", &self.total)
            .field("progress", &self.progress)
            .field("done", &self.done.is_some())
            .field("quiet", &self.quiet)
            .finish()
    }
}
