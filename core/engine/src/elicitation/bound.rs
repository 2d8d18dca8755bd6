//! What a number must keep to.

use std::cmp::Ordering;

use crate::json::{Json, Number};

/// A limit for a number, kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    number: Json,
    /// The same, if it is a plain integer of few digits.
    small: Option<i64>,
    /// Whether the limit itself is out of bounds.
    pub exclusive: bool,
}

impl Bound {
    pub(super) fn new(number: Number<'_>, exclusive: bool) -> Self {
        let small = number.small();
        Self { number: Json::trusted(number.raw().to_owned()), small, exclusive }
    }

    /// The limit.
    #[must_use]
    pub fn number(&self) -> Number<'_> {
        // A bound is only ever made from a number.
        Number::trusted(self.number.as_str())
    }

    /// How `number` compares with the limit.
    pub(super) fn compare(&self, number: Number<'_>) -> Ordering {
        match (number.small(), self.small) {
            (Some(number), Some(limit)) => number.cmp(&limit),
            _ => number.cmp_exact(self.number()),
        }
    }

    /// The limit for people: plain digits where that is possible.
    #[must_use]
    pub fn text(&self) -> String {
        plain(self.number())
    }
}

/// What a number must be a whole multiple of (`multipleOf`), kept as it was written. Decimals are
/// exact: 0.3 is a multiple of 0.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step(Json);

impl Step {
    /// `None` if multiples cannot be told: not above zero, or of too many digits.
    pub(super) fn new(number: Number<'_>) -> Option<Self> {
        let usable = !number.is_negative() && number.is_multiple_of(number) == Some(true);
        usable.then(|| Self(Json::trusted(number.raw().to_owned())))
    }

    /// The step.
    #[must_use]
    pub fn number(&self) -> Number<'_> {
        // A step is only ever made from a number.
        Number::trusted(self.0.as_str())
    }

    /// The step for people: plain digits where that is possible.
    #[must_use]
    pub fn text(&self) -> String {
        plain(self.number())
    }

    pub(super) fn allows(&self, number: Number<'_>) -> bool {
        number.is_multiple_of(self.number()) == Some(true)
    }
}

fn plain(number: Number<'_>) -> String {
    number.integer_text(40).unwrap_or_else(|| number.raw().to_owned())
}
