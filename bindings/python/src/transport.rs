//! How a server is reached, as Python gives it.

use crate::errand::Desk;
use crate::exchange::Stack;
use crate::http::{Http, Socket};
use crate::lane::Lane;
use crate::stdio::Stdio;
use mcpclient::{Error, Transport};
use pyo3::prelude::*;
use std::sync::Arc;

/// One of the classes for it.
#[derive(FromPyObject)]
pub(crate) enum Given<'py> {
    Stdio(PyRef<'py, Stdio>),
    Http(PyRef<'py, Http>),
    Socket(PyRef<'py, Socket>),
    Lane(PyRef<'py, Lane>),
}

impl Given<'_> {
    /// Whether the host's own code is a part of it.
    pub(crate) fn has_errands(&self) -> bool {
        match self {
            Self::Http(http) => http.exchanger.is_some(),
            Self::Lane(_) => true,
            Self::Stdio(_) | Self::Socket(_) => false,
        }
    }

    /// There is no client after all.
    pub(crate) fn withdraw(&self) {
        if let Self::Lane(lane) = self {
            lane.withdraw();
        }
    }

    /// As the library wants it. `face` is Python's object for a lane.
    pub(crate) fn reach(
        &self,
        py: Python<'_>,
        desk: Option<Arc<Desk>>,
        face: Py<PyAny>,
    ) -> Result<Transport, Error> {
        Ok(match (self, desk) {
            (Self::Stdio(stdio), _) => stdio.stdio.clone().into(),
            (Self::Socket(socket), _) => socket.socket.clone().into(),
            (Self::Http(http), desk) => match (&http.exchanger, desk) {
                (Some(exchanger), Some(desk)) => {
                    let exchanger = Arc::new(exchanger.clone_ref(py));
                    let stack = Arc::new(Stack { desk, exchanger });
                    http.http.clone().exchanger(stack).into()
                }
                _ => http.http.clone().into(),
            },
            (Self::Lane(lane), desk) => {
                if let Some(desk) = desk {
                    lane.serve(Arc::new(face), desk)?;
                }
                lane.lane.clone().into()
            }
        })
    }
}
