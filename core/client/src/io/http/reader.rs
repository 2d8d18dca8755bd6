//! Who is told an answer.

use crate::transport::Exchange;
use http::HeaderMap;
use mcpclient_engine::Code;
use mcpclient_engine::wire::Failure;
use std::future::Future;

/// What became of a piece of a body.
pub(super) enum Fed {
    Taken,
    /// Too much waits already.
    Busy,
    /// Nobody reads any more.
    Gone,
}

/// What [`Exchange`] is to the stack.
pub(super) trait Reader: Send + Sync + 'static {
    fn head(&self, status: u16, headers: &HeaderMap) -> bool;
    fn body(&self, bytes: &[u8]) -> Fed;
    fn ready(&self) -> impl Future<Output = ()> + Send;
    fn end(&self, failure: Option<Failure>);
    fn on_abort(&self, told: impl FnOnce() + Send + 'static);
}

impl Reader for Exchange {
    fn head(&self, status: u16, headers: &HeaderMap) -> bool {
        Self::head(self, status, headers).is_ok()
    }

    fn body(&self, bytes: &[u8]) -> Fed {
        match Self::body(self, bytes) {
            Ok(()) => Fed::Taken,
            Err(error) if error.code == Code::Busy => Fed::Busy,
            Err(_) => Fed::Gone,
        }
    }

    fn ready(&self) -> impl Future<Output = ()> + Send {
        Self::ready(self)
    }

    fn end(&self, failure: Option<Failure>) {
        // Too late is no harm.
        let _ = Self::end(self, failure);
    }

    fn on_abort(&self, told: impl FnOnce() + Send + 'static) {
        Self::on_abort(self, told);
    }
}
