//! HTTP: one stack for all clients of a runtime.
//!
//! A [`Stack`] makes the requests of one client over a `Net`, which clients with equal settings share.
//! A request runs through `run`; a connection is made by `dial`.

mod address;
mod decode;
mod dial;
mod failure;
mod names;
mod net;
mod place;
mod proxies;
mod reader;
mod run;
mod stack;
#[cfg(test)]
mod tests;
mod trust;
mod wire;

pub(crate) use net::Nets;
pub(crate) use stack::Stack;
