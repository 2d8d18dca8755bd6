//! Where a message came from, and what is kept of it.

use crate::error::{Code, Error, ServerError};
use crate::ids::ExchangeId;
use crate::json::{Json, Number, Value};
use std::sync::Arc;

/// The text of a message: parts of a large one are kept without copying it.
#[derive(Clone, Copy, Default)]
pub(super) struct Source<'a> {
    whole: Option<&'a Arc<String>>,
    /// The exchange that it came on; none on a lane.
    pub exchange: Option<ExchangeId>,
}

impl<'a> Source<'a> {
    pub(super) fn small() -> Self {
        Self::default()
    }

    pub(super) fn large(whole: &'a Arc<String>) -> Self {
        Self { whole: Some(whole), exchange: None }
    }

    /// The same, come on that exchange.
    pub(super) fn on(self, exchange: ExchangeId) -> Self {
        Self { exchange: Some(exchange), ..self }
    }

    /// A part of the message, to keep.
    pub(super) fn own(self, value: Value<'_>) -> Json {
        let Some(whole) = self.whole else { return Json::from(value) };
        let begin = value.raw().as_ptr() as usize - whole.as_ptr() as usize;
        Json::slice(Arc::clone(whole), begin..begin + value.raw().len())
    }
}

pub(super) fn server_error(error: Value<'_>, source: Source<'_>) -> Error {
    read_error(error, source).map_or_else(|error| error, Error::server)
}

/// A JSON-RPC error; one that is none is the server's fault, not the caller's (RPC-06).
pub(super) fn read_error(error: Value<'_>, source: Source<'_>) -> Result<ServerError, Error> {
    let code = code_of(error).ok_or_else(|| {
        Error::new(Code::Protocol, "the server answered with an error that has no integer code")
    })?;
    let message = error.get("message").and_then(Value::text).unwrap_or_default().into_owned();
    let data = error.get("data").map(|data| source.own(data));
    Ok(ServerError { code, message, data })
}

/// The code of a JSON-RPC error.
pub(super) fn code_of(error: Value<'_>) -> Option<i64> {
    error.get("code").and_then(Value::number).and_then(Number::as_i64)
}
