//! Taking events by pumping, on whichever thread the host pumps.

use super::desk::Desk;
use super::is_past;
use crate::driver::lock;
use crate::sync::thread;
use mcpclient_engine::{Code, Error};
use std::time::Instant;

impl Desk {
    /// See [`crate::Runtime::pump`].
    pub(super) fn pump(&self, max: usize) -> Result<usize, Error> {
        if !lock(&self.state).turn.take() {
            return Err(Error::new(Code::Busy, "another thread is pumping"));
        }
        self.serve(max, &|| false);
        Ok(self.give_turn())
    }

    /// Pumps on this thread until `over`, at the latest until `deadline`.
    pub(super) fn attend_pumping(&self, over: &dyn Fn() -> bool, deadline: Option<Instant>) {
        let mut late = false;
        while !over() {
            if (self.serve_in_turn(over) > 0 && over()) || late {
                break;
            }
            self.park(over, deadline);
            late = is_past(deadline);
        }
    }

    fn park(&self, over: &dyn Fn() -> bool, deadline: Option<Instant>) {
        let current = thread::current();
        let id = current.id();
        lock(&self.state).threads.push(current);
        while !self.calls(over) {
            match deadline {
                None => thread::park(),
                Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                    Some(rest) if !rest.is_zero() => thread::park_timeout(rest),
                    _ => break,
                },
            }
        }
        let mut state = lock(&self.state);
        if let Some(place) = state.threads.iter().position(|thread| thread.id() == id) {
            state.threads.swap_remove(place);
        }
    }
}
