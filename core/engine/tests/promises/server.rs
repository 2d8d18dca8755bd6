//! What the server of a run says.

use super::step::{STATELESS, Step};

/// The bytes of a server's step. `requests` are the wire ids of the client's requests.
pub fn bytes(step: &Step, requests: &[u64], most: usize) -> Vec<u8> {
    let ours =
        |pick: u8| requests.get(usize::from(pick) % requests.len().max(1)).copied().unwrap_or(999);
    let line = match step {
        Step::ServerAnswers { call, how } => {
            let id = ours(*call);
            match how {
                0 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[]}}}}"#),
                1 => {
                    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":5,"message":"no"}}}}"#)
                }
                2 => format!(r#"{{"jsonrpc":"2.0","id":{id}}}"#),
                3..8 => asks_first(id, *how),
                how => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{{}}}}}"#, later(*how)),
            }
        }
        Step::ServerAsks { id, what } => asks(*id, *what),
        Step::Batch { id, what } => {
            format!("[{},{}]", asks(*id, *what), asks(id.wrapping_add(1), what / 2))
        }
        Step::ServerCancels(id) => format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":"s{id}"}}}}"#
        ),
        Step::Changes { call, how } => changes(ours(*call), *how),
        Step::Progress(pick) => {
            let token = ours(*pick);
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":1}}}}"#
            )
        }
        Step::Log(text) => format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{text}}}}}"#
        ),
        Step::Unknown(id) => {
            format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, u64::from(*id) + 5_000)
        }
        Step::Huge { call } => {
            let (id, text) = (ours(*call), "x".repeat(most));
            format!(r#"{{"jsonrpc":"2.0","result":{{"t":"{text}"}},"id":{id}}}"#)
        }
        Step::Torn { call, cut } => {
            let whole = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, ours(*call));
            return whole.as_bytes()[..usize::from(*cut) % whole.len()].to_vec();
        }
        Step::Greet { how } => greeting(requests.last().copied().unwrap_or(1), *how),
        Step::Bytes(bytes) => return bytes.clone(),
        _ => unreachable!("not the server's"),
    };
    (line + "\n").into_bytes()
}

const CAPABILITIES: &str =
    r#""capabilities":{"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true}}"#;

fn greeting(id: u64, how: u8) -> String {
    if how == STATELESS {
        return format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"supportedVersions":["2026-07-28"],{CAPABILITIES}}}}}"#
        );
    }
    const REVISIONS: [&str; 6] =
        ["2025-06-18", "2025-03-26", "2024-11-05", "2025-11-25", "1999-01-01", "2025-06-18"];
    let revision = REVISIONS[usize::from(how) % REVISIONS.len()];
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"{revision}",{CAPABILITIES},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
    )
}

fn asks(id: u8, what: u8) -> String {
    let (method, params) = match what % 6 {
        0 => ("ping", "{}"),
        1 => (
            "elicitation/create",
            r#"{"message":"m","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}"#,
        ),
        2 => (
            "sampling/createMessage",
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":5}"#,
        ),
        3 => ("roots/list", "{}"),
        4 => ("vendor/x", "{}"),
        _ => ("elicitation/create", "{}"),
    };
    format!(r#"{{"jsonrpc":"2.0","id":"s{id}","method":"{method}","params":{params}}}"#)
}

/// A task in one of its states, or a result to be kept.
fn later(how: u8) -> &'static str {
    match how {
        8 => r#""resultType":"task","taskId":"t","status":"working","pollIntervalMs":50"#,
        9 => {
            r#""taskId":"t","status":"input_required","inputRequests":{"f":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}}"#
        }
        10 => r#""taskId":"t","status":"completed","result":{"content":[]}"#,
        11 => r#""taskId":"t","status":"failed","error":{"code":5,"message":"m"}"#,
        _ => r#""tools":[],"contents":[],"ttlMs":5000"#,
    }
}

fn changes(listen: u64, how: u8) -> String {
    let meta = format!(r#""_meta":{{"io.modelcontextprotocol/subscriptionId":{listen}}}"#);
    let (method, params) = match how % 4 {
        0 => ("subscriptions/acknowledged", r#""notifications":{"toolsListChanged":true},"#),
        1 => ("tools/list_changed", ""),
        2 => ("resources/updated", r#""uri":"file:///a","#),
        _ => {
            return format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{listen}}}}}"#
            );
        }
    };
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/{method}","params":{{{params}{meta}}}}}"#)
}

/// A result that wants something first: state alone, a form, a sample, both, or the roots.
fn asks_first(id: u64, how: u8) -> String {
    let form = r#""f":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}"#;
    let sample = r#""s":{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":5}}"#;
    let requests = match how {
        3 => String::new(),
        4 => form.to_owned(),
        5 => sample.to_owned(),
        6 => format!("{form},{sample}"),
        _ => r#""r":{"method":"roots/list"}"#.to_owned(),
    };
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s{id}","inputRequests":{{{requests}}}}}}}"#
    )
}
