//! What the server lists, in each revision, and what stands behind it.

use serde_json::{Value, json};

use crate::client::{Client, everything};

#[test]
fn revisions_are_negotiated() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (client, greeting) = Client::speaking(revision, everything());
        assert_eq!(greeting["protocolVersion"], revision);
        assert_eq!(greeting["serverInfo"]["name"], "travel-server");
        let has = |name: &str| greeting["capabilities"][name].is_object();
        assert!(has("tools") && has("resources") && has("prompts") && has("logging"));
        assert_eq!(has("completions"), revision > "2024-11-05");
        assert_eq!(greeting["serverInfo"].get("title").is_some(), revision >= "2025-06-18");
        client.leave();
    }
    let (client, greeting) = Client::speaking("2099-01-01", everything());
    assert_eq!(greeting["protocolVersion"], "2025-11-25");
    client.leave();
}

#[test]
fn tools_are_described() {
    let mut client = Client::ready(json!({}));
    let tools = client.result("tools/list", json!({}))["tools"].take();
    let names: Vec<&Value> = tools.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["findBestFlight", "bookVacation", "listTravelFolders"]);
    for tool in tools.as_array().unwrap() {
        assert!(tool["title"].is_string() && tool["description"].is_string());
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["outputSchema"]["type"], "object");
        assert!(tool["annotations"]["readOnlyHint"].is_boolean());
    }
    client.leave();
}

#[test]
fn older_revisions_hear_only_what_they_know() {
    for (revision, annotated) in [("2024-11-05", false), ("2025-03-26", true)] {
        let (mut client, _) = Client::speaking(revision, json!({ "roots": {} }));
        let tool = client.result("tools/list", json!({}))["tools"][0].take();
        assert_eq!(tool.get("annotations").is_some(), annotated);
        assert!(tool.get("title").is_none() && tool.get("outputSchema").is_none());
        let id = client.call("listTravelFolders");
        let question = client.question("roots/list");
        client.answer(&question, json!({ "roots": [] }));
        assert!(client.response(id)["result"].get("structuredContent").is_none());
        let progress = client.hear("notifications/progress");
        assert_eq!(progress.get("message").is_some(), annotated);
        client.leave();
    }
}

#[test]
fn the_itinerary_can_be_read() {
    let mut client = Client::ready(json!({}));
    let resources = client.result("resources/list", json!({}))["resources"].take();
    assert_eq!(resources.as_array().unwrap().len(), 1);
    let uri = &resources[0]["uri"];
    assert_eq!(uri, "travel://itinerary/barcelona");
    let contents = client.result("resources/read", json!({ "uri": uri }))["contents"].take();
    let text = contents[0]["text"].as_str().unwrap();
    assert!(text.starts_with("# A week in Barcelona"));
    assert_eq!(resources[0]["size"], text.len());
    assert_eq!(contents[0]["uri"], *uri);
    assert_eq!(
        client.result("resources/templates/list", json!({}))["resourceTemplates"],
        json!([])
    );
    assert_eq!(client.error("resources/read", json!({ "uri": "travel://moon" })), -32002);
    assert_eq!(client.error("resources/read", json!({})), -32602);
    client.leave();
}

#[test]
fn the_prompt_takes_its_arguments() {
    let mut client = Client::ready(json!({}));
    let prompts = client.result("prompts/list", json!({}))["prompts"].take();
    assert_eq!(prompts[0]["name"], "plan-vacation");
    assert_eq!(prompts[0]["arguments"][0]["required"], true);
    let params = json!({ "name": "plan-vacation", "arguments": {
        "city": "Bergen", "nights": "3", "wishes": "rain",
    }});
    let message = client.result("prompts/get", params)["messages"][0].take();
    let text = message["content"]["text"].as_str().unwrap();
    assert!(text.starts_with("Plan a vacation in Bergen, 3 nights."), "{text}");
    assert!(text.ends_with("Not to be missed: rain"), "{text}");
    assert_eq!(client.error("prompts/get", json!({ "name": "plan-vacation" })), -32602);
    assert_eq!(client.error("prompts/get", json!({ "name": "other" })), -32602);
    client.leave();
}

#[test]
fn cities_are_completed() {
    let mut client = Client::ready(json!({}));
    let mut complete = |name: &str, value: &str| {
        let reference = json!({ "type": "ref/prompt", "name": "plan-vacation" });
        let argument = json!({ "name": name, "value": value });
        let params = json!({ "ref": reference, "argument": argument });
        client.result("completion/complete", params)["completion"].take()
    };
    assert_eq!(
        complete("city", "bE"),
        json!({ "values": ["Bergen", "Berlin"], "total": 2, "hasMore": false })
    );
    assert_eq!(complete("city", "")["total"], 20);
    assert_eq!(complete("city", "Atlantis")["values"], json!([]));
    assert_eq!(complete("nights", "7")["values"], json!([]));
    let other = json!({ "type": "ref/resource", "uri": "travel://itinerary/{city}" });
    let params = json!({ "ref": other, "argument": { "name": "city", "value": "" } });
    assert_eq!(client.error("completion/complete", params), -32602);
    client.leave();
}

#[test]
fn log_lines_stop_when_they_are_not_wanted() {
    let mut client = Client::ready(json!({ "roots": {} }));
    assert_eq!(client.error("logging/setLevel", json!({ "level": "loud" })), -32602);
    for (level, lines) in [("debug", 1), ("warning", 0)] {
        client.result("logging/setLevel", json!({ "level": level }));
        let id = client.call("listTravelFolders");
        let question = client.question("roots/list");
        client.answer(&question, json!({ "roots": [] }));
        client.response(id);
        let logged = client.heard.iter().filter(|it| it["method"] == "notifications/message");
        assert_eq!(logged.count(), lines, "{level}");
        client.heard.clear();
    }
    client.leave();
}

#[test]
fn what_does_not_exist_is_an_error() {
    let mut client = Client::ready(json!({}));
    assert_eq!(client.error("tools/call", json!({ "name": "flyToTheMoon" })), -32602);
    assert_eq!(client.error("resources/subscribe", json!({})), -32601);
    assert_eq!(client.error("tools/list", json!({ "cursor": "2" })), -32602);
    client.leave();
}
