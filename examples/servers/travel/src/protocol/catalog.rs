//! The requests that need no client to answer: what there is, and what it says.

use serde_json::{Map, Value, json};

use super::message::{INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND, RpcError};
use super::revision::Revision;
use crate::travel::{TOOLS, Tool, guide};

/// Most values one completion may hold.
const MOST_COMPLETIONS: usize = 100;

/// Answers any request but those of the session itself.
pub fn answer(revision: Revision, method: &str, params: &Value) -> Result<Value, RpcError> {
    let fit = |description| revision.fit(description);
    match method {
        "tools/list" => {
            let describe = |tool: &Tool| revision.fit((tool.describe)());
            page("tools", TOOLS.iter().map(describe).collect(), params)
        }
        "resources/list" => {
            page("resources", [guide::describe_itinerary()].map(fit).into(), params)
        }
        "resources/templates/list" => page("resourceTemplates", json!([]), params),
        "resources/read" => read_resource(revision, params),
        "prompts/list" => page("prompts", [guide::describe_plan()].map(fit).into(), params),
        "prompts/get" => get_prompt(params),
        "completion/complete" => complete(params),
        _ => Err(RpcError::new(METHOD_NOT_FOUND, "no such method")),
    }
}

/// The whole list is one page, so no cursor can be one of ours.
fn page(name: &str, items: Value, params: &Value) -> Result<Value, RpcError> {
    if params.get("cursor").is_some() {
        return Err(RpcError::new(INVALID_PARAMS, "cursor is not one of ours"));
    }
    Ok(Map::from_iter([(name.to_owned(), items)]).into())
}

fn read_resource(revision: Revision, params: &Value) -> Result<Value, RpcError> {
    let uri = params["uri"]
        .as_str()
        .ok_or_else(|| RpcError::new(INVALID_PARAMS, "uri is missing or not a string"))?;
    if uri != guide::ITINERARY_URI {
        let code = if revision < Revision::Jul2026 { RESOURCE_NOT_FOUND } else { INVALID_PARAMS };
        let mut error = RpcError::new(code, "no such resource");
        error.data = json!({ "uri": uri });
        return Err(error);
    }
    Ok(json!({ "contents": [
        { "uri": uri, "mimeType": "text/markdown", "text": guide::ITINERARY }
    ]}))
}

fn get_prompt(params: &Value) -> Result<Value, RpcError> {
    if params["name"] != guide::PLAN {
        return Err(RpcError::new(INVALID_PARAMS, "no such prompt"));
    }
    let argument = |name: &str| params["arguments"][name].as_str();
    let city = argument("city")
        .ok_or_else(|| RpcError::new(INVALID_PARAMS, "argument city is missing"))?;
    let text = guide::plan(city, argument("nights"), argument("wishes"));
    Ok(json!({
        "description": guide::describe_plan()["description"],
        "messages": [{ "role": "user", "content": { "type": "text", "text": text } }],
    }))
}

fn complete(params: &Value) -> Result<Value, RpcError> {
    let reference = &params["ref"];
    if reference["type"] != "ref/prompt" || reference["name"] != guide::PLAN {
        return Err(RpcError::new(INVALID_PARAMS, "ref is none of our prompts"));
    }
    let argument = &params["argument"];
    let (Some(name), Some(typed)) = (argument["name"].as_str(), argument["value"].as_str()) else {
        return Err(RpcError::new(INVALID_PARAMS, "argument has no name or no value"));
    };
    let cities = if name == "city" { guide::cities_like(typed) } else { Vec::new() };
    let shown = &cities[..cities.len().min(MOST_COMPLETIONS)];
    Ok(json!({ "completion": {
        "values": shown, "total": cities.len(), "hasMore": shown.len() < cities.len(),
    }}))
}

/// A tool's result that is words.
pub fn words(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

/// A tool's result that says why there is none.
pub fn failure(reason: &str) -> Value {
    let mut result = words(reason);
    result["isError"] = true.into();
    result
}
