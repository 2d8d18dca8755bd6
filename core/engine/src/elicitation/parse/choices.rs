//! The many spellings of a choice: `enum`, `enumNames`, and lists of `const` and `title`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::choices::{Choice, Choices};
use super::super::field;
use super::super::objection::ObjectionCode;
use super::super::refusal::RefusalCode;
use super::super::rules;
use super::keywords::{Keywords, is_annotation, is_null_branch, present};
use super::parser::Parser;
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
    ) -> Result<Option<Choices>, RefusalCode> {
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
        self.keep(name, &mut choices, |choice| rules::text(text, &choice.value).is_ok());
        Ok(Some(choices.into()))
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
        let values = self.list(values)?;
        if labels.is_some_and(|labels| labels.items().count() != values.len()) {
            self.note(Some(name), ObjectionCode::LabelCount);
        }
        let mut labels = labels.into_iter().flat_map(Value::items);
        let label = |value| (value, labels.next().and_then(Value::text));
        self.collect(name, values.into_iter().map(label).collect())
    }

    /// The elements of a list of choices.
    fn list<'a>(&self, list: Value<'a>) -> Result<Vec<Value<'a>>, RefusalCode> {
        if list.kind() != Kind::Array {
            return Err(RefusalCode::BadChoices);
        }
        let most = self.limits.choices;
        let values: Vec<_> = list.items().take(most.saturating_add(1)).collect();
        if values.len() > most { Err(RefusalCode::TooManyChoices) } else { Ok(values) }
    }

    fn titled(&mut self, name: &str, entries: Value<'_>) -> Result<Vec<Choice>, RefusalCode> {
        let entries = self.list(entries)?;
        let mut pairs = Vec::with_capacity(entries.len());
        for entry in entries {
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
        let (mut value, mut title, mut others) = (None, None, Vec::new());
        for (key, member) in entry.members() {
            let name = key.text();
            let slot = match name.as_ref() {
                "const" => &mut value,
                "title" => &mut title,
                _ => {
                    others.push((name, member));
                    continue;
                }
            };
            if slot.replace(member).is_some() {
                return Err(RefusalCode::KeywordTwice);
            }
        }
        others.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        if others.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(RefusalCode::KeywordTwice);
        }
        // A branch that is no choice belongs to a union of types.
        let value = value.ok_or(match others.iter().any(|(key, _)| key == "type") {
            true => RefusalCode::Combination,
            false => RefusalCode::BadChoices,
        })?;
        for (keyword, member) in others {
            match keyword.as_ref() {
                "type" if member.text().as_deref() == Some("string") => {}
                "type" => return Err(RefusalCode::ChoicesNotText),
                "description" => {}
                keyword if is_annotation(keyword) => {}
                keyword => match Keywords::restricts(keyword) {
                    Some(code) => return Err(code),
                    None => self.note(Some(name), ObjectionCode::UnknownKeyword),
                },
            }
        }
        Ok(Some((value, present(title).and_then(Value::text))))
    }

    fn collect(&mut self, name: &str, pairs: Vec<Pair<'_>>) -> Result<Vec<Choice>, RefusalCode> {
        let mut known = Known::default();
        let mut choices: Vec<Choice> = Vec::with_capacity(pairs.len());
        for (value, label) in pairs {
            if value.is_null() {
                self.note(Some(name), ObjectionCode::ChoiceIgnored);
                continue;
            }
            let value = value.text().ok_or(RefusalCode::ChoicesNotText)?;
            if !known.is_new(&choices, &value) {
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

/// The values of a list so far; a short one is searched as it is.
#[derive(Default)]
struct Known(HashSet<String>);

impl Known {
    const SHORT: usize = 16;

    fn is_new(&mut self, choices: &[Choice], value: &str) -> bool {
        if choices.len() < Self::SHORT {
            return choices.iter().all(|choice| choice.value != value);
        }
        if self.0.is_empty() {
            self.0.extend(choices.iter().map(|choice| choice.value.clone()));
        }
        self.0.insert(value.to_owned())
    }
}
