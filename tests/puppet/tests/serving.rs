//! The general server, with the test as its client.

mod common;

use common::Puppet;
use serde_json::{Value, json};

fn serve() -> Puppet {
    Puppet::serve("2025-06-18")
}

impl Puppet {
    fn start_tool(&mut self, id: u64, name: &str, arguments: &Value) {
        let params = json!({"name": name, "arguments": arguments});
        self.write(
            &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
                .to_string(),
        );
    }

    fn tool(&mut self, name: &str, arguments: &Value) -> Value {
        self.start_tool(1, name, arguments);
        let answer = self.message();
        assert_eq!(answer["id"], 1, "{answer}");
        answer
    }

    /// What a tool says that asked the client and was told `reply`.
    fn asking_tool(&mut self, name: &str, arguments: &Value, reply: &Value) -> (Value, Value) {
        self.start_tool(1, name, arguments);
        let mut request = self.message();
        let mut response = reply.clone();
        response["jsonrpc"] = "2.0".into();
        response["id"] = request["id"].take();
        self.write(&response.to_string());
        let answer = self.message();
        assert_eq!(answer["id"], 1);
        (request, serde_json::from_str(said(&answer)).expect("JSON"))
    }
}

fn said(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().expect("a text")
}

#[test]
fn it_speaks_four_revisions_and_counters_others_with_the_newest() {
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
    ] {
        let mut puppet = Puppet::start("--serve", "".into());
        assert_eq!(puppet.initialize(asked)["result"]["protocolVersion"], given);
        assert_eq!(puppet.request(1, "ping", &json!({}))["result"], json!({}));
        assert_eq!(puppet.end().status.code(), Some(0));
    }
}

#[test]
fn only_pings_come_before_the_handshake() {
    let mut puppet = Puppet::start("--serve", "".into());
    assert_eq!(puppet.request(1, "ping", &json!({}))["result"], json!({}));
    assert_eq!(puppet.request(2, "tools/list", &json!({}))["error"]["code"], -32600);
    assert_eq!(puppet.request(3, "initialize", &json!({}))["error"]["code"], -32602);
    puppet.initialize("2025-06-18");
    assert_eq!(
        puppet.request(4, "initialize", &json!({"protocolVersion": "2025-06-18"}))["error"]["code"],
        -32600
    );
}

#[test]
fn lists_have_pages() {
    let mut puppet = serve();
    let first = puppet.request(1, "tools/list", &json!({}));
    let cursor = &first["result"]["nextCursor"];
    let second = puppet.request(2, "tools/list", &json!({"cursor": cursor}));
    assert!(second["result"]["nextCursor"].is_null());
    let count = |page: &Value| page["result"]["tools"].as_array().expect("tools").len();
    assert_eq!((count(&first), count(&second)), (8, 8));
    assert_eq!(puppet.request(3, "tools/list", &json!({"cursor": "x"}))["error"]["code"], -32602);
    for (method, name) in [("resources/list", "resources"), ("prompts/list", "prompts")] {
        let page = puppet.request(4, method, &json!({}));
        assert_eq!(page["result"][name].as_array().expect("a list").len(), 1);
        assert!(page["result"]["nextCursor"].is_string());
    }
    let templates = puppet.request(5, "resources/templates/list", &json!({}));
    assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "puppet:///city/{name}");
    assert!(templates["result"]["nextCursor"].is_null());
}

#[test]
fn resources_prompts_and_completion() {
    let mut puppet = serve();
    let mut read = |uri: &str| puppet.request(1, "resources/read", &json!({"uri": uri}));
    assert_eq!(read("puppet:///text")["result"]["contents"][0]["text"], "Grüße, 世界");
    assert_eq!(read("puppet:///bytes")["result"]["contents"][0]["blob"], "AAEC/w==");
    assert_eq!(read("puppet:///city/Bergen")["result"]["contents"][0]["text"], "Bergen");
    assert_eq!(read("puppet:///none")["error"]["code"], -32002);

    let mut get = |params: &Value| puppet.request(2, "prompts/get", params);
    let trip = get(&json!({"name": "trip", "arguments": {"city": "Bergen"}}));
    assert_eq!(trip["result"]["messages"][0]["content"]["text"], "A trip to Bergen on any day");
    assert_eq!(get(&json!({"name": "plain"}))["result"]["messages"][0]["content"]["text"], "Hello");
    assert_eq!(get(&json!({"name": "trip"}))["error"]["code"], -32602);
    assert_eq!(get(&json!({"name": "none"}))["error"]["code"], -32602);

    let params = json!({"ref": {"type": "ref/prompt", "name": "trip"}, "argument": {"name": "city", "value": "Be"}});
    let completion = puppet.request(3, "completion/complete", &params);
    assert_eq!(
        completion["result"]["completion"],
        json!({"values": ["Bergen", "Berlin"], "total": 2, "hasMore": false})
    );
    assert_eq!(puppet.request(4, "completion/complete", &json!({}))["error"]["code"], -32602);
    assert_eq!(puppet.request(5, "no/such", &json!({}))["error"]["code"], -32601);
}

