//! What makes sessions live: the pipes, the exchanges, the clock, the calls, and one lock per client that is never
//! held while the host's code runs.

mod call_cell;
mod commands;
mod core;
mod eras;
mod errors;
mod exchanges;
mod heads;
mod hosted;
mod hub;
mod inlet;
mod keeper;
mod link;
mod looker;
#[cfg(all(test, unix, feature = "shuttle"))]
mod models;
mod monitor;
mod mouth;
mod open;
#[cfg(all(test, unix, not(feature = "shuttle")))]
mod panic_tests;
mod parting;
mod race;
mod reactor;
mod reader;
mod settle;
mod signal;
mod slot;
mod socket;
mod stage;
mod traffic;
mod wait;
mod warden;
mod way;
mod web;
mod writer;

pub(crate) use self::core::Delivery;
pub(crate) use call_cell::{CallCell, Outcome};
pub(crate) use hub::Hub;
pub(crate) use link::Link;
pub(crate) use mouth::Mouth;
pub(crate) use race::{Either, race};
pub(crate) use reactor::Reactor;
pub(crate) use slot::Slot;
#[cfg(unix)]
pub(crate) use stage::own_thread;
pub(crate) use stage::{OnStage, is_leaving, leave, mark_own_thread};

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// A panic under a lock closes its client (see [`Link::within`]); the lock itself stays usable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
