//! The Model Context Protocol, client side, without I/O.
#![forbid(unsafe_code)]

pub mod json;
