//! `listTravelFolders`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, scratch, words};

fn uri(path: &Path) -> String {
    let path = path.to_str().unwrap().replace('\\', "/");
    let path: String = path
        .bytes()
        .map(|byte| match byte {
            b'/' | b'-' | b'_' | b'.' | b':' => char::from(byte).to_string(),
            byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    format!("file:///{}", path.trim_start_matches('/'))
}

fn touch(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "").unwrap();
}

/// Calls the tool once and answers its question, if it has one.
fn list(client: &mut Client, roots: &Value) -> Value {
    let id = client.call("listTravelFolders");
    let mut next = client.next();
    if next["method"] == "roots/list" {
        assert!(next.get("params").is_none());
        client.answer(&next, json!({ "roots": roots }));
        next = client.next();
    }
    assert_eq!(next["id"], id);
    next["result"].take()
}

#[test]
fn plans_are_found_under_the_roots_and_only_there() {
    let base = scratch("folders");
    let plans = base.join("Reisepläne #1 100%");
    touch(&plans.join("Barcelona itinerary.md"));
    touch(&plans.join("2026/june/flights.txt"));
    touch(&plans.join("family.ics"));
    touch(&plans.join("taxes.pdf"));
    touch(&plans.join(".git/trip"));
    touch(&plans.join("1/2/3/4/5/trip.md"));
    touch(&base.join("outside/trip.md"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(base.join("outside"), plans.join("link")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(base.join("outside/trip.md"), plans.join("linked-trip.md")).unwrap();

    let mut client = Client::ready(json!({ "roots": {} }));
    let roots = json!([
        { "uri": uri(&plans), "name": "Plans" },
        { "uri": uri(&base.join("outside/trip.md")) },
        { "uri": uri(&base.join("missing")) },
        { "uri": "file:///a/../b" },
        { "uri": "https://example.org/trips" },
    ]);
    let result = list(&mut client, &roots);
    let folders = result["structuredContent"]["folders"].as_array().unwrap();
    assert_eq!(
        folders[0],
        json!({
            "uri": uri(&plans),
            "name": "Plans",
            "files": ["2026/june/flights.txt", "Barcelona itinerary.md", "family.ics"],
        })
    );
    assert_eq!(folders[1]["files"], json!(["trip.md"]));
    assert_eq!(folders[2]["note"], "some of it cannot be read");
    assert_eq!(folders[3]["note"], "not a folder on this machine");
    assert_eq!(folders[4]["note"], "not a folder on this machine");
    assert!(words(&result).starts_with("Plans: 2026/june/flights.txt, Barcelona"), "{result}");
    assert_eq!(client.record(), [json!({ "roots": roots })]);
    client.leave();
}

#[test]
fn a_crowded_folder_is_cut_short() {
    let folder = scratch("crowd");
    for number in 0..60 {
        touch(&folder.join(format!("trip-{number}")));
    }
    let mut client = Client::ready(json!({ "roots": {} }));
    let result = list(&mut client, &json!([{ "uri": uri(&folder) }]));
    let found = &result["structuredContent"]["folders"][0];
    assert_eq!(found["files"].as_array().unwrap().len(), 50);
    assert_eq!(found["note"], "there is more");
    client.leave();
}

#[test]
fn roots_are_asked_for_again_after_a_change() {
    let mut client = Client::ready(json!({ "roots": { "listChanged": true } }));
    let (one, two) = (json!([{ "uri": "file:///1" }]), json!([{ "uri": "file:///2" }]));
    let seen = |result: Value| result["structuredContent"]["folders"][0]["uri"].clone();
    assert_eq!(seen(list(&mut client, &one)), "file:///1");
    assert_eq!(seen(list(&mut client, &two)), "file:///1", "known, so not asked for");
    client.notify("notifications/roots/list_changed", json!({}));
    assert_eq!(seen(list(&mut client, &two)), "file:///2");
    let record =
        [json!({ "roots": one }), json!({ "rootsChanged": true }), json!({ "roots": two })];
    assert_eq!(client.record(), record);
    client.leave();
}

#[test]
fn a_change_outruns_the_answer_before_it() {
    let mut client = Client::ready(json!({ "roots": { "listChanged": true } }));
    let id = client.call("listTravelFolders");
    let question = client.question("roots/list");
    client.notify("notifications/roots/list_changed", json!({}));
    client.answer(&question, json!({ "roots": [] }));
    assert_eq!(words(&client.response(id)["result"]), "The client shares no folders.");
    client.call("listTravelFolders");
    client.question("roots/list");
    client.leave();
}

#[test]
fn a_client_that_tells_no_changes_is_always_asked() {
    let mut client = Client::ready(json!({ "roots": {} }));
    for uri in ["file:///1", "file:///2"] {
        let result = list(&mut client, &json!([{ "uri": uri }]));
        assert_eq!(result["structuredContent"]["folders"][0]["uri"], uri);
    }
    client.leave();
}

#[test]
fn a_root_list_that_cannot_be_read_is_an_error_in_words() {
    let mut client = Client::ready(json!({ "roots": {} }));
    for roots in [json!(null), json!([{ "name": "no uri" }]), json!([7])] {
        let result = list(&mut client, &roots);
        assert_eq!(result["isError"], true);
        assert_eq!(words(&result), "The client's list of folders cannot be read.");
    }
    client.leave();
}
