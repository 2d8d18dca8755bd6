//! Time is handed in by the caller: the engine owns no clock.

use std::ops::{Add, Sub};

/// Milliseconds since any fixed moment of the caller's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// A length of time in seconds.
    pub const fn seconds(count: u64) -> Self {
        Self(count.saturating_mul(1000))
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Self;
    /// What is left of `self` after `other`; never below nothing.
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}
