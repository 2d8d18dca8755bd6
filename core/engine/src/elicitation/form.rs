//! A server's question as a dialog needs it.

use super::field::Field;
use super::objection::Objection;
use crate::json::{Json, Kind, Value, Writer};

/// A form: fields in the server's order. It does not change.
#[derive(Clone, Debug)]
pub struct Form {
    pub(super) fields: Vec<Field>,
    pub(super) objections: Vec<Objection>,
    /// The fields' indices by name, for looking up members of an answer.
    pub(super) by_name: Vec<usize>,
    /// The server wants no other members (`additionalProperties: false`).
    pub(super) closed: bool,
    /// Answers may hold lists of texts (ELI-33).
    pub(super) lists: bool,
}

impl Form {
    /// The fields in the server's order (ELI-28). There may be none: a mere confirmation.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// What was read as meant.
    #[must_use]
    pub fn objections(&self) -> &[Objection] {
        &self.objections
    }

    /// The index of the field called `name`.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        let found =
            self.by_name.binary_search_by(|index| self.fields[*index].name.as_str().cmp(name));
        found.ok().map(|place| self.by_name[place])
    }

    /// `content` with the defaults of fields that it does not have. What is there stays as it is,
    /// and so does anything that is no object.
    #[must_use]
    pub fn with_defaults(&self, content: Value<'_>) -> Json {
        if content.kind() != Kind::Object {
            return Json::from(content);
        }
        let mut writer = Writer::with_capacity(content.raw().len() + 64);
        writer.object();
        for (key, value) in content.members() {
            writer.key(&key.text()).raw(value.raw());
        }
        for field in self.fields.iter().filter(|field| content.get(&field.name).is_none()) {
            if let Some(default) = &field.default {
                writer.key(&field.name).raw(default.as_str());
            }
        }
        writer.end_object();
        writer.finish()
    }
}
