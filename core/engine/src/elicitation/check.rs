//! Whether an answer fits. What passes here is valid against the server's schema.

use super::error::{Fault, FieldCode, FieldError};
use super::field::{Bound, Choice, Field, Kind};
use super::form::Form;
use super::formats;
use crate::json::{self, Number, Value};

/// A whole answer: every fault, in the order of the fields, strangers last.
pub(super) fn content(form: &Form, content: Value<'_>) -> Result<(), Vec<FieldError>> {
    if content.kind() != json::Kind::Object {
        return Err(vec![Fault::with(FieldCode::Type, "object").at(FieldError::NO_FIELD, "")]);
    }
    let mut seen = vec![false; form.fields.len()];
    let mut errors = Vec::new();
    let mut strangers = Vec::new();
    let mut expected = 0;
    for (key, value) in content.members() {
        // Members mostly come in the form's order.
        let index = match form.fields.get(expected) {
            Some(field) if key.is(&field.name) => Some(expected),
            _ => form.index_of(&key.text()),
        };
        let Some(index) = index else {
            strangers.push((key.text(), value));
            continue;
        };
        expected = index + 1;
        let field = &form.fields[index];
        let fault = match self::value(field, value) {
            _ if seen[index] => Some(Fault::new(FieldCode::DuplicateField)),
            Ok(()) => None,
            Err(fault) => Some(fault),
        };
        seen[index] = true;
        errors.extend(fault.map(|fault| fault.at(index, &field.name)));
    }
    for (index, field) in form.fields.iter().enumerate() {
        if field.required && !seen[index] {
            errors.push(Fault::new(FieldCode::Required).at(index, &field.name));
        }
    }
    errors.sort_by_key(|error| error.field);
    strangers.sort_by(|left, right| left.0.cmp(&right.0));
    for (place, (name, value)) in strangers.iter().enumerate() {
        let twice = place > 0 && strangers[place - 1].0 == *name;
        if let Err(fault) = stranger(form, *value, twice) {
            errors.push(fault.at(FieldError::NO_FIELD, name));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// A member that is no field: an answer may hold it, of the kinds that answers have (ELI-33).
fn stranger(form: &Form, value: Value<'_>, twice: bool) -> Result<(), Fault> {
    if twice {
        return Err(Fault::new(FieldCode::DuplicateField));
    }
    if form.closed {
        return Err(Fault::new(FieldCode::UnknownField));
    }
    let texts = || value.items().all(|item| item.kind() == json::Kind::String);
    match value.kind() {
        json::Kind::String | json::Kind::Bool => Ok(()),
        json::Kind::Number => finite(value.number()).map(|_| ()),
        json::Kind::Array if form.lists && texts() => Ok(()),
        _ => Err(Fault::with(FieldCode::Type, "simple")),
    }
}

/// One value for one field.
pub(super) fn value(field: &Field, value: Value<'_>) -> Result<(), Fault> {
    match &field.kind {
        Kind::Text { .. } => {
            let text = value.text().ok_or_else(|| Fault::with(FieldCode::Type, "string"))?;
            self::text(&field.kind, &text)
        }
        Kind::Number { min, max } => {
            let number = value.number().ok_or_else(|| Fault::with(FieldCode::Type, "number"))?;
            range(finite(Some(number))?, min.as_ref(), max.as_ref())
        }
        Kind::Integer { min, max } => {
            let number = value.number().ok_or_else(|| Fault::with(FieldCode::Type, "integer"))?;
            if !number.is_integer() {
                return Err(Fault::new(FieldCode::NotInteger));
            }
            range(finite(Some(number))?, min.as_ref(), max.as_ref())
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
    choices: &[Choice],
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
fn choice(choices: &[Choice], text: &str) -> Result<usize, Fault> {
    choices
        .iter()
        .position(|choice| choice.value == text)
        .ok_or_else(|| Fault::new(FieldCode::NotChoice))
}

fn length(
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

fn range(number: Number<'_>, min: Option<&Bound>, max: Option<&Bound>) -> Result<(), Fault> {
    if let Some(bound) = min {
        let order = number.cmp_exact(bound.number());
        if bound.exclusive && order.is_le() {
            return Err(Fault::with(FieldCode::ExclusiveMinimum, bound.text()));
        }
        if order.is_lt() {
            return Err(Fault::with(FieldCode::Minimum, bound.text()));
        }
    }
    if let Some(bound) = max {
        let order = number.cmp_exact(bound.number());
        if bound.exclusive && order.is_ge() {
            return Err(Fault::with(FieldCode::ExclusiveMaximum, bound.text()));
        }
        if order.is_gt() {
            return Err(Fault::with(FieldCode::Maximum, bound.text()));
        }
    }
    Ok(())
}

/// Digits of any length are exact here, but a server that reads doubles would see infinity.
fn finite(number: Option<Number<'_>>) -> Result<Number<'_>, Fault> {
    let finite = |number: &Number<'_>| number.small().is_some() || number.as_f64().is_finite();
    number.filter(finite).ok_or_else(|| Fault::new(FieldCode::NotFinite))
}
