//! Lines over whatever the host makes of them.

use crate::driver::{Hold, Mouth};
use mcpclient_engine::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The host's half of a [`Lane`]. Methods are called one at a time, on the thread where the library does its
/// input and output, never under a lock of the library. They must not block for long: every server of the
/// runtime waits meanwhile. A panic in one breaks the lane.
pub trait LaneHost: Send + Sync + 'static {
    /// Bytes for the server: whole lines, each ending with a newline. To be taken in full.
    fn send(&self, bytes: &[u8]);

    /// The client is over: no [`LaneHost::send`] follows. To be answered with [`LaneFeed::end`] once
    /// what was sent is gone; after [`Lane::grace`] the library does not wait for that any longer.
    fn close(&self) {}
}

impl<T: LaneHost + ?Sized> LaneHost for Arc<T> {
    fn send(&self, bytes: &[u8]) {
        (**self).send(bytes);
    }

    fn close(&self) {
        (**self).close();
    }
}

/// A lane of the host's own making: what the library sends is given to a [`LaneHost`]; what the server says
/// is fed in from any thread with the [`LaneFeed`] that comes with it. It serves one client; what it led to is gone
/// with it, so that no server behind one is ever started again.
#[derive(Clone)]
pub struct Lane {
    pub(crate) host: Arc<dyn LaneHost>,
    pub(crate) mouth: Arc<Hold>,
    pub(crate) grace: Duration,
}

impl Lane {
    /// A lane that ends at `host`, and what feeds it.
    pub fn new(host: impl LaneHost) -> (Self, LaneFeed) {
        let mouth = Arc::new(Mouth::default());
        let hold = Hold::new(Arc::clone(&mouth));
        let lane = Self { host: Arc::new(host), mouth: hold, grace: Duration::from_secs(2) };
        (lane, LaneFeed { mouth })
    }

    /// How long [`LaneFeed::end`] may take after [`LaneHost::close`]. Two seconds otherwise.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }
}

impl fmt::Debug for Lane {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Lane")
    }
}

/// Says what the server behind a [`Lane`] says. Clones feed the same lane; bytes of one server in order, so from one
/// thread at a time.
#[derive(Clone)]
pub struct LaneFeed {
    mouth: Arc<Mouth>,
}

impl LaneFeed {
    /// The next bytes that the server has sent, however its lines are cut.
    ///
    /// # Errors
    /// [`crate::Code::Busy`] when too much waits, for the client to be made or for its host to keep up: nothing was
    /// taken, and no more should be read from the server until [`LaneFeed::on_ready`] is told.
    /// [`crate::Code::Gone`] once the lane has ended, or its client is over or will never be; [`crate::Code::Forked`].
    pub fn feed(&self, bytes: &[u8]) -> Result<(), Error> {
        self.mouth.feed(bytes)
    }

    /// The lane is at its end: in order, or broken as `failure` says, in one sentence for developers.
    ///
    /// # Errors
    /// [`crate::Code::Gone`] if it has ended or its client is over; [`crate::Code::Forked`].
    pub fn end(&self, failure: Option<&str>) -> Result<(), Error> {
        self.mouth.end(failure)
    }

    /// Has `told` called once, when [`LaneFeed::feed`] may be tried again after [`crate::Code::Busy`]: at once if it
    /// may be already, or if the lane is over. Otherwise called on the thread where the library does its input and
    /// output, never under a lock of the library.
    pub fn on_ready(&self, told: impl FnOnce() + Send + 'static) {
        self.mouth.on_ready(Box::new(told));
    }
}

impl fmt::Debug for LaneFeed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("LaneFeed")
    }
}
