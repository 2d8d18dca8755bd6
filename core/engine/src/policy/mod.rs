//! What stands between a server's wish and the host, and between the host's answer and the wire.
//! Every input passes here, in the same order: declared, rate, (checkpoint), (host), check,
//! (checkpoint).

mod admit;
mod check;
mod decide;
mod hazards;
mod rate;
mod secrets;

pub use crate::display::{display, display_line};
pub(crate) use admit::{Kind, Refusal, admit};
pub(crate) use check::{Reply, check, refusal};
pub(crate) use decide::{Decision, decide};
pub use hazards::{Hazard, HazardKind, hazards};
pub(crate) use rate::Buckets;
pub use rate::{Rate, RateLimits};
pub(crate) use secrets::asks_for_secret;
