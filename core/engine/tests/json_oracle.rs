//! Compared with `serde_json` on generated and damaged texts.
//!
//! Known differences, left out of the comparison: `serde_json` stops at 127 levels and we at
//! [`MAX_DEPTH`]; its values refuse numbers beyond a double and lone surrogates, which are correct
//! syntax (its syntax check, `IgnoredAny`, takes them too).

#[path = "oracle/agrees.rs"]
mod agrees;

use agrees::agrees;
use mcpclient_engine::json::{Json, MAX_DEPTH, Value, quote, read_string, validate};
use proptest::prelude::*;
use serde::de::IgnoredAny;

fn space() -> impl Strategy<Value = String> {
    prop_oneof![5 => Just(String::new()), 1 => "[ \t\r\n]{0,3}"]
}

fn literal() -> impl Strategy<Value = String> {
    let plain = any::<String>().prop_map(|text| quote(&text));
    let escaped = r#""([a-z ä]|\\u00[0-9a-f]{2}|\\ud83d\\ude0[0-9]|\\[nrtbf/"\\]){0,12}""#;
    let long =
        (0usize..300, any::<char>()).prop_map(|(n, c)| quote(&(("x".repeat(n)) + &c.to_string())));
    prop_oneof![plain, escaped, long]
}

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        "-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,5})?([eE][+-]?[0-9]{1,2})?",
        literal(),
    ]
}

fn tree() -> impl Strategy<Value = String> {
    leaf().prop_recursive(5, 60, 6, |inner| {
        let item = (space(), inner.clone(), space()).prop_map(|(a, v, b)| format!("{a}{v}{b}"));
        let member = (space(), literal(), space(), space(), inner, space())
            .prop_map(|(a, k, b, c, v, d)| format!("{a}{k}{b}:{c}{v}{d}"));
        prop_oneof![
            prop::collection::vec(item, 0..6).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(member, 0..6)
                .prop_map(|items| format!("{{{}}}", items.join(","))),
        ]
    })
}

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        3 => prop::sample::select(br#"{}[]:,"\0123456789.eE+-tfnu/ "#.to_vec()),
        1 => any::<u8>(),
    ];
    (tree(), prop::collection::vec((0..3u8, any::<prop::sample::Index>(), byte), 1..4)).prop_map(
        |(text, edits)| {
            let mut bytes = text.into_bytes();
            for (how, place, byte) in edits {
                let at = place.index(bytes.len() + 1);
                match how {
                    0 => bytes.insert(at, byte),
                    1 if at < bytes.len() => bytes[at] = byte,
                    _ if at < bytes.len() => drop(bytes.remove(at)),
                    _ => bytes.push(byte),
                }
            }
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_it_reads_we_read_alike(text in tree(), before in space(), after in space()) {
        let whole = format!("{before}{text}{after}");
        prop_assert!(validate(whole.as_bytes(), MAX_DEPTH).is_ok());
        let value = Value::parse(&whole).expect("valid");
        prop_assert_eq!(value.raw(), &text);
        prop_assert!(value.same(Json::parse(&text).expect("valid").value()));
        let theirs: serde_json::Value = serde_json::from_str(&whole).expect("valid for both");
        prop_assert!(agrees(value, &theirs));
    }

    #[test]
    fn the_first_value_ends_where_the_text_goes_on(text in tree(), before in space(), rest in "[,} \\]]?") {
        let whole = format!("{before}{text}{rest}");
        prop_assert_eq!(Value::first(whole.as_bytes()).expect("valid").raw(), &text);
    }

    #[test]
    fn a_string_is_read_in_pieces_as_it_is_read_whole(bytes in damaged(), literal in literal()) {
        let damaged = String::from_utf8_lossy(&bytes);
        for text in [&*damaged, &literal] {
            let mut pieces = String::new();
            let read = read_string(text, &mut |piece| pieces.push_str(piece));
            let whole = Value::first(text.as_bytes());
            let whole = whole.ok().filter(|_| text.starts_with('"'));
            prop_assert_eq!(read.ok(), whole.map(|value| value.raw().len()));
            if let Some(whole) = whole {
                let text = whole.text().expect("a string");
                prop_assert_eq!(&pieces, &*text);
            }
        }
    }

    #[test]
    fn we_accept_exactly_what_it_accepts(bytes in damaged()) {
        let theirs = std::str::from_utf8(&bytes)
            .is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
        let ours = validate(&bytes, MAX_DEPTH);
        prop_assert_eq!(ours.is_ok(), theirs, "{:?} {:?}", String::from_utf8_lossy(&bytes), ours);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            prop_assert_eq!(Value::parse(text).map(|_| ()), ours);
            prop_assert_eq!(Json::from_string(text.to_owned()).is_ok(), ours.is_ok());
            if let (true, Ok(theirs)) = (theirs, serde_json::from_str::<serde_json::Value>(text)) {
                prop_assert!(agrees(Value::parse(text).expect("valid"), &theirs));
            }
        }
        if let Err(error) = ours {
            prop_assert!(error.offset <= bytes.len());
        }
    }

    #[test]
    fn strings_come_back_from_their_quotes(text in any::<String>()) {
        let quoted = quote(&text);
        let theirs: String = serde_json::from_str(&quoted).expect("valid");
        prop_assert_eq!(&theirs, &text);
        let ours = Value::parse(&quoted).expect("valid").text().expect("a string");
        prop_assert_eq!(ours, text);
    }
}
