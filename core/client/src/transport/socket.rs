//! A server behind a socket that carries one message on each line.

use std::path::PathBuf;
use std::time::Duration;

/// A stream socket that carries lines, as standard streams do. When it closes, the connection is over.
#[derive(Clone, Debug)]
pub struct Socket {
    pub(crate) address: Address,
    pub(crate) connect_timeout: Duration,
}

/// Where the socket leads.
#[derive(Clone, Debug, Hash)]
pub(crate) enum Address {
    Unix(PathBuf),
    Tcp { host: String, port: u16 },
}

impl Socket {
    /// A Unix domain socket. Not on Windows, where connecting fails with [`crate::Code::Unsupported`].
    pub fn unix(path: impl Into<PathBuf>) -> Self {
        Self::at(Address::Unix(path.into()))
    }

    /// A TCP connection, neither encrypted nor authenticated: for the own machine only.
    pub fn tcp(host: impl Into<String>, port: u16) -> Self {
        Self::at(Address::Tcp { host: host.into(), port })
    }

    fn at(address: Address) -> Self {
        Self { address, connect_timeout: Duration::from_secs(10) }
    }

    /// How long connecting may take. Ten seconds otherwise.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }
}
