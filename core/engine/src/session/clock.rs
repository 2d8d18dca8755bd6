//! The server's time: it stands still while the host owes an answer (TMO-05).

use crate::time::Millis;

/// Counts the time in which no input was open.
#[derive(Debug, Default)]
pub(crate) struct ServerClock {
    /// Since when it stands still.
    stopped: Option<Millis>,
    /// For how long it stood still before.
    lost: Millis,
}

impl ServerClock {
    /// The server's time at `now`.
    pub(crate) fn read(&self, now: Millis) -> Millis {
        self.stopped.unwrap_or(now) - self.lost
    }

    pub(crate) fn is_running(&self) -> bool {
        self.stopped.is_none()
    }

    pub(crate) fn run(&mut self, now: Millis, running: bool) {
        match (self.stopped, running) {
            (None, false) => self.stopped = Some(now),
            (Some(since), true) => {
                self.lost = self.lost + (now - since);
                self.stopped = None;
            }
            _ => {}
        }
    }
}
