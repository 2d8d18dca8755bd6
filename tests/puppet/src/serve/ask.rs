//! The tools that ask the client something and tell what it said.

use serde_json::{Value, json};

use super::Answer;
use super::tools::{Job, text};

pub(crate) fn form(job: &Job) -> Answer {
    told(job, "elicitation/create", &form_params())
}

pub(crate) fn url(job: &Job) -> Answer {
    let url = job.arguments["url"].as_str().unwrap_or("https://example.com/visit");
    let id = "visit-1";
    let params = json!({"mode": "url", "message": "Please visit", "url": url, "elicitationId": id});
    let answer = told(job, "elicitation/create", &params);
    if job.link.speaks("2025-11-25") {
        job.link.notify("notifications/elicitation/complete", &json!({"elicitationId": id}));
    }
    answer
}

pub(crate) fn sample(job: &Job) -> Answer {
    let prompt = job.arguments["prompt"].as_str().unwrap_or("Say something");
    let message = json!({"role": "user", "content": {"type": "text", "text": prompt}});
    told(job, "sampling/createMessage", &json!({"messages": [message], "maxTokens": 100}))
}

pub(crate) fn roots(job: &Job) -> Answer {
    told(job, "roots/list", &Value::Null)
}

/// Asks, takes it back at once, and does not wait for what comes of it.
pub(crate) fn late_cancel(job: &Job) -> Answer {
    let (id, _answer) = job.link.ask("elicitation/create", &form_params());
    job.link.forget(id);
    let params = json!({"requestId": id, "reason": "never mind"});
    job.link.notify("notifications/cancelled", &params);
    Ok(text("taken back"))
}

/// Asks for `params` of the call's arguments, else for the given ones. The result's text is what
/// the client said, as JSON: a result, or an object with `error`.
fn told(job: &Job, method: &str, params: &Value) -> Answer {
    let given = &job.arguments["params"];
    let params = if given.is_null() { params } else { given };
    let (_, answer) = job.link.ask(method, params);
    match answer.recv() {
        Ok(Ok(result)) => Ok(text(result.to_string())),
        Ok(Err((code, message))) => {
            Ok(text(json!({"error": {"code": code, "message": message}}).to_string()))
        }
        Err(_) => Err((-32603, "nobody will answer".to_owned())),
    }
}

/// Every kind of field that revision 2025-06-18 has.
fn form_params() -> Value {
    json!({
        "message": "Please fill in",
        "requestedSchema": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "title": "Name", "description": "as in your passport",
                    "minLength": 1, "maxLength": 40},
                "mail": {"type": "string", "format": "email"},
                "home": {"type": "string", "format": "uri"},
                "day": {"type": "string", "format": "date"},
                "time": {"type": "string", "format": "date-time"},
                "seats": {"type": "integer", "title": "Seats", "minimum": 1, "maximum": 9},
                "weight": {"type": "number", "minimum": 0.5, "maximum": 32},
                "insured": {"type": "boolean", "title": "Insurance", "default": false},
                "class": {"type": "string", "enum": ["eco", "first"],
                    "enumNames": ["Economy", "First class"]},
            },
            "required": ["name", "seats", "class"],
        },
    })
}
