//! From a server's schema to a form.
// proves: ELI-10, ELI-11, ELI-12, ELI-13, ELI-15, ELI-16, ELI-17, ELI-24
// proves: ELI-26, ELI-28, JSC-01, JSC-02, JSC-03, JSC-04, JSC-05

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{
    Field, Form, Format, Kind, ObjectionCode, RefusalCode, SchemaFault,
};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value};

const JUNE: Revision = Revision::R2025Jun;
const NOVEMBER: Revision = Revision::R2025Nov;

fn parse(schema: &str, revision: Revision) -> Result<Form, SchemaFault> {
    Form::parse(Value::parse(schema).expect("JSON"), revision, &Limits::default())
}

/// A form of one optional property called `p`.
fn one(property: &str) -> Result<Form, SchemaFault> {
    parse(&format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#), NOVEMBER)
}

fn required(property: &str) -> Result<Form, SchemaFault> {
    let schema = format!(r#"{{"type":"object","properties":{{"p":{property}}},"required":["p"]}}"#);
    parse(&schema, NOVEMBER)
}

fn field(property: &str) -> Field {
    one(property).expect(property).fields()[0].clone()
}

fn objections(property: &str) -> Vec<ObjectionCode> {
    let form = one(property).expect(property);
    assert!(form.objections().iter().all(|objection| objection.property.as_deref() == Some("p")));
    form.objections().iter().map(|objection| objection.code).collect()
}

fn choices(property: &str) -> Vec<(String, String)> {
    let field = field(property);
    field.choices().iter().map(|c| (c.value.clone(), c.label.clone())).collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect()
}

#[test]
fn fields_come_in_the_servers_order() {
    let schema = r#"{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"string"},
        "10":{"type":"string"},"9":{"type":"string"},"Mid":{"type":"boolean"},"":{"type":"string"},
        "__proto__":{"type":"string"}},"required":["zeta","Mid"]}"#;
    let form = parse(schema, JUNE).expect("valid");
    let names: Vec<_> = form.fields().iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["zeta", "alpha", "10", "9", "Mid", "", "__proto__"]);
    let needed: Vec<_> = form.fields().iter().map(|field| field.required).collect();
    assert_eq!(needed, [true, false, false, false, true, false, false]);
    for (index, name) in names.iter().enumerate() {
        assert_eq!(form.index_of(name), Some(index));
    }
    assert_eq!(form.index_of("beta"), None);
    assert!(form.objections().is_empty());
}

