//! Where a message came from, and what is kept of it.

use crate::error::{Code, Error, ServerError};
use crate::json::{Json, Number, Value};
use std::sync::Arc;

/// The text of a line: parts of a large one are kept without copying it.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Small,
    Large(&'a Arc<String>),
}

impl Source<'_> {
    /// A part of the line, to keep.
    pub(super) fn own(self, value: Value<'_>) -> Json {
        match self {
            Self::Small => Json::from(value),
            Self::Large(whole) => {
                let begin = value.raw().as_ptr() as usize - whole.as_ptr() as usize;
                Json::slice(Arc::clone(whole), begin..begin + value.raw().len())
            }
        }
    }
}

pub(super) fn server_error(error: Value<'_>, source: Source<'_>) -> Error {
    read_error(error, source).map_or_else(|error| error, Error::server)
}

/// A JSON-RPC error; one that is none is the server's fault, not the caller's (RPC-06).
pub(super) fn read_error(error: Value<'_>, source: Source<'_>) -> Result<ServerError, Error> {
    let code = error.get("code").and_then(Value::number).and_then(Number::as_i64);
    let Some(code) = code else {
        return Err(Error::new(
            Code::Protocol,
            "the server answered with an error that has no integer code",
        ));
    };
    let message = error.get("message").and_then(Value::text).unwrap_or_default().into_owned();
    let data = error.get("data").map(|data| source.own(data));
    Ok(ServerError { code, message, data })
}
