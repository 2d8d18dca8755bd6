//! What a property takes.

use super::super::field::{Format, Kind};
use super::super::objection::ObjectionCode;
use super::super::pattern::Pattern;
use super::Parser;
use super::keywords::Keywords;
use super::limits;
use crate::json::{self, Value};

type Problem = &'static str;

const NESTED: Problem = "is an object; forms have single fields only";
const NO_TYPE: Problem = "has no type that a form can show";

impl Parser<'_> {
    /// The kind, and whether any answer can satisfy it.
    pub(super) fn kind(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
    ) -> Result<(Kind, bool), Problem> {
        let type_ = match keywords.type_ {
            Some(value) => self.type_name(name, value)?,
            None => self.implied_type(name, keywords)?,
        };
        match type_.as_str() {
            "string" => self.string(name, keywords),
            "number" => self.number(name, keywords, false),
            "integer" => self.number(name, keywords, true),
            "boolean" => {
                no_choices(keywords)?;
                Ok((Kind::YesNo, true))
            }
            "array" => self.array(name, keywords),
            "object" => Err(NESTED),
            _ => Err(NO_TYPE),
        }
    }

    fn type_name(&mut self, name: &str, value: Value<'_>) -> Result<String, Problem> {
        if let Some(text) = value.text() {
            return Ok(text.into_owned());
        }
        let texts: Option<Vec<_>> = value.items().map(Value::text).collect();
        let texts = texts.ok_or(NO_TYPE)?;
        let mut types = texts.into_iter().filter(|text| text != "null");
        let one = types.next().ok_or(NO_TYPE)?;
        if types.next().is_some() {
            return Err("has more than one type");
        }
        self.note(Some(name), ObjectionCode::TypeUnion);
        Ok(one.into_owned())
    }

    /// Choices say what they are choices for.
    fn implied_type(&mut self, name: &str, keywords: &Keywords<'_>) -> Result<String, Problem> {
        let single = [keywords.enum_, keywords.one_of, keywords.any_of, keywords.const_];
        let type_ = if keywords.items.is_some() {
            "array"
        } else if single.into_iter().any(|keyword| keyword.is_some()) {
            "string"
        } else {
            return Err(NO_TYPE);
        };
        self.note(Some(name), ObjectionCode::TypeMissing);
        Ok(type_.to_owned())
    }

    fn string(&mut self, name: &str, keywords: &Keywords<'_>) -> Result<(Kind, bool), Problem> {
        if let Some(choices) = self.single_choices(name, keywords)? {
            let answerable = !choices.is_empty();
            return Ok((Kind::OneOf(choices), answerable));
        }
        let min = limits::count(keywords.min_length)?;
        let max = limits::count(keywords.max_length)?;
        let format = match keywords.format {
            Some(value) => Some(value.text().ok_or("format must be text")?),
            None => None,
        };
        let format = format.map(|format| Format::from_name(&format));
        if let Some(Format::Other(_)) = format {
            self.note(Some(name), ObjectionCode::UnknownFormat);
        }
        let pattern = match keywords.pattern {
            Some(value) => Some(value.text().ok_or("pattern must be text")?),
            None => None,
        };
        let pattern = pattern.map(|pattern| Pattern::new(&pattern, &mut self.large));
        if pattern.as_ref().is_some_and(|pattern| !pattern.is_checked()) {
            self.note(Some(name), ObjectionCode::PatternNotChecked);
        }
        let answerable = limits::possible(min, max);
        Ok((Kind::Text { min, max, format, pattern }, answerable))
    }

    fn number(
        &mut self,
        name: &str,
        keywords: &Keywords<'_>,
        integer: bool,
    ) -> Result<(Kind, bool), Problem> {
        no_choices(keywords)?;
        let min = limits::bound(keywords.minimum, keywords.exclusive_minimum, true)?;
        let max = limits::bound(keywords.maximum, keywords.exclusive_maximum, false)?;
        if [&min, &max].into_iter().flatten().any(|bound| bound.exclusive) {
            self.note(Some(name), ObjectionCode::BeyondSubset);
        }
        if keywords.multiple_of.is_some() {
            self.note(Some(name), ObjectionCode::NotChecked);
        }
        let answerable = limits::holds_a_number(min.as_ref(), max.as_ref(), integer);
        let kind = match integer {
            true => Kind::Integer { min, max },
            false => Kind::Number { min, max },
        };
        Ok((kind, answerable))
    }

    fn array(&mut self, name: &str, keywords: &Keywords<'_>) -> Result<(Kind, bool), Problem> {
        if !self.facts.multi_select {
            return Err("is a list, which this protocol revision cannot answer");
        }
        if keywords.enum_.is_some() || keywords.const_.is_some() {
            return Err("restricts a list as a whole");
        }
        let items = keywords.items.ok_or("is a list of something other than choices")?;
        let choices = self.list_choices(name, items)?;
        let min = limits::count(keywords.min_items)?;
        let max = limits::count(keywords.max_items)?;
        let unique = match keywords.unique_items {
            Some(value) => value.boolean().ok_or("uniqueItems must be true or false")?,
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
}

/// Choices are texts; those among numbers or truth values could not be answered.
fn no_choices(keywords: &Keywords<'_>) -> Result<(), Problem> {
    let choices = [keywords.enum_, keywords.one_of, keywords.any_of, keywords.const_];
    if choices.into_iter().any(|keyword| keyword.is_some()) {
        return Err("offers choices that are not texts");
    }
    Ok(())
}

/// Whether a value is a JSON object.
pub(super) fn is_object(value: Value<'_>) -> bool {
    value.kind() == json::Kind::Object
}