#[test]
fn tools_that_answer_at_once() {
    let mut puppet = serve();
    assert_eq!(said(&puppet.tool("echo", &json!({"text": "hé"}))), "hé");
    let failed = puppet.tool("fail", &json!({}));
    assert_eq!((said(&failed), &failed["result"]["isError"]), ("it failed", &json!(true)));
    let error = puppet.tool("error", &json!({"code": -32050, "message": "m"}));
    assert_eq!(error["error"], json!({"code": -32050, "message": "m"}));
    let sum = puppet.tool("add", &json!({"a": 2, "b": 3}));
    assert_eq!((said(&sum), &sum["result"]["structuredContent"]), ("5", &json!({"sum": 5})));
    assert_eq!(said(&puppet.tool("add", &json!({"a": 0.5, "b": 1}))), "1.5");
    assert_eq!(said(&puppet.tool("big", &json!({"bytes": 100_000}))).len(), 100_000);
    assert_eq!(puppet.tool("none", &json!({}))["error"]["code"], -32602);
}

#[test]
fn echo_keeps_the_spelling_of_its_arguments() {
    let mut puppet = serve();
    let arguments = r#"{"z":1.0,"a":123456789012345678901234567890,"e":1e3}"#;
    puppet.write(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{arguments}}}}}"#
    ));
    assert_eq!(said(&puppet.message()), arguments);
}

#[test]
fn tools_that_ask_tell_what_they_were_told() {
    let mut puppet = serve();
    let told = json!({"action": "accept", "content": {"name": "Ada"}});
    let (request, answer) = puppet.asking_tool("form", &json!({}), &json!({"result": told}));
    assert_eq!(request["method"], "elicitation/create");
    let properties =
        request["params"]["requestedSchema"]["properties"].as_object().expect("properties");
    assert_eq!(properties.len(), 9);
    assert_eq!(answer, told);

    let own = json!({"message": "m", "requestedSchema": {"type": "object", "properties": {}}});
    let (request, _) = puppet.asking_tool(
        "form",
        &json!({"params": own}),
        &json!({"result": {"action": "decline"}}),
    );
    assert_eq!(request["params"], own);

    let refusal = json!({"error": {"code": -1, "message": "no"}});
    let (request, answer) = puppet.asking_tool("sample", &json!({"prompt": "p"}), &refusal);
    assert_eq!(request["params"]["messages"][0]["content"]["text"], "p");
    assert_eq!(answer, refusal);

    let roots = json!({"roots": [{"uri": "file:///a"}]});
    let (request, answer) = puppet.asking_tool("roots", &json!({}), &json!({"result": roots}));
    assert!(request["method"] == "roots/list" && request.get("params").is_none());
    assert_eq!(answer, roots);
}

#[test]
fn a_visit_is_completed_where_the_revision_has_that() {
    let mut puppet = Puppet::serve("2025-11-25");
    puppet.start_tool(1, "url", &json!({"url": "https://example.com/x"}));
    let request = puppet.message();
    assert_eq!(
        (&request["params"]["mode"], &request["params"]["url"]),
        (&json!("url"), &json!("https://example.com/x"))
    );
    puppet.write(
        &json!({"jsonrpc": "2.0", "id": request["id"], "result": {"action": "accept"}}).to_string(),
    );
    let done = puppet.message();
    assert_eq!(done["method"], "notifications/elicitation/complete");
    assert_eq!(done["params"]["elicitationId"], request["params"]["elicitationId"]);
    assert_eq!(said(&puppet.message()), r#"{"action":"accept"}"#);
}

#[test]
fn other_calls_go_on_while_a_tool_waits() {
    let mut puppet = serve();
    puppet.start_tool(1, "form", &json!({}));
    let request = puppet.message();
    assert_eq!(puppet.request(2, "ping", &json!({}))["id"], 2);
    puppet.start_tool(3, "echo", &json!({"text": "x"}));
    assert_eq!(puppet.message()["id"], 3);
    puppet.write(
        &json!({"jsonrpc": "2.0", "id": request["id"], "result": {"action": "cancel"}}).to_string(),
    );
    assert_eq!(puppet.message()["id"], 1);
}

#[test]
fn a_slow_tool_reports_progress_and_never_answers() {
    let mut puppet = serve();
    let params =
        json!({"name": "slow", "arguments": {"count": 2}, "_meta": {"progressToken": "t"}});
    puppet.write(
        &json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).to_string(),
    );
    for progress in 1..=2 {
        let note = puppet.message();
        assert_eq!(note["method"], "notifications/progress");
        assert_eq!(note["params"], json!({"progressToken": "t", "progress": progress, "total": 2}));
    }
    puppet
        .write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#);
    puppet.start_tool(8, "slow", &json!({}));
    assert_eq!(puppet.request(9, "ping", &json!({}))["id"], 9);
    let end = puppet.end();
    assert_eq!(end.status.code(), Some(0));
    let wrote = end.record.iter().filter(|line| line.get("wrote").is_some()).count();
    assert_eq!(wrote, 4, "the handshake, two notes and the ping, and no answer");
}

