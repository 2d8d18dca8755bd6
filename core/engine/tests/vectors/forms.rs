//! From a schema to a form, and what of it is safe to show.

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Bound, Field, Form, Kind, SchemaFault};
use mcpclient_engine::json::Value as Json;
use mcpclient_engine::policy::{display, display_line};
use serde_json::{Value, json};

use super::files::{Vector, list, text};

/// The form of the vector's schema.
pub fn parse(vector: &Vector<'_>) -> Result<Form, SchemaFault> {
    let schema = vector.schema();
    let schema = Json::parse(&schema).unwrap_or_else(|error| panic!("{}: {error}", vector.id()));
    Form::parse(schema, vector.revision.expect("a revision"), &Limits::default())
}

pub fn form(vector: &Vector<'_>) -> Result<(), String> {
    let form = match (parse(vector), vector.case.get("refused")) {
        (Ok(form), None) => form,
        (Ok(_), Some(wanted)) => return Err(format!("accepted, but {wanted}")),
        (Err(fault), None) => return Err(format!("refused: {fault}")),
        (Err(fault), Some(wanted)) => {
            let found = named(fault.code.name(), fault.property.as_deref());
            return same("refused", &found, wanted);
        }
    };
    let fields: Vec<Value> = form.fields().iter().map(field).collect();
    let wanted = list(&vector.case["fields"]);
    same("number of fields", &json!(fields.len()), &json!(wanted.len()))?;
    for (found, wanted) in fields.iter().zip(wanted) {
        same("field", found, wanted)?;
    }
    let objections = form.objections().iter();
    let objections = objections.map(|of| named(of.code.name(), of.property.as_deref()));
    let wanted = list(&vector.case["objections"]);
    same("objections", &sorted(objections.collect()), &sorted(wanted.to_vec()))
}

pub fn display_of(vector: &Vector<'_>) -> Result<(), String> {
    let shown = text(vector.case, "text");
    let max = vector.case["max"].as_u64().and_then(|max| usize::try_from(max).ok());
    let max = max.expect("max is a count");
    same("lines", &json!(display(shown, max)), &vector.case["lines"])?;
    same("line", &json!(display_line(shown, max)), &vector.case["line"])
}

/// Whether two things are the same; the error shows both.
pub fn same(what: &str, found: &Value, wanted: &Value) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found}, not {wanted}")) }
}

fn sorted(mut values: Vec<Value>) -> Value {
    values.sort_by_key(Value::to_string);
    Value::Array(values)
}

fn named(code: &str, property: Option<&str>) -> Value {
    match property {
        Some(property) => json!({"code": code, "property": property}),
        None => json!({"code": code}),
    }
}

/// A field as the vectors describe it: what is absent is not told.
fn field(field: &Field) -> Value {
    let mut out = json!({"name": field.name});
    let mut tell = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            out[name] = value;
        }
    };
    tell("label", (field.label() != field.name).then(|| json!(field.label())));
    tell("description", field.description.as_ref().map(|text| json!(text)));
    tell("required", field.required.then_some(json!(true)));
    tell("answerable", (!field.answerable).then_some(json!(false)));
    tell("default", field.default.as_ref().map(|json| json!(json.as_str())));
    let count = |count: &Option<u64>| count.map(|count| json!(count.to_string()));
    let limit = |bound: &Option<Bound>| bound.as_ref().map(|bound| json!(bound.text()));
    let exclusive =
        |bound: &Option<Bound>| bound.as_ref().filter(|bound| bound.exclusive).map(|_| json!(true));
    let kind = match &field.kind {
        Kind::Text { min, max, format, pattern } => {
            tell("min", count(min));
            tell("max", count(max));
            tell("format", format.as_ref().map(|format| json!(format.name())));
            tell("pattern", pattern.as_ref().map(|pattern| json!(pattern.source())));
            "text"
        }
        Kind::Number { min, max, step } | Kind::Integer { min, max, step } => {
            tell("multipleOf", step.as_ref().map(|step| json!(step.text())));
            tell("min", limit(min));
            tell("minExclusive", exclusive(min));
            tell("max", limit(max));
            tell("maxExclusive", exclusive(max));
            if matches!(field.kind, Kind::Integer { .. }) { "integer" } else { "number" }
        }
        Kind::YesNo => "yesNo",
        Kind::OneOf(_) => "oneOf",
        Kind::SomeOf { min, max, unique, .. } => {
            tell("min", count(min));
            tell("max", count(max));
            tell("unique", unique.then_some(json!(true)));
            "someOf"
        }
        _ => "unknown",
    };
    tell("kind", Some(json!(kind)));
    if matches!(field.kind, Kind::OneOf(_) | Kind::SomeOf { .. }) {
        let choices = field.choices().iter().map(|choice| json!([choice.value, choice.label]));
        tell("choices", Some(choices.collect()));
    }
    out
}
