//! Faults that others have had over HTTP: errors. The list of all is `tests/cases/cases.toml`.

use super::ready::{fill, good, nothing, ready};
use super::world::{EVENTS, JSON, Part, Parts, head, reply, reply_with};
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::Phase;
use mcpclient_engine::wire::{FailureKind, Head};
use mcpclient_engine::{Code, Millis};
use std::cell::RefCell;

const ALL: [Revision; 4] =
    [Revision::R2025Mar, Revision::R2025Jun, Revision::R2025Nov, Revision::R2026];

// proves: HTP-05, HTP-09, HTP-43
#[test]
fn an_error_status_ends_its_own_call_and_keeps_what_it_says() {
    for revision in ALL {
        for (status, kind, body, code) in [
            (500, "text/plain", "oops", None),
            (502, "text/html", "<html><title>502</title>", None),
            (
                400,
                JSON,
                r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"bad","data":{"k":1}}}"#,
                Some(-32_602),
            ),
            (
                400,
                JSON,
                r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32000,"message":"no"}}"#,
                None,
            ),
            (
                400,
                JSON,
                r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}"#,
                Some(-32_600),
            ),
            (400, JSON, r#"{"error":{"code":"invalid_payload","message":"x"}}"#, None),
            (413, "", "", None),
            (431, "", "", None),
            (500, JSON, r#"{"jsonrpc":"2.0","id":ID,"result":{}}"#, None),
            (503, "", "", None),
        ] {
            let other = RefCell::new(None);
            let mut world =
                ready(revision, |id, request: &_, method: &str, out: &mut Parts| match method {
                    "GET" | "DELETE" => nothing(out, id),
                    "prompts/list" => *other.borrow_mut() = Some((id, good(request))),
                    _ => reply(out, id, status, kind, &fill(body, request)),
                });
            world.call(1, "prompts/list", "{}");
            world.tool(2);
            let error = world.error(2);
            let http = error.http.as_ref().expect("what came");
            assert_eq!(http.status, status, "{body}");
            assert_eq!(error.server.as_ref().map(|server| server.code), code, "{body}");
            assert_eq!(error.code, if code.is_some() { Code::Server } else { Code::Http });
            assert!(world.end(1).is_none(), "the other goes on");
            let (id, result) = other.take().expect("asked");
            world.says(id, Part::Head(head(200, JSON)));
            world.says(id, Part::Body(result.into_bytes()));
            world.says(id, Part::End);
            assert_eq!(world.result(1), "{}");
            assert_eq!(world.sent_as("tools/call").len(), 1);
            assert_eq!(world.session.phase(), Phase::Ready);
        }
    }
}

// proves: HTP-06
#[test]
fn what_is_compressed_and_does_not_say_so_is_no_answer() {
    let mut world =
        ready(Revision::R2025Nov, |id, _: &_, method: &str, out: &mut Parts| match method {
            "GET" | "DELETE" => nothing(out, id),
            _ => {
                out.push_back((id, Part::Head(head(200, JSON))));
                out.push_back((
                    id,
                    Part::Body(b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xab\xae\x05\0".to_vec()),
                ));
                out.push_back((id, Part::End));
            }
        });
    world.tool(1);
    let error = world.error(1);
    assert_eq!(
        (error.code, error.http.as_ref().map(|http| &*http.excerpt)),
        (Code::Http, Some(""))
    );
}

// proves: HTP-21
#[test]
fn what_does_not_arrive_and_what_breaks_are_told_apart() {
    for revision in ALL {
        for (begins, kind, code) in [
            (false, FailureKind::Unreachable, Code::Network),
            (false, FailureKind::Forbidden, Code::Refused),
            (false, FailureKind::Broken, Code::Lost),
            (true, FailureKind::Broken, Code::Lost),
        ] {
            let mut world = ready(revision, |id, _: &_, method: &str, out: &mut Parts| {
                if method == "GET" || method == "DELETE" {
                    return nothing(out, id);
                }
                if begins {
                    out.push_back((id, Part::Head(head(200, JSON))));
                }
                out.push_back((id, Part::Fail(kind)));
            });
            world.tool(1);
            assert_eq!(world.error(1).code, code, "{kind:?}");
            assert_eq!(world.sent_as("tools/call").len(), 1, "{kind:?}");
            assert_eq!(world.session.phase(), Phase::Ready);
        }
    }
}

// proves: HTP-43
#[test]
fn a_server_that_wants_patience_says_so_to_the_host() {
    for revision in ALL {
        for (status, patience) in
            [(429, Some(1_000)), (429, Some(86_400_000)), (429, None), (503, Some(0))]
        {
            let retry_after = patience.map(Millis);
            let mut world =
                ready(revision, |id, _: &_, method: &str, out: &mut Parts| match method {
                    "GET" | "DELETE" => nothing(out, id),
                    _ => reply_with(out, id, Head { retry_after, ..head(status, "") }, ""),
                });
            world.tool(1);
            let error = world.error(1);
            let http = error.http.as_ref().expect("what came");
            assert_eq!(
                (error.code, http.status, http.retry_after),
                (Code::Http, status, retry_after)
            );
            world.wait(Millis(600_000));
            assert_eq!(world.sent_as("tools/call").len(), 1, "nothing is sent again by itself");
        }
    }
}

// proves: RPC-07
#[test]
fn an_error_without_an_id_is_for_the_request_that_it_answers() {
    for revision in ALL {
        for body in [
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#,
        ] {
            for (status, events) in [(200, false), (400, false), (200, true)] {
                let mut world =
                    ready(revision, |id, _: &_, method: &str, out: &mut Parts| match method {
                        "prompts/list" => {}
                        "GET" | "DELETE" => nothing(out, id),
                        _ if events => reply(out, id, status, EVENTS, &format!("data: {body}\n\n")),
                        _ => reply(out, id, status, JSON, body),
                    });
                world.call(1, "prompts/list", "{}");
                world.tool(2);
                let server = world.error(2).server.as_ref().expect("the server's own");
                assert_eq!(server.code, -32_700);
                assert!(world.end(1).is_none());
            }
        }
    }
}
