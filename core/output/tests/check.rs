//! Outputs and schemas as servers mean them.
#![allow(clippy::unwrap_used)]

use mcpclient_engine::json::Value;
use mcpclient_output::{Breach, Schema, Verdict};

fn check(schema: &str, output: &str) -> Verdict {
    match Schema::new(Value::parse(schema).unwrap()) {
        Ok(schema) => schema.check(Value::parse(output).unwrap()),
        Err(why) => Verdict::Unchecked(why),
    }
}

fn breaks(at: &str, keyword: &str) -> Verdict {
    Verdict::Breaks(Breach { at: at.into(), keyword: keyword.into() })
}

const FLIGHT: &str = r##"{
    "type": "object",
    "properties": {
        "price": { "type": "number", "minimum": 0, "multipleOf": 0.1 },
        "legs": { "type": "array", "items": { "$ref": "#/$defs/leg" }, "uniqueItems": true }
    },
    "required": ["price"],
    "additionalProperties": false,
    "$defs": { "leg": { "enum": ["BGO-OSL", "OSL-JFK"] } }
}"##;

// proves: TOL-16, JSC-01
#[test]
fn an_output_fits_or_breaks_with_the_place() {
    assert_eq!(check(FLIGHT, r#"{"price":96.3,"legs":["OSL-JFK"]}"#), Verdict::Fits);
    assert_eq!(check(FLIGHT, r#"{"legs":[]}"#), breaks("", "required"));
    assert_eq!(check(FLIGHT, r#"{"price":"96"}"#), breaks("/price", "type"));
    assert_eq!(check(FLIGHT, r#"{"price":0.31}"#), breaks("/price", "multipleOf"));
    assert_eq!(check(FLIGHT, r#"{"price":1,"legs":["x"]}"#), breaks("/legs/0", "enum"));
    assert_eq!(check(FLIGHT, r#"{"price":1,"seat":1}"#), breaks("", "additionalProperties"));
    // Only 2020-12 has it: what names no dialect is of this one.
    let pair = r#"{"prefixItems":[{"type":"string"},{"type":"number"}]}"#;
    assert_eq!(check(pair, r#"["a",1]"#), Verdict::Fits);
    assert_eq!(check(pair, "[1,1]"), breaks("/0", "type"));
}

// proves: TOL-15, TOL-16
#[test]
fn an_output_may_be_any_json() {
    assert_eq!(check(r#"{"type":["array","null"]}"#, "null"), Verdict::Fits);
    assert_eq!(check(r#"{"type":"array"}"#, "[1,2]"), Verdict::Fits);
    assert_eq!(check(r#"{"type":"array"}"#, "null"), breaks("", "type"));
    assert_eq!(check("true", "7"), Verdict::Fits);
    assert_eq!(check("false", "7"), breaks("", ""));
}

// proves: JSC-02
#[test]
fn the_dialect_is_the_schema_s_own() {
    let old =
        |more: &str| format!(r#"{{"$schema":"http://json-schema.org/draft-07/schema#",{more}}}"#);
    let pair = r#""items":[{"type":"string"}],"additionalItems":false"#;
    assert_eq!(check(&old(pair), r#"["a"]"#), Verdict::Fits);
    assert_eq!(check(&old(pair), r#"["a","b"]"#), breaks("", "additionalItems"));
    let unknown = r#"{"$schema":"https://example.com/dialect","type":"object"}"#;
    assert!(matches!(check(unknown, "{}"), Verdict::Unchecked(_)));
}

#[test]
fn formats_are_notes_and_no_rules() {
    assert_eq!(check(r#"{"format":"email"}"#, "\"nobody\""), Verdict::Fits);
}

// proves: TOL-16
#[test]
fn schemas_that_speak_of_themselves_are_followed() {
    let tree = r##"{"type":"object","properties":{"left":{"$ref":"#"},"right":{"$ref":"#"},"n":{"type":"integer"}}}"##;
    let mut output = r#"{"n":1}"#.to_owned();
    for _ in 0..30 {
        output = format!(r#"{{"left":{output},"right":{{}}}}"#);
    }
    assert_eq!(check(tree, &output), Verdict::Fits);
    let wrong = output.replace(r#""n":1"#, r#""n":1.5"#);
    assert_eq!(check(tree, &wrong), breaks(&("/left".repeat(30) + "/n"), "type"));
    let named = r##"{"$id":"https://example.com/tree","$anchor":"t","properties":{"a":{"$ref":"#t"},
        "b":{"$ref":"https://example.com/tree"},"n":{"type":"integer"}}}"##;
    assert_eq!(check(named, r#"{"a":{"b":{"n":1}}}"#), Verdict::Fits);
    assert_eq!(check(named, r#"{"a":{"b":{"n":""}}}"#), breaks("/a/b/n", "type"));
}

// proves: TOL-16
#[test]
fn numbers_are_exact_or_not_checked() {
    assert_eq!(check(r#"{"maximum":18446744073709551615}"#, "18446744073709551615"), Verdict::Fits);
    assert_eq!(check(r#"{"type":"number"}"#, "1.10"), Verdict::Fits);
    assert_eq!(check(r#"{"type":"integer"}"#, "3.0"), Verdict::Fits);
    for number in ["1e400", "12345678901234567890123", "0.1000000000000000055511151231257827"] {
        assert!(matches!(check(r#"{"type":"number"}"#, number), Verdict::Unchecked(_)), "{number}");
        let schema = format!(r#"{{"minimum":{number}}}"#);
        assert!(matches!(check(&schema, "1"), Verdict::Unchecked(_)), "{number}");
    }
}

// proves: TOL-16
#[test]
fn large_outputs_of_ordinary_tools_are_checked() {
    let schema = r#"{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object",
        "properties":{"id":{"type":"integer"},"name":{"type":"string","pattern":"^[a-z]+$"}},
        "required":["id","name"],"additionalProperties":false}}}}"#;
    let rows = vec![r#"{"id":1,"name":"abc"}"#; 10_000].join(",");
    assert_eq!(check(schema, &format!(r#"{{"rows":[{rows}]}}"#)), Verdict::Fits);
    let wrong = format!(r#"{{"rows":[{rows},{{"id":1,"name":"A"}}]}}"#);
    assert_eq!(check(schema, &wrong), breaks("/rows/10000/name", "pattern"));
    let name = r#"{"pattern":"^.{1,255}$"}"#;
    assert_eq!(check(name, &format!("\"{}\"", "n".repeat(255))), Verdict::Fits);
    assert_eq!(check(name, &format!("\"{}\"", "n".repeat(256))), breaks("", "pattern"));
    let columns = |each: &str| {
        let all: Vec<_> = (0..6_000).map(|n| format!(r#""column{n}":{each}"#)).collect();
        format!("{{{}}}", all.join(","))
    };
    let schema = format!(r#"{{"properties":{}}}"#, columns(r#"{"type":"integer"}"#));
    assert_eq!(check(&schema, &columns("1")), Verdict::Fits);
    assert_eq!(check(&schema, r#"{"column7":""}"#), breaks("/column7", "type"));
}
