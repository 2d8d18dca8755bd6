//! One property's keywords, sorted out in one pass.

use super::super::objection::ObjectionCode;
use super::super::refusal::RefusalCode;
use crate::json::{Kind, Value};

/// Why a keyword that restricts a value in ways that a single field cannot show is refused.
fn refused(name: &str) -> Option<RefusalCode> {
    Some(match name {
        "$ref" | "$dynamicRef" | "$recursiveRef" => RefusalCode::Reference,
        "allOf" | "not" | "if" => RefusalCode::Combination,
        "properties" | "patternProperties" | "propertyNames" | "dependentRequired"
        | "dependentSchemas" | "dependencies" => RefusalCode::Nested,
        "contains" | "prefixItems" | "additionalItems" | "unevaluatedItems" | "minContains"
        | "maxContains" => RefusalCode::ListOfOther,
        _ => return None,
    })
}

/// Whether a keyword is known to say nothing about the value.
pub(super) fn is_annotation(name: &str) -> bool {
    matches!(
        name,
        "$anchor"
            | "$comment"
            | "$defs"
            | "$id"
            | "$schema"
            | "additionalProperties"
            | "contentEncoding"
            | "contentMediaType"
            | "definitions"
            | "deprecated"
            | "example"
            | "examples"
            | "id"
            | "readOnly"
            | "required"
            | "writeOnly"
    )
}

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
        let mut seen = 0_u32;
        let mut others = Vec::new();
        for (key, value) in property.members() {
            let name = key.text();
            let Some((bit, slot)) = self.slot(&name) else {
                if let Some(code) = refused(&name) {
                    return Err(code);
                }
                if !is_annotation(&name) {
                    note(ObjectionCode::UnknownKeyword);
                }
                others.push(name);
                continue;
            };
            if seen & 1 << bit != 0 {
                return Err(RefusalCode::KeywordTwice);
            }
            seen |= 1 << bit;
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
        others.sort_unstable();
        if others.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(RefusalCode::KeywordTwice);
        }
        Ok(())
    }

    /// Why a keyword cannot stand where only remarks can: it says what the value may be.
    pub(super) fn restricts(name: &str) -> Option<RefusalCode> {
        let remark = ["title", "description", "default", "enumNames"].contains(&name);
        let known = Self::default().slot(name).is_some() && !remark;
        refused(name).or(known.then_some(RefusalCode::Combination))
    }

    /// Where a keyword is kept, and its number.
    fn slot(&mut self, name: &str) -> Option<(u32, &mut Option<Value<'a>>)> {
        Some(match name {
            "type" => (0, &mut self.type_),
            "title" => (1, &mut self.title),
            "description" => (2, &mut self.description),
            "default" => (3, &mut self.default),
            "enum" => (4, &mut self.enum_),
            "enumNames" => (5, &mut self.enum_names),
            "oneOf" => (6, &mut self.one_of),
            "anyOf" => (7, &mut self.any_of),
            "const" => (8, &mut self.const_),
            "items" => (9, &mut self.items),
            "minItems" => (10, &mut self.min_items),
            "maxItems" => (11, &mut self.max_items),
            "uniqueItems" => (12, &mut self.unique_items),
            "minimum" => (13, &mut self.minimum),
            "maximum" => (14, &mut self.maximum),
            "exclusiveMinimum" => (15, &mut self.exclusive_minimum),
            "exclusiveMaximum" => (16, &mut self.exclusive_maximum),
            "multipleOf" => (17, &mut self.multiple_of),
            "minLength" => (18, &mut self.min_length),
            "maxLength" => (19, &mut self.max_length),
            "format" => (20, &mut self.format),
            "pattern" => (21, &mut self.pattern),
            _ => return None,
        })
    }
}

/// Of a union that consists of null and one other branch, or of one branch alone: that branch. A
/// list of titled choices is no union, even if it has one entry.
fn branch_beside_null(union: Value<'_>) -> Option<Value<'_>> {
    let mut branches = union.items().filter(|branch| !is_null_branch(*branch));
    let branch = branches.next()?;
    if branches.next().is_some() || branch.get("const").is_some() {
        return None;
    }
    let has_kind = ["type", "enum", "oneOf", "anyOf"].iter().any(|key| branch.get(key).is_some());
    has_kind.then_some(branch)
}

/// Whether a branch of a union says `null` and nothing else.
pub(super) fn is_null_branch(branch: Value<'_>) -> bool {
    let mut members = branch.members();
    members.next().is_some_and(|(key, value)| {
        key.is("type") && value.text().as_deref() == Some("null") && members.next().is_none()
    })
}

/// A keyword that is there and not null.
pub(super) fn present(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| !value.is_null())
}
