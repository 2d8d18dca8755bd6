//! Inputs that no server sent: for hosts that test their dialogs.

use mcpclient::elicitation::UrlHazard;
use mcpclient::json::Json;
use mcpclient::{Code, Error, Input, InputKind, Offer, Revision, Wants};

fn rehearse(method: &str, params: &str, offer: Offer) -> Result<Input, Error> {
    let params = Json::parse(params).expect("JSON");
    Input::rehearse(Revision::R2025Nov, method, params, offer, None)
}

const FORM: &str = r#"{"message":"?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}"#;

fn told(input: &Input) -> Option<String> {
    input.rehearsed().map(|json| json.as_str().to_owned())
}

// proves: ELI-29, ELI-30, ELI-34
#[test]
fn a_rehearsed_form_is_checked_like_a_real_one() {
    let input = rehearse("elicitation/create", FORM, Offer::default()).expect("a form");
    assert_eq!((input.kind(), input.label()), (InputKind::Form, ""));
    assert!(input.client().is_none() && input.calls().is_empty() && input.is_open());
    assert_eq!(input.accept().expect_err("nothing is filled in").code, Code::Form);
    assert_eq!((input.is_open(), told(&input)), (true, None));
    input.draft().expect("a form").set_text(0, "3").expect("a number");
    input.accept().expect("complete");
    let sent = r#"{"result":{"action":"accept","content":{"n":3}}}"#;
    assert_eq!((input.is_open(), told(&input)), (false, Some(sent.to_owned())));
    assert_eq!(input.cancel().expect_err("answered").code, Code::Gone);
}

// proves: SAM-19
#[test]
fn only_what_is_offered_can_be_rehearsed() {
    let params = r#"{"messages":[],"maxTokens":1,"tools":[]}"#;
    let error = rehearse("sampling/createMessage", params, Offer::default());
    assert_eq!(error.expect_err("no tools").code, Code::Refused);
    let tools = Offer { sample_tools: true, ..Offer::default() };
    let input = rehearse("sampling/createMessage", params, tools).expect("a sample");
    input.answer_sample_text("m", "hi", None).expect("an answer");
    let sent =
        r#"{"result":{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m"}}"#;
    assert_eq!(told(&input).as_deref(), Some(sent));
    let error = Input::rehearse(
        Revision::R2024,
        "elicitation/create",
        Json::parse(FORM).expect("JSON"),
        Offer::default(),
        None,
    );
    assert_eq!(error.expect_err("no elicitation yet").code, Code::Refused);
}

// proves: URL-06
#[test]
fn a_url_is_compared_with_the_servers_own_host() {
    let params = r#"{"mode":"url","message":"?","elicitationId":"e","url":"https://examp1e.com/"}"#;
    let hazards = |own: Option<&str>| {
        let params = Json::parse(params).expect("JSON");
        let offer = Offer::default();
        let input = Input::rehearse(Revision::R2025Nov, "elicitation/create", params, offer, own);
        match &input.expect("a visit").request().wants {
            Wants::Url { facts, .. } => facts.hazards().to_vec(),
            _ => panic!("no visit"),
        }
    };
    assert_eq!(hazards(Some("mcp.example.com")), [UrlHazard::LookAlike]);
    assert_eq!(hazards(Some("mcp.elsewhere.org")), []);
    assert_eq!(hazards(None), []);
}
