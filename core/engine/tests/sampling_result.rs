//! What the host's model may answer.
// proves: SAM-05, SAM-06, SAM-08, SAM-09, SAM-10, SAM-20, SAM-21, SAM-22, SAM-38, SAM-46

use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value};
use mcpclient_engine::sampling::{Features, SampleRequest, SampleResult, check_result, fit_result};

use Revision::{R2024, R2025Jun, R2025Mar, R2025Nov, R2026};

fn request_in(members: &str, content: &str, revision: Revision) -> SampleRequest {
    let params = format!(
        r#"{{"messages":[{{"role":"user","content":{content}}}],"maxTokens":10{members}}}"#
    );
    let features = Features { tools: true, context: true };
    SampleRequest::parse(Value::parse(&params).expect("JSON"), revision, features).expect("valid")
}

const TEXT: &str = r#"{"type":"text","text":"hi"}"#;

fn request(members: &str) -> SampleRequest {
    request_in(members, TEXT, R2025Nov)
}

const TOOLS: &str = r#","tools":[{"name":"calc","inputSchema":{"type":"object"}},{"name":"find","inputSchema":{"type":"object"}}]"#;

fn answer(content: &str) -> String {
    format!(r#"{{"role":"assistant","content":{content},"model":"m"}}"#)
}

fn check(request: &SampleRequest, result: &str, revision: Revision) -> Result<(), String> {
    let result = check_result(request, Value::parse(result).expect(result), revision);
    result.map_err(|error| {
        assert_eq!(error.code, Code::Sample);
        error.message
    })
}

fn refused(request: &SampleRequest, result: &str, revision: Revision, place: &str) {
    let message = check(request, result, revision).expect_err(result);
    assert!(message.contains(place), "{result}: {message}");
}

#[test]
fn an_answer_has_a_role_a_model_and_content() {
    let request = request("");
    for good in [
        answer(TEXT), r#"{"role":"assistant","model":"m","content":{"type":"text","text":"ok"},"stopReason":"vendor_refusal","_meta":{"k":1},"x":[]}"#.to_owned(),
        answer(r#"{"type":"text","text":"ok","annotations":{"priority":0.5},"_meta":{"k":1}}"#), answer(r#"{"type":"audio","data":"AAAA","mimeType":"audio/wav"}"#),
    ] {
        assert_eq!(check(&request, &good, R2025Nov), Ok(()), "{good}");
    }
    for (bad, place) in [
        ("[]", "the result is not an object"),
        (r#"{"role":"assistant","role":"user"}"#, "once"),
        (r#"{"content":{"type":"text","text":""},"model":"m"}"#, "role"),
        (r#"{"role":"user","content":{"type":"text","text":""},"model":"m"}"#, "role"),
        (r#"{"role":"assistant","content":{"type":"text","text":""}}"#, "model"),
        (r#"{"role":"assistant","content":{"type":"text","text":""},"model":""}"#, "model"),
        (r#"{"role":"assistant","model":"m"}"#, "content"),
        (
            r#"{"role":"assistant","content":{"type":"text","text":""},"model":"m","stopReason":1}"#,
            "stopReason",
        ),
        (
            r#"{"role":"assistant","content":{"type":"text","text":""},"model":"m","_meta":1}"#,
            "_meta",
        ),
    ] {
        refused(&request, bad, R2025Nov, place);
    }
    for (content, place) in [
        ("\"bare\"", "content is not a content block"),
        (r#"{"type":"image","data":"!","mimeType":"image/png"}"#, "content.data"),
        (r#"{"type":"text"}"#, "content.text"),
        ("[1]", "content[0]"),
        (r#"{"type":"tool_result","toolUseId":"a","content":[]}"#, "tool result"),
        (r#"{"type":"resource_link","uri":"x:y","name":"n"}"#, "content.type"),
    ] {
        refused(&request, &answer(content), R2025Nov, place);
    }
}

#[test]
fn kinds_of_content_follow_the_revision() {
    let audio = answer(r#"{"type":"audio","data":"AAAA","mimeType":"audio/wav"}"#);
    let list = answer(&format!("[{TEXT}]"));
    for revision in Revision::ALL {
        let request = request_in("", TEXT, revision);
        assert_eq!(check(&request, &audio, revision).is_ok(), revision >= R2025Mar);
        assert_eq!(check(&request, &list, revision).is_ok(), revision >= R2025Nov);
        assert_eq!(check(&request, &answer(TEXT), revision), Ok(()));
    }
}

#[test]
fn lists_go_to_servers_that_know_them() {
    let two = answer(&format!("[{TEXT},{TEXT}]"));
    refused(&request(""), &two, R2025Nov, "several");
    assert_eq!(check(&request(TOOLS), &two, R2025Nov), Ok(()));
    assert_eq!(check(&request_in("", &format!("[{TEXT}]"), R2026), &two, R2026), Ok(()));
}

#[test]
fn answers_are_fitted_to_the_server() {
    let fit = |request: &SampleRequest, result: &str, revision| {
        fit_result(request, &Json::parse(result).expect("JSON"), revision).map(Json::into_string)
    };
    let list = answer(&format!("[{TEXT}]"));
    for revision in [R2024, R2025Jun, R2025Nov] {
        assert_eq!(fit(&request_in("", TEXT, revision), &list, revision), Ok(answer(TEXT)));
    }
    // A server that sent tools gets what the host gave, list or not.
    assert_eq!(fit(&request(TOOLS), &list, R2025Nov), Ok(list.clone()));
    assert_eq!(fit(&request(TOOLS), &answer(TEXT), R2025Nov), Ok(answer(TEXT)));
    assert_eq!(
        fit(
            &request(""),
            r#"{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m","stopReason":null,"_meta":null}"#,
            R2025Nov
        ),
        Ok(answer(TEXT))
    );
    let error = fit(&request(""), "[]", R2025Nov).expect_err("no object");
    assert!(error.message.starts_with("the result is not an object"), "{error}");
    let two = answer(&format!("[{TEXT},{TEXT}]"));
    for revision in [R2024, R2025Jun, R2025Nov] {
        assert_eq!(
            fit(&request_in("", TEXT, revision), &two, revision).expect_err("two").code,
            Code::Sample
        );
    }
    assert!(
        fit(&request(""), &answer("[]"), R2025Jun).is_err()
            && fit(&request(""), "[null]", R2025Nov).is_err()
    );
}

#[test]
fn only_offered_tools_are_used_and_as_wanted() {
    let usage = |id: &str, name: &str| {
        format!(r#"{{"type":"tool_use","id":"{id}","name":"{name}","input":{{}}}}"#)
    };
    let calc = answer(&usage("c1", "calc"));
    let both = answer(&format!("[{},{TEXT},{}]", usage("c1", "calc"), usage("c2", "find")));
    for good in [&calc, &both] {
        assert_eq!(check(&request(TOOLS), good, R2025Nov), Ok(()));
    }
    refused(&request(""), &calc, R2025Nov, "not offered");
    refused(&request(TOOLS), &answer(&usage("c1", "other")), R2025Nov, "not offered");
    refused(
        &request(TOOLS),
        &answer(&format!("[{0},{0}]", usage("c1", "calc"))),
        R2025Nov,
        "same id",
    );
    refused(
        &request(&format!(r#"{TOOLS},"toolChoice":{{"mode":"none"}}"#)),
        &calc,
        R2025Nov,
        "forbids",
    );
    let required = request(&format!(r#"{TOOLS},"toolChoice":{{"mode":"required"}}"#));
    refused(&required, &answer(TEXT), R2025Nov, "requires");
    assert_eq!(check(&required, &both, R2025Nov), Ok(()));
    refused(&request_in("", TEXT, R2025Jun), &calc, R2025Jun, "content.type");
}

#[test]
fn the_builder_makes_one_block_or_a_list() {
    assert_eq!(
        SampleResult::text("m\"1", "hi", Some("endTurn")).as_str(),
        r#"{"role":"assistant","content":{"type":"text","text":"hi"},"model":"m\"1","stopReason":"endTurn"}"#
    );
    assert_eq!(SampleResult::text("m", "hi", None).as_str(), answer(TEXT));
    let mut result = SampleResult::new("m");
    result
        .push_text("a")
        .push_image("AAAA", "image/png")
        .push_audio("", "audio/wav")
        .stop_reason("toolUse");
    result
        .push_tool_use("c1", "calc", &Json::object())
        .push_block(Json::parse(TEXT).expect("JSON"));
    let json = result.finish();
    assert_eq!(
        json.as_str(),
        r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"image","data":"AAAA","mimeType":"image/png"},{"type":"audio","data":"","mimeType":"audio/wav"},{"type":"tool_use","id":"c1","name":"calc","input":{}},{"type":"text","text":"hi"}],"model":"m","stopReason":"toolUse"}"#
    );
    assert_eq!(check(&request(TOOLS), json.as_str(), R2026), Ok(()));
}
