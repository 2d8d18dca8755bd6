//! Servers as child processes.

use crate::options::seconds;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// A server that is run as a child process: a program, its arguments, and no shell.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Stdio {
    pub(crate) stdio: mcpclient::Stdio,
    program: PathBuf,
}

#[pymethods]
impl Stdio {
    #[new]
    #[pyo3(signature = (
        program, *arguments, env = None, clear_env = false, cwd = None, grace = 2.0,
        stderr_ring = 65_536
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        program: PathBuf,
        arguments: &Bound<'_, PyTuple>,
        env: Option<HashMap<OsString, OsString>>,
        clear_env: bool,
        cwd: Option<PathBuf>,
        grace: f64,
        stderr_ring: usize,
    ) -> PyResult<Self> {
        let mut stdio = mcpclient::Stdio::new(&program)
            .args(arguments.extract::<Vec<PathBuf>>()?)
            .grace(seconds(py, "grace", grace)?)
            .stderr_ring(stderr_ring);
        for (name, value) in env.into_iter().flatten() {
            stdio = stdio.env(name, value);
        }
        if clear_env {
            stdio = stdio.clear_env();
        }
        if let Some(cwd) = cwd {
            stdio = stdio.cwd(cwd);
        }
        Ok(Self { stdio, program })
    }

    /// The program, as it was given.
    #[getter]
    fn program(&self) -> OsString {
        self.program.clone().into()
    }

    /// Arguments and environment may hold secrets.
    fn __repr__(&self) -> String {
        format!("Stdio({:?}, ...)", self.program)
    }
}
