//! `findBestFlight`.

use serde_json::json;

use crate::client::{Client, sample, words};

#[test]
fn a_model_sees_all_flights_and_its_choice_comes_back() {
    let mut client = Client::ready(json!({ "sampling": {} }));
    let id = client.call("findBestFlight");
    let question = client.question("sampling/createMessage");
    let params = &question["params"];

    let prompt = params["messages"][0]["content"]["text"].as_str().unwrap();
    let lines: Vec<&str> = prompt.lines().collect();
    assert_eq!(lines.len(), 1 + 47 + 1);
    assert_eq!(lines[0], "Analyze these flight options and recommend the best choice:");
    assert_eq!(lines[1], "VY7820 Vueling, departs 05:40, arrives 08:45, nonstop, $140");
    assert!(lines.iter().any(|line| line.contains("2 layovers (Frankfurt, Munich)")));
    assert_eq!(lines[48], "User preferences: morning departure, max 1 layover");
    assert_eq!(params["messages"].as_array().unwrap().len(), 1);
    assert_eq!(params["messages"][0]["role"], "user");
    assert_eq!(params["messages"][0]["content"]["type"], "text");
    assert_eq!(
        params["modelPreferences"],
        json!({
            "hints": [{ "name": "claude-sonnet-4-20250514" }],
            "costPriority": 0.3,
            "speedPriority": 0.2,
            "intelligencePriority": 0.9,
        })
    );
    assert_eq!(
        params["systemPrompt"],
        "You are a travel expert helping users find the best flights based on their preferences"
    );
    assert_eq!(params["maxTokens"], 1500);

    let said = sample("I recommend BA 470. LH900 costs more, vy7820 leaves too early, U28570 too.");
    client.answer(&question, said.clone());
    let result = client.response(id)["result"].take();
    assert!(words(&result).starts_with("I recommend BA 470."), "{result}");
    assert!(words(&result).contains("Best flight: BA470 British Airways, departs"), "{result}");
    let data = &result["structuredContent"];
    assert_eq!(data["flight"]["code"], "BA470");
    assert_eq!(data["flight"]["layovers"], json!([]));
    assert_eq!(data["alternatives"][0]["code"], "LH900");
    assert_eq!(data["alternatives"][1]["code"], "VY7820");
    assert_eq!(data["alternatives"].as_array().unwrap().len(), 2);
    assert_eq!(data["model"], "claude-sonnet-4-20250514");

    assert_eq!(client.hear("notifications/progress")["progress"], 1);
    assert_eq!(client.hear("notifications/progress")["progress"], 2);
    assert_eq!(client.hear("notifications/message")["level"], "info");
    assert_eq!(client.record(), [json!({ "sample": said })]);
    client.leave();
}

#[test]
fn other_preferences_reach_the_model() {
    let mut client = Client::ready(json!({ "sampling": {} }));
    let arguments = json!({ "preferences": "cheapest" });
    let id =
        client.request("tools/call", json!({ "name": "findBestFlight", "arguments": arguments }));
    let question = client.question("sampling/createMessage");
    let prompt = question["params"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(prompt.ends_with("\nUser preferences: cheapest"));
    let blocks = json!([{ "type": "text", "text": "Take" }, { "type": "text", "text": "FR9046." }]);
    client.answer(&question, json!({ "role": "assistant", "model": "m", "content": blocks }));
    let response = client.response(id);
    assert_eq!(response["result"]["structuredContent"]["flight"]["code"], "FR9046");
    // Without a token there is no progress.
    assert!(client.heard.iter().all(|it| it["method"] != "notifications/progress"));
    client.leave();
}

#[test]
fn an_answer_that_names_no_flight_is_an_error_in_words() {
    let mut client = Client::ready(json!({ "sampling": {} }));
    let id = client.call("findBestFlight");
    let question = client.question("sampling/createMessage");
    client.answer(&question, sample("Stay at home."));
    let result = client.response(id)["result"].take();
    assert_eq!(result["isError"], true);
    assert!(words(&result).contains("none of the 47 flights"), "{result}");
    client.leave();
}

#[test]
fn preferences_of_another_kind_are_an_error_in_words() {
    let mut client = Client::ready(json!({ "sampling": {} }));
    for preferences in [json!(7), json!(null), json!("x".repeat(501))] {
        let arguments = json!({ "preferences": preferences });
        let params = json!({ "name": "findBestFlight", "arguments": arguments });
        let result = client.result("tools/call", params);
        assert_eq!(result["isError"], true);
    }
    client.leave();
}
