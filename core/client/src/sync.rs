//! What threads meet at: the standard library's, or, in unit tests with the feature
//! `shuttle`, one that tries one order of events after another (see `driver/models`).

#[cfg(not(all(test, feature = "shuttle")))]
pub(crate) use std::{
    sync::{Condvar, Mutex, MutexGuard, atomic},
    thread, thread_local,
};

#[cfg(all(test, feature = "shuttle"))]
pub(crate) use shuttle::{
    sync::{Condvar, Mutex, MutexGuard, atomic},
    thread, thread_local,
};

pub(crate) use std::sync::{Arc, PoisonError};

/// Whether the thread has ended.
#[cfg(not(all(test, feature = "shuttle")))]
pub(crate) fn has_ended(handle: &thread::JoinHandle<()>) -> bool {
    handle.is_finished()
}

/// A model has few threads, and remembers them all.
#[cfg(all(test, feature = "shuttle"))]
pub(crate) fn has_ended(_handle: &thread::JoinHandle<()>) -> bool {
    false
}
