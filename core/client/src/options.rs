//! What a runtime, a client and a call are made with.

use crate::call::Call;
use crate::roots::LiveRoots;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{CallOptions, Offer, SessionConfig, Success, Trace};
use mcpclient_engine::{Error, Millis};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
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

/// A way to reach one server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Transport {
    /// A child process, spoken to over its standard streams (STD-02).
    Stdio(Stdio),
}

impl From<Stdio> for Transport {
    fn from(stdio: Stdio) -> Self {
        Self::Stdio(stdio)
    }
}

/// A server that is run as a child process: an argument list and no shell (STD-02).
///
/// The child gets a process group of its own. When the client closes, the server's input is closed;
/// after [`Stdio::grace`] the group is told to terminate, after the same time again it is killed
/// (STD-11). Promised to be gone afterwards is the process group; on Linux also, as far as they could
/// be seen, descendants that left it. Daemons that were orphaned earlier are not promised.
#[derive(Clone)]
pub struct Stdio {
    pub(crate) program: OsString,
    pub(crate) args: Vec<OsString>,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) clear_env: bool,
    pub(crate) cwd: Option<PathBuf>,
    pub(crate) grace: Duration,
    pub(crate) stderr_ring: usize,
}

impl Stdio {
    /// A program, looked up in `PATH` unless it contains a slash.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            clear_env: false,
            cwd: None,
            grace: Duration::from_secs(2),
            stderr_ring: 64 << 10,
        }
    }

    /// Adds one argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets one variable of the server's environment; credentials belong here (STD-16).
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Gives the server only what [`Stdio::env`] sets, and nothing of the host's own environment.
    #[must_use]
    pub fn clear_env(mut self) -> Self {
        self.clear_env = true;
        self
    }

    /// The directory that the server starts in; the host's own otherwise.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cwd = Some(directory.into());
        self
    }

    /// How long each step of the ending may take. Two seconds otherwise.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// How many bytes of the server's stderr are kept for [`crate::Client::stderr_tail`] and for
    /// errors. 64 KiB otherwise.
    #[must_use]
    pub fn stderr_ring(mut self, bytes: usize) -> Self {
        self.stderr_ring = bytes;
        self
    }
}

/// Arguments and environment may hold secrets, so only their number is told.
impl fmt::Debug for Stdio {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Stdio")
            .field("program", &self.program)
            .field("args", &self.args.len())
            .field("env", &self.env.len())
            .finish_non_exhaustive()
    }
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
    /// Send a tool call again, once, if it was lost with its server: only for tools that may run twice.
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
