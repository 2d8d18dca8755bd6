//! Faults that others have had with streams of events. The list of all is `tests/cases/cases.toml`.

use super::ready::{Greets, config, fill, nothing, ready, ready_with};
use super::world::{EVENTS, Part, Parts, Silent, URL, World, head, header, reply};
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Event, Phase, SessionConfig, WarningKind};
use mcpclient_engine::wire::{Carrier, FailureKind, HttpConfig, HttpRequest, OldSse};
use mcpclient_engine::{Code, ExchangeId, Millis};
use std::cell::RefCell;

/// The answer to the one call of these tests.
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":ID,"result":{}}"#;

/// What may come of a stream.
#[derive(Debug, PartialEq, Eq)]
struct Came {
    /// How the call ended, if it did.
    end: Option<Result<String, Code>>,
    warnings: Vec<WarningKind>,
}

fn good() -> Came {
    Came { end: Some(Ok("{}".into())), warnings: Vec::new() }
}

/// One call, and a stream in those pieces, with `ID` for the call's id; then it ends, if it does.
fn read<T: AsRef<[u8]>>(pieces: &[T], ends: bool) -> Came {
    let mut world =
        ready(Revision::R2025Nov, |id, _: &_, method: &str, out: &mut Parts| match method {
            "GET" | "DELETE" => nothing(out, id),
            _ => out.push_back((id, Part::Head(head(200, EVENTS)))),
        });
    world.tool(1);
    let (id, request) = world.sent_as("tools/call")[0].clone();
    for piece in pieces {
        world.says(id, Part::Body(filled(piece.as_ref(), &request)));
    }
    if ends {
        world.says(id, Part::End);
    }
    let end = world.end(1).cloned();
    Came {
        end: end.map(|end| end.map(|good| good.result.as_str().into()).map_err(|error| error.code)),
        warnings: world.warnings().iter().map(|warning| warning.kind).collect(),
    }
}

fn filled(piece: &[u8], request: &HttpRequest) -> Vec<u8> {
    match std::str::from_utf8(piece) {
        Ok(text) => fill(text, request).into_bytes(),
        Err(_) => piece.to_vec(),
    }
}

fn with_answer(pieces: &[&str]) -> Vec<String> {
    pieces.iter().map(|piece| piece.replace("MSG", ANSWER)).collect()
}

// proves: HTP-07
#[test]
fn every_kind_of_line_end_ends_a_line() {
    for pieces in [
        &["data: MSG\r\n\r\n"][..],
        &["data: MSG\r\r"],
        &["data: MSG\r", "\n\r", "\n"],
        &["event: message\r\ndata: MSG\n\r\n"],
        &["\r\n\r\ndata: MSG\n\n"],
        &["id: 1\r", "data: MSG\r", "\r"],
    ] {
        assert_eq!(read(&with_answer(pieces), false), good(), "{pieces:?}: at once");
    }
    assert_eq!(read(&with_answer(&["data: MSG\r\n\r"]), false), good(), "without waiting for more");
}

// proves: HTP-07
#[test]
fn comments_are_signs_of_life_and_nothing_more() {
    let pieces = [":\n\n", ":ping\n\n", ": data: x\n", "data: MSG\n", ":mid\n", "\n"];
    assert_eq!(read(&with_answer(&pieces), false), good());
    let long = format!(":{}\n\n", "x".repeat(70_000));
    assert_eq!(read(&with_answer(&[&long, "data: MSG\n\n"]), false), good());
    // They say nothing of the call: it is not kept alive by them.
    let mut world =
        ready(Revision::R2025Nov, |id, _: &_, method: &str, out: &mut Parts| match method {
            "GET" | "DELETE" => nothing(out, id),
            "" | "notifications/cancelled" => reply(out, id, 202, "", ""),
            _ => out.push_back((id, Part::Head(head(200, EVENTS)))),
        });
    world.tool(1);
    let id = world.sent_as("tools/call")[0].0;
    for _ in 0..7 {
        world.wait(Millis(10_000));
        world.says(id, Part::Body(b":\n\n".to_vec()));
    }
    assert_eq!(world.error(1).code, Code::Timeout);
    assert_eq!(world.session.phase(), Phase::Ready);
}

