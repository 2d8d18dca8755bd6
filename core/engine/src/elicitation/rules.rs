//! What one value has to keep to. What passes here is valid against the server's schema.

use super::bound::{Bound, Step};
use super::choices::Choices;
use super::error::{Fault, FieldCode};
use super::field::{Field, Kind};
use super::formats;
use crate::json::{self, Number, Value};

/// One value for one field.
pub(super) fn value(field: &Field, value: Value<'_>) -> Result<(), Fault> {
    match &field.kind {
        Kind::Text { .. } => {
            let text = value.text().ok_or_else(|| Fault::with(FieldCode::Type, "string"))?;
            self::text(&field.kind, &text)
        }
        Kind::Number { min, max, step } => {
            let number = value.number().ok_or_else(|| Fault::with(FieldCode::Type, "number"))?;
            range(finite(Some(number))?, min.as_ref(), max.as_ref(), step.as_ref())
        }
        Kind::Integer { min, max, step } => {
            let number = value.number().ok_or_else(|| Fault::with(FieldCode::Type, "integer"))?;
            if !number.is_integer() {
                return Err(Fault::new(FieldCode::NotInteger));
            }
            range(finite(Some(number))?, min.as_ref(), max.as_ref(), step.as_ref())
        }
        Kind::YesNo => {
            value.boolean().map(|_| ()).ok_or_else(|| Fault::with(FieldCode::Type, "boolean"))
        }
        Kind::OneOf(choices) => {
            let text = value.text().ok_or_else(|| Fault::with(FieldCode::Type, "string"))?;
            choice(choices, &text).map(|_| ())
        }
        Kind::SomeOf { choices, min, max, unique } => some_of(value, choices, *min, *max, *unique),
    }
}

/// Text for a text field; other kinds have no rules for it.
pub(super) fn text(kind: &Kind, text: &str) -> Result<(), Fault> {
    let Kind::Text { min, max, format, pattern } = kind else { return Ok(()) };
    // A text has at most as many characters as bytes, and at least a fourth of that.
    let bytes = text.len() as u64;
    let surely = min.is_none_or(|min| min <= bytes / 4) && max.is_none_or(|max| max >= bytes);
    if !surely {
        let count = text.chars().count() as u64;
        length(count, *min, *max, FieldCode::MinLength, FieldCode::MaxLength)?;
    }
    if let Some(format) = format.as_ref().filter(|format| !formats::fits(format, text)) {
        return Err(Fault::with(FieldCode::Format, format.name()));
    }
    match pattern {
        Some(pattern) if !pattern.allows(text) => {
            Err(Fault::with(FieldCode::Pattern, pattern.source()))
        }
        _ => Ok(()),
    }
}

fn some_of(
    value: Value<'_>,
    choices: &Choices,
    min: Option<u64>,
    max: Option<u64>,
    unique: bool,
) -> Result<(), Fault> {
    if value.kind() != json::Kind::Array {
        return Err(Fault::with(FieldCode::Type, "array"));
    }
    let mut taken = vec![false; choices.len()];
    let mut count = 0;
    for item in value.items() {
        let text = item.text().ok_or_else(|| Fault::with(FieldCode::Type, "array"))?;
        let index = choice(choices, &text)?;
        if unique && taken[index] {
            return Err(Fault::new(FieldCode::UniqueItems));
        }
        taken[index] = true;
        count += 1;
    }
    length(count, min, max, FieldCode::MinItems, FieldCode::MaxItems)
}

/// Only values count, never labels.
fn choice(choices: &Choices, text: &str) -> Result<usize, Fault> {
    choices.find(text).ok_or_else(|| Fault::new(FieldCode::NotChoice))
}

pub(super) fn length(
    count: u64,
    min: Option<u64>,
    max: Option<u64>,
    below: FieldCode,
    above: FieldCode,
) -> Result<(), Fault> {
    match (min, max) {
        (Some(min), _) if count < min => Err(Fault::with(below, min.to_string())),
        (_, Some(max)) if count > max => Err(Fault::with(above, max.to_string())),
        _ => Ok(()),
    }
}

pub(super) fn range(
    number: Number<'_>,
    min: Option<&Bound>,
    max: Option<&Bound>,
    step: Option<&Step>,
) -> Result<(), Fault> {
    if let Some(bound) = min {
        let order = bound.compare(number);
        if bound.exclusive && order.is_le() {
            return Err(Fault::with(FieldCode::ExclusiveMinimum, bound.text()));
        }
        if order.is_lt() {
            return Err(Fault::with(FieldCode::Minimum, bound.text()));
        }
    }
    if let Some(bound) = max {
        let order = bound.compare(number);
        if bound.exclusive && order.is_ge() {
            return Err(Fault::with(FieldCode::ExclusiveMaximum, bound.text()));
        }
        if order.is_gt() {
            return Err(Fault::with(FieldCode::Maximum, bound.text()));
        }
    }
    match step {
        Some(step) if !step.allows(number) => Err(Fault::with(FieldCode::MultipleOf, step.text())),
        _ => Ok(()),
    }
}

/// Digits of any length are exact here, but a server that reads doubles would see infinity.
pub(super) fn finite(number: Option<Number<'_>>) -> Result<Number<'_>, Fault> {
    let finite = |number: &Number<'_>| number.is_short() || number.as_f64().is_finite();
    number.filter(finite).ok_or_else(|| Fault::new(FieldCode::NotFinite))
}
