//! One property's keywords, sorted out in one pass.

use super::super::objection::ObjectionCode;
use super::super::refusal::RefusalCode;
use crate::json::{Kind, Value};

/// Keywords that restrict a value in ways a single field cannot show.
const REFUSED: [(&str, RefusalCode); 18] = [
    ("$ref", RefusalCode::Reference),
    ("$dynamicRef", RefusalCode::Reference),
    ("$recursiveRef", RefusalCode::Reference),
    ("allOf", RefusalCode::Combination),
    ("not", RefusalCode::Combination),
    ("if", RefusalCode::Combination),
    ("properties", RefusalCode::Nested),
    ("patternProperties", RefusalCode::Nested),
    ("propertyNames", RefusalCode::Nested),
    ("dependentRequired", RefusalCode::Nested),
    ("dependentSchemas", RefusalCode::Nested),
    ("dependencies", RefusalCode::Nested),
    ("contains", RefusalCode::ListOfOther),
    ("prefixItems", RefusalCode::ListOfOther),
    ("additionalItems", RefusalCode::ListOfOther),
    ("unevaluatedItems", RefusalCode::ListOfOther),
    ("minContains", RefusalCode::ListOfOther),
    ("maxContains", RefusalCode::ListOfOther),
];

/// Keywords that say nothing about the value.
const ANNOTATIONS: [&str; 16] = [
    "$anchor",
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "additionalProperties",
    "contentEncoding",
    "contentMediaType",
    "definitions",
    "deprecated",
    "example",
    "examples",
    "id",
    "readOnly",
    "required",
    "writeOnly",
];

/// What a property says. Null stands for absent, except in `default`.
#[derive(Clone, Debug, Default)]
pub(super) struct Keywords<'a> {
    pub(super) type_: Option<Value<'a>>,
    pub(super) title: Option<Value<'a>>,
    pub(super) description: Option<Value<'a>>,
    pub(super) default: Option<Value<'a>>,
    pub(super) enum_: Option<Value<'a>>,
    pub(super) enum_names: Option<Value<'a>>,
    pub(super) one_of: Option<Value<'a>>,
    pub(super) any_of: Option<Value<'a>>,
    pub(super) const_: Option<Value<'a>>,
    pub(super) items: Option<Value<'a>>,
    pub(super) min_items: Option<Value<'a>>,
    pub(super) max_items: Option<Value<'a>>,
    pub(super) unique_items: Option<Value<'a>>,
    pub(super) minimum: Option<Value<'a>>,
    pub(super) maximum: Option<Value<'a>>,
    pub(super) exclusive_minimum: Option<Value<'a>>,
    pub(super) exclusive_maximum: Option<Value<'a>>,
    pub(super) multiple_of: Option<Value<'a>>,
    pub(super) min_length: Option<Value<'a>>,
    pub(super) max_length: Option<Value<'a>>,
    pub(super) format: Option<Value<'a>>,
    pub(super) pattern: Option<Value<'a>>,
}

impl<'a> Keywords<'a> {
    /// Reads a property, and the one branch that counts where it joins a type with null.
    pub(super) fn read(
        property: Value<'a>,
        note: &mut dyn FnMut(ObjectionCode),
    ) -> Result<Self, RefusalCode> {
        let mut keywords = Self::default();
        keywords.add(property, note)?;
        let branch = |union: Option<Value<'a>>| union.and_then(branch_beside_null);
        let branch = match (branch(keywords.any_of), branch(keywords.one_of)) {
            (Some(branch), _) => (keywords.any_of.take(), branch).1,
            (None, Some(branch)) => (keywords.one_of.take(), branch).1,
            (None, None) => return Ok(keywords),
        };
        note(ObjectionCode::TypeUnion);
        // What is said about the whole is closer to people.
        let (title, description) = (keywords.title.take(), keywords.description.take());
        let default = keywords.default.take();
        keywords.add(branch, note)?;
        keywords.title = title.or(keywords.title);
        keywords.description = description.or(keywords.description);
        keywords.default = default.or(keywords.default);
        Ok(keywords)
    }

