//! A form while it is being filled in.

use std::sync::Arc;

use super::error::{Fault, FieldCode, FieldError};
use super::field::{Field, Kind};
use super::form::Form;
use super::{check, text};
use crate::json::{Json, Value, Writer};

/// What a person has entered so far. Fields can be set in any order and as often as one likes.
///
/// A field that nobody touched holds its default (ELI-24). An optional field that was emptied is
/// left out of the answer, default or not. Indices beyond the form are ignored or `None`.
#[derive(Clone, Debug)]
pub struct Draft {
    form: Arc<Form>,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
enum Entry {
    Untouched,
    Emptied,
    Value(Json),
    /// Typed text that stands for no value.
    Unreadable(Fault),
}

impl Draft {
    /// Nothing entered yet.
    #[must_use]
    pub fn new(form: Arc<Form>) -> Self {
        let entries = vec![Entry::Untouched; form.fields().len()];
        Self { form, entries }
    }

    /// The form that this fills in.
    #[must_use]
    pub fn form(&self) -> &Arc<Form> {
        &self.form
    }

    /// Enters text as typed. Plain text counts to the last blank; numbers, dates, yes or no and
    /// choices (by value, label or number) may have white space around them. Empty text empties
    /// the field.
    ///
    /// # Errors
    /// What is wrong with the field now. The entry is kept either way, and later checks report it
    /// again.
    pub fn set_text(&mut self, index: usize, typed: &str) -> Result<(), FieldError> {
        let Some(field) = self.form.fields().get(index) else { return Ok(()) };
        self.entries[index] = match text::read(field, typed) {
            Ok(Some(value)) => Entry::Value(value),
            Ok(None) => emptied(field),
            Err(fault) => Entry::Unreadable(fault),
        };
        self.check_field(index)
    }

    /// Enters a value as JSON. An integer is kept in plain digits (`3` for `3.0`).
    ///
    /// # Errors
    /// As for [`Draft::set_text`].
    pub fn set_json(&mut self, index: usize, value: Value<'_>) -> Result<(), FieldError> {
        let Some(field) = self.form.fields().get(index) else { return Ok(()) };
        self.entries[index] = Entry::Value(match field.kind {
            Kind::Integer { .. } => text::plain_integer(value),
            _ => Json::from(value),
        });
        self.check_field(index)
    }

    /// Selects a choice, or takes it back. Of one-of fields the last selected counts; taking it
    /// back empties the field.
    pub fn select(&mut self, index: usize, choice: usize, on: bool) {
        let Some(field) = self.form.fields().get(index) else { return };
        if choice >= field.choices().len() {
            return;
        }
        let mut picked: Vec<bool> =
            (0..field.choices().len()).map(|place| self.is_selected(index, place)).collect();
        if let Kind::OneOf(choices) = &field.kind {
            match (on, picked[choice]) {
                (true, _) => self.entries[index] = Entry::Value(text::text(&choices[choice].value)),
                (false, true) => self.entries[index] = Entry::Emptied,
                (false, false) => {}
            }
            return;
        }
        picked[choice] = on;
        self.entries[index] = if picked.contains(&true) {
            Entry::Value(text::list(field.choices(), &picked))
        } else {
            emptied(field)
        };
    }

    /// Whether a choice is selected now, be it by default.
    #[must_use]
    pub fn is_selected(&self, index: usize, choice: usize) -> bool {
        let Some(field) = self.form.fields().get(index) else { return false };
        let (Some(choice), Some(value)) = (field.choices().get(choice), self.value(index)) else {
            return false;
        };
        let is_it = |value: Value<'_>| value.text().is_some_and(|text| text == choice.value);
        is_it(value.value()) || value.value().items().any(is_it)
    }

    /// Empties a field.
    pub fn clear(&mut self, index: usize) {
        if let Some(field) = self.form.fields().get(index) {
            self.entries[index] = emptied(field);
        }
    }

    /// Makes a field untouched again: it holds its default.
    pub fn reset(&mut self, index: usize) {
        if let Some(entry) = self.entries.get_mut(index) {
            *entry = Entry::Untouched;
        }
    }

    /// Whether anything was entered into a field, or it was emptied.
    #[must_use]
    pub fn is_touched(&self, index: usize) -> bool {
        !matches!(self.entries.get(index), None | Some(Entry::Untouched))
    }

    /// What a field holds now: what was entered, or the default if it is untouched.
    #[must_use]
    pub fn value(&self, index: usize) -> Option<&Json> {
        match self.entries.get(index)? {
            Entry::Untouched => self.form.fields().get(index)?.default.as_ref(),
            Entry::Value(value) => Some(value),
            Entry::Emptied | Entry::Unreadable(_) => None,
        }
    }

    /// What a field holds now, as text that [`Draft::set_text`] reads as the same value: for a place to
    /// type in. Choices are their labels, unless only the value is clear.
    #[must_use]
    pub fn value_text(&self, index: usize) -> Option<String> {
        Some(text::shown(self.form.fields().get(index)?, self.value(index)?.value()))
    }

    /// What is wrong with one field.
    ///
    /// # Errors
    /// The first fault.
    pub fn check_field(&self, index: usize) -> Result<(), FieldError> {
        let Some(field) = self.form.fields().get(index) else { return Ok(()) };
        let result = match (self.entries.get(index), self.value(index)) {
            (Some(Entry::Unreadable(fault)), _) => Err(fault.clone()),
            (_, Some(value)) => check::value(field, value.value()),
            (_, None) if field.required => Err(Fault::new(FieldCode::Required)),
            (_, None) => Ok(()),
        };
        result.map_err(|fault| fault.at(index, &field.name))
    }

    /// What is wrong with the form.
    ///
    /// # Errors
    /// Every field that is wrong, in order (ELI-34).
    pub fn check(&self) -> Result<(), Vec<FieldError>> {
        let faults: Vec<FieldError> =
            (0..self.entries.len()).filter_map(|index| self.check_field(index).err()).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Exactly what an accepted form sends (ELI-30, ELI-48), if all of it is right.
    ///
    /// # Errors
    /// Every field that is wrong, in order.
    pub fn content(&self) -> Result<Json, Vec<FieldError>> {
        self.check()?;
        let mut writer = Writer::new();
        writer.object();
        for (index, field) in self.form.fields().iter().enumerate() {
            if let Some(value) = self.value(index) {
                writer.key(&field.name).raw(value.as_str());
            }
        }
        writer.end_object();
        Ok(writer.finish())
    }
}

/// No choice at all is an answer where the field is required, and no answer where it is not.
fn emptied(field: &Field) -> Entry {
    match &field.kind {
        Kind::SomeOf { .. } if field.required => Entry::Value(text::list(&[], &[])),
        _ => Entry::Emptied,
    }
}
