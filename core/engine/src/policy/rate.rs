//! A token bucket per kind of input: a server may ask often, not endlessly (ELI-45, SAM-37).

use super::Kind;
use crate::time::Millis;

/// How often one kind of input may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// In the long run, inputs a minute.
    pub per_minute: u32,
    /// At once, after a quiet time.
    pub burst: u32,
}

/// How often a server may ask, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// Forms.
    pub form: Rate,
    /// URL visits.
    pub url: Rate,
    /// Samples.
    pub sample: Rate,
    /// Lists of roots.
    pub roots: Rate,
    /// The other way round: suggestions that the host asks of the server, which people type for (CMP-06).
    pub complete: Rate,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            form: Rate { per_minute: 60, burst: 60 },
            url: Rate { per_minute: 30, burst: 30 },
            sample: Rate { per_minute: 120, burst: 120 },
            roots: Rate { per_minute: 600, burst: 600 },
            complete: Rate { per_minute: 1_200, burst: 200 },
        }
    }
}

/// What one input costs; a millisecond earns `per_minute`.
const COST: u64 = 60_000;

#[derive(Debug)]
struct Bucket {
    rate: Rate,
    credit: u64,
    seen: Millis,
}

impl Bucket {
    fn new(rate: Rate, now: Millis) -> Self {
        Self { rate, credit: u64::from(rate.burst) * COST, seen: now }
    }

    fn take(&mut self, now: Millis) -> bool {
        let earned = (now - self.seen).0.saturating_mul(u64::from(self.rate.per_minute));
        self.credit = self.credit.saturating_add(earned).min(u64::from(self.rate.burst) * COST);
        self.seen = now;
        let enough = self.credit >= COST;
        if enough {
            self.credit -= COST;
        }
        enough
    }
}

/// The buckets of one session.
#[derive(Debug)]
pub(crate) struct Buckets {
    inputs: [Bucket; 4],
    complete: Bucket,
}

impl Buckets {
    pub(crate) fn new(limits: RateLimits, now: Millis) -> Self {
        let inputs = [limits.form, limits.url, limits.sample, limits.roots];
        Self {
            inputs: inputs.map(|rate| Bucket::new(rate, now)),
            complete: Bucket::new(limits.complete, now),
        }
    }

    /// Whether one more input of that kind may come now.
    pub(crate) fn take(&mut self, kind: Kind, now: Millis) -> bool {
        self.inputs[kind as usize].take(now)
    }

    /// Whether the host may ask for suggestions now.
    pub(crate) fn take_completion(&mut self, now: Millis) -> bool {
        self.complete.take(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: ELI-45, SAM-37
    #[test]
    fn a_burst_then_a_trickle() {
        let rate = Rate { per_minute: 60, burst: 2 };
        let limits = RateLimits { form: rate, ..RateLimits::default() };
        let mut buckets = Buckets::new(limits, Millis(0));
        assert!(buckets.take(Kind::Form, Millis(0)));
        assert!(buckets.take(Kind::Form, Millis(0)));
        assert!(!buckets.take(Kind::Form, Millis(999)));
        assert!(buckets.take(Kind::Form, Millis(1_000)));
        assert!(!buckets.take(Kind::Form, Millis(1_001)));
        assert!(buckets.take(Kind::Sample, Millis(1_001)), "each kind has its own bucket");
    }
}
