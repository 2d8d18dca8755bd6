//! Addresses of names.

use super::failure;
use hyper_util::client::legacy::connect::dns::Name;
use mcpclient_engine::wire::Failure;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::vec;
use tokio::sync::Semaphore;
use tokio::task;
use tower_service::Service;

/// Names that are looked up at the same time. Each holds a thread, of which there are few, and those who look at
/// files need them too.
const AT_ONCE: usize = 2;
/// Addresses that are tried at most.
const ADDRESSES: usize = 32;

/// Asks the system, on a thread that may wait.
#[derive(Clone)]
pub(super) struct Names(Arc<Semaphore>);

impl Names {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }

    /// Whoever stops waiting does not end the question, which so long counts as one of those at once.
    pub(super) async fn look_up(
        &self,
        host: &str,
        port: u16,
        what: &str,
    ) -> Result<Vec<SocketAddr>, Failure> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let turn = Arc::clone(&self.0).acquire_owned().await;
        let host = host.to_owned();
        let asked = task::spawn_blocking(move || {
            let _turn = turn;
            let found = (host.as_str(), port).to_socket_addrs()?;
            Ok::<Vec<_>, std::io::Error>(found.take(ADDRESSES).collect())
        });
        match asked.await {
            Ok(Ok(found)) if !found.is_empty() => Ok(found),
            Ok(Err(error)) => {
                Err(failure::unreachable(format!("the name of the {what} was not found: {error}")))
            }
            _ => Err(failure::unreachable(format!("the name of the {what} has no address"))),
        }
    }
}

/// Addresses that are known, for those who want to look a name up.
#[derive(Clone)]
pub(super) struct Given(pub(super) Vec<SocketAddr>);

impl Service<Name> for Given {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Name) -> Self::Future {
        ready(Ok(self.0.clone().into_iter()))
    }
}
