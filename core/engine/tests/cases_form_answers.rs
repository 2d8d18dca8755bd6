//! Faults that others have had with the answers to forms, one test for each kind of fault. The
//! list of all is `tests/cases/cases.toml`.

#[path = "support/asked.rs"]
mod asked;
#[path = "support/ready.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod ready;

use asked::{Asked, accept, form, schema_of, verdicts};
use mcpclient_engine::Code;
use mcpclient_engine::elicitation::{Draft, FieldCode};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, quote};
use mcpclient_engine::session::Answer;
use std::sync::Arc;

const JUNE: Revision = Revision::R2025Jun;
const NOVEMBER: Revision = Revision::R2025Nov;

/// An empty draft of a form.
fn draft(schema: &str) -> Draft {
    let request = Asked::new(NOVEMBER).form(schema).expect("a form");
    Draft::new(Arc::new(form(&request).clone()))
}

/// Each text with its verdict, for a text field of that format.
fn format(name: &str, valid: &[&str], invalid: &[&str]) {
    let schema = schema_of(&format!(r#"{{"type":"string","format":"{name}"}}"#));
    let rows =
        valid.iter().map(|text| (text, true)).chain(invalid.iter().map(|text| (text, false)));
    for (text, fits) in rows {
        let content = format!("{{\"p\":{}}}", quote(text));
        verdicts(NOVEMBER, &schema, &[(content.as_str(), fits)]);
    }
}

// proves: ELI-31, ELI-32, ELI-43
#[test]
fn saying_no_is_never_checked_and_carries_nothing() {
    for (answer, sent) in [
        (Answer::Decline, r#""result":{"action":"decline"}"#),
        (Answer::Cancel, r#""result":{"action":"cancel"}"#),
    ] {
        let mut asked = Asked::new(JUNE);
        let request = asked.form(&schema_of(r#"{"type":"integer"}"#)).expect("a form");
        // Not even after an attempt that did not fit.
        asked.answer(&request, accept(r#"{"p":"junk"}"#)).expect_err("no number");
        assert_eq!(asked.answer(&request, answer).as_deref(), Ok(sent));
    }
}

// proves: ELI-30, ELI-33, ELI-34
#[test]
fn accepting_without_content_is_an_empty_answer() {
    let mut asked = Asked::new(JUNE);
    let request = asked.form(&schema_of(r#"{"type":"string"}"#)).expect("a form");
    for answer in [Answer::Accept(None), accept("null"), accept("{}")] {
        let error = asked.answer(&request, answer).expect_err("a field is missing");
        assert_eq!(error.code, Code::Form);
    }
    asked.answer(&request, accept(r#"{"p":"a"}"#)).expect("it is open still");
    for schema in [
        r#"{"type":"object","properties":{"p":{"type":"string"}}}"#,
        r#"{"type":"object","properties":{}}"#,
    ] {
        let request = asked.form(schema).expect("a form");
        asked.answer(&request, accept("null")).expect_err("null is no answer");
        let sent = asked.answer(&request, Answer::Accept(None));
        assert_eq!(sent.as_deref(), Ok(r#""result":{"action":"accept","content":{}}"#));
    }
}

// proves: ELI-15, ELI-33
#[test]
fn an_integer_is_one_by_its_value_not_by_its_spelling() {
    let schema = schema_of(r#"{"type":"integer","minimum":0,"maximum":1000}"#);
    for (number, fits) in [
        ("3", true),
        ("3.0", true),
        ("3e0", true),
        ("1e2", true),
        ("-0", true),
        ("-0.0", true),
        ("3.5", false),
        ("\"3\"", false),
        ("true", false),
        ("null", false),
        ("[3]", false),
        ("1000.0000000001", false),
    ] {
        verdicts(JUNE, &schema, &[(format!("{{\"p\":{number}}}").as_str(), fits)]);
    }
    for number in ["3.0", "3e0"] {
        let mut draft = draft(&schema);
        draft.set_json(0, Json::parse(number).expect("JSON").value()).expect("it fits");
        assert_eq!(draft.value(0).map(Json::as_str), Some("3"));
    }
}

// proves: ELI-27
#[test]
fn typed_text_is_a_number_as_a_whole_or_not_at_all() {
    let schema = schema_of(r#"{"type":"integer","minimum":0}"#);
    for (typed, value) in [
        ("42", Some("42")),
        (" 42 ", Some("42")),
        ("4.0", Some("4")),
        ("1e3", Some("1000")),
        ("42xyz", None),
        ("", None),
        ("0x2A", None),
        ("1_000", None),
        ("1,000", None),
        ("\u{ff11}\u{ff12}", None),
        ("\u{663}", None),
        ("+5", None),
        ("--1", None),
        ("NaN", None),
        ("Infinity", None),
    ] {
        let mut draft = draft(&schema);
        assert_eq!(draft.set_text(0, typed).is_ok(), value.is_some(), "{typed:?}");
        assert_eq!(draft.value(0).map(Json::as_str), value, "{typed:?}");
    }
    verdicts(JUNE, &schema, &[(r#"{"p":"42"}"#, false)]);
}

// proves: ELI-17, ELI-33
#[test]
fn no_is_an_answer_and_only_a_truth_value_is_one() {
    let schema = schema_of(r#"{"type":"boolean","default":true}"#);
    let rows = [
        (r#"{"p":false}"#, true),
        (r#"{"p":true}"#, true),
        (r#"{"p":"true"}"#, false),
        (r#"{"p":"false"}"#, false),
        (r#"{"p":1}"#, false),
        (r#"{"p":0}"#, false),
        (r#"{"p":null}"#, false),
        ("{}", false),
    ];
    verdicts(JUNE, &schema, &rows);
    let mut draft = draft(&schema);
    draft.set_text(0, "no").expect("it fits");
    assert_eq!(draft.content().expect("complete").as_str(), r#"{"p":false}"#);
}

// proves: ELI-14
#[test]
fn a_pattern_searches_in_the_dialect_of_the_web() {
    for (pattern, text, fits) in [
        ("[0-9]{3}", "ab123cd", true),
        (r"^\d{3}$", "123", true),
        (r"^\d{3}$", "\u{661}\u{662}\u{663}", false),
        (r"^\d{3}$", "123\n", false),
        ("^a.c$", "a\u{1f600}c", true),
        (r"^\p{L}+$", "Größe", true),
        (r"^[\w-]+$", "été", false),
        ("^$", "", true),
        (r"\bcat\b", "a cat!", true),
        ("^[^]$", "x", true),
    ] {
        let schema = schema_of(&format!(r#"{{"type":"string","pattern":{}}}"#, quote(pattern)));
        let content = format!("{{\"p\":{}}}", quote(text));
        verdicts(NOVEMBER, &schema, &[(content.as_str(), fits)]);
    }
}

// proves: ELI-12
#[test]
fn a_moment_is_what_rfc_3339_says() {
    format(
        "date-time",
        &[
            "2024-03-09T10:20:30Z",
            "2024-03-09T10:20:30.123456789+05:30",
            "2024-03-09t10:20:30z",
            "2016-12-31T23:59:60Z",
            "1990-12-31T15:59:60-08:00",
            "2024-02-29T00:00:00-00:00",
            "2024-03-09T10:20:30+23:59",
        ],
        &[
            "2024-03-09T10:20:30",
            "2024-03-09 10:20:30Z",
            "2024-03-09T10:20Z",
            "2024-03-09T24:00:00Z",
            "2024-02-30T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-03-09T10:20:61Z",
            "2024-03-09T10:58:60Z",
            "2024-03-09T10:20:30+24:00",
            "2024-03-09T10:20:30+0530",
            "2024-03-09T10:20:30+05",
            "2024-03-09T10:20:30.Z",
            "2024-03-09T10:20:30,5Z",
            "2024-3-9T10:20:30Z",
            "2024-W10-6T10:20:30Z",
            "\u{ff12}024-03-09T10:20:30Z",
            "2024-03-09T10:20:30Z ",
            "2024-03-09T10:20:30Z\n",
            "20240309T102030Z",
            "",
        ],
    );
}

// proves: ELI-12
#[test]
fn a_day_exists_and_has_no_time() {
    format(
        "date",
        &["2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01"],
        &[
            "2023-02-29",
            "2100-02-29",
            "2024-04-31",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "2024-1-1",
            "24-01-01",
            "2024-01-01T00:00:00Z",
            "2024/01/01",
            "01.02.2024",
            "2024-01-01Z",
            " 2024-01-01",
            "2024-01-01\n",
            "\u{9e8}024-01-01",
            "+02024-01-01",
        ],
    );
}

// proves: ELI-12
#[test]
fn an_address_is_absolute_and_ascii_and_not_thereby_safe() {
    format(
        "uri",
        &[
            "https://example.com",
            "http://[::1]:8080/a?b#c",
            "mailto:a@example.com",
            "urn:isbn:0451450523",
            "https://example.com/%E2%82%AC",
            "file:///C:/x",
            "javascript:alert(1)",
            "https://xn--r8jz45g.example/",
            "a:b",
            "https://user:pw@example.com:0/",
        ],
        &[
            "",
            "example.com",
            "/path",
            "//example.com/x",
            "https://example.com/a b",
            "https://example.com/%zz",
            "https://\u{4f8b}\u{3048}.example/",
            "http://[::1",
            "C:\\x\\y",
            "https://example.com/a|b",
            " https://example.com",
            "https://example.com/\n",
            "http://example.com:port/",
            "1http://x",
            "?q",
        ],
    );
}

// proves: ELI-33
#[test]
fn an_answer_is_an_object_of_simple_values() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
    let rows = [
        (r#"{"a":null}"#, false),
        (r#"{"z":null}"#, false),
        (r#"{"z":{"k":1}}"#, false),
        (r#"{"z":[1,2]}"#, false),
        (r#"{"z":["a",null]}"#, false),
        (r#"{"z":[["a"]]}"#, false),
        ("[]", false),
        ("\"text\"", false),
        (r#"[["a","x"]]"#, false),
        (r#"{"z":["a"]}"#, true),
        (r#"{"z":[]}"#, true),
    ];
    verdicts(NOVEMBER, schema, &rows);
    verdicts(JUNE, schema, &[(r#"{"z":["a"]}"#, false), (r#"{"z":true}"#, true)]);
}

// proves: ELI-24
#[test]
fn defaults_fill_what_is_absent_even_if_they_are_nothing() {
    let schema = r#"{"type":"object","properties":{"z":{"type":"integer","default":0},"f":{"type":"boolean","default":false},"s":{"type":"string","default":""},"l":{"type":"array","items":{"type":"string","enum":["a"]},"default":[]},"t":{"type":"boolean","default":true},"r":{"type":"number"}},"required":["z","r"]}"#;
    let mut asked = Asked::new(NOVEMBER);
    let request = asked.form(schema).expect("a form");
    let given = Json::parse(r#"{"r":1.5,"t":false}"#).expect("JSON");
    // Without being asked to, nothing is filled in.
    let error = asked.answer(&request, Answer::Accept(Some(given.clone()))).expect_err("z");
    assert_eq!(error.fields[0].code, FieldCode::Required);
    let filled = form(&request).with_defaults(given.value());
    let all = r#"{"r":1.5,"t":false,"z":0,"f":false,"s":"","l":[]}"#;
    assert_eq!(filled.as_str(), all);
    let sent = asked.answer(&request, Answer::Accept(Some(filled)));
    assert_eq!(sent, Ok(format!(r#""result":{{"action":"accept","content":{all}}}"#)));
}

// proves: ELI-33
#[test]
fn a_number_that_is_none_is_no_answer() {
    let schema = schema_of(r#"{"type":"number"}"#);
    for text in ["NaN", "Infinity", "-Infinity"] {
        assert!(Json::parse(&format!("{{\"p\":{text}}}")).is_err(), "{text}");
        assert!(draft(&schema).set_text(0, text).is_err(), "{text}");
    }
    // Digits are kept as they are; what no double can hold, no server could read.
    verdicts(JUNE, &schema, &[(r#"{"p":1.10}"#, true), (r#"{"p":1e400}"#, false)]);
    let long = format!("{{\"p\":1{}}}", "0".repeat(400));
    verdicts(JUNE, &schema, &[(&long, false)]);
}

// proves: ELI-34
#[test]
fn every_wrong_field_is_told_at_once_and_can_be_corrected() {
    let schema = r#"{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":5},"e":{"type":"string","format":"email"}},"required":["n","e"]}"#;
    let mut asked = Asked::new(JUNE);
    let request = asked.form(schema).expect("a form");
    let error = asked.answer(&request, accept(r#"{"n":9,"e":"nope"}"#)).expect_err("wrong");
    let told: Vec<_> =
        error.fields.iter().map(|fault| (fault.name.as_str(), fault.code.name())).collect();
    assert_eq!(told, [("n", "maximum"), ("e", "format")]);
    let right = r#"{"n":3,"e":"ana@example.com"}"#;
    let sent = asked.answer(&request, accept(right));
    assert_eq!(sent, Ok(format!(r#""result":{{"action":"accept","content":{right}}}"#)));
    let again = asked.answer(&request, accept(right)).expect_err("answered");
    assert_eq!(again.code, Code::Gone);
}

// proves: ELI-30
#[test]
fn text_arrives_as_it_was_entered() {
    let schema = schema_of(r#"{"type":"string","maxLength":64}"#);
    for text in [
        " lead and trail ",
        "a\r\nb",
        "<b>&amp;</b>",
        "tab\tend\t",
        "\0",
        "\u{2028}",
        "\u{fb01}",
        "\u{130}",
        "\\u0041",
        "\"q\"",
        "${x}",
        "{{y}}",
    ] {
        let mut asked = Asked::new(JUNE);
        let request = asked.form(&schema).expect("a form");
        let mut draft = Draft::new(Arc::new(form(&request).clone()));
        draft.set_text(0, text).expect("any text");
        let content = draft.content().expect("complete");
        let sent = asked.answer(&request, Answer::Accept(Some(content))).expect("sent");
        let reply = format!("{{{sent}}}");
        let reply: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
        assert_eq!(reply["result"]["content"]["p"], text);
    }
}
