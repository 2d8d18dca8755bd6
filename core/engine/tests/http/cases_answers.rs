//! Faults that others have had over HTTP: answers of every shape.
//! The list of all is `tests/cases/cases.toml`.

use super::ready::{fill, good, id_of, nothing, ready};
use super::world::{EVENTS, JSON, Parts, head, header, message, reply, reply_with};
use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Command, Event, WarningKind};
use mcpclient_engine::wire::Head;
use std::cell::RefCell;

const ALL: [Revision; 4] =
    [Revision::R2025Mar, Revision::R2025Jun, Revision::R2025Nov, Revision::R2026];

// proves: HTP-05
#[test]
fn a_notification_may_be_answered_with_any_success() {
    for revision in ALL {
        for (status, kind, body) in [
            (202, "", ""),
            (202, "text/plain", "Accepted"),
            (202, JSON, "{}"),
            (200, "", ""),
            (204, "", ""),
            (200, JSON, "null"),
            (200, JSON, r#"{"id":null}"#),
            (200, EVENTS, ""),
            (
                200,
                JSON,
                r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
            ),
        ] {
            let mut world =
                ready(revision, |id, request: &_, method: &str, out: &mut _| match method {
                    "notifications/x" => reply(out, id, status, kind, body),
                    "GET" | "DELETE" => nothing(out, id),
                    _ => reply(out, id, 200, JSON, &good(request)),
                });
            world.host(Command::Notify { method: "notifications/x".into(), params: None });
            assert_eq!(world.sent_as("notifications/x").len(), 1);
            assert!(world.warnings().is_empty(), "{status} {body}: {:?}", world.warnings());
            world.tool(1);
            assert_eq!(world.result(1), "{}", "{status} {body}");
        }
    }
}

// proves: HTP-05, HTP-06
#[test]
fn a_request_wants_an_answer() {
    for revision in ALL {
        for (status, kind, body) in [
            (202, "", ""),
            (200, "", ""),
            (204, "", ""),
            (200, JSON, "null"),
            (200, JSON, ""),
            (200, JSON, "[]"),
            (200, JSON, "{"),
        ] {
            let mut world = ready(revision, |id, _: &_, method: &str, out: &mut _| match method {
                "GET" | "DELETE" => nothing(out, id),
                _ => reply(out, id, status, kind, body),
            });
            world.tool(1);
            let error = world.error(1);
            assert!(matches!(error.code, Code::Http | Code::Protocol), "{status} {body}: {error}");
            assert_eq!(world.sent_as("tools/call").len(), 1);
        }
    }
}

// proves: HTP-02, HTP-03, HTP-06
#[test]
fn types_of_content_are_compared_as_the_standard_has_it() {
    for (kind, fits) in [
        (Some("application/json; charset=utf-8"), true),
        (Some("Application/JSON;charset=\"UTF-8\""), true),
        (Some("application/json ; v=1"), true),
        (Some("application/json; charset=iso-8859-1"), true),
        (Some("application/json, text/event-stream"), true),
        (None, true),
        (Some("text/event-stream;charset=utf-8"), true),
        (Some("TEXT/Event-Stream"), true),
        (Some("text/plain"), false),
        (Some("text/html"), false),
        (Some("application/problem+json"), false),
        (Some(""), false),
    ] {
        let mut world =
            ready(Revision::R2025Nov, |id, request: &_, method: &str, out: &mut Parts| {
                if method == "GET" || method == "DELETE" {
                    return nothing(out, id);
                }
                let result = fill(r#"{"jsonrpc":"2.0","id":ID,"result":{"t":"é"}}"#, request);
                let events = kind.is_some_and(|kind| kind.to_lowercase().starts_with(EVENTS));
                let body = if events { format!("data: {result}\n\n") } else { result };
                reply_with(
                    out,
                    id,
                    Head { content_type: kind.map(str::to_owned), ..head(200, "") },
                    &body,
                );
            });
        world.tool(1);
        if fits {
            assert_eq!(world.result(1), r#"{"t":"é"}"#, "{kind:?}");
        } else {
            let error = world.error(1);
            let http = error.http.as_ref().expect("what came");
            assert_eq!((error.code, http.content_type.as_deref()), (Code::Http, kind));
            assert!(!error.message.contains('é'));
        }
        let (_, request) = world.sent_as("tools/call")[0];
        assert_eq!(header(request, "Content-Type"), Some(JSON));
        let accept = header(request, "Accept").expect("what is understood");
        assert!(accept.contains(JSON) && accept.contains(EVENTS), "{accept}");
    }
}

// proves: RPC-11, RPC-13
#[test]
fn batches_are_read_where_the_revision_has_them() {
    let play = |revision, body: &'static str| {
        let calls = RefCell::new(Vec::new());
        let mut world =
            ready(revision, |id, request: &_, method: &str, out: &mut Parts| match method {
                "GET" | "DELETE" => nothing(out, id),
                "" => reply(out, id, 202, "", ""),
                _ => {
                    calls.borrow_mut().push((id, id_of(request)));
                    if let [(_, one), (two, other)] = &calls.borrow()[..] {
                        let body = body
                            .replace("ONE", &one.to_string())
                            .replace("TWO", &other.to_string());
                        reply(out, *two, 200, JSON, &body);
                    }
                }
            });
        world.tool(1);
        world.tool(2);
        let ends = [1, 2].map(|call| {
            world.end(call).map(|end| end.clone().map(|good| good.result.as_str().to_owned()))
        });
        let warned: Vec<_> = world.warnings().iter().map(|warning| warning.kind).collect();
        let answers: Vec<_> =
            world.sent_as("").iter().map(|(_, answer)| answer.body.clone().expect("one")).collect();
        let logs = world.events.iter().filter(|event| matches!(event, Event::Log { .. })).count();
        (ends, warned, answers, logs)
    };
    let both = r#"[{"jsonrpc":"2.0","id":TWO,"result":{"b":1}},{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}},{"jsonrpc":"2.0","id":ONE,"result":{"a":1}}]"#;
    let (ends, _, _, logs) = play(Revision::R2025Mar, both);
    assert_eq!(
        ends.map(|end| end.expect("an end").expect("a result")),
        [r#"{"a":1}"#, r#"{"b":1}"#]
    );
    assert_eq!(logs, 1);
    let odd = r#"[{"jsonrpc":"2.0","id":9,"method":"ping"},{"jsonrpc":"2.0","id":TWO,"result":{}},{"bogus":1}]"#;
    let (ends, warned, answers, _) = play(Revision::R2025Mar, odd);
    assert!(ends[0].is_none() && ends[1].as_ref().is_some_and(Result::is_ok));
    assert_eq!(warned, [WarningKind::Malformed]);
    assert_eq!(message(&answers[0])[0]["id"], 9, "{answers:?}");
    for (revision, body) in [
        (Revision::R2025Mar, "[]"),
        (Revision::R2025Jun, both),
        (Revision::R2025Mar, r#"[[{"jsonrpc":"2.0","id":TWO,"result":{}}]]"#),
    ] {
        let (ends, warned, _, _) = play(revision, body);
        assert!(ends[0].is_none(), "the other goes on");
        assert!(ends[1].as_ref().is_some_and(Result::is_err), "{body}: at once");
        assert!(warned.contains(&WarningKind::Batch), "{warned:?}");
    }
}
