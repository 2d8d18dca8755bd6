//! Filling in a form from what a person types.
// proves: ELI-24, ELI-25, ELI-27, ELI-30, ELI-34, ELI-41, ELI-48

use std::sync::Arc;

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Draft, FieldCode, Form};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value};

fn draft(properties: &str, required: &str) -> Draft {
    let schema =
        format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{required}]}}"#);
    let schema = Value::parse(&schema).expect("JSON");
    let form = Form::parse(schema, Revision::R2025Nov, &Limits::default()).expect("a form");
    Draft::new(Arc::new(form))
}

/// What typing one text into one optional field gives.
fn typed(property: &str, text: &str) -> Result<Option<String>, FieldCode> {
    let mut draft = draft(&format!("\"p\":{property}"), "");
    match draft.set_text(0, text) {
        Ok(()) => Ok(draft.value(0).map(ToString::to_string)),
        Err(error) => {
            assert_eq!(draft.check_field(0), Err(error.clone()));
            Err(error.code)
        }
    }
}

fn table(property: &str, rows: &[(&str, Result<Option<&str>, FieldCode>)]) {
    for (text, expected) in rows {
        let expected = expected.map(|value| value.map(str::to_owned));
        assert_eq!(typed(property, text), expected, "{property} {text:?}");
    }
}

#[test]
fn whole_numbers() {
    let bad = Err(FieldCode::NotNumber);
    table(
        r#"{"type":"integer","minimum":0}"#,
        &[
            ("42", Ok(Some("42"))),
            (" 42\t", Ok(Some("42"))),
            ("4.0", Ok(Some("4"))),
            ("1e3", Ok(Some("1000"))),
            ("-0", Ok(Some("0"))),
            ("9007199254740993", Ok(Some("9007199254740993"))),
            ("", Ok(None)),
            ("  ", Ok(None)),
            ("42xyz", bad),
            ("0x2A", bad),
            ("1_000", bad),
            ("1,000", bad),
            ("\u{ff11}\u{ff12}", bad),
            ("\u{663}", bad),
            ("+5", bad),
            ("--1", bad),
            ("NaN", bad),
            ("Infinity", bad),
            ("1 000", bad),
            ("4.", bad),
            (".5", bad),
            ("007", bad),
            ("\"4\"", bad),
            ("true", bad),
            (&"9".repeat(2000), Err(FieldCode::NotFinite)),
            ("3.5", Err(FieldCode::NotInteger)),
            ("-1", Err(FieldCode::Minimum)),
            ("1e99999", Err(FieldCode::NotFinite)),
        ],
    );
}

#[test]
fn numbers() {
    table(
        r#"{"type":"number","maximum":10}"#,
        &[
            ("1.50", Ok(Some("1.50"))),
            ("-0.5", Ok(Some("-0.5"))),
            ("1E-2", Ok(Some("1E-2"))),
            (" 3 ", Ok(Some("3"))),
            ("1,5", Err(FieldCode::NotNumber)),
            ("\u{2212}1", Err(FieldCode::NotNumber)),
            ("10.1", Err(FieldCode::Maximum)),
        ],
    );
}

