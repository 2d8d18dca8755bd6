//! The ways to reach a server, in the form that crosses.

use crate::error::McpError;
use crate::exchange::{Bridge, HttpHeader, RawExchanger};
use crate::lane::{RawLane, RawLaneHost};
use crate::stdio::RawStdio;
use client::Transport;
use std::sync::Arc;
use std::time::Duration;

/// One of the ways; see the classes that wrap them.
#[derive(Clone, uniffi::Enum)]
pub enum RawTransport {
    /// A child process.
    Stdio {
        /// Which.
        stdio: RawStdio,
    },
    /// A URL.
    Http {
        /// Which, and how.
        http: RawHttp,
    },
    /// A Unix domain socket.
    Unix {
        /// Where.
        path: String,
        /// How long connecting may take.
        connect_timeout_ms: Option<u64>,
    },
    /// A TCP connection.
    Tcp {
        /// A name or an address.
        host: String,
        /// The port.
        port: u16,
        /// How long connecting may take.
        connect_timeout_ms: Option<u64>,
    },
    /// A lane of the host's own making.
    Lane {
        /// Which.
        lane: Arc<RawLane>,
        /// Where it ends.
        host: Arc<dyn RawLaneHost>,
    },
}

/// Through which proxy a server is reached.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Proxy {
    /// What the environment says when the client is made: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`.
    Environment,
    /// None.
    Direct,
    /// This one.
    At {
        /// An `http`, `https` or `socks5` URL, which may hold a user name and a password.
        url: String,
    },
}

/// Which addresses may be connected to, looked at after names are resolved (SEC-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum AddressGuard {
    /// All.
    Off,
    /// Only public ones: none that is private, link-local, loopback, unspecified, multicast, or a cloud's metadata
    /// service.
    Public,
}

/// Whether the older HTTP+SSE transport is spoken (SSE-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum OldSse {
    /// When the server refuses everything newer (HTP-47).
    Fallback,
    /// At once, and nothing else.
    Only,
    /// Not at all.
    Never,
}

/// What becomes of calls while a client is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum OnSuspend {
    /// Their time stands still, and they go on afterwards, where that is safe. New calls wait.
    Continue,
    /// All end with `Suspended`; so do new ones.
    Fail,
}

impl From<OnSuspend> for client::OnSuspend {
    fn from(how: OnSuspend) -> Self {
        match how {
            OnSuspend::Continue => Self::Continue,
            OnSuspend::Fail => Self::Fail,
        }
    }
}

/// A certificate with its chain, and its private key, as PEM.
#[derive(Clone, uniffi::Record)]
pub struct RawCertificate {
    /// The certificate, and those between it and an authority.
    pub chain: Vec<u8>,
    /// Its private key.
    pub key: Vec<u8>,
}

/// See the class that wraps it. What is not given is the library's default.
#[derive(Clone, uniffi::Record)]
pub struct RawHttp {
    /// The endpoint.
    pub url: String,
    /// Sent with every request; credentials belong here.
    pub headers: Vec<HttpHeader>,
    /// In place of the library's name and version.
    pub user_agent: Option<String>,
    /// Certificates of authorities to trust, as PEM.
    pub ca_bundle: Option<Vec<u8>>,
    /// Whether the platform's authorities are trusted.
    pub platform_trust: bool,
    /// What servers may ask for.
    pub client_certificate: Option<RawCertificate>,
    /// Through which proxy.
    pub proxy: Option<Proxy>,
    /// Which addresses may be connected to.
    pub guard: Option<AddressGuard>,
    /// How long connecting may take.
    pub connect_timeout_ms: Option<u64>,
    /// How long the head of an answer may take where no call waits for it.
    pub head_timeout_ms: Option<u64>,
    /// How long a body that is no stream of events may be silent.
    pub idle_timeout_ms: Option<u64>,
    /// How long the end of a session may take.
    pub grace_ms: Option<u64>,
    /// Whether the older HTTP+SSE transport is spoken.
    pub old_sse: Option<OldSse>,
    /// Whether a stream is opened for what the server says unasked.
    pub listen: bool,
    /// The host's own HTTP stack.
    pub exchanger: Option<Arc<dyn RawExchanger>>,
}

impl From<RawHttp> for client::Http {
    fn from(raw: RawHttp) -> Self {
        let mut http = Self::new(raw.url).platform_trust(raw.platform_trust).listen(raw.listen);
        for header in raw.headers {
            http = http.header(header.name, header.value);
        }
        if let Some(text) = raw.user_agent {
            http = http.user_agent(text);
        }
        if let Some(pem) = raw.ca_bundle {
            http = http.ca_bundle(pem);
        }
        if let Some(certificate) = raw.client_certificate {
            http = http.client_certificate(certificate.chain, certificate.key);
        }
        http = match raw.proxy {
            None => http,
            Some(Proxy::Environment) => http.proxy(client::Proxy::Environment),
            Some(Proxy::Direct) => http.proxy(client::Proxy::Direct),
            Some(Proxy::At { url }) => http.proxy(client::Proxy::Url(url)),
        };
        http = match raw.guard {
            None => http,
            Some(AddressGuard::Off) => http.guard(client::AddressGuard::Off),
            Some(AddressGuard::Public) => http.guard(client::AddressGuard::Public),
        };
        http = match raw.old_sse {
            None => http,
            Some(OldSse::Fallback) => http.old_sse(client::OldSse::Fallback),
            Some(OldSse::Only) => http.old_sse(client::OldSse::Only),
            Some(OldSse::Never) => http.old_sse(client::OldSse::Never),
        };
        type Set = fn(client::Http, Duration) -> client::Http;
        let times: [(Option<u64>, Set); 4] = [
            (raw.connect_timeout_ms, Self::connect_timeout),
            (raw.head_timeout_ms, Self::head_timeout),
            (raw.idle_timeout_ms, Self::idle_timeout),
            (raw.grace_ms, Self::grace),
        ];
        for (given, set) in times {
            if let Some(given) = given {
                http = set(http, Duration::from_millis(given));
            }
        }
        match raw.exchanger {
            Some(exchanger) => http.exchanger(Arc::new(Bridge(exchanger))),
            None => http,
        }
    }
}

impl TryFrom<RawTransport> for Transport {
    type Error = McpError;

    fn try_from(raw: RawTransport) -> Result<Self, McpError> {
        let timed = |socket: client::Socket, given: Option<u64>| match given {
            Some(given) => socket.connect_timeout(Duration::from_millis(given)),
            None => socket,
        };
        Ok(match raw {
            RawTransport::Stdio { stdio } => client::Stdio::try_from(stdio)?.into(),
            RawTransport::Http { http } => client::Http::from(http).into(),
            RawTransport::Unix { path, connect_timeout_ms } => {
                timed(client::Socket::unix(path), connect_timeout_ms).into()
            }
            RawTransport::Tcp { host, port, connect_timeout_ms } => {
                timed(client::Socket::tcp(host, port), connect_timeout_ms).into()
            }
            RawTransport::Lane { lane, host } => lane.serve(host)?.into(),
        })
    }
}
