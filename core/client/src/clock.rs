//! The clock that sessions are told.

use mcpclient_engine::Millis;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Milliseconds since the runtime began. Tests may set it forward, and stop it.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    ahead: AtomicU64,
    /// What it showed when it was stopped, without `ahead`.
    stopped: OnceLock<Millis>,
}

/// For what never comes: longer than programs run.
const NEVER: Duration = Duration::from_secs(1 << 31);

impl Clock {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), ahead: AtomicU64::new(0), stopped: OnceLock::new() }
    }

    pub(crate) fn now(&self) -> Millis {
        let real = self.stopped.get().copied().unwrap_or_else(|| self.real());
        real + self.ahead()
    }

    fn real(&self) -> Millis {
        Millis(whole_millis(self.start.elapsed()))
    }

    fn ahead(&self) -> Millis {
        Millis(self.ahead.load(Ordering::Relaxed))
    }

    /// The real moment at which this clock shows `at`, never too early.
    pub(crate) fn moment(&self, at: Millis) -> Instant {
        let passed = Duration::from_millis((at - self.ahead()).0);
        let passed = if self.stopped.get().is_some() && at > self.now() { NEVER } else { passed };
        self.start.checked_add(passed).unwrap_or_else(|| self.start + NEVER)
    }

    /// Sets the clock forward.
    pub(crate) fn advance(&self, by: Duration) {
        self.ahead.fetch_add(whole_millis(by), Ordering::Relaxed);
    }

    /// From now on it shows something else only when it is set forward.
    pub(crate) fn stop(&self) {
        self.stopped.get_or_init(|| self.real());
    }
}

/// A length of time as the engine counts it; what is longer than the engine can count is for ever.
pub(crate) fn whole_millis(length: Duration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}
