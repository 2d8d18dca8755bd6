//! Making a connection: name, TCP, proxy, TLS, in one time limit.

use super::address::is_public;
use super::failure;
use super::given::Given;
use super::place::Place;
use super::proxies::Proxies;
use super::trust::Trust;
use super::wire::{Layers, Wire};
use crate::io::Names;
use crate::transport::AddressGuard;
use http::{HeaderValue, Uri};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::proxy::matcher::Intercept;
use hyper_util::rt::TokioIo;
use mcpclient_engine::wire::Failure;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use std::error::Error;
use std::future::{Ready, ready};
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tower_service::Service;

/// How long a connection may be silent before the system asks whether the other end is still there.
const KEEPALIVE: Duration = Duration::from_secs(45);

/// How connections are made.
pub(super) struct Dialer {
    pub(super) guard: AddressGuard,
    pub(super) limit: Duration,
    pub(super) proxies: Proxies,
    pub(super) trust: Trust,
    pub(super) names: Names,
}

/// What a connection was waiting for, should the time run out.
struct Stage(AtomicU8);

const STAGES: [&str; 4] =
    ["its name was looked up", "the connection was made", "the proxy was asked", "TLS began"];
const NAME: u8 = 0;
const TCP: u8 = 1;
const PROXY: u8 = 2;
const TLS: u8 = 3;

impl Dialer {
    /// A connection that a request to that URL can go over.
    pub(super) async fn dial(&self, target: &Uri) -> Result<Wire, Failure> {
        let stage = Stage(AtomicU8::new(NAME));
        match timeout(self.limit, self.connect(target, &stage)).await {
            Ok(done) => done,
            Err(_) => {
                let during = STAGES[usize::from(stage.0.load(Relaxed))];
                Err(failure::unreachable(format!(
                    "the server was not reached in time: the limit passed while {during}"
                )))
            }
        }
    }

    async fn connect(&self, target: &Uri, stage: &Stage) -> Result<Wire, Failure> {
        let place = Place::of(target, None)?;
        if let (AddressGuard::Public, Ok(address)) = (self.guard, place.host.parse::<IpAddr>()) {
            if !is_public(address) {
                return Err(refused());
            }
        }
        let Some(proxy) = self.proxies.of(target) else {
            let stream = self.tcp(&place, self.guard, "server", stage).await?;
            return self.finish(stream, &place, stage).await;
        };
        let hop = Place::of(proxy.uri(), proxy.uri().scheme_str())?;
        let stream = self.tcp(&hop, AddressGuard::Off, "proxy", stage).await?;
        match proxy.uri().scheme_str() {
            Some("http") if !place.secure => {
                Ok(Wire { layers: Layers::Plain(TokioIo::new(stream)) })
            }
            Some("http") => {
                let stream = tunnel(stream, &proxy, &place, stage).await?;
                self.finish(stream, &place, stage).await
            }
            Some("https") => {
                stage.0.store(TLS, Relaxed);
                let config = self.trust.configs().await?.proxy;
                let stream = tls(stream, &hop, config).await.map_err(of_proxy)?;
                if !place.secure {
                    return Ok(Wire { layers: Layers::tls(stream) });
                }
                let stream = tunnel(stream, &proxy, &place, stage).await?;
                let stream = self.tls_to(stream, &place, stage).await?;
                Ok(Wire { layers: Layers::Nested(TokioIo::new(Box::new(stream))) })
            }
            Some("socks5" | "socks5h") => {
                let stream = socks(stream, &proxy, &place, stage).await?;
                self.finish(stream, &place, stage).await
            }
            _ => Err(failure::unreachable("the proxy is of a kind that is not supported")),
        }
    }

    /// With TLS if the URL asks for it.
    async fn finish(
        &self,
        stream: TcpStream,
        place: &Place,
        stage: &Stage,
    ) -> Result<Wire, Failure> {
        let layers = if place.secure {
            Layers::tls(self.tls_to(stream, place, stage).await?)
        } else {
            Layers::Plain(TokioIo::new(stream))
        };
        Ok(Wire { layers })
    }

