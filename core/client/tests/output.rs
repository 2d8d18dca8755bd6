//! What tools give against what they said that they would, and what is known of a list.
#![cfg(unix)]

mod support;

use mcpclient::catalog::ItemKind;
use mcpclient::{Call, CallSettings, Client, Code, Output, Reference, Runtime, Stdio, Violation};
use std::sync::Arc;
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, json, options, shaken, threaded};

fn settings() -> CallSettings {
    CallSettings::default()
}

/// A server of two tools, the first with a schema for its output, that answers call for call.
fn tools(answers: &[&str]) -> Stdio {
    let list = r#"{"tools":[{"name":"price","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","properties":{"eur":{"type":"number"}},"required":["eur"]}},{"name":"odd","inputSchema":{"type":"object"},"outputSchema":{"$ref":"https://example.com/"}},{"name":"plain","inputSchema":{"type":"object"}}]}"#;
    let mut script = format!("next; reply '{list}'\n");
    for answer in answers {
        script += &format!("next; reply '{answer}'\n");
    }
    shaken(&(script + "next"))
}

fn connect(runtime: &Runtime, server: Stdio) -> Client {
    runtime.connect(server, Arc::new(()), options("output")).expect("it starts")
}

fn finish(call: Result<Call, mcpclient::Error>) -> Call {
    let call = call.expect("started");
    let outcome = call.wait(Some(PATIENCE)).expect("every call ends");
    assert!(outcome.is_ok(), "{outcome:?}");
    call
}

fn violates(at: &str, keyword: &str) -> Output {
    Output::Violates(Violation { at: at.into(), keyword: keyword.into() })
}

