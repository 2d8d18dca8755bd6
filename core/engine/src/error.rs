//! One error type with stable codes, shared by every surface.

use crate::elicitation::FieldError;
use crate::json::Json;
use crate::time::Millis;
use std::fmt;
use std::sync::Arc;

/// What kind of failure it was. The numbers are those of the C ABI and never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Code {
    /// An argument that cannot be right.
    InvalidArg = -1,
    /// Not UTF-8, or not the JSON that was asked for.
    BadJson = -2,
    /// Already answered, finished, cancelled or closed; nothing changed.
    Gone = -3,
    /// Waiting is not possible from inside a callback.
    Reentrant = -4,
    /// The values do not fit the form; nothing was sent, the input is still open.
    Form = -5,
    /// A bug in the library; the client it struck is closed.
    Panic = -6,
    /// The host cancelled the call.
    Cancelled = -7,
    /// The server took too long.
    Timeout = -8,
    /// The server answered with a JSON-RPC error of its own.
    Server = -9,
    /// The connection ended or the client was closed.
    Closed = -10,
    /// The request was lost on its way and must not be repeated unasked.
    Lost = -11,
    /// Refused by the host, its policy, or the library on its behalf.
    Refused = -12,
    /// A message was over a size limit.
    TooLarge = -13,
    /// A queue is full; try again when something has finished.
    Busy = -14,
    /// Not offered by the server, the revision, or this build.
    Unsupported = -15,
    /// The process was forked; in the child nothing works any more.
    Forked = -16,
    /// No protocol revision in common with the server.
    Version = -17,
    /// The server broke the protocol.
    Protocol = -18,
    /// The server could not be started or reached.
    Start = -19,
    /// Not finished yet.
    Pending = -20,
    /// The answer does not fit the sampling request; nothing was sent, the input is still open.
    Sample = -21,
    /// Not a list of roots as the protocol wants it, or not a path that can be one.
    Root = -22,
    /// The server answered over HTTP with a status, or with a body, that is no answer of the protocol's;
    /// [`Error::http`] says more.
    Http = -23,
    /// The server could not be reached over the network: its name, the connection, TLS or a proxy failed.
    /// The request did not arrive.
    Network = -24,
    /// The host has suspended the connection.
    Suspended = -25,
}

impl Code {
    /// The number that crosses every language border.
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// A short stable name, such as `TIMEOUT`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidArg => "INVALID_ARG",
            Self::BadJson => "BAD_JSON",
            Self::Gone => "GONE",
            Self::Reentrant => "REENTRANT",
            Self::Form => "FORM",
            Self::Panic => "PANIC",
            Self::Cancelled => "CANCELLED",
            Self::Timeout => "TIMEOUT",
            Self::Server => "SERVER",
            Self::Closed => "CLOSED",
            Self::Lost => "LOST",
            Self::Refused => "REFUSED",
            Self::TooLarge => "TOO_LARGE",
            Self::Busy => "BUSY",
            Self::Unsupported => "UNSUPPORTED",
            Self::Forked => "FORKED",
            Self::Version => "VERSION",
            Self::Protocol => "PROTOCOL",
            Self::Start => "START",
            Self::Pending => "PENDING",
            Self::Sample => "SAMPLE",
            Self::Root => "ROOT",
            Self::Http => "HTTP",
            Self::Network => "NETWORK",
            Self::Suspended => "SUSPENDED",
        }
    }
}

/// How a server process ended, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exit {
    /// The exit code, when the process ended by itself and somebody could see it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The last of what it wrote to stderr. Untrusted; never part of an error's text.
    pub stderr_tail: String,
}

/// Why something failed. The text says what and where, and carries nobody's data.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The kind.
    pub code: Code,
    /// One English sentence for developers.
    pub message: String,
    /// The server's own error, when the code is [`Code::Server`] (RPC-06).
    pub server: Option<Arc<ServerError>>,
    /// Every field that is wrong, when the code is [`Code::Form`].
    pub fields: Vec<FieldError>,
    /// How the server's process ended, when that is why.
    pub exit: Option<Arc<Exit>>,
    /// What the server answered over HTTP, when that is why.
    pub http: Option<Arc<HttpFault>>,
}

/// An answer over HTTP that is none of the protocol's. What is in it is untrusted and never part of an error's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpFault {
    /// The status code.
    pub status: u16,
    /// `Content-Type`: its beginning, safe to show in one line.
    pub content_type: Option<String>,
    /// The beginning of the body: bounded, safe to show, without what looks like a secret.
    pub excerpt: String,
    /// How long the server wants to be left alone (`Retry-After`).
    pub retry_after: Option<Millis>,
}

/// A JSON-RPC error as the server sent it (RPC-06). Its text is untrusted.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerError {
    /// The JSON-RPC code.
    pub code: i64,
    /// The server's words.
    pub message: String,
    /// Whatever else it sent.
    pub data: Option<Json>,
}

impl Error {
    /// A plain error.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            server: None,
            fields: Vec::new(),
            exit: None,
            http: None,
        }
    }

    /// The server's own error.
    pub fn server(error: ServerError) -> Self {
        let message = format!("the server answered with error {}", error.code);
        Self { server: Some(Arc::new(error)), ..Self::new(Code::Server, message) }
    }

    /// The fields of a form that are wrong.
    pub fn form(fields: Vec<FieldError>) -> Self {
        let message = fields.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Self { fields, ..Self::new(Code::Form, message) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.code.name(), self.message)
    }
}

impl std::error::Error for Error {}
