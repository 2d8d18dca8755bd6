//! The tools. Those that take their time have a thread each.

use std::sync::Arc;

use serde_json::{Value, json};

use super::link::Link;
use super::{Answer, ask};
use crate::json::{self as text_json, Dialect};
use crate::matcher;
use crate::player::lines_of_80;

const NAMES: [(&str, &str); 16] = [
    ("echo", "gives `text` back, or all arguments as they came"),
    ("fail", "fails as a tool does"),
    ("error", "fails as a request does: `code`, `message`"),
    ("add", "adds `a` and `b`; with `words` as text, which it does not promise"),
    ("form", "asks for a form of every kind, or for `params`; gives the answer"),
    ("url", "asks for a visit to `url`; gives the answer"),
    ("sample", "asks for a sample of `prompt`, or for `params`; gives the answer"),
    ("roots", "asks for the roots; gives the answer"),
    ("slow", "sends `count` notes of progress, then nothing until cancelled, then never answers"),
    ("log", "sends `count` log messages of `level`"),
    ("big", "gives a text of `bytes`"),
    ("die", "exits with `code` in the middle of the call"),
    ("stderr", "writes `bytes` to stderr"),
    ("late-cancel", "asks for a form and takes the request back"),
    ("touch", "tells that the resource `uri` changed, if it is subscribed to"),
    ("change", "tells that `list` changed: tools, resources or prompts"),
];

pub(crate) fn all() -> Vec<Value> {
    let tools = NAMES.iter();
    tools
        .map(|(name, description)| {
            let mut tool =
                json!({"name": name, "description": description, "inputSchema": {"type": "object"}});
            if *name == "add" {
                tool["outputSchema"] =
                    json!({"type": "object", "properties": {"sum": {"type": "number"}}});
            }
            tool
        })
        .collect()
}

/// Answers a `tools/call`, now or later.
pub(crate) fn call(link: &Arc<Link>, id: &Value, params: &Value, message: &str) {
    let arguments = params["arguments"].clone();
    let name = params["name"].as_str().unwrap_or_default();
    if let Some(answer) = at_once(link, name, &arguments, message) {
        link.answer(id, answer);
        return;
    }
    // Registered before the next message is read, so that no cancellation is missed.
    let job = Job {
        link: Arc::clone(link),
        cancelled: link.cancellable(id),
        id: id.clone(),
        token: params["_meta"]["progressToken"].clone(),
        arguments,
    };
    let run: fn(&Job) -> Option<Answer> = match name {
        "form" => |job| Some(ask::form(job)),
        "url" => |job| Some(ask::url(job)),
        "sample" => |job| Some(ask::sample(job)),
        "roots" => |job| Some(ask::roots(job)),
        "late-cancel" => |job| Some(ask::late_cancel(job)),
        "slow" => slow,
        "log" => |job| Some(log(job)),
        "stderr" => |job| Some(stderr(job)),
        _ => |_| Some(Err((-32602, "there is no such tool".to_owned()))),
    };
    std::thread::spawn(move || {
        if let Some(answer) = run(&job) {
            job.link.answer(&job.id, answer);
        }
    });
}

/// A call that runs on a thread of its own.
pub(crate) struct Job {
    pub(crate) link: Arc<Link>,
    pub(crate) arguments: Value,
    cancelled: Arc<super::link::Cancelled>,
    id: Value,
    token: Value,
}

pub(crate) fn text(text: impl Into<String>) -> Value {
    let text: String = text.into();
    json!({"content": [{"type": "text", "text": text}]})
}

fn count(arguments: &Value, name: &str, default: usize) -> usize {
    arguments[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(default)
}

fn at_once(link: &Link, name: &str, arguments: &Value, message: &str) -> Option<Answer> {
    Some(match name {
        "echo" => Ok(text(match arguments["text"].as_str() {
            Some(text) => text.to_owned(),
            None => as_written(message),
        })),
        "fail" => {
            let mut result = text(arguments["text"].as_str().unwrap_or("it failed"));
            result["isError"] = Value::Bool(true);
            Ok(result)
        }
        "error" => {
            let message = arguments["message"].as_str().unwrap_or("it went wrong");
            Err((arguments["code"].as_i64().unwrap_or(-32603), message.to_owned()))
        }
        "add" => Ok(add(link, arguments)),
        "big" => Ok(text("x".repeat(count(arguments, "bytes", 1 << 20)))),
        "die" => std::process::exit(
            arguments["code"].as_i64().and_then(|code| i32::try_from(code).ok()).unwrap_or(7),
        ),
        "touch" => {
            let uri = arguments["uri"].as_str().unwrap_or("puppet:///text");
            let subscribed = link.is_subscribed(uri);
            if subscribed {
                link.notify("notifications/resources/updated", &json!({"uri": uri}));
            }
            Ok(text(subscribed.to_string()))
        }
        "change" => {
            let list = arguments["list"].as_str().unwrap_or("tools");
            link.notify(&format!("notifications/{list}/list_changed"), &json!({}));
            Ok(text(list))
        }
        _ => return None,
    })
}

/// The arguments with the spelling of their numbers and the order of their members.
fn as_written(message: &str) -> String {
    let arguments = text_json::read(message, Dialect::Strict)
        .ok()
        .and_then(|message| message.member("params")?.member("arguments"));
    arguments.map_or_else(|| "{}".to_owned(), |arguments| matcher::write(&arguments))
}

fn add(link: &Link, arguments: &Value) -> Value {
    let (a, b) = (&arguments["a"], &arguments["b"]);
    let whole = a.as_i64().zip(b.as_i64()).and_then(|(a, b)| a.checked_add(b));
    let sum = match whole {
        Some(sum) => json!(sum),
        None => json!(a.as_f64().unwrap_or_default() + b.as_f64().unwrap_or_default()),
    };
    let mut result = text(sum.to_string());
    if link.speaks("2025-06-18") {
        let words = arguments["words"] == json!(true);
        let sum = if words { json!(sum.to_string()) } else { sum };
        result["structuredContent"] = json!({"sum": sum});
    }
    result
}

fn slow(job: &Job) -> Option<Answer> {
    if !job.token.is_null() {
        let total = count(&job.arguments, "count", 3);
        for progress in 1..=total {
            let params = json!({"progressToken": job.token, "progress": progress, "total": total});
            job.link.notify("notifications/progress", &params);
        }
    }
    job.cancelled.wait();
    None
}

fn log(job: &Job) -> Answer {
    let total = count(&job.arguments, "count", 3);
    let level = job.arguments["level"].as_str().unwrap_or("info");
    if job.link.is_logged(level) {
        for number in 1..=total {
            let params = json!({"level": level, "logger": "puppet", "data": {"number": number}});
            job.link.notify("notifications/message", &params);
        }
    }
    Ok(text(total.to_string()))
}

fn stderr(job: &Job) -> Answer {
    use std::io::Write as _;
    let bytes = count(&job.arguments, "bytes", 1 << 20);
    let written = std::io::stderr().write_all(&lines_of_80(bytes));
    written.map(|()| text(bytes.to_string())).map_err(|error| (-32603, error.to_string()))
}
