//! Locks that a panic does not spoil.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a panic under a lock left is whole: the locks of this crate guard single values.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
