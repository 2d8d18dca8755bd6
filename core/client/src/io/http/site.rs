//! The connections to one origin.

use super::dial::Dialer;
use super::failure;
use super::kept::{Kept, Stream};
use super::net::Net;
use super::request::{Sent, Target};
use super::wire::Wire;
use bytes::Bytes;
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::{TrySendError, http1, http2};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use mcpclient_engine::wire::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio::task;
use tokio::time::timeout;

/// What is read at once of a body over HTTP/1.1.
const BUFFER: usize = 512 << 10;
/// The head of an answer.
const HEAD: usize = 256 << 10;
/// What a server may send of one answer over HTTP/2 before somebody has read it, and of all answers together: so
/// much that those whom nobody reads hold up no others.
const WINDOW: u32 = 512 << 10;
const WINDOWS: u32 = 1 << 30;
/// How long HTTP/2 may be silent during requests before the server is asked whether it is still there, and how long
/// it has for that.
const PING: Duration = Duration::from_secs(30);
const PONG: Duration = Duration::from_secs(20);
/// After so long a look is taken whether kept connections were closed meanwhile.
const STALE: Duration = Duration::from_millis(50);
/// Times that a request is sent again of which the server said that it has not looked at it.
const AGAIN: usize = 2;

pub(super) type Body = Full<Bytes>;
pub(super) type One = http1::SendRequest<Body>;
pub(super) type Two = http2::SendRequest<Body>;

/// Requests to one origin, over as few connections as do.
pub(super) struct Site {
    /// For others to find it there.
    _net: Arc<Net>,
    dialer: Arc<Dialer>,
    target: Uri,
    /// For HTTP/1.1.
    host: HeaderValue,
    proxy_authorization: Option<HeaderValue>,
    /// The whole URL stands in each request.
    forwarded: bool,
    kept: Arc<Kept>,
    /// Held while a connection is made that may do for others, with what the last attempt failed with.
    first: Mutex<Option<Failure>>,
    /// Such attempts that have come to an end.
    attempts: AtomicUsize,
    speaks_one: AtomicBool,
    born: Instant,
    /// When something was last sent, in milliseconds since then; 0 for never.
    used: AtomicU64,
}

/// The connection of an answer whose body is still to come; given back, others may have it.
pub(super) enum Lease {
    One(One, Arc<Kept>),
    Two(Stream),
}

enum Connection {
    One(One),
    Two(Two, Stream),
}

impl Site {
    pub(super) fn new(net: Arc<Net>, dialer: Arc<Dialer>, target: Uri, idle: Duration) -> Self {
        let proxy_authorization = dialer.proxies.authorization(&target);
        let forwarded = dialer.proxies.reads_requests(&target);
        let host = target.authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
        Self {
            _net: net,
            dialer,
            // Every URL that gets here has one.
            host: host.unwrap_or(HeaderValue::from_static("")),
            target,
            proxy_authorization,
            forwarded,
            kept: Arc::new(Kept::new(idle)),
            first: Mutex::new(None),
            attempts: AtomicUsize::new(0),
            speaks_one: AtomicBool::new(false),
            born: Instant::now(),
            used: AtomicU64::new(0),
        }
    }

    /// Whether a URL has this origin.
    pub(super) fn is_at(&self, url: &Uri) -> bool {
        url.scheme() == self.target.scheme() && url.authority() == self.target.authority()
    }

    /// Sends a request, and waits for the head of its answer.
    ///
    /// It goes twice only if nothing of the first was written, as on a connection that the server closed while
    /// nobody used it, or if the server says that it has not looked at it.
    pub(super) async fn send(&self, sent: &Sent) -> Result<(Response<Incoming>, Lease), Failure> {
        self.look_around().await;
        let mut again = 0;
        loop {
            let (connection, kept) = match self.kept().await {
                Some(connection) => (connection, true),
                // Apart, since it is large and seldom needed.
                None => Box::pin(self.connect()).await?,
            };
            let (unsent, error) = match connection {
                Connection::One(mut one) => match one.try_send_request(self.plain(sent)).await {
                    Ok(response) => return Ok((response, Lease::One(one, Arc::clone(&self.kept)))),
                    Err(error) => taken_apart(error),
                },
                Connection::Two(mut two, stream) => {
                    match two.try_send_request(sent.request(&sent.target.uri)).await {
                        Ok(response) => return Ok((response, Lease::Two(stream))),
                        Err(error) => {
                            let (unsent, error) = taken_apart(error);
                            if unsent || failure::is_leaving(&error) {
                                self.kept.forget_two(&stream);
                            }
                            (unsent, error)
                        }
                    }
                }
            };
            if !(unsent && kept) {
                if again == AGAIN || !failure::is_untouched(&error) {
                    return Err(match unsent {
                        true => begun(&error),
                        false => failure::of_connection(&error, "before it answered"),
                    });
                }
                again += 1;
            }
        }
    }

