//! Waiting for a call on a thread of the host's, while the reactor has a thread of its own. Where one call
//! is waited for after the other, the thread that waits reads the server's answer itself: otherwise the
//! system would wake the reactor's thread, only for that to wake this one.

use super::reader::{DISCARD, DRAIN, Ear, Heard, RETURNED, STOP};
use crate::driver::call_cell::CallCell;
use crate::driver::link::Link;
use crate::driver::lock;
use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a thread waits for the server before it leaves reading to the reactor: what takes longer can
/// afford the detour. Also, at most so much later it notices that its call has ended in another way.
const PATIENCE: Duration = Duration::from_millis(1);
/// So many waits in a row, each so soon after the one before, are a habit.
const HABIT: u32 = 4;
const SOON: Duration = Duration::from_millis(1);

/// How the calls of a client are waited for.
#[derive(Default)]
pub(in crate::driver) struct Waits {
    /// Threads that wait.
    threads: AtomicU32,
    recent: Mutex<Recent>,
}

#[derive(Default)]
struct Recent {
    last: Option<Instant>,
    in_a_row: u32,
}

impl Waits {
    /// Whether this wait, too, comes soon after another.
    fn is_habit(&self) -> bool {
        let mut recent = lock(&self.recent);
        let soon = recent.last.is_some_and(|last| last.elapsed() < SOON);
        recent.in_a_row = if soon { recent.in_a_row.saturating_add(1) } else { 0 };
        recent.in_a_row >= HABIT
    }

    fn ended(&self) {
        lock(&self.recent).last = Some(Instant::now());
    }

    fn forget(&self) {
        *lock(&self.recent) = Recent::default();
    }
}

/// One thread that waits.
struct Waiting<'a> {
    waits: &'a Waits,
    alone: bool,
}

impl<'a> Waiting<'a> {
    fn begin(waits: &'a Waits) -> Self {
        let alone = waits.threads.fetch_add(1, Ordering::Relaxed) == 0;
        Self { waits, alone }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.waits.threads.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Link {
    /// Blocks this thread until the call is finished, or until `deadline`.
    pub(crate) fn wait_for(self: &Arc<Self>, cell: &CallCell, deadline: Option<Instant>) {
        let waiting = Waiting::begin(&self.waits);
        if waiting.alone && self.read_for(cell, deadline) {
            // Finished, or about to be: whoever delivers it is on the way.
            return cell.park_until_finished(deadline);
        }
        cell.park_until_finished(deadline);
        self.waits.ended();
    }

    /// Reads what the server says until the call is over, if that is the habit here. False if others
    /// have to read from now on.
    fn read_for(self: &Arc<Self>, cell: &CallCell, deadline: Option<Instant>) -> bool {
        let goes_on = {
            let Ok(mut ear) = self.ear.try_lock() else { return false };
            let Some(ear) = ear.as_mut() else { return false };
            if !(ear.is_lent() || self.waits.is_habit()) {
                return false;
            }
            if ear.lend() {
                self.reader.raise(0);
            }
            self.hear_until_over(ear, cell, deadline)
        };
        let company = self.waits.threads.load(Ordering::Relaxed) > 1;
        if goes_on && !company && lock(&self.core).calls.is_empty() {
            return true;
        }
        self.waits.forget();
        self.reader.raise(RETURNED);
        false
    }

    fn hear_until_over(
        self: &Arc<Self>,
        ear: &mut Ear,
        cell: &CallCell,
        deadline: Option<Instant>,
    ) -> bool {
        while !cell.is_finished() {
            if self.is_paused() || self.reader.has(DRAIN | DISCARD | STOP) {
                return false;
            }
            if !lock(&self.core).session.call_open(cell.id) {
                return true;
            }
            let patience = deadline.map_or(PATIENCE, |deadline| {
                deadline.saturating_duration_since(Instant::now()).min(PATIENCE)
            });
            if patience.is_zero() || !ear.listen(patience) {
                return false;
            }
            if matches!(ear.hear(self), Heard::End) {
                return false;
            }
        }
        true
    }

    /// Waits up to `patience` for the server to say something, reads it, and says whether it did. For
    /// [`crate::Dispatch::Inline`]: the reactor watches as well, whenever it is asked to.
    pub(crate) fn hear_within(self: &Arc<Self>, patience: Duration) -> bool {
        // Somebody else listens already, or nobody ever will again.
        let Ok(mut ear) = self.ear.try_lock() else { return false };
        let Some(ear) = ear.as_mut() else { return false };
        if self.is_paused() || self.reader.has(DRAIN | DISCARD | STOP) {
            return false;
        }
        ear.listen(patience) && matches!(ear.hear(self), Heard::All | Heard::Some)
    }
}
