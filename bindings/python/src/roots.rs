//! Roots: the folders and files that matter.

use crate::error::raise;
use crate::options::invalid;
use crate::text::Text;
use mcpclient::roots::{self, RootList, Style};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// One folder or file.
#[pyclass(frozen, eq, hash, module = "mcpclient")]
#[derive(Clone, PartialEq)]
pub(crate) struct Root {
    pub(crate) root: roots::Root,
}

impl std::hash::Hash for Root {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.root.uri(), self.root.name()).hash(state);
    }
}

#[pymethods]
impl Root {
    /// By a `file:` URI, which is sent exactly as given.
    #[new]
    #[pyo3(signature = (uri, name = None))]
    fn new(py: Python<'_>, uri: Text, name: Option<Text>) -> PyResult<Self> {
        let root = roots::Root::new(uri.0, name.map(|name| name.0));
        root.map(|root| Self { root }).map_err(|error| raise(py, &error))
    }

    /// By an absolute path, as this system writes paths.
    #[staticmethod]
    #[pyo3(signature = (path, name = None))]
    fn from_path(py: Python<'_>, path: PathBuf, name: Option<Text>) -> PyResult<Self> {
        let uri = roots::from_path(path.as_os_str().as_encoded_bytes(), Style::native());
        let root = uri.and_then(|uri| roots::Root::new(uri, name.map(|name| name.0)));
        root.map(|root| Self { root }).map_err(|error| raise(py, &error))
    }

    #[getter]
    fn uri(&self) -> &str {
        self.root.uri()
    }

    #[getter]
    fn name(&self) -> Option<&str> {
        self.root.name()
    }

    fn __repr__(&self) -> String {
        match self.root.name() {
            Some(name) => format!("Root({:?}, {name:?})", self.root.uri()),
            None => format!("Root({:?})", self.root.uri()),
        }
    }
}

/// The list that these make: each place once.
pub(crate) fn list(given: &[PyRef<'_, Root>]) -> RootList {
    given.iter().map(|root| root.root.clone()).collect()
}

/// The roots of a list.
pub(crate) fn each(list: &RootList) -> Vec<Root> {
    list.roots().iter().map(|root| Root { root: root.clone() }).collect()
}

fn style(py: Python<'_>, name: Option<&str>) -> PyResult<Style> {
    match name {
        None => Ok(Style::native()),
        Some("posix") => Ok(Style::Posix),
        Some("windows") => Ok(Style::Windows),
        Some(other) => Err(invalid(py, format!("no style of paths: {other}"))),
    }
}

/// The canonical `file:` URI of an absolute path.
#[pyfunction]
#[pyo3(signature = (path, style = None))]
pub(crate) fn path_to_uri(
    py: Python<'_>,
    path: &Bound<'_, PyAny>,
    style: Option<&str>,
) -> PyResult<String> {
    let style = self::style(py, style)?;
    let uri = match path.cast::<PyBytes>() {
        Ok(bytes) => roots::from_path(bytes.as_bytes(), style),
        Err(_) => {
            let path: PathBuf = path.extract()?;
            roots::from_path(path.as_os_str().as_encoded_bytes(), style)
        }
    };
    uri.map_err(|error| raise(py, &error))
}

/// The path that a `file:` URI names.
#[pyfunction]
#[pyo3(signature = (uri, style = None))]
pub(crate) fn uri_to_path(py: Python<'_>, uri: Text, style: Option<&str>) -> PyResult<String> {
    let style = self::style(py, style)?;
    roots::to_path(&uri.0, style).map_err(|error| raise(py, &error))
}

/// As `uri_to_path`, for systems whose paths are bytes.
#[pyfunction]
#[pyo3(signature = (uri, style = None))]
pub(crate) fn uri_to_path_bytes<'py>(
    py: Python<'py>,
    uri: Text,
    style: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let style = self::style(py, style)?;
    let path = roots::to_path_bytes(&uri.0, style).map_err(|error| raise(py, &error))?;
    Ok(PyBytes::new(py, &path))
}

/// Whether a place lies inside a root, or is it, going by the text alone.
#[pyfunction]
#[pyo3(signature = (root, candidate, style = None))]
pub(crate) fn root_contains(
    py: Python<'_>,
    root: Text,
    candidate: Text,
    style: Option<&str>,
) -> PyResult<bool> {
    let style = self::style(py, style)?;
    Ok(roots::contains(&root.0, &candidate.0, style))
}
