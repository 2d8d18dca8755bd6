//! Faults that others have had over HTTP: the server's sessions and its stream of what it says unasked.
//! The list of all is `tests/cases/cases.toml`.

use super::ready::{Greets, config, good, nothing, ready_with};
use super::world::{EVENTS, JSON, Part, Parts, Silent, World, header, reply};
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Command, Event, Phase};
use mcpclient_engine::wire::FailureKind;
use mcpclient_engine::{Code, Millis};
use std::cell::RefCell;

// proves: HTP-22, HTP-25
#[test]
fn a_session_that_is_gone_is_begun_anew_once() {
    for (kind, body) in [
        (
            JSON,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#,
        ),
        ("", ""),
        ("text/html", "<html><title>Not found</title>"),
    ] {
        let gone = RefCell::new(false);
        let peer = Greets::new(
            Revision::R2025Nov,
            Some('A'),
            |id, request: &_, method: &str, out: &mut _| match (
                method,
                header(request, "Mcp-Session-Id"),
            ) {
                ("GET" | "DELETE", _) => nothing(out, id),
                (_, Some("A")) if *gone.borrow() => reply(out, id, 404, kind, body),
                _ => reply(out, id, 200, JSON, &good(request)),
            },
        );
        let mut world = ready_with(config(&[Revision::R2025Nov]), peer);
        world.tool(1);
        assert_eq!(world.result(1), "{}");
        *gone.borrow_mut() = true;
        world.sent.clear();
        for call in 2..7 {
            world.tool_meanwhile(call);
        }
        world.wait(Millis(5_000));
        for call in 2..7 {
            assert_eq!(world.result(call), "{}", "it did not run, and runs in the new session");
        }
        let [(_, again)] = &world.sent_as("initialize")[..] else {
            panic!("more than one beginning")
        };
        assert_eq!(
            (header(again, "Mcp-Session-Id"), header(again, "MCP-Protocol-Version")),
            (None, None)
        );
        let after = world.sent.iter().position(|(_, sent)| sent == again).expect("sent");
        for (_, request) in &world.sent[after + 1..] {
            assert_ne!(header(request, "Mcp-Session-Id"), Some("A"));
        }
        assert!(world.events.iter().any(|event| matches!(event, Event::Restarting)));
    }
}

// proves: HTP-25
#[test]
fn a_server_that_forgets_every_session_is_not_asked_for_ever() {
    let peer =
        Greets::new(Revision::R2025Nov, Some('A'), |id, _: &_, method: &str, out: &mut _| {
            match method {
                "GET" | "DELETE" => nothing(out, id),
                _ => reply(out, id, 404, "", ""),
            }
        });
    let mut world = ready_with(config(&[Revision::R2025Nov]), peer);
    world.tool(1);
    world.wait(Millis(600_000));
    assert!(
        matches!(world.error(1).code, Code::Lost | Code::Http | Code::Closed),
        "{:?}",
        world.error(1)
    );
    assert!(world.sent_as("initialize").len() <= 5, "{}", world.sent_as("initialize").len());
    assert!(world.sent_as("tools/call").len() <= 2);
}

// proves: HTP-13
#[test]
fn a_server_without_a_stream_of_its_own_is_a_server() {
    for (status, kind, body, most) in [
        (405, "", "", 1),
        (405, "text/plain", "no", 1),
        (404, "", "", 1),
        (501, "", "", 1),
        (406, "", "", 1),
        (401, "", "", 1),
        (200, JSON, "{}", 1),
        // A stream that ends at once is opened again, ever more seldom.
        (200, EVENTS, "", 40),
    ] {
        let peer =
            Greets::new(Revision::R2025Nov, None, |id, request: &_, method: &str, out: &mut _| {
                match method {
                    "GET" => reply(out, id, status, kind, body),
                    _ => reply(out, id, 200, JSON, &good(request)),
                }
            });
        let mut world = World::new(config(&[Revision::R2025Nov]), peer, Silent, None);
        world.wait(Millis(1_200_000));
        world.tool(1);
        assert_eq!(world.result(1), "{}", "{status}");
        let asked = world.sent_as("GET").len();
        assert!((1..=most).contains(&asked), "{status} {kind}: asked {asked} times");
    }
}

// proves: HTP-15, HTP-26, HTP-27
#[test]
fn a_session_ends_whatever_the_server_says_to_that() {
    for status in [405, 404, 200, 500, 0] {
        let peer = Greets::new(
            Revision::R2025Nov,
            Some('A'),
            |id, request: &_, method: &str, out: &mut Parts| match method {
                "GET" => nothing(out, id),
                "DELETE" if status == 0 => out.push_back((id, Part::Fail(FailureKind::Broken))),
                "DELETE" => reply(out, id, status, "", ""),
                _ => reply(out, id, 200, JSON, &good(request)),
            },
        );
        let mut world = ready_with(config(&[Revision::R2025Nov]), peer);
        world.host(Command::Close);
        let [(_, end)] = &world.sent_as("DELETE")[..] else { panic!("not told, or twice") };
        assert_eq!(header(end, "Mcp-Session-Id"), Some("A"));
        assert_eq!(world.session.phase(), Phase::Closed);
        let closed = world.events.iter().filter(|event| matches!(event, Event::Closed { .. }));
        assert_eq!(closed.count(), 1);
    }
    let peer = Greets::new(Revision::R2026, Some('A'), |id, request: &_, _: &str, out: &mut _| {
        assert_eq!(header(request, "Mcp-Session-Id"), None);
        reply(out, id, 200, JSON, &good(request));
    });
    let mut world = ready_with(config(&[Revision::R2026]), peer);
    world.tool(1);
    world.host(Command::Close);
    assert_eq!(world.sent.len(), 1, "no GET and no DELETE");
}
