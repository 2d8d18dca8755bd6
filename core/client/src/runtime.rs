//! What all clients of a program share.

use crate::client::Client;
use crate::driver::{Hub, Link};
use crate::host::Host;
use crate::options::{ClientOptions, RuntimeOptions};
use crate::transport::Transport;
use mcpclient_engine::Error;
use mcpclient_engine::session::OnSuspend;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A runtime. Clones are the same runtime; dropping the last one is [`Runtime::shutdown`]. Clients do
/// not keep it running.
///
/// A program may have several. Nothing process-wide is touched by one: no signal disposition, no
/// environment, no working directory; it waits for its own child processes only.
pub struct Runtime {
    hub: Arc<Hub>,
}

impl Runtime {
    /// A runtime without clients.
    ///
    /// # Errors
    /// [`crate::Code::Start`] if the system has no descriptor or thread left.
    pub fn new(options: RuntimeOptions) -> Result<Self, Error> {
        Ok(Self::of(&Hub::new(options.dispatch)?))
    }

    pub(crate) fn of(hub: &Arc<Hub>) -> Self {
        hub.hold();
        Self { hub: Arc::clone(hub) }
    }

    /// Opens a client; does not wait for the server.
    ///
    /// # Errors
    /// [`crate::Code::Start`] if the server cannot be started, [`crate::Code::InvalidArg`],
    /// [`crate::Code::Closed`] once the runtime is closing, [`crate::Code::Unsupported`] on systems
    /// where this transport does not exist yet (child processes on Windows), [`crate::Code::Forked`].
    /// Then `host` is dropped and none of its methods but [`Host::offer`] is called.
    pub fn connect(
        &self,
        transport: impl Into<Transport>,
        host: Arc<dyn Host>,
        options: ClientOptions,
    ) -> Result<Client, Error> {
        self.connect_with(transport, host, options, |_| {})
    }

    /// As [`Runtime::connect`]; `started` is given the client before the first callback can run. It
    /// must not call the library beyond cloning the client.
    ///
    /// # Errors
    /// As [`Runtime::connect`]; then `started` is not called.
    pub fn connect_with(
        &self,
        transport: impl Into<Transport>,
        host: Arc<dyn Host>,
        options: ClientOptions,
        started: impl FnOnce(&Client),
    ) -> Result<Client, Error> {
        self.hub.origin.check()?;
        let link = Link::open(&self.hub, transport.into(), host, options)?;
        let client = Client::of(&link);
        {
            // Even if `started` panics, the server is looked after.
            let _begin = Begin(&link);
            started(&client);
        }
        Ok(client)
    }

    /// With [`crate::Dispatch::Pump`] on Unix: a descriptor that is readable while there is something
    /// to pump. Poll it, never read or close it; it lives as long as the runtime.
    #[cfg(unix)]
    pub fn wakeup_fd(&self) -> Option<std::os::fd::RawFd> {
        self.hub.wakeup_fd()
    }

    /// Runs up to `max` callbacks on this thread and returns how many events are left; never blocks
    /// by itself. From inside a callback it may be called again (a modal dialog).
    ///
    /// # Errors
    /// [`crate::Code::Busy`] while another thread is pumping, [`crate::Code::Unsupported`] without
    /// [`crate::Dispatch::Pump`], [`crate::Code::Forked`].
    pub fn pump(&self, max: usize) -> Result<usize, Error> {
        self.hub.origin.check()?;
        self.hub.pump(max)
    }

    /// With [`crate::Dispatch::Inline`]: lets input and output happen and runs callbacks on this
    /// thread, until at least one has run, [`Runtime::wake`] was called, or `timeout` has passed
    /// (`None`: without limit). True unless the time was up.
    ///
    /// # Errors
    /// [`crate::Code::Reentrant`] from inside a callback, or inside another tokio runtime;
    /// [`crate::Code::Unsupported`] without [`crate::Dispatch::Inline`]; [`crate::Code::Forked`].
    pub fn wait(&self, timeout: Option<Duration>) -> Result<bool, Error> {
        self.hub.origin.check()?;
        self.hub.wait(timeout)
    }

    /// Ends a [`Runtime::wait`] that is under way, or else the next one. From any thread.
    pub fn wake(&self) {
        if self.hub.origin.is_here() {
            self.hub.wake();
        }
    }

    /// [`Client::suspend`] for every client there is.
    pub fn suspend_all(&self, how: OnSuspend) {
        if self.hub.origin.is_here() {
            self.hub.suspend_all(how);
        }
    }

    /// [`Client::wake`] for every client there is. It does not end a wait, as [`Runtime::wake`] does.
    pub fn wake_all(&self) {
        if self.hub.origin.is_here() {
            self.hub.wake_all();
        }
    }

    /// Closes every client, and connects no more; returns at once. `grace` takes the place of each
    /// server's own for the steps of its ending. [`crate::State::Closed`] follows for each client.
    pub fn close(&self, grace: Duration) {
        if self.hub.origin.is_here() {
            self.hub.close(Some(grace));
        }
    }

    /// Closes every client and waits until all servers have ended and all callbacks have returned;
    /// those that are due run on this thread, or with [`crate::Dispatch::Thread`] on any. How long a
    /// server may take is bounded by a few times its grace; how long a callback takes is the host's.
    /// From inside a callback it only begins: the waiting is done when the callback has returned.
    pub fn shutdown(&self) {
        self.hub.shutdown();
    }

    /// Stops the clock that sessions see: for tests that set it forward themselves.
    #[doc(hidden)]
    pub fn stop_clock(&self) {
        if self.hub.origin.is_here() {
            self.hub.stop_clock();
        }
    }

    /// Sets the clock that sessions see forward: for tests of what happens after hours.
    #[doc(hidden)]
    pub fn advance_clock(&self, by: Duration) {
        if self.hub.origin.is_here() {
            self.hub.advance_clock(by);
        }
    }
}

impl Clone for Runtime {
    fn clone(&self) -> Self {
        Self::of(&self.hub)
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.hub.let_go();
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Runtime").finish_non_exhaustive()
    }
}

/// Lets the conversation begin when dropped.
struct Begin<'a>(&'a Arc<Link>);

impl Drop for Begin<'_> {
    fn drop(&mut self) {
        self.0.begin();
    }
}
