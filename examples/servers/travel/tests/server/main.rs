//! Plays a client to the real server over pipes.

// The helpers are test code too, which the lint cannot see.
#![allow(clippy::unwrap_used)]
// Messages are written where they are sent.
#![allow(clippy::needless_pass_by_value)]

mod booking;
mod client;
mod folders;
mod offers;
mod refusals;
mod sampling;
mod stateless;
mod wire;
