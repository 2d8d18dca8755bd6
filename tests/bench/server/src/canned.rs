//! What the server says that does not depend on the request.

use crate::json::push_escaped;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

/// What a tool asks the client before it answers.
pub struct Ask {
    pub method: &'static str,
    pub params: Option<&'static str>,
}

/// What the tool of that name asks, if it asks.
pub fn ask(tool: &[u8]) -> Option<Ask> {
    let (method, params) = match tool {
        b"elicit" => ("elicitation/create", Some(FORM)),
        b"sample" => ("sampling/createMessage", Some(SAMPLE)),
        b"roots" => ("roots/list", None),
        _ => return None,
    };
    Some(Ask { method, params })
}

const FORM: &str = r#"{"mode":"form","message":"Please fill in your account details","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Full name","description":"As on your card","minLength":1,"maxLength":100},"email":{"type":"string","title":"Email","format":"email"},"age":{"type":"integer","title":"Age","minimum":0,"maximum":150},"newsletter":{"type":"boolean","title":"Newsletter","default":false},"plan":{"type":"string","title":"Plan","enum":["free","pro","team"]}},"required":["name","email","plan"]}}"#;
const SAMPLE: &str = r#"{"messages":[{"role":"user","content":{"type":"text","text":"Summarise in one line: the quick brown fox jumps over the lazy dog."}}],"systemPrompt":"You are terse.","modelPreferences":{"hints":[{"name":"bench"}],"speedPriority":0.9},"maxTokens":100}"#;

const LOG_LINE: &[u8] =
    b"2026-11-29T12:00:00Z INFO worker: processed 'item' in 12 ms; all checks passed.\n";

/// The JSON string of a text of exactly `size` bytes: lines of 80 bytes, each with a line break to
/// unescape and every fourth with quotes, as the output of tools has them. Made once for each size.
pub fn blob(size: usize) -> Arc<Vec<u8>> {
    static MADE: LazyLock<Mutex<HashMap<usize, Arc<Vec<u8>>>>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().expect("no thread panics while it makes one");
    made.entry(size).or_insert_with(|| Arc::new(make_blob(size))).clone()
}

fn make_blob(size: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(size + size / 32 + 2);
    text.push(b'"');
    for index in 0..size {
        let quoting = (index / LOG_LINE.len()).is_multiple_of(4);
        let byte = match LOG_LINE[index % LOG_LINE.len()] {
            b'\'' if quoting => b'"',
            byte => byte,
        };
        push_escaped(&mut text, &[byte]);
    }
    text.push(b'"');
    text
}

const PAGES: usize = 20;
const TOOLS_PER_PAGE: usize = 50;

/// The tools that can be called. They are listed first, for some clients look a tool up before they
/// trust its result.
const TOOLS: [&str; 6] = ["echo", "blob", "elicit", "sample", "roots", "notify"];

/// Members of the result that is page `number` of `tools/list`, counted from 0.
pub fn page(number: usize) -> &'static [u8] {
    static MADE: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| (0..PAGES).map(make_page).collect());
    &MADE[number.min(PAGES - 1)]
}

fn make_page(number: usize) -> Vec<u8> {
    let first = number * TOOLS_PER_PAGE;
    let tools: Vec<_> = (first..first + TOOLS_PER_PAGE).map(make_tool).collect();
    let next = number + 1;
    let cursor = if next < PAGES { format!(r#","nextCursor":"p{next}""#) } else { String::new() };
    format!(r#""tools":[{}]{cursor}"#, tools.join(",")).into_bytes()
}

fn make_tool(index: usize) -> String {
    if let Some(name) = TOOLS.get(index) {
        return format!(
            r#"{{"name":"{name}","description":"Bench tool {name}","inputSchema":{{"type":"object","properties":{{"text":{{"type":"string"}},"n":{{"type":"integer"}}}}}}}}"#
        );
    }
    format!(
        r#"{{"name":"tool_{index:04}","title":"Tool number {index}","description":"Looks up record {index} in the catalogue and returns its fields. Use it when the user asks about an item by its identifier; prefer search when only a name is known.","inputSchema":{{"type":"object","properties":{{"id":{{"type":"string","description":"Identifier of the record","minLength":1}},"limit":{{"type":"integer","description":"How many rows to return","minimum":1,"maximum":100,"default":10}},"fields":{{"type":"array","description":"Fields to return","items":{{"type":"string"}}}},"format":{{"type":"string","enum":["json","text","csv"],"default":"json"}}}},"required":["id"],"additionalProperties":false}},"annotations":{{"readOnlyHint":true,"openWorldHint":false}}}}"#
    )
}
