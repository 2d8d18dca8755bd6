//! Servers that are spoken to over HTTP, one exchange for each message.

pub(in crate::driver) mod exchanges;
pub(in crate::driver) mod heads;
pub(in crate::driver) mod slot;
pub(in crate::driver) mod traffic;
pub(in crate::driver) mod web;
