//! The server's half over HTTP: what a transcript says of exchanges, what becomes of plain messages, and a
//! server on a socket that does it.

mod half;
mod player;
mod request;
mod socket;
mod step;

pub use half::{HttpHalf, Op};
pub use player::HttpPlayer;
pub use request::Request;
pub use step::{Data, Header, HttpKind, HttpStep, Part, Wanted};
