//! What counts as JSON, and what is read out of it.

use mcpclient_engine::json::{Json, Kind, MAX_DEPTH, Value, Writer, quote, read_string, validate};

fn accepts(text: &str) -> bool {
    validate(text.as_bytes(), MAX_DEPTH).is_ok()
}

#[test]
fn one_value_of_any_kind_is_a_text() {
    for text in [
        "null",
        "true",
        "false",
        "0",
        "-0",
        "-1.5e+10",
        "1E-2",
        "\"\"",
        "[]",
        "{}",
        " [1 , 2] ",
        "\t{ \"a\" : [ { } , null ] }\r\n",
        "\"\\ud800\"",
        "\"\\u00e4 \u{e4} \u{10ffff} \u{7f}\"",
        "{\"a\":1,\"a\":2}",
    ] {
        assert!(accepts(text), "{text}");
        assert_eq!(Value::parse(text).expect(text).raw(), text.trim());
    }
}

#[test]
fn near_misses_are_refused_with_their_place() {
    for (text, offset) in [
        ("", 0),
        ("  ", 2),
        ("nul", 0),
        ("True", 0),
        ("[1,]", 3),
        ("[1 2]", 3),
        ("[", 1),
        ("{", 1),
        ("{\"a\"}", 4),
        ("{\"a\":}", 5),
        ("{\"a\":1,}", 7),
        ("{a:1}", 1),
        ("[1}", 2),
        ("{\"a\":1]", 6),
        ("01", 1),
        ("-", 1),
        ("1.", 2),
        (".5", 0),
        ("1e", 2),
        ("1e+", 3),
        ("+1", 0),
        ("0x1", 1),
        ("NaN", 0),
        ("-Infinity", 1),
        ("\"a", 2),
        ("\"\\x\"", 1),
        ("\"\\u12g4\"", 1),
        ("\"\\", 1),
        ("\"\n\"", 1),
        ("\"\u{0}\"", 1),
        ("1 2", 2),
        ("\u{feff}1", 0),
        ("'a'", 0),
        ("// c\n1", 0),
        ("]", 0),
        ("}", 0),
        (",", 0),
        ("[,1]", 1),
        ("\u{a0}1", 0),
    ] {
        let error = validate(text.as_bytes(), MAX_DEPTH).expect_err(text);
        assert_eq!(error.offset, offset, "{text}: {error}");
        assert!(Value::parse(text).is_err() && Json::parse(text).is_err(), "{text}");
    }
    let error = validate(b"[\"ab\xff\"]", MAX_DEPTH).expect_err("bytes");
    assert_eq!((error.offset, error.to_string().as_str()), (4, "not UTF-8 at byte 4"));
}

#[test]
fn depth_is_bounded_and_costs_no_stack() {
    for depth in [1, 2, 64, MAX_DEPTH] {
        let text = "[".repeat(depth) + &"]".repeat(depth);
        assert!(validate(text.as_bytes(), depth).is_ok());
        assert!(validate(text.as_bytes(), depth - 1).is_err());
    }
    for deep in ["[", "{\"a\":", "[{\"a\":[", "[ "] {
        let text = deep.repeat(2_000_000);
        let error = validate(text.as_bytes(), usize::MAX).expect_err("too deep");
        assert_eq!(error.problem, "nested too deeply");
    }
}

#[test]
fn a_value_is_read_without_losing_its_spelling() {
    let text =
        r#"{"n":1.50e2,"s":"a\"\u00e4\ud83d\ude00\ud800","b":true,"z":null,"l":[1,[2],{}],"n":2}"#;
    let value = Value::parse(text).expect("valid");
    assert_eq!(value.kind(), Kind::Object);
    let names: Vec<_> = value.members().map(|(key, _)| key.text().into_owned()).collect();
    assert_eq!(names, ["n", "s", "b", "z", "l", "n"]);
    assert_eq!(value.get("n").map(Value::raw), Some("1.50e2"));
    assert_eq!(value.get("s").and_then(Value::text).as_deref(), Some("a\"ä😀\u{fffd}"));
    assert_eq!(value.get("b").and_then(Value::boolean), Some(true));
    assert!(value.get("z").is_some_and(Value::is_null));
    assert_eq!(value.get("l").map(|list| list.items().count()), Some(3));
    assert!(value.get("missing").is_none() && value.text().is_none() && value.number().is_none());
}

#[test]
fn only_the_first_value_is_looked_at() {
    let first = |text: &'static [u8]| Value::first(text).map(Value::raw);
    assert_eq!(first(b" [1, 2] ] not JSON \xff"), Ok("[1, 2]"));
    assert_eq!(first(b"\"a\"\"b"), Ok("\"a\""));
    assert_eq!(first(b" \"\xff\"").map_err(|fault| fault.offset), Err(2));
    assert_eq!(first(b" ]").map_err(|fault| fault.offset), Err(1));
}

