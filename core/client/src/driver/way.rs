//! How a client's server is reached.

use super::eras::Start;
use super::exchange::exchanges;
use super::exchange::web::Web;
use super::lane::hosted;
use super::lane::socket;
use super::link::Link;
use crate::transport::{Lane, Socket, Stdio};
use mcpclient_engine::Millis;
use mcpclient_engine::wire::Carrier;
use std::sync::Arc;
use std::time::Duration;

pub(super) enum Way {
    Process(Stdio),
    Socket(Socket),
    Hosted(Lane),
    Web { web: Box<Web>, carrier: Carrier, grace: Duration },
}

/// Where nobody says otherwise.
const GRACE: Duration = Duration::from_secs(2);

impl Way {
    /// Under which the era of the server is remembered; a lane of the host's may lead anywhere.
    pub(super) fn start(&self) -> Option<Start> {
        match self {
            Self::Process(stdio) => Some(Start::of_process(stdio)),
            Self::Socket(socket) => Some(Start::of_socket(&socket.address)),
            Self::Hosted(_) => None,
            Self::Web { web, .. } => Some(Start::of_web(web)),
        }
    }

    pub(super) fn carrier(&self) -> Carrier {
        match self {
            Self::Process(_) | Self::Socket(_) | Self::Hosted(_) => Carrier::Lane,
            Self::Web { carrier, .. } => carrier.clone(),
        }
    }

    /// The host name of the server, where the way has one.
    pub(super) fn host(&self) -> Option<&str> {
        match self {
            Self::Web { web, .. } => web.host(),
            Self::Process(_) | Self::Socket(_) | Self::Hosted(_) => None,
        }
    }

    pub(super) fn grace(&self) -> Duration {
        match self {
            Self::Process(stdio) => stdio.grace,
            Self::Socket(_) => GRACE,
            Self::Hosted(lane) => lane.grace,
            Self::Web { grace, .. } => *grace,
        }
    }

    /// Bytes of stderr that are kept.
    pub(super) fn ring(&self) -> usize {
        match self {
            Self::Process(stdio) => stdio.stderr_ring,
            Self::Socket(_) | Self::Hosted(_) | Self::Web { .. } => 0,
        }
    }
}

impl Link {
    /// Sees to a server that is no child process, to its end.
    pub(super) async fn see_to_server(self: Arc<Self>) {
        match &self.way {
            // There is none: see `open_with`.
            Way::Process(_) => {}
            Way::Socket(socket) => socket::run(Arc::clone(&self), socket.clone()).await,
            Way::Hosted(lane) => hosted::run(Arc::clone(&self), lane.clone()).await,
            Way::Web { .. } => exchanges::run(Arc::clone(&self)).await,
        }
    }

    pub(super) fn web(&self) -> Option<&Web> {
        match &self.way {
            Way::Web { web, .. } => Some(web),
            Way::Process(_) | Way::Socket(_) | Way::Hosted(_) => None,
        }
    }

    /// How long the head of an answer may take, and how long it may be silent after that.
    pub(super) fn web_times(&self) -> Option<(Millis, Millis)> {
        self.web().map(|web| (web.head_timeout, web.idle_timeout))
    }
}
