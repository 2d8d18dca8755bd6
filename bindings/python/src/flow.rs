//! Waiting until the library takes more bytes.

use crate::gate;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often a thread that waits listens to the keyboard.
const LISTEN: Duration = Duration::from_millis(100);

/// A callback of Python's, to be called from any thread; it must not do more than wake somebody.
pub(crate) fn wakes(callback: Py<PyAny>) -> impl FnOnce() + Send + 'static {
    move || {
        gate::with_python(|py| {
            // Nobody is left to be woken: the loop is closed.
            let _ = callback.call0(py);
        });
    }
}

/// Blocks until `ask` has been answered, or the interpreter is interrupted.
pub(crate) fn wait(
    py: Python<'_>,
    ask: impl FnOnce(Box<dyn FnOnce() + Send>) + Send,
) -> PyResult<()> {
    let (ready, mut heard) = sync_channel(1);
    let tell = Box::new(move || {
        // Who was interrupted does not listen any more.
        let _ = ready.try_send(());
    });
    py.detach(|| ask(tell));
    loop {
        let heard = &mut heard;
        match py.detach(move || heard.recv_timeout(LISTEN)) {
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
