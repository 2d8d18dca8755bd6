//! What messages look like over HTTP: their headers, and answers that are none of the protocol's.

mod annotation;
mod mirror;
mod value;

#[allow(unused_imports)]
pub(crate) use mirror::{Headers, Mirrors};
