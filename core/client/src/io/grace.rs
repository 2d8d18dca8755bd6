//! How long each step of an ending may take; may be changed while a step is under way.

use crate::driver::{Either, race};
use crate::sync::Mutex;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

#[derive(Debug)]
pub(crate) struct Grace {
    step: Mutex<Duration>,
    changed: Notify,
}

/// A step that is longer than this is not a step but a leak.
const MOST: Duration = Duration::from_secs(3_600);

impl Grace {
    pub(crate) fn new(step: Duration) -> Self {
        Self { step: Mutex::new(step.min(MOST)), changed: Notify::new() }
    }

    pub(crate) fn set(&self, step: Duration) {
        *crate::driver::lock(&self.step) = step.min(MOST);
        // One step is under way at a time; a permit that nobody takes costs one look at the clock.
        self.changed.notify_one();
    }

    /// Waits for `future` as long as one step may take.
    pub(crate) async fn within<F: Future>(&self, future: F) -> Option<F::Output> {
        let mut future = pin!(future);
        let start = Instant::now();
        loop {
            let end = start + *crate::driver::lock(&self.step);
            let pause = race(sleep_until(end), self.changed.notified());
            match race(future.as_mut(), pause).await {
                Either::Left(output) => return Some(output),
                Either::Right(Either::Left(())) => return None,
                Either::Right(Either::Right(())) => {}
            }
        }
    }
}
