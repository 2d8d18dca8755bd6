//! Schemas and outputs that were made to hang, to fetch, or to crash. The tests end, or they fail.
#![allow(clippy::unwrap_used)]

use mcpclient_engine::json::Value;
use mcpclient_output::{Breach, Schema, Verdict};

fn check(schema: &str, output: &str) -> Verdict {
    match Schema::new(Value::parse(schema).unwrap()) {
        Ok(schema) => schema.check(Value::parse(output).unwrap()),
        Err(why) => Verdict::Unchecked(why),
    }
}

const NO_SCHEMA: &str = "the schema is none, refers to others, or is of an unknown dialect";
const OWN_BASE: &str = "a part of the schema has a base of its own";
const LARGE_SCHEMA: &str = "the schema is too large";
const LARGE_OUTPUT: &str = "the output is too large";
const PATTERNS: &str = "the schema has too many patterns";
const BUILD: &str = "the schema is more work than it may be";
const LONG: &str = "the check would take too long";

#[track_caller]
fn unchecked(why: &'static str, schema: &str, output: &str) {
    assert_eq!(check(schema, output), Verdict::Unchecked(why));
}

fn breaks(at: &str, keyword: &str) -> Verdict {
    Verdict::Breaks(Breach { at: at.into(), keyword: keyword.into() })
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
        unchecked(LONG, &doubling(keyword, "", r#"{"type":"string"}"#), r#""a""#);
        unchecked(LONG, &doubling(keyword, "", r#"{"type":"string"}"#), "1");
    }
    for unevaluated in ["Properties", "Items"] {
        let more = format!(r#","unevaluated{unevaluated}":false"#);
        unchecked(BUILD, &doubling("allOf", &more, "{}"), r#"{"x":1}"#);
        let plain = doubling("allOf", "", "{}");
        let outside = format!(r#"{{"unevaluated{unevaluated}":false,{}"#, &plain[1..]);
        unchecked(BUILD, &outside, r#"{"x":1}"#);
    }
    let twice =
        r##"{"anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}"##;
    unchecked(LONG, twice, &nested(100, "a"));
    let mut deep = r#"{"properties":{"x":{}}}"#.to_owned();
    for _ in 0..50 {
        deep = format!(r#"{{"unevaluatedProperties":false,"anyOf":[{deep}]}}"#);
    }
    unchecked(BUILD, &deep, r#"{"x":1}"#);
}

// proves: JSC-05
#[test]
fn circles_end() {
    unchecked(LONG, r##"{"$ref":"#"}"##, "1");
    unchecked(
        LONG,
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
        "1",
    );
    unchecked(LONG, r##"{"$dynamicAnchor":"n","allOf":[{"$dynamicRef":"#n"}]}"##, "1");
    let outward = r##"{"properties":{"a":{"$ref":"#"}}}"##;
    assert_eq!(check(outward, &nested(60, "a")), Verdict::Fits);
    unchecked(LONG, outward, &nested(120, "a"));
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
        unchecked(NO_SCHEMA, &format!(r#"{{"$ref":"{target}"}}"#), "1");
        unchecked(
            NO_SCHEMA,
            &format!(r#"{{"properties":{{"a":{{"$ref":"{target}#/x"}}}}}}"#),
            r#"{"a":1}"#,
        );
        unchecked(NO_SCHEMA, &format!(r#"{{"$schema":"{target}"}}"#), "1");
    }
    unchecked(NO_SCHEMA, r#"{"$id":"https://a.example/","$ref":"b"}"#, "1");
    unchecked(OWN_BASE, r#"{"properties":{"a":{"$id":"https://a.example/","$ref":"b"}}}"#, "{}");
    unchecked(NO_SCHEMA, r##"{"$ref":"#/nowhere"}"##, "1");
    unchecked(NO_SCHEMA, r##"{"$ref":"#nowhere"}"##, "1");
}

// proves: JSC-05
#[test]
fn patterns_take_linear_time_or_are_refused() {
    let long = format!("\"{}!\"", "a".repeat(20_000));
    assert_eq!(check(r#"{"pattern":"^(a+)+$"}"#, &long), breaks("", "pattern"));
    for pattern in ["^(?=a)a", r"^(a*)\\1$", "[a-z]{60000}", "("] {
        unchecked(NO_SCHEMA, &format!(r#"{{"pattern":"{pattern}"}}"#), r#""a""#);
    }
    let many: Vec<_> = (0..3_000).map(|n| format!(r#""^{n}.*z$":{{}}"#)).collect();
    unchecked(PATTERNS, &format!(r#"{{"patternProperties":{{{}}}}}"#, many.join(",")), "{}");
    let names: Vec<_> = (0..5_000).map(|n| format!(r#""k{n}":1"#)).collect();
    let names = format!("{{{}}}", names.join(","));
    unchecked(LONG, &format!(r#"{{"patternProperties":{{{}}}}}"#, many[..90].join(",")), &names);
    let long = format!("\"{}\"", "a".repeat(9_000));
    assert_eq!(check(r#"{"pattern":"^[a-z]{1000}$"}"#, &long), breaks("", "pattern"));
    unchecked(LONG, r#"{"pattern":"[a-z]{2000}[0-9A-Z]"}"#, &long.repeat(3).replace("\"\"", ""));
    unchecked(LONG, r#"{"pattern":"[a-z]{10000}[0-9A-Z]"}"#, &long);
    unchecked(BUILD, r#"{"pattern":"((a{1000}){1000}){1000}"}"#, &long);
    let wide: Vec<_> = (0..99).map(|n| format!(r#"{{"pattern":"{n}[^a]{{300}}$"}}"#)).collect();
    unchecked(BUILD, &format!(r#"{{"anyOf":[{}]}}"#, wide.join(",")), &long);
    let long = format!("\"{}\"", "ab".repeat(1 << 20));
    assert_eq!(check(r#"{"pattern":"^[ab]*[ab]*[ab]*x$"}"#, &long), breaks("", "pattern"));
    unchecked(LONG, r#"{"pattern":"^([ab]{9}[ab]*)*x$"}"#, &long);
}

// proves: JSC-05
#[test]
fn sizes_have_bounds() {
    let large = format!(r#"{{"description":"{}"}}"#, "x".repeat(300 << 10));
    unchecked(LARGE_SCHEMA, &large, "1");
    let wide = format!("[{}]", vec!["1"; 1_000_000].join(","));
    unchecked(LONG, r#"{"items":{"type":"integer"}}"#, &wide);
    unchecked(LONG, r#"{"uniqueItems":true}"#, &wide);
    unchecked(LARGE_OUTPUT, "{}", &format!("\"{}\"", "x".repeat(5 << 20)));
    let mut deep = "{}".to_owned();
    for _ in 0..120 {
        deep = format!(r#"{{"not":{deep}}}"#);
    }
    assert_eq!(check(&deep, "1"), Verdict::Fits);
    assert_eq!(check(&format!(r#"{{"not":{deep}}}"#), "1"), breaks("", "not"));
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
        unchecked(NO_SCHEMA, schema, "{}");
    }
}

// proves: JSC-05, TOL-16
#[test]
fn the_place_of_a_fault_is_not_found_at_any_price() {
    let numbers = |count: usize| vec!["1"; count].join(",");
    let many = format!(r#"{{"anyOf":[{}]}}"#, vec![r#"{"type":"string"}"#; 9_000].join(","));
    assert_eq!(check(&many, "[1]"), breaks("", "anyOf"));
    let whole = Verdict::Breaks(Breach::default());
    assert_eq!(check(&many, &format!("[{}]", numbers(2_000_000))), whole);
    let named =
        |bytes: usize, count: usize| format!(r#"{{"{}":[{}]}}"#, "n".repeat(bytes), numbers(count));
    for combined in ["anyOf", "oneOf"] {
        let items = r#"{"additionalProperties":{"items":{"type":"string"}}}"#;
        let schema = format!(r#"{{"{combined}":[{items}]}}"#);
        assert_eq!(check(&schema, &named(1 << 20, 100_000)), whole);
        assert_eq!(check(&schema, &named(1 << 10, 100)), breaks("", combined));
    }
    // What costs nothing but the one fault is found however large it is.
    let row = r#"{"items":{"anyOf":[{"type":"string"},{"type":"null"}]}}"#;
    let long = numbers(60_000);
    let place = breaks("/0", "anyOf");
    assert_eq!(check(row, &format!("[{long}]")), place);
    let wanted = format!(r#"{{"enum":["{}"]}}"#, "e".repeat(100_000));
    let branches = vec![r##"{"$ref":"#/$defs/e"}"##; 5_000].join(",");
    let heavy = format!(r#"{{"$defs":{{"e":{wanted}}},"anyOf":[{branches}]}}"#);
    unchecked(LONG, &heavy, "1");
}

/// Definitions that lead one to the next, and what comes of them at the end.
fn chain(links: usize, link: &str, more: &str) -> String {
    let next = |n: usize| link.replace('N', &n.to_string());
    let all: Vec<_> = (0..links).map(|n| format!(r#""d{n}":{}"#, next(n + 1))).collect();
    let all = all.join(",");
    format!(r##"{{"$ref":"#/$defs/d0"{more},"$defs":{{{all},"d{links}":{{"type":"string"}}}}}}"##)
}

// proves: JSC-05
#[test]
fn making_a_validator_has_bounds() {
    let plain = r##"{"$ref":"#/$defs/dN"}"##;
    let wrapped = r##"{"allOf":[{"$ref":"#/$defs/dN"}]}"##;
    let mut nested = plain.to_owned();
    for _ in 0..100 {
        nested = format!(r#"{{"not":{nested}}}"#);
    }
    for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
        let more = format!(r#","{keyword}":false"#);
        for link in [plain, wrapped] {
            unchecked(BUILD, &chain(5_000, link, &more), "{}");
            unchecked(BUILD, &chain(180, wrapped, &more), "{}");
            assert_eq!(check(&chain(30, link, &more), r#""""#), Verdict::Fits);
            assert_eq!(check(&chain(30, link, &more), "1"), breaks("", "type"));
        }
    }
    unchecked(BUILD, &chain(12, &nested, ""), "{}");
    // Along plain references the validator goes step by step; only the check is too deep.
    unchecked(LONG, &chain(5_000, plain, ""), "{}");
    let parts: Vec<_> = (0..10_000).map(|n| format!(r#""{n}":{{}}"#)).collect();
    let name = "n".repeat(100 << 10);
    let paths =
        format!(r#"{{"properties":{{"{name}":{{"properties":{{{}}}}}}}}}"#, parts.join(","));
    unchecked(BUILD, &paths, "{}");
    let circle = r##"{"unevaluatedProperties":false,"properties":{"a":{"$ref":"#"}},"allOf":[{"$ref":"#/$defs/b"}],
        "$defs":{"b":{"anyOf":[{"$ref":"#/$defs/b"},{"properties":{"b":{}}}]}}}"##;
    assert!(Schema::new(Value::parse(circle).unwrap()).is_ok());
}

// proves: JSC-05
#[test]
fn references_are_looked_up_once_and_paid_for() {
    let filler = vec![r#"{"a":[1,2,3]}"#; 10_000].join(",");
    let anchors: Vec<_> = (0..100).map(|n| format!(r##"{{"$ref":"#a{n}"}}"##)).collect();
    let named: Vec<_> = (0..100).map(|n| format!(r#""a{n}":{{"$anchor":"a{n}"}}"#)).collect();
    let schema = format!(
        r#"{{"allOf":[{}],"$defs":{{{}}},"examples":[{filler}]}}"#,
        anchors.join(","),
        named.join(",")
    );
    unchecked(BUILD, &schema, "1");
    let one = r##"{"items":{"$ref":"#i"},"$defs":{"i":{"$anchor":"i","type":"integer"}}}"##;
    let output = format!("[{}]", vec!["1"; 50_000].join(","));
    assert_eq!(check(one, &output), Verdict::Fits);
    let long = "d".repeat(100 << 10);
    let schema = format!(r##"{{"items":{{"$ref":"#/$defs/{long}"}},"$defs":{{"{long}":{{}}}}}}"##);
    unchecked(LONG, &schema, &output);
    assert_eq!(check(&schema, "[1]"), Verdict::Fits);
}

// proves: JSC-05
#[test]
fn long_names_and_texts_are_paid_for() {
    let output = format!(r#"{{"{}":1}}"#, "n".repeat(3 << 20));
    for keyword in ["propertyNames", "additionalProperties"] {
        let part = format!(r#"{{"{keyword}":{{}}}}"#);
        let schema = format!(r#"{{"allOf":[{}]}}"#, vec![part; 5_000].join(","));
        unchecked(LONG, &schema, &output);
    }
    let unique = vec![r#"{"uniqueItems":true}"#; 5_000].join(",");
    let texts = format!(r#"["{0}","{0}"]"#, "t".repeat(1 << 20));
    unchecked(LONG, &format!(r#"{{"allOf":[{unique}]}}"#), &texts);
}
