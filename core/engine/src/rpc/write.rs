//! Our own messages, as text. Verbatim parts are put in as they are.

use crate::ids::WireId;
use crate::json::{Kind, Value, push_quoted};
use std::fmt::Write;

const HEAD: &str = r#"{"jsonrpc":"2.0""#;

pub(crate) fn request(id: WireId, method: &str, params: Option<&str>) -> String {
    let mut out = String::with_capacity(64 + method.len() + params.map_or(0, str::len));
    // Writing into a String cannot fail.
    let _ = write!(out, "{HEAD},\"id\":{},\"method\":", id.0);
    push_quoted(&mut out, method);
    tail(&mut out, params);
    out
}

pub(crate) fn notification(method: &str, params: Option<&str>) -> String {
    let mut out = String::with_capacity(64 + method.len() + params.map_or(0, str::len));
    out.push_str(HEAD);
    out.push_str(",\"method\":");
    push_quoted(&mut out, method);
    tail(&mut out, params);
    out
}

fn tail(out: &mut String, params: Option<&str>) {
    if let Some(params) = params {
        out.push_str(",\"params\":");
        out.push_str(params);
    }
    out.push('}');
}

/// `id` is the peer's, verbatim.
pub(crate) fn result(id: &str, result: &str) -> String {
    format!("{HEAD},\"id\":{id},\"result\":{result}}}")
}

/// `id` is the peer's, verbatim; `None` says that there was none to read.
pub(crate) fn error(id: Option<&str>, code: i64, message: &str) -> String {
    let mut out = String::from(HEAD);
    if let Some(id) = id {
        out.push_str(",\"id\":");
        out.push_str(id);
    }
    let _ = write!(out, ",\"error\":{{\"code\":{code},\"message\":");
    push_quoted(&mut out, message);
    out.push_str("}}");
    out
}

/// A request as [`with_members`] makes its parameters.
pub(crate) fn request_with(
    id: WireId,
    method: &str,
    params: Option<&str>,
    meta: &str,
    extra: &str,
) -> String {
    if params.is_none() && meta.is_empty() && extra.is_empty() {
        return request(id, method, None);
    }
    let params = params.unwrap_or("{}");
    let room = 96 + method.len() + params.len() + meta.len() + extra.len();
    let mut out = String::with_capacity(room);
    // Writing into a String cannot fail.
    let _ = write!(out, "{HEAD},\"id\":{},\"method\":", id.0);
    push_quoted(&mut out, method);
    out.push_str(",\"params\":");
    push_with_members(&mut out, params, meta, extra);
    out.push('}');
    out
}

/// The host's parameters with members added to their `_meta` and to themselves. Every byte that was there
/// stays as it is. Both additions are the text between two braces; empty adds nothing.
pub(crate) fn with_members(params: Option<&str>, meta: &str, extra: &str) -> Option<String> {
    if params.is_none() && meta.is_empty() && extra.is_empty() {
        return None;
    }
    let params = params.unwrap_or("{}");
    let mut out = String::with_capacity(16 + params.len() + meta.len() + extra.len());
    push_with_members(&mut out, params, meta, extra);
    Some(out)
}

fn push_with_members(out: &mut String, params: &str, meta: &str, extra: &str) {
    let old = if meta.is_empty() { None } else { Value::trusted(params).get_rare("_meta") };
    let mut rest = params;
    if let Some(old) = old.filter(|old| old.kind() == Kind::Object) {
        // Where `_meta` stands in `params`; both are parts of one text.
        let begin = old.raw().as_ptr() as usize - params.as_ptr() as usize;
        out.push_str(&params[..begin]);
        let close = push_open(out, old.raw());
        separate(out);
        out.push_str(meta);
        out.push_str(close);
        rest = &params[begin + old.raw().len()..];
    } else if !meta.is_empty() {
        rest = push_open(out, params);
        separate(out);
        out.push_str("\"_meta\":{");
        out.push_str(meta);
        out.push('}');
    }
    if !extra.is_empty() {
        rest = push_open(out, rest);
        separate(out);
        out.push_str(extra);
    }
    out.push_str(rest);
}

/// Writes all but the brace that closes an object, and what comes after it; gives those.
fn push_open<'a>(out: &mut String, object: &'a str) -> &'a str {
    let (begin, close) = object.split_at(object.rfind('}').unwrap_or(object.len()));
    out.push_str(begin);
    close
}

/// A comma, unless the object that was begun has no member yet: only then does its text end with the brace.
fn separate(out: &mut String) {
    if !out.trim_end().ends_with('{') {
        out.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_added_and_nothing_else_changes() {
        let cases = [
            (None, "", "", None),
            (None, "", r#""e":1"#, Some(r#"{"e":1}"#)),
            (None, r#""m":1"#, "", Some(r#"{"_meta":{"m":1}}"#)),
            (Some(" { } "), r#""m":1"#, r#""e":2"#, Some(r#" { "_meta":{"m":1},"e":2} "#)),
            (Some(r#"{"a":{} }"#), r#""m":1"#, "", Some(r#"{"a":{} ,"_meta":{"m":1}}"#)),
            (Some(r#"{"a":"{"}"#), "", r#""e":2"#, Some(r#"{"a":"{","e":2}"#)),
            (Some(r#"{"_meta":{},"a":1}"#), r#""m":1"#, "", Some(r#"{"_meta":{"m":1},"a":1}"#)),
            (
                Some(r#"{"a":1,"_meta":{"b":"}"} }"#),
                r#""m":1"#,
                r#""e":2"#,
                Some(r#"{"a":1,"_meta":{"b":"}","m":1} ,"e":2}"#),
            ),
            (
                Some(r#"{"\u005fmeta":{"b":1}}"#),
                r#""m":1"#,
                "",
                Some(r#"{"\u005fmeta":{"b":1,"m":1}}"#),
            ),
            // One that is no object is the caller's fault, and refused before.
            (Some(r#"{"_meta":7}"#), r#""m":1"#, "", Some(r#"{"_meta":7,"_meta":{"m":1}}"#)),
        ];
        for (params, meta, extra, want) in cases {
            assert_eq!(with_members(params, meta, extra).as_deref(), want);
            let request = request_with(WireId(7), "a/b", params, meta, extra);
            let params = want.map_or_else(String::new, |want| format!(",\"params\":{want}"));
            assert_eq!(request, format!(r#"{{"jsonrpc":"2.0","id":7,"method":"a/b"{params}}}"#));
        }
    }
}
