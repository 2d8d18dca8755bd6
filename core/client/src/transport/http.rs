//! A server behind a URL.

use super::Exchanger;
use mcpclient_engine::wire::OldSse;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Through which proxy a server is reached (SEC-05).
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Proxy {
    /// What the environment says when the client is made: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, in
    /// upper or lower case. `HTTP_PROXY` does not count in a CGI program, where requests could set it.
    #[default]
    Environment,
    /// None.
    Direct,
    /// This one: an `http`, `https` or `socks5` URL, which may hold a user name and a password. The proxy looks
    /// names up itself.
    Url(String),
}

/// A URL may hold a password, so it is not told.
impl fmt::Debug for Proxy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Environment => "Environment",
            Self::Direct => "Direct",
            Self::Url(_) => "Url",
        })
    }
}

/// Which addresses may be connected to, looked at after names are resolved, so that no name leads around it
/// (SEC-03, SEC-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressGuard {
    /// All.
    #[default]
    Off,
    /// Only public ones: none that is private, link-local, loopback, unspecified, multicast, or a cloud's metadata
    /// service, nor one of IPv6 that leads to such a one. A proxy resolves names itself; with one, only addresses in
    /// URLs can be looked at. The proxy's own address is the host's choice.
    Public,
}

/// A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows nothing
/// newer (HTP-01, SSE-07).
///
/// No cookies are kept, no redirects to another origin are followed, and what is set here is sent to the origin of
/// the URL only (HTP-48).
#[derive(Clone)]
pub struct Http {
    pub(crate) url: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) user_agent: Option<String>,
    pub(crate) ca_bundle: Option<Vec<u8>>,
    pub(crate) platform_trust: bool,
    pub(crate) client_certificate: Option<(Vec<u8>, Vec<u8>)>,
    pub(crate) proxy: Proxy,
    pub(crate) guard: AddressGuard,
    pub(crate) connect_timeout: Duration,
    pub(crate) head_timeout: Duration,
    pub(crate) idle_timeout: Duration,
    pub(crate) grace: Duration,
    pub(crate) old_sse: OldSse,
    pub(crate) listen: bool,
    pub(crate) exchanger: Option<Arc<dyn Exchanger>>,
}

impl Http {
    /// An `http` or `https` URL of a server's endpoint. Whether it is one is seen when the client is made.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: Vec::new(),
            user_agent: None,
            ca_bundle: None,
            platform_trust: true,
            client_certificate: None,
            proxy: Proxy::default(),
            guard: AddressGuard::default(),
            connect_timeout: Duration::from_secs(10),
            head_timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(60),
            grace: Duration::from_secs(2),
            old_sse: OldSse::default(),
            listen: true,
            exchanger: None,
        }
    }

    /// Adds a header to every request. Those of the protocol cannot be replaced; credentials belong here.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// `User-Agent`; otherwise the library's name and version.
    #[must_use]
    pub fn user_agent(mut self, text: impl Into<String>) -> Self {
        self.user_agent = Some(text.into());
        self
    }

    /// Certificates of authorities to trust, as PEM, beside those of the platform. A server's own certificate is
    /// none, unless it is that of an authority.
    #[must_use]
    pub fn ca_bundle(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.ca_bundle = Some(pem.into());
        self
    }

    /// Whether the platform's authorities are trusted; they are otherwise. Read when TLS is needed for the first time:
    /// from the system on macOS, iOS and Windows, and from its files elsewhere, where `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR` name others. On Android those are the authorities of the system, without those that its user has
    /// added: an app that needs them gives a bundle, or its own HTTP stack with [`Http::exchanger`].
    #[must_use]
    pub fn platform_trust(mut self, on: bool) -> Self {
        self.platform_trust = on;
        self
    }

    /// The certificate, with its chain, and the private key that servers may ask for, as PEM.
    #[must_use]
    pub fn client_certificate(
        mut self,
        chain: impl Into<Vec<u8>>,
        key: impl Into<Vec<u8>>,
    ) -> Self {
        self.client_certificate = Some((chain.into(), key.into()));
        self
    }

    /// Through which proxy. What the environment says otherwise.
    #[must_use]
    pub fn proxy(mut self, proxy: Proxy) -> Self {
        self.proxy = proxy;
        self
    }

    /// Which addresses may be connected to. All otherwise.
    #[must_use]
    pub fn guard(mut self, guard: AddressGuard) -> Self {
        self.guard = guard;
        self
    }

    /// How long connecting may take, name and TLS included. Ten seconds otherwise.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How long the head of an answer may take where no call waits for it: a call has its own limits. Thirty
    /// seconds otherwise.
    #[must_use]
    pub fn head_timeout(mut self, timeout: Duration) -> Self {
        self.head_timeout = timeout;
        self
    }

    /// How long the body of an answer, other than a stream of events, may be silent, and how long a connection is
    /// kept that nobody uses. A minute otherwise.
    #[must_use]
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.idle_timeout = timeout;
        self
    }

    /// How long the end of a session may take (HTP-26). Two seconds otherwise.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// Whether the older HTTP+SSE transport is spoken. Where the server refuses everything newer, otherwise.
    #[must_use]
    pub fn old_sse(mut self, old_sse: OldSse) -> Self {
        self.old_sse = old_sse;
        self
    }

    /// Whether a stream is opened for what the server says unasked (HTP-13). It is otherwise.
    #[must_use]
    pub fn listen(mut self, on: bool) -> Self {
        self.listen = on;
        self
    }

    /// The host's own HTTP stack, in place of the library's. What is said above of certificates, proxies,
    /// addresses and connecting is then its own business.
    #[must_use]
    pub fn exchanger(mut self, exchanger: Arc<dyn Exchanger>) -> Self {
        self.exchanger = Some(exchanger);
        self
    }
}

/// URL and headers may hold secrets, so little is told.
impl fmt::Debug for Http {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Http").field("headers", &self.headers.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Http, Proxy};

    // proves: SEC-18
    #[test]
    fn debug_output_holds_no_secrets() {
        let proxy = Proxy::Url("http://user:secret@proxy.example".into());
        let http = Http::new("http://h/?key=secret").header("X-Key", "secret").proxy(proxy.clone());
        for told in [format!("{proxy:?}"), format!("{http:?}")] {
            assert!(!told.contains("secret"), "{told}");
        }
    }
}
