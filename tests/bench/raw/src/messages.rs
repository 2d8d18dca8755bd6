//! What is sent.

use bench_common::say;

pub const INITIALIZE: &[u8] = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{},"sampling":{},"roots":{}},"clientInfo":{"name":"bench","version":"0.1.0"}}}"#;
pub const INITIALIZED: &[u8] = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"sampling":{},"roots":{}}},"#;

/// `more` goes into the params, with a comma before it.
pub fn call(id: usize, stateless: bool, tool: &str, arguments: &str, more: &str) -> Vec<u8> {
    let meta = if stateless { META } else { "" };
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{{meta}"name":"{tool}","arguments":{{{arguments}}}{more}}}}}"#
    )
    .into_bytes()
}

pub fn echo(id: usize, stateless: bool) -> Vec<u8> {
    call(id, stateless, "echo", &format!(r#""text":"{}""#, say::ECHO), "")
}

/// Page `number` of the tools, counted from 0.
pub fn list(number: usize, stateless: bool) -> Vec<u8> {
    let meta = if stateless { META.trim_end_matches(',') } else { "" };
    let cursor = if number > 0 { format!(r#""cursor":"p{number}""#) } else { String::new() };
    let comma = if meta.is_empty() || cursor.is_empty() { "" } else { "," };
    format!(
        r#"{{"jsonrpc":"2.0","id":{number},"method":"tools/list","params":{{{meta}{comma}{cursor}}}}}"#
    )
    .into_bytes()
}

/// What the client's side answers when that tool asks.
pub fn answer(tool: &str) -> String {
    match tool {
        "elicit" => format!(r#"{{"action":"accept","content":{}}}"#, say::FORM),
        "sample" => format!(
            r#"{{"role":"assistant","content":{{"type":"text","text":"{}"}},"model":"bench-model","stopReason":"endTurn"}}"#,
            say::SAMPLE
        ),
        _ => r#"{"roots":[{"uri":"file:///srv/a","name":"a"},{"uri":"file:///srv/b","name":"b"}]}"#
            .to_owned(),
    }
}
