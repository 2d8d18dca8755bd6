//! Forms compared with a JSON Schema 2020-12 validator on generated schemas, answers and typing.
// proves: ELI-26, ELI-34
//!
//! Differences by intention, kept out of the comparison: members outside the form and null (the
//! protocol allows neither objects nor null in an answer), members given twice, numbers beyond
//! double precision, forms that could only be answered by choosing something twice, and mail and page
//! addresses, where the validator follows other rules.

use std::sync::Arc;

use jsonschema::Validator;
use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Draft, Form};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value, quote};
use proptest::prelude::*;

/// Texts that lie close to each other and to the limits below.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-cA-C]{0,4}",
        "[aä😀\u{301}]{0,4}",
        "-?[0-9]{1,2}(\\.[05])?",
        "(20|19)[0-9]{2}-(0[0-9]|1[0-3])-(0[1-9]|[123][0-9])",
        "2024-0[1-3]-(0[1-9]|[123][0-9])[Tt][0-2][0-9]:[0-6][0-9]:[0-5][0-9](\\.[0-9])?([Zz]|[+-][0-2][0-9]:[0-6]0)",
        Just("yes".to_owned()),
    ]
}

fn number() -> impl Strategy<Value = String> {
    "-?[0-9](\\.[05])?(e[01])?"
}

fn limits(
    low: &'static str,
    high: &'static str,
    of: &'static str,
) -> impl Strategy<Value = String> {
    let limit = |name: &'static str| {
        prop_oneof![Just(String::new()), of.prop_map(move |value| format!(",\"{name}\":{value}"))]
    };
    (limit(low), limit(high)).prop_map(|(low, high)| low + &high)
}

fn property() -> impl Strategy<Value = String> {
    let words = || prop::collection::btree_set("[a-c]{0,2}", 1..4);
    let enums = |words: std::collections::BTreeSet<String>| {
        let quoted: Vec<_> = words.iter().map(|word| quote(word)).collect();
        format!("\"enum\":[{}]", quoted.join(","))
    };
    let titled = |words: std::collections::BTreeSet<String>| {
        let list: Vec<_> = words
            .iter()
            .map(|word| format!("{{\"const\":{},\"title\":\"T{word}\"}}", quote(word)))
            .collect();
        format!("[{}]", list.join(","))
    };
    let extra = prop_oneof![
        4 => Just(String::new()),
        1 => Just(",\"format\":\"date\"".to_owned()),
        1 => Just(",\"format\":\"date-time\"".to_owned()),
        1 => Just(",\"pattern\":\"^[ab]\"".to_owned()),
        1 => Just(",\"pattern\":\"\\\\d$\"".to_owned()),
    ];
    prop_oneof![
        (limits("minLength", "maxLength", "[0-4]"), extra)
            .prop_map(|(l, e)| format!("\"type\":\"string\"{l}{e}")),
        limits("minimum", "maximum", "-?[0-9](\\.5)?")
            .prop_map(|l| format!("\"type\":\"number\"{l}")),
        limits("exclusiveMinimum", "exclusiveMaximum", "-?[0-9](\\.5)?")
            .prop_map(|l| format!("\"type\":\"number\"{l}")),
        limits("minimum", "exclusiveMaximum", "-?[0-9](\\.5)?")
            .prop_map(|l| format!("\"type\":\"integer\"{l}")),
        Just("\"type\":\"boolean\"".to_owned()),
        words().prop_map(move |w| format!("\"type\":\"string\",{}", enums(w))),
        words().prop_map(move |w| format!("\"type\":\"string\",\"oneOf\":{}", titled(w))),
        (words(), limits("minItems", "maxItems", "[0-3]"), any::<bool>()).prop_map(
            move |(w, l, u)| format!(
                "\"type\":\"array\",\"items\":{{\"type\":\"string\",{}}}{l},\"uniqueItems\":{u}",
                enums(w)
            )
        ),
        (words(), limits("minItems", "maxItems", "[0-3]")).prop_map(move |(w, l)| format!(
            "\"type\":\"array\",\"items\":{{\"anyOf\":{}}}{l}",
            titled(w)
        )),
    ]
}

/// A schema of one to four properties called `p0` and so on, some of them required.
fn schema() -> impl Strategy<Value = String> {
    prop::collection::vec((property(), any::<bool>()), 1..5).prop_map(|properties| {
        let members: Vec<_> =
            properties.iter().enumerate().map(|(i, (p, _))| format!("\"p{i}\":{{{p}}}")).collect();
        let required: Vec<_> = properties
            .iter()
            .enumerate()
            .filter(|(_, p)| p.1)
            .map(|(i, _)| format!("\"p{i}\""))
            .collect();
        format!(
            "{{\"type\":\"object\",\"properties\":{{{}}},\"required\":[{}]}}",
            members.join(","),
            required.join(",")
        )
    })
}

