//! How messages travel: lanes and HTTP exchanges.

mod carrier;
mod exchange;
pub(crate) mod http;
mod outbox;

pub use carrier::{Carrier, HttpConfig, OldSse};
pub use exchange::{Failure, FailureKind, Head, HttpMethod, HttpRequest, Purpose};
pub use outbox::Outbox;
