//! Clients that cannot, and clients that will not.

use serde_json::{Value, json};

use crate::client::{Client, everything, words};

fn failure(client: &mut Client, tool: &str) -> String {
    let id = client.call(tool);
    let result = client.response(id)["result"].take();
    assert_eq!(result["isError"], true, "{result}");
    words(&result).into()
}

#[test]
fn what_a_client_lacks_is_said_at_once() {
    let mut client = Client::ready(json!({}));
    assert_eq!(
        failure(&mut client, "findBestFlight"),
        "This client does not offer sampling (a model that answers a prompt)."
    );
    assert_eq!(
        failure(&mut client, "listTravelFolders"),
        "This client does not offer roots (the folders to look at)."
    );
    let all = failure(&mut client, "bookVacation");
    for name in ["roots", "sampling", "elicitation"] {
        assert!(all.contains(name), "{all}");
    }
    assert!(client.record().is_empty());
    client.leave();
}

#[test]
fn one_missing_capability_is_enough() {
    for name in ["roots", "sampling", "elicitation"] {
        let mut capabilities = everything();
        capabilities.as_object_mut().unwrap().remove(name);
        let mut client = Client::ready(capabilities);
        let complaint = failure(&mut client, "bookVacation");
        assert!(
            complaint.starts_with(&format!("This client does not offer {name}")),
            "{complaint}"
        );
        client.leave();
    }
}

#[test]
fn forms_are_a_matter_of_kind_and_revision() {
    let cases = [
        ("2025-11-25", json!({}), true),
        ("2025-11-25", json!({ "form": {} }), true),
        ("2025-11-25", json!({ "form": {}, "url": {} }), true),
        ("2025-11-25", json!({ "url": {} }), false),
        ("2025-06-18", json!({}), true),
        ("2025-03-26", json!({}), false),
        ("2024-11-05", json!({}), false),
    ];
    for (revision, elicitation, offered) in cases {
        let mut capabilities = everything();
        capabilities["elicitation"] = elicitation;
        let (mut client, _) = Client::speaking(revision, capabilities);
        if offered {
            client.call("bookVacation");
            client.question("roots/list");
        } else {
            let complaint = failure(&mut client, "bookVacation");
            assert!(complaint.contains("elicitation"), "{complaint}");
            assert_eq!(complaint.contains(revision), revision < "2025-06-18", "{complaint}");
        }
        client.leave();
    }
}

#[test]
fn a_refusal_ends_the_tool_in_words() {
    let mut client = Client::ready(everything());
    let id = client.call("findBestFlight");
    let question = client.question("sampling/createMessage");
    client.refuse(&question, -1);
    let result = client.response(id)["result"].take();
    assert_eq!(result["isError"], true);
    assert_eq!(words(&result), "The client refused a model's opinion (error -1).");

    let id = client.call("bookVacation");
    let question = client.question("roots/list");
    client.refuse(&question, -32603);
    assert_eq!(client.response(id)["result"]["isError"], true);
    let refused = |method: &str, code: i64| -> Value {
        json!({ "refused": method, "error": { "code": code, "message": "no" } })
    };
    assert_eq!(
        client.record(),
        [refused("sampling/createMessage", -1), refused("roots/list", -32603)]
    );
    client.leave();
}