    /// As HTTP/1.1 has it.
    fn plain(&self, sent: &Sent) -> Request<Body> {
        let Target { uri, path, .. } = &*sent.target;
        let mut request = sent.request(if self.forwarded { uri } else { path });
        let headers = request.headers_mut();
        headers.insert(http::header::HOST, self.host.clone());
        if let Some(value) = &self.proxy_authorization {
            headers.insert(http::header::PROXY_AUTHORIZATION, value.clone());
        }
        request
    }

    /// A connection that is there and can take a request now.
    async fn kept(&self) -> Option<Connection> {
        while let Some((mut two, stream)) = self.kept.two() {
            if two.ready().await.is_ok() {
                return Some(Connection::Two(two, stream));
            }
        }
        while let Some(mut one) = self.kept.one() {
            if one.ready().await.is_ok() {
                return Some(Connection::One(one));
            }
        }
        None
    }

    /// A new connection; or one that somebody else has just made, which counts as kept.
    async fn connect(&self) -> Result<(Connection, bool), Failure> {
        let secure = self.target.scheme_str() == Some("https");
        if !secure || self.speaks_one.load(Relaxed) {
            return Ok((self.dial().await?, false));
        }
        let attempts = self.attempts.load(Relaxed);
        let Ok(mut first) = timeout(self.dialer.limit, self.first.lock()).await else {
            let message = "the server was not reached in time: others were waiting for it before";
            return Err(failure::unreachable(message));
        };
        // Somebody else may have made one meanwhile, or learned that it cannot be made.
        if let Some((two, stream)) = self.kept.two() {
            return Ok((Connection::Two(two, stream), true));
        }
        if self.speaks_one.load(Relaxed) {
            drop(first);
            return Ok((self.dial().await?, false));
        }
        if let Some(failure) = first.as_ref().filter(|_| self.attempts.load(Relaxed) != attempts) {
            return Err(failure.clone());
        }
        let dialled = self.dial().await;
        *first = dialled.as_ref().err().cloned();
        self.attempts.fetch_add(1, Relaxed);
        Ok((dialled?, false))
    }

    async fn dial(&self) -> Result<Connection, Failure> {
        let wire = self.dialer.dial(&self.target).await?;
        if wire.is_h2() {
            let two = two(wire).await?;
            let stream = self.kept.share(&two);
            return Ok(Connection::Two(two, stream));
        }
        self.speaks_one.store(true, Relaxed);
        Ok(Connection::One(one(wire).await?))
    }

    /// Where nothing looked at the sockets for a while, as when a host runs the I/O only while it waits, a kept
    /// connection may have been closed unseen. What is sent there is lost, and whether the server saw it nobody
    /// could say.
    async fn look_around(&self) {
        let now = self.born.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        let used = self.used.swap(now.max(1), Relaxed);
        if used != 0 && u128::from(now.saturating_sub(used)) > STALE.as_millis() {
            task::yield_now().await;
        }
    }
}

impl Lease {
    /// The answer has been read to its end.
    pub(super) fn give_back(self) {
        match self {
            Self::One(one, kept) => kept.keep(one),
            Self::Two(stream) => drop(stream),
        }
    }
}

async fn one(wire: Wire) -> Result<One, Failure> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(BUFFER).max_header_size(HEAD);
    let (one, connection) = builder.handshake(wire).await.map_err(|error| begun(&error))?;
    // How it ends is told to those who use it.
    task::spawn(async move { drop(connection.await) });
    Ok(one)
}

async fn two(wire: Wire) -> Result<Two, Failure> {
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).keep_alive_interval(PING).keep_alive_timeout(PONG);
    builder.initial_stream_window_size(WINDOW).initial_connection_window_size(WINDOWS);
    let (two, connection) = builder.handshake(wire).await.map_err(|error| begun(&error))?;
    task::spawn(async move { drop(connection.await) });
    Ok(two)
}

/// Nothing of a request was sent, and no other connection is likely to do better.
fn begun(error: &hyper::Error) -> Failure {
    failure::unreachable(failure::of_connection(error, "as it began").message)
}

/// Whether nothing of the request was written, and why.
fn taken_apart(mut error: TrySendError<Request<Body>>) -> (bool, hyper::Error) {
    let unsent = error.take_message().is_some();
    (unsent, error.into_error())
}
