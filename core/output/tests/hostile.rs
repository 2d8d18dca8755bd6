//! Schemas and outputs that were made to hang, to fetch, or to crash. The tests end, or they fail.
#![allow(clippy::unwrap_used)]

use mcpclient_engine::json::Value;
use mcpclient_output::{Schema, Verdict};

fn check(schema: &str, output: &str) -> Verdict {
    match Schema::new(Value::parse(schema).unwrap()) {
        Ok(schema) => schema.check(Value::parse(output).unwrap()),
        Err(why) => Verdict::Unchecked(why),
    }
}

#[track_caller]
fn unchecked(schema: &str, output: &str) {
    assert!(matches!(check(schema, output), Verdict::Unchecked(_)));
}

fn nested(levels: usize, name: &str) -> String {
    format!("{}1{}", format!(r#"{{"{name}":"#).repeat(levels), "}".repeat(levels))
}

/// Each definition is twice the next one.
fn doubling(keyword: &str, more: &str, last: &str) -> String {
    let half = |next: usize| format!(r##"{{"$ref":"#/$defs/d{next}"}}"##);
    let pair = |next: usize| format!(r#""{keyword}":[{},{}]{more}"#, half(next), half(next));
    let all: Vec<_> = (0..60).map(|n| format!(r#""d{n}":{{{}}}"#, pair(n + 1))).collect();
    format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{},"d60":{last}}}}}"##, all.join(","))
}

// proves: JSC-05, TOL-16
#[test]
fn schemas_that_double_are_not_walked_to_the_end() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        unchecked(&doubling(keyword, "", r#"{"type":"string"}"#), r#""a""#);
        unchecked(&doubling(keyword, "", r#"{"type":"string"}"#), "1");
    }
    let unevaluated = r#","unevaluatedProperties":false"#;
    unchecked(&doubling("allOf", unevaluated, "{}"), r#"{"x":1}"#);
    let twice =
        r##"{"anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}"##;
    unchecked(twice, &nested(100, "a"));
    let mut deep = r#"{"properties":{"x":{}}}"#.to_owned();
    for _ in 0..50 {
        deep = format!(r#"{{"unevaluatedProperties":false,"anyOf":[{deep}]}}"#);
    }
    unchecked(&deep, r#"{"x":1}"#);
}

// proves: JSC-05
#[test]
fn circles_end() {
    unchecked(r##"{"$ref":"#"}"##, "1");
    unchecked(
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
        "1",
    );
    unchecked(r##"{"$dynamicAnchor":"n","allOf":[{"$dynamicRef":"#n"}]}"##, "1");
    let outward = r##"{"properties":{"a":{"$ref":"#"}}}"##;
    assert_eq!(check(outward, &nested(60, "a")), Verdict::Fits);
    unchecked(outward, &nested(120, "a"));
}

// proves: JSC-03, JSC-04
#[test]
fn nothing_outside_is_ever_looked_at() {
    for target in [
        "https://example.com/schema",
        "http://127.0.0.1:1/",
        "file:///etc/hostname",
        "other.json",
        "//host/share",
        "urn:example:a",
    ] {
        unchecked(&format!(r#"{{"$ref":"{target}"}}"#), "1");
        unchecked(&format!(r#"{{"properties":{{"a":{{"$ref":"{target}#/x"}}}}}}"#), r#"{"a":1}"#);
        unchecked(&format!(r#"{{"$schema":"{target}"}}"#), "1");
    }
    unchecked(r#"{"$id":"https://a.example/","$ref":"b"}"#, "1");
    unchecked(r#"{"properties":{"a":{"$id":"https://a.example/","$ref":"b"}}}"#, "{}");
    unchecked(r##"{"$ref":"#/nowhere"}"##, "1");
    unchecked(r##"{"$ref":"#nowhere"}"##, "1");
}

// proves: JSC-05
#[test]
fn patterns_take_linear_time_or_are_refused() {
    let long = format!("\"{}!\"", "a".repeat(20_000));
    assert!(matches!(check(r#"{"pattern":"^(a+)+$"}"#, &long), Verdict::Breaks(_)));
    for pattern in ["^(?=a)a", r"^(a*)\\1$", "((a{1000}){1000}){1000}", "("] {
        unchecked(&format!(r#"{{"pattern":"{pattern}"}}"#), r#""a""#);
    }
    let many: Vec<_> = (0..3_000).map(|n| format!(r#""^{n}.*z$":{{}}"#)).collect();
    unchecked(&format!(r#"{{"patternProperties":{{{}}}}}"#, many.join(",")), "{}");
    let names: Vec<_> = (0..5_000).map(|n| format!(r#""k{n}":1"#)).collect();
    let names = format!("{{{}}}", names.join(","));
    unchecked(&format!(r#"{{"patternProperties":{{{}}}}}"#, many[..90].join(",")), &names);
    unchecked(r#"{"pattern":"^[ab]*[ab]*[ab]*x$"}"#, &format!("\"{}\"", "ab".repeat(1 << 20)));
}

// proves: JSC-05
#[test]
fn sizes_have_bounds() {
    let large = format!(r#"{{"description":"{}"}}"#, "x".repeat(300 << 10));
    unchecked(&large, "1");
    let wide = format!("[{}]", vec!["1"; 1_000_000].join(","));
    unchecked(r#"{"items":{"type":"integer"}}"#, &wide);
    unchecked(r#"{"uniqueItems":true}"#, &wide);
    unchecked("{}", &format!("\"{}\"", "x".repeat(5 << 20)));
    let mut deep = "{}".to_owned();
    for _ in 0..120 {
        deep = format!(r#"{{"not":{deep}}}"#);
    }
    assert_ne!(check(&deep, "1"), Verdict::Unchecked("the check failed"));
}

// proves: TOL-16
#[test]
fn what_is_no_schema_is_no_reason_to_fail() {
    for schema in [
        "[]",
        "7",
        "null",
        r#""text""#,
        r#"{"type":7}"#,
        r#"{"type":"thing"}"#,
        r#"{"required":"a"}"#,
    ] {
        unchecked(schema, "{}");
    }
}
