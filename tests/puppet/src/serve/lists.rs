//! What needs no state: lists, reads, prompts, completion.

use serde_json::{Value, json};

use super::{Answer, tools};

const RESOURCES: [(&str, &str, &str); 2] = [
    ("puppet:///text", "text", "text/plain"),
    ("puppet:///bytes", "bytes", "application/octet-stream"),
];

const CITIES: [&str; 4] = ["Barcelona", "Bergen", "Berlin", "Bilbao"];

pub(crate) fn answer(method: &str, params: &Value) -> Answer {
    match method {
        "tools/list" => page(params, "tools", &tools::all()),
        "resources/list" => page(params, "resources", &resources()),
        "resources/templates/list" => page(
            params,
            "resourceTemplates",
            &[json!({"uriTemplate": "puppet:///city/{name}", "name": "city"})],
        ),
        "resources/read" => read(params["uri"].as_str().unwrap_or_default()),
        "prompts/list" => page(params, "prompts", &prompts()),
        "prompts/get" => prompt(params),
        "completion/complete" => complete(params),
        _ => Err((-32601, format!("there is no {method}"))),
    }
}

/// Lists of more than one entry come in two pages.
fn page(params: &Value, name: &str, all: &[Value]) -> Answer {
    let (first, second) = all.split_at(all.len().div_ceil(2));
    match params["cursor"].as_str() {
        None if second.is_empty() => Ok(json!({name: first})),
        None => Ok(json!({name: first, "nextCursor": "second page"})),
        Some("second page") => Ok(json!({name: second})),
        Some(_) => Err((-32602, "that cursor is not one of ours".to_owned())),
    }
}

fn resources() -> Vec<Value> {
    let all = RESOURCES.iter();
    all.map(|(uri, name, kind)| json!({"uri": uri, "name": name, "mimeType": kind})).collect()
}

fn read(uri: &str) -> Answer {
    let contents = match uri {
        "puppet:///text" => json!({"uri": uri, "mimeType": "text/plain", "text": "Grüße, 世界"}),
        "puppet:///bytes" => {
            json!({"uri": uri, "mimeType": "application/octet-stream", "blob": "AAEC/w=="})
        }
        _ => match uri.strip_prefix("puppet:///city/") {
            Some(city) => json!({"uri": uri, "mimeType": "text/plain", "text": city}),
            None => return Err((-32002, "there is no such resource".to_owned())),
        },
    };
    Ok(json!({"contents": [contents]}))
}

fn prompts() -> Vec<Value> {
    vec![
        json!({"name": "plain", "description": "without arguments"}),
        json!({"name": "trip", "arguments": [{"name": "city", "required": true}, {"name": "day"}]}),
    ]
}

fn prompt(params: &Value) -> Answer {
    let text = match params["name"].as_str() {
        Some("plain") => "Hello".to_owned(),
        Some("trip") => {
            let Some(city) = params["arguments"]["city"].as_str() else {
                return Err((-32602, "the argument city is missing".to_owned()));
            };
            let day = params["arguments"]["day"].as_str().unwrap_or("any day");
            format!("A trip to {city} on {day}")
        }
        _ => return Err((-32602, "there is no such prompt".to_owned())),
    };
    let message = json!({"role": "user", "content": {"type": "text", "text": text}});
    Ok(json!({"description": "for tests", "messages": [message]}))
}

fn complete(params: &Value) -> Answer {
    let argument = &params["argument"];
    let (Some(name), Some(typed)) = (argument["name"].as_str(), argument["value"].as_str()) else {
        return Err((-32602, "the argument is missing".to_owned()));
    };
    let fits = |city: &&&str| matches!(name, "city" | "name") && city.starts_with(typed);
    let values: Vec<&&str> = CITIES.iter().filter(fits).collect();
    let total = values.len();
    Ok(json!({"completion": {"values": values, "total": total, "hasMore": false}}))
}
