//! Filling in a form, field by field.

use crate::error::{FieldFault, McpError};
use crate::form::{Field, FormRefused, Objection};
use crate::input::RawInput;
use crate::text::{json, revision};
use client::elicitation::{Draft, FieldError, Form};
use client::{Code, Error, Limits};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// See the class that wraps it.
#[derive(uniffi::Object)]
pub struct RawForm {
    form: Arc<Form>,
    draft: Place,
}

/// Where what was filled in is kept.
enum Place {
    Own(Mutex<Draft>),
    /// Accepting the input sends it.
    Input(Arc<RawInput>),
}

#[uniffi::export]
impl RawForm {
    /// Reads a `requestedSchema` as a protocol revision has it, without a server (ELI-10).
    ///
    /// # Errors
    /// Why it cannot be shown whole (ELI-11).
    #[uniffi::constructor]
    pub fn parse(schema: &str, revision_name: &str) -> Result<Arc<Self>, FormRefused> {
        let schema = json(schema).map_err(FormRefused::unreadable)?;
        let revision =
            revision(revision_name).map_err(|error| FormRefused::unreadable(error.into()))?;
        let form = Arc::new(Form::parse(schema.value(), revision, &Limits::default())?);
        let draft = Place::Own(Mutex::new(Draft::new(Arc::clone(&form))));
        Ok(Arc::new(Self { form, draft }))
    }

    /// The fields in the server's order (ELI-28). There may be none: a mere confirmation.
    pub fn fields(&self) -> Vec<Field> {
        Field::all(&self.form)
    }

    /// What is odd about the form and was read as meant: for developers.
    pub fn objections(&self) -> Vec<Objection> {
        self.form.objections().iter().map(Objection::from).collect()
    }

    /// What is wrong with a whole answer, a JSON value (ELI-30, ELI-34).
    ///
    /// # Errors
    /// `BadJson`.
    pub fn faults_of(&self, content: &str) -> Result<Vec<FieldFault>, McpError> {
        let faults = self.form.check(json(content)?.value()).err().unwrap_or_default();
        Ok(faults.iter().map(FieldFault::from).collect())
    }

    /// An answer, a JSON value, with the defaults of the fields that it does not have (ELI-24).
    ///
    /// # Errors
    /// `BadJson`.
    pub fn with_defaults(&self, content: &str) -> Result<String, McpError> {
        Ok(self.form.with_defaults(json(content)?.value()).as_str().into())
    }

    /// Fills in one field from text as typed (ELI-27). Empty text empties the field. What does not
    /// fit is kept, and later checks report it again.
    ///
    /// # Errors
    /// `Form` (the text does not fit the field), `InvalidArg` (no such field).
    pub fn set_text(&self, field: u32, text: &str) -> Result<(), McpError> {
        let (mut draft, field) = self.field(field)?;
        Ok(draft.set_text(field, text).map_err(fault)?)
    }

    /// Fills in one field with a JSON value, such as `true`, `3` or `["a"]`.
    ///
    /// # Errors
    /// As `set_text`, and `BadJson`.
    pub fn set_json(&self, field: u32, value: &str) -> Result<(), McpError> {
        let value = json(value)?;
        let (mut draft, field) = self.field(field)?;
        Ok(draft.set_json(field, value.value()).map_err(fault)?)
    }

    /// Selects a choice, or takes it back. Of one-of fields the last one selected counts.
    ///
    /// # Errors
    /// `InvalidArg` (no such field or choice).
    pub fn select(&self, field: u32, choice: u32, on: bool) -> Result<(), McpError> {
        let (mut draft, field) = self.field(field)?;
        let choice = usize::try_from(choice).unwrap_or(usize::MAX);
        if draft.form().fields()[field].choices().get(choice).is_none() {
            return Err(Error::new(Code::InvalidArg, "the field has no such choice").into());
        }
        draft.select(field, choice, on);
        Ok(())
    }

    /// Whether a choice is selected now, be it by default.
    pub fn is_selected(&self, field: u32, choice: u32) -> bool {
        let choice = usize::try_from(choice).unwrap_or(usize::MAX);
        self.field(field).is_ok_and(|(draft, field)| draft.is_selected(field, choice))
    }

    /// Empties a field: an optional one is left out of the answer, whatever its default.
    ///
    /// # Errors
    /// `InvalidArg` (no such field).
    pub fn clear(&self, field: u32) -> Result<(), McpError> {
        let (mut draft, field) = self.field(field)?;
        draft.clear(field);
        Ok(())
    }

    /// Makes a field untouched again: it holds its default (ELI-24).
    ///
    /// # Errors
    /// `InvalidArg` (no such field).
    pub fn reset(&self, field: u32) -> Result<(), McpError> {
        let (mut draft, field) = self.field(field)?;
        draft.reset(field);
        Ok(())
    }

    /// Whether anything was entered into a field, or it was emptied.
    pub fn is_touched(&self, field: u32) -> bool {
        self.field(field).is_ok_and(|(draft, field)| draft.is_touched(field))
    }

    /// What a field holds now, as JSON: what was filled in, or its default if nothing was; none if it
    /// is empty, or holds what could not be read.
    pub fn value(&self, field: u32) -> Option<String> {
        let (draft, field) = self.field(field).ok()?;
        Some(draft.value(field)?.as_str().into())
    }

    /// What a field holds now, as text that `set_text` reads as the same value, for a place to type in.
    /// Choices are their labels, unless only the value is clear. None if the field is empty. A default is
    /// the server's text, and not safe to show.
    pub fn value_text(&self, field: u32) -> Option<String> {
        let (draft, field) = self.field(field).ok()?;
        draft.value_text(field)
    }

    /// Checks one field as it is now (ELI-34).
    ///
    /// # Errors
    /// `Form`, `InvalidArg` (no such field).
    pub fn check_field(&self, field: u32) -> Result<(), McpError> {
        let (draft, field) = self.field(field)?;
        Ok(draft.check_field(field).map_err(fault)?)
    }

    /// Checks the form as it is now (ELI-34).
    ///
    /// # Errors
    /// `Form` with every field that is wrong.
    pub fn check(&self) -> Result<(), McpError> {
        Ok(self.form()?.check().map_err(Error::form)?)
    }

    /// Exactly the content that `accept` would send now, as JSON: for a last look (ELI-48).
    ///
    /// # Errors
    /// As `check`.
    pub fn preview(&self) -> Result<String, McpError> {
        Ok(self.form()?.content().map_err(Error::form)?.as_str().into())
    }
}

impl RawForm {
    /// The form that an input asks for.
    pub(crate) fn of(input: Arc<RawInput>) -> Option<Arc<Self>> {
        let form = Arc::clone(input.input.draft()?.form());
        Some(Arc::new(Self { form, draft: Place::Input(input) }))
    }

    fn form(&self) -> Result<MutexGuard<'_, Draft>, Error> {
        match &self.draft {
            Place::Own(draft) => Ok(draft.lock().unwrap_or_else(PoisonError::into_inner)),
            Place::Input(input) => {
                let draft = input.input.draft();
                draft.ok_or_else(|| Error::new(Code::InvalidArg, "the input is not a form"))
            }
        }
    }

    /// What is filled in so far, once the field is known to exist.
    fn field(&self, index: u32) -> Result<(MutexGuard<'_, Draft>, usize), Error> {
        let draft = self.form()?;
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        if index < draft.form().fields().len() {
            return Ok((draft, index));
        }
        Err(Error::new(Code::InvalidArg, "the form has no such field"))
    }
}

fn fault(fault: FieldError) -> Error {
    Error::form(vec![fault])
}
