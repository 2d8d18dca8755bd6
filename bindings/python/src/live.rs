//! One list of roots for any number of clients, kept true to the file system.

use crate::error::{apart, raise};
use crate::options::seconds;
use crate::roots::{Root, each};
use crate::text::Text;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::path::PathBuf;

/// A live list of roots.
#[pyclass(frozen, module = "mcpclient", name = "Roots")]
pub(crate) struct LiveRoots {
    pub(crate) roots: mcpclient::roots::LiveRoots,
}

fn taken(given: Vec<PyRef<'_, Root>>) -> Vec<mcpclient::roots::Root> {
    given.iter().map(|root| root.root.clone()).collect()
}

#[pymethods]
impl LiveRoots {
    #[new]
    #[pyo3(signature = (roots = Vec::new()))]
    fn new(py: Python<'_>, roots: Vec<PyRef<'_, Root>>) -> Self {
        let (list, roots) = (mcpclient::roots::LiveRoots::new(), taken(roots));
        py.detach(|| list.replace(roots));
        Self { roots: list }
    }

    /// Adds a root at the end; one that is in the list already gets the new name.
    fn add(&self, py: Python<'_>, root: PyRef<'_, Root>) -> bool {
        let root = root.root.clone();
        py.detach(|| self.roots.add(root))
    }

    #[pyo3(signature = (path, name = None))]
    fn add_path(&self, py: Python<'_>, path: PathBuf, name: Option<Text>) -> PyResult<Root> {
        let name = name.as_ref().map(|name| name.0.as_str());
        apart(py, || self.roots.add_path(path, name)).map(|root| Root { root })
    }

    /// Adds the workspace around a folder or file that the user opened.
    #[pyo3(signature = (opened, name = None))]
    fn add_workspace(&self, py: Python<'_>, opened: PathBuf, name: Option<Text>) -> PyResult<Root> {
        let name = name.as_ref().map(|name| name.0.as_str());
        apart(py, || self.roots.add_workspace(opened, name)).map(|root| Root { root })
    }

    fn remove(&self, py: Python<'_>, uri: Text) -> bool {
        py.detach(|| self.roots.remove(&uri.0))
    }

    #[pyo3(signature = (uri, name))]
    fn rename(&self, py: Python<'_>, uri: Text, name: Option<Text>) -> bool {
        py.detach(|| self.roots.rename(&uri.0, name.as_ref().map(|name| name.0.as_str())))
    }

    /// Puts other roots in place of all, with one announcement.
    fn replace(&self, py: Python<'_>, roots: Vec<PyRef<'_, Root>>) -> bool {
        let roots = taken(roots);
        py.detach(|| self.roots.replace(roots))
    }

    fn exclude(&self, py: Python<'_>, path: PathBuf) -> PyResult<bool> {
        apart(py, || self.roots.exclude(path))
    }

    fn include(&self, py: Python<'_>, path: PathBuf) -> bool {
        py.detach(|| self.roots.include(path))
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| self.roots.roots()).roots().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        each(&py.detach(|| self.roots.roots())).into_pyobject(py)?.try_iter()
    }

    /// What is excluded.
    #[getter]
    fn excluded(&self, py: Python<'_>) -> Vec<Root> {
        each(&py.detach(|| self.roots.excluded()))
    }

    /// What servers are told, by the last look.
    #[getter]
    fn offered(&self, py: Python<'_>) -> Vec<Root> {
        each(&py.detach(|| self.roots.offered()))
    }

    /// Whether an absolute path leads into a root that is offered, following links.
    fn contains(&self, py: Python<'_>, path: PathBuf) -> bool {
        py.detach(|| self.roots.contains(path))
    }

    fn contains_uri(&self, py: Python<'_>, uri: Text) -> bool {
        py.detach(|| self.roots.contains_uri(&uri.0))
    }

    /// Looks at the file system now; whether anything has changed.
    fn look(&self, py: Python<'_>) -> bool {
        py.detach(|| self.roots.look())
    }

    /// How often to look.
    #[pyo3(signature = (interval))]
    fn set_interval(&self, py: Python<'_>, interval: Option<f64>) -> PyResult<()> {
        let interval = interval.map(|given| seconds(py, "interval", given)).transpose()?;
        py.detach(|| self.roots.set_interval(interval));
        Ok(())
    }

    fn set_checked(&self, py: Python<'_>, checked: bool) {
        py.detach(|| self.roots.set_checked(checked));
    }
}

/// Which folder somebody works in, going by one that they opened.
#[pyfunction]
pub(crate) fn workspace(py: Python<'_>, opened: PathBuf) -> PyResult<std::ffi::OsString> {
    let folder = py.detach(|| mcpclient::roots::workspace(&opened));
    folder.map(PathBuf::into_os_string).map_err(|error| raise(py, &error))
}
