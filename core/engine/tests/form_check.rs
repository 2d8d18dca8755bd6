//! Whether an answer fits its form.
// proves: ELI-25, ELI-27, ELI-30, ELI-33, ELI-34, RPC-28

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{FieldCode, FieldError, Form};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Value;

fn form_in(schema: &str, revision: Revision) -> Form {
    Form::parse(Value::parse(schema).expect(schema), revision, &Limits::default()).expect(schema)
}

fn form(schema: &str) -> Form {
    form_in(schema, Revision::R2025Nov)
}

fn one(property: &str) -> Form {
    form(&format!(r#"{{"type":"object","properties":{{"p":{property}}},"required":["p"]}}"#))
}

fn errors(form: &Form, content: &str) -> Vec<FieldError> {
    form.check(Value::parse(content).expect(content)).err().unwrap_or_default()
}

/// The codes of everything wrong with one value.
fn codes(property: &str, value: &str) -> Vec<FieldCode> {
    errors(&one(property), &format!("{{\"p\":{value}}}")).iter().map(|error| error.code).collect()
}

/// Checks values for one property: none means right.
fn table(property: &str, rows: &[(&str, Option<FieldCode>)]) {
    for (value, code) in rows {
        assert_eq!(
            codes(property, value),
            code.iter().copied().collect::<Vec<_>>(),
            "{property} {value}"
        );
    }
}

#[test]
fn texts_are_counted_in_code_points() {
    table(
        r#"{"type":"string","minLength":2,"maxLength":3}"#,
        &[
            ("\"ab\"", None),
            ("\"a\"", Some(FieldCode::MinLength)),
            ("\"abcd\"", Some(FieldCode::MaxLength)),
            ("\"äöü\"", None),
            ("\"😀😀😀\"", None),
            (r#""\ud83d\ude00\ud83d\ude00""#, None),
            (r#""\ud83d\ude00""#, Some(FieldCode::MinLength)),
            // A flag is two code points, a family five, an accent one more.
            ("\"🇳🇴\"", None),
            ("\"👩‍👩‍👦\"", Some(FieldCode::MaxLength)),
            ("\"e\u{301}\"", None),
            (r#""\\\"""#, None),
            ("2", Some(FieldCode::Type)),
            ("null", Some(FieldCode::Type)),
            ("[\"ab\"]", Some(FieldCode::Type)),
        ],
    );
}

#[test]
fn integers_are_exact_whatever_their_spelling() {
    table(
        r#"{"type":"integer","minimum":0,"maximum":1000}"#,
        &[
            ("3", None),
            ("3.0", None),
            ("3e0", None),
            ("1e2", None),
            ("-0", None),
            ("-0.0", None),
            ("3.5", Some(FieldCode::NotInteger)),
            ("\"3\"", Some(FieldCode::Type)),
            ("true", Some(FieldCode::Type)),
            ("null", Some(FieldCode::Type)),
            ("[3]", Some(FieldCode::Type)),
            ("1000.0000000001", Some(FieldCode::NotInteger)),
            ("1001", Some(FieldCode::Maximum)),
            ("-1", Some(FieldCode::Minimum)),
        ],
    );
    table(
        r#"{"type":"integer","minimum":9007199254740993,"maximum":9007199254740993}"#,
        &[
            ("9007199254740993", None),
            ("9007199254740992", Some(FieldCode::Minimum)),
            ("9007199254740994", Some(FieldCode::Maximum)),
            ("9007199254740993.0", None),
        ],
    );
    table(
        r#"{"type":"integer"}"#,
        &[("123456789012345678901234567890", None), ("1e999999999", Some(FieldCode::NotFinite))],
    );
}

#[test]
fn numbers_keep_every_digit() {
    table(
        r#"{"type":"number","minimum":0.1,"maximum":0.5}"#,
        &[
            ("0.25", None),
            ("0.1", None),
            ("0.5", None),
            ("5e-1", None),
            ("0.09", Some(FieldCode::Minimum)),
            ("0.5000001", Some(FieldCode::Maximum)),
            ("0.50000000000000000000001", Some(FieldCode::Maximum)),
            ("1", Some(FieldCode::Maximum)),
            ("1e400", Some(FieldCode::NotFinite)),
            ("-1e400", Some(FieldCode::NotFinite)),
            ("\"0.2\"", Some(FieldCode::Type)),
        ],
    );
    table(
        r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}"#,
        &[
            ("0.5", None),
            ("0", Some(FieldCode::ExclusiveMinimum)),
            ("-0.0", Some(FieldCode::ExclusiveMinimum)),
            ("1.00", Some(FieldCode::ExclusiveMaximum)),
        ],
    );
    table(
        r#"{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum":3}"#,
        &[
            ("2", None),
            ("1", Some(FieldCode::ExclusiveMinimum)),
            ("3", Some(FieldCode::ExclusiveMaximum)),
        ],
    );
}

#[test]
fn yes_and_no_are_truth_values_only() {
    table(
        r#"{"type":"boolean","default":true}"#,
        &[
            ("false", None),
            ("true", None),
            ("\"true\"", Some(FieldCode::Type)),
            ("1", Some(FieldCode::Type)),
            ("0", Some(FieldCode::Type)),
            ("null", Some(FieldCode::Type)),
        ],
    );
}

#[test]
fn only_values_of_choices_count() {
    let property = r#"{"type":"string","oneOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large"}]}"#;
    table(
        property,
        &[
            ("\"l\"", None),
            (r#""\u006c""#, None),
            ("\"Large\"", Some(FieldCode::NotChoice)),
            ("\"S\"", Some(FieldCode::NotChoice)),
            ("\"\"", Some(FieldCode::NotChoice)),
            ("\"l,s\"", Some(FieldCode::NotChoice)),
            ("1", Some(FieldCode::Type)),
        ],
    );
}

#[test]
fn every_keyword_beside_choices_counts() {
    for (property, right, wrong) in [
        (r#"{"type":"string","enum":["a","bb"],"minLength":2}"#, "\"bb\"", "\"a\""),
        (r#"{"type":"string","enum":["a","b"],"const":"b"}"#, "\"b\"", "\"a\""),
        (
            r#"{"type":"string","enum":["b"],"oneOf":[{"const":"a"},{"const":"b"}]}"#,
            "\"b\"",
            "\"a\"",
        ),
        (
            r#"{"anyOf":[{"type":"string"},{"type":"null"}],"oneOf":[{"const":"a"}]}"#,
            "\"a\"",
            "\"b\"",
        ),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a","bb"],"pattern":"^..$"}}"#,
            "[\"bb\"]",
            "[\"a\"]",
        ),
    ] {
        table(property, &[(right, None), (wrong, Some(FieldCode::NotChoice))]);
    }
}

#[test]
fn lists_hold_choices_within_their_counts() {
    let items = r#""items":{"anyOf":[{"const":"mo","title":"Monday"},{"const":"tu","title":"Tuesday"},{"const":"we","title":"We"}]}"#;
    table(
        &format!(r#"{{"type":"array",{items},"minItems":1,"maxItems":2}}"#),
        &[
            ("[\"mo\"]", None),
            ("[\"we\",\"mo\"]", None),
            ("[\"mo\",\"mo\"]", None),
            ("[]", Some(FieldCode::MinItems)),
            ("[\"mo\",\"tu\",\"we\"]", Some(FieldCode::MaxItems)),
            ("[\"Monday\"]", Some(FieldCode::NotChoice)),
            ("\"mo\"", Some(FieldCode::Type)),
            ("[[\"mo\"]]", Some(FieldCode::Type)),
            ("[null]", Some(FieldCode::Type)),
        ],
    );
    table(
        &format!(r#"{{"type":"array",{items},"uniqueItems":true}}"#),
        &[("[\"mo\",\"tu\"]", None), ("[\"mo\",\"mo\"]", Some(FieldCode::UniqueItems))],
    );
}

#[test]
fn every_fault_is_told_at_once_in_order() {
    let form = form(
        r#"{"type":"object","properties":{"n":{"type":"integer","minimum":1,"maximum":5},
        "e":{"type":"string","format":"email"},"r":{"type":"string"},"o":{"type":"string"}},"required":["n","e","r"]}"#,
    );
    let found = errors(&form, r#"{"x":null,"e":"nope","n":9}"#);
    let told: Vec<_> = found.iter().map(|e| (e.field, e.name.as_str(), e.code)).collect();
    assert_eq!(
        told,
        [
            (0, "n", FieldCode::Maximum),
            (1, "e", FieldCode::Format),
            (2, "r", FieldCode::Required),
            (FieldError::NO_FIELD, "x", FieldCode::Type),
        ]
    );
    assert_eq!(found[0].param("maximum"), Some("5"));
    assert_eq!(found[1].param("format"), Some("email"));
    assert!(errors(&form, r#"{"n":3,"e":"ana@example.com","r":""}"#).is_empty());
}

#[test]
fn answers_hold_nothing_but_simple_values() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
    let november = form(schema);
    for (content, right) in [
        (r#"{"a":null}"#, false),
        (r#"{"z":null}"#, false),
        (r#"{"z":{"k":1}}"#, false),
        (r#"{"z":[1,2]}"#, false),
        (r#"{"z":["a",null]}"#, false),
        (r#"{"z":[["a"]]}"#, false),
        ("[]", false),
        ("\"text\"", false),
        ("null", false),
        (r#"[["a","x"]]"#, false),
        (r#"{"z":["a"]}"#, true),
        (r#"{"z":[]}"#, true),
        (r#"{"z":1.5}"#, true),
        (r#"{"z":1e400}"#, false),
        ("{}", true),
    ] {
        assert_eq!(errors(&november, content).is_empty(), right, "{content}");
    }
    let june = form_in(schema, Revision::R2025Jun);
    assert_eq!(errors(&june, r#"{"z":["a"]}"#).len(), 1);
}

#[test]
fn closed_forms_take_no_strangers() {
    let form = form(
        r#"{"type":"object","properties":{"q":{"type":"integer"}},"additionalProperties":false}"#,
    );
    assert!(errors(&form, r#"{"q":2}"#).is_empty());
    assert_eq!(errors(&form, r#"{"q":2,"extra":1}"#)[0].code, FieldCode::UnknownField);
    for (rest, open) in [("true", true), ("{}", true), (r#"{"type":"string"}"#, false)] {
        let form = self::form(&format!(
            r#"{{"type":"object","properties":{{}},"additionalProperties":{rest}}}"#
        ));
        assert_eq!(errors(&form, r#"{"extra":1}"#).is_empty(), open, "{rest}");
    }
}

#[test]
fn a_member_counts_once() {
    let form = one(r#"{"type":"integer"}"#);
    for content in [r#"{"p":1,"p":2}"#, r#"{"p":1,"\u0070":"x"}"#, r#"{"p":1,"z":1,"z":2}"#] {
        assert_eq!(errors(&form, content)[0].code, FieldCode::DuplicateField, "{content}");
        assert_eq!(errors(&form, content).len(), 1);
    }
}

#[test]
fn no_error_shows_what_was_entered() {
    let secrets = [
        (r#"{"type":"string","format":"email"}"#, r#""hunter2""#),
        (r#"{"type":"string","maxLength":2}"#, r#""hunter2""#),
        (r#"{"type":"string","pattern":"^x$"}"#, r#""hunter2""#),
        (r#"{"type":"integer","maximum":2}"#, "4111111111111111"),
        (r#"{"type":"string","enum":["a"]}"#, r#""hunter2""#),
        (r#"{"type":"boolean"}"#, r#""hunter2""#),
    ];
    for (property, value) in secrets {
        for error in errors(&one(property), &format!("{{\"p\":{value}}}")) {
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("hunter2") && !shown.contains("4111"), "{shown}");
            assert!(error.to_string().starts_with("p: "));
        }
    }
}

#[test]
fn numbers_and_names_of_codes_never_change() {
    let table = [
        (FieldCode::Required, 1, "required"),
        (FieldCode::Type, 2, "type"),
        (FieldCode::NotNumber, 3, "notNumber"),
        (FieldCode::NotInteger, 4, "notInteger"),
        (FieldCode::NotYesNo, 5, "notYesNo"),
        (FieldCode::NotChoice, 6, "notChoice"),
        (FieldCode::Ambiguous, 7, "ambiguous"),
        (FieldCode::Minimum, 8, "minimum"),
        (FieldCode::Maximum, 9, "maximum"),
        (FieldCode::ExclusiveMinimum, 10, "exclusiveMinimum"),
        (FieldCode::ExclusiveMaximum, 11, "exclusiveMaximum"),
        (FieldCode::NotFinite, 12, "notFinite"),
        (FieldCode::MinLength, 13, "minLength"),
        (FieldCode::MaxLength, 14, "maxLength"),
        (FieldCode::Format, 15, "format"),
        (FieldCode::Pattern, 16, "pattern"),
        (FieldCode::MinItems, 17, "minItems"),
        (FieldCode::MaxItems, 18, "maxItems"),
        (FieldCode::UniqueItems, 19, "uniqueItems"),
        (FieldCode::UnknownField, 20, "unknownField"),
        (FieldCode::DuplicateField, 21, "duplicateField"),
    ];
    for (code, number, name) in table {
        assert_eq!((code.number(), code.name()), (number, name));
    }
}

#[test]
fn sentences_read_like_english() {
    let told = |property: &str, value: &str| {
        errors(&one(property), &format!("{{\"p\":{value}}}"))[0].to_string()
    };
    assert_eq!(told(r#"{"type":"integer","minimum":1.8e1}"#, "3"), "p: must be at least 18");
    assert_eq!(told(r#"{"type":"string","minLength":1}"#, "\"\""), "p: needs at least 1 character");
    assert_eq!(
        told(r#"{"type":"string","maxLength":2}"#, "\"abc\""),
        "p: may have at most 2 characters"
    );
    assert_eq!(
        told(r#"{"type":"string","format":"date"}"#, "\"x\""),
        "p: must be a date, written like 1999-12-31"
    );
}

#[test]
fn defaults_fill_only_what_is_absent() {
    // proves: ELI-24
    let form = form(
        r#"{"type":"object","properties":{"z":{"type":"integer","default":0},"f":{"type":"boolean","default":false},
        "s":{"type":"string","default":""},"l":{"type":"array","items":{"type":"string","enum":["a"]},"default":[]},
        "t":{"type":"boolean","default":true},"r":{"type":"number"}},"required":["z","r"]}"#,
    );
    let given = Value::parse(r#"{"r":1.50,"t":false,"x":"kept"}"#).expect("JSON");
    assert_eq!(errors(&form, given.raw())[0].code, FieldCode::Required);
    let filled = form.with_defaults(given);
    assert_eq!(filled.as_str(), r#"{"r":1.50,"t":false,"x":"kept","z":0,"f":false,"s":"","l":[]}"#);
    assert!(form.check(filled.value()).is_ok());
    assert_eq!(form.with_defaults(Value::parse("null").expect("JSON")).as_str(), "null");
}
