//! Whether an answer fits, as a whole.

use super::error::{Fault, FieldCode, FieldError};
use super::form::Form;
use super::{glance, rules};
use crate::json::{self, Value};

impl Form {
    /// Checks a whole answer (ELI-30, ELI-34).
    ///
    /// # Errors
    /// Every fault at once, in the order of the fields.
    pub fn check(&self, content: Value<'_>) -> Result<(), Vec<FieldError>> {
        if glance::fits(self, content) { Ok(()) } else { thoroughly(self, content) }
    }
}

/// Every fault, in the order of the fields, strangers last.
fn thoroughly(form: &Form, content: Value<'_>) -> Result<(), Vec<FieldError>> {
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
        let fault = match rules::value(field, value) {
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
        json::Kind::Number => rules::finite(value.number()).map(|_| ()),
        json::Kind::Array if form.lists && texts() => Ok(()),
        _ => Err(Fault::with(FieldCode::Type, "simple")),
    }
}
