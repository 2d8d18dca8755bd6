//! What makes sessions live: the pipes, the exchanges, the clock, the calls, and one lock per client that is never
//! held while the host's code runs.

mod call_cell;
mod commands;
mod core;
mod eras;
mod errors;
mod exchange;
mod hub;
mod keeper;
mod lane;
mod link;
mod looker;
#[cfg(all(test, unix, feature = "shuttle"))]
mod models;
mod monitor;
mod open;
#[cfg(all(test, unix, not(feature = "shuttle")))]
mod panic_tests;
mod parting;
mod race;
mod reactor;
mod settle;
mod signal;
mod stage;
mod warden;
mod way;

pub(crate) use self::core::Delivery;
pub(crate) use call_cell::{CallCell, Outcome};
pub(crate) use exchange::slot::Slot;
pub(crate) use hub::Hub;
pub(crate) use lane::mouth::{Hold, Mouth};
pub(crate) use link::Link;
pub(crate) use race::{Either, race};
pub(crate) use reactor::Reactor;
#[cfg(unix)]
pub(crate) use stage::own_thread;
pub(crate) use stage::{OnStage, is_leaving, leave, mark_own_thread};

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// A panic under a lock closes its client (see [`Link::within`]); the lock itself stays usable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
