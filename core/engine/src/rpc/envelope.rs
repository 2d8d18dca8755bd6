//! Sorts a message into request, notification or answer without losing a byte of it.

use crate::json::scan;
use crate::json::{Value, quote};
use std::borrow::Cow;

/// A JSON-RPC id as the peer wrote it. `1` and `"1"` differ (RPC-04); `1.0` is `1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Id {
    /// An integer.
    Number(i64),
    /// A string, unescaped.
    Text(String),
}

impl Id {
    /// Strings and integers only (RPC-02).
    pub(crate) fn read(value: Value<'_>) -> Option<Self> {
        if let Some(text) = value.text() {
            return Some(Self::Text(text.into_owned()));
        }
        value.number()?.as_i64().map(Self::Number)
    }

    /// One of ours, if it can be: we only ever send unsigned integers.
    pub(crate) fn ours(&self) -> Option<u64> {
        match self {
            Self::Number(number) => u64::try_from(*number).ok(),
            Self::Text(_) => None,
        }
    }
}

/// One message.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request {
        id: Value<'a>,
        key: Id,
        method: Cow<'a, str>,
        params: Option<Value<'a>>,
    },
    Notification {
        method: Cow<'a, str>,
        params: Option<Value<'a>>,
    },
    Answer {
        key: Id,
        outcome: Result<Value<'a>, Value<'a>>,
    },
    /// The peer could not read something, and cannot say what (RPC-07).
    ErrorWithoutId(Value<'a>),
    /// Several messages at once (RPC-11).
    Batch(Value<'a>),
}

/// Why a line is no message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Not JSON at all.
    Noise { offset: usize, problem: &'static str },
    /// JSON, but nested deeper than the limit.
    Deep,
    /// JSON, but not JSON-RPC. A request among them gets an answer.
    Malformed { problem: &'static str, request: Option<String>, answer: Option<u64> },
}

/// Reads one line, which must be one JSON value.
pub(crate) fn read(line: &str, depth: usize) -> Result<Message<'_>, Fault> {
    let bytes = line.as_bytes();
    match bytes.first() {
        Some(b'{') => object(line, depth),
        Some(b'[') => {
            whole(bytes, depth)?;
            Ok(Message::Batch(Value::trusted(line)))
        }
        _ => {
            whole(bytes, depth)?;
            Err(malformed("neither an object nor an array"))
        }
    }
}

fn malformed(problem: &'static str) -> Fault {
    Fault::Malformed { problem, request: None, answer: None }
}

fn noise(error: &crate::json::JsonError) -> Fault {
    if error.problem == scan::TOO_DEEP {
        return Fault::Deep;
    }
    Fault::Noise { offset: error.offset, problem: error.problem }
}

fn whole(bytes: &[u8], depth: usize) -> Result<(), Fault> {
    let end = scan::skip_value(bytes, 0, depth).map_err(|error| noise(&error))?;
    if scan::skip_space(bytes, end) == bytes.len() {
        Ok(())
    } else {
        Err(Fault::Noise { offset: end, problem: "something follows the value" })
    }
}

/// The top-level members that matter.
#[derive(Default)]
struct Members<'a> {
    version: Option<Value<'a>>,
    id: Option<Value<'a>>,
    method: Option<Value<'a>>,
    params: Option<Value<'a>>,
    result: Option<Value<'a>>,
    error: Option<Value<'a>>,
    doubled: bool,
}

