//! Answers over HTTP that are no answers of the protocol, as errors.

use super::content::Content;
use super::excerpt::excerpt;
use crate::display::display_line;
use crate::error::{Code, Error, HttpFault, ServerError};
use crate::ids::WireId;
use crate::json::{Json, Number, Value};
use crate::wire::Head;
use std::sync::Arc;

/// So many bytes of a body are enough to tell what is wrong; more need not be kept.
pub(crate) const ENOUGH: usize = 64 << 10;
/// Characters of a `Content-Type` that are told on.
const TYPE: usize = 100;

/// The JSON-RPC error that a body holds, whatever its status (HTP-09): of the request `id`, or of none, as
/// where a server could not read it. An error for another request is none for this one.
pub(crate) fn error_in(body: &[u8], id: Option<WireId>) -> Option<Value<'_>> {
    let message = Value::parse(std::str::from_utf8(body).ok()?).ok()?;
    if message.get("jsonrpc")?.text()? != "2.0" || message.get("result").is_some() {
        return None;
    }
    if let Some(named) = message.get("id").filter(|named| !named.is_null()) {
        let named = named.number().and_then(Number::as_u64).map(WireId);
        if named.is_none() || named != id {
            return None;
        }
    }
    let error = message.get("error")?;
    error.get("code")?.number()?.as_i64().map(|_| error)
}

/// A status that is no success: the server's own error if the body is one for the request `id`, or else what
/// can be told of the answer.
pub(crate) fn refusal(head: &Head, body: &[u8], id: Option<WireId>) -> Error {
    let Some(error) = error_in(body, id) else { return fault(head, body) };
    let error = ServerError {
        code: error
            .get("code")
            .and_then(Value::number)
            .and_then(Number::as_i64)
            .unwrap_or_default(),
        message: error.get("message").and_then(Value::text).unwrap_or_default().into_owned(),
        data: error.get("data").map(Json::from),
    };
    Error { http: Some(Arc::new(facts(head, body))), ..Error::server(error) }
}

/// Any answer where one of the protocol's was due. `body` may be cut after [`ENOUGH`] bytes.
pub(crate) fn fault(head: &Head, body: &[u8]) -> Error {
    let status = head.status;
    let what = match status {
        200..=299 if body.trim_ascii().is_empty() => " and nothing else",
        200..=299 => match Content::of(head) {
            Content::Json | Content::Unnamed => ", but not with an answer of the protocol's",
            Content::Events => " and a stream that does not answer",
            Content::Other => ", but neither with JSON nor with a stream of events",
        },
        _ => words(status),
    };
    let message = format!("the server answered with HTTP status {status}{what}");
    Error { http: Some(Arc::new(facts(head, body))), ..Error::new(Code::Http, message) }
}

fn facts(head: &Head, body: &[u8]) -> HttpFault {
    let kind = head.content_type.as_deref();
    HttpFault {
        status: head.status,
        content_type: kind.map(|kind| display_line(kind, TYPE).into_owned()),
        excerpt: excerpt(kind, body),
        retry_after: head.retry_after,
    }
}

/// What a status means, where that helps whoever reads of it.
fn words(status: u16) -> &'static str {
    match status {
        300..=399 => ", which leads elsewhere",
        400 => ", Bad Request",
        401 => ", Unauthorized: it wants to know who asks",
        403 => ", Forbidden",
        404 => ", Not Found",
        405 => ", Method Not Allowed",
        406 => ", Not Acceptable",
        408 => ", Request Timeout",
        410 => ", Gone",
        413 => ", Content Too Large: the message is larger than it takes",
        415 => ", Unsupported Media Type",
        421 => ", Misdirected Request",
        429 => ", Too Many Requests",
        431 => ", Request Header Fields Too Large: what goes into headers is larger than it takes",
        500 => ", Internal Server Error",
        501 => ", Not Implemented",
        502 => ", Bad Gateway",
        503 => ", Service Unavailable",
        504 => ", Gateway Timeout",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Millis;

    fn head(status: u16, kind: &str) -> Head {
        Head { status, content_type: Some(kind.into()), ..Head::default() }
    }

    // proves: HTP-09, HTP-46
    #[test]
    fn an_error_of_the_protocol_counts_whatever_the_status() {
        for body in [
            r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"bad","data":{"k":1}}}"#,
            " {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32602,\"message\":\"bad\",\"data\":{\"k\":1}}}\r\n",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"bad","data":{"k":1}}}"#,
        ] {
            let error = refusal(&head(400, "application/json"), body.as_bytes(), Some(WireId(3)));
            let server = error.server.as_ref().unwrap();
            assert_eq!((error.code, server.code, &*server.message), (Code::Server, -32_602, "bad"));
            assert_eq!(server.data.as_ref().map(Json::as_str), Some(r#"{"k":1}"#));
            assert_eq!(error.http.as_ref().map(|http| http.status), Some(400));
        }
    }

    // proves: HTP-09
    #[test]
    fn what_is_no_error_for_this_request_is_an_error_of_http() {
        for body in [
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32000,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","id":"3","error":{"code":-32000,"message":"no"}}"#,
            r#"{"error":{"code":"invalid_payload","message":"x"}}"#,
            r#"{"jsonrpc":"2.0","error":{"code":"invalid_payload","message":"x"}}"#,
            r#"{"error":{"code":404,"message":"x"}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{},"error":{"code":1,"message":""}}"#,
            r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":""}} x"#,
            "oops",
            "",
        ] {
            let error = refusal(&head(500, "application/json"), body.as_bytes(), Some(WireId(3)));
            assert_eq!((error.code, error.server.is_some()), (Code::Http, false), "{body}");
            let wanted = "the server answered with HTTP status 500, Internal Server Error";
            assert_eq!(error.message, wanted);
        }
        let others = br#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":""}}"#;
        assert!(error_in(others, None).is_none(), "whoever asked nothing is not answered");
    }

    // proves: HTP-05, HTP-06
    #[test]
    fn a_success_that_answers_nothing_says_what_it_was() {
        for (status, kind, body, end) in [
            (202, "text/plain", " \n", "202 and nothing else"),
            (200, "application/json", "null", "200, but not with an answer of the protocol's"),
            (200, "text/html", "<p>Hi", "200, but neither with JSON nor with a stream of events"),
            (200, "text/event-stream", ": x", "200 and a stream that does not answer"),
            (307, "text/html", "", "307, which leads elsewhere"),
            (599, "text/html", "", "599"),
        ] {
            let error = fault(&head(status, kind), body.as_bytes());
            assert_eq!(error.message, format!("the server answered with HTTP status {end}"));
        }
    }

    // proves: HTP-43
    #[test]
    fn status_type_patience_and_excerpt_come_along() {
        let odd = format!("text/html;\u{7}{}", "x".repeat(200));
        let head = Head { retry_after: Some(Millis(7)), ..head(429, &odd) };
        let http = fault(&head, b"<title>Slow down</title>").http.unwrap();
        assert_eq!((http.status, http.retry_after), (429, Some(Millis(7))));
        let kind = http.content_type.as_ref().unwrap();
        assert!(kind.starts_with("text/html;\u{2407}xx") && kind.chars().count() == TYPE, "{kind}");
        assert_eq!(http.excerpt, "Slow down");
    }
}
