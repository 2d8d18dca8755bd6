//! Text and JSON between Python and Rust.

use crate::error::raise;
use mcpclient::json::{Json, Value};
use mcpclient::{Code, Error};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// The most characters of a text, and of a line, that a dialog gets.
pub(crate) const TEXT: usize = 4_000;
pub(crate) const LINE: usize = 200;

/// Text that goes in. Python's may hold half a surrogate pair, which no UTF-8 can say.
pub(crate) struct Text(pub(crate) String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let text = object.cast::<PyString>()?;
        match text.to_str() {
            Ok(text) => Ok(Self(text.to_owned())),
            Err(_) => {
                let message = "the text holds half of a surrogate pair";
                Err(raise(object.py(), &Error::new(Code::BadJson, message)))
            }
        }
    }
}

/// Some JSON that goes in: `mcpclient.Json` verbatim, and anything else as Python's `json` writes it.
pub(crate) struct Given(pub(crate) Json);

impl FromPyObject<'_, '_> for Given {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        static DUMP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = object.py();
        let dump = DUMP.import(py, "mcpclient._json", "dump")?;
        let Text(text) = dump.call1((object,))?.extract()?;
        let fault = |fault: mcpclient::json::JsonError| {
            raise(py, &Error::new(Code::BadJson, fault.to_string()))
        };
        Json::parse(&text).map(Self).map_err(fault)
    }
}

/// JSON that goes out, as `mcpclient.Json`.
pub(crate) fn json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static JSON: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    JSON.import(py, "mcpclient._json", "Json")?.call1((text,))
}

/// JSON that goes out as what Python's `json` makes of it.
pub(crate) fn value<'py>(py: Python<'py>, value: Option<Value<'_>>) -> PyResult<Bound<'py, PyAny>> {
    static LOAD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Some(value) = value else { return Ok(py.None().into_bound(py)) };
    LOAD.import(py, "mcpclient._json", "load")?.call1((value.raw(),))
}

/// A server's text of several lines, made safe to show.
#[pyfunction]
#[pyo3(signature = (text, limit = 4_000))]
pub(crate) fn display(text: Text, limit: usize) -> String {
    mcpclient::policy::display(&text.0, limit).into_owned()
}

/// A server's text of one line, made safe to show.
#[pyfunction]
#[pyo3(signature = (text, limit = 200))]
pub(crate) fn display_line(text: Text, limit: usize) -> String {
    mcpclient::policy::display_line(&text.0, limit).into_owned()
}

/// As `display`, never cut.
pub(crate) fn whole(text: &str) -> String {
    mcpclient::policy::display(text, usize::MAX).into_owned()
}

/// As `display`.
pub(crate) fn safe(text: &str) -> String {
    mcpclient::policy::display(text, TEXT).into_owned()
}

/// As `display_line`.
pub(crate) fn safe_line(text: &str) -> String {
    mcpclient::policy::display_line(text, LINE).into_owned()
}
