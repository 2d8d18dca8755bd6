//! What a message is answered with, whatever it came over.

use crate::canned::{self, Ask};
use crate::json::{get, members, number, push_escaped, unquote};
use std::io::Write as _;
use std::sync::Arc;

/// The parts of a message, all of them raw JSON but the method.
#[derive(Default)]
pub struct Message<'a> {
    pub id: Option<&'a [u8]>,
    pub method: Option<&'a [u8]>,
    params: Option<&'a [u8]>,
    result: Option<&'a [u8]>,
    stateless: bool,
}

impl<'a> Message<'a> {
    pub fn read(text: &'a [u8]) -> Self {
        let mut message = Self::default();
        members(text, |key, value| match key {
            b"id" => message.id = Some(value),
            b"method" => message.method = Some(unquote(value)),
            b"params" => message.params = Some(value),
            b"result" => message.result = Some(value),
            _ => {}
        });
        let meta = message.params.and_then(|params| get(params, b"_meta"));
        let revision = meta.and_then(|meta| get(meta, b"io.modelcontextprotocol/protocolVersion"));
        message.stateless = revision.is_some();
        message
    }

    /// Its id as a request of the server's had it.
    pub fn own_id(&self) -> u64 {
        number(self.id).map_or(0, |id| id as u64)
    }
}

