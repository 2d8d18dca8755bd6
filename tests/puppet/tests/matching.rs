//! The matcher: each construct, and what is said about each difference.

use mcpclient_puppet::{Captures, Pattern};
use serde_json::Value;

fn differs(pattern: &str, text: &str) -> Option<String> {
    let pattern = Pattern::parse(pattern).expect("a pattern");
    let by_text = pattern.matches_text(text, &mut Captures::new());
    let value: Value = serde_json::from_str(text).expect("JSON");
    let by_value = pattern.matches(&value, &mut Captures::new());
    assert_eq!(by_text.is_ok(), by_value.is_ok(), "{pattern} on {text}");
    by_text.err().map(|mismatch| mismatch.to_string())
}

#[track_caller]
fn same(pattern: &str, text: &str) {
    assert_eq!(differs(pattern, text), None, "{pattern} on {text}");
}

#[track_caller]
fn differ(pattern: &str, text: &str, why: &str) {
    assert_eq!(differs(pattern, text).as_deref(), Some(why), "{pattern} on {text}");
}

#[test]
fn plain_values_match_themselves_only() {
    for value in
        ["null", "true", "false", "0", "-1.5e3", r#""a""#, "[]", "{}", "[1,[2]]", r#"{"a":{}}"#]
    {
        same(value, value);
    }
    differ("null", "false", "expected null, found false");
    differ("true", "false", "expected true, found false");
    differ("1", r#""1""#, r#"expected 1, found "1""#);
    differ(r#""1""#, "1", r#"expected "1", found 1"#);
    differ(r#""a""#, r#""A""#, r#"expected "a", found "A""#);
    differ("{}", "[]", "expected {}, found []");
}

#[test]
fn the_order_and_spelling_of_members_does_not_matter() {
    same(r#"{"a":1,"b":{"c":2,"d":3}}"#, r#"{"b":{"d":3,"\u0063":2},"a":1}"#);
    same(r#""é\n\/😀""#, r#""\u00e9\u000a/\ud83d\ude00""#);
}

#[test]
fn objects_match_exactly_unless_opened() {
    differ(
        r#"{"a":1}"#,
        r#"{"a":1,"b":2}"#,
        r#"expected no members but "a", found the member "b""#,
    );
    differ(r#"{"a":1,"b":2}"#, r#"{"a":1}"#, r#"expected the member "b", found only "a""#);
    differ("{}", r#"{"b":2}"#, r#"expected no members but no members, found the member "b""#);
    same(r#"{"a":1,*}"#, r#"{"b":2,"a":1}"#);
    same(r#"{*,"a":1}"#, r#"{"a":1}"#);
    differ(r#"{"a":1,*}"#, r#"{"b":2}"#, r#"expected the member "a", found only "b""#);
    differ(r#"{"a":1,*}"#, "{}", r#"expected the member "a", found only no members"#);
}

#[test]
fn wildcards() {
    for value in ["null", "1", r#""x""#, "[1]", r#"{"a":1}"#] {
        same("*", value);
        same(r#"{"k":*}"#, &format!(r#"{{"k":{value}}}"#));
        same("[0,*]", &format!("[0,{value}]"));
    }
    differ(r#"{"k":*}"#, "{}", r#"expected the member "k", found only no members"#);
    same("{*}", "{}");
    same("{*}", r#"{"a":1}"#);
    differ("{*}", "[]", "expected {*}, found []");
    same("[*]", "[]");
    same("[*]", "[1,2]");
    differ("[*]", "{}", "expected [*], found {}");
    differ("[*,*]", "[1]", "expected 2 items, found 1 items");
}

#[test]
fn the_path_leads_to_the_difference() {
    differ(
        r#"{"a":{"b":[0,{"c":1}]}}"#,
        r#"{"a":{"b":[0,{"c":2}]}}"#,
        "at .a.b[1].c: expected 1, found 2",
    );
    differ(r#"{"a b":{"/":1}}"#, r#"{"a b":{"/":2}}"#, r#"at ["a b"]["/"]: expected 1, found 2"#);
    differ(r#"{"a":[1,2]}"#, r#"{"a":[1,2,3]}"#, "at .a: expected 2 items, found 3 items");
    differ(
        r#"{"a":{"b":1}}"#,
        r#"{"a":{"c":1}}"#,
        r#"at .a: expected the member "b", found only "c""#,
    );
}

#[test]
fn long_values_are_cut_in_the_report() {
    let long = format!("\"{}\"", "é".repeat(500));
    let why = differs("1", &long).expect("differs");
    assert!(why.ends_with('…') && why.len() < 200, "{why}");
}

#[test]
fn a_name_captures_and_then_compares() {
    let mut captures = Captures::new();
    let ask = Pattern::parse(r#"{"id":$id,"t":$t,*}"#).expect("a pattern");
    ask.matches_text(r#"{"id":7,"t":"x","m":1}"#, &mut captures).expect("captures");
    assert_eq!((captures.text("id"), captures.text("t")), (Some("7"), Some(r#""x""#)));
    assert_eq!(captures.value("t"), Some(Value::from("x")));
    ask.matches_text(r#"{"t":"x","id":7}"#, &mut captures).expect("the same again");
    let other = ask.matches_text(r#"{"id":"7","t":"x"}"#, &mut captures).expect_err("another type");
    assert_eq!(other.to_string(), r#"at .id: expected 7 as $id, found "7""#);
}

#[test]
fn a_captured_object_is_compared_as_a_value() {
    let mut captures = Captures::new();
    let pattern = Pattern::parse("[$o,$o]").expect("a pattern");
    pattern.matches_text(r#"[{"a":1,"b":2},{"b":2,"a":1}]"#, &mut captures).expect("the same");
    let mut captures = Captures::new();
    assert!(pattern.matches_text(r#"[{"a":1},{"a":2}]"#, &mut captures).is_err());
}

#[test]
fn a_mismatch_captures_nothing() {
    let mut captures = Captures::new();
    let pattern = Pattern::parse(r#"{"id":$id,"n":1}"#).expect("a pattern");
    assert!(pattern.matches_text(r#"{"id":7,"n":2}"#, &mut captures).is_err());
    assert_eq!(captures, Captures::new());
}

#[test]
fn text_must_spell_numbers_alike_and_values_need_not() {
    let pattern =
        Pattern::parse(r#"{"n":1.50,"big":123456789012345678901234567890}"#).expect("a pattern");
    let mut captures = Captures::new();
    pattern
        .matches_text(r#"{"n":1.50,"big":123456789012345678901234567890}"#, &mut captures)
        .expect("alike");
    let why =
        pattern.matches_text(r#"{"n":1.5,"big":123456789012345678901234567890}"#, &mut captures);
    assert_eq!(why.expect_err("spelled otherwise").to_string(), "at .n: expected 1.50, found 1.5");
    let value = serde_json::json!({"n": 1.5, "big": 123456789012345678901234567890f64});
    pattern.matches(&value, &mut captures).expect("the same values");
    assert!(
        Pattern::parse("1").expect("a pattern").matches(&Value::from(1.0), &mut captures).is_err()
    );
}

#[test]
fn text_that_is_not_sound_json_is_a_difference() {
    let anything = Pattern::anything();
    for text in [
        "",
        "x",
        "{",
        "[1,]",
        r#"{"a":1,}"#,
        "1 2",
        "01",
        "1.",
        "-",
        "+1",
        "1e",
        "nul",
        "*",
        "$x",
        "{*}",
        r#""\q""#,
        r#""\ud800""#,
        r#""\ud800\u0041""#,
        "\"\n\"",
        r#""open"#,
        r#"{"a":1,"a":1}"#,
        "\u{feff}{}",
    ] {
        let why = anything.matches_text(text, &mut Captures::new()).expect_err(text);
        assert!(
            why.to_string().starts_with("expected *, found text that is not "),
            "{text}: {why}"
        );
    }
    let deep = "[".repeat(100_000);
    assert!(anything.matches_text(&deep, &mut Captures::new()).is_err());
}

#[test]
fn a_message_implies_the_version_of_json_rpc() {
    let matches = |pattern: &str, text: &str| {
        Pattern::message(pattern)
            .expect("a pattern")
            .matches_text(text, &mut Captures::new())
            .is_ok()
    };
    assert!(matches(r#"{"id":1}"#, r#"{"jsonrpc":"2.0","id":1}"#));
    assert!(!matches(r#"{"id":1}"#, r#"{"id":1}"#));
    assert!(!matches(r#"{"id":1,*}"#, r#"{"id":1,"jsonrpc":"1.0"}"#));
    assert!(matches(r#"{"id":1,"jsonrpc":*}"#, r#"{"id":1,"jsonrpc":"1.0"}"#));
    assert!(matches(
        r#"[{"id":1},{"id":2}]"#,
        r#"[{"id":1,"jsonrpc":"2.0"},{"jsonrpc":"2.0","id":2}]"#
    ));
    assert!(!matches(r#"[{"id":1}]"#, r#"[{"id":1}]"#));
}

#[test]
fn what_is_no_pattern_is_refused_with_its_column() {
    for (pattern, column) in [
        ("{\"a\":}", 6),
        ("{a:1}", 2),
        ("$", 2),
        ("{\"a\":$1}", 7),
        ("[1", 3),
        ("{\"a\" 1}", 6),
        ("${a", 4),
    ] {
        let why = Pattern::parse(pattern).expect_err(pattern);
        assert!(why.contains(&format!("column {column}:")), "{pattern}: {why}");
    }
    assert!(
        Pattern::parse(r#"{"a":1,"a":2}"#).expect_err("twice").contains(r#""a" is written twice"#)
    );
}
