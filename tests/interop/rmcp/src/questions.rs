//! What the client is asked, as the protocol writes it.

use rmcp::model::InputRequest;
use serde_json::{Value, json};

fn question(method: &str, params: Value) -> InputRequest {
    serde_json::from_value(json!({ "method": method, "params": params })).expect("a question")
}

pub fn form(message: &str) -> InputRequest {
    let params = json!({
        "mode": "form",
        "message": message,
        "requestedSchema": {
            "type": "object",
            "properties": {
                "traveller": {"type": "string", "title": "Traveller", "minLength": 2},
                "guests": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
                "seat": {"type": "string", "enum": ["window", "aisle"]},
                "insured": {"type": "boolean", "default": false},
            },
            "required": ["traveller"],
        },
    });
    question("elicitation/create", params)
}

pub fn visit() -> InputRequest {
    let params = json!({
        "mode": "url",
        "message": "Please pay.",
        "url": "https://pay.example.org/?id=7#now",
        "elicitationId": "visit-7",
    });
    question("elicitation/create", params)
}

/// What a model is to complete: words of the user and of the assistant in turn.
pub fn sample(words: &[&str]) -> InputRequest {
    let message = |(at, text): (usize, &&str)| {
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        json!({"role": role, "content": {"type": "text", "text": text}})
    };
    let params = json!({
        "messages": words.iter().enumerate().map(message).collect::<Vec<_>>(),
        "maxTokens": 64,
        "systemPrompt": "Answer in one word.",
        "stopSequences": ["."],
        "temperature": 0.5,
    });
    question("sampling/createMessage", params)
}

pub fn roots() -> InputRequest {
    question("roots/list", json!({}))
}
