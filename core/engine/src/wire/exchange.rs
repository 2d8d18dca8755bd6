//! One HTTP request and what comes back, as whoever makes it has to know them.

use super::http::Content;
use crate::time::Millis;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpMethod {
    /// Opens a stream.
    Get,
    /// Carries a message.
    Post,
    /// Ends a session.
    Delete,
}

impl HttpMethod {
    /// As it stands in a request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// What an exchange is for: which of the owner's time limits are right for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A request with its answer. The session has its own clock for it; only connecting is limited.
    Request,
    /// A message that is only accepted: head and body are expected soon.
    Message,
    /// A stream that stays open and may be silent: only its head is expected soon.
    Stream,
    /// The last of the session: made even though the session is over.
    End,
}

/// One HTTP request, to be sent as it is: no cookies, no redirects to other origins.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// GET, POST or DELETE.
    pub method: HttpMethod,
    /// Where to, if not to the endpoint: an absolute URL of the same origin.
    pub url: Option<Arc<str>>,
    /// Those that the protocol wants; the host's own come on top.
    pub headers: Vec<(Cow<'static, str>, String)>,
    /// The message.
    pub body: Option<String>,
    /// What it is for.
    pub purpose: Purpose,
}

/// Headers hold session ids and what people typed, and the body more: neither is for a log.
impl fmt::Debug for HttpRequest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("headers", &self.headers.len())
            .field("body", &self.body.as_ref().map(String::len))
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

/// The head of an answer: the headers that matter.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Head {
    /// The status code.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<String>,
    /// `Content-Length`, if the body comes as it was sent. A promise, to be believed within bounds.
    pub content_length: Option<u64>,
    /// `Mcp-Session-Id`.
    pub session_id: Option<String>,
    /// `Retry-After`, reckoned from now.
    pub retry_after: Option<Millis>,
    /// Each `WWW-Authenticate`.
    pub authenticate: Vec<String>,
}

impl Head {
    /// Whether a stream of events follows: a success of that type. Types have no case and any parameters; of several,
    /// which gateways make of a header that stands twice, the first counts (HTP-06).
    pub fn is_event_stream(&self) -> bool {
        (200..300).contains(&self.status) && Content::of(self) == Content::Events
    }
}

/// A session id is a secret, and a challenge may hold one.
impl fmt::Debug for Head {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Head")
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .finish_non_exhaustive()
    }
}

/// Why an exchange ended before its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// What failed, in one sentence for developers; nobody's data.
    pub message: String,
}

/// Kinds of [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// Nothing was sent: the name, the connection, TLS or the proxy failed.
    Unreachable,
    /// Nothing was sent: an address that the host does not allow, or a redirect elsewhere.
    Forbidden,
    /// A time limit of the owner's.
    Timeout,
    /// It broke after something was sent. The server may have acted on it.
    Broken,
    /// The body was over a limit of the owner's.
    TooLarge,
}