fn answer() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        3 => word().prop_map(|word| quote(&word)),
        2 => "[a-c]{0,2}".prop_map(|word| quote(&word)),
        3 => number(),
        1 => Just("true".to_owned()),
        3 => prop::collection::vec("[a-c]{0,2}".prop_map(|word| quote(&word)), 0..4).prop_map(|words| format!("[{}]", words.join(","))),
    ];
    prop::collection::vec(prop::option::weighted(0.8, value), 4).prop_map(|values| {
        let members: Vec<_> = values
            .iter()
            .enumerate()
            .filter_map(|(i, v)| Some(format!("\"p{i}\":{}", v.as_ref()?)))
            .collect();
        format!("{{{}}}", members.join(","))
    })
}

/// Whether a list holds a choice twice: a dialog never does, so a form that needs it is refused.
fn repeats(answer: &str) -> bool {
    Value::parse(answer).expect("JSON").members().any(|(_, value)| {
        let mut items: Vec<_> = value.items().map(Value::raw).collect();
        let all = items.len();
        items.sort_unstable();
        items.dedup();
        items.len() < all
    })
}

fn validator(schema: &str) -> Validator {
    let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

fn form(schema: &str) -> Option<Form> {
    Form::parse(Value::parse(schema).expect("JSON"), Revision::R2025Nov, &Limits::default()).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_agree(schema in schema(), answers in prop::collection::vec(answer(), 1..8)) {
        let validator = validator(&schema);
        // What is refused is refused because no answer would do.
        let Some(form) = form(&schema) else {
            for answer in answers.iter().filter(|answer| !repeats(answer)) {
                let theirs = validator.is_valid(&serde_json::from_str(answer).expect("JSON"));
                prop_assert!(!theirs, "{} {}", schema, answer);
            }
            return Ok(());
        };
        for answer in &answers {
            let theirs = validator.is_valid(&serde_json::from_str(answer).expect("JSON"));
            let ours = form.check(Value::parse(answer).expect("JSON"));
            prop_assert_eq!(ours.is_ok(), theirs, "{} {} {:?}", schema, answer, ours);
        }
    }

    #[test]
    fn what_a_draft_sends_is_valid(
        schema in schema(),
        typing in prop::collection::vec((0usize..4, prop_oneof![word(), any::<String>(), "[a-c0-3,; T]{0,6}"]), 0..12),
        picks in prop::collection::vec((0usize..4, 0usize..4, any::<bool>()), 0..6),
    ) {
        let Some(form) = form(&schema) else { return Ok(()) };
        let form = Arc::new(form);
        let mut draft = Draft::new(form.clone());
        for (index, text) in &typing {
            let result = draft.set_text(*index, text);
            prop_assert_eq!(draft.check_field(*index), result);
        }
        for (index, choice, on) in picks {
            draft.select(index, choice, on);
        }
        if let Ok(content) = draft.content() {
            prop_assert_eq!(form.check(content.value()), Ok(()));
            let theirs = serde_json::from_str(content.as_str()).expect("JSON");
            prop_assert!(validator(&schema).is_valid(&theirs), "{} {}", schema, content);
            // The same values, entered as JSON, give the same answer.
            let mut again = Draft::new(form.clone());
            for (key, value) in content.value().members() {
                let index = form.index_of(&key.text()).expect("a field");
                prop_assert_eq!(again.set_json(index, value), Ok(()));
            }
            let again = again.content().map(Json::into_string);
            prop_assert_eq!(again, Ok(content.into_string()));
        }
    }

    #[test]
    fn any_json_is_a_schema_or_a_fault(schema in schema(), damage in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec!["null", "1", "[]", "{}", "true", "\"a\"", "-1.5", "1e999999"])), 1..4)) {
        // Replaces some values of a good schema by others.
        let mut text = schema;
        for (place, value) in damage {
            let cuts: Vec<usize> = text.match_indices(':').map(|(at, _)| at + 1).collect();
            let at = cuts[place.index(cuts.len())];
            let end = at + Value::parse(&text[at..]).map_or_else(|error| error.offset, |value| value.raw().len());
            let mut damaged = text.clone();
            damaged.replace_range(at..end, value);
            if Value::parse(&damaged).is_ok() {
                text = damaged;
            }
        }
        for revision in Revision::ALL {
            if let Ok(form) = Form::parse(Value::parse(&text).expect("JSON"), revision, &Limits::default()) {
                for field in form.fields() {
                    prop_assert!(field.answerable || !field.required);
                }
                let _ = form.check(Value::parse("{}").expect("JSON"));
            }
        }
    }
}
