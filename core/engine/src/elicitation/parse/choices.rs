//! The many spellings of a choice: `enum`, `enumNames`, and lists of `const` and `title`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::check;
use super::super::field::{self, Choice};
use super::super::objection::ObjectionCode;
use super::super::refusal::RefusalCode;
use super::Parser;
use super::keywords::{Keywords, is_annotation, is_null_branch, present};
use crate::json::{Kind, Value};

/// A value and what it is called, before it is known to be text.
type Pair<'a> = (Value<'a>, Option<Cow<'a, str>>);

impl Parser<'_> {
    /// What several lists of choices have in common, and the other rules for `text` allow: each of
    /// them restricts the value. The first list that is there says what choices are called; the
    /// usual place of `titled` ones comes first.
    pub(super) fn choices(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
        titled: [Option<Value<'_>>; 2],
        text: &field::Kind,
    ) -> Result<Option<Vec<Choice>>, RefusalCode> {
        let mut lists = Vec::new();
        let [usual, other] = titled.map(|entries| entries.is_some());
        if other && !usual || usual && keywords.enum_.is_some() {
            self.note(Some(name), ObjectionCode::ChoiceSpelling);
        }
        for entries in titled.into_iter().flatten() {
            lists.push(self.titled(name, entries)?);
        }
        if let Some(values) = keywords.enum_ {
            lists.push(self.plain(name, values, keywords.enum_names)?);
        }
        if let Some(value) = keywords.const_ {
            self.note(Some(name), ObjectionCode::BeyondSubset);
            let value = value.text().ok_or(RefusalCode::ChoicesNotText)?.into_owned();
            lists.push(vec![Choice { label: value.clone(), value }]);
        }
        let mut lists = lists.into_iter();
        let Some(mut choices) = lists.next() else { return Ok(None) };
        for others in lists {
            let others: HashSet<String> = others.into_iter().map(|choice| choice.value).collect();
            self.keep(name, &mut choices, |choice| others.contains(&choice.value));
        }
        self.keep(name, &mut choices, |choice| check::text(text, &choice.value).is_ok());
        Ok(Some(choices))
    }

    /// Leaves out the choices that another keyword forbids.
    fn keep(&mut self, name: &str, choices: &mut Vec<Choice>, allowed: impl Fn(&Choice) -> bool) {
        let before = choices.len();
        choices.retain(allowed);
        if choices.len() < before {
            self.note(Some(name), ObjectionCode::ChoiceIgnored);
        }
    }

    fn plain(
        &mut self,
        name: &str,
        values: Value<'_>,
        labels: Option<Value<'_>>,
    ) -> Result<Vec<Choice>, RefusalCode> {
        let count = self.count(values)?;
        if labels.is_some_and(|labels| labels.items().count() != count) {
            self.note(Some(name), ObjectionCode::LabelCount);
        }
        let mut labels = labels.into_iter().flat_map(Value::items);
        let pairs = values.items().map(|value| (value, labels.next().and_then(Value::text)));
        self.collect(name, pairs.collect())
    }

    /// How many choices a list has.
    fn count(&self, list: Value<'_>) -> Result<usize, RefusalCode> {
        if list.kind() != Kind::Array {
            return Err(RefusalCode::BadChoices);
        }
        let count = list.items().count();
        if count > self.limits.choices { Err(RefusalCode::TooManyChoices) } else { Ok(count) }
    }

    fn titled(&mut self, name: &str, entries: Value<'_>) -> Result<Vec<Choice>, RefusalCode> {
        let count = self.count(entries)?;
        let mut pairs = Vec::with_capacity(count);
        for entry in entries.items() {
            pairs.extend(self.entry(name, entry)?);
        }
        self.collect(name, pairs)
    }

    /// The value and title of one titled choice; none for a branch that says `null`.
    fn entry<'a>(&mut self, name: &str, entry: Value<'a>) -> Result<Option<Pair<'a>>, RefusalCode> {
        if is_null_branch(entry) {
            self.note(Some(name), ObjectionCode::ChoiceIgnored);
            return Ok(None);
        }
        if entry.duplicate_member().is_some() {
            return Err(RefusalCode::KeywordTwice);
        }
        // A branch that is no choice belongs to a union of types.
        let value = entry.get("const").ok_or(match entry.get("type") {
            Some(_) => RefusalCode::Combination,
            None => RefusalCode::BadChoices,
        })?;
        for (key, member) in entry.members() {
            match key.text().as_ref() {
                "const" => {}
                "type" if member.text().as_deref() == Some("string") => {}
                "type" => return Err(RefusalCode::ChoicesNotText),
                "title" | "description" => {}
                keyword if is_annotation(keyword) => {}
                keyword => match Keywords::restricts(keyword) {
                    Some(code) => return Err(code),
                    None => self.note(Some(name), ObjectionCode::UnknownKeyword),
                },
            }
        }
        Ok(Some((value, present(entry.get("title")).and_then(Value::text))))
    }

    fn collect(&mut self, name: &str, pairs: Vec<Pair<'_>>) -> Result<Vec<Choice>, RefusalCode> {
        let mut known = HashSet::with_capacity(pairs.len());
        let mut choices = Vec::with_capacity(pairs.len());
        for (value, label) in pairs {
            if value.is_null() {
                self.note(Some(name), ObjectionCode::ChoiceIgnored);
                continue;
            }
            let value = value.text().ok_or(RefusalCode::ChoicesNotText)?;
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
