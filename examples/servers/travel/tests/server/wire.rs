//! Bad lines, pings in between, cancellation, batches, and the end.

use serde_json::{Value, json};

use crate::client::{Client, everything, sample};

fn code(message: &Value) -> i64 {
    message["error"]["code"].as_i64().expect("an error")
}

#[test]
fn a_bad_line_costs_only_itself() {
    let mut client = Client::ready(everything());
    let deep = "[".repeat(100_000);
    let bad: [&[u8]; 5] = [b"noise", b"{\"jsonrpc\":", b"\"\xff\xfe\"", b"{}{}", deep.as_bytes()];
    for line in bad {
        client.send_text(&[line, b"\n"].concat());
        let answer = client.next();
        assert_eq!(code(&answer), -32700);
        assert_eq!(answer["id"], Value::Null);
    }
    client.send_text(b"\n  \r\n");
    assert_eq!(client.result("ping", json!({})), json!({}));
    client.leave();
}

#[test]
fn a_line_without_end_is_not_kept() {
    let mut client = Client::ready(everything());
    client.send_text("x".repeat(9 * 1024 * 1024).as_bytes());
    client.send_text(b"\n");
    assert_eq!(code(&client.next()), -32700);
    assert_eq!(client.result("ping", json!({})), json!({}));
    client.leave();
}

#[test]
fn json_that_is_no_message_is_refused_by_its_id() {
    let mut client = Client::ready(everything());
    for (message, id) in [
        (json!(7), json!(null)),
        (json!({ "jsonrpc": "1.0", "id": 9, "method": "ping" }), json!(9)),
        (json!({ "jsonrpc": "2.0", "id": "x" }), json!("x")),
        (json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }), json!(null)),
        (json!({ "jsonrpc": "2.0", "id": 1.5, "method": "ping" }), json!(null)),
        (json!({ "jsonrpc": "2.0", "id": 9, "method": 1 }), json!(9)),
        (json!([]), json!(null)),
        (json!([{ "jsonrpc": "2.0", "id": 9, "method": "ping" }]), json!(null)),
    ] {
        client.send(&message);
        let answer = client.next();
        assert_eq!(code(&answer), -32600, "{message}");
        assert_eq!(answer["id"], id, "{message}");
    }
    client.leave();
}

