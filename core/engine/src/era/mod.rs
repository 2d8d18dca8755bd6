//! Revisions and what they have: the facts, the handshake, and which calls a server allows.

mod facts;
pub(crate) mod gate;
pub(crate) mod handshake;
mod pin;
pub(crate) mod stateless;

pub use facts::{Facts, Revision};
pub use pin::Era;
