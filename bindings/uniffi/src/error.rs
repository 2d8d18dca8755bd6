//! Why something failed, in the form that crosses.

use crate::text;
use client::elicitation::FieldError;
use client::{Code, Error};
use std::collections::HashMap;
use std::fmt;

/// How a server's process ended, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Exit {
    /// The exit code, if the process ended by itself and somebody could see it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The last of what it wrote to stderr, made safe to show.
    pub stderr_tail: String,
}

/// What a server answered over HTTP in place of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct HttpFailure {
    /// The status code.
    pub status: u16,
    /// `Content-Type`, made safe to show.
    pub content_type: Option<String>,
    /// The beginning of the body: bounded, safe to show, without what looks like a secret.
    pub excerpt: String,
    /// How many milliseconds the server wants to be left alone (`Retry-After`).
    pub retry_after_ms: Option<u64>,
}

/// One wrong field of a form. It never holds what the user entered.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct FieldFault {
    /// The field's index in the form; none for a member that the form does not have.
    pub index: Option<u32>,
    /// The field's name, as the server wrote it.
    pub name: String,
    /// What is wrong, for programs; the numbers never change their meaning.
    pub code: i32,
    /// The code's name, such as `minLength`.
    pub code_name: String,
    /// An English sentence for the person who filled in the form.
    pub message: String,
    /// What a sentence in another language needs: limits and such, as the server wrote them.
    pub params: HashMap<String, String>,
}

impl From<&FieldError> for FieldFault {
    fn from(fault: &FieldError) -> Self {
        let params = fault.params.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        Self {
            index: u32::try_from(fault.field).ok().filter(|_| fault.field != FieldError::NO_FIELD),
            name: fault.name.clone(),
            code: fault.code.number(),
            code_name: fault.code.name().into(),
            message: fault.to_string(),
            params: params.collect(),
        }
    }
}

/// Declares the error: one variant for each code, all with its number and a sentence.
macro_rules! errors {
    ($($(#[$about:meta])* $name:ident = $code:ident { $($(#[$doc:meta])* $field:ident : $kind:ty = $value:expr),* };)+) => {
        /// Why something failed. `code` is the number of the C ABI, `detail` one English sentence for
        /// developers, which carries nobody's data.
        #[derive(Clone, Debug, uniffi::Error)]
        pub enum McpError {
            $(
                $(#[$about])*
                $name {
                    /// The number of the C ABI, which never changes its meaning.
                    code: i32,
                    /// One English sentence for developers: what was wrong and where.
                    detail: String,
                    $($(#[$doc])* $field: $kind,)*
                },
            )+
            /// A code that is newer than these bindings.
            Other {
                /// The number of the C ABI, which never changes its meaning.
                code: i32,
                /// One English sentence for developers: what was wrong and where.
                detail: String,
            },
        }

        impl From<Error> for McpError {
            fn from(error: Error) -> Self {
                let (code, detail) = (error.code.number(), error.message.clone());
                match error.code {
                    $(Code::$code => Self::$name {
                        code,
                        detail,
                        $($field: ($value as fn(&Error) -> $kind)(&error),)*
                    },)+
                    _ => Self::Other { code, detail },
                }
            }
        }

        impl fmt::Display for McpError {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name { detail, .. } => write!(out, "{}: {detail}", Code::$code.name()),)+
                    Self::Other { code, detail } => write!(out, "{code}: {detail}"),
                }
            }
        }
    };
}

errors! {
    /// An argument that cannot be right.
    InvalidArg = InvalidArg {};
    /// Not UTF-8, or not the JSON that was asked for.
    BadJson = BadJson {};
    /// Already answered, finished, cancelled or closed; nothing changed.
    Gone = Gone {};
    /// Waiting is not possible from inside a callback.
    Reentrant = Reentrant {};
    /// The values do not fit the form; nothing was sent, the input is still open.
    Form = Form {
        /// Every field that is wrong, in order.
        fields: Vec<FieldFault> = |error| error.fields.iter().map(FieldFault::from).collect()
    };
    /// A bug in the library; the client it struck is closed.
    Panic = Panic {};
    /// The host cancelled the call.
    Cancelled = Cancelled {};
    /// The server took too long.
    Timeout = Timeout {};
    /// The server answered with a JSON-RPC error of its own (RPC-06).
    Server = Server {
        /// The JSON-RPC code.
        server_code: i64 = |error| error.server.as_ref().map_or(0, |server| server.code),
        /// The server's words, made safe to show.
        server_message: String =
            |error| error.server.as_ref().map_or_else(String::new, |server| text::safe(&server.message)),
        /// The server's very words: not safe to show.
        server_message_raw: String =
            |error| error.server.as_ref().map_or_else(String::new, |server| server.message.clone()),
        /// Whatever else it sent, as JSON.
        server_data: Option<String> =
            |error| Some(error.server.as_ref()?.data.as_ref()?.as_str().to_owned()),
        /// The answer over HTTP in which it came, where its status was no success.
        http: Option<HttpFailure> = http
    };
    /// The connection ended or the client was closed.
    Closed = Closed {
        /// How the server's process ended, when that is why.
        exit: Option<Exit> = exit
    };
    /// The request was lost on its way and must not be repeated unasked.
    Lost = Lost {
        /// How the server's process ended, when that is why.
        exit: Option<Exit> = exit
    };
    /// Refused by the host, its policy, or the library on its behalf.
    Refused = Refused {};
    /// A message was over a size limit.
    TooLarge = TooLarge {};
    /// A queue is full; try again when something has finished.
    Busy = Busy {};
    /// Not offered by the server, the revision, or this build.
    Unsupported = Unsupported {};
    /// The process was forked; in the child nothing works any more.
    Forked = Forked {};
    /// No protocol revision in common with the server.
    Version = Version {};
    /// The server broke the protocol.
    BrokenProtocol = Protocol {};
    /// The server could not be started or reached.
    Start = Start {
        /// How the server's process ended, when that is why.
        exit: Option<Exit> = exit
    };
    /// Not finished yet.
    Pending = Pending {};
    /// The answer does not fit the sampling request; nothing was sent, the input is still open.
    Sample = Sample {};
    /// Not a list of roots as the protocol wants it, or not a path that can be one.
    Root = Root {};
    /// The server answered over HTTP with a status, or with a body, that is no answer of the protocol's.
    Http = Http {
        /// What it answered; none where there was nothing to tell.
        http: Option<HttpFailure> = http
    };
    /// The network failed: the name, the connection, TLS, or a proxy.
    Network = Network {};
    /// The client is suspended.
    Suspended = Suspended {};
}

impl std::error::Error for McpError {}

/// What a foreign host threw that is none of the above.
impl From<uniffi::UnexpectedUniFFICallbackError> for McpError {
    fn from(_: uniffi::UnexpectedUniFFICallbackError) -> Self {
        Error::new(Code::Refused, "the host's own code failed").into()
    }
}

fn exit(error: &Error) -> Option<Exit> {
    let exit = error.exit.as_ref()?;
    Some(Exit { code: exit.code, signal: exit.signal, stderr_tail: text::safe(&exit.stderr_tail) })
}

fn http(error: &Error) -> Option<HttpFailure> {
    let http = error.http.as_ref()?;
    Some(HttpFailure {
        status: http.status,
        content_type: http.content_type.as_deref().map(text::safe_line),
        excerpt: http.excerpt.clone(),
        retry_after_ms: http.retry_after.map(|time| time.0),
    })
}