// proves: TOL-16, TOL-15, TOL-20
#[test]
fn a_violation_is_a_note_beside_the_content() {
    let runtime = threaded();
    let cases = [
        ("price", r#"{"content":[],"structuredContent":{"eur":1.50}}"#, Output::Fits),
        ("price", r#"{"content":[],"structuredContent":{"eur":"1"}}"#, violates("/eur", "type")),
        ("price", r#"{"content":[],"structuredContent":{}}"#, violates("", "required")),
        ("price", r#"{"content":[],"structuredContent":null}"#, violates("", "type")),
        ("price", r#"{"content":[],"structuredContent":[1]}"#, violates("", "type")),
        ("price", r#"{"content":[]}"#, violates("", "required")),
        ("price", r#"{"content":[],"isError":true}"#, Output::None),
        ("plain", r#"{"content":[],"structuredContent":{"eur":"1"}}"#, Output::None),
        ("unlisted", r#"{"content":[],"structuredContent":{"eur":"1"}}"#, Output::None),
    ];
    let answers: Vec<_> = cases.iter().map(|(_, answer, _)| *answer).collect();
    let client = connect(&runtime, tools(&answers));
    let list = finish(client.list_tools(settings()));
    assert_eq!(list.output(), Output::None);
    for (name, answer, output) in cases {
        let call = finish(client.call_tool(name, None, settings()));
        let outcome = call.outcome().expect("it is over");
        let success = outcome.as_ref().as_ref().expect("the result is there in any case");
        assert_eq!(success.result.as_str(), answer);
        assert_eq!(call.output(), output, "{answer}");
        assert_eq!(call.output(), output, "and so when it is asked again");
    }
}

// proves: JSC-04, TOL-16
#[test]
fn what_cannot_be_checked_is_said_to_be_so() {
    let runtime = threaded();
    let result = r#"{"content":[],"structuredContent":{}}"#;
    let number = r#"{"content":[],"structuredContent":{"eur":12345678901234567890123}}"#;
    let client = connect(&runtime, tools(&[result, number]));
    finish(client.list_tools(settings()));
    for tool in ["odd", "price"] {
        let call = finish(client.call_tool(tool, None, settings()));
        assert!(matches!(call.output(), Output::Unchecked(_)), "{tool}");
    }
}

// proves: TOL-24, TOL-03
#[test]
fn a_list_that_has_changed_says_nothing_any_more() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let script = r#"
next; reply '{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}]}'
next; reply '{"content":[]}'
next
echo '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
reply '{"content":[]}'
next; reply '{"tools":[{"name":"t","title":"New","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]}'
next; reply '{"content":[],"structuredContent":{}}'
next"#;
    let client = runtime.connect(shaken(script), host, options("changes")).expect("it starts");
    let title = || client.item(ItemKind::Tool, "t").map(|item| item.label().into_owned());
    assert_eq!(title(), None, "nothing was listed");
    finish(client.list_tools(settings()));
    assert_eq!(title().as_deref(), Some("t"));
    let before = finish(client.call_tool("t", None, settings()));
    let during = finish(client.call_tool("t", None, settings()));
    seen::find(&seen, |seen| matches!(seen, Seen::Notification(..)).then_some(()));
    assert_eq!(title(), None);
    finish(client.list_tools(settings()));
    assert_eq!(title().as_deref(), Some("New"));
    let after = finish(client.call_tool("t", None, settings()));
    assert_eq!(before.output(), violates("", "required"));
    assert_eq!(during.output(), violates("", "required"), "it was called as it was listed then");
    assert_eq!(after.output(), Output::Fits);
}

#[test]
fn a_dialog_finds_the_facts_of_a_tool_before_it_is_called() {
    let runtime = threaded();
    let client = connect(&runtime, tools(&[]));
    finish(client.list_tools(settings()));
    let tool = client.item(ItemKind::Tool, "price").expect("it was listed");
    assert!(tool.hints().expect("a tool has hints").read_only);
    assert_eq!(tool.input_schema().expect("it").raw(), r#"{"type":"object"}"#);
    assert!(client.item(ItemKind::Tool, "Price").is_none(), "names are compared to the letter");
    assert!(client.item(ItemKind::Prompt, "price").is_none());
    let server = client.item(ItemKind::Server, "").expect("it said who it is");
    assert_eq!((server.name().as_ref(), client.label()), ("sh", "output"));
}

// proves: TOL-24
#[test]
fn a_change_that_the_host_is_not_told_of_counts_as_well() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let mut modern = options("unasked");
    modern.config.revisions = mcpclient::Era::Modern.revisions();
    let list = r#"{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let script = format!(
        "next; reply '{list}'; next; echo '{changed}'; reply '{{\"content\":[]}}'
next; reply '{list}'; next; exit 1"
    );
    let client = runtime.connect(support::stateless(&script), host, modern).expect("it starts");
    let is_known = || client.item(ItemKind::Tool, "t").is_some();
    finish(client.list_tools(settings()));
    assert!(is_known());
    finish(client.call_tool("t", None, settings()));
    assert!(!is_known(), "nobody asked to be told, and it is true all the same");
    finish(client.list_tools(settings()));
    assert!(is_known());
    let lost = client.call_tool("t", None, settings()).expect("started");
    let outcome = lost.wait(Some(PATIENCE)).expect("every call ends");
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Lost);
    assert!(!is_known(), "a fresh server has lists of its own");
    client.close();
    let told = |seen: Seen| match seen {
        Seen::Notification(..) => panic!("nobody asked"),
        Seen::Closed(..) => Some(()),
        _ => None,
    };
    seen::find(&seen, told);
}

// proves: PRM-03, CMP-03, CMP-06
#[test]
fn arguments_are_checked_before_anything_is_sent() {
    let runtime = threaded();
    let client =
        runtime.connect(support::server(), Arc::new(()), options("prompts")).expect("it starts");
    let error = |call: Result<Call, mcpclient::Error>| call.expect_err("it is refused");
    let wrong = error(client.get_prompt("trip", Some(json(r#"{"city":1}"#)), settings()));
    assert_eq!(wrong.code, Code::InvalidArg);
    let list = finish(client.list_prompts(settings()));
    let list = list.outcome().expect("over");
    let prompts = list.as_ref().as_ref().expect("a list").result.value();
    let needy = prompts.get("prompts").expect("it").items().find(|prompt| {
        let arguments =
            prompt.get("arguments").into_iter().flat_map(|all| all.items().collect::<Vec<_>>());
        arguments.into_iter().any(|argument| argument.get("required").is_some())
    });
    let name = needy.and_then(|prompt| prompt.get("name")?.text()).expect("one needs something");
    let missing = error(client.get_prompt(&name, None, settings()));
    assert_eq!(missing.code, Code::Form);
    assert!(!missing.fields.is_empty());
    let reference = Reference::Prompt(&name);
    for context in ["[]", r#"{"city":1}"#] {
        let call = client.complete(reference, "city", "B", Some(json(context)), settings());
        assert!(matches!(error(call).code, Code::BadJson | Code::InvalidArg));
    }
}
