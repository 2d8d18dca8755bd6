//! Servers behind a URL, and behind a socket.

use crate::options::{invalid, seconds};
use crate::text::Text;
use mcpclient::{AddressGuard, OldSse, Proxy};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use std::path::PathBuf;

/// Text or bytes, such as PEM.
#[derive(FromPyObject)]
enum Content {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl Content {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// A server behind a URL.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Http {
    pub(crate) http: mcpclient::Http,
    /// The host's own stack.
    pub(crate) exchanger: Option<Py<PyAny>>,
    url: String,
}

#[pymethods]
impl Http {
    #[new]
    #[pyo3(signature = (
        url, *, headers = None, user_agent = None, ca_bundle = None, platform_trust = true, client_certificate = None,
        proxy = "environment", guard = "off", connect_timeout = 10.0, head_timeout = 30.0, idle_timeout = 60.0,
        grace = 2.0, old_sse = "fallback", listen = true, exchanger = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        url: Text,
        headers: Option<&Bound<'_, PyAny>>,
        user_agent: Option<Text>,
        ca_bundle: Option<Content>,
        platform_trust: bool,
        client_certificate: Option<(Content, Content)>,
        proxy: &str,
        guard: &str,
        connect_timeout: f64,
        head_timeout: f64,
        idle_timeout: f64,
        grace: f64,
        old_sse: &str,
        listen: bool,
        exchanger: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut http = mcpclient::Http::new(&url.0)
            .platform_trust(platform_trust)
            .connect_timeout(seconds(py, "connect_timeout", connect_timeout)?)
            .head_timeout(seconds(py, "head_timeout", head_timeout)?)
            .idle_timeout(seconds(py, "idle_timeout", idle_timeout)?)
            .grace(seconds(py, "grace", grace)?)
            .listen(listen)
            .proxy(match proxy {
                "environment" => Proxy::Environment,
                "direct" => Proxy::Direct,
                url => Proxy::Url(url.to_owned()),
            })
            .guard(match guard {
                "off" => AddressGuard::Off,
                "public" => AddressGuard::Public,
                other => return Err(invalid(py, format!("no guard is called {other}"))),
            })
            .old_sse(match old_sse {
                "fallback" => OldSse::Fallback,
                "only" => OldSse::Only,
                "never" => OldSse::Never,
                other => return Err(invalid(py, format!("old_sse cannot be {other}"))),
            });
        for (name, value) in headers.map(pairs).transpose()?.into_iter().flatten() {
            http = http.header(name.0, value.0);
        }
        if let Some(text) = user_agent {
            http = http.user_agent(text.0);
        }
        if let Some(pem) = ca_bundle {
            http = http.ca_bundle(pem.bytes());
        }
        if let Some((chain, key)) = client_certificate {
            http = http.client_certificate(chain.bytes(), key.bytes());
        }
        Ok(Self { http, exchanger, url: url.0 })
    }

    /// The URL, as it was given.
    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    /// URL and headers may hold secrets.
    #[expect(clippy::unused_self, reason = "a method in Python")]
    fn __repr__(&self) -> &'static str {
        "Http(...)"
    }
}

/// A mapping, or pairs.
fn pairs(given: &Bound<'_, PyAny>) -> PyResult<Vec<(Text, Text)>> {
    let given = match given.cast::<pyo3::types::PyMapping>() {
        Ok(mapping) => mapping.items()?.into_any(),
        Err(_) => given.clone(),
    };
    given.try_iter()?.map(|pair| pair?.extract()).collect()
}

/// A stream socket that carries lines.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Socket {
    pub(crate) socket: mcpclient::Socket,
    name: String,
}

#[pymethods]
impl Socket {
    #[staticmethod]
    #[pyo3(signature = (path, *, connect_timeout = 10.0))]
    fn unix(py: Python<'_>, path: PathBuf, connect_timeout: f64) -> PyResult<Self> {
        let name = path.display().to_string();
        let socket = mcpclient::Socket::unix(path);
        let timeout = seconds(py, "connect_timeout", connect_timeout)?;
        Ok(Self { socket: socket.connect_timeout(timeout), name })
    }

    #[staticmethod]
    #[pyo3(signature = (host, port, *, connect_timeout = 10.0))]
    fn tcp(py: Python<'_>, host: Text, port: u16, connect_timeout: f64) -> PyResult<Self> {
        let name = format!("{}:{port}", host.0);
        let socket = mcpclient::Socket::tcp(host.0, port);
        let timeout = seconds(py, "connect_timeout", connect_timeout)?;
        Ok(Self { socket: socket.connect_timeout(timeout), name })
    }

    /// The path, or host and port.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("Socket({:?})", self.name)
    }
}
