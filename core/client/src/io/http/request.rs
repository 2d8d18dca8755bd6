//! A request, ready to be sent, and more than once if need be.

use super::site::Body;
use super::{decode, failure};
use bytes::{Bytes, BytesMut};
use http::header::ACCEPT_ENCODING;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use http_body_util::Full;
use mcpclient_engine::wire::Failure;
use std::sync::Arc;
use url::Url;

/// Headers of the protocol; their names need no memory of their own.
static OURS: [HeaderName; 5] = [
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("mcp-session-id"),
    HeaderName::from_static("mcp-name"),
    HeaderName::from_static("last-event-id"),
];
/// Those that hold nothing secret, so that HTTP/2 may remember and shorten them.
const OPEN: [&str; 5] =
    ["accept", "content-type", "mcp-method", "mcp-protocol-version", "user-agent"];

/// A URL, and what HTTP makes of it.
pub(super) struct Target {
    pub(super) url: Url,
    pub(super) uri: Uri,
    /// What HTTP/1.1 has of it, unless there is a proxy.
    pub(super) path: Uri,
}

impl Target {
    /// None if it cannot be sent.
    pub(super) fn new(url: Url) -> Option<Self> {
        let uri: Uri = url.as_str().parse().ok()?;
        let path = uri.path_and_query()?.as_str().parse().ok()?;
        Some(Self { url, uri, path })
    }
}

/// The headers of a request, which are often those of the next one.
pub(super) struct Headers {
    given: Vec<(String, String)>,
    made: HeaderMap,
}

impl Headers {
    pub(super) fn new(given: Vec<(String, String)>) -> Result<Self, Failure> {
        // All values lie in one piece of memory, so that a copy costs next to nothing.
        let length = given.iter().map(|(_, value)| value.len()).sum();
        let mut values = BytesMut::with_capacity(length);
        for (_, value) in &given {
            values.extend_from_slice(value.as_bytes());
        }
        let mut values = values.freeze();
        let mut made = HeaderMap::with_capacity(given.len() + 4);
        for (name, value) in &given {
            let name = named(name)?;
            let mut value = HeaderValue::from_maybe_shared(values.split_to(value.len()))
                .map_err(|_| unfit())?;
            value.set_sensitive(!OPEN.contains(&name.as_str()));
            made.append(name, value);
        }
        made.entry(ACCEPT_ENCODING).or_insert(HeaderValue::from_static(decode::ACCEPTED));
        Ok(Self { given, made })
    }

    /// Whether they are made of that.
    pub(super) fn are(&self, given: &[(String, String)]) -> bool {
        self.given == given
    }
}

pub(super) struct Sent {
    pub(super) method: Method,
    pub(super) target: Arc<Target>,
    pub(super) headers: Arc<Headers>,
    pub(super) body: Bytes,
}

impl Sent {
    /// One copy of it, for that form of its URL.
    pub(super) fn request(&self, uri: &Uri) -> http::Request<Body> {
        let mut request = http::Request::new(Full::new(self.body.clone()));
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = uri.clone();
        *request.headers_mut() = self.headers.made.clone();
        request
    }
}

/// A method by its name.
pub(super) fn method(name: &str) -> Result<Method, Failure> {
    match name {
        "POST" => Ok(Method::POST),
        "GET" => Ok(Method::GET),
        "DELETE" => Ok(Method::DELETE),
        _ => Err(unfit()),
    }
}

fn named(name: &str) -> Result<HeaderName, Failure> {
    let ours = OURS.iter().find(|ours| name.eq_ignore_ascii_case(ours.as_str()));
    match ours {
        Some(ours) => Ok(ours.clone()),
        None => HeaderName::from_bytes(name.as_bytes()).map_err(|_| unfit()),
    }
}

pub(super) fn unfit() -> Failure {
    failure::forbidden("a request that cannot be sent")
}
