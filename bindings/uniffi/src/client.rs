//! One connection to one server.

use crate::error::McpError;
use crate::server::ServerFacts;
use crate::standing::Standing;
use crate::text::{object, safe};
use crate::transport::OnSuspend;
use crate::words::{ClientState, WatchFilter};
use client::Client;
use std::sync::Arc;

/// See the class that wraps it. Letting go of the last handle closes the client.
#[derive(uniffi::Object)]
pub struct RawClient {
    client: Client,
    standing: Arc<Standing>,
}

impl RawClient {
    pub(crate) fn new(client: Client, standing: Arc<Standing>) -> Self {
        Self { client, standing }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }
}

#[uniffi::export]
impl RawClient {
    /// A number that is this client's alone in its runtime.
    pub fn id(&self) -> u64 {
        self.client.id()
    }

    /// The host's name for this server.
    pub fn label(&self) -> String {
        self.client.label().into()
    }

    /// How the client stands at this moment.
    pub fn state(&self) -> ClientState {
        ClientState::of(&self.client, &self.client.state())
    }

    /// What the server said of itself, once the handshake is done.
    pub fn server(&self) -> Option<ServerFacts> {
        self.client.server().map(|facts| (&*facts).into())
    }

    /// The last of what the server wrote to stderr, made safe to show (STD-06).
    pub fn stderr_tail(&self) -> String {
        safe(&self.client.stderr_tail())
    }

    /// The server's process id while the process is ours to end; for logs, not for signals.
    pub fn pid(&self) -> Option<u32> {
        self.client.pid()
    }

    /// Waits until the handshake is done and the host has been told.
    ///
    /// # Errors
    /// Why the client is closed.
    pub async fn ready(&self) -> Result<ServerFacts, McpError> {
        Ok((&*self.standing.ready().await?).into())
    }

    /// Waits until the client is closed and its last callback is over.
    ///
    /// # Errors
    /// None; cancelling a task must have a way out.
    pub async fn closed(&self) -> Result<(), McpError> {
        self.standing.closed().await;
        Ok(())
    }

    /// Sends a notification, verbatim: `params` is a JSON object or nothing.
    ///
    /// # Errors
    /// `Busy`, `Closed`, `BadJson`, `InvalidArg`.
    pub fn notify(&self, method: &str, params: Option<String>) -> Result<(), McpError> {
        Ok(self.client.notify(method, object(params.as_deref())?)?)
    }

    /// What the host wants to hear of, in place of its last wish (SUB-01, SUB-04).
    ///
    /// # Errors
    /// `Closed`.
    pub fn watch(&self, filter: WatchFilter) -> Result<(), McpError> {
        Ok(self.client.watch(filter.into())?)
    }

    /// The network or the program is about to sleep.
    ///
    /// # Errors
    /// `Closed`.
    pub fn suspend(&self, calls: OnSuspend) -> Result<(), McpError> {
        Ok(self.client.suspend(calls.into())?)
    }

    /// The sleep is over.
    ///
    /// # Errors
    /// `Closed`.
    pub fn wake(&self) -> Result<(), McpError> {
        Ok(self.client.wake()?)
    }

    /// Begins the end and returns at once. Closing twice is closing once.
    pub fn close_connection(&self) {
        self.client.close();
    }
}
