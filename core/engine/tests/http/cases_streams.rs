//! Faults that others have had over HTTP: the streams of calls. The list of all is `tests/cases/cases.toml`.

use super::ready::{Greets, config, fill, good, nothing, ready, ready_with};
use super::world::{EVENTS, Part, Parts, head, header, message, reply};
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Answer, Command, Event};
use mcpclient_engine::wire::FailureKind;
use mcpclient_engine::{CallId, Code, Millis};
use std::cell::RefCell;

const ALL: [Revision; 4] =
    [Revision::R2025Mar, Revision::R2025Jun, Revision::R2025Nov, Revision::R2026];

/// One call whose stream says something and ends; what GET is answered with; and what comes of it.
fn stream(
    revision: Revision,
    said: &'static str,
    failure: bool,
    resumed: Option<&'static str>,
) -> (Result<String, Code>, usize, usize) {
    let mut world = ready(revision, |id, request: &_, method: &str, out: &mut Parts| {
        match (method, header(request, "Last-Event-ID")) {
            ("GET", Some("e1")) if resumed.is_some() => {
                out.push_back((id, Part::Head(head(200, EVENTS))));
                out.push_back((id, Part::Body(resumed.unwrap_or_default().as_bytes().to_vec())));
                out.push_back((id, Part::End));
            }
            ("GET" | "DELETE", _) => nothing(out, id),
            _ => {
                out.push_back((id, Part::Head(head(200, EVENTS))));
                out.push_back((id, Part::Body(fill(said, request).into_bytes())));
                out.push_back((
                    id,
                    if failure { Part::Fail(FailureKind::Broken) } else { Part::End },
                ));
            }
        }
    });
    world.tool(1);
    world.wait(Millis(30_000));
    let end = world.end(1).expect("an end, long before the time is up").clone();
    let end = end.map(|good| good.result.as_str().to_owned()).map_err(|error| error.code);
    (end, world.sent_as("tools/call").len(), world.sent_as("GET").len())
}

// proves: HTP-16, HTP-17, HTP-18, HTP-19, HTP-21, HTP-45
#[test]
fn a_stream_that_breaks_ends_its_call_or_is_taken_up_again() {
    let first = "id: e1\ndata:\n\n";
    // The id of the first call's request, in a session that only the beginning was before.
    let answer = "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n";
    assert_eq!(stream(Revision::R2025Nov, first, false, Some(answer)), (Ok("{}".into()), 1, 1));
    assert_eq!(stream(Revision::R2025Nov, first, true, Some(answer)), (Ok("{}".into()), 1, 1));
    assert_eq!(stream(Revision::R2025Nov, first, false, None), (Err(Code::Lost), 1, 1));
    assert_eq!(stream(Revision::R2025Jun, ": x\n\n: y\n\n", false, None), (Err(Code::Lost), 1, 0));
    let progress = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":ID,\"progress\":1}}\n\n";
    assert_eq!(stream(Revision::R2026, progress, true, None), (Err(Code::Lost), 1, 0));
    assert_eq!(stream(Revision::R2026, first, true, Some(answer)), (Err(Code::Lost), 1, 0));
    let strange = "data: {\"jsonrpc\":\"2.0\",\"id\":900,\"result\":{}}\n\n";
    assert_eq!(stream(Revision::R2025Nov, strange, false, None), (Err(Code::Lost), 1, 0));
}

// proves: HTP-12, HTP-45
#[test]
fn after_the_answer_nothing_is_heard_and_the_stream_is_closed() {
    for revision in ALL {
        let stream = RefCell::new(None);
        let mut world = ready(revision, |id, request: &_, method: &str, out: &mut Parts| {
            match method {
                "GET" | "DELETE" => nothing(out, id),
                _ => {
                    *stream.borrow_mut() = Some(id);
                    out.push_back((id, Part::Head(head(200, EVENTS))));
                    let said =
                        fill("data: {\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}\n\n", request);
                    let log = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}\n\n";
                    out.push_back((id, Part::Body(format!("{said}{log}").into_bytes())));
                }
            }
        });
        world.tool(1);
        assert_eq!(world.result(1), "{}");
        world.wait(Millis(60_000));
        assert_eq!(world.given_up, [stream.take().expect("a stream")]);
        assert!(!world.events.iter().any(|event| matches!(event, Event::Log { .. })));
    }
}

const FORM: &str = r#"{"jsonrpc":"2.0","id":"s-1","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}"#;

// proves: HTP-08, HTP-22, HTP-28
#[test]
fn an_answer_to_a_question_on_a_stream_is_posted_at_once() {
    for status in [202, 200, 400, 500, 0] {
        for unasked in [false, true] {
            let streams = RefCell::new((None, None));
            let peer = Greets::new(
                Revision::R2025Jun,
                Some('A'),
                |id, request: &_, method: &str, out: &mut Parts| match method {
                    "DELETE" => nothing(out, id),
                    "GET" => {
                        streams.borrow_mut().0 = Some(id);
                        out.push_back((id, Part::Head(head(200, EVENTS))));
                    }
                    "" if status == 0 => out.push_back((id, Part::Fail(FailureKind::Broken))),
                    "" => reply(out, id, status, "", ""),
                    _ => {
                        streams.borrow_mut().1 = Some((id, good(request)));
                        out.push_back((id, Part::Head(head(200, EVENTS))));
                    }
                },
            );
            let mut world = ready_with(config(&[Revision::R2025Jun]), peer);
            world.tool(1);
            let (get, call) = streams.borrow().clone();
            let (call, result) = call.expect("a call");
            let from = if unasked { get.expect("a stream") } else { call };
            world.says(from, Part::Body(format!("data: {FORM}\n\n").into_bytes()));
            let Some(Event::Input(input)) =
                world.events.iter().find(|event| matches!(event, Event::Input(_)))
            else {
                panic!("{:?}", world.events);
            };
            assert_eq!(input.calls, [CallId(1)], "whose it is");
            let input = input.id;
            world.host(Command::Answer { input, answer: Answer::Accept(None) });
            let [(_, answer)] = &world.sent_as("")[..] else { panic!("not posted, or twice") };
            let body = message(answer.body.as_deref().expect("an answer"));
            assert_eq!((&body["id"], &body["result"]["action"]), (&"s-1".into(), &"accept".into()));
            assert_eq!(header(answer, "Mcp-Session-Id"), Some("A"));
            assert_eq!(header(answer, "MCP-Protocol-Version"), Some("2025-06-18"));
            assert_eq!(world.warnings().is_empty(), matches!(status, 200 | 202), "{status}");
            assert!(world.end(1).is_none(), "the call goes on");
            world.says(call, Part::Body(format!("data: {result}\n\n").into_bytes()));
            assert_eq!(world.result(1), "{}");
        }
    }
}
