//! How messages travel: lanes and HTTP exchanges.

mod carrier;
mod exchange;
// Read by sessions over HTTP alone.
#[allow(dead_code)]
pub(crate) mod http;
mod outbox;

pub use carrier::{Carrier, HttpConfig, OldSse};
pub use exchange::{Failure, FailureKind, Head, HttpMethod, HttpRequest, Purpose};
pub use outbox::Outbox;
