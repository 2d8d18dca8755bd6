//! Which of the host's models fits a request.

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::sampling::{Features, Model, Reason, SampleRequest, choose};

fn request(preferences: &str) -> SampleRequest {
    let params = format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"q"}}}}],"maxTokens":9,"modelPreferences":{preferences}}}"#
    );
    let params = Json::parse(&params).expect("JSON");
    SampleRequest::parse(params.value(), Revision::R2025Nov, Features::default())
        .expect("a request")
}

fn catalogue() -> Vec<Model> {
    let model = |name: &str, aliases: &[&str], cheapness, speed, intelligence| Model {
        name: name.into(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        cheapness,
        speed,
        intelligence,
    };
    vec![
        model("house-small", &["haiku-like"], 0.9, 0.9, 0.3),
        model("house-large", &["claude-3-opus", "sonnet-like"], 0.1, 0.3, 0.95),
        model("house-medium", &["claude-sonnet-4"], 0.5, 0.6, 0.7),
    ]
}

fn chosen(preferences: &str) -> (usize, Reason) {
    let choice = choose(&request(preferences), &catalogue()).expect("a model");
    (choice.model, choice.reason)
}

// proves: SAM-11, SAM-12, SAM-13, SAM-14
#[test]
fn hints_in_order_then_priorities() {
    assert_eq!(
        chosen(r#"{"hints":[{"name":"nobody"},{"name":"Sonnet-4"},{"name":"haiku"}]}"#),
        (2, Reason::Hint(1))
    );
    assert_eq!(
        chosen(r#"{"hints":[{"name":"haiku"}],"intelligencePriority":1}"#),
        (0, Reason::Hint(0))
    );
    assert_eq!(Reason::Hint(1).to_string(), "it fits hint 2 of the server");
    // Two fit the hint; the priorities decide between them.
    assert_eq!(chosen(r#"{"hints":[{"name":"claude"}],"costPriority":1}"#), (2, Reason::Hint(0)));
    assert_eq!(chosen(r#"{"hints":[{"name":"claude"}]}"#), (1, Reason::Hint(0)));
    assert_eq!(chosen("{}"), (0, Reason::First));
    let (model, reason) = chosen(
        r#"{"hints":[{"name":""},{}],"costPriority":0.3,"speedPriority":0.2,"intelligencePriority":0.9}"#,
    );
    assert_eq!(model, 1, "{reason}");
    assert!(matches!(reason, Reason::Priorities(score) if score > 0.9));
    assert_eq!(chosen(r#"{"hints":[]}"#), (0, Reason::First));
    assert_eq!(chosen(r#"{"hints":[{}]}"#), (0, Reason::First));
    assert!(choose(&request("{}"), &[]).is_none());
}
