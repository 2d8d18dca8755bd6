//! The host's own HTTP stack, and one request that it makes.

use crate::errand::{Desk, Errand};
use crate::error::apart;
use crate::event::Held;
use crate::flow::{wait, wakes};
use crate::options::invalid;
use crate::text::Text;
use mcpclient::{Failure, FailureKind, Request};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::sync::Arc;

/// An exchanger of Python's, as the library sees it.
pub(crate) struct Stack {
    pub(crate) desk: Arc<Desk>,
    pub(crate) exchanger: Held,
}

impl mcpclient::Exchanger for Stack {
    fn open(&self, request: Request, exchange: mcpclient::Exchange) {
        let exchange = Exchange { request, exchange, desk: Arc::clone(&self.desk) };
        self.desk.leave(Errand::Open(Arc::clone(&self.exchanger), Box::new(exchange)));
    }
}

/// One request that the host's own HTTP stack makes. Letting go of it before its end breaks it off.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Exchange {
    request: Request,
    exchange: mcpclient::Exchange,
    desk: Arc<Desk>,
}

#[pymethods]
impl Exchange {
    #[getter]
    fn id(&self) -> u64 {
        self.exchange.id()
    }

    #[getter]
    fn method(&self) -> &str {
        self.request.method
    }

    #[getter]
    fn url(&self) -> &str {
        &self.request.url
    }

    #[getter]
    fn headers(&self) -> Vec<(&str, &str)> {
        self.request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    #[getter]
    fn body(&self) -> &[u8] {
        &self.request.body
    }

    #[getter]
    fn aborted(&self, py: Python<'_>) -> bool {
        py.detach(|| self.exchange.is_aborted())
    }

    fn head(&self, py: Python<'_>, status: u16, headers: Vec<(Text, Text)>) -> PyResult<()> {
        apart(py, || {
            self.exchange.head(status, headers.iter().map(|(name, value)| (&name.0, &value.0)))
        })
    }

    fn feed(&self, py: Python<'_>, data: PyBackedBytes) -> PyResult<()> {
        apart(py, || self.exchange.body(&data))
    }

    /// Complete, or of which kind the failure is.
    #[pyo3(signature = (failure, message))]
    fn end(&self, py: Python<'_>, failure: Option<&str>, message: Text) -> PyResult<()> {
        let failure = failure
            .map(|name| Ok::<_, PyErr>(Failure { kind: kind(py, name)?, message: message.0 }));
        let failure = failure.transpose()?;
        apart(py, || self.exchange.end(failure))
    }

    /// Calls back once, where errands are done, when the library has given up on it.
    fn on_abort(&self, py: Python<'_>, callback: Py<PyAny>) {
        let (callback, desk): (Held, _) = (Arc::new(callback), Arc::clone(&self.desk));
        py.detach(|| self.exchange.on_abort(move || desk.leave(Errand::Call(callback))));
    }

    /// Calls back once, on any thread, when it takes more, or is over.
    fn on_ready(&self, py: Python<'_>, callback: Py<PyAny>) {
        py.detach(|| self.exchange.on_ready(wakes(callback)));
    }

    /// Waits until it takes more, or is over.
    fn wait_ready(&self, py: Python<'_>) -> PyResult<()> {
        wait(py, |ready| self.exchange.on_ready(ready))
    }
}

fn kind(py: Python<'_>, name: &str) -> PyResult<FailureKind> {
    match name {
        "unreachable" => Ok(FailureKind::Unreachable),
        "forbidden" => Ok(FailureKind::Forbidden),
        "timeout" => Ok(FailureKind::Timeout),
        "broken" => Ok(FailureKind::Broken),
        "too_large" => Ok(FailureKind::TooLarge),
        other => Err(invalid(py, format!("no failure is called {other}"))),
    }
}