// proves: HTP-07
#[test]
fn data_on_several_lines_is_one_message() {
    let pieces = [
        "data: {\"jsonrpc\":\"2.0\",\n",
        "data: \"id\":ID,\n",
        "data:\"result\":{\"t\":\"a\\nb\"}}\n",
        "\n",
    ];
    assert_eq!(read(&pieces, false).end, Some(Ok(r#"{"t":"a\nb"}"#.into())));
    let two = with_answer(&["data: MSG\ndata: MSG\n\n"]);
    assert_eq!(read(&two, false), Came { end: None, warnings: vec![WarningKind::Noise] });
}

// proves: HTP-07, HTP-19
#[test]
fn an_event_that_the_stream_ends_in_counts_if_it_is_whole() {
    assert_eq!(read(&with_answer(&["data: MSG\n"]), true), good());
    assert_eq!(read(&with_answer(&["data: MSG"]), true), good());
    assert_eq!(read(&with_answer(&["data: MSG\n"]), false), Came { end: None, warnings: vec![] });
    assert_eq!(read(&with_answer(&["data: MSG\n\n", "data: {\"jsonrpc\""]), true), good());
    let cut = read(&["data: {\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}\n"], true);
    assert_eq!(cut, Came { end: Some(Err(Code::Lost)), warnings: vec![] });
}

// proves: HTP-16, HTP-18, HTP-20
#[test]
fn an_event_without_data_is_no_message_and_can_be_gone_on_from() {
    for (first, pause) in [
        ("id: a1\ndata:\n\n", 1_000),
        ("id: a1\ndata: \n\n", 1_000),
        ("retry: 500\nid: a1\ndata\n\n", 500),
        ("id: a1\n\n", 1_000),
        ("event: message\nid: a1\ndata:\n\n", 1_000),
    ] {
        let then = with_answer(&[first, "data: MSG\n\n"]);
        assert_eq!(read(&then, false), good(), "{first:?}");
        let call = RefCell::new(None);
        let mut world =
            ready(Revision::R2025Nov, |id, request: &_, method: &str, out: &mut Parts| {
                match (method, header(request, "Last-Event-ID")) {
                    ("GET", Some("a1")) => {
                        let answer = call.borrow().clone().expect("a call");
                        reply(out, id, 200, EVENTS, &format!("data: {answer}\n\n"));
                    }
                    ("GET" | "DELETE", _) => nothing(out, id),
                    _ => {
                        *call.borrow_mut() = Some(fill(ANSWER, request));
                        out.push_back((id, Part::Head(head(200, EVENTS))));
                        out.push_back((id, Part::Body(first.into())));
                        out.push_back((id, Part::Fail(FailureKind::Broken)));
                    }
                }
            });
        world.tool(1);
        world.wait(Millis(pause - 1));
        assert!(world.sent_as("GET").is_empty(), "not sooner than the server wants: {first:?}");
        world.wait(Millis(1));
        assert_eq!(world.result(1), "{}", "{first:?}");
    }
}

// proves: HTP-07
#[test]
fn events_may_be_cut_anywhere() {
    let answer = r#"{"jsonrpc":"2.0","id":ID,"result":{"t":"é😀"}}"#;
    let stream = format!("id: 7\nevent: message\ndata: {}\n\n", answer.replace("ID", "2"));
    let whole = read(&[&stream], false);
    assert_eq!(whole.end, Some(Ok(r#"{"t":"é😀"}"#.into())));
    let bytes = stream.as_bytes();
    for cut in 0..bytes.len() {
        assert_eq!(read(&[&bytes[..cut], &bytes[cut..]], false), whole, "cut at {cut}");
    }
    assert_eq!(read(&bytes.chunks(1).collect::<Vec<_>>(), false), whole);
    let log = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}\n\n";
    let mut world =
        ready(Revision::R2025Nov, |id, request: &_, method: &str, out: &mut Parts| match method {
            "GET" | "DELETE" => nothing(out, id),
            _ => reply(
                out,
                id,
                200,
                EVENTS,
                &format!("{}data: {}\n\n", log.repeat(10), fill(ANSWER, request)),
            ),
        });
    world.tool(1);
    let logs = world.events.iter().filter(|event| matches!(event, Event::Log { .. }));
    assert_eq!((logs.count(), world.result(1)), (10, "{}"));
}

// proves: HTP-07
#[test]
fn marks_tabs_and_spaces_are_where_the_standard_has_them() {
    for (pieces, messages, warnings) in [
        (&["\u{feff}data: MSG\n\n"][..], 1, 0),
        (&["data: x\n\n", "\u{feff}data: MSG\n\n"], 0, 1),
        (&["data:  MSG\n\n"], 1, 0),
        (&["data:\tMSG\n\n"], 1, 0),
        (&["data :MSG\n\n"], 0, 0),
        (&[" data: MSG\n\n"], 0, 0),
        (&["foo: bar\ndata: MSG\nbaz\n\n"], 1, 0),
        (&["data: MSG\u{0}\n\n"], 0, 1),
    ] {
        let came = read(&with_answer(pieces), false);
        assert_eq!(
            (came.end.iter().len(), came.warnings.len()),
            (messages, warnings),
            "{pieces:?}"
        );
    }
}

// proves: HTP-07, SEC-17
#[test]
fn data_may_look_like_the_frame_around_it() {
    for text in ["x data: y\\n\\nevent: z", &"q".repeat(5_000_000), "a\u{2028}b\u{85}c"] {
        let stream =
            format!("data: {{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{{\"t\":\"{text}\"}}}}\n\n");
        let pieces: Vec<_> = stream.as_bytes().chunks(60_000).collect();
        assert_eq!(read(&pieces, false).end, Some(Ok(format!("{{\"t\":\"{text}\"}}"))));
    }
}

/// A server of the oldest transport that says those things on its stream.
fn old(said: &'static str) -> World<impl FnMut(ExchangeId, &HttpRequest, &mut Parts), Silent> {
    let mut http = HttpConfig::new("https://api.example.com/v1/sse?k=1");
    http.old_sse = OldSse::Only;
    let carrier = Carrier::Http(http);
    let config = SessionConfig { carrier, ..config(&Revision::HANDSHAKE) };
    let peer = move |id, request: &HttpRequest, out: &mut Parts| match &request.url {
        Some(_) => reply(out, id, 202, "text/plain", "Accepted"),
        None => {
            out.push_back((id, Part::Head(head(200, EVENTS))));
            out.push_back((id, Part::Body(said.into())));
        }
    };
    let mut world = World::new(config, peer, Silent, None);
    world.settle();
    world
}

// proves: SSE-01, SSE-02, SSE-03
#[test]
fn the_endpoint_of_the_old_transport_is_of_the_same_origin() {
    for (said, wanted) in [
        (
            "event: endpoint\ndata: /messages?sid=1\n\n",
            Some("https://api.example.com/messages?sid=1"),
        ),
        (
            "event: endpoint\ndata: messages?sid=1\n\n",
            Some("https://api.example.com/v1/messages?sid=1"),
        ),
        ("event: endpoint\ndata: ?sid=1\n\n", Some("https://api.example.com/v1/sse?sid=1")),
        ("event: endpoint\ndata: https://api.example.com/m\n\n", Some("https://api.example.com/m")),
        (
            "event: endpoint\ndata: /m\n\nevent: endpoint\ndata: /other\n\n",
            Some("https://api.example.com/m"),
        ),
        (
            "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\nevent: endpoint\ndata: /m\n\n",
            Some("https://api.example.com/m"),
        ),
        ("event: endpoint\ndata: https://evil.example.net/m\n\n", None),
        ("event: endpoint\ndata: http://api.example.com/m\n\n", None),
        ("event: endpoint\ndata: //evil.example.net/m\n\n", None),
        ("event: endpoint\ndata: javascript:1\n\n", None),
        ("event: endpoint\ndata:\n\n", None),
    ] {
        let world = old(said);
        let posts: Vec<_> = world.sent.iter().filter_map(|(_, sent)| sent.url.as_deref()).collect();
        assert_eq!(posts, wanted.into_iter().collect::<Vec<_>>(), "{said:?}");
        assert_eq!(world.session.phase() == Phase::Connecting, wanted.is_some(), "{said:?}");
    }
    let odd = old("event: endpoint\ndata: {\"uri\":\"/m\"}\n\n");
    let elsewhere = |url: &str| !url.starts_with("https://api.example.com/");
    assert!(!odd.sent.iter().any(|(_, sent)| sent.url.as_deref().is_some_and(elsewhere)));
}

// proves: HTP-16, HTP-23
#[test]
fn an_id_that_cannot_be_sent_back_is_not() {
    let peer =
        Greets::new(Revision::R2025Nov, None, |id, request: &_, method: &str, out: &mut Parts| {
            assert_eq!(header(request, "Last-Event-ID"), None, "{URL}");
            match method {
                "GET" | "DELETE" => nothing(out, id),
                _ => {
                    out.push_back((id, Part::Head(head(200, EVENTS))));
                    out.push_back((id, Part::Body("id: a\tb\r\n\nid: é\n\n".into())));
                    out.push_back((id, Part::End));
                }
            }
        });
    let mut world = ready_with(config(&[Revision::R2025Nov]), peer);
    world.tool(1);
    world.wait(Millis(30_000));
    assert_eq!(world.error(1).code, Code::Lost);
}