#[test]
fn logging_has_a_level() {
    let mut puppet = serve();
    puppet.start_tool(1, "log", &json!({"count": 2}));
    for number in 1..=2 {
        let note = puppet.message();
        assert_eq!(
            note["params"],
            json!({"level": "info", "logger": "puppet", "data": {"number": number}})
        );
    }
    assert_eq!(puppet.message()["id"], 1);
    assert_eq!(
        puppet.request(2, "logging/setLevel", &json!({"level": "error"}))["result"],
        json!({})
    );
    assert_eq!(puppet.tool("log", &json!({"count": 2}))["id"], 1);
    assert_eq!(
        puppet.request(3, "logging/setLevel", &json!({"level": "loud"}))["error"]["code"],
        -32602
    );
}

#[test]
fn who_subscribed_is_told() {
    let mut puppet = serve();
    assert_eq!(said(&puppet.tool("touch", &json!({"uri": "puppet:///text"}))), "false");
    assert_eq!(
        puppet.request(2, "resources/subscribe", &json!({"uri": "puppet:///text"}))["result"],
        json!({})
    );
    puppet.start_tool(3, "touch", &json!({"uri": "puppet:///text"}));
    let note = puppet.message();
    assert_eq!(note["method"], "notifications/resources/updated");
    assert_eq!(note["params"], json!({"uri": "puppet:///text"}));
    assert_eq!(said(&puppet.message()), "true");
    assert_eq!(
        puppet.request(4, "resources/unsubscribe", &json!({"uri": "puppet:///text"}))["result"],
        json!({})
    );
    assert_eq!(said(&puppet.tool("touch", &json!({"uri": "puppet:///text"}))), "false");
    assert_eq!(puppet.request(5, "resources/subscribe", &json!({}))["error"]["code"], -32602);

    puppet.start_tool(6, "change", &json!({"list": "prompts"}));
    assert_eq!(puppet.message()["method"], "notifications/prompts/list_changed");
    assert_eq!(puppet.message()["id"], 6);
}

#[test]
fn a_late_cancel_takes_its_request_back() {
    let mut puppet = serve();
    puppet.start_tool(1, "late-cancel", &json!({}));
    let request = puppet.message();
    assert_eq!(request["method"], "elicitation/create");
    let note = puppet.message();
    assert_eq!(note["method"], "notifications/cancelled");
    assert_eq!(note["params"]["requestId"], request["id"]);
    assert_eq!(said(&puppet.message()), "taken back");
    // An answer that comes too late troubles nobody.
    puppet.write(
        &json!({"jsonrpc": "2.0", "id": request["id"], "result": {"action": "cancel"}}).to_string(),
    );
    assert_eq!(puppet.request(2, "ping", &json!({}))["id"], 2);
}

#[test]
fn dying_and_crying() {
    let mut puppet = serve();
    assert_eq!(said(&puppet.tool("stderr", &json!({"bytes": 300_000}))), "300000");
    puppet.start_tool(2, "die", &json!({"code": 5}));
    let end = puppet.wait();
    assert_eq!((end.status.code(), end.stderr.len()), (Some(5), 300_000));
}

#[test]
fn nonsense_is_answered() {
    let mut puppet = serve();
    for (line, code) in [("x", -32700), ("[]", -32600), ("{}", -32600), ("7", -32600)] {
        puppet.write(line);
        assert_eq!(puppet.message()["error"]["code"], code, "{line}");
    }
    puppet.write(r#"{"jsonrpc":"2.0","id":99,"result":{}}"#);
    puppet.write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}"#);
    assert_eq!(puppet.request(1, "tools/call", &json!([1]))["error"]["code"], -32602);
    assert_eq!(puppet.request(2, "tools/list", &json!("x"))["id"], 2);
}
