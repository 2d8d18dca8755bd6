//! HTTP: one stack for all clients of a runtime.
//!
//! A [`Stack`] makes the requests of one client, which `run` sees through, over the connections of a `Site`, which
//! clients with equal settings share. A connection is made by `dial`.

mod address;
mod decode;
mod dial;
mod failure;
mod given;
mod kept;
mod net;
mod place;
mod proxies;
mod reader;
mod request;
mod run;
mod site;
mod stack;
#[cfg(test)]
mod tests;
mod trust;
mod wire;

pub(crate) use net::Nets;
pub(crate) use stack::Stack;
