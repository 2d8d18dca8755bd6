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

/// The host's parameters with members added to their `_meta` and to themselves. Every byte that was there
/// stays as it is. Both additions are the text between two braces; empty adds nothing.
pub(crate) fn with_members(params: Option<&str>, meta: &str, extra: &str) -> Option<String> {
    let text = match params {
        Some(params) => with_meta(params, meta),
        None if meta.is_empty() && extra.is_empty() => return None,
        None => with_meta("{}", meta),
    };
    Some(insert(&text, extra))
}

fn with_meta(params: &str, meta: &str) -> String {
    if meta.is_empty() {
        return params.to_owned();
    }
    let Some(old) = Value::trusted(params).get("_meta").filter(|old| old.kind() == Kind::Object)
    else {
        return insert(params, &format!("\"_meta\":{{{meta}}}"));
    };
    // Where `_meta` stands in `params`; both are parts of one text.
    let begin = old.raw().as_ptr() as usize - params.as_ptr() as usize;
    let end = begin + old.raw().len();
    format!("{}{}{}", &params[..begin], insert(old.raw(), meta), &params[end..])
}

/// Members more at the end of an object.
fn insert(object: &str, members: &str) -> String {
    if members.is_empty() {
        return object.to_owned();
    }
    let comma = if Value::trusted(object).members().next().is_some() { "," } else { "" };
    let end = object.rfind('}').unwrap_or(object.len());
    format!("{}{comma}{members}{}", &object[..end], &object[end..])
}
