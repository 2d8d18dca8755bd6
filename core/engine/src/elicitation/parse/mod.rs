//! From a `requestedSchema` to a form.
//!
//! What a server plainly means is read as meant and noted; what cannot be shown whole is refused
//! by the name of its property.

mod choices;
mod keywords;
mod kind;
mod limits;
mod parser;

use std::borrow::Cow;

use self::keywords::present;
use self::parser::Parser;
use super::field::{Field, Kind};
use super::form::Form;
use super::objection::ObjectionCode;
use super::refusal::{RefusalCode, SchemaFault};
use super::rules;
use crate::era::Revision;
use crate::json::{self, Json, Value};
use crate::limits::Limits;

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

impl Form {
    /// Reads a `requestedSchema` (ELI-10 and the rows after it).
    ///
    /// # Errors
    /// The schema cannot be shown whole (ELI-11), or is over `limits`.
    pub fn parse(
        schema: Value<'_>,
        revision: Revision,
        limits: &Limits,
    ) -> Result<Self, SchemaFault> {
        let facts = revision.facts();
        let mut parser = Parser::new(facts, limits);
        let root = parser.root(schema)?;
        let required = parser.required(&root)?;
        let mut fields = Vec::with_capacity(root.properties.len());
        for ((name, property), required) in root.properties.iter().zip(required) {
            fields.push(parser.field(name, *property, required)?);
        }
        Ok(Self {
            fields,
            objections: parser.objections,
            by_name: root.by_name,
            closed: root.closed,
            lists: facts.multi_select,
        })
    }
}

/// Members by name.
type Named<'a> = Vec<(Cow<'a, str>, Value<'a>)>;

struct Root<'a> {
    /// In the server's order.
    properties: Named<'a>,
    /// Their indices by name.
    by_name: Vec<usize>,
    required: Option<Value<'a>>,
    closed: bool,
}

impl Root<'_> {
    fn index_of(&self, name: &str) -> Option<usize> {
        let found = self.by_name.binary_search_by(|i| self.properties[*i].0.as_ref().cmp(name));
        found.ok().map(|place| self.by_name[place])
    }
}

impl Parser<'_> {
    fn root<'a>(&mut self, schema: Value<'a>) -> Result<Root<'a>, SchemaFault> {
        let fault = SchemaFault::schema;
        if schema.kind() != json::Kind::Object {
            return Err(fault(RefusalCode::NotAnObject));
        }
        let mut keywords = named(schema);
        keywords.sort_by(|left, right| left.0.cmp(&right.0));
        if keywords.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(fault(RefusalCode::KeywordTwice));
        }
        for (name, _) in keywords.iter().filter(|(_, value)| !value.is_null()) {
            if ROOT_REFUSED.contains(&name.as_ref()) {
                return Err(fault(match name.ends_with("Ref") || name == "$ref" {
                    true => RefusalCode::Reference,
                    false => RefusalCode::Combination,
                }));
            }
        }
        let get = |name: &str| {
            let place = keywords.binary_search_by(|(keyword, _)| keyword.as_ref().cmp(name));
            place.ok().map(|place| keywords[place].1)
        };
        if get("$schema").is_some_and(|dialect| !known_dialect(dialect)) {
            return Err(fault(RefusalCode::UnknownDialect));
        }
        if get("type").and_then(Value::text).as_deref() != Some("object") {
            return Err(fault(RefusalCode::NotAForm));
        }
        let properties = get("properties").filter(|value| value.kind() == json::Kind::Object);
        let properties = named(properties.ok_or_else(|| fault(RefusalCode::NoProperties))?);
        let mut by_name: Vec<usize> = (0..properties.len()).collect();
        by_name.sort_unstable_by(|left, right| properties[*left].0.cmp(&properties[*right].0));
        for pair in by_name.windows(2) {
            let name = &properties[pair[0]].0;
            if *name == properties[pair[1]].0 {
                return Err(SchemaFault::property(name, RefusalCode::NameTwice));
            }
        }
        if properties.len() > self.limits.fields {
            return Err(fault(RefusalCode::TooManyFields));
        }
        // What must fit a schema of its own is no member that a form could check.
        let shut = |name| present(get(name)).is_some_and(|value| !takes_anything(value));
        let closed = shut("additionalProperties") || shut("unevaluatedProperties");
        let required = present(get("required"));
        if get("required").is_some() && required.is_none() {
            self.note(None, ObjectionCode::NullKeyword);
        }
        Ok(Root { properties, by_name, required, closed })
    }

    /// Which of the properties must be answered.
    fn required(&mut self, root: &Root<'_>) -> Result<Vec<bool>, SchemaFault> {
        let mut times = vec![0_u8; root.properties.len()];
        let Some(list) = root.required else { return Ok(vec![false; times.len()]) };
        let fault = || SchemaFault::schema(RefusalCode::BadRequired);
        if list.kind() != json::Kind::Array {
            return Err(fault());
        }
        for item in list.items() {
            let name = item.text().ok_or_else(fault)?;
            let unknown = || SchemaFault::property(&name, RefusalCode::RequiredUnknown);
            let index = root.index_of(&name).ok_or_else(unknown)?;
            times[index] = times[index].saturating_add(1);
            if times[index] == 2 {
                self.note(Some(&name), ObjectionCode::RequiredTwice);
            }
        }
        Ok(times.into_iter().map(|times| times > 0).collect())
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

    /// A default counts if it fits its own field (ELI-24).
    fn default(&mut self, field: &mut Field, default: Option<Value<'_>>) {
        let Some(default) = default else { return };
        if rules::value(field, default).is_err() {
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
}

fn named(object: Value<'_>) -> Named<'_> {
    object.members().map(|(key, value)| (key.text(), value)).collect()
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
