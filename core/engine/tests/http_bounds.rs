//! What is too much: for a message, for all of them, and for a server that takes nothing.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::Code;
use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::session::SessionConfig;
use web::{EVENTS, JSON, Web, answer, head_of, message};

const TOOL: &str = r#"{"name":"a"}"#;

fn small(revisions: Vec<Revision>) -> SessionConfig {
    let mut setup = web::config(revisions);
    setup.limits.message_bytes = 4_096;
    setup.limits.depth = 16;
    setup
}

// proves: HTP-45
#[test]
fn an_answer_that_cannot_be_read_ends_its_exchange() {
    let long = format!("\"{}\"", "x".repeat(5_000));
    let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
    for stateless in [false, true] {
        for (bad, code) in [
            (answer(0, &format!(r#"{{"a":{long}}}"#)), Code::TooLarge),
            (answer(0, &format!(r#"{{"a":{deep}}}"#)), Code::TooLarge),
            (r#"{"jsonrpc":"2.0","id":0,"result":{},"error":{}}"#.to_owned(), Code::Protocol),
        ] {
            for events in [false, true] {
                let mut web = if stateless {
                    Web::stateless_with(small(Era::Modern.revisions()))
                } else {
                    let setup = small(Revision::HANDSHAKE.to_vec());
                    Web::handshake_with(setup, Revision::R2025Nov, Some("s1")).0
                };
                web.call(1, "tools/call", TOOL);
                let asked = web.take();
                let bad = bad.replace("\"id\":0", &format!("\"id\":{}", asked.wire()));
                web.begin(asked.id, &head_of(if events { EVENTS } else { JSON }));
                if events {
                    // It could be gone on with, and must not be.
                    web.send(asked.id, "id: e1\ndata:\n\n");
                    web.send(asked.id, &message(&bad));
                } else {
                    web.send(asked.id, &bad);
                    web.end(asked.id);
                }
                assert_eq!(web.outcome(1).expect_err("unreadable").code, code, "{events}");
                // Nothing is wanted of the stream any more.
                web.pass(2_000);
                assert!(!events || web.was_aborted(asked.id));
                web.pass(600_000);
                web.nothing();
            }
        }
    }
}
