//! The revision without a handshake: a question ends an attempt, the next one brings the answer.

use serde_json::{Value, json};

use crate::client::{Client, everything, sample, words};

const REVISION: &str = "2026-07-28";

/// Adds what every request of this revision carries.
fn with_meta(mut params: Value, revision: &str, capabilities: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = revision.into();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1"});
    params
}

fn modern(params: Value) -> Value {
    with_meta(params, REVISION, everything())
}

/// Calls a tool to its end, with these answers in turn; gives what was asked, and the result.
fn play(client: &mut Client, tool: &str, answers: Vec<Value>) -> (Vec<Value>, Value) {
    let (mut asked, mut answers) = (Vec::new(), answers.into_iter());
    let mut params = json!({ "name": tool, "arguments": {} });
    loop {
        let result = client.result("tools/call", modern(params.clone()));
        if result["resultType"] == "complete" {
            assert!(answers.next().is_none(), "not everything was asked");
            return (asked, result);
        }
        assert_eq!(result["resultType"], "input_required");
        let (key, question) = result["inputRequests"].as_object().unwrap().iter().next().unwrap();
        asked.push(question.clone());
        params["requestState"] = result["requestState"].clone();
        params["inputResponses"] = json!({ key: answers.next().expect("an answer") });
    }
}

#[test]
fn it_says_what_it_speaks() {
    let mut client = Client::start();
    let result = client.result("server/discover", modern(json!({})));
    assert_eq!(result["supportedVersions"][0], REVISION);
    assert_eq!(result["resultType"], "complete");
    assert!(result["ttlMs"].is_u64() && result["cacheScope"] == "public");
    let info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info["name"], "travel-server");
    client.leave();
}

#[test]
fn a_booking_in_rounds() {
    let mut client = Client::start();
    let roots = json!({ "roots": [{ "uri": "file:///nowhere/plans", "name": "Plans" }] });
    let wishes = json!({ "action": "accept", "content": { "confirmBooking": true } });
    let contact = json!({ "action": "accept", "content": {
        "travellerName": "Ada", "email": "ada@example.org", "guests": 2,
    }});
    let answers = vec![roots.clone(), sample("VY7822 is best."), wishes.clone(), contact.clone()];
    let (asked, result) = play(&mut client, "bookVacation", answers);
    let methods: Vec<_> =
        asked.iter().map(|question| question["method"].as_str().unwrap()).collect();
    let expected =
        ["roots/list", "sampling/createMessage", "elicitation/create", "elicitation/create"];
    assert_eq!(methods, expected);
    assert!(words(&result).starts_with("Booked. Your reference is BCN-VY7822-2."));
    assert_eq!(result["structuredContent"]["booked"], true);
    // Each answer once, though the tool began anew each time.
    let record = client.record();
    assert_eq!(record.len(), 4, "{record:?}");
    assert_eq!(record[0]["roots"], roots["roots"]);
    assert_eq!(record[3], json!({ "form": "contact", "answer": contact }));
    client.leave();
}

#[test]
fn fields_keep_their_order() {
    let mut client = Client::start();
    let state = |client: &mut Client, params: Value| client.result("tools/call", modern(params));
    let mut params = json!({ "name": "bookVacation", "arguments": {} });
    for answer in [json!({ "roots": [] }), sample("VY7822")] {
        let result = state(&mut client, params.clone());
        params["requestState"] = result["requestState"].clone();
        let key = result["inputRequests"].as_object().unwrap().keys().next().unwrap().clone();
        params["inputResponses"] = json!({ key: answer });
    }
    client.request("tools/call", modern(params));
    let line = client.line();
    let place = |name: &str| line.find(name).unwrap_or_else(|| panic!("no {name} in {line}"));
    assert!(place("\"confirmBooking\"") < place("\"seatPreference\""));
    assert!(place("\"seatPreference\"") < place("\"roomType\""));
    client.leave();
}

#[test]
fn progress_is_told_once_and_only_if_wanted() {
    let mut client = Client::start();
    let mut params = json!({
        "name": "findBestFlight", "arguments": {}, "_meta": { "progressToken": "p1" },
    });
    let result = client.result("tools/call", modern(params.clone()));
    assert_eq!(client.hear("notifications/progress")["progress"], 1);
    params["requestState"] = result["requestState"].clone();
    params["inputResponses"] = json!({ "q0": sample("VY7822") });
    params["_meta"]["progressToken"] = "p2".into();
    client.result("tools/call", modern(params.clone()));
    let progress = client.hear("notifications/progress");
    assert_eq!((&progress["progress"], &progress["progressToken"]), (&json!(2), &json!("p2")));
    assert!(client.heard.is_empty(), "{:?}", client.heard);
    params["_meta"] = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    params.as_object_mut().unwrap().remove("requestState");
    client.result("tools/call", modern(params));
    assert_eq!(client.hear("notifications/message")["level"], "info");
    assert!(client.heard.is_empty(), "{:?}", client.heard);
    client.leave();
}

#[test]
fn what_a_client_cannot_do_is_not_asked() {
    let mut client = Client::start();
    let params = with_meta(json!({ "name": "bookVacation" }), REVISION, json!({ "roots": {} }));
    let result = client.result("tools/call", params);
    assert_eq!(result["isError"], true);
    assert!(words(&result).contains("sampling") && words(&result).contains("elicitation"));
    client.leave();
}

#[test]
fn a_state_of_another_call_is_none() {
    let mut client = Client::start();
    let result = client.result("tools/call", modern(json!({ "name": "findBestFlight" })));
    for state in [result["requestState"].clone(), json!("x"), json!(1)] {
        let params = json!({ "name": "bookVacation", "requestState": state });
        assert_eq!(client.error("tools/call", modern(params)), -32602);
    }
    client.leave();
}

#[test]
fn other_revisions_and_older_methods_are_refused() {
    let mut client = Client::start();
    let id = client.request("server/discover", with_meta(json!({}), "2099-01-01", json!({})));
    let error = client.response(id)["error"].take();
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"]["requested"], "2099-01-01");
    assert!(error["data"]["supported"].as_array().unwrap().contains(&json!(REVISION)));
    assert_eq!(client.error("server/discover", json!({})), -32602);
    for method in ["initialize", "ping", "logging/setLevel", "subscriptions/listen"] {
        assert_eq!(client.error(method, modern(json!({}))), -32601, "{method}");
    }
    let nowhere = modern(json!({ "uri": "travel://nowhere" }));
    assert_eq!(client.error("resources/read", nowhere), -32602);
    client.leave();
}

#[test]
fn lists_may_be_kept() {
    let mut client = Client::start();
    for (method, member) in
        [("tools/list", "tools"), ("prompts/list", "prompts"), ("resources/list", "resources")]
    {
        let result = client.result(method, modern(json!({})));
        assert!(!result[member].as_array().unwrap().is_empty());
        assert!(result["ttlMs"].as_u64().unwrap() > 0 && result["resultType"] == "complete");
    }
    client.leave();
}
