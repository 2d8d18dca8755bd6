//! How messages travel: lanes now, HTTP exchanges later.

mod outbox;

pub use outbox::Outbox;
