//! Which arguments of a tool want to be mirrored into headers, by `x-mcp-header` in its input schema.

use crate::json::{Kind, Object, Value};
use std::collections::BTreeSet;

const NAME: &str = "x-mcp-header";
/// Schemas within schemas. It bounds the work: each is looked at once for each that it stands in.
const DEPTH: usize = 32;

/// Keywords that hold one schema, or a list of them.
const SCHEMAS: &[&str] = &[
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "unevaluatedItems",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "contentSchema",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
];
/// Keywords that hold schemas by name.
const NAMED: &[&str] =
    &["patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];

/// One argument that is mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Annotation {
    /// The names that lead to it from the arguments.
    pub path: Vec<String>,
    /// The header's whole name.
    pub header: String,
}

/// Reads a schema: what it wants to be mirrored, or what is wrong with that (HTP-39).
pub(super) fn read(schema: Value<'_>) -> Result<Vec<Annotation>, &'static str> {
    let text = schema.raw().as_bytes();
    // Escapes may spell it, too.
    let written = memchr::memmem::find(text, NAME.as_bytes()).is_some()
        || memchr::memmem::find(text, b"\\u").is_some();
    let mut reader = Reader::default();
    if written {
        reader.schema(schema, true, 0)?;
    }
    Ok(reader.found)
}

#[derive(Default)]
struct Reader {
    found: Vec<Annotation>,
    /// In lower case, for headers have no case.
    headers: BTreeSet<String>,
    path: Vec<String>,
}

impl Reader {
    /// `reachable`: only names of properties lead here from the arguments.
    fn schema(
        &mut self,
        schema: Value<'_>,
        reachable: bool,
        depth: usize,
    ) -> Result<(), &'static str> {
        if schema.kind() != Kind::Object {
            return Ok(());
        }
        if depth > DEPTH {
            return Err("`inputSchema` has `x-mcp-header` and is nested too deeply");
        }
        let Some(object) = Object::unique(schema) else {
            return Err("`inputSchema` has `x-mcp-header` and a member that stands twice");
        };
        if let Some(name) = object.get(NAME) {
            if !reachable || self.path.is_empty() {
                return Err("`x-mcp-header` stands elsewhere than at a property");
            }
            self.annotation(name, object.get("type"))?;
        }
        for (key, value) in object.members() {
            if key.is("properties") {
                self.properties(value, reachable, depth)?;
            } else if SCHEMAS.iter().any(|keyword| key.is(keyword)) {
                let list = value.items().chain((value.kind() == Kind::Object).then_some(value));
                for schema in list {
                    self.schema(schema, false, depth + 1)?;
                }
            } else if NAMED.iter().any(|keyword| key.is(keyword)) {
                for (_, schema) in value.members() {
                    self.schema(schema, false, depth + 1)?;
                }
            }
        }
        Ok(())
    }

    fn properties(
        &mut self,
        value: Value<'_>,
        reachable: bool,
        depth: usize,
    ) -> Result<(), &'static str> {
        if value.kind() != Kind::Object {
            return Ok(());
        }
        let Some(properties) = Object::unique(value) else {
            return Err("`inputSchema` has `x-mcp-header` and a member that stands twice");
        };
        for (name, schema) in properties.members() {
            self.path.push(name.text().into_owned());
            self.schema(schema, reachable, depth + 1)?;
            self.path.pop();
        }
        Ok(())
    }

    fn annotation(&mut self, name: Value<'_>, kind: Option<Value<'_>>) -> Result<(), &'static str> {
        let Some(name) = name.text() else { return Err("`x-mcp-header` is no string") };
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err("`x-mcp-header` is empty, or no name that a header can have");
        }
        if !kind.is_some_and(is_primitive) {
            return Err(
                "`x-mcp-header` stands at a property that is no string, integer or boolean",
            );
        }
        if !self.headers.insert(name.to_ascii_lowercase()) {
            return Err("two properties have the same `x-mcp-header`");
        }
        self.found
            .push(Annotation { path: self.path.clone(), header: format!("Mcp-Param-{name}") });
        Ok(())
    }
}

/// A character of a header's name (RFC 9110, `tchar`).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// One of the three types, which may have null beside it: a null is mirrored by no header.
fn is_primitive(kind: Value<'_>) -> bool {
    let one = |kind: Value<'_>| {
        kind.text().is_some_and(|kind| matches!(&*kind, "string" | "integer" | "boolean"))
    };
    let null = |kind: &Value<'_>| kind.text().is_some_and(|kind| kind == "null");
    let mut others = kind.items().filter(|kind| !null(kind));
    one(kind) || others.next().is_some_and(one) && others.next().is_none()
}

#[cfg(test)]
mod tests;