/// What is to be done about a message.
pub enum Act<'a> {
    /// The reply is written out.
    Reply,
    /// Nothing.
    Nothing,
    /// The head of the reply is written out; these are the large middle and the end.
    Large(Arc<Vec<u8>>, &'static [u8]),
    /// Ask the client, then answer the call of this tool (2025-11-25 only).
    Ask(Ask, &'a [u8]),
    /// Send so many notifications, those of progress with this token, then the reply that is written out.
    Notify(usize, Option<&'a [u8]>),
    /// An answer to a request of ours.
    Answer(&'a [u8]),
}

/// Writes to `out` what can be said at once.
pub fn handle<'a>(message: &Message<'a>, out: &mut Vec<u8>) -> Act<'a> {
    let Some(method) = message.method else {
        return message.result.map_or(Act::Nothing, Act::Answer);
    };
    let Some(id) = message.id else { return Act::Nothing };
    match method {
        b"tools/call" => return call(message, id, out),
        b"tools/list" => {
            let cursor = message.params.and_then(|params| get(params, b"cursor"));
            let page = cursor.and_then(|cursor| number(unquote(cursor).strip_prefix(b"p")));
            open(out, id, message.stateless);
            if message.stateless {
                out.extend_from_slice(br#""ttlMs":0,"cacheScope":"private","#);
            }
            out.extend_from_slice(canned::page(page.unwrap_or(0)));
            out.extend_from_slice(b"}}");
        }
        b"initialize" => {
            open(out, id, false);
            out.extend_from_slice(br#""protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"bench-server","version":"0.1.0"}}}"#);
        }
        b"server/discover" => {
            open(out, id, true);
            out.extend_from_slice(br#""supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench-server","version":"0.1.0"}}}}"#);
        }
        b"ping" | b"logging/setLevel" => {
            open(out, id, false);
            out.extend_from_slice(b"}}");
        }
        _ => error(out, id, -32601, "Method not found"),
    }
    Act::Reply
}

fn call<'a>(message: &Message<'a>, id: &[u8], out: &mut Vec<u8>) -> Act<'a> {
    let stateless = message.stateless;
    let params = message.params.unwrap_or(b"{}");
    let name = unquote(get(params, b"name").unwrap_or(b""));
    let arguments = get(params, b"arguments").unwrap_or(b"{}");
    if let Some(ask) = canned::ask(name) {
        if !stateless {
            return Act::Ask(ask, name);
        }
        match get(params, b"inputResponses").and_then(|responses| get(responses, b"in")) {
            Some(answer) => answered(out, id, true, name, answer),
            None => input_required(out, id, &ask),
        }
        return Act::Reply;
    }
    match name {
        b"echo" => text(out, id, stateless, get(arguments, b"text").unwrap_or(br#""""#)),
        b"blob" => {
            open(out, id, stateless);
            out.extend_from_slice(br#""content":[{"type":"text","text":"#);
            let size = number(get(arguments, b"n")).unwrap_or(1024);
            return Act::Large(canned::blob(size), b"}]}}");
        }
        b"notify" => {
            text(out, id, stateless, br#""done""#);
            let token = get(params, b"_meta").and_then(|meta| get(meta, b"progressToken"));
            return Act::Notify(number(get(arguments, b"n")).unwrap_or(0), token);
        }
        _ => error(out, id, -32602, "Unknown tool"),
    }
    Act::Reply
}

fn open(out: &mut Vec<u8>, id: &[u8], stateless: bool) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id);
    out.extend_from_slice(br#","result":{"#);
    if stateless {
        out.extend_from_slice(br#""resultType":"complete","#);
    }
}

fn text(out: &mut Vec<u8>, id: &[u8], stateless: bool, string: &[u8]) {
    open(out, id, stateless);
    out.extend_from_slice(br#""content":[{"type":"text","text":"#);
    out.extend_from_slice(string);
    out.extend_from_slice(b"}]}}");
}

fn error(out: &mut Vec<u8>, id: &[u8], code: i32, message: &str) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id);
    let _ = write!(out, r#","error":{{"code":{code},"message":"{message}"}}}}"#);
}

/// The result of a tool that asked, made of the client's answer.
pub fn answered(out: &mut Vec<u8>, id: &[u8], stateless: bool, tool: &[u8], answer: &[u8]) {
    let mut string = vec![b'"'];
    match tool {
        b"elicit" => push_escaped(&mut string, get(answer, b"content").unwrap_or(answer)),
        b"roots" => push_escaped(&mut string, get(answer, b"roots").unwrap_or(answer)),
        _ => match get(get(answer, b"content").unwrap_or(b"{}"), b"text") {
            Some(text) => string.extend_from_slice(unquote(text)),
            None => push_escaped(&mut string, answer),
        },
    }
    string.push(b'"');
    text(out, id, stateless, &string);
}

/// A request of ours (2025-11-25).
pub fn request(out: &mut Vec<u8>, id: u64, ask: &Ask) {
    let _ = write!(out, r#"{{"jsonrpc":"2.0","id":{id},"#);
    method(out, ask);
    out.push(b'}');
}

/// A result that asks (2026-07-28).
fn input_required(out: &mut Vec<u8>, id: &[u8], ask: &Ask) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id);
    out.extend_from_slice(br#","result":{"resultType":"input_required","inputRequests":{"in":{"#);
    method(out, ask);
    out.extend_from_slice(br#"}},"requestState":"bench-state"}}"#);
}

fn method(out: &mut Vec<u8>, ask: &Ask) {
    let _ = write!(out, r#""method":"{}""#, ask.method);
    if let Some(params) = ask.params {
        out.extend_from_slice(br#","params":"#);
        out.extend_from_slice(params.as_bytes());
    }
}

/// Number `index` of `total` notifications: progress and log messages in turn, log messages alone
/// where the client gave no token.
pub fn notification(out: &mut Vec<u8>, index: usize, total: usize, token: Option<&[u8]>) {
    if let Some(token) = token.filter(|_| index.is_multiple_of(2)) {
        out.extend_from_slice(
            br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#,
        );
        out.extend_from_slice(token);
        let _ = write!(
            out,
            r#","progress":{index},"total":{total},"message":"step {index} of {total}"}}}}"#
        );
    } else {
        let _ = write!(
            out,
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","logger":"bench","data":{{"seq":{index},"msg":"step {index} of {total} done"}}}}}}"#
        );
    }
}
