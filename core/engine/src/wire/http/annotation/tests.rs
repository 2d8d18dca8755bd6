//! Annotations one by one.

use super::*;
use crate::json::Json;
use proptest::prelude::*;

fn of(schema: &str) -> Result<Vec<(String, String)>, &'static str> {
    let schema = Json::parse(schema).unwrap();
    let found = read(schema.value())?;
    Ok(found.into_iter().map(|one| (one.path.join("/"), one.header)).collect())
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(path, header)| ((*path).into(), (*header).into())).collect()
}

// proves: HTP-36, HTP-38, HTP-39
#[test]
fn annotations_are_found_along_properties() {
    let schema = r#"{"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "method":{"type":["boolean","null"],"\u0078-mcp-header":"Method"},
        "plain":{"type":"number"},
        "x-mcp-header":{"type":"string"},
        "nested":{"type":"object","properties":{"a/b":{"type":"integer","x-mcp-header":"Re-gion!"}}}}}"#;
    let wanted = [
        ("region", "Mcp-Param-Region"),
        ("method", "Mcp-Param-Method"),
        ("nested/a/b", "Mcp-Param-Re-gion!"),
    ];
    assert_eq!(of(schema).unwrap(), pairs(&wanted));
    let data = r#"{"properties":{"a":{"default":{"x-mcp-header":1},"enum":[{"x-mcp-header":1}],
        "const":{"x-mcp-header":1},"examples":[{"x-mcp-header":1}]}}}"#;
    assert_eq!(of(data).unwrap(), []);
    assert_eq!(of(r#"{"type":"object","properties":{"a":{"type":"string"}}}"#).unwrap(), []);
}

// proves: HTP-39
#[test]
fn names_are_tokens_and_occur_once() {
    for name in [
        r#""""#,
        r#""My Region""#,
        r#""Region:Primary""#,
        r#""Région""#,
        r#""a\tb""#,
        r#""a\r\nX: y""#,
        "1",
        "null",
        r#"["a"]"#,
    ] {
        let schema =
            format!(r#"{{"properties":{{"a":{{"type":"string","x-mcp-header":{name}}}}}}}"#);
        assert!(of(&schema).is_err(), "{name}");
    }
    for (one, other) in [("Region", "Region"), ("Region", "REGION")] {
        let schema = format!(
            r#"{{"properties":{{"a":{{"type":"string","x-mcp-header":"{one}"}},
            "b":{{"properties":{{"c":{{"type":"string","x-mcp-header":"{other}"}}}}}}}}}}"#
        );
        assert_eq!(of(&schema), Err("two properties have the same `x-mcp-header`"));
    }
}

// proves: HTP-39
#[test]
fn only_what_is_text_on_its_own_is_mirrored() {
    for kind in [
        r#""object""#,
        r#""array""#,
        r#""null""#,
        r#""number""#,
        "null",
        "[]",
        r#"["null"]"#,
        r#"["string","integer"]"#,
        r#"["string","number"]"#,
        r#""String""#,
    ] {
        let schema = format!(r#"{{"properties":{{"a":{{"type":{kind},"x-mcp-header":"A"}}}}}}"#);
        assert!(of(&schema).is_err(), "{kind}");
    }
    let without = r##"{"properties":{"a":{"$ref":"#/$defs/a","x-mcp-header":"A"}}}"##;
    assert!(of(without).is_err());
}

// proves: HTP-39
#[test]
fn an_annotation_elsewhere_is_a_fault() {
    let one = r#"{"type":"string","x-mcp-header":"A"}"#;
    for keyword in SCHEMAS {
        for schema in
            [format!("{{\"{keyword}\":{one}}}"), format!("{{\"{keyword}\":[{{}},{one}]}}")]
        {
            assert!(of(&schema).is_err(), "{schema}");
            let inner = format!("{{\"properties\":{{\"p\":{schema}}}}}");
            assert!(of(&inner).is_err(), "{inner}");
            let through = format!("{{\"{keyword}\":{{\"properties\":{{\"p\":{one}}}}}}}");
            assert!(of(&through).is_err(), "{through}");
        }
    }
    for keyword in NAMED {
        assert!(of(&format!("{{\"{keyword}\":{{\"x\":{one}}}}}")).is_err(), "{keyword}");
    }
    assert!(of(one).is_err(), "the arguments as a whole");
}

#[test]
fn what_is_ambiguous_or_endless_is_a_fault() {
    for twice in [
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A","x-mcp-header":"B"}}}"#,
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"a":{"type":"string"}}}"#,
        r#"{"properties":{"a":{"type":"string","x-mcp-header":"A"}},"properties":{}}"#,
    ] {
        assert!(of(twice).is_err(), "{twice}");
    }
    let nested = |levels: usize| {
        let inner = r#"{"type":"string","x-mcp-header":"A"}"#;
        format!("{}{inner}{}", r#"{"properties":{"a":"#.repeat(levels), "}}".repeat(levels))
    };
    assert_eq!(of(&nested(DEPTH)).unwrap().len(), 1);
    assert!(of(&nested(DEPTH + 1)).is_err());
}

proptest! {
    #[test]
    fn any_schema_is_read_or_refused(text in "[{}\\[\\]\":,a]*|(\\{\"(properties|items|x-mcp-header|a)\":)*\"\"\\}*") {
        if let Ok(json) = Json::parse(&text) {
            let _ = read(json.value());
        }
    }
}
