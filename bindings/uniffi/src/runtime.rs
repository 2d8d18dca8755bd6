//! What all clients of a program share.

use crate::client::RawClient;
use crate::error::McpError;
use crate::host::{Bridge, RawHost};
use crate::options::RawClientOptions;
use crate::standing::Standing;
use crate::transport::{OnSuspend, RawTransport};
use client::{Dispatch, Runtime, RuntimeOptions, Transport, Wakeup};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What a host in another language implements to be woken for a pump.
#[uniffi::export(foreign)]
pub trait RawWakeup: Send + Sync {
    /// There is something to pump. On any thread; it must not call the library.
    fn wake(&self) -> Result<(), McpError>;
}

/// See the class that wraps it.
#[derive(uniffi::Object)]
pub struct RawRuntime {
    runtime: Option<Runtime>,
}

#[uniffi::export]
impl RawRuntime {
    /// A runtime whose callbacks run on threads of the library, or with `wakeup` inside `pump` only.
    ///
    /// # Errors
    /// `Start` if the system has no descriptor or thread left.
    #[uniffi::constructor]
    pub fn new(wakeup: Option<Arc<dyn RawWakeup>>) -> Result<Arc<Self>, McpError> {
        let dispatch = wakeup.map_or(Dispatch::Thread, |wakeup| {
            // What the host throws is its own affair.
            let wake: Wakeup = Box::new(move || drop(wakeup.wake()));
            Dispatch::Pump { wakeup: Some(wake) }
        });
        Ok(Arc::new(Self { runtime: Some(Runtime::new(RuntimeOptions { dispatch })?) }))
    }

    /// Opens a client; does not wait for the server.
    ///
    /// # Errors
    /// `Start` if the server cannot be started, `InvalidArg`, `BadJson`, `Unsupported`, `Closed`.
    /// Then none of the host's methods is called.
    pub fn open(
        &self,
        server: RawTransport,
        host: Arc<dyn RawHost>,
        options: RawClientOptions,
    ) -> Result<Arc<RawClient>, McpError> {
        let (offer, review) = (options.offer.plain(), options.review.into());
        let options = options.read()?;
        let lane = match &server {
            RawTransport::Lane { lane, .. } => Some(Arc::clone(lane)),
            _ => None,
        };
        let server = Transport::try_from(server)?;
        let standing = Arc::<Standing>::default();
        let bridge = Arc::new(Bridge::new(offer, review, Arc::clone(&standing), host));
        let client = self.runtime().connect(server, bridge, options);
        let client = client.inspect_err(|_| lane.iter().for_each(|lane| lane.withdraw()))?;
        Ok(Arc::new(RawClient::new(client, standing)))
    }

    /// Runs up to `max` callbacks on this thread and returns how many events are left; never blocks
    /// by itself.
    ///
    /// # Errors
    /// `Busy` while another thread is pumping, `Unsupported` without a wakeup.
    pub fn pump(&self, max: u32) -> Result<u64, McpError> {
        let left = self.runtime().pump(usize::try_from(max).unwrap_or(usize::MAX))?;
        Ok(u64::try_from(left).unwrap_or(u64::MAX))
    }

    /// Suspends every client there is.
    pub fn suspend_all(&self, calls: OnSuspend) {
        self.runtime().suspend_all(calls.into());
    }

    /// Wakes every client there is.
    pub fn wake_all(&self) {
        self.runtime().wake_all();
    }

    /// Closes every client, and connects no more; returns at once. `grace_ms` takes the place of
    /// each server's own for the steps of its ending.
    pub fn close_all(&self, grace_ms: u64) {
        self.runtime().close(Duration::from_millis(grace_ms));
    }

    /// Closes every client and waits until all servers have ended and all callbacks have returned.
    /// Blocks; from inside a callback it only begins.
    pub fn shut_down(&self) {
        self.runtime().shutdown();
    }
}

impl RawRuntime {
    fn runtime(&self) -> &Runtime {
        let Some(runtime) = &self.runtime else { unreachable!("it is there until the drop") };
        runtime
    }
}

impl Drop for RawRuntime {
    /// Letting go of a runtime waits for its servers, and whoever collects garbage, or happens to hold
    /// the last handle, must not.
    fn drop(&mut self) {
        let runtime = self.runtime.take();
        let name = thread::Builder::new().name("mcpclient-end".into());
        // Without a thread it ends here.
        let _ = name.spawn(move || drop(runtime));
    }
}
