//! The reader of JSON, compared with another one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::json::{Json, MAX_DEPTH, Value, quote, validate};
use mcpclient_fuzz::agrees::agrees;
use serde::de::IgnoredAny;
use std::cmp::Ordering;

fuzz_target!(|data: &[u8]| {
    let ours = validate(data, MAX_DEPTH);
    let Ok(text) = std::str::from_utf8(data) else {
        assert!(ours.is_err());
        return;
    };
    let theirs = serde_json::from_str::<IgnoredAny>(text).is_ok();
    if let Err(error) = ours {
        assert!(error.offset <= data.len());
        // Theirs has no bound here.
        assert!(!theirs || brackets(text) > MAX_DEPTH, "{error}: {text:?}");
        assert!(Json::parse(text).is_err());
        quoted(text);
        return;
    }
    assert!(theirs, "not JSON: {text:?}");
    let value = Value::parse(text).expect("valid");
    if let Ok(tree) = serde_json::from_str(text) {
        assert!(agrees(value, &tree), "read in another way: {text:?}");
    }
    assert!(value.same(value));
    assert_eq!(Json::from(value).as_str(), value.raw());
    assert!(Json::from_string(text.to_owned()).is_ok());
    numbers(value);
    pointers(value, text);
});

fn brackets(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count()
}

/// Any text survives being quoted.
fn quoted(text: &str) {
    let quoted = quote(text);
    assert_eq!(serde_json::from_str::<String>(&quoted).expect("valid"), text);
    assert_eq!(Value::parse(&quoted).expect("valid").text().as_deref(), Some(text));
}

/// Each number of a list against its neighbour, and against the compiler's integers and doubles.
fn numbers(value: Value<'_>) {
    let list: Vec<_> = value.items().chain([value]).filter_map(Value::number).take(16).collect();
    for number in &list {
        assert_eq!(number.cmp_exact(*number), Ordering::Equal);
        let digits = number.integer_text(400);
        if let Some(integer) = number.as_i64() {
            assert_eq!(digits.as_deref(), Some(integer.to_string().as_str()));
            assert_eq!(number.floor_text(400), digits);
            assert!(number.is_integer());
        }
        if !number.is_integer() {
            assert_eq!(digits, None);
        }
        let _ = (number.floor_text(400), number.as_f64());
    }
    for pair in list.windows(2) {
        let order = pair[0].cmp_exact(pair[1]);
        assert_eq!(pair[1].cmp_exact(pair[0]), order.reverse());
        if let (Some(left), Some(right)) = (pair[0].as_i64(), pair[1].as_i64()) {
            assert_eq!(order, left.cmp(&right));
        }
        // Rounding never turns the order round.
        let (left, right) = (pair[0].as_f64(), pair[1].as_f64());
        match order {
            Ordering::Less => assert!(left <= right),
            Ordering::Equal => assert!(left == right),
            Ordering::Greater => assert!(left >= right),
        }
    }
}

/// Members are found by name and by pointer; a pointer is any text.
fn pointers(value: Value<'_>, text: &str) {
    assert!(value.at("").is_some());
    let _ = value.at(text);
    for (key, member) in value.members().take(16) {
        let name = key.text();
        let first = value.get(&name).expect("there");
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        assert_eq!(value.at(&pointer).map(Value::raw), Some(first.raw()));
        let _ = member.at(text);
    }
}
