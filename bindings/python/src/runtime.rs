//! What all clients of one loop, or one client of the blocking face, share.

use crate::client::Client;
use crate::errand::{Desk, Errand, Errands};
use crate::error::{apart, raise};
use crate::event::{Collector, Held, Queue};
use crate::gate;
use crate::options::Options;
use crate::transport::Given;
use mcpclient::{Dispatch, RuntimeOptions, Wakeup};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::{Arc, Mutex, OnceLock};

/// A runtime whose events are taken by `pump`.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Runtime {
    runtime: Mutex<Option<mcpclient::Runtime>>,
    number: u64,
    queue: Arc<Queue>,
    /// Python's callback that there is something to pump, where there is one.
    wakeup: Option<Py<PyAny>>,
    /// There from the first transport on that the host has made.
    errands: OnceLock<Arc<Errands>>,
}

#[pymethods]
impl Runtime {
    /// `wakeup` is called on any thread when there is something to pump.
    #[new]
    #[pyo3(signature = (wakeup = None))]
    fn new(py: Python<'_>, wakeup: Option<Py<PyAny>>) -> PyResult<Self> {
        let ours = wakeup.as_ref().map(|wakeup| wakeup.clone_ref(py));
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
        Ok(Self {
            runtime: Mutex::new(Some(runtime)),
            number,
            queue: Arc::default(),
            wakeup: ours,
            errands: OnceLock::new(),
        })
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

    /// A descriptor that is readable while there are errands; nothing where there were never any.
    #[getter]
    fn errands_fd(&self) -> Option<i32> {
        #[cfg(unix)]
        let fd = self.errands.get().and_then(|errands| errands.fd());
        #[cfg(not(unix))]
        let fd = None;
        fd
    }

    /// Takes what transports of the host's own have to do.
    fn take_errands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.errands.get() {
            Some(errands) => errands.take_into(py),
            None => Ok(PyList::empty(py)),
        }
    }

    /// Ends what is left of it without waiting here; where there are errands, the last one says that it has ended.
    fn end(&self, py: Python<'_>) {
        let errands = self.errands.get().cloned();
        let nobody = Arc::new(py.None());
        py.detach(|| {
            gate::lock(&self.runtime).take();
            gate::end_later(self.number, move || {
                if let Some(errands) = errands {
                    errands.leave(nobody, Errand::End);
                }
            });
        });
    }

    /// Opens a client. `owner` is the weak reference that its events carry; `face` is what the host made of a
    /// transport.
    fn connect(
        &self,
        py: Python<'_>,
        owner: Py<PyAny>,
        transport: Given<'_>,
        face: Py<PyAny>,
        options: &Options,
    ) -> PyResult<Client> {
        let closed = || mcpclient::Error::new(mcpclient::Code::Closed, "the runtime is closed");
        let runtime = gate::lock(&self.runtime).clone();
        let runtime = runtime.ok_or_else(|| raise(py, &closed()))?;
        let owner = Arc::new(owner);
        let desk = match transport.has_errands() {
            true => Some(self.desk(py, &owner)?),
            false => None,
        };
        let reached = transport.reach(py, desk, face).map_err(|error| raise(py, &error))?;
        let (offer, review) = (options.offer, options.review);
        let options = options.options.clone();
        let host = Arc::new(Collector {
            owner,
            offer,
            review,
            queue: Arc::clone(&self.queue),
            calls: Mutex::default(),
        });
        let client = apart(py, || runtime.connect(reached, host.clone(), options));
        let client = client.inspect_err(|_| transport.withdraw())?;
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

impl Runtime {
    /// What a transport of the host's own reaches Python by.
    fn desk(&self, py: Python<'_>, owner: &Held) -> PyResult<Arc<Desk>> {
        if self.errands.get().is_none() {
            let wakeup = self.wakeup.as_ref().map(|wakeup| wakeup.clone_ref(py));
            let errands = Errands::new(wakeup).map_err(|error| {
                raise(py, &mcpclient::Error::new(mcpclient::Code::Start, error.to_string()))
            })?;
            // Somebody may have been faster.
            let _ = self.errands.set(Arc::new(errands));
        }
        let errands = Arc::clone(self.errands.get().unwrap_or_else(|| unreachable!("it was set")));
        Ok(Arc::new(Desk { owner: Arc::clone(owner), errands }))
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        gate::lock(&self.runtime).take();
        gate::end_later(self.number, || ());
    }
}
