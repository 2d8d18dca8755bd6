//! Faults that others have had over HTTP: the first exchange. The list of all is `tests/cases/cases.toml`.

use super::ready::{Greets, config, fill, good, nothing};
use super::world::{
    EVENTS, JSON, Part, Parts, Peer, Silent, World, head, header, method_of, reply,
};
use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Event, Phase};
use std::collections::BTreeSet;

// proves: HTP-47
#[test]
fn the_old_transport_is_tried_on_the_right_signals_only() {
    let version = r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["1999-01-01"]}}}"#;
    for (status, kind, body, get, asked) in [
        (405, "", "", 200, true),
        (404, "text/html", "<html>", 200, true),
        (400, "", "", 404, true),
        (401, "", "", 200, false),
        (403, "", "", 200, false),
        (500, "", "", 200, false),
        (400, JSON, version, 200, false),
    ] {
        let peer = move |id, request: &_, out: &mut Parts| match method_of(request).as_str() {
            "GET" if get != 200 => reply(out, id, get, "text/plain", "nothing here"),
            "GET" => {
                out.push_back((id, Part::Head(head(200, EVENTS))));
                out.push_back((id, Part::Body(b"event: endpoint\ndata: /m\n\n".to_vec())));
            }
            _ if request.url.is_some() => reply(out, id, 202, "", ""),
            _ => reply(out, id, status, kind, &fill(body, request)),
        };
        let mut world = World::new(config(&Revision::HANDSHAKE), peer, Silent, None);
        world.settle();
        assert_eq!(!world.sent_as("GET").is_empty(), asked, "{status}");
        let on_the_old = world.sent.iter().filter(|(_, request)| request.url.is_some()).count();
        assert_eq!(on_the_old > 0, asked && get == 200, "{status}");
        if asked && get == 200 {
            continue;
        }
        let error = world.session.why_over().expect("over");
        if asked {
            assert!(error.message.contains("400") && error.message.contains("404"), "{error}");
        } else if body.is_empty() {
            assert_eq!(error.http.as_ref().map(|http| http.status), Some(status), "{error}");
        }
    }
}

// proves: HTP-47, SSE-01
#[test]
fn an_old_server_that_does_not_say_where_messages_go_is_not_waited_for() {
    let peer = |id, request: &_, out: &mut Parts| match method_of(request).as_str() {
        "GET" => {
            out.push_back((id, Part::Head(head(200, EVENTS))));
            out.push_back((id, Part::Body(b"event: message\ndata: {}\n\n: x\n\n".to_vec())));
        }
        _ => reply(out, id, 405, "", ""),
    };
    let mut world = World::new(config(&Revision::HANDSHAKE), peer, Silent, None);
    world.tool(1);
    world.finish();
    assert_eq!(world.error(1).code, Code::Timeout);
    assert_eq!(world.session.phase(), Phase::Closed);
}

// proves: VER-39, VER-40
#[test]
fn the_first_question_meets_refusals_of_every_shape() {
    for (status, body) in [
        (400, "text"),
        (400, r#"{"error":{"code":"invalid_payload","message":"x"}}"#),
        (
            400,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Session header is required"}}"#,
        ),
        (
            400,
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"version header not supported"}}"#,
        ),
        (404, ""),
        (405, ""),
        (200, r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"nf"}}"#),
        (404, r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"nf"}}"#),
    ] {
        let kind = if body.starts_with('{') { JSON } else { "text/plain" };
        let mut greets = Greets::new(
            Revision::R2025Nov,
            None,
            |id, request: &_, method: &str, out: &mut Parts| match method {
                "GET" | "DELETE" => nothing(out, id),
                _ => reply(out, id, 200, JSON, &good(request)),
            },
        );
        let peer = |id, request: &_, out: &mut Parts| match method_of(request).as_str() {
            "server/discover" => reply(out, id, status, kind, &fill(body, request)),
            _ => Peer::heard(&mut greets, id, request, out),
        };
        let mut world = World::new(config(&Revision::ALL), peer, Silent, None);
        world.settle();
        let asked: BTreeSet<_> = world.sent.iter().map(|(_, request)| method_of(request)).collect();
        assert!(asked.contains("initialize"), "{status} {body}: at once");
        let (_, initialize) = world.sent_as("initialize")[0];
        assert_ne!(header(initialize, "MCP-Protocol-Version"), Some("2026-07-28"));
        assert_eq!(header(initialize, "Mcp-Method"), None);
        assert!(
            world.events.iter().any(|event| matches!(event, Event::Ready(_))),
            "{status} {body}"
        );
    }
    for (status, body) in [
        (401, ""),
        (403, ""),
        (500, ""),
        (400, r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32020,"message":"mismatch"}}"#),
    ] {
        let peer =
            |id, request: &_, out: &mut Parts| reply(out, id, status, JSON, &fill(body, request));
        let mut world = World::new(config(&Revision::ALL), peer, Silent, None);
        world.finish();
        assert!(world.sent_as("initialize").is_empty(), "{status}: it says nothing of the era");
        assert_eq!(world.session.phase(), Phase::Closed);
    }
}
