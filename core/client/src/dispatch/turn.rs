//! One thread at a time calls the host; on that thread, calls may nest.

use crate::sync::thread;
use crate::sync::thread::ThreadId;

/// Whose turn it is.
#[derive(Debug, Default)]
pub(super) struct Turn {
    owner: Option<ThreadId>,
    depth: usize,
}

impl Turn {
    /// Takes the turn, or takes it once more; false while another thread has it.
    pub(super) fn take(&mut self) -> bool {
        let current = thread::current().id();
        match self.owner {
            Some(owner) if owner != current => return false,
            _ => self.owner = Some(current),
        }
        self.depth += 1;
        true
    }

    /// Gives it back, as often as it was taken.
    pub(super) fn give(&mut self) {
        self.depth -= 1;
        if self.depth == 0 {
            self.owner = None;
        }
    }

    /// Whether another thread has it.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.owner.is_some_and(|owner| owner != thread::current().id())
    }
}
