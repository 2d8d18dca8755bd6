//! One property's keywords, sorted out in one pass.

use super::super::objection::ObjectionCode;
use crate::json::{Kind, Value};

/// Keywords that restrict a value in ways a single field cannot show.
const REFUSED: [(&str, &str); 18] = [
    ("$ref", "refers to another schema with $ref"),
    ("$dynamicRef", "refers to another schema with $dynamicRef"),
    ("$recursiveRef", "refers to another schema with $recursiveRef"),
    ("allOf", "combines schemas with allOf"),
    ("not", "uses the keyword not"),
    ("if", "uses the keyword if"),
    ("properties", "is an object; forms have single fields only"),
    ("patternProperties", "is an object; forms have single fields only"),
    ("propertyNames", "is an object; forms have single fields only"),
    ("dependentRequired", "is an object; forms have single fields only"),
    ("dependentSchemas", "is an object; forms have single fields only"),
    ("dependencies", "is an object; forms have single fields only"),
    ("contains", "is a list of something other than choices"),
    ("prefixItems", "is a list of something other than choices"),
    ("additionalItems", "is a list of something other than choices"),
    ("unevaluatedItems", "is a list of something other than choices"),
    ("minContains", "is a list of something other than choices"),
    ("maxContains", "is a list of something other than choices"),
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
    ) -> Result<Self, &'static str> {
        let mut keywords = Self::default();
        keywords.add(property, note)?;
        for union in [keywords.any_of, keywords.one_of].into_iter().flatten() {
            let Some(branch) = branch_beside_null(union) else { continue };
            note(ObjectionCode::TypeUnion);
            let outer = Self { any_of: None, one_of: None, ..keywords };
            keywords = outer.clone();
            keywords.add(branch, note)?;
            // What is said about the whole is closer to people.
            keywords.title = outer.title.or(keywords.title);
            keywords.description = outer.description.or(keywords.description);
            keywords.default = outer.default.or(keywords.default);
            break;
        }
        Ok(keywords)
    }

    fn add(
        &mut self,
        property: Value<'a>,
        note: &mut dyn FnMut(ObjectionCode),
    ) -> Result<(), &'static str> {
        if property.kind() != Kind::Object {
            return Err("is not described by a JSON object");
        }
        if property.duplicate_member().is_some() {
            return Err("holds a keyword twice");
        }
        for (key, value) in property.members() {
            let name = key.text();
            if let Some((_, problem)) = REFUSED.iter().find(|(keyword, _)| *keyword == name) {
                return Err(problem);
            }
            let Some(slot) = self.slot(&name) else {
                if !ANNOTATIONS.contains(&name.as_ref()) {
                    note(ObjectionCode::UnknownKeyword);
                }
                continue;
            };
            if value.is_null() && name != "default" {
                note(ObjectionCode::NullKeyword);
            } else {
                *slot = Some(value);
            }
        }
        Ok(())
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
