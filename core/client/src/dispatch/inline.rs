//! Letting everything happen on the thread that waits.

use super::desk::Desk;
use super::is_past;
use crate::driver::{Either, Link, Reactor, lock, race};
use mcpclient_engine::Error;
use std::future::{pending, poll_fn};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::{Duration, Instant};

/// Turns of the reactor that are enough for it to notice what has arrived and to act on it.
const TURNS: usize = 3;
/// How long a wait listens to one server alone, and how often before all others have a turn.
const ALONE: Duration = Duration::from_millis(1);
const OFTEN: u32 = 64;

impl Desk {
    /// See [`crate::Runtime::wait`].
    pub(super) fn wait(&self, reactor: &Reactor, timeout: Option<Duration>) -> Result<bool, Error> {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut late = false;
        loop {
            let woken = std::mem::take(&mut lock(&self.state).woken);
            if self.serve_in_turn(&|| false) > 0 || woken {
                return Ok(true);
            }
            if late {
                return Ok(false);
            }
            self.drive(reactor, &|| lock(&self.state).woken, deadline)?;
            late = is_past(deadline);
        }
    }

    /// Lets everything happen on this thread until `over`, at the latest until `deadline`. What is waited
    /// for will most likely come from `link`.
    pub(super) fn attend_inline(
        &self,
        reactor: &Reactor,
        link: Option<&Arc<Link>>,
        over: &dyn Fn() -> bool,
        deadline: Option<Instant>,
    ) -> Result<(), Error> {
        reactor.check_outside()?;
        let mut late = false;
        while !over() {
            if (self.serve_in_turn(over) > 0 && over()) || late {
                break;
            }
            if !link.is_some_and(|link| self.listen(link, deadline)) {
                self.drive(reactor, over, deadline)?;
            }
            late = is_past(deadline);
        }
        Ok(())
    }

    /// Listens to one server, which is faster than asking the reactor about all; true if that was of use.
    /// Everything else waits for a moment, and not too often in a row.
    fn listen(&self, link: &Arc<Link>, deadline: Option<Instant>) -> bool {
        let count = self.alone.fetch_add(1, Ordering::Relaxed);
        let time = match deadline {
            None => ALONE,
            Some(deadline) => deadline.saturating_duration_since(Instant::now()).min(ALONE),
        };
        if count >= OFTEN || time.is_zero() || !link.hear_within(time) {
            self.alone.store(0, Ordering::Relaxed);
            return false;
        }
        true
    }

    fn drive(
        &self,
        reactor: &Reactor,
        over: &dyn Fn() -> bool,
        deadline: Option<Instant>,
    ) -> Result<(), Error> {
        lock(&self.state).driving += 1;
        let _end = End(self);
        let called = poll_fn(|context| {
            {
                let mut state = lock(&self.state);
                if !state.wakers.iter().any(|waker| waker.will_wake(context.waker())) {
                    state.wakers.push(context.waker().clone());
                }
            }
            if self.calls(over) { Poll::Ready(()) } else { Poll::Pending }
        });
        let pause = async {
            match deadline {
                Some(deadline) if deadline > Instant::now() => {
                    tokio::time::sleep_until(deadline.into()).await;
                }
                // Even without any time, what is there is read, and what that wakes is run.
                Some(_) => {
                    for _ in 0..TURNS {
                        tokio::task::yield_now().await;
                    }
                }
                None => pending().await,
            }
        };
        reactor.drive(async {
            match race(called, pause).await {
                Either::Left(()) | Either::Right(()) => {}
            }
        })
    }

    /// Ends a wait, this one or the next.
    pub(super) fn wake(&self) {
        lock(&self.state).woken = true;
        self.nudge();
    }
}

/// The end of [`Desk::drive`]: a waker that nobody waits for would only cost system calls.
struct End<'a>(&'a Desk);

impl Drop for End<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.driving -= 1;
        if state.driving == 0 {
            state.wakers.clear();
        }
    }
}
