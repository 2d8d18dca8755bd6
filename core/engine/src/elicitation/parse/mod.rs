//! From a `requestedSchema` to a form.
//!
//! What a server plainly means is read as meant and noted; what cannot be shown whole is refused
//! by the name of its property.

mod choices;
mod keywords;
mod kind;
mod limits;

use std::borrow::Cow;

use self::keywords::{Keywords, present};
use super::check;
use super::field::{Field, Kind};
use super::form::Form;
use super::objection::{Objection, ObjectionCode};
use super::refusal::{RefusalCode, SchemaFault};
use crate::era::{Facts, Revision};
use crate::json::{self, Json, Value};
use crate::limits::Limits;

/// Patterns of one form that may take much memory when compiled.
const LARGE_PATTERNS: u32 = 8;

/// Root keywords that restrict an answer in ways no dialog of fields can show.
const ROOT_REFUSED: [&str; 17] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "const",
    "enum",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
];

/// Reads a schema.
pub(super) fn form(
    schema: Value<'_>,
    revision: Revision,
    limits: &Limits,
) -> Result<Form, SchemaFault> {
    let facts = revision.facts();
    let mut parser = Parser { facts, limits, objections: Vec::new(), large: LARGE_PATTERNS };
    let root = parser.root(schema)?;
    let names: Vec<Cow<'_, str>> = root.properties.members().map(|(key, _)| key.text()).collect();
    let required = parser.required(root.required, &names)?;
    if names.len() > limits.fields {
        return Err(SchemaFault::schema(RefusalCode::TooManyFields));
    }
    let mut fields = Vec::with_capacity(names.len());
    for ((_, property), name) in root.properties.members().zip(&names) {
        fields.push(parser.field(name, property, required.contains(name))?);
    }
    let mut by_name: Vec<usize> = (0..fields.len()).collect();
    by_name.sort_by(|left, right| fields[*left].name.cmp(&fields[*right].name));
    Ok(Form {
        fields,
        objections: parser.objections,
        by_name,
        closed: root.closed,
        lists: facts.multi_select,
    })
}

struct Root<'a> {
    properties: Value<'a>,
    required: Option<Value<'a>>,
    closed: bool,
}

struct Parser<'l> {
    facts: &'static Facts,
    limits: &'l Limits,
    objections: Vec<Objection>,
    large: u32,
}

