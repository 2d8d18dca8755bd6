//! A server that is run as a child process.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

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
