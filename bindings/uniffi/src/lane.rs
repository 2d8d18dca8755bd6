//! A lane of the host's own making, over a foreign trait.

use crate::error::McpError;
use crate::soon::soon;
use client::{Code, Error, Lane, LaneFeed, LaneHost};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What a host in another language implements for a lane; see what wraps it.
#[uniffi::export(foreign)]
pub trait RawLaneHost: Send + Sync {
    /// Whole lines for the server, to be taken in full. On the thread of the library's input and output.
    fn send(&self, bytes: Vec<u8>) -> Result<(), McpError>;
    /// The client is over; not told after `RawLane::end`.
    fn client_over(&self) -> Result<(), McpError>;
}

/// Where what is sent on a lane goes.
#[derive(Default)]
enum End {
    /// Nowhere yet: there is no client.
    #[default]
    Open,
    /// To a host of another language, which keeps alive the lane that keeps this one.
    Served(Arc<dyn RawLaneHost>),
    /// Nowhere any more.
    Over,
}

/// A host of another language, as the driver sees it.
#[derive(Clone, Default)]
struct Bridge {
    end: Arc<Mutex<End>>,
    /// Set as soon as there is one.
    feed: Arc<OnceLock<LaneFeed>>,
}

impl Bridge {
    fn end(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the host throws breaks the lane.
    fn done(&self, how: &Result<(), McpError>) {
        if let (Err(_), Some(feed)) = (how, self.feed.get()) {
            // It may be over already.
            let _ = feed.end(Some("the host's own code threw"));
        }
    }
}

impl LaneHost for Bridge {
    fn send(&self, bytes: &[u8]) {
        let host = match &*self.end() {
            End::Served(host) => Arc::clone(host),
            End::Open | End::Over => return,
        };
        self.done(&host.send(bytes.to_vec()));
    }

    fn close(&self) {
        let end = std::mem::replace(&mut *self.end(), End::Over);
        if let End::Served(host) = end {
            self.done(&host.client_over());
        }
    }
}

/// See the class that wraps it.
#[derive(uniffi::Object)]
pub struct RawLane {
    lane: Lane,
    feed: LaneFeed,
    bridge: Bridge,
}

impl RawLane {
    /// What is sent goes to `host` from now on.
    pub(crate) fn serve(&self, host: Arc<dyn RawLaneHost>) -> Result<Lane, McpError> {
        let mut end = self.bridge.end();
        if !matches!(*end, End::Open) {
            return Err(Error::new(Code::InvalidArg, "a lane serves one client").into());
        }
        *end = End::Served(host);
        Ok(self.lane.clone())
    }

    /// There is no client after all: it is as free as before, and keeps nothing alive.
    pub(crate) fn withdraw(&self) {
        let mut end = self.bridge.end();
        if matches!(*end, End::Served(_)) {
            let served = std::mem::take(&mut *end);
            drop(end);
            drop(served);
        }
    }
}

#[uniffi::export]
impl RawLane {
    /// A lane that leads nowhere yet.
    #[uniffi::constructor]
    pub fn new(grace_ms: Option<u64>) -> Arc<Self> {
        let bridge = Bridge::default();
        let (mut lane, feed) = Lane::new(bridge.clone());
        if let Some(grace) = grace_ms {
            lane = lane.grace(Duration::from_millis(grace));
        }
        bridge.feed.get_or_init(|| feed.clone());
        Arc::new(Self { lane, feed, bridge })
    }

    /// The next bytes that the server has sent.
    ///
    /// # Errors
    /// `Busy` until `ready`, `Gone`.
    pub fn feed(&self, bytes: Vec<u8>) -> Result<(), McpError> {
        Ok(self.feed.feed(&bytes)?)
    }

    /// The lane is at its end: in order, or broken as `failure` says.
    ///
    /// # Errors
    /// `Gone`.
    pub fn end(&self, failure: Option<String>) -> Result<(), McpError> {
        self.feed.end(failure.as_deref())?;
        let host = std::mem::replace(&mut *self.bridge.end(), End::Over);
        drop(host);
        Ok(())
    }

    /// Waits until `feed` may be tried again after `Busy`, or the lane is over.
    ///
    /// # Errors
    /// None; cancelling a task must have a way out.
    pub async fn ready(&self) -> Result<(), McpError> {
        soon(|told| self.feed.on_ready(told)).await;
        Ok(())
    }
}
