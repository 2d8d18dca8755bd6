//! The many spellings of a choice: `enum`, `enumNames`, and lists of `const` and `title`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::field::Choice;
use super::super::objection::ObjectionCode;
use super::Parser;
use super::keywords::{Keywords, is_null_branch, present};
use super::kind::is_object;
use crate::json::{Kind, Value};

type Problem = &'static str;

const NOT_TEXT: Problem = "offers choices that are not texts";
const NOT_CHOICES: Problem = "is a list of something other than choices";

impl Parser<'_> {
    /// The choices of a text property, if it has any.
    pub(super) fn single_choices(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
    ) -> Result<Option<Vec<Choice>>, Problem> {
        if let Some(titled) = keywords.one_of.or(keywords.any_of) {
            if keywords.one_of.is_none() || keywords.enum_.is_some() {
                self.note(Some(name), ObjectionCode::ChoiceSpelling);
            }
            if !self.facts.multi_select {
                self.note(Some(name), ObjectionCode::NotInRevision);
            }
            return self.titled(name, titled).map(Some);
        }
        if let Some(values) = keywords.enum_ {
            return self.plain(name, values, keywords.enum_names).map(Some);
        }
        let Some(value) = keywords.const_ else { return Ok(None) };
        self.note(Some(name), ObjectionCode::BeyondSubset);
        let value = value.text().ok_or(NOT_TEXT)?;
        Ok(Some(vec![Choice { label: value.clone().into_owned(), value: value.into_owned() }]))
    }

    /// The choices of a list property.
    pub(super) fn list_choices(
        &mut self,
        name: &str,
        items: Value<'_>,
    ) -> Result<Vec<Choice>, Problem> {
        if !is_object(items) {
            return Err(NOT_CHOICES);
        }
        if items.duplicate_member().is_some() {
            return Err("holds a keyword twice");
        }
        let get = |keyword| present(items.get(keyword));
        let type_ = get("type").map(Value::text);
        if items.get("$ref").is_some() {
            return Err("refers to another schema with $ref");
        }
        if type_ == Some(Some(Cow::Borrowed("object"))) || get("properties").is_some() {
            return Err("is a list of objects; forms have single fields only");
        }
        if type_.is_some_and(|type_| type_.as_deref() != Some("string")) {
            return Err(NOT_TEXT);
        }
        if let Some(titled) = get("anyOf").or_else(|| get("oneOf")) {
            if get("anyOf").is_none() || get("enum").is_some() {
                self.note(Some(name), ObjectionCode::ChoiceSpelling);
            }
            return self.titled(name, titled);
        }
        let values = get("enum").ok_or(NOT_CHOICES)?;
        if get("type").is_none() {
            self.note(Some(name), ObjectionCode::TypeMissing);
        }
        self.plain(name, values, get("enumNames"))
    }

    fn plain(
        &mut self,
        name: &str,
        values: Value<'_>,
        labels: Option<Value<'_>>,
    ) -> Result<Vec<Choice>, Problem> {
        if values.kind() != Kind::Array {
            return Err("enum must be a list");
        }
        let count = values.items().count();
        if labels.is_some_and(|labels| labels.items().count() != count) {
            self.note(Some(name), ObjectionCode::LabelCount);
        }
        let mut labels = labels.into_iter().flat_map(Value::items);
        let pairs = values.items().map(|value| (value, labels.next().and_then(Value::text)));
        self.collect(name, count, pairs.map(Ok))
    }

    fn titled(&mut self, name: &str, entries: Value<'_>) -> Result<Vec<Choice>, Problem> {
        if entries.kind() != Kind::Array {
            return Err("titled choices must be a list");
        }
        let count = entries.items().count();
        if entries.items().any(is_null_branch) {
            self.note(Some(name), ObjectionCode::ChoiceIgnored);
        }
        let pairs = entries.items().filter(|entry| !is_null_branch(*entry)).map(|entry| {
            let value = entry.get("const").ok_or("offers choices without const")?;
            Ok((value, present(entry.get("title")).and_then(Value::text)))
        });
        self.collect(name, count, pairs)
    }

    fn collect<'a>(
        &mut self,
        name: &str,
        count: usize,
        pairs: impl Iterator<Item = Result<(Value<'a>, Option<Cow<'a, str>>), Problem>>,
    ) -> Result<Vec<Choice>, Problem> {
        if count > self.limits.choices {
            return Err("offers more choices than the limit");
        }
        let mut known = HashSet::with_capacity(count);
        let mut choices = Vec::with_capacity(count);
        for pair in pairs {
            let (value, label) = pair?;
            if value.is_null() {
                self.note(Some(name), ObjectionCode::ChoiceIgnored);
                continue;
            }
            let value = value.text().ok_or(NOT_TEXT)?;
            if !known.insert(value.clone()) {
                self.note(Some(name), ObjectionCode::ChoiceIgnored);
                continue;
            }
            let label = label.filter(|label| !label.is_empty());
            let label = label.unwrap_or_else(|| value.clone()).into_owned();
            choices.push(Choice { value: value.into_owned(), label });
        }
        Ok(choices)
    }
}
