//! The `pattern` of a text field.
// proves: ELI-14, JSC-05

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{FieldCode, FieldError, Form};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Value;

fn form(schema: &str) -> Form {
    Form::parse(Value::parse(schema).expect(schema), Revision::R2025Nov, &Limits::default())
        .expect(schema)
}

fn one(property: &str) -> Form {
    form(&format!(r#"{{"type":"object","properties":{{"p":{property}}},"required":["p"]}}"#))
}

fn errors(form: &Form, content: &str) -> Vec<FieldError> {
    form.check(Value::parse(content).expect(content)).err().unwrap_or_default()
}

#[test]
fn patterns_mean_what_ecma_means() {
    for (pattern, text, fits) in [
        ("[0-9]{3}", "ab123cd", true),
        (r"^\d{3}$", "123", true),
        (r"^\d{3}$", "\u{661}\u{662}\u{663}", false),
        (r"^\d{3}$", "123\n", false),
        ("^a.c$", "a😀c", true),
        ("^a.c$", "a\u{2028}c", false),
        (r"^\p{L}+$", "Größe", true),
        (r"^[\w-]+$", "été", false),
        ("^$", "", true),
        (r"\bcat\b", "a cat!", true),
        (r"\bcat\b", "concat", false),
        (r"\bt", "ét", true),
        ("^[^]$", "\n", true),
        ("[]", "a", false),
        (r"^\s$", "\u{a0}", true),
        (r"^\S$", "\u{feff}", false),
        (r"^[a-z&&b]$", "a", true),
        (r"^[a-z&&b]$", "&", true),
        ("^[[a]$", "[", true),
        (r"^[\]\-]$", "]", true),
        (r"^[\d-x]$", "-", true),
        (r"^[\W]$", "é", true),
        (r"^a{,2}$", "a{,2}", true),
        ("^{x}$", "{x}", true),
        (r"^\/\.$", "/.", true),
        (r"^\u00e9\x41\u{1F600}\ud83d\ude00$", "éA😀😀", true),
        (r"^\cJ$", "\n", true),
        (r"^\0$", "\0", true),
        ("^(?<year>\\d+)-(?:a|b)$", "12-b", true),
        ("(?i)^abc$", "ABC", true),
        ("^a b#c$", "a b#c", true),
        (r"^[\b]$", "\u{8}", true),
        (r"^\p{Script=Greek}$", "λ", true),
        (r"^[^\s@]+@[^\s@]+$", "a@b", true),
        ("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false),
    ] {
        let property =
            format!(r#"{{"type":"string","pattern":{}}}"#, mcpclient_engine::json::quote(pattern));
        let form = one(&property);
        assert!(form.objections().is_empty(), "{pattern}");
        let content = format!("{{\"p\":{}}}", mcpclient_engine::json::quote(text));
        let expected = if fits { vec![] } else { vec![FieldCode::Pattern] };
        let found: Vec<_> = errors(&form, &content).iter().map(|error| error.code).collect();
        assert_eq!(found, expected, "{pattern} {text:?}");
    }
}

#[test]
fn patterns_that_cannot_be_safe_are_not_enforced() {
    for pattern in [
        "(?=a)b",
        "(?!a)",
        "(?<=a)b",
        r"(a)\1",
        r"\k<a>",
        "a**",
        "(",
        "[z-a]",
        "a{5,2}",
        r"\p{Nonsense}",
        r"\ud83d",
        r"\q",
        "(?x)a",
        "((((a{999}){999}){999}){999}){999}",
        &"(".repeat(900),
        &"a".repeat(5000),
        r"[\q]",
        r"\u{110000}",
        r"\x4",
        "(?<>a)",
        "[a",
        "\\",
    ] {
        let property =
            format!(r#"{{"type":"string","pattern":{}}}"#, mcpclient_engine::json::quote(pattern));
        let form = one(&property);
        assert_eq!(form.objections().len(), 1, "{pattern}");
        assert!(errors(&form, r#"{"p":"anything"}"#).is_empty(), "{pattern}");
    }
}

#[test]
fn memory_for_patterns_is_bounded() {
    let large = r#"{"type":"string","pattern":"^[\\p{L} .'-]{2,40}$"}"#;
    let properties: Vec<_> = (0..20).map(|index| format!("\"p{index}\":{large}")).collect();
    let form = form(&format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(",")));
    assert_eq!(form.objections().len(), 12);
    assert_eq!(errors(&form, r#"{"p0":"1","p19":"1"}"#).len(), 1);
}
