//! What the stateless era wants in headers: whole sessions, and tools that are set aside.

use super::ready::{Greets, config, fill, good, ready, ready_with};
use super::stateless::Stateless;
use super::world::{JSON, Parts, Silent, World, header, reply};
use mcpclient_engine::CallId;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{CallOptions, Command, Listing, Success};

const TOOLS: &str = r#"{"jsonrpc":"2.0","id":ID,"result":{"tools":[
    {"name":"valid","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"}}}},
    {"name":"empty","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":""}}}},
    {"name":"object","inputSchema":{"type":"object","properties":{"r":{"type":"object","x-mcp-header":"R"}}}},
    {"name":"number","inputSchema":{"type":"object","properties":{"r":{"type":"number","x-mcp-header":"R"}}}},
    {"name":"same","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"R"},"s":{"type":"string","x-mcp-header":"r"}}}},
    {"name":"blank","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"My R"}}}},
    {"name":"items","inputSchema":{"type":"object","properties":{"r":{"type":"array","items":{"type":"string","x-mcp-header":"R"}}}}}]}}"#;

fn list(revision: Revision) -> Success {
    let peer =
        Greets::new(
            revision,
            None,
            |id, request: &_, method: &str, out: &mut Parts| match method {
                "tools/list" => reply(out, id, 200, JSON, &fill(TOOLS, request)),
                _ => reply(out, id, 405, "", ""),
            },
        );
    let mut world = ready_with(config(&[revision]), peer);
    let (call, options) = (CallId(1), CallOptions::default());
    world.host(Command::Call { call, request: Listing::Tools.request(), options });
    world.end(1).expect("an end").clone().expect("a list")
}

// proves: HTP-39, HTP-40
#[test]
fn tools_with_an_invalid_annotation_are_set_aside_in_this_era_alone() {
    let tools = list(Revision::R2026);
    let names: Vec<_> = tools.set_aside.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["empty", "object", "number", "same", "blank", "items"]);
    assert!(tools.set_aside.iter().all(|tool| tool.reason.contains("x-mcp-header")));
    assert_eq!(tools.result.value().get("tools").expect("tools").items().count(), 1);
    let tools = list(Revision::R2025Nov);
    assert_eq!(
        (tools.set_aside.len(), tools.result.value().get("tools").expect("tools").items().count()),
        (0, 7)
    );
}

// proves: HTP-31, HTP-32, HTP-36, HTP-41, HTP-42
#[test]
fn a_tool_that_was_not_listed_is_listed_when_its_headers_were_wrong() {
    let mut world = World::new(config(&[Revision::R2026]), Stateless::default(), Silent, None);
    world.call(2, "tools/call", r#"{"name":"t","arguments":{"call":2}}"#);
    let calls = world.sent_as("tools/call");
    let [(_, first), (_, second)] = &calls[..] else { panic!("{} calls", calls.len()) };
    assert_eq!(header(first, "Mcp-Param-Call"), None);
    assert_eq!(header(second, "Mcp-Param-Call"), Some("2"));
    assert_eq!(world.sent_as("tools/list").len(), 1);
    assert_eq!(world.peer.calls.get(&(2, false)), Some(&1), "it ran once");
}

// proves: HTP-41
#[test]
fn a_server_that_is_never_content_is_asked_twice_and_no_more() {
    let wrong = r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32020,"message":"Header mismatch"}}"#;
    let mut world =
        ready(Revision::R2026, |id, request: &_, method: &str, out: &mut Parts| match method {
            "tools/call" => reply(out, id, 400, JSON, &fill(wrong, request)),
            "tools/list" => reply(out, id, 200, JSON, &fill(TOOLS, request)),
            _ => reply(out, id, 200, JSON, &good(request)),
        });
    world.call(1, "tools/call", r#"{"name":"valid","arguments":{"r":"x"}}"#);
    assert_eq!(world.error(1).server.as_ref().map(|server| server.code), Some(-32_020));
    assert_eq!((world.sent_as("tools/call").len(), world.sent_as("tools/list").len()), (2, 1));
}