/// One pass over the text: every byte is validated, and only the ends of the members are kept.
fn object(line: &str, depth: usize) -> Result<Message<'_>, Fault> {
    let bytes = line.as_bytes();
    let syntax = |offset, problem| Fault::Noise { offset, problem };
    let mut members = Members::default();
    let mut at = scan::skip_space(bytes, 1);
    if bytes.get(at) == Some(&b'}') {
        at += 1;
    } else {
        loop {
            if bytes.get(at) != Some(&b'"') {
                return Err(syntax(at, "a member's name was expected"));
            }
            let end = scan::skip_string(bytes, at).map_err(|error| noise(&error))?;
            let name = &line[at..end];
            at = scan::skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                return Err(syntax(at, "':' was expected"));
            }
            at = scan::skip_space(bytes, at + 1);
            let end = scan::skip_value(bytes, at, depth.saturating_sub(1))
                .map_err(|error| noise(&error))?;
            keep(&mut members, name, Value::trusted(&line[at..end]));
            at = scan::skip_space(bytes, end);
            match bytes.get(at) {
                Some(b',') => at = scan::skip_space(bytes, at + 1),
                Some(b'}') => {
                    at += 1;
                    break;
                }
                _ => return Err(syntax(at, "',' or '}' was expected")),
            }
        }
    }
    if scan::skip_space(bytes, at) != bytes.len() {
        return Err(syntax(at, "something follows the value"));
    }
    classify(&members)
}

fn keep<'a>(members: &mut Members<'a>, name: &str, value: Value<'a>) {
    let slot = match name {
        r#""jsonrpc""# => &mut members.version,
        r#""id""# => &mut members.id,
        r#""method""# => &mut members.method,
        r#""params""# => &mut members.params,
        r#""result""# => &mut members.result,
        r#""error""# => &mut members.error,
        _ if name.contains('\\') => {
            // Any character may be escaped, and means the same.
            let plain = Value::trusted(name).text().map(|text| quote(&text));
            if let Some(plain) = plain.filter(|plain| plain != name) {
                keep(members, &plain, value);
            }
            return;
        }
        _ => return,
    };
    members.doubled |= slot.replace(value).is_some();
}

fn classify<'a>(members: &Members<'a>) -> Result<Message<'a>, Fault> {
    let key = members.id.and_then(Id::read);
    let fault = |problem| fault(members, problem);
    if members.doubled {
        return Err(fault("a member stands twice"));
    }
    if members.version.and_then(Value::text).as_deref() != Some("2.0") {
        return Err(fault("\"jsonrpc\" is not \"2.0\""));
    }
    if let Some(method) = members.method {
        let Some(method) = method.text() else { return Err(fault("\"method\" is no string")) };
        let params = match members.params {
            Some(params) if params.is_null() => None,
            Some(params) if params.raw().starts_with(['{', '[']) => Some(params),
            Some(_) => return Err(fault("\"params\" is neither object nor array")),
            None => None,
        };
        return match (members.id, key) {
            (Some(id), Some(key)) => Ok(Message::Request { id, key, method, params }),
            (Some(_), None) => Err(fault("\"id\" is neither string nor integer")),
            (None, _) => Ok(Message::Notification { method, params }),
        };
    }
    match (members.result, members.error, key) {
        (Some(_), Some(_), _) => Err(fault("both \"result\" and \"error\"")),
        (Some(result), None, Some(key)) => Ok(Message::Answer { key, outcome: Ok(result) }),
        (None, Some(error), Some(key)) => Ok(Message::Answer { key, outcome: Err(error) }),
        (None, Some(error), None) if members.id.is_none_or(Value::is_null) => {
            Ok(Message::ErrorWithoutId(error))
        }
        (None, None, _) => Err(fault("none of \"method\", \"result\", \"error\"")),
        (_, _, None) => Err(fault("an answer without a usable \"id\"")),
    }
}

/// A message that is wrong still names the request to refuse, or the call to fail.
fn fault(members: &Members<'_>, problem: &'static str) -> Fault {
    let key = members.id.and_then(Id::read);
    if members.method.is_some() {
        let request = members.id.filter(|_| key.is_some()).map(|id| id.raw().to_owned());
        return Fault::Malformed { problem, request, answer: None };
    }
    Fault::Malformed { problem, request: None, answer: key.as_ref().and_then(Id::ours) }
}
