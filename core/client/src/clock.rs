//! The clock that sessions are told.

use mcpclient_engine::Millis;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Milliseconds since the runtime began, plus what tests have added.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    ahead: AtomicU64,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), ahead: AtomicU64::new(0) }
    }

    pub(crate) fn now(&self) -> Millis {
        Millis(whole_millis(self.start.elapsed())) + Millis(self.ahead.load(Ordering::Relaxed))
    }

    /// The real moment at which this clock shows `at`, never too early.
    pub(crate) fn moment(&self, at: Millis) -> Instant {
        let ahead = Millis(self.ahead.load(Ordering::Relaxed));
        let real = Duration::from_millis((at - ahead).0);
        self.start.checked_add(real).unwrap_or_else(|| self.start + Duration::from_secs(1 << 31))
    }

    /// Sets the clock forward.
    pub(crate) fn advance(&self, by: Duration) {
        self.ahead.fetch_add(whole_millis(by), Ordering::Relaxed);
    }
}

/// A length of time as the engine counts it; what is longer than the engine can count is for ever.
pub(crate) fn whole_millis(length: Duration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}
