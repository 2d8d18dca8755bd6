use crate::process::{cpu_us, now_ns, peak_kb, reset_peak, rss_kb};

/// A measured stretch: wall clock, CPU and memory since its start.
pub struct Phase {
    rss_kb: f64,
    cpu_us: f64,
    start_ns: u64,
}

impl Phase {
    pub fn start() -> Self {
        reset_peak();
        Self { rss_kb: rss_kb(), cpu_us: cpu_us(), start_ns: now_ns() }
    }

    pub fn secs(&self) -> f64 {
        (now_ns() - self.start_ns) as f64 / 1e9
    }

    pub fn cpu_us(&self) -> f64 {
        cpu_us() - self.cpu_us
    }

    /// The peak since the start, or since a later phase's start, above what was resident then.
    pub fn growth_kb(&self) -> f64 {
        (peak_kb() - self.rss_kb).max(0.0)
    }
}
