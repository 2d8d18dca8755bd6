//! What a transport of the host's own making has to do: left here on the thread where the library does its input
//! and output, and done by Python in its own time. That thread waits for the interpreter only to ring where a loop cannot watch a
//! descriptor, and to wake who waits to feed more (`flow.rs`); it holds no lock of ours meanwhile.

use crate::event::Held;
use crate::exchange::Exchange;
use crate::gate::{self, lock};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};
use std::sync::{Arc, Mutex};

/// What is to be done.
pub(crate) enum Errand {
    /// An exchanger has to make a request.
    Open(Held, Box<Exchange>),
    /// A lane has something to send.
    Send(Held, Vec<u8>),
    /// A lane is over.
    Close(Held),
    /// Somebody asked to be called.
    Call(Held),
    /// Nothing will be to do any more.
    End,
}

/// How Python hears that there is something to do.
enum Bell {
    #[cfg(unix)]
    Sockets(std::os::unix::net::UnixStream, std::os::unix::net::UnixStream),
    /// Where a loop cannot watch a descriptor.
    Call(Py<PyAny>),
}

/// The errands of one runtime, each with the weak reference to its client.
pub(crate) struct Errands {
    left: Mutex<Vec<(Held, Errand)>>,
    bell: Bell,
}

impl Errands {
    pub(crate) fn new(wakeup: Option<Py<PyAny>>) -> std::io::Result<Self> {
        let bell = match wakeup {
            Some(wakeup) => Bell::Call(wakeup),
            None => sockets()?,
        };
        Ok(Self { left: Mutex::default(), bell })
    }

    /// From any thread.
    pub(crate) fn leave(&self, owner: Held, errand: Errand) {
        let mut left = lock(&self.left);
        let first = left.is_empty();
        left.push((owner, errand));
        if !first {
            return;
        }
        match &self.bell {
            #[cfg(unix)]
            Bell::Sockets(ring, _) => {
                // Under the lock, so that it never rings for what was taken: one byte waits at most, and there is
                // always room.
                let _ = std::io::Write::write(&mut &*ring, &[1]);
            }
            Bell::Call(wakeup) => {
                // Who has the interpreter may wait for the lock.
                drop(left);
                gate::with_python(|py| {
                    // Nobody is left to be told: the loop is closed.
                    let _ = wakeup.call0(py);
                });
            }
        }
    }

    /// Readable while there is something to do.
    #[cfg(unix)]
    pub(crate) fn fd(&self) -> Option<i32> {
        use std::os::fd::AsRawFd;
        match &self.bell {
            Bell::Sockets(_, heard) => Some(heard.as_raw_fd()),
            Bell::Call(_) => None,
        }
    }

    fn take(&self) -> Vec<(Held, Errand)> {
        let mut left = lock(&self.left);
        #[cfg(unix)]
        if let Bell::Sockets(_, heard) = &self.bell {
            let _ = std::io::Read::read(&mut &*heard, &mut [0; 8]);
        }
        std::mem::take(&mut *left)
    }

    /// All that is to be done, as Python gets it: whose, what, for whom, and with what.
    pub(crate) fn take_into<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (owner, errand) in py.detach(|| self.take()) {
            list.append(errand.into_python(py, &owner)?)?;
        }
        Ok(list)
    }
}

#[cfg(unix)]
fn sockets() -> std::io::Result<Bell> {
    let (ring, heard) = std::os::unix::net::UnixStream::pair()?;
    ring.set_nonblocking(true)?;
    heard.set_nonblocking(true)?;
    Ok(Bell::Sockets(ring, heard))
}

#[cfg(not(unix))]
fn sockets() -> std::io::Result<Bell> {
    Err(std::io::ErrorKind::Unsupported.into())
}

impl Errand {
    fn into_python<'py>(self, py: Python<'py>, owner: &Held) -> PyResult<Bound<'py, PyTuple>> {
        let none = || py.None().into_bound(py);
        let bound = |held: &Held| held.bind(py).clone();
        let (name, who, what) = match self {
            Self::Open(exchanger, exchange) => {
                ("open", bound(&exchanger), Bound::new(py, *exchange)?.into_any())
            }
            Self::Send(lane, bytes) => ("send", bound(&lane), PyBytes::new(py, &bytes).into_any()),
            Self::Close(lane) => ("close", bound(&lane), none()),
            Self::Call(callback) => ("call", bound(&callback), none()),
            Self::End => ("end", none(), none()),
        };
        let name = name.into_pyobject(py)?.into_any();
        PyTuple::new(py, [bound(owner), name, who, what])
    }
}

/// What a transport of the host's own reaches Python by, once its client is there.
pub(crate) struct Desk {
    pub(crate) owner: Held,
    pub(crate) errands: Arc<Errands>,
}

impl Desk {
    pub(crate) fn leave(&self, errand: Errand) {
        self.errands.leave(Arc::clone(&self.owner), errand);
    }
}
