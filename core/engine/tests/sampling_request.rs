//! What a server may ask the model.
// proves: SAM-04, SAM-05, SAM-06, SAM-07, SAM-08, SAM-11, SAM-12, SAM-13, SAM-15, SAM-16, SAM-17
// proves: SAM-18, SAM-19, SAM-20, SAM-23, SAM-24, SAM-25, SAM-26, SAM-38, SAM-46

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value};
use mcpclient_engine::sampling::{
    BlockKind, Context, Fault, Features, Role, SampleRequest, ToolChoice,
};
use proptest::prelude::*;

use Revision::{R2024, R2025Jun, R2025Mar, R2025Nov, R2026};

const ALL: Features = Features { tools: true, context: true };
const NONE: Features = Features { tools: false, context: false };

fn parse(params: &str, revision: Revision, features: Features) -> Result<SampleRequest, Fault> {
    SampleRequest::parse(Value::parse(params).expect(params), revision, features)
}

fn hello(members: &str) -> String {
    format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"hi"}}}}],"maxTokens":10{members}}}"#
    )
}

/// Parameters with these messages.
fn talk(messages: &str) -> String {
    format!(r#"{{"messages":[{messages}],"maxTokens":10}}"#)
}

fn said(content: &str) -> String {
    talk(&format!(r#"{{"role":"user","content":{content}}}"#))
}

/// The fault names `place`.
fn refused(params: &str, revision: Revision, place: &str) {
    let fault = parse(params, revision, ALL).expect_err(params);
    assert_eq!(fault.code, -32_602);
    assert!(fault.message.contains(place), "{params}: {}", fault.message);
}

#[test]
fn everything_a_request_holds_can_be_read() {
    let params = r#"{"messages":[{"role":"user","content":{"type":"text","text":"2+2?\n"}},
        {"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"calc","input":{"a":2},"_meta":{"k":1}}]},
        {"role":"user","content":[{"type":"tool_result","toolUseId":"c1","content":[{"type":"text","text":"4"}],"isError":true}]},
        {"role":"user","content":{"type":"image","data":"AAAA","mimeType":"image/png"}}],
        "maxTokens":1e2,"systemPrompt":"Be brief.","temperature":0.70,"stopSequences":["END","\n\n"],"includeContext":"allServers",
        "metadata":{"x":1},"modelPreferences":{"hints":[{"name":"sonnet"},{},{"name":""},{"name":"mini","x":1}],"costPriority":0,"intelligencePriority":1.0},
        "tools":[{"name":"calc","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"required"},"task":{"ttl":1}}"#;
    let request = parse(params, R2025Nov, ALL).expect("valid");
    assert_eq!(request.params().as_str(), params);
    assert_eq!(request.max_tokens(), 100);
    assert_eq!(request.system_prompt().as_deref(), Some("Be brief."));
    assert_eq!(
        request.temperature().map(|number| number.raw().to_owned()).as_deref(),
        Some("0.70")
    );
    assert_eq!(request.stop_sequences().collect::<Vec<_>>(), ["END", "\n\n"]);
    assert_eq!(request.include_context(), Context::AllServers);
    assert_eq!(request.hints().collect::<Vec<_>>(), ["sonnet", "mini"]);
    assert_eq!(
        (request.cost_priority(), request.speed_priority(), request.intelligence_priority()),
        (Some(0.0), None, Some(1.0))
    );
    assert_eq!(request.metadata().map(Value::raw), Some(r#"{"x":1}"#));
    assert_eq!((request.tools().count(), request.tool_choice()), (1, ToolChoice::Required));

    let messages: Vec<_> = request.messages().collect();
    assert_eq!(messages.len(), 4);
    assert_eq!((messages[0].role(), messages[0].is_list()), (Role::User, false));
    assert_eq!(messages[0].block(0).and_then(|block| block.text()).as_deref(), Some("2+2?\n"));
    assert_eq!((messages[1].role(), messages[1].is_list()), (Role::Assistant, true));
    let usage = messages[1].block(0).expect("a block");
    assert_eq!(
        (usage.kind(), usage.tool_use_id().as_deref(), usage.tool_name().as_deref()),
        (BlockKind::ToolUse, Some("c1"), Some("calc"))
    );
    assert_eq!(usage.tool_input().map(Value::raw), Some(r#"{"a":2}"#));
    assert!(
        usage.value().get("_meta").is_some() && usage.text().is_none() && usage.data().is_none()
    );
    let result = messages[2].blocks().next().expect("a block");
    assert_eq!(
        (result.kind(), result.tool_use_id().as_deref(), result.is_error()),
        (BlockKind::ToolResult, Some("c1"), true)
    );
    let image = request.message(3).and_then(|message| message.block(0)).expect("a block");
    assert_eq!(
        (image.data().as_deref(), image.mime_type().as_deref()),
        (Some("AAAA"), Some("image/png"))
    );
    assert!(request.message(4).is_none() && messages[0].block(1).is_none());
    assert!(messages[3].value().raw().starts_with(r#"{"role":"user""#));
}

#[test]
fn absent_members_stay_absent() {
    for params in [
        hello(""),
        hello(r#","modelPreferences":{"hints":[]}"#),
        hello(r#","modelPreferences":{}"#),
        hello(
            r#","systemPrompt":null,"tools":null,"temperature":null,"metadata":null,"modelPreferences":null"#,
        ),
    ] {
        let request = parse(&params, R2025Nov, NONE).expect(&params);
        assert_eq!(
            request.hints().count() + request.stop_sequences().count() + request.tools().count(),
            0
        );
        assert!(
            request.system_prompt().is_none()
                && request.temperature().is_none()
                && request.metadata().is_none()
        );
        assert!(
            request.cost_priority().is_none()
                && request.speed_priority().is_none()
                && request.intelligence_priority().is_none()
        );
        assert_eq!(
            (request.include_context(), request.tool_choice()),
            (Context::None, ToolChoice::Auto)
        );
    }
}

#[test]
fn required_members_have_their_types() {
    for (params, place) in [
        ("[]", "params"),
        ("null", "params"),
        (r#"{"maxTokens":1}"#, "messages"),
        (r#"{"messages":{},"maxTokens":1}"#, "messages"),
        (r#"{"messages":[]}"#, "maxTokens"),
        (r#"{"messages":[1],"maxTokens":1}"#, "messages[0]"),
        (r#"{"messages":[],"maxTokens":0}"#, "maxTokens"),
        (r#"{"messages":[],"maxTokens":-1}"#, "maxTokens"),
        (r#"{"messages":[],"maxTokens":1.5}"#, "maxTokens"),
        (r#"{"messages":[],"maxTokens":"1"}"#, "maxTokens"),
        (r#"{"messages":[],"maxTokens":1,"maxTokens":2}"#, "twice"),
    ] {
        refused(params, R2024, place);
    }
    assert_eq!(
        parse(r#"{"messages":[],"maxTokens":1e30}"#, R2024, NONE).expect("huge").max_tokens(),
        u64::MAX
    );
}

#[test]
fn optional_members_have_their_types() {
    for (members, place) in [
        (r#","systemPrompt":1"#, "systemPrompt"),
        (r#","temperature":"0""#, "temperature"),
        (r#","metadata":[]"#, "metadata"),
        (r#","stopSequences":"END""#, "stopSequences"),
        (r#","stopSequences":[1]"#, "stopSequences"),
        (r#","includeContext":"everything""#, "includeContext"),
        (r#","includeContext":1"#, "includeContext"),
        (r#","modelPreferences":[]"#, "modelPreferences"),
        (r#","modelPreferences":{"hints":{}}"#, "hints"),
        (r#","modelPreferences":{"hints":["a"]}"#, "hints"),
        (r#","modelPreferences":{"hints":[{"name":1}]}"#, "hints"),
        (r#","modelPreferences":{"costPriority":1.5}"#, "costPriority"),
        (r#","modelPreferences":{"speedPriority":-0.1}"#, "speedPriority"),
        (r#","modelPreferences":{"intelligencePriority":"1"}"#, "intelligencePriority"),
        (r#","modelPreferences":{"costPriority":0,"costPriority":1}"#, "modelPreferences"),
        (r#","tools":{}"#, "tools"),
        (r#","tools":[1]"#, "tools[0]"),
        (r#","tools":[{"name":"","inputSchema":{}}]"#, "tools[0].name"),
        (r#","tools":[{"name":"a"}]"#, "tools[0].inputSchema"),
        (
            r#","tools":[{"name":"a","inputSchema":{}},{"name":"a","inputSchema":{}}]"#,
            "tools[1].name",
        ),
        (r#","toolChoice":"auto""#, "toolChoice"),
        (r#","toolChoice":{"mode":"some"}"#, "toolChoice.mode"),
        (r#","toolChoice":{"mode":"required"}"#, "toolChoice"),
        (r#","tools":[],"toolChoice":{"mode":"required"}"#, "toolChoice"),
    ] {
        refused(&hello(members), R2025Nov, place);
    }
}

#[test]
fn content_is_a_block_of_a_kind_that_the_revision_has() {
    let text = r#"{"type":"text","text":""}"#;
    let image = r#"{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}"#;
    let audio = r#"{"type":"audio","data":"AAAA","mimeType":"audio/wav"}"#;
    let list = &format!("[{text},{image}]");
    for (content, first) in
        [(text, R2024), (image, R2024), (audio, R2025Mar), (list, R2025Nov), ("[]", R2025Nov)]
    {
        for revision in Revision::ALL {
            assert_eq!(
                parse(&said(content), revision, NONE).is_ok(),
                revision >= first,
                "{content} {revision:?}"
            );
        }
    }
    let tools = talk(
        r#"{"role":"assistant","content":{"type":"tool_use","id":"1","name":"a","input":{}}},{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":[]}}"#,
    );
    for revision in Revision::ALL {
        assert_eq!(parse(&tools, revision, ALL).is_ok(), revision >= R2025Nov);
    }
    for (content, place) in [
        ("\"bare text\"", "content block"),
        ("null", "content block"),
        ("1", "content block"),
        ("{}", ".type"),
        (r#"{"type":"hologram"}"#, ".type"),
        (r#"{"type":"TEXT","text":""}"#, ".type"),
        (r#"{"type":"resource_link","uri":"x","name":"y"}"#, ".type"),
        (r#"{"type":"text"}"#, ".text"),
        (r#"{"type":"text","text":1}"#, ".text"),
        (r#"{"type":"text","text":"a","text":"b"}"#, "twice"),
        (r#"{"type":"image","data":"AAAA"}"#, ".mimeType"),
        (r#"{"type":"image","mimeType":"image/png"}"#, ".data"),
        ("[1]", "content[0]"),
        ("[[]]", "content[0]"),
        (r#"[{"type":"text","text":""},{"type":"text"}]"#, "content[1].text"),
    ] {
        refused(&said(content), R2026, "messages[0]");
        refused(&said(content), R2026, place);
    }
    for (message, place) in [
        (r#"{"content":{"type":"text","text":""}}"#, ".role"),
        (r#"{"role":"system","content":{"type":"text","text":""}}"#, ".role"),
        (r#"{"role":"user"}"#, ".content"),
        (r#"{"role":"user","role":"assistant","content":{"type":"text","text":""}}"#, "once"),
    ] {
        refused(&talk(message), R2025Jun, place);
    }
}

#[test]
fn media_is_base64_with_a_media_type() {
    let image = |data: &str, mime: &str| {
        said(&format!(r#"{{"type":"image","data":"{data}","mimeType":"{mime}"}}"#))
    };
    for data in ["", "AA==", "AAA=", "AAAA", "ab+/", r"ab\/\u002b", &"QUJD".repeat(1000)] {
        assert!(parse(&image(data, "image/png"), R2024, NONE).is_ok(), "{data}");
    }
    for data in [
        "A",
        "AA",
        "AAA",
        "A===",
        "====",
        "AA=A",
        "AA==AAAA",
        "ab-_",
        "AA A",
        "AAA\\n",
        "ÄAA",
        &("QUJD".repeat(100) + "QUJ."),
    ] {
        refused(&image(data, "image/png"), R2024, ".data");
    }
    for mime in [
        "image/png",
        "image/svg+xml",
        "text/plain; charset=utf-8",
        "application/vnd.x.y-z",
        "IMAGE/PNG",
        &format!("image/{}", "x".repeat(127)),
    ] {
        assert!(parse(&image("AAAA", mime), R2024, NONE).is_ok(), "{mime}");
    }
    for mime in [
        "",
        "png",
        "image/",
        "/png",
        "image/p ng",
        "image/png/x",
        "im\u{e4}ge/png",
        "image/png;\\u0000",
        "*/*",
        &format!("image/{}", "x".repeat(128)),
    ] {
        refused(&image("AAAA", mime), R2024, ".mimeType");
    }
}

#[test]
fn tools_come_only_to_those_who_declared_them() {
    let tools =
        r#","tools":[{"name":"calc","description":"adds","inputSchema":{"type":"object"}}]"#;
    for members in [tools, r#","tools":[]"#, r#","toolChoice":{"mode":"none"}"#] {
        let context_only = Features { tools: false, context: true };
        let fault = parse(&hello(members), R2025Nov, context_only).expect_err(members);
        assert!(fault.code == -32_602 && fault.message.contains("sampling.tools"));
        assert!(parse(&hello(members), R2025Nov, ALL).is_ok());
        assert!(parse(&hello(members), R2025Jun, ALL).is_err());
    }
    let choice = |mode: &str| {
        parse(&hello(&format!(r#"{tools},"toolChoice":{mode}"#)), R2026, ALL)
            .expect(mode)
            .tool_choice()
    };
    assert_eq!(choice("{}"), ToolChoice::Auto);
    assert_eq!(choice(r#"{"mode":"none"}"#), ToolChoice::None);
    assert_eq!(choice(r#"{"mode":"required"}"#), ToolChoice::Required);
}

#[test]
fn context_is_heard_only_where_it_was_declared() {
    let context = |revision, features| {
        parse(&hello(r#","includeContext":"thisServer""#), revision, features)
            .expect("valid")
            .include_context()
    };
    assert_eq!(context(R2025Nov, NONE), Context::None);
    assert_eq!(context(R2026, ALL), Context::ThisServer);
    // There is nothing to declare before.
    assert_eq!(context(R2025Jun, NONE), Context::ThisServer);
}

const QUESTION: &str = r#"{"role":"user","content":{"type":"text","text":"q"}}"#;

fn uses(ids: &[&str]) -> String {
    let blocks: Vec<_> = ids
        .iter()
        .map(|id| format!(r#"{{"type":"tool_use","id":"{id}","name":"calc","input":{{}}}}"#))
        .collect();
    format!(r#"{{"role":"assistant","content":[{}]}}"#, blocks.join(","))
}

fn results(ids: &[&str]) -> String {
    let blocks: Vec<_> = ids.iter().map(|id| format!(r#"{{"type":"tool_result","toolUseId":"{id}","content":[{{"type":"text","text":"4"}}]}}"#)).collect();
    format!(r#"{{"role":"user","content":[{}]}}"#, blocks.join(","))
}

#[test]
fn each_tool_use_has_its_result_in_the_next_message() {
    let messages = |list: &[String]| talk(&list.join(","));
    let question = || QUESTION.to_owned();
    for good in [
        vec![question(), uses(&["c1", "c2"]), results(&["c2", "c1"])],
        vec![
            question(),
            uses(&["c1"]),
            results(&["c1"]),
            uses(&["c1"]),
            results(&["c1"]),
            question(),
        ],
    ] {
        assert!(parse(&messages(&good), R2025Nov, ALL).is_ok(), "{good:?}");
    }
    let text = r#"{"role":"assistant","content":{"type":"text","text":"x"}}"#.to_owned();
    let mixed = results(&["c1"]).replace("]}]}", r#"]},{"type":"text","text":"and now?"}]}"#);
    for (bad, place) in [
        (vec![question(), uses(&["c1", "c2"]), results(&["c1"])], "messages[2] leaves"),
        (vec![question(), uses(&["c1"]), question()], "messages[2] leaves"),
        (vec![question(), uses(&["c1"])], "the last tool use"),
        (vec![results(&["zz"])], "messages[0] holds a tool result that answers no use"),
        (vec![question(), uses(&["c1", "c1"]), results(&["c1"])], "messages[1] holds two"),
        (
            vec![question(), uses(&["c1"]), results(&["c1", "c1"])],
            "messages[2] holds a tool result that answers",
        ),
        (vec![question(), uses(&["c1"]), text, results(&["c1"])], "messages[2] leaves"),
        (vec![question(), uses(&["c1"]), mixed], "messages[2] mixes"),
        (
            vec![uses(&["c1"]).replace("assistant", "user"), results(&["c1"])],
            "messages[0] uses a tool",
        ),
        (
            vec![uses(&["c1"]), results(&["c1"]).replace("user", "assistant")],
            "messages[1] holds a tool result",
        ),
    ] {
        refused(&messages(&bad), R2025Nov, place);
    }
}

#[test]
fn tool_results_hold_ordinary_content() {
    let result = |inner: &str| {
        talk(&format!(
            r#"{},{{"role":"user","content":{{"type":"tool_result","toolUseId":"c1",{inner}}}}}"#,
            uses(&["c1"])
        ))
    };
    for good in [
        r#""content":[]"#,
        r#""content":[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"image/png"},{"type":"audio","data":"","mimeType":"audio/wav"}]"#,
        r#""content":[{"type":"resource_link","uri":"file:///a","name":"a"},{"type":"resource","resource":{"uri":"x:y","text":""}},{"type":"resource","resource":{"uri":"x:y","blob":"AAAA"}}]"#,
        r#""content":[],"isError":true,"structuredContent":{},"_meta":{}"#,
        r#""content":[],"isError":null,"structuredContent":null"#,
    ] {
        assert!(parse(&result(good), R2025Nov, ALL).is_ok(), "{good}");
    }
    for (bad, place) in [
        (r#""x":1"#, ".content is not a list"),
        (r#""content":{"type":"text","text":"a"}"#, ".content is not a list"),
        (r#""content":[{"type":"tool_use","id":"a","name":"b","input":{}}]"#, ".content[0].type"),
        (r#""content":[{"type":"image","data":"A","mimeType":"image/png"}]"#, ".content[0].data"),
        (r#""content":[{"type":"resource_link","name":"a"}]"#, ".content[0].uri"),
        (
            r#""content":[{"type":"resource","resource":{"uri":"x:y"}}]"#,
            ".content[0].resource.text",
        ),
        (
            r#""content":[{"type":"resource","resource":{"uri":"x:y","blob":"A"}}]"#,
            ".content[0].resource.blob",
        ),
        (
            r#""content":[{"type":"resource","resource":{"uri":"","text":""}}]"#,
            ".content[0].resource.uri",
        ),
        (r#""content":[{"type":"resource","resource":[]}]"#, ".content[0].resource"),
        (r#""content":[],"isError":1"#, ".isError"),
        (r#""content":[],"structuredContent":[]"#, ".structuredContent"),
    ] {
        refused(&result(bad), R2025Nov, place);
    }
    assert!(parse(&result(r#""content":[],"structuredContent":[1]"#), R2026, ALL).is_ok());
    for (bad, place) in [
        (r#"{"type":"tool_use","id":"","name":"a","input":{}}"#, ".id"),
        (r#"{"type":"tool_use","id":"a","name":"","input":{}}"#, ".name"),
        (r#"{"type":"tool_use","id":"a","name":"a","input":[]}"#, ".input"),
        (r#"{"type":"tool_use","id":1,"name":"a","input":{}}"#, ".id"),
        (r#"{"type":"tool_use","id":"a","name":"a"}"#, ".input"),
    ] {
        refused(&talk(&format!(r#"{{"role":"assistant","content":{bad}}}"#)), R2025Nov, place);
    }
}

#[test]
fn faults_quote_nothing_of_the_request() {
    for params in [
        said(r#"{"type":"SECRET"}"#),
        hello(r#","includeContext":"SECRET""#),
        talk(&uses(&["SECRET"])),
        hello(r#","toolChoice":{"mode":"SECRET"}"#),
    ] {
        let fault = parse(&params, R2025Nov, ALL).expect_err(&params);
        assert!(!fault.message.contains("SECRET") && !format!("{fault:?}").contains("SECRET"));
    }
    let request = parse(&hello(r#","systemPrompt":"SECRET""#), R2025Nov, ALL).expect("valid");
    assert!(!format!("{request:?}").contains("SECRET"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_requests_are_refused_or_read_whole(damage in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec!["null", "1", "[]", "{}", "true", "\"a\"", "-1.5", "\"tool_use\""])), 0..4)) {
        let mut text = talk(&[QUESTION, &uses(&["c1", "c2"]), &results(&["c2", "c1"]), r#"{"role":"assistant","content":{"type":"image","data":"AAAA","mimeType":"image/png"}}"#].join(","));
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
            if let Ok(request) = SampleRequest::from_json(Json::parse(&text).expect("JSON"), revision, ALL) {
                for (message, value) in request.messages().zip(request.params().value().get("messages").expect("checked").items()) {
                    prop_assert_eq!(message.value().raw(), value.raw());
                    let content = value.get("content").expect("checked");
                    for (index, block) in message.blocks().enumerate() {
                        let expected = if message.is_list() { content.items().nth(index).expect("checked") } else { content };
                        prop_assert_eq!(block.value().raw(), expected.raw());
                        prop_assert_eq!(expected.get("type").and_then(Value::text).expect("checked"), block.kind().name());
                    }
                }
            }
        }
    }
}