#[test]
fn before_the_greeting_there_is_only_ping() {
    let mut client = Client::start();
    assert_eq!(client.result("ping", json!({})), json!({}));
    assert_eq!(client.error("tools/list", json!({})), -32601);
    assert_eq!(client.error("initialize", json!({})), -32602);
    client.result("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {} }));
    assert_eq!(client.error("initialize", json!({ "protocolVersion": "2025-06-18" })), -32600);
    client.leave();
}

#[test]
fn a_ping_is_answered_while_a_tool_waits() {
    let mut client = Client::ready(everything());
    let call = client.call("findBestFlight");
    let question = client.question("sampling/createMessage");
    assert_eq!(client.result("ping", json!({})), json!({}));
    client.answer(&question, sample("BA470"));
    assert_eq!(client.response(call)["result"]["structuredContent"]["flight"]["code"], "BA470");
    client.leave();
}

#[test]
fn many_tools_ask_at_once_and_each_gets_its_own_answer() {
    let mut client = Client::ready(everything());
    let flights = ["VY7820", "BA470", "LH900", "FR9040"];
    let calls = flights.map(|_| client.call("findBestFlight"));
    let questions = flights.map(|_| client.question("sampling/createMessage"));
    // Answered in reverse; the tools asked in any order, so each answer may go to any call.
    let mut got: Vec<(u64, Value)> = Vec::new();
    for (question, flight) in questions.iter().zip(flights).rev() {
        client.answer(question, sample(flight));
        let response = client.next();
        assert_eq!(response["result"]["structuredContent"]["flight"]["code"], flight);
        got.push((response["id"].as_u64().unwrap(), response["result"].clone()));
    }
    got.sort_by_key(|(id, _)| *id);
    assert_eq!(got.iter().map(|(id, _)| *id).collect::<Vec<_>>(), calls);
    client.leave();
}

#[test]
fn too_many_tools_are_turned_away() {
    let mut client = Client::ready(everything());
    for _ in 0..32 {
        client.call("findBestFlight");
        client.question("sampling/createMessage");
    }
    let one_too_many = client.call("findBestFlight");
    assert_eq!(client.response(one_too_many)["result"]["isError"], true);
    client.leave();
}

#[test]
fn a_cancelled_tool_withdraws_its_question_and_says_nothing() {
    let mut client = Client::ready(everything());
    let other = client.call("findBestFlight");
    let kept = client.question("sampling/createMessage");
    let call = client.call("bookVacation");
    let question = client.question("roots/list");
    client.notify("notifications/cancelled", json!({ "requestId": call, "reason": "rain" }));
    let withdrawn = client.hear("notifications/cancelled");
    assert_eq!(withdrawn["requestId"], question["id"]);

    // A late answer is dropped; the other call is not touched.
    client.answer(&question, json!({ "roots": [] }));
    client.answer(&kept, sample("BA470"));
    assert!(client.response(other)["result"].get("isError").is_none());
    assert_eq!(client.record(), [json!({ "sample": sample("BA470") })]);
    client.leave();
}

#[test]
fn cancelling_what_does_not_run_changes_nothing() {
    let mut client = Client::ready(everything());
    let call = client.call("findBestFlight");
    let question = client.question("sampling/createMessage");
    for params in [json!({ "requestId": 999 }), json!({ "requestId": call.to_string() }), json!({})]
    {
        client.notify("notifications/cancelled", params);
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 999, "result": {} }));
    client.answer(&question, sample("BA470"));
    assert!(client.response(call)["result"].is_object());
    client.leave();
}

#[test]
fn an_id_in_use_is_not_used_twice() {
    let mut client = Client::ready(everything());
    let call = json!({ "jsonrpc": "2.0", "id": "again", "method": "tools/call",
        "params": { "name": "findBestFlight" } });
    client.send(&call);
    let question = client.question("sampling/createMessage");
    client.send(&call);
    assert_eq!(code(&client.next()), -32600);
    client.answer(&question, sample("BA470"));
    let response = client.next();
    assert_eq!(response["id"], "again");
    assert!(response["result"].is_object());
    client.leave();
}

#[test]
fn a_batch_is_answered_as_one_where_the_revision_has_them() {
    let (mut client, _) = Client::speaking("2025-03-26", everything());
    client.send(&json!([
        { "jsonrpc": "2.0", "id": "ping", "method": "ping" },
        { "jsonrpc": "2.0", "method": "notifications/unknown" },
        { "jsonrpc": "2.0", "id": "flight", "method": "tools/call",
            "params": { "name": "findBestFlight" } },
        7,
    ]));
    let question = client.question("sampling/createMessage");
    client.answer(&question, sample("BA470"));
    let answers = client.next();
    let ids: Vec<&Value> = answers.as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [&json!("ping"), &json!(null), &json!("flight")]);
    client.send(&json!([{ "jsonrpc": "2.0", "method": "notifications/initialized" }]));
    assert_eq!(client.result("ping", json!({})), json!({}));
    client.leave();
}

#[test]
fn the_end_of_input_ends_waiting_tools() {
    let mut client = Client::ready(everything());
    client.call("findBestFlight");
    client.question("sampling/createMessage");
    client.call("bookVacation");
    client.question("roots/list");
    client.leave();
}

#[test]
fn the_last_line_needs_no_line_end() {
    let mut client = Client::ready(everything());
    client.send_text(br#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#);
    client.close();
    assert_eq!(client.next()["id"], "last");
    client.leave();
}
