//! A lane of the host's own making.

use crate::errand::{Desk, Errand};
use crate::error::apart;
use crate::event::Held;
use crate::flow::{wait, wakes};
use crate::gate::lock;
use crate::options::seconds;
use crate::text::Text;
use mcpclient::{Code, Error, LaneFeed, LaneHost};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::sync::{Arc, Mutex};

/// Where what is sent on a lane goes.
#[derive(Default)]
enum End {
    /// Nowhere yet: there is no client.
    #[default]
    Open,
    /// To an object of Python's, which keeps alive the lane that keeps this one.
    Served(Held, Arc<Desk>),
    /// Nowhere any more.
    Over,
}

/// Python's half of a lane, as the library sees it.
#[derive(Clone, Default)]
struct Bridge(Arc<Mutex<End>>);

impl LaneHost for Bridge {
    fn send(&self, bytes: &[u8]) {
        let served = match &*lock(&self.0) {
            End::Served(lane, desk) => Some((Arc::clone(lane), Arc::clone(desk))),
            End::Open | End::Over => None,
        };
        if let Some((lane, desk)) = served {
            desk.leave(Errand::Send(lane, bytes.to_vec()));
        }
    }

    fn close(&self) {
        let end = std::mem::replace(&mut *lock(&self.0), End::Over);
        if let End::Served(lane, desk) = end {
            desk.leave(Errand::Close(lane));
        }
    }
}

/// The native half of a lane.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Lane {
    pub(crate) lane: mcpclient::Lane,
    feed: LaneFeed,
    bridge: Bridge,
}

impl Lane {
    /// What is sent on it goes to `lane` from now on.
    pub(crate) fn serve(&self, lane: Held, desk: Arc<Desk>) -> Result<(), Error> {
        let mut end = lock(&self.bridge.0);
        if !matches!(*end, End::Open) {
            return Err(Error::new(Code::InvalidArg, "a lane serves one client"));
        }
        *end = End::Served(lane, desk);
        Ok(())
    }

    /// There is no client after all: it is as free as before, and keeps nothing alive.
    pub(crate) fn withdraw(&self) {
        let mut end = lock(&self.bridge.0);
        if matches!(*end, End::Served(..)) {
            let served = std::mem::take(&mut *end);
            drop(end);
            drop(served);
        }
    }
}

#[pymethods]
impl Lane {
    #[new]
    fn new(py: Python<'_>, grace: f64) -> PyResult<Self> {
        let bridge = Bridge::default();
        let (lane, feed) = mcpclient::Lane::new(bridge.clone());
        Ok(Self { lane: lane.grace(seconds(py, "grace", grace)?), feed, bridge })
    }

    fn feed(&self, py: Python<'_>, data: PyBackedBytes) -> PyResult<()> {
        apart(py, || self.feed.feed(&data))
    }

    #[pyo3(signature = (failure))]
    fn end(&self, py: Python<'_>, failure: Option<Text>) -> PyResult<()> {
        apart(py, || self.feed.end(failure.as_ref().map(|failure| failure.0.as_str())))?;
        let held = py.detach(|| std::mem::replace(&mut *lock(&self.bridge.0), End::Over));
        drop(held);
        Ok(())
    }

    /// Calls back once, on any thread, when it takes more, or is over.
    fn on_ready(&self, py: Python<'_>, callback: Py<PyAny>) {
        py.detach(|| self.feed.on_ready(wakes(callback)));
    }

    /// Waits until it takes more, or is over.
    fn wait_ready(&self, py: Python<'_>) -> PyResult<()> {
        wait(py, |ready| self.feed.on_ready(ready))
    }
}
