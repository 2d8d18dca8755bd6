//! What all clients of one loop, or one client of the blocking face, share.

use crate::client::Client;
use crate::error::{apart, raise};
use crate::event::{Collector, Queue};
use crate::gate;
use crate::options::{Options, Stdio};
use mcpclient::{Dispatch, RuntimeOptions, Wakeup};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::{Arc, Mutex};

/// A runtime whose events are taken by `pump`.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Runtime {
    runtime: Mutex<Option<mcpclient::Runtime>>,
    number: u64,
    queue: Arc<Queue>,
}

#[pymethods]
impl Runtime {
    /// `wakeup` is called on any thread when there is something to pump.
    #[new]
    #[pyo3(signature = (wakeup = None))]
    fn new(py: Python<'_>, wakeup: Option<Py<PyAny>>) -> PyResult<Self> {
        let wakeup = wakeup.map(|wakeup| -> Wakeup {
            Box::new(move || {
                gate::with_python(|py| {
                    // Nobody is left to be told: the loop is closed.
                    let _ = wakeup.call0(py);
                });
            })
        });
        let options = RuntimeOptions { dispatch: Dispatch::Pump { wakeup } };
        let runtime = apart(py, || mcpclient::Runtime::new(options))?;
        let number = gate::enlist(&runtime);
        Ok(Self { runtime: Mutex::new(Some(runtime)), number, queue: Arc::default() })
    }

    /// A descriptor that is readable while there is something to pump.
    #[getter]
    fn wakeup_fd(&self) -> Option<i32> {
        #[cfg(unix)]
        let fd = gate::lock(&self.runtime).as_ref().and_then(mcpclient::Runtime::wakeup_fd);
        #[cfg(not(unix))]
        let fd = None;
        fd
    }

    /// Takes up to `most` events, and says how many are left.
    fn pump<'py>(&self, py: Python<'py>, most: usize) -> PyResult<(Bound<'py, PyList>, usize)> {
        let Some(runtime) = gate::lock(&self.runtime).clone() else {
            return Ok((PyList::empty(py), 0));
        };
        let (events, left) = apart(py, || {
            let left = runtime.pump(most)?;
            Ok((self.queue.take(), left))
        })?;
        let list = PyList::empty(py);
        for event in events {
            list.append(event.into_python(py)?)?;
        }
        Ok((list, left))
    }

    /// Opens a client. `owner` is the weak reference that its events carry.
    fn connect(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        stdio: &Stdio,
        options: &Options,
    ) -> PyResult<Client> {
        let closed = || mcpclient::Error::new(mcpclient::Code::Closed, "the runtime is closed");
        let runtime = gate::lock(&self.runtime).clone();
        let runtime = runtime.ok_or_else(|| raise(py, &closed()))?;
        let (stdio, offer, review) = (stdio.stdio.clone(), options.offer, options.review);
        let options = options.options.clone();
        let host = Arc::new(Collector {
            owner: Arc::new(owner),
            offer,
            review,
            queue: Arc::clone(&self.queue),
            calls: Mutex::default(),
        });
        let client = apart(py, || runtime.connect(stdio, host.clone(), options))?;
        Ok(Client { client, host })
    }

    /// Closes every client, and waits until all servers have ended.
    fn shutdown(&self, py: Python<'_>) {
        py.detach(|| {
            gate::lock(&self.runtime).take();
            gate::end_now(self.number);
        });
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        gate::lock(&self.runtime).take();
        gate::end_later(self.number);
    }
}
