//! Changing a request for a completion at its checkpoint.

use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::sampling::{
    Features, Model, Reason, Role, SampleDraft, SampleRequest, choose,
};

const RICH: &str = r#"{"messages":[{"role":"user","content":{"type":"text","text":"a","_meta":{"x":1.0}}},{"role":"assistant","content":[{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"text","text":"b"}]}],"systemPrompt":"Be brief","maxTokens":1e2,"modelPreferences":{"hints":[{"name":"large"}],"costPriority":0.50},"odd":[1 ]}"#;

fn read(text: &str) -> SampleRequest {
    let params = Json::parse(text).expect("JSON");
    SampleRequest::parse(params.value(), Revision::R2025Nov, Features::default())
        .expect("a request")
}

// proves: SAM-15, SAM-31
#[test]
fn what_is_not_changed_stays_as_it_was_written() {
    let mut draft = SampleDraft::new(&read(RICH));
    assert!(!draft.is_changed());
    assert_eq!(draft.params().as_str(), RICH);
    draft.set_system_prompt(Some("Be \"kind\""));
    assert_eq!(
        draft.params().as_str(),
        RICH.replace("\"Be brief\"", r#""Be \"kind\"""#),
        "in its old place"
    );
    assert!(draft.is_changed());
    draft.set_system_prompt(None);
    assert_eq!(draft.params().as_str(), RICH.replace(r#""systemPrompt":"Be brief","#, ""));
    draft.set_system_prompt(Some("last"));
    assert!(draft.params().as_str().ends_with(r#","systemPrompt":"last"}"#));
    draft.reset();
    assert_eq!((draft.is_changed(), draft.params().as_str()), (false, RICH));
    draft.set_max_tokens(7);
    assert_eq!(draft.params().as_str(), RICH.replace("1e2", "7"));
}

// proves: SAM-31
#[test]
fn messages_are_written_anew_taken_out_and_added() {
    let mut draft = SampleDraft::new(&read(RICH));
    draft.set_text(0, 0, "A").expect("a text");
    draft.set_text(1, 1, "B").expect("a text");
    assert_eq!(
        draft.params().as_str(),
        RICH.replace(r#""a""#, r#""A""#).replace(r#""b""#, r#""B""#)
    );
    for (message, block) in [(1, 0), (0, 1), (2, 0)] {
        assert_eq!(draft.set_text(message, block, "x").unwrap_err().code, Code::InvalidArg);
    }
    assert_eq!(draft.remove_message(2).unwrap_err().code, Code::InvalidArg);
    draft.remove_message(0).expect("there");
    draft.add_message(Role::User, "and?");
    assert_eq!(draft.message_count(), 2);
    let request = read(draft.params().as_str());
    let texts: Vec<_> = request
        .messages()
        .flat_map(|message| message.blocks().filter_map(|block| block.text()).collect::<Vec<_>>())
        .collect();
    assert_eq!(texts, ["B", "and?"]);
    let other = Json::parse("[]").expect("JSON");
    assert_eq!(draft.set_params(other).unwrap_err().code, Code::BadJson);
    draft.set_params(Json::parse(RICH).expect("JSON")).expect("an object");
    assert!(!draft.is_changed());
}

// proves: SAM-12, SAM-32
#[test]
fn the_model_that_was_agreed_on_is_the_one_that_is_chosen() {
    let model = |name: &str| Model { name: name.into(), ..Model::default() };
    let catalogue = [model("large-1"), model("small-1"), model("large-2")];
    let mut draft = SampleDraft::new(&read(RICH));
    draft.set_model("small-1");
    let request = read(draft.params().as_str());
    assert_eq!(request.cost_priority(), Some(0.5), "the rest stays");
    let choice = choose(&request, &catalogue).expect("a model");
    assert_eq!((choice.model, choice.reason, choice.among), (1, Reason::Hint(0), 1));
    // Without any preferences, too.
    let mut draft = SampleDraft::new(&read(
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"a"}}],"maxTokens":1}"#,
    ));
    draft.set_model("large-2");
    let choice = choose(&read(draft.params().as_str()), &catalogue).expect("a model");
    assert_eq!(choice.model, 2);
}

// proves: SAM-14
#[test]
fn a_choice_says_between_how_many_it_was() {
    let model = |name: &str| Model { name: name.into(), ..Model::default() };
    let catalogue = [model("large-1"), model("small-1"), model("large-2")];
    let choice = choose(&read(RICH), &catalogue).expect("a model");
    assert_eq!((choice.model, choice.among), (0, 2));
    assert_eq!(choice.to_string(), "it fits hint 1 of the server, as do 1 others");
    let choice = choose(&read(RICH), &catalogue[1..2]).expect("a model");
    assert_eq!((&choice.reason, choice.among), (&Reason::Priorities(0.0), 1));
    assert_eq!(choice.to_string(), choice.reason.to_string());
}
