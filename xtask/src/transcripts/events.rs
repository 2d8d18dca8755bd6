//! What a transcript expects the host to be told, against what an agent was told.

use mcpclient_puppet::{Event, Outcome, Pattern, matches, matches_error, same, status_word};
use serde_json::{Value, json};

use super::play::Play;

/// The stable names of the library's codes, from -1 downwards.
const CODES: [&str; 25] = [
    "INVALID_ARG",
    "BAD_JSON",
    "GONE",
    "REENTRANT",
    "FORM",
    "PANIC",
    "CANCELLED",
    "TIMEOUT",
    "SERVER",
    "CLOSED",
    "LOST",
    "REFUSED",
    "TOO_LARGE",
    "BUSY",
    "UNSUPPORTED",
    "FORKED",
    "VERSION",
    "PROTOCOL",
    "START",
    "PENDING",
    "SAMPLE",
    "ROOT",
    "HTTP",
    "NETWORK",
    "SUSPENDED",
];

/// The transcripts' word for a code.
pub(super) fn code_word(code: i64) -> String {
    if code == 0 {
        return "ok".into();
    }
    let at = code.checked_neg().and_then(|code| usize::try_from(code - 1).ok());
    at.and_then(|at| CODES.get(at)).map_or_else(|| format!("code {code}"), |name| status_word(name))
}

/// Whether it is what was expected; the error says what differs.
pub(super) fn compare(play: &mut Play<'_>, expected: &Event, seen: &Value) -> Result<(), String> {
    let word = |name: &str| seen[name].as_str().unwrap_or_default();
    let is = |name: &str| same(word("event"), name);
    match expected {
        Event::Ready => is("ready"),
        Event::Restarting => is("restarting"),
        Event::Input { kind, call, fields, params, .. } => {
            is("input")?;
            same(word("kind"), kind.word())?;
            if fields.as_ref().is_some_and(|fields| seen["fields"] != json!(fields)) {
                return Err("other fields".into());
            }
            if call.as_ref().is_some_and(|call| seen["calls"] != json!([call])) {
                return Err("other calls".into());
            }
            text(play, params, &seen["params"])
        }
        Event::Withdrawn { input, reason } => {
            is("withdrawn")?;
            named(play, input, seen)?;
            same(word("why"), reason)
        }
        Event::Visited { input } => {
            is("visited")?;
            named(play, input, seen)
        }
        Event::Progress { call, params } => {
            is("progress")?;
            same(word("call"), call)?;
            text(play, params, &seen["params"])
        }
        Event::Task { call, state } => {
            is("task")?;
            same(word("call"), call)?;
            text(play, state, &seen["state"])
        }
        Event::Pause { call } => {
            is("pause")?;
            same(word("call"), call)
        }
        Event::Watching(filter) => {
            is("watching")?;
            text(play, filter, &seen["filter"])
        }
        Event::Log(params) => {
            is("log")?;
            text(play, params, &seen["params"])
        }
        Event::Notification { method, params } => {
            is("notification")?;
            same(word("method"), method)?;
            text(play, params, &seen["params"])
        }
        Event::Done { call, outcome: wanted } => {
            is("done")?;
            same(word("call"), call)?;
            outcome(play, wanted, seen)
        }
        Event::Warning(kind) => {
            is("warning")?;
            same(word("kind"), kind)
        }
        Event::Closed(reason) => {
            is("closed")?;
            same(word("reason"), reason)
        }
    }
}

fn outcome(play: &mut Play<'_>, wanted: &Outcome, seen: &Value) -> Result<(), String> {
    match wanted {
        Outcome::Ok { result, kept } => {
            if !seen["result"].is_string() {
                return Err("no result".into());
            }
            if seen["kept"].as_bool().unwrap_or(false) != *kept {
                return Err("kept, or not".into());
            }
            text(play, result, &seen["result"])
        }
        Outcome::Error { status, error, http } => {
            let code = seen["code"].as_i64().ok_or("no error")?;
            same(&code_word(code), status)?;
            if http.is_some_and(|status| seen["http"] != status) {
                return Err("another status of HTTP".into());
            }
            let told = &seen["error"];
            let data = told.get("data").map(Value::to_string);
            let told = told["code"].as_i64().zip(told["message"].as_str());
            let told = told.map(|(code, message)| (code, message, data.as_deref()));
            matches_error(error, told, &mut play.captures)
        }
    }
}

/// Whether it is about the input of that name.
fn named(play: &Play<'_>, input: &str, seen: &Value) -> Result<(), String> {
    let id = play.inputs.get(input).map(|(id, _)| *id);
    if id.is_some() && seen["input"].as_u64() == id { Ok(()) } else { Err("another input".into()) }
}

/// JSON comes as text, so that the spelling of numbers counts.
fn text(play: &mut Play<'_>, pattern: &Pattern, told: &Value) -> Result<(), String> {
    matches(pattern, told.as_str(), &mut play.captures)
}

#[cfg(test)]
mod tests {
    use super::code_word;

    #[test]
    fn codes_have_the_words_of_the_transcripts() {
        assert_eq!(code_word(0), "ok");
        assert_eq!(code_word(-2), "invalid");
        assert_eq!(code_word(-3), "gone");
        assert_eq!(code_word(-13), "too-large");
        assert_eq!(code_word(-22), "root");
        assert_eq!(code_word(-99), "code -99");
        assert_eq!(code_word(i64::MIN), format!("code {}", i64::MIN));
    }
}
