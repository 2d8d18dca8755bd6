//! The host's own HTTP stack: a foreign trait that makes requests, and the handle that it answers by.

use crate::error::McpError;
use crate::soon::soon;
use client::{Exchange, Exchanger, Failure, FailureKind, Request};
use std::sync::Arc;

/// One header.
#[derive(Clone, uniffi::Record)]
pub struct HttpHeader {
    /// Its name, in any case.
    pub name: String,
    /// Its value; it may be a secret.
    pub value: String,
}

/// Why an exchange has no answer, or not all of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum ExchangeFailure {
    /// Nothing was sent: the name, the connection, TLS or the proxy failed.
    Unreachable,
    /// Nothing was sent: an address that is not allowed, or a redirection elsewhere.
    Forbidden,
    /// A time limit of the stack's own.
    Timeout,
    /// It broke after something was sent. The server may have acted on it.
    Broken,
    /// The body was over a limit of the stack's own.
    TooLarge,
}

impl From<ExchangeFailure> for FailureKind {
    fn from(failure: ExchangeFailure) -> Self {
        match failure {
            ExchangeFailure::Unreachable => Self::Unreachable,
            ExchangeFailure::Forbidden => Self::Forbidden,
            ExchangeFailure::Timeout => Self::Timeout,
            ExchangeFailure::Broken => Self::Broken,
            ExchangeFailure::TooLarge => Self::TooLarge,
        }
    }
}

/// What a host in another language implements to make requests; see what wraps it.
#[uniffi::export(foreign)]
pub trait RawExchanger: Send + Sync {
    /// Makes one request, without waiting for it here: this is the thread of the library's input and output.
    fn begin(&self, exchange: Arc<RawExchange>) -> Result<(), McpError>;
}

/// What a host in another language implements to be told of something once.
#[uniffi::export(foreign)]
pub trait RawTold: Send + Sync {
    /// It has happened. On the thread of the library's input and output.
    fn told(&self) -> Result<(), McpError>;
}

/// An exchanger of another language, as the driver sees it.
pub(crate) struct Bridge(pub(crate) Arc<dyn RawExchanger>);

impl Exchanger for Bridge {
    fn open(&self, request: Request, exchange: Exchange) {
        let exchange = Arc::new(RawExchange { request, exchange });
        if self.0.begin(Arc::clone(&exchange)).is_err() {
            // Nobody knows when the other language lets go of it.
            let message = "the host's HTTP stack threw";
            let _ = exchange.end(Some(ExchangeFailure::Broken), message.into());
        }
    }
}

/// See the class that wraps it. Letting go of it before its end breaks it off.
#[derive(uniffi::Object)]
pub struct RawExchange {
    request: Request,
    exchange: Exchange,
}

#[uniffi::export]
impl RawExchange {
    /// A number that no other exchange of this process has.
    pub fn id(&self) -> u64 {
        self.exchange.id()
    }

    /// `GET`, `POST` or `DELETE`.
    pub fn method(&self) -> String {
        self.request.method.into()
    }

    /// Absolute.
    pub fn url(&self) -> String {
        self.request.url.clone()
    }

    /// What to send; a name may stand more than once.
    pub fn headers(&self) -> Vec<HttpHeader> {
        let pairs = self.request.headers.iter().cloned();
        pairs.map(|(name, value)| HttpHeader { name, value }).collect()
    }

    /// What to send; empty for GET and DELETE.
    pub fn body(&self) -> Vec<u8> {
        self.request.body.clone()
    }

    /// The answer begins.
    ///
    /// # Errors
    /// `Gone`, `InvalidArg`.
    pub fn head(&self, status: u16, headers: Vec<HttpHeader>) -> Result<(), McpError> {
        let pairs = headers.into_iter().map(|header| (header.name, header.value));
        Ok(self.exchange.head(status, pairs)?)
    }

    /// The next part of the body.
    ///
    /// # Errors
    /// `Busy` until `ready`, `Gone`, `InvalidArg`.
    pub fn feed(&self, bytes: Vec<u8>) -> Result<(), McpError> {
        Ok(self.exchange.body(&bytes)?)
    }

    /// The answer is complete, or never will be.
    ///
    /// # Errors
    /// `Gone`, `InvalidArg`.
    pub fn end(&self, failure: Option<ExchangeFailure>, message: String) -> Result<(), McpError> {
        let failure = failure.map(|kind| Failure { kind: kind.into(), message });
        Ok(self.exchange.end(failure)?)
    }

    /// Whether the library has given it up.
    pub fn is_aborted(&self) -> bool {
        self.exchange.is_aborted()
    }

    /// Has `told` told once, if the exchange is given up: at once if it was. The last one that is set counts.
    pub fn on_abort(&self, told: Arc<dyn RawTold>) {
        // What the host throws is its own affair.
        self.exchange.on_abort(move || drop(told.told()));
    }

    /// Waits until `feed` may be tried again after `Busy`, or the exchange is over.
    ///
    /// # Errors
    /// None; cancelling a task must have a way out.
    pub async fn ready(&self) -> Result<(), McpError> {
        soon(|told| self.exchange.on_ready(told)).await;
        Ok(())
    }
}
