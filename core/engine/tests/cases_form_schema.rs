//! Faults that others have had with the schemas of forms, one test for each kind of fault. The
//! list of all is `tests/cases/cases.toml`.

#[path = "support/asked.rs"]
mod asked;
#[path = "support/ready.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod ready;

use asked::{Asked, accept, form, schema_of, verdicts};
use mcpclient_engine::Code;
use mcpclient_engine::elicitation::{Format, Kind, ObjectionCode};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::Answer;

const JUNE: Revision = Revision::R2025Jun;
const NOVEMBER: Revision = Revision::R2025Nov;

fn choices(schema: &str) -> Vec<(String, String)> {
    let request = Asked::new(NOVEMBER).form(schema).expect("a form");
    let choices = form(&request).fields()[0].choices();
    choices.iter().map(|choice| (choice.value.clone(), choice.label.clone())).collect()
}

/// The server gets an error that names the place, the host sees nothing, and the session goes on.
fn refused(revision: Revision, schema: &str, place: &str) {
    let mut asked = Asked::new(revision);
    let error = asked.form(schema).expect_err(schema);
    assert!(error.starts_with(r#""error":{"code":-32602,"#), "{schema}: {error}");
    assert!(error.contains(place), "{schema}: {error}");
    let empty = r#"{"type":"object","properties":{}}"#;
    asked.form(empty).expect("the next one is shown");
}

// proves: ELI-21, ELI-24, ELI-33
#[test]
fn a_titled_choice_shows_titles_and_sends_values() {
    let schema = schema_of(
        r#"{"type":"string","title":"Cabin","oneOf":[{"const":"e","title":"Economy, 1 bag"},{"const":"f","title":"First"}],"default":"f"}"#,
    );
    let pair = |value: &str, label: &str| (value.to_owned(), label.to_owned());
    assert_eq!(choices(&schema), [pair("e", "Economy, 1 bag"), pair("f", "First")]);
    let request = Asked::new(NOVEMBER).form(&schema).expect("a form");
    let default = form(&request).fields()[0].default.as_ref();
    assert_eq!(default.map(Json::as_str), Some("\"f\""));
    let rows = [
        (r#"{"p":"f"}"#, true),
        (r#"{"p":"e"}"#, true),
        (r#"{"p":"First"}"#, false),
        (r#"{"p":"F"}"#, false),
        (r#"{"p":""}"#, false),
        (r#"{"p":"f,e"}"#, false),
    ];
    verdicts(NOVEMBER, &schema, &rows);
}

// proves: ELI-11
#[test]
fn choices_without_a_type_are_choices_of_text() {
    let untyped = r#"{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}"#;
    let request = Asked::new(NOVEMBER).form(&schema_of(untyped)).expect("a form");
    assert!(matches!(form(&request).fields()[0].kind, Kind::OneOf(_)));
    assert_eq!(form(&request).objections()[0].code, ObjectionCode::TypeMissing);
}

// proves: ELI-22, ELI-23, ELI-33
#[test]
fn several_choices_keep_to_their_counts() {
    let schema = schema_of(
        r#"{"type":"array","items":{"anyOf":[{"const":"n","title":"North"},{"const":"s","title":"South"},{"const":"w","title":"West"}]},"minItems":1,"maxItems":2,"default":["w"]}"#,
    );
    let request = Asked::new(NOVEMBER).form(&schema).expect("a form");
    let default = form(&request).fields()[0].default.as_ref();
    assert_eq!(default.map(Json::as_str), Some(r#"["w"]"#));
    let rows = [
        (r#"{"p":["n"]}"#, true),
        (r#"{"p":["w","n"]}"#, true),
        (r#"{"p":[]}"#, false),
        (r#"{"p":["n","s","w"]}"#, false),
        (r#"{"p":["North"]}"#, false),
        (r#"{"p":"n"}"#, false),
        (r#"{"p":[["n"]]}"#, false),
        (r#"{"p":["n","n"]}"#, true),
    ];
    verdicts(NOVEMBER, &schema, &rows);
}

// proves: ELI-18, ELI-19
#[test]
fn labels_may_be_too_few_too_many_or_alone() {
    let pair = |value: &str, label: &str| (value.to_owned(), label.to_owned());
    let few = schema_of(r#"{"type":"string","enum":["x","y","z"],"enumNames":["Ex","Why"]}"#);
    assert_eq!(choices(&few), [pair("x", "Ex"), pair("y", "Why"), pair("z", "z")]);
    let rows = [(r#"{"p":"z"}"#, true), (r#"{"p":"Why"}"#, false), (r#"{"p":"Ex"}"#, false)];
    verdicts(JUNE, &few, &rows);
    let many = schema_of(r#"{"type":"string","enum":["x"],"enumNames":["Ex","Ghost","Ghost"]}"#);
    assert_eq!(choices(&many), [pair("x", "Ex")]);
    let alone = schema_of(r#"{"type":"string","enumNames":["Ex","Why"]}"#);
    let request = Asked::new(NOVEMBER).form(&alone).expect("a form");
    assert!(matches!(form(&request).fields()[0].kind, Kind::Text { .. }));
}

// proves: ELI-10
#[test]
fn what_generators_add_is_kept_and_does_no_harm() {
    let schema = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:example:order","title":"Order","description":"d","additionalProperties":false,"x-vendor":{"a":[1]},"type":"object","properties":{"p":{"title":"Number","type":"integer","description":"d","examples":[3],"readOnly":false}},"required":["p"]}"#;
    let request = Asked::new(NOVEMBER).form(schema).expect("a form");
    let fields = form(&request).fields();
    assert!(fields.len() == 1 && matches!(fields[0].kind, Kind::Integer { .. }));
    assert!(request.params.as_str().contains(schema), "the host can see the schema itself");
    verdicts(NOVEMBER, schema, &[(r#"{"p":2}"#, true), (r#"{"p":2,"q":1}"#, false)]);
}

// proves: ELI-10, ELI-30
#[test]
fn a_form_without_fields_is_a_confirmation() {
    let empty = r#"{"type":"object","properties":{}}"#;
    for (answer, sent) in [
        (Answer::Accept(None), r#"{"action":"accept","content":{}}"#),
        (accept("{}"), r#"{"action":"accept","content":{}}"#),
        (Answer::Decline, r#"{"action":"decline"}"#),
    ] {
        let mut asked = Asked::new(NOVEMBER);
        let request = asked.form(empty).expect("a form");
        assert!(form(&request).fields().is_empty());
        let reply = asked.answer(&request, answer).expect("an answer");
        assert_eq!(reply, format!("\"result\":{sent}"));
    }
}

// proves: ELI-11, RPC-10
#[test]
fn a_schema_that_is_no_form_is_refused() {
    for schema in [
        r#"{"properties":{"a":{"type":"string"}}}"#,
        r#"{"type":"object"}"#,
        r#"{"type":"array","items":{"type":"string"}}"#,
        r#"{"type":"object","properties":[]}"#,
        r#"{"type":"object","properties":null}"#,
        "true",
        "\"string\"",
        "null",
    ] {
        refused(NOVEMBER, schema, "requestedSchema");
    }
}

// proves: ELI-05
#[test]
fn a_schema_by_another_name_is_no_schema() {
    let mut asked = Asked::new(JUNE);
    let params =
        r#"{"message":"Who?","schema":{"type":"object","properties":{"a":{"type":"string"}}}}"#;
    let error = asked.ask(params).expect_err("there is none");
    assert!(error.starts_with(r#""error":{"code":-32602,"#) && error.contains("requestedSchema"));
}

// proves: ELI-11, ELI-33
#[test]
fn a_field_that_may_be_null_is_optional_and_never_null() {
    let optional =
        |property: &str| format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#);
    for property in [
        r#"{"type":["string","null"],"default":null}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}"#,
        r#"{"type":["string"]}"#,
        r#"{"type":"string","nullable":true}"#,
    ] {
        let request = Asked::new(NOVEMBER).form(&optional(property)).expect(property);
        let field = &form(&request).fields()[0];
        assert!(matches!(field.kind, Kind::Text { .. }) && !field.required, "{property}");
        let rows = [(r#"{"p":null}"#, false), (r#"{"p":"a"}"#, true), ("{}", true)];
        verdicts(NOVEMBER, &optional(property), &rows);
    }
    // Null is no answer to a required field either.
    verdicts(NOVEMBER, &schema_of(r#"{"type":"string"}"#), &[(r#"{"p":null}"#, false)]);
}

// proves: ELI-25
#[test]
fn required_is_a_list_of_names_and_nothing_else_makes_a_field_so() {
    let with = |required: &str| {
        let property = r#"{"type":"string","title":"T","required":true}"#;
        format!(r#"{{"type":"object","properties":{{"p":{property}}}{required}}}"#)
    };
    for (required, is_required) in [
        (r#","required":[]"#, false),
        (r#","required":["p","p"]"#, true),
        (r#","required":null"#, false),
        ("", false),
    ] {
        let request = Asked::new(JUNE).form(&with(required)).expect(required);
        assert_eq!(form(&request).fields()[0].required, is_required, "{required}");
    }
    refused(JUNE, &with(r#","required":"p""#), "required");
    refused(JUNE, &with(r#","required":[1]"#), "required");
    refused(JUNE, &with(r#","required":true"#), "required");
}

// proves: ELI-28
#[test]
fn fields_keep_the_place_that_the_server_gave_them() {
    let names = ["zeta", "alpha", "10", "9", "Mid", "é", ""];
    let members: Vec<_> =
        names.iter().map(|name| format!(r#""{name}":{{"type":"string"}}"#)).collect();
    let schema = format!(r#"{{"type":"object","properties":{{{}}}}}"#, members.join(","));
    for _ in 0..100 {
        let request = Asked::new(NOVEMBER).form(&schema).expect("a form");
        let order: Vec<_> = form(&request).fields().iter().map(|field| &*field.name).collect();
        assert_eq!(order, names);
    }
}

// proves: ELI-12
#[test]
fn formats_that_forms_do_not_have_are_remarks() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string","format":"phone"},"b":{"type":"string","format":"password"},"c":{"type":"string","format":"time"},"d":{"type":"string","format":"EMAIL"}}}"#;
    let request = Asked::new(NOVEMBER).form(schema).expect("a form");
    let formats = form(&request).fields().iter().map(|field| match &field.kind {
        Kind::Text { format: Some(Format::Other(name)), .. } => name.as_str(),
        other => panic!("{other:?}"),
    });
    assert!(formats.eq(["phone", "password", "time", "EMAIL"]));
    let any = r#"{"a":"no phone","b":"x","c":"noon","d":"nope"}"#;
    verdicts(NOVEMBER, schema, &[(any, true)]);
}

// proves: ELI-24
#[test]
fn a_default_that_breaks_its_own_rules_is_not_used() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string","enum":["S","M"],"default":"XL"},"b":{"type":"integer","minimum":1,"maximum":10,"default":200},"c":{"type":"integer","default":2.5},"d":{"type":"string","default":true},"e":{"type":"boolean","default":"true"},"f":{"type":"array","items":{"type":"string","enum":["a","b"]},"maxItems":1,"default":["a","b"]},"g":{"type":"string","format":"email","default":"none"}}}"#;
    let request = Asked::new(NOVEMBER).form(schema).expect("a form");
    let form = form(&request);
    assert!(form.fields().iter().all(|field| field.default.is_none()));
    assert_eq!(form.objections().len(), 7);
    verdicts(NOVEMBER, schema, &[("{}", true)]);
}

// proves: ELI-11
#[test]
fn limits_that_no_answer_can_meet_trap_nobody() {
    for (property, malformed) in [
        (r#"{"type":"string","minLength":10,"maxLength":5}"#, false),
        (r#"{"type":"integer","minimum":5,"maximum":1}"#, false),
        (r#"{"type":"integer","minimum":1.2,"maximum":1.8}"#, false),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":3,"maxItems":2}"#,
            false,
        ),
        (r#"{"type":"string","enum":[]}"#, false),
        (r#"{"type":"string","oneOf":[]}"#, false),
        (r#"{"type":"string","minLength":-1}"#, true),
        (r#"{"type":"string","maxLength":2.5}"#, true),
    ] {
        refused(NOVEMBER, &schema_of(property), r#"property \"p\""#);
        let optional = format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#);
        if malformed {
            refused(NOVEMBER, &optional, r#"property \"p\""#);
        } else {
            verdicts(NOVEMBER, &optional, &[("{}", true)]);
        }
    }
    let whole = schema_of(r#"{"type":"string","maxLength":2.0}"#);
    verdicts(NOVEMBER, &whole, &[(r#"{"p":"ab"}"#, true), (r#"{"p":"abc"}"#, false)]);
}

// proves: ELI-11
#[test]
fn a_property_that_is_no_schema_of_a_field_is_refused_by_name() {
    for property in ["true", "false", "{}", "null", "[]", r#"{"type":"STRING"}"#, r#"{"type":7}"#] {
        for revision in [JUNE, NOVEMBER] {
            refused(revision, &schema_of(property), r#"property \"p\""#);
        }
    }
}

// proves: ELI-15, ELI-16
#[test]
fn numbers_have_fractions_in_bounds_and_defaults() {
    let schema = schema_of(r#"{"type":"number","minimum":0.1,"maximum":0.5,"default":0.25}"#);
    let request = Asked::new(NOVEMBER).form(&schema).expect("a form");
    let default = form(&request).fields()[0].default.as_ref();
    assert_eq!(default.map(Json::as_str), Some("0.25"));
    let rows = [
        (r#"{"p":0.25}"#, true),
        (r#"{"p":0.1}"#, true),
        (r#"{"p":0.5}"#, true),
        (r#"{"p":0.09}"#, false),
        (r#"{"p":0.5000001}"#, false),
        (r#"{"p":1}"#, false),
    ];
    verdicts(NOVEMBER, &schema, &rows);
}

// proves: ELI-22, ELI-33
#[test]
fn lists_are_asked_for_only_where_answers_may_hold_them() {
    let schema = schema_of(r#"{"type":"array","items":{"type":"string","enum":["a","b"]}}"#);
    refused(JUNE, &schema, r#"property \"p\""#);
    verdicts(NOVEMBER, &schema, &[(r#"{"p":["b"]}"#, true)]);
}

// proves: ELI-11, JSC-03
#[test]
fn no_reference_is_ever_followed() {
    for property in [
        r#"{"$ref":"http://169.254.169.254/latest"}"#,
        r#"{"$ref":"file:///etc/hosts"}"#,
        r#"{"type":"string","$ref":"https://json-schema.org/draft/2020-12/schema"}"#,
        r#"{"$dynamicRef":"https://evil.example.net/x"}"#,
    ] {
        refused(NOVEMBER, &schema_of(property), r#"property \"p\""#);
    }
    let dialect =
        |name: &str| format!(r#"{{"$schema":"{name}","type":"object","properties":{{}}}}"#);
    refused(NOVEMBER, &dialect("https://evil.example.net/meta"), "$schema");
    let old = dialect("http://json-schema.org/draft-07/schema#");
    Asked::new(NOVEMBER).form(&old).expect("read as any other");
}

/// The code of what is wrong is the same at the host and on the wire.
// proves: ELI-34
#[test]
fn an_answer_that_does_not_fit_is_the_hosts_to_correct() {
    let mut asked = Asked::new(NOVEMBER);
    let request = asked.form(&schema_of(r#"{"type":"string"}"#)).expect("a form");
    let error = asked.answer(&request, accept(r#"{"p":7}"#)).expect_err("no text");
    assert_eq!((error.code, error.fields.len()), (Code::Form, 1));
}
