//! The good end of a call, looked at no sooner than Python wants it: a result may be large.

use crate::error::raise;
use crate::text::json;
use mcpclient::{Error, Success, content};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// How a call ended. Of one that did not end well each method raises why.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Told(pub(crate) Arc<Result<Success, Error>>);

impl Told {
    fn success(&self, py: Python<'_>) -> PyResult<&Success> {
        self.0.as_ref().as_ref().map_err(|error| raise(py, error))
    }
}

#[pymethods]
impl Told {
    /// The result, verbatim.
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, self.success(py)?.result.as_str())
    }

    /// The text of all text blocks of a tool's result.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let result = self.success(py)?.result.as_str();
        // It is never longer than the JSON that it is in.
        let mut text = String::with_capacity(result.len());
        // What has no content has no text.
        let _ = content::text(result, &mut |piece| text.push_str(piece));
        Ok(text)
    }

    /// Name and reason of what was set aside of a list.
    fn set_aside(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let items = &self.success(py)?.set_aside;
        Ok(items.iter().map(|item| (item.name.clone(), item.reason.clone())).collect())
    }

    /// How old it is in seconds, if it was kept.
    fn age(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        let age = self.success(py)?.age;
        Ok(age.map(|age| Duration::from_millis(age.0).as_secs_f64()))
    }
}
