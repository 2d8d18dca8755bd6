//! The host's own HTTP stack.

use super::Exchange;
use std::fmt;

/// Makes HTTP requests for the library: for hosts that must use the platform's stack. Redirects are not to be
/// followed, cookies not to be kept, and bodies to be handed over as they come, without waiting for their end.
pub trait Exchanger: Send + Sync + 'static {
    /// Makes `request`, without waiting for it here. What comes of it is told to `exchange`, from any thread:
    /// its head, its body piece by piece, and its end. Called on the thread where the library does its input
    /// and output, never under a lock of the library.
    fn open(&self, request: Request, exchange: Exchange);
}

/// One HTTP request, complete.
#[derive(Clone)]
pub struct Request {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// Absolute.
    pub url: String,
    /// Names and values; a name may stand more than once.
    pub headers: Vec<(String, String)>,
    /// Empty for GET and DELETE.
    pub body: Vec<u8>,
}

/// Headers and body hold secrets and what people typed; neither is for a log.
impl fmt::Debug for Request {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Request")
            .field("method", &self.method)
            .field("headers", &self.headers.len())
            .field("body", &self.body.len())
            .finish_non_exhaustive()
    }
}