impl Parser<'_> {
    fn root<'a>(&mut self, schema: Value<'a>) -> Result<Root<'a>, SchemaFault> {
        let fault = SchemaFault::schema;
        if schema.kind() != json::Kind::Object {
            return Err(fault(RefusalCode::NotAnObject));
        }
        if schema.duplicate_member().is_some() {
            return Err(fault(RefusalCode::KeywordTwice));
        }
        for (key, value) in schema.members() {
            if ROOT_REFUSED.iter().any(|name| key.is(name)) && !value.is_null() {
                return Err(fault(match key.text().ends_with("Ref") || key.is("$ref") {
                    true => RefusalCode::Reference,
                    false => RefusalCode::Combination,
                }));
            }
        }
        if schema.get("$schema").is_some_and(|dialect| !known_dialect(dialect)) {
            return Err(fault(RefusalCode::UnknownDialect));
        }
        if schema.get("type").and_then(Value::text).as_deref() != Some("object") {
            return Err(fault(RefusalCode::NotAForm));
        }
        let properties =
            schema.get("properties").filter(|value| value.kind() == json::Kind::Object);
        let properties = properties.ok_or_else(|| fault(RefusalCode::NoProperties))?;
        if let Some(name) = properties.duplicate_member() {
            return Err(SchemaFault::property(&name, RefusalCode::NameTwice));
        }
        // What must fit a schema of its own is no member that a form could check.
        let shut = |name| present(schema.get(name)).is_some_and(|value| !takes_anything(value));
        let closed = shut("additionalProperties") || shut("unevaluatedProperties");
        let required = present(schema.get("required"));
        if schema.get("required").is_some() && required.is_none() {
            self.note(None, ObjectionCode::NullKeyword);
        }
        Ok(Root { properties, required, closed })
    }

    fn required<'a>(
        &mut self,
        required: Option<Value<'a>>,
        names: &[Cow<'a, str>],
    ) -> Result<Vec<Cow<'a, str>>, SchemaFault> {
        let Some(list) = required else { return Ok(Vec::new()) };
        let fault = || SchemaFault::schema(RefusalCode::BadRequired);
        if list.kind() != json::Kind::Array {
            return Err(fault());
        }
        let mut required: Vec<Cow<'a, str>> = Vec::new();
        for item in list.items() {
            let name = item.text().ok_or_else(fault)?;
            if !names.contains(&name) {
                return Err(SchemaFault::property(&name, RefusalCode::RequiredUnknown));
            }
            if required.contains(&name) {
                self.note(Some(&name), ObjectionCode::RequiredTwice);
            } else {
                required.push(name);
            }
        }
        Ok(required)
    }

    fn field(
        &mut self,
        name: &str,
        property: Value<'_>,
        required: bool,
    ) -> Result<Field, SchemaFault> {
        let keywords =
            self.keywords(name, property).map_err(|code| SchemaFault::property(name, code))?;
        let title = self.annotation(name, keywords.title).filter(|title| !title.is_empty());
        let description = self.annotation(name, keywords.description);
        let (kind, answerable) =
            self.kind(name, &keywords).map_err(|code| SchemaFault::property(name, code))?;
        if !answerable && required {
            return Err(SchemaFault::property(name, RefusalCode::NeverAnswerable));
        }
        if !answerable {
            self.note(Some(name), ObjectionCode::NotAnswerable);
        }
        let name = name.to_owned();
        let mut field =
            Field { name, title, description, required, default: None, kind, answerable };
        self.default(&mut field, keywords.default);
        Ok(field)
    }

    fn keywords<'a>(&mut self, name: &str, schema: Value<'a>) -> Result<Keywords<'a>, RefusalCode> {
        Keywords::read(schema, &mut |code| note(&mut self.objections, name, code))
    }

    /// A default counts if it fits its own field (ELI-24).
    fn default(&mut self, field: &mut Field, default: Option<Value<'_>>) {
        let Some(default) = default else { return };
        if check::value(field, default).is_err() {
            // Null says "none" where a generator cannot leave the keyword out.
            let code = match default.is_null() {
                true => ObjectionCode::NullKeyword,
                false => ObjectionCode::BadDefault,
            };
            return self.note(Some(&field.name), code);
        }
        if !self.facts.multi_select && !matches!(field.kind, Kind::YesNo) {
            self.note(Some(&field.name), ObjectionCode::NotInRevision);
        }
        field.default = Some(match field.kind {
            Kind::Integer { .. } => super::text::plain_integer(default),
            _ => Json::from(default),
        });
    }

    fn annotation(&mut self, name: &str, value: Option<Value<'_>>) -> Option<String> {
        let text = value?.text();
        if text.is_none() {
            self.note(Some(name), ObjectionCode::BadAnnotation);
        }
        text.map(Cow::into_owned)
    }

    fn note(&mut self, property: Option<&str>, code: ObjectionCode) {
        match property {
            Some(name) => note(&mut self.objections, name, code),
            None => self.objections.push(Objection { code, property: None }),
        }
    }
}

/// Notes a thing once per property.
fn note(objections: &mut Vec<Objection>, name: &str, code: ObjectionCode) {
    let objection = Objection { code, property: Some(name.to_owned()) };
    let of_property =
        objections.iter().rev().take_while(|last| last.property == objection.property);
    if !of_property.into_iter().any(|noted| noted.code == code) {
        objections.push(objection);
    }
}

/// Whether a schema is one that nothing breaks.
fn takes_anything(schema: Value<'_>) -> bool {
    schema.boolean() == Some(true)
        || schema.kind() == json::Kind::Object && schema.members().next().is_none()
}

/// The dialects that mean the same by everything a form may hold (JSC-02). Nothing is fetched.
fn known_dialect(dialect: Value<'_>) -> bool {
    let Some(text) = dialect.text() else { return dialect.is_null() };
    let text = text.trim_end_matches('#');
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    matches!(
        rest.and_then(|rest| rest.strip_prefix("json-schema.org/")),
        Some(
            "draft/2020-12/schema"
                | "draft/2019-09/schema"
                | "draft-07/schema"
                | "draft-06/schema"
                | "draft-04/schema"
                | "schema"
        )
    )
}