#[test]
fn half_a_pair_of_escapes_does_not_hide_a_fault() {
    let read = |text| {
        let mut all = String::new();
        read_string(text, &mut |piece| all.push_str(piece)).map(|length| (all, length))
    };
    assert_eq!(read(r#""\ud83d\ude00\u00e4" x"#), Ok(("😀ä".to_owned(), 20)));
    assert_eq!(read(r#""\ud83dx\ude00""#), Ok(("\u{fffd}x\u{fffd}".to_owned(), 15)));
    assert_eq!(read(r#""\ud83d\ude0x""#).map_err(|fault| fault.offset), Err(7));
    assert_eq!(read(r#""\ud83d\ude"#).map_err(|fault| fault.offset), Err(7));
    assert!(read("1").is_err() && read("").is_err() && read("\"").is_err());
}

#[test]
fn names_are_compared_by_what_they_spell() {
    let value = Value::parse(r#"{"\u0061\/":1,"a\\":2,"\u00e4":3}"#).expect("valid");
    assert_eq!(value.get("a/").map(Value::raw), Some("1"));
    assert_eq!(value.get("a\\").map(Value::raw), Some("2"));
    assert_eq!(value.get("ä").map(Value::raw), Some("3"));
    assert!(value.get(r"a\\").is_none());
}

#[test]
fn pointers_lead_where_the_standard_says() {
    let value = Value::parse(r#"{"a":[10,{"b/c":1,"m~n":2,"":3}],"0":4}"#).expect("valid");
    let raw = |pointer: &str| value.at(pointer).map(Value::raw);
    assert_eq!(raw(""), Some(value.raw()));
    assert_eq!(raw("/a/0"), Some("10"));
    assert_eq!(raw("/a/1/b~1c"), Some("1"));
    assert_eq!(raw("/a/1/m~0n"), Some("2"));
    assert_eq!(raw("/a/1/"), Some("3"));
    assert_eq!(raw("/0"), Some("4"));
    for pointer in ["a", "/a/2", "/a/-", "/a/00", "/a/+1", "/a/1/b~2c", "/a/1/m~", "/a/0/x", "//"] {
        assert_eq!(raw(pointer), None, "{pointer}");
    }
}

#[test]
fn sameness_is_by_meaning() {
    let same = |left: &str, right: &str| {
        Value::parse(left).expect(left).same(Value::parse(right).expect(right))
    };
    assert!(same(r#"{"a":1,"b":[2.0,"x"]}"#, r#" {"b":[2,"\u0078"],"a":1e0}"#));
    assert!(same(r#"{"a":1,"a":2}"#, r#"{"a":1}"#));
    assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":1}"#));
    assert!(!same(r#"{"a":1}"#, r#"{"b":1}"#));
    assert!(!same("[1,2]", "[2,1]") && !same("[1]", "[1,1]") && !same("[1,1]", "[1]"));
    assert!(!same("true", "false") && !same("1", "\"1\"") && !same("null", "0"));
    assert!(!same("9007199254740993", "9007199254740992"));
}

#[test]
fn large_values_share_their_text_and_small_ones_do_not() {
    let long = format!("  {}\n", quote(&"x".repeat(5000)));
    let json = Json::from_string(long.clone()).expect("valid");
    let copy = json.clone();
    assert_eq!(json.as_str(), long.trim());
    assert_eq!(json.as_str().as_ptr(), copy.as_str().as_ptr());
    drop(copy);
    assert_eq!(json.into_string(), long.trim());
    assert_eq!(Json::from_string(" {} ".into()).expect("valid"), Json::object());
    assert!(Json::from_string("[".repeat(5000)).is_err());
    assert!(Json::from_string(format!("{long}1")).is_err());
}

#[test]
fn debug_output_shows_no_data() {
    let json = Json::parse(r#"{"password":"hunter2"}"#).expect("valid");
    let number = Value::parse("4111").expect("valid").number();
    let shown = format!("{json:?} {:?} {number:?}", json.value());
    assert!(!shown.contains("hunter2") && !shown.contains("password") && !shown.contains("4111"));
}

#[test]
fn the_writer_builds_what_it_was_told() {
    let mut writer = Writer::new();
    writer.object().key("a\"\n").array().integer(-1).unsigned(2).string("\u{1}\\\u{8}\u{c}\r\t");
    writer.object().end_object().array().end_array().null().boolean(true).end_array();
    writer.key("r").raw("1.50").key("e").object().end_object().end_object();
    let json = writer.finish();
    assert_eq!(
        json.as_str(),
        r#"{"a\"\n":[-1,2,"\u0001\\\b\f\r\t",{},[],null,true],"r":1.50,"e":{}}"#
    );
}
