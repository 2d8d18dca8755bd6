//! The many spellings of choices.
// proves: ELI-18, ELI-19, ELI-20, ELI-21, ELI-22, ELI-23, ELI-33

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Field, Form, Kind, ObjectionCode, SchemaFault};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Value;

const JUNE: Revision = Revision::R2025Jun;
const NOVEMBER: Revision = Revision::R2025Nov;

fn parse(schema: &str, revision: Revision) -> Result<Form, SchemaFault> {
    Form::parse(Value::parse(schema).expect("JSON"), revision, &Limits::default())
}

/// A form of one optional property called `p`.
fn one(property: &str) -> Result<Form, SchemaFault> {
    parse(&format!(r#"{{"type":"object","properties":{{"p":{property}}}}}"#), NOVEMBER)
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
fn every_spelling_of_a_single_choice_is_one_kind() {
    let titled = pairs(&[("s", "Small"), ("l", "Large, 8 GB")]);
    let spellings = [
        r#"{"type":"string","oneOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large, 8 GB"}]}"#,
        r#"{"oneOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large, 8 GB"}]}"#,
        r#"{"type":"string","anyOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large, 8 GB"}]}"#,
        r#"{"type":"string","enum":["s","l"],"enumNames":["Small","Large, 8 GB"]}"#,
        r#"{"enum":["s","l"],"enumNames":["Small","Large, 8 GB"]}"#,
    ];
    for spelling in spellings {
        assert_eq!(choices(spelling), titled, "{spelling}");
        assert!(matches!(field(spelling).kind, Kind::OneOf(_)));
    }
    assert_eq!(objections(spellings[0]), []);
    assert_eq!(objections(spellings[1]), [ObjectionCode::TypeMissing]);
    assert_eq!(objections(spellings[2]), [ObjectionCode::ChoiceSpelling]);
    assert_eq!(objections(spellings[3]), []);
    assert_eq!(
        choices(r#"{"type":"string","oneOf":[{"const":"a"},{"const":"b","title":""}]}"#),
        pairs(&[("a", "a"), ("b", "b")])
    );
    assert_eq!(choices(r#"{"type":"string","const":"only"}"#), pairs(&[("only", "only")]));
}

#[test]
fn labels_pair_by_index_and_values_stand_in() {
    let short = r#"{"type":"string","enum":["r","g","b"],"enumNames":["Red","Green"]}"#;
    assert_eq!(choices(short), pairs(&[("r", "Red"), ("g", "Green"), ("b", "b")]));
    assert_eq!(objections(short), [ObjectionCode::LabelCount]);
    let long = r#"{"type":"string","enum":["r"],"enumNames":["Red","Ghost"]}"#;
    assert_eq!(choices(long), pairs(&[("r", "Red")]));
    assert_eq!(objections(long), [ObjectionCode::LabelCount]);
    let odd = r#"{"type":"string","enum":["r","g"],"enumNames":[1,"Green"]}"#;
    assert_eq!(choices(odd), pairs(&[("r", "r"), ("g", "Green")]));
    let alone = field(r#"{"type":"string","enumNames":["Red","Green"]}"#);
    assert!(matches!(alone.kind, Kind::Text { .. }));
}

#[test]
fn repeated_and_null_choices_are_left_out() {
    let property = r#"{"type":"string","enum":["a","b","a",null]}"#;
    assert_eq!(choices(property), pairs(&[("a", "a"), ("b", "b")]));
    assert_eq!(objections(property), [ObjectionCode::ChoiceIgnored]);
}

#[test]
fn every_spelling_of_a_multiple_choice_is_one_kind() {
    let spellings = [
        (
            r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2}"#,
            vec![],
        ),
        (
            r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"a"},{"const":"b","title":"b"}]},"minItems":1,"maxItems":2}"#,
            vec![],
        ),
        (
            r#"{"type":"array","items":{"oneOf":[{"const":"a"},{"const":"b"}]},"minItems":1,"maxItems":2}"#,
            vec![ObjectionCode::ChoiceSpelling],
        ),
        (
            r#"{"type":"array","items":{"enum":["a","b"]},"minItems":1,"maxItems":2}"#,
            vec![ObjectionCode::TypeMissing],
        ),
        (
            r#"{"items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2}"#,
            vec![ObjectionCode::TypeMissing],
        ),
    ];
    for (spelling, objected) in spellings {
        assert_eq!(choices(spelling), pairs(&[("a", "a"), ("b", "b")]), "{spelling}");
        let Kind::SomeOf { min, max, unique, .. } = field(spelling).kind else {
            panic!("{spelling}")
        };
        assert_eq!((min, max, unique), (Some(1), Some(2), false));
        assert_eq!(objections(spelling), objected, "{spelling}");
    }
}

#[test]
fn lists_wait_for_a_revision_that_can_answer_them() {
    let list = r#"{"type":"object","properties":{"t":{"type":"array","items":{"type":"string","enum":["a"]}}}}"#;
    let fault = parse(list, JUNE).expect_err("no lists yet");
    assert_eq!(fault.property.as_deref(), Some("t"));
    assert!(parse(list, NOVEMBER).is_ok());
}

#[test]
fn long_lists_lose_no_choice_and_hold_none_twice() {
    // Thirty values in an order that is not theirs, then ten of them again.
    let values: Vec<String> = (0..40).map(|n| format!("v{}", n * 7 % 30)).collect();
    let quoted: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
    let property = format!(r#"{{"type":"string","enum":[{}]}}"#, quoted.join(","));
    let found: Vec<String> = choices(&property).into_iter().map(|(value, _)| value).collect();
    assert_eq!(found, values[..30]);
    assert_eq!(objections(&property), [ObjectionCode::ChoiceIgnored]);
    let form = one(&property).expect("a form");
    let fits = |value: &str| {
        let content = format!(r#"{{"p":"{value}"}}"#);
        form.check(Value::parse(&content).expect("JSON")).is_ok()
    };
    assert!(values.iter().all(|value| fits(value)));
    assert!(["", "v", "v30", "v1 ", "V1", "v-1", "w"].iter().all(|value| !fits(value)));
}
