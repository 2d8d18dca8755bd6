//! The nouns that both sides of a session speak of: who they are, what is offered, what is wanted.

mod input;
mod names;
mod offer;
mod server;
mod trace;

pub use input::{Answer, Checkpoint, InputRequest, Review, Wants};
pub(crate) use names::{are_extensions, are_free};
pub(crate) use offer::Declared;
pub use offer::{Implementation, Offer, Roots};
pub use server::ServerFacts;
pub use trace::Trace;
