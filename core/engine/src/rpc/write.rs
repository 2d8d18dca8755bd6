//! Our own messages, as text. Verbatim parts are put in as they are.

use crate::error::{Code, Error};
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

/// Puts `"progressToken":token` into `_meta` of the host's parameters, leaving every other byte alone (PRG-01).
pub(crate) fn with_progress_token(params: Option<&str>, token: WireId) -> Result<String, Error> {
    let member = format!("\"progressToken\":{}", token.0);
    let Some(params) = params else { return Ok(format!("{{\"_meta\":{{{member}}}}}")) };
    let object = Value::trusted(params);
    let Some(meta) = object.get("_meta") else {
        return Ok(insert(params, object, &format!("\"_meta\":{{{member}}}")));
    };
    if meta.kind() != Kind::Object || meta.get("progressToken").is_some() {
        return Err(Error::new(
            Code::InvalidArg,
            "`_meta` of the parameters must be an object without a progressToken of its own",
        ));
    }
    // Where `_meta` stands in `params`; both are parts of one text.
    let begin = meta.raw().as_ptr() as usize - params.as_ptr() as usize;
    let end = begin + meta.raw().len();
    Ok(format!("{}{}{}", &params[..begin], insert(meta.raw(), meta, &member), &params[end..]))
}

/// A member more at the end of an object.
fn insert(text: &str, object: Value<'_>, member: &str) -> String {
    let comma = if object.members().next().is_some() { "," } else { "" };
    let end = text.rfind('}').unwrap_or(text.len());
    format!("{}{comma}{member}{}", &text[..end], &text[end..])
}