#[test]
fn a_field_tells_what_a_dialog_needs() {
    let text = field(
        r#"{"type":"string","title":"Name","description":"Yours","minLength":2,"maxLength":5.0,"format":"email","pattern":"^a"}"#,
    );
    assert_eq!((text.label(), text.description.as_deref()), ("Name", Some("Yours")));
    let Kind::Text { min, max, format, pattern } = text.kind else { panic!("text") };
    assert_eq!((min, max, format), (Some(2), Some(5), Some(Format::Email)));
    assert_eq!(pattern.expect("a pattern").source(), "^a");

    let number = field(r#"{"type":"number","minimum":0.10,"maximum":5e1}"#);
    let Kind::Number { min: Some(min), max: Some(max), step: None } = number.kind else {
        panic!("number")
    };
    assert_eq!((min.text(), max.text()), ("0.10".into(), "50".into()));
    assert!(!min.exclusive && !max.exclusive);

    let integer = field(r#"{"type":"integer","minimum":-9007199254740993}"#);
    let Kind::Integer { min: Some(min), max: None, step: None } = integer.kind else {
        panic!("integer")
    };
    assert_eq!(min.text(), "-9007199254740993");

    assert!(matches!(field(r#"{"type":"boolean"}"#).kind, Kind::YesNo));
    assert_eq!(field(r#"{"type":"string","title":""}"#).label(), "p");
}

#[test]
fn what_the_revision_lacks_is_read_as_meant() {
    let schema = r#"{"type":"object","properties":{
        "b":{"type":"boolean","default":true},
        "s":{"type":"string","default":"x"},
        "o":{"type":"string","oneOf":[{"const":"a","title":"A"}]}}}"#;
    let form = parse(schema, JUNE).expect("valid");
    assert_eq!(form.fields()[1].default.as_ref().map(Json::as_str), Some("\"x\""));
    let noted: Vec<_> = form.objections().iter().map(|o| (o.property.as_deref(), o.code)).collect();
    assert_eq!(
        noted,
        [(Some("s"), ObjectionCode::NotInRevision), (Some("o"), ObjectionCode::NotInRevision)]
    );
    assert!(parse(schema, NOVEMBER).expect("valid").objections().is_empty());
}

#[test]
fn unions_with_null_are_the_other_type() {
    for (property, objected) in [
        (
            r#"{"type":["string","null"],"default":null}"#,
            vec![ObjectionCode::TypeUnion, ObjectionCode::NullKeyword],
        ),
        (
            r#"{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}"#,
            vec![ObjectionCode::TypeUnion, ObjectionCode::NullKeyword],
        ),
        (r#"{"oneOf":[{"type":"null"},{"type":"string"}]}"#, vec![ObjectionCode::TypeUnion]),
        (r#"{"type":["string"]}"#, vec![ObjectionCode::TypeUnion]),
        (r#"{"type":"string","nullable":true}"#, vec![ObjectionCode::UnknownKeyword]),
    ] {
        let field = field(property);
        assert!(matches!(field.kind, Kind::Text { .. }), "{property}");
        assert!(field.default.is_none());
        assert_eq!(objections(property), objected, "{property}");
    }
    let outer = field(
        r#"{"title":"T","anyOf":[{"type":"integer","minimum":1},{"type":"null"}],"default":3}"#,
    );
    assert_eq!(
        (outer.label(), outer.default.as_ref().map(ToString::to_string)),
        ("T", Some("3".into()))
    );
    let choice = r#"{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"null"}]}"#;
    assert_eq!(choices(choice), pairs(&[("a", "a"), ("b", "b")]));
}

#[test]
fn nulls_in_place_of_keywords_are_absent() {
    let property = r#"{"type":"string","title":null,"description":null,"minLength":null,"format":null,"enum":null}"#;
    let field = field(property);
    assert_eq!(field.label(), "p");
    assert!(matches!(field.kind, Kind::Text { min: None, format: None, .. }));
    assert_eq!(objections(property), [ObjectionCode::NullKeyword]);
    let form = parse(r#"{"type":"object","properties":{},"required":null}"#, JUNE).expect("valid");
    assert_eq!(form.objections()[0].code, ObjectionCode::NullKeyword);
}

#[test]
fn a_default_counts_if_it_fits() {
    for (property, default) in [
        (r#"{"type":"string","default":"x"}"#, Some("\"x\"")),
        (r#"{"type":"string","default":""}"#, Some("\"\"")),
        (r#"{"type":"number","default":0.25}"#, Some("0.25")),
        (r#"{"type":"integer","default":3.0}"#, Some("3")),
        (r#"{"type":"integer","default":0}"#, Some("0")),
        (r#"{"type":"boolean","default":false}"#, Some("false")),
        (r#"{"type":"string","enum":["a"],"default":"a"}"#, Some("\"a\"")),
        (r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":[]}"#, Some("[]")),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":["a"]}"#,
            Some("[\"a\"]"),
        ),
        (r#"{"type":"string","enum":["S","M"],"default":"XL"}"#, None),
        (r#"{"type":"string","oneOf":[{"const":"s","title":"Small"}],"default":"Small"}"#, None),
        (r#"{"type":"integer","minimum":1,"maximum":10,"default":200}"#, None),
        (r#"{"type":"integer","default":2.5}"#, None),
        (r#"{"type":"string","default":true}"#, None),
        (r#"{"type":"boolean","default":"true"}"#, None),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"maxItems":1,"default":["a","b"]}"#,
            None,
        ),
        (r#"{"type":"string","format":"email","default":"none"}"#, None),
    ] {
        let given = field(property).default;
        assert_eq!(given.as_ref().map(Json::as_str), default, "{property}");
        let noted = objections(property);
        assert_eq!(noted.contains(&ObjectionCode::BadDefault), default.is_none(), "{property}");
    }
}

#[test]
fn what_cannot_be_shown_whole_is_refused_by_name() {
    for property in [
        "true",
        "false",
        "{}",
        "null",
        "[]",
        r#"{"type":"STRING"}"#,
        r#"{"type":7}"#,
        r#"{"type":[]}"#,
        r#"{"type":["null"]}"#,
        r#"{"type":["string","integer"]}"#,
        r#"{"title":"T"}"#,
        r#"{"type":"null"}"#,
        r#"{"type":"object"}"#,
        r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
        r#"{"properties":{"a":{"type":"string"}}}"#,
        r##"{"$ref":"#/$defs/A"}"##,
        r#"{"$ref":"http://169.254.169.254/latest"}"#,
        r#"{"$dynamicRef":"https://example.net/x"}"#,
        r#"{"allOf":[{"type":"string"}]}"#,
        r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
        r#"{"type":"string","not":{"const":"a"}}"#,
        r#"{"type":"string","if":{}}"#,
        r#"{"type":"array"}"#,
        r#"{"type":"array","items":{"type":"string"}}"#,
        r#"{"type":"array","items":{"type":"object","properties":{}}}"#,
        r#"{"type":"array","items":true}"#,
        r##"{"type":"array","items":{"$ref":"#/$defs/A"}}"##,
        r#"{"type":"array","items":[{"type":"string"}]}"#,
        r#"{"type":"array","items":{"type":"integer","enum":[1]}}"#,
        r#"{"type":"array","items":{"type":"string","enum":[1]}}"#,
        r#"{"type":"array","prefixItems":[],"items":{"type":"string","enum":["a"]}}"#,
        r#"{"type":"integer","enum":[1,2]}"#,
        r#"{"type":"boolean","const":true}"#,
        r#"{"enum":[1,2]}"#,
        r#"{"type":"string","enum":["a",1]}"#,
        r#"{"type":"string","enum":"a"}"#,
        r#"{"type":"string","oneOf":{}}"#,
        r#"{"type":"string","oneOf":[{"title":"A"}]}"#,
        r#"{"type":"string","oneOf":["a"]}"#,
        r#"{"type":"string","minLength":-1}"#,
        r#"{"type":"string","maxLength":2.5}"#,
        r#"{"type":"string","minLength":"2"}"#,
        r#"{"type":"number","minimum":"0"}"#,
        r#"{"type":"string","format":1}"#,
        r#"{"type":"string","pattern":1}"#,
        r#"{"type":"string","type":"integer"}"#,
        r#"{"type":"array","items":{"type":"string","enum":["a"]},"uniqueItems":1}"#,
        r#"{"type":"array","items":{"type":"string","enum":["a"],"not":{"const":"a"}}}"#,
        r#"{"type":"array","items":{"type":"string","enum":["a"]},"anyOf":[{"minItems":1}]}"#,
        r#"{"type":"string","oneOf":[{"const":"a","minLength":2}]}"#,
        r#"{"type":"string","oneOf":[{"const":"a","type":"integer"}]}"#,
        r#"{"minLength":3,"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}"#,
    ] {
        let fault = one(property).expect_err(property);
        assert_eq!(fault.property.as_deref(), Some("p"), "{property}");
        assert!(fault.to_string().contains("property \"p\""), "{property}");
    }
}

#[test]
fn a_schema_without_its_frame_is_refused() {
    for schema in [
        "true",
        "\"string\"",
        "null",
        "[]",
        "{}",
        r#"{"properties":{"a":{"type":"string"}}}"#,
        r#"{"type":"object"}"#,
        r#"{"type":"array","items":{"type":"string"}}"#,
        r#"{"type":"object","properties":[]}"#,
        r#"{"type":"object","properties":null}"#,
        r#"{"type":["object"],"properties":{}}"#,
        r#"{"type":"object","type":"object","properties":{}}"#,
        r#"{"type":"object","properties":{},"required":"a"}"#,
        r#"{"type":"object","properties":{},"required":[1]}"#,
        r#"{"type":"object","properties":{},"allOf":[]}"#,
        r##"{"type":"object","properties":{},"$ref":"#/x"}"##,
        r#"{"type":"object","properties":{},"if":{}}"#,
        r#"{"type":"object","properties":{},"$schema":"https://evil.example.net/meta"}"#,
        r#"{"type":"object","properties":{},"minProperties":1}"#,
        r#"{"type":"object","properties":{},"enum":[{}]}"#,
        r#"{"type":"object","properties":{},"const":{}}"#,
    ] {
        let fault = parse(schema, NOVEMBER).expect_err(schema);
        assert_eq!(fault.property, None, "{schema}");
        assert!(fault.to_string().starts_with("requestedSchema: "), "{schema}");
    }
}

#[test]
fn names_must_exist_once() {
    let fault = parse(
        r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a","gone"]}"#,
        JUNE,
    );
    assert_eq!(fault.expect_err("gone").property.as_deref(), Some("gone"));
    let twice =
        r#"{"type":"object","properties":{"a":{"type":"string"},"\u0061":{"type":"string"}}}"#;
    assert_eq!(parse(twice, JUNE).expect_err("twice").property.as_deref(), Some("a"));
    let form = parse(r#"{"type":"object","properties":{"a":{"type":"string","required":true}},"required":["a","a"]}"#, JUNE).expect("valid");
    assert!(form.fields()[0].required);
    assert_eq!(form.objections()[0].code, ObjectionCode::RequiredTwice);
    let form = parse(
        r#"{"type":"object","properties":{"a":{"type":"string","required":true}},"required":[]}"#,
        JUNE,
    )
    .expect("valid");
    assert!(!form.fields()[0].required && form.objections().is_empty());
}

#[test]
fn contradictory_limits_trap_nobody() {
    for (property, answerable) in [
        (r#"{"type":"string","minLength":10,"maxLength":5}"#, false),
        (r#"{"type":"string","minLength":5,"maxLength":5}"#, true),
        (r#"{"type":"integer","minimum":5,"maximum":1}"#, false),
        (r#"{"type":"integer","minimum":1.2,"maximum":1.8}"#, false),
        (r#"{"type":"integer","minimum":-1.8,"maximum":-1.2}"#, false),
        (r#"{"type":"integer","minimum":-1.2,"maximum":-0.8}"#, true),
        (r#"{"type":"integer","minimum":0.1,"maximum":1}"#, true),
        (r#"{"type":"integer","exclusiveMinimum":1,"maximum":1.9}"#, false),
        (r#"{"type":"integer","exclusiveMinimum":-1,"exclusiveMaximum":0}"#, false),
        (r#"{"type":"integer","exclusiveMinimum":-1,"exclusiveMaximum":0.5}"#, true),
        (r#"{"type":"number","exclusiveMinimum":1,"maximum":1}"#, false),
        (r#"{"type":"number","minimum":1,"maximum":1.0}"#, true),
        (r#"{"type":"number","minimum":1e400,"maximum":1e399}"#, false),
        (r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":3}"#, false),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2,"maxItems":1}"#,
            false,
        ),
        (r#"{"type":"string","enum":[]}"#, false),
        (r#"{"type":"string","oneOf":[]}"#, false),
    ] {
        assert_eq!(field(property).answerable, answerable, "{property}");
        assert_eq!(objections(property).contains(&ObjectionCode::NotAnswerable), !answerable);
        assert_eq!(required(property).is_ok(), answerable, "{property}");
    }
}

#[test]
fn keywords_beyond_the_subset_are_noted() {
    for (property, objected) in [
        (
            r#"{"type":"integer","examples":[3],"readOnly":false,"$comment":"c","deprecated":true}"#,
            vec![],
        ),
        (
            r#"{"type":"integer","x-vendor":{"a":[1]},"x-other":2}"#,
            vec![ObjectionCode::UnknownKeyword],
        ),
        (r#"{"type":"integer","exclusiveMinimum":0}"#, vec![ObjectionCode::BeyondSubset]),
        (
            r#"{"type":"integer","minimum":0,"exclusiveMinimum":true}"#,
            vec![ObjectionCode::BeyondSubset],
        ),
        (r#"{"type":"number","multipleOf":0.5}"#, vec![ObjectionCode::BeyondSubset]),
        (
            r#"{"type":"number","multipleOf":0.1234567890123456789}"#,
            vec![ObjectionCode::NotChecked],
        ),
        (r#"{"type":"string","format":"phone"}"#, vec![ObjectionCode::UnknownFormat]),
        (r#"{"type":"string","format":"EMAIL"}"#, vec![ObjectionCode::UnknownFormat]),
        (r#"{"type":"string","pattern":"(?=a)"}"#, vec![ObjectionCode::PatternNotChecked]),
        (r#"{"type":"string","title":7}"#, vec![ObjectionCode::BadAnnotation]),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a"]},"uniqueItems":true}"#,
            vec![ObjectionCode::BeyondSubset],
        ),
    ] {
        assert_eq!(objections(property), objected, "{property}");
    }
    let Kind::Text { format: Some(format), .. } =
        field(r#"{"type":"string","format":"phone"}"#).kind
    else {
        panic!("text")
    };
    assert_eq!(format.name(), "phone");
}

#[test]
fn the_frame_may_carry_annotations_and_known_dialects() {
    for dialect in
        ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"]
    {
        let schema = format!(
            r#"{{"$schema":"{dialect}","$id":"urn:x","title":"T","description":"D","additionalProperties":false,"x-vendor":[1],"$defs":{{}},"type":"object","properties":{{"q":{{"type":"integer"}}}}}}"#
        );
        assert_eq!(parse(&schema, NOVEMBER).expect(dialect).fields().len(), 1);
    }
    assert!(
        parse(r#"{"type":"object","properties":{}}"#, JUNE).expect("empty").fields().is_empty()
    );
}

#[test]
fn size_is_bounded() {
    let limits = Limits { fields: 2, choices: 2, ..Limits::default() };
    let parse = |schema: &str| Form::parse(Value::parse(schema).expect("JSON"), NOVEMBER, &limits);
    let property = r#"{"type":"string"}"#;
    assert!(
        parse(&format!(r#"{{"type":"object","properties":{{"a":{property},"b":{property}}}}}"#))
            .is_ok()
    );
    assert!(
        parse(&format!(
            r#"{{"type":"object","properties":{{"a":{property},"b":{property},"c":{property}}}}}"#
        ))
        .is_err()
    );
    let choices = |list: &str| {
        parse(&format!(r#"{{"type":"object","properties":{{"a":{{"type":"string",{list}}}}}}}"#))
    };
    assert!(choices(r#""enum":["a","b"]"#).is_ok());
    assert!(choices(r#""oneOf":[{"const":"a"},{"const":"b"}]"#).is_ok());
    for list in
        [r#""enum":["a","b","c"]"#, r#""oneOf":[{"const":"a"},{"const":"b"},{"const":"c"}]"#]
    {
        let fault = choices(list).expect_err(list);
        assert_eq!(fault.property.as_deref(), Some("a"));
        assert_eq!(fault.code, RefusalCode::TooManyChoices);
    }
}

#[test]
fn faults_and_objections_quote_nothing_but_a_safe_name() {
    // proves: ELI-49
    let name = "\\u001b[2J\\u202e".to_owned() + &"x".repeat(500);
    let fault = parse(
        &format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"object"}}}}}}"#),
        JUNE,
    );
    let text = fault.expect_err("nested").to_string();
    assert!(text.len() < 250 && !text.contains(['\u{1b}', '\u{202e}']), "{text}");
    let form =
        parse(r#"{"type":"object","properties":{"p":{"type":"string","default":7}}}"#, NOVEMBER)
            .expect("valid");
    assert_eq!(
        form.objections()[0].to_string(),
        "requestedSchema, property \"p\": the default does not fit the field; it is not used"
    );
}
