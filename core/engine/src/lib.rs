//! The Model Context Protocol, client side, and nothing else: no clock, no sockets, no threads,
//! no randomness. Everything that the wire or the host can do is a function call with a time in it.
#![forbid(unsafe_code)]

pub mod catalog;
mod codes;
pub mod content;
mod display;
pub mod elicitation;
pub mod era;
mod error;
mod ids;
pub mod json;
mod limits;
mod model;
pub mod policy;
pub mod roots;
mod rpc;
pub mod sampling;
pub mod session;
mod time;
pub mod wire;

pub use error::{Code, Error, Exit, HttpFault, ServerError};
pub use ids::{CallId, ExchangeId, InputId, WireId};
pub use limits::Limits;
pub use session::Session;
pub use time::Millis;