#[test]
fn yes_and_no() {
    for (words, value) in [
        (["yes", "Y", "TRUE", " on ", "1", "t"], "true"),
        (["no", "N", "False", "off", "0", "f"], "false"),
    ] {
        for word in words {
            assert_eq!(typed(r#"{"type":"boolean"}"#, word), Ok(Some(value.to_owned())), "{word}");
        }
    }
    for word in ["maybe", "yess", "2", "ja", "yes no"] {
        assert_eq!(typed(r#"{"type":"boolean"}"#, word), Err(FieldCode::NotYesNo), "{word}");
    }
    assert_eq!(typed(r#"{"type":"boolean"}"#, " "), Ok(None));
}

#[test]
fn text_is_taken_to_the_last_blank() {
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
        " ",
    ] {
        let value = typed(r#"{"type":"string","maxLength":64}"#, text).expect(text).expect(text);
        assert_eq!(Value::parse(&value).expect("JSON").text().as_deref(), Some(text));
    }
    assert_eq!(typed(r#"{"type":"string"}"#, ""), Ok(None));
}

#[test]
fn formats_cannot_hold_blanks_around() {
    table(
        r#"{"type":"string","format":"email"}"#,
        &[
            (" ana@example.com\n", Ok(Some("\"ana@example.com\""))),
            ("  ", Ok(None)),
            ("ana", Err(FieldCode::Format)),
        ],
    );
    table(
        r#"{"type":"string","format":"date"}"#,
        &[("2024-02-29 ", Ok(Some("\"2024-02-29\""))), ("29.2.2024", Err(FieldCode::Format))],
    );
}

const SIZES: &str = r#"{"type":"string","oneOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large, 8 GB"},{"const":"xl","title":"Extra"},{"const":"Xl","title":"extra"}]}"#;

#[test]
fn a_choice_by_value_label_or_number() {
    table(
        SIZES,
        &[
            ("s", Ok(Some("\"s\""))),
            ("S", Ok(Some("\"s\""))),
            (" small ", Ok(Some("\"s\""))),
            ("Large, 8 GB", Ok(Some("\"l\""))),
            ("2", Ok(Some("\"l\""))),
            ("Extra", Ok(Some("\"xl\""))),
            ("extra", Ok(Some("\"Xl\""))),
            ("xl", Ok(Some("\"xl\""))),
            ("EXTRA", Err(FieldCode::Ambiguous)),
            ("XL", Err(FieldCode::Ambiguous)),
            ("0", Err(FieldCode::NotChoice)),
            ("5", Err(FieldCode::NotChoice)),
            ("+1", Err(FieldCode::NotChoice)),
            ("smal", Err(FieldCode::NotChoice)),
            ("", Ok(None)),
        ],
    );
    // A value goes before a number.
    let digits = r#"{"type":"string","enum":["3","1","2"]}"#;
    table(digits, &[("1", Ok(Some("\"1\""))), ("3", Ok(Some("\"3\"")))]);
}

#[test]
fn several_choices_in_one_text() {
    let property = r#"{"type":"array","items":{"anyOf":[{"const":"mo","title":"Monday"},{"const":"tu","title":"Tue, or so"},{"const":"a,b","title":"c;d"}]},"maxItems":2}"#;
    table(
        property,
        &[
            ("mo", Ok(Some(r#"["mo"]"#))),
            ("tu, mo", Ok(Some(r#"["mo","tu"]"#))),
            ("Tue, or so; monday", Ok(Some(r#"["mo","tu"]"#))),
            ("1\n3", Ok(Some(r#"["mo","a,b"]"#))),
            ("a,b", Ok(Some(r#"["a,b"]"#))),
            ("c;d,mo,", Ok(Some(r#"["mo","a,b"]"#))),
            ("mo,mo", Ok(Some(r#"["mo"]"#))),
            ("", Ok(None)),
            (" , ", Ok(None)),
            ("mo tu", Err(FieldCode::NotChoice)),
            ("mo,friday", Err(FieldCode::NotChoice)),
            ("1,2,3", Err(FieldCode::MaxItems)),
        ],
    );
}

#[test]
fn untouched_fields_hold_their_defaults_and_emptied_ones_nothing() {
    let mut draft = draft(
        r#""z":{"type":"integer","default":0},"f":{"type":"boolean","default":false},"s":{"type":"string","default":""},
           "l":{"type":"array","items":{"type":"string","enum":["a","b"]},"default":["b"]},"o":{"type":"string"},"r":{"type":"number"}"#,
        r#""z","r""#,
    );
    assert!((0..6).all(|index| !draft.is_touched(index)));
    assert_eq!(draft.value(3).map(Json::as_str), Some("[\"b\"]"));
    draft.set_text(5, "1.5").expect("a number");
    let content = draft.content().expect("complete");
    assert_eq!(content.as_str(), r#"{"z":0,"f":false,"s":"","l":["b"],"r":1.5}"#);
    assert!(draft.form().check(content.value()).is_ok());

    draft.set_text(1, "").expect("optional");
    draft.set_text(4, "").expect("optional");
    draft.clear(2);
    draft.clear(3);
    assert!(draft.is_touched(1) && draft.value(1).is_none());
    assert_eq!(draft.content().expect("complete").as_str(), r#"{"z":0,"r":1.5}"#);

    draft.clear(0);
    let errors = draft.content().expect_err("z is required");
    assert_eq!((errors[0].field, errors[0].code), (0, FieldCode::Required));
    draft.reset(0);
    assert_eq!(draft.content().expect("complete").as_str(), r#"{"z":0,"r":1.5}"#);
}

#[test]
fn a_wrong_field_is_asked_again_and_the_others_keep_their_values() {
    let mut draft = draft(
        r#""n":{"type":"integer","minimum":1,"maximum":5,"default":2},"e":{"type":"string","format":"email"},"s":{"type":"string"}"#,
        r#""n","e""#,
    );
    draft.set_text(2, "kept").expect("text");
    assert_eq!(draft.set_text(0, "nine").expect_err("text").code, FieldCode::NotNumber);
    assert_eq!(draft.set_text(1, "nope").expect_err("format").code, FieldCode::Format);
    // What cannot be read is not replaced by the default behind the user's back.
    assert!(draft.value(0).is_none());
    let errors = draft.check().expect_err("two");
    let told: Vec<_> = errors.iter().map(|error| (error.field, error.code)).collect();
    assert_eq!(told, [(0, FieldCode::NotNumber), (1, FieldCode::Format)]);
    draft.set_text(0, "3").expect("right");
    draft.set_text(1, "ana@example.com").expect("right");
    assert_eq!(
        draft.content().expect("all").as_str(),
        r#"{"n":3,"e":"ana@example.com","s":"kept"}"#
    );
}

#[test]
fn selecting_follows_the_servers_order() {
    let mut draft = draft(
        r#""o":{"type":"string","enum":["a","b"],"default":"b"},"m":{"type":"array","items":{"type":"string","enum":["x","y","z"]},"default":["y"]},
           "r":{"type":"array","items":{"type":"string","enum":["x"]},"minItems":1},"q":{"type":"array","items":{"type":"string","enum":["x"]}}"#,
        r#""r","q""#,
    );
    assert!(draft.is_selected(0, 1) && !draft.is_selected(0, 0) && draft.is_selected(1, 1));
    draft.select(0, 0, true);
    assert!(draft.is_selected(0, 0) && !draft.is_selected(0, 1));
    draft.select(0, 1, false);
    assert!(draft.is_selected(0, 0));
    draft.select(0, 0, false);
    assert!(draft.value(0).is_none());
    draft.select(1, 2, true);
    draft.select(1, 0, true);
    assert_eq!(draft.value(1).map(Json::as_str), Some(r#"["x","y","z"]"#));
    for choice in 0..3 {
        draft.select(1, choice, false);
    }
    assert!(draft.value(1).is_none());
    // No choice at all is an answer where one is required, if the counts allow it.
    assert_eq!(draft.check_field(3).expect_err("untouched").code, FieldCode::Required);
    draft.select(2, 0, false);
    draft.select(3, 0, false);
    assert_eq!(draft.check_field(2).expect_err("none").code, FieldCode::MinItems);
    assert!(draft.check_field(3).is_ok());
    draft.select(2, 0, true);
    assert_eq!(draft.content().expect("all").as_str(), r#"{"r":["x"],"q":[]}"#);
    draft.select(9, 0, true);
    draft.select(0, 9, true);
    draft.clear(9);
    draft.reset(9);
    assert!(draft.set_text(9, "x").is_ok() && draft.value(9).is_none() && !draft.is_touched(9));
}

#[test]
fn json_is_taken_as_it_is() {
    let mut draft =
        draft(r#""i":{"type":"integer"},"s":{"type":"string"},"n":{"type":"number"}"#, "");
    let set =
        |draft: &mut Draft, index, text| draft.set_json(index, Value::parse(text).expect("JSON"));
    set(&mut draft, 0, "3.0").expect("an integer");
    set(&mut draft, 1, "\"\"").expect("text");
    set(&mut draft, 2, "1.10").expect("a number");
    assert_eq!(draft.content().expect("all").as_str(), r#"{"i":3,"s":"","n":1.10}"#);
    assert_eq!(set(&mut draft, 0, "\"3\"").expect_err("text").code, FieldCode::Type);
    assert_eq!(set(&mut draft, 1, "null").expect_err("null").code, FieldCode::Type);
    assert_eq!(draft.check().expect_err("two").len(), 2);
}

#[test]
fn a_form_without_fields_is_a_mere_yes() {
    assert_eq!(draft("", "").content().expect("nothing to fill in").as_str(), "{}");
}

// proves: ELI-27, ELI-41
#[test]
fn what_a_field_holds_is_said_as_it_would_be_typed() {
    let several = r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"First, best"},{"const":"b","title":"Same"},{"const":"c","title":"Same"},{"const":"d","title":"a"}]}}"#;
    for (property, value, said) in [
        (r#"{"type":"string"}"#, r#""a \"b\" ""#, "a \"b\" "),
        (r#"{"type":"integer"}"#, "3.0", "3"),
        (r#"{"type":"number"}"#, "1.50", "1.50"),
        (r#"{"type":"boolean"}"#, "true", "yes"),
        (r#"{"type":"boolean"}"#, "false", "no"),
        (r#"{"type":"string","enum":["x","y"],"enumNames":["Ex","Why"]}"#, r#""y""#, "Why"),
        (r#"{"type":"string","enum":["x","y"],"enumNames":["y","Why"]}"#, r#""x""#, "x"),
        (several, r#"["a"]"#, "First, best"),
        (several, r#"["b","d"]"#, "b, d"),
    ] {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#);
        let schema = Json::parse(&schema).expect("JSON");
        let form = Form::parse(schema.value(), Revision::R2025Nov, &Limits::default());
        let mut draft = Draft::new(Arc::new(form.expect("a form")));
        assert_eq!(draft.value_text(0), None);
        let given = Json::parse(value).expect("JSON");
        draft.set_json(0, given.value()).expect("it fits");
        let held = draft.value(0).expect("a value").clone();
        assert_eq!(draft.value_text(0).as_deref(), Some(said), "{property}");
        draft.set_text(0, said).expect("it is read back");
        assert_eq!(draft.value(0), Some(&held), "{property}");
    }
}
