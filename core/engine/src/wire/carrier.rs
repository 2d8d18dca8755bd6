//! What a session's messages travel on.

use std::fmt;

/// What is at the other end of [`crate::session::WireEvent`] and [`crate::session::Action`].
#[derive(Clone, Debug, Default)]
pub enum Carrier {
    /// One ordered pipe of lines: a child process, a socket, or whatever the host makes of it.
    #[default]
    Lane,
    /// Exchanges over HTTP, one for each message.
    Http(HttpConfig),
}

/// How a server is spoken to over HTTP.
#[derive(Clone)]
pub struct HttpConfig {
    /// The URL of the server's endpoint. The older transport may announce another one, of the same origin
    /// only (SSE-03).
    pub endpoint: String,
    /// Whether the older transport is spoken.
    pub old_sse: OldSse,
    /// Open a stream for what the server says unasked, where the revision has one (HTP-13).
    pub listen: bool,
}

/// The HTTP+SSE transport of the first revision (SSE-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OldSse {
    /// When the server refuses everything newer (HTP-47).
    #[default]
    Fallback,
    /// At once, and nothing else.
    Only,
    /// Not at all.
    Never,
}

impl HttpConfig {
    /// Defaults for the endpoint of that URL.
    pub fn new(endpoint: impl Into<String>) -> Self {
        Self { endpoint: endpoint.into(), old_sse: OldSse::default(), listen: true }
    }
}

/// The URL may hold a secret, so it is not told.
impl fmt::Debug for HttpConfig {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HttpConfig")
            .field("old_sse", &self.old_sse)
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Carrier, HttpConfig};

    // proves: SEC-18
    #[test]
    fn debug_output_holds_no_secrets() {
        let told = format!("{:?}", Carrier::Http(HttpConfig::new("https://h/mcp?key=secret")));
        assert!(told.contains("listen: true") && !told.contains("secret"), "{told}");
    }
}