    fn add(
        &mut self,
        property: Value<'a>,
        note: &mut dyn FnMut(ObjectionCode),
    ) -> Result<(), RefusalCode> {
        if property.kind() != Kind::Object {
            return Err(RefusalCode::NotAnObject);
        }
        if property.duplicate_member().is_some() {
            return Err(RefusalCode::KeywordTwice);
        }
        for (key, value) in property.members() {
            let name = key.text();
            if let Some(code) = refused(&name) {
                return Err(code);
            }
            let Some(slot) = self.slot(&name) else {
                if !is_annotation(&name) {
                    note(ObjectionCode::UnknownKeyword);
                }
                continue;
            };
            if value.is_null() && name != "default" {
                note(ObjectionCode::NullKeyword);
                continue;
            }
            // The whole and its branch restrict the value, each in its own way.
            if slot.is_some_and(|outer| !outer.same(value)) {
                return Err(RefusalCode::Combination);
            }
            *slot = Some(value);
        }
        Ok(())
    }

    /// Why a keyword cannot stand where only remarks can: it says what the value may be.
    pub(super) fn restricts(name: &str) -> Option<RefusalCode> {
        let remark = ["title", "description", "default", "enumNames"].contains(&name);
        let known = Self::default().slot(name).is_some() && !remark;
        refused(name).or(known.then_some(RefusalCode::Combination))
    }

    fn slot(&mut self, name: &str) -> Option<&mut Option<Value<'a>>> {
        Some(match name {
            "type" => &mut self.type_,
            "title" => &mut self.title,
            "description" => &mut self.description,
            "default" => &mut self.default,
            "enum" => &mut self.enum_,
            "enumNames" => &mut self.enum_names,
            "oneOf" => &mut self.one_of,
            "anyOf" => &mut self.any_of,
            "const" => &mut self.const_,
            "items" => &mut self.items,
            "minItems" => &mut self.min_items,
            "maxItems" => &mut self.max_items,
            "uniqueItems" => &mut self.unique_items,
            "minimum" => &mut self.minimum,
            "maximum" => &mut self.maximum,
            "exclusiveMinimum" => &mut self.exclusive_minimum,
            "exclusiveMaximum" => &mut self.exclusive_maximum,
            "multipleOf" => &mut self.multiple_of,
            "minLength" => &mut self.min_length,
            "maxLength" => &mut self.max_length,
            "format" => &mut self.format,
            "pattern" => &mut self.pattern,
            _ => return None,
        })
    }
}

fn refused(name: &str) -> Option<RefusalCode> {
    REFUSED.iter().find(|(keyword, _)| *keyword == name).map(|(_, code)| *code)
}

/// Whether a keyword is known to say nothing about the value.
pub(super) fn is_annotation(name: &str) -> bool {
    ANNOTATIONS.contains(&name)
}

/// Of a union that consists of null and one other branch, or of one branch alone: that branch. A
/// list of titled choices is no union, even if it has one entry.
fn branch_beside_null(union: Value<'_>) -> Option<Value<'_>> {
    let mut branches = union.items().filter(|branch| !is_null_branch(*branch));
    let branch = branches.next()?;
    let has_kind = ["type", "enum", "oneOf", "anyOf"].iter().any(|key| branch.get(key).is_some());
    (branches.next().is_none() && has_kind && branch.get("const").is_none()).then_some(branch)
}

/// Whether a branch of a union says `null` and nothing else.
pub(super) fn is_null_branch(branch: Value<'_>) -> bool {
    branch.get("type").and_then(Value::text).as_deref() == Some("null")
        && branch.members().count() == 1
}

/// A keyword that is there and not null.
pub(super) fn present(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| !value.is_null())
}
