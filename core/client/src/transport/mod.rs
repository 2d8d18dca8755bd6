//! The ways to reach a server: what a host says of them. How they are gone is the driver's business.

mod exchange;
mod exchanger;
mod http;
mod lane;
mod socket;
mod stdio;

pub use exchange::Exchange;
pub use exchanger::{Exchanger, Request};
pub use http::{AddressGuard, Http, Proxy};
pub use lane::{Lane, LaneFeed, LaneHost};
pub(crate) use socket::Address;
pub use socket::Socket;
pub use stdio::Stdio;

/// A way to reach one server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Transport {
    /// A child process, spoken to over its standard streams (STD-02).
    Stdio(Stdio),
    /// A URL: Streamable HTTP of every revision, and the older HTTP+SSE (HTP-01, SSE-07).
    Http(Http),
    /// A socket that carries lines, as standard streams do.
    Socket(Socket),
    /// Lines over whatever the host makes of them.
    Lane(Lane),
}

impl From<Stdio> for Transport {
    fn from(stdio: Stdio) -> Self {
        Self::Stdio(stdio)
    }
}

impl From<Http> for Transport {
    fn from(http: Http) -> Self {
        Self::Http(http)
    }
}

impl From<Socket> for Transport {
    fn from(socket: Socket) -> Self {
        Self::Socket(socket)
    }
}

impl From<Lane> for Transport {
    fn from(lane: Lane) -> Self {
        Self::Lane(lane)
    }
}
