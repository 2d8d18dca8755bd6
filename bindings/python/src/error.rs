//! Errors as exceptions: `mcpclient._errors` has one class for each code.

use mcpclient::Error;
use mcpclient::elicitation::FieldError as Fault;
use mcpclient::json::Json;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use std::time::Duration;

/// What is wrong with one field of a form.
#[pyclass(frozen, module = "mcpclient", name = "FieldError")]
pub(crate) struct FieldError {
    fault: Fault,
}

#[pymethods]
impl FieldError {
    /// The field's index in the form; `None` if it belongs to none.
    #[getter]
    fn index(&self) -> Option<usize> {
        Some(self.fault.field).filter(|index| *index != Fault::NO_FIELD)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.fault.name
    }

    #[getter]
    fn code(&self) -> &'static str {
        self.fault.code.name()
    }

    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let params = PyDict::new(py);
        for (name, value) in &self.fault.params {
            params.set_item(name, value)?;
        }
        Ok(params)
    }

    /// An English sentence that follows the field's title.
    #[getter]
    fn sentence(&self) -> String {
        self.fault.sentence()
    }

    fn __str__(&self) -> String {
        self.fault.to_string()
    }

    fn __repr__(&self) -> String {
        format!("FieldError({:?}, {:?})", self.fault.name, self.fault.code.name())
    }
}

impl From<Fault> for FieldError {
    fn from(fault: Fault) -> Self {
        Self { fault }
    }
}

/// The exception for an error.
pub(crate) fn exception<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let server = error
        .server
        .as_ref()
        .map(|server| (server.code, &server.message, server.data.as_ref().map(Json::as_str)));
    let exit = error.exit.as_ref().map(|exit| (exit.code, exit.signal, &exit.stderr_tail));
    let http = error.http.as_ref().map(|http| {
        let retry_after = http.retry_after.map(|time| Duration::from_millis(time.0).as_secs_f64());
        (http.status, &http.content_type, &http.excerpt, retry_after)
    });
    let fields: Vec<_> = error.fields.iter().cloned().map(FieldError::from).collect();
    let fields = PyTuple::new(py, fields)?;
    let make = MAKE.import(py, "mcpclient._errors", "make")?;
    make.call1((error.code.number(), error.code.name(), &error.message, server, fields, exit, http))
}

/// The error as what Rust code for Python returns.
pub(crate) fn raise(py: Python<'_>, error: &Error) -> PyErr {
    match exception(py, error) {
        Ok(exception) => PyErr::from_value(exception),
        Err(failed) => failed,
    }
}

/// Runs something of the library's without holding the interpreter up: it may wait for a lock.
pub(crate) fn apart<R: Send>(
    py: Python<'_>,
    act: impl FnOnce() -> Result<R, Error> + Send,
) -> PyResult<R> {
    py.detach(act).map_err(|error| raise(py, &error))
}

/// Tells `sys.unraisablehook` of an exception that cannot be raised to anyone.
#[pyfunction]
pub(crate) fn report(py: Python<'_>, error: Bound<'_, PyAny>, whose: &Bound<'_, PyAny>) {
    PyErr::from_value(error).write_unraisable(py, Some(whose));
}
