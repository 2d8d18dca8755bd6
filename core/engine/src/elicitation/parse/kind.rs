//! What a property takes.

use std::borrow::Cow;

use super::super::choices::Choices;
use super::super::field::{Format, Kind};
use super::super::objection::ObjectionCode;
use super::super::pattern::Pattern;
use super::super::refusal::RefusalCode;
use super::keywords::Keywords;
use super::limits;
use super::parser::Parser;
use crate::json::{self, Value};

impl Parser<'_> {
    /// The kind, and whether any answer can satisfy it.
    pub(super) fn kind(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
    ) -> Result<(Kind, bool), RefusalCode> {
        let type_ = match keywords.type_ {
            Some(value) => self.type_name(name, value)?,
            None => self.implied_type(name, keywords)?,
        };
        match type_.as_ref() {
            "string" => self.string(name, keywords),
            "number" => self.number(name, keywords, false),
            "integer" => self.number(name, keywords, true),
            "boolean" => {
                no_choices(keywords)?;
                Ok((Kind::YesNo, true))
            }
            "array" => self.array(name, keywords),
            "object" => Err(RefusalCode::Nested),
            _ => Err(RefusalCode::NoType),
        }
    }

    fn type_name<'a>(&mut self, name: &str, value: Value<'a>) -> Result<Cow<'a, str>, RefusalCode> {
        if let Some(text) = value.text() {
            return Ok(text);
        }
        let texts: Option<Vec<_>> = value.items().map(Value::text).collect();
        let texts = texts.ok_or(RefusalCode::NoType)?;
        let mut types = texts.into_iter().filter(|text| text != "null");
        let one = types.next().ok_or(RefusalCode::NoType)?;
        if types.next().is_some() {
            return Err(RefusalCode::SeveralTypes);
        }
        self.note(Some(name), ObjectionCode::TypeUnion);
        Ok(one)
    }

    /// Choices say what they are choices for.
    fn implied_type(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
    ) -> Result<Cow<'static, str>, RefusalCode> {
        let single = [keywords.enum_, keywords.one_of, keywords.any_of, keywords.const_];
        let type_ = if keywords.items.is_some() {
            "array"
        } else if single.into_iter().any(|keyword| keyword.is_some()) {
            "string"
        } else {
            return Err(RefusalCode::NoType);
        };
        self.note(Some(name), ObjectionCode::TypeMissing);
        Ok(Cow::Borrowed(type_))
    }

    fn string(&mut self, name: &str, keywords: &Keywords<'_>) -> Result<(Kind, bool), RefusalCode> {
        let titled = [keywords.one_of, keywords.any_of];
        if titled.iter().any(Option::is_some) && !self.facts.multi_select {
            self.note(Some(name), ObjectionCode::NotInRevision);
        }
        let (text, answerable) = self.text(name, keywords)?;
        match self.choices(name, keywords, titled, &text)? {
            Some(choices) => {
                let answerable = !choices.is_empty();
                Ok((Kind::OneOf(choices), answerable))
            }
            None => Ok((text, answerable)),
        }
    }

    /// What a text may be, choices aside.
    fn text(&mut self, name: &str, keywords: &Keywords<'_>) -> Result<(Kind, bool), RefusalCode> {
        let min = limits::count(keywords.min_length)?;
        let max = limits::count(keywords.max_length)?;
        let format = word(keywords.format)?.map(|format| Format::from_name(&format));
        if let Some(Format::Other(_)) = format {
            self.note(Some(name), ObjectionCode::UnknownFormat);
        }
        let pattern = word(keywords.pattern)?;
        let pattern = pattern.map(|pattern| Pattern::new(&pattern, &mut self.large));
        if pattern.as_ref().is_some_and(|pattern| !pattern.is_checked()) {
            self.note(Some(name), ObjectionCode::PatternNotChecked);
        }
        Ok((Kind::Text { min, max, format, pattern }, limits::possible(min, max)))
    }

    fn number(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
        integer: bool,
    ) -> Result<(Kind, bool), RefusalCode> {
        no_choices(keywords)?;
        let min = limits::bound(keywords.minimum, keywords.exclusive_minimum, true)?;
        let max = limits::bound(keywords.maximum, keywords.exclusive_maximum, false)?;
        if [&min, &max].into_iter().flatten().any(|bound| bound.exclusive) {
            self.note(Some(name), ObjectionCode::BeyondSubset);
        }
        let step = keywords.multiple_of.map(limits::step).transpose()?;
        match &step {
            Some(Some(_)) => self.note(Some(name), ObjectionCode::BeyondSubset),
            Some(None) => self.note(Some(name), ObjectionCode::NotChecked),
            None => {}
        }
        let step = step.flatten();
        let answerable = limits::holds_a_number(min.as_ref(), max.as_ref(), integer)
            && limits::holds_a_multiple(min.as_ref(), max.as_ref(), step.as_ref(), integer);
        let kind = match integer {
            true => Kind::Integer { min, max, step },
            false => Kind::Number { min, max, step },
        };
        Ok((kind, answerable))
    }

    fn array(&mut self, name: &str, keywords: &Keywords<'_>) -> Result<(Kind, bool), RefusalCode> {
        if !self.facts.multi_select {
            return Err(RefusalCode::ListNotInRevision);
        }
        // These would restrict the list as a whole.
        let whole = [keywords.enum_, keywords.const_, keywords.one_of, keywords.any_of];
        if whole.iter().any(Option::is_some) {
            return Err(RefusalCode::Combination);
        }
        let choices = self.items(name, keywords.items.ok_or(RefusalCode::ListOfOther)?)?;
        let min = limits::count(keywords.min_items)?;
        let max = limits::count(keywords.max_items)?;
        let unique = match keywords.unique_items {
            Some(value) => value.boolean().ok_or(RefusalCode::BadKeyword)?,
            None => false,
        };
        if unique {
            self.note(Some(name), ObjectionCode::BeyondSubset);
        }
        // A dialog offers each choice once.
        let enough = min.is_none_or(|min| min <= choices.len() as u64);
        let answerable = enough && limits::possible(min, max);
        Ok((Kind::SomeOf { choices, min, max, unique }, answerable))
    }

    /// What a list consists of: choices.
    fn items(&mut self, name: &str, items: Value<'_>) -> Result<Choices, RefusalCode> {
        if !is_object(items) {
            return Err(RefusalCode::ListOfOther);
        }
        let keywords = self.keywords(name, items)?;
        let titled = [keywords.any_of, keywords.one_of];
        match keywords.type_ {
            Some(value) => match self.type_name(name, value)?.as_ref() {
                "string" => {}
                "object" => return Err(RefusalCode::Nested),
                _ => return Err(no_choices(&keywords).err().unwrap_or(RefusalCode::ListOfOther)),
            },
            // Titled choices have none in the protocol's own schema.
            None if titled.iter().any(Option::is_some) => {}
            None => self.note(Some(name), ObjectionCode::TypeMissing),
        }
        let (text, _) = self.text(name, &keywords)?;
        let choices = self.choices(name, &keywords, titled, &text)?;
        choices.ok_or(RefusalCode::ListOfOther)
    }
}

/// A keyword that has to be text.
fn word(value: Option<Value<'_>>) -> Result<Option<Cow<'_, str>>, RefusalCode> {
    value.map(|value| value.text().ok_or(RefusalCode::BadKeyword)).transpose()
}

/// Choices are texts; those among numbers or truth values could not be answered.
fn no_choices(keywords: &Keywords<'_>) -> Result<(), RefusalCode> {
    let choices = [keywords.enum_, keywords.one_of, keywords.any_of, keywords.const_];
    if choices.into_iter().any(|keyword| keyword.is_some()) {
        return Err(RefusalCode::ChoicesNotText);
    }
    Ok(())
}

/// Whether a value is a JSON object.
pub(super) fn is_object(value: Value<'_>) -> bool {
    value.kind() == json::Kind::Object
}