    async fn tls_to<S>(
        &self,
        stream: S,
        place: &Place,
        stage: &Stage,
    ) -> Result<TlsStream<S>, Failure>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        stage.0.store(TLS, Relaxed);
        let config = self.trust.configs().await?.server;
        tls(stream, place, config).await
    }

    /// What was looked at is what is connected to: the name is not looked up again.
    async fn tcp(
        &self,
        place: &Place,
        guard: AddressGuard,
        what: &str,
        stage: &Stage,
    ) -> Result<TcpStream, Failure> {
        stage.0.store(NAME, Relaxed);
        let found = self.names.look_up(&place.host, place.port).await;
        let mut found = found.map_err(|error| {
            failure::unreachable(format!("the name of the {what} was not found: {error}"))
        })?;
        if guard == AddressGuard::Public {
            found.retain(|address| is_public(address.ip()));
            if found.is_empty() {
                return Err(refused());
            }
        }
        stage.0.store(TCP, Relaxed);
        let mut connector = HttpConnector::new_with_resolver(Given(found));
        connector.set_nodelay(true);
        connector.set_keepalive(Some(KEEPALIVE));
        connector.enforce_http(false);
        // It would take an address in it for the one to connect to.
        match connector.call(Uri::from_static("http://given")).await {
            Ok(stream) => Ok(stream.into_inner()),
            Err(error) => Err(failure::unreachable(match cause(&error) {
                Some(io) => format!("no connection to the {what}: {}", io.kind()),
                None => format!("no connection to the {what}"),
            })),
        }
    }
}

impl Layers {
    fn tls(stream: TlsStream<TcpStream>) -> Self {
        Self::Tls(TokioIo::new(Box::new(stream)))
    }
}

async fn tls<S>(
    stream: S,
    place: &Place,
    config: Arc<ClientConfig>,
) -> Result<TlsStream<S>, Failure>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let name = ServerName::try_from(place.host.clone())
        .map_err(|_| failure::unreachable("the URL's host is no name for TLS"))?;
    let connector = TlsConnector::from(config);
    connector.connect(name, stream).await.map_err(|error| failure::of_handshake(&error))
}

/// Has an HTTP proxy connect to the server.
async fn tunnel<S>(stream: S, proxy: &Intercept, place: &Place, stage: &Stage) -> Result<S, Failure>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    stage.0.store(PROXY, Relaxed);
    let mut tunnel = Tunnel::new(proxy.uri().clone(), Made(Some(TokioIo::new(stream))));
    if let Some(secret) = proxy.basic_auth() {
        tunnel = tunnel.with_auth(HeaderValue::clone(secret));
    }
    match tunnel.call(place.uri()?).await {
        Ok(stream) => Ok(stream.into_inner()),
        Err(error) => Err(failure::unreachable(format!("the proxy made no connection: {error}"))),
    }
}

/// Has a SOCKS proxy connect to the server, whose name it looks up itself.
async fn socks(
    stream: TcpStream,
    proxy: &Intercept,
    place: &Place,
    stage: &Stage,
) -> Result<TcpStream, Failure> {
    stage.0.store(PROXY, Relaxed);
    let mut socks = SocksV5::new(proxy.uri().clone(), Made(Some(TokioIo::new(stream))));
    if let Some((user, secret)) = proxy.raw_auth() {
        socks = socks.with_auth(user.into(), secret.into());
    }
    match socks.call(place.uri()?).await {
        Ok(stream) => Ok(stream.into_inner()),
        Err(error) => Err(failure::unreachable(format!("the proxy made no connection: {error}"))),
    }
}

fn of_proxy(mut failure: Failure) -> Failure {
    failure.message.insert_str(0, "of the proxy: ");
    failure
}

fn refused() -> Failure {
    failure::forbidden("the server's address is not a public one, and others are not allowed")
}

fn cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(io) = error.downcast_ref() {
            return Some(io);
        }
        next = error.source();
    }
    None
}

/// A connection that is there already, for those who want to make one.
struct Made<S>(Option<S>);

impl<S> Service<Uri> for Made<S> {
    type Response = S;
    type Error = io::Error;
    type Future = Ready<io::Result<S>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        ready(self.0.take().ok_or_else(|| io::ErrorKind::NotConnected.into()))
    }
}
