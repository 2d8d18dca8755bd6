//! A form while it is being filled in.

use std::borrow::Cow;
use std::sync::Arc;

use super::error::{Fault, FieldCode, FieldError};
use super::field::{Field, Kind};
use super::form::Form;
use super::{rules, text};
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

/// What a field holds, and what is wrong with it: judged once, when it is entered.
#[derive(Clone, Debug)]
struct Entry {
    held: Held,
    fault: Option<Fault>,
}

#[derive(Clone, Debug)]
enum Held {
    Untouched,
    Nothing,
    Value(Json),
}

impl Entry {
    fn untouched(field: &Field) -> Self {
        // A default fits its field, or it would be none.
        let missing = field.required && field.default.is_none();
        let fault = missing.then(|| Fault::new(FieldCode::Required));
        Self { held: Held::Untouched, fault }
    }

    /// No choice at all is an answer where the field is required, and no answer where it is not.
    fn emptied(field: &Field) -> Self {
        match &field.kind {
            Kind::SomeOf { .. } if field.required => Self::value(field, text::list(&[], &[])),
            _ => {
                let fault = field.required.then(|| Fault::new(FieldCode::Required));
                Self { held: Held::Nothing, fault }
            }
        }
    }

    fn value(field: &Field, value: Json) -> Self {
        let fault = rules::value(field, value.value()).err();
        Self { held: Held::Value(value), fault }
    }

    /// Typed text that stands for no value.
    fn unreadable(fault: Fault) -> Self {
        Self { held: Held::Nothing, fault: Some(fault) }
    }
}

impl Draft {
    /// Nothing entered yet.
    #[must_use]
    pub fn new(form: Arc<Form>) -> Self {
        let entries = form.fields().iter().map(Entry::untouched).collect();
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
            Ok(Some(value)) => Entry::value(field, value),
            Ok(None) => Entry::emptied(field),
            Err(fault) => Entry::unreadable(fault),
        };
        self.check_field(index)
    }

    /// Enters a value as JSON. An integer is kept in plain digits (`3` for `3.0`).
    ///
    /// # Errors
    /// As for [`Draft::set_text`].
    pub fn set_json(&mut self, index: usize, value: Value<'_>) -> Result<(), FieldError> {
        let Some(field) = self.form.fields().get(index) else { return Ok(()) };
        let value = match field.kind {
            Kind::Integer { .. } => text::plain_integer(value),
            _ => Json::from(value),
        };
        self.entries[index] = Entry::value(field, value);
        self.check_field(index)
    }

    /// Selects a choice, or takes it back. Of one-of fields the last selected counts; taking it
    /// back empties the field.
    pub fn select(&mut self, index: usize, choice: usize, on: bool) {
        let Some(field) = self.form.fields().get(index) else { return };
        let Some(chosen) = field.choices().get(choice) else { return };
        let Kind::SomeOf { choices, .. } = &field.kind else {
            if on {
                self.entries[index] = Entry::value(field, text::text(&chosen.value));
            } else if self.is_selected(index, choice) {
                self.entries[index] = Entry::emptied(field);
            }
            return;
        };
        let mut picked = vec![false; choices.len()];
        for value in self.value(index).into_iter().flat_map(texts) {
            if let Some(place) = choices.find(&value) {
                picked[place] = true;
            }
        }
        picked[choice] = on;
        self.entries[index] = if picked.contains(&true) {
            Entry::value(field, text::list(choices, &picked))
        } else {
            Entry::emptied(field)
        };
    }

    /// Whether a choice is selected now, be it by default.
    #[must_use]
    pub fn is_selected(&self, index: usize, choice: usize) -> bool {
        let field = self.form.fields().get(index);
        let choice = field.and_then(|field| field.choices().get(choice));
        let (Some(choice), Some(value)) = (choice, self.value(index)) else { return false };
        texts(value).any(|text| text == choice.value)
    }

    /// Empties a field.
    pub fn clear(&mut self, index: usize) {
        if let Some(field) = self.form.fields().get(index) {
            self.entries[index] = Entry::emptied(field);
        }
    }

    /// Makes a field untouched again: it holds its default.
    pub fn reset(&mut self, index: usize) {
        if let Some(field) = self.form.fields().get(index) {
            self.entries[index] = Entry::untouched(field);
        }
    }

    /// Whether anything was entered into a field, or it was emptied.
    #[must_use]
    pub fn is_touched(&self, index: usize) -> bool {
        self.entries.get(index).is_some_and(|entry| !matches!(entry.held, Held::Untouched))
    }

    /// What a field holds now: what was entered, or the default if it is untouched.
    #[must_use]
    pub fn value(&self, index: usize) -> Option<&Json> {
        match &self.entries.get(index)?.held {
            Held::Untouched => self.form.fields().get(index)?.default.as_ref(),
            Held::Value(value) => Some(value),
            Held::Nothing => None,
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
        match self.entries.get(index).and_then(|entry| entry.fault.as_ref()) {
            Some(fault) => Err(fault.clone().at(index, &self.form.fields()[index].name)),
            None => Ok(()),
        }
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
        let mut writer = Writer::with_capacity(512);
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

/// A text, or those of a list.
fn texts(value: &Json) -> impl Iterator<Item = Cow<'_, str>> {
    std::iter::once(value.value()).chain(value.value().items()).filter_map(Value::text)
}
