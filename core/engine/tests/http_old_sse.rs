//! The transport of 2024: one stream brings everything.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::Code;
use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::session::{ClosedReason, Command, Event, SessionConfig, WarningKind};
use mcpclient_engine::wire::{Carrier, FailureKind, HttpConfig, OldSse};
use web::{EVENTS, JSON, Opened, URL, Web, answer, head_of, initialized, message};

fn begun() -> (Web, Opened) {
    let http = HttpConfig { old_sse: OldSse::Only, ..HttpConfig::new(URL) };
    let config =
        SessionConfig { carrier: Carrier::Http(http), ..web::config(Era::Auto.revisions()) };
    let mut web = Web::new(config);
    let stream = web.take();
    web.begin(stream.id, &head_of(EVENTS));
    (web, stream)
}

fn ready() -> (Web, Opened) {
    let (mut web, stream) = begun();
    web.send(stream.id, "event: endpoint\ndata: /m\n\n");
    let greeting = web.take();
    web.accept(&greeting);
    let agreed = initialized(Revision::R2024);
    web.send(stream.id, &message(&answer(greeting.wire(), &agreed)));
    assert!(matches!(web.event(), Some(Event::Ready(_))));
    let told = web.take();
    assert_eq!(told.method(), "notifications/initialized");
    web.accept(&told);
    (web, stream)
}

// proves: SSE-01, SSE-02, SSE-04, SSE-08
#[test]
fn messages_go_where_the_server_says_and_answers_come_on_the_stream() {
    let (mut web, stream) = ready();
    web.call(1, "tools/call", r#"{"name":"a"}"#);
    web.call(2, "tools/call", r#"{"name":"a"}"#);
    let (first, second) = (web.take(), web.take());
    assert_eq!(first.request.url.as_deref(), Some("https://example.com/m"));
    for header in ["mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name"] {
        assert_eq!(first.header(header), None);
    }
    assert_eq!(first.header("content-type"), Some(JSON));
    // The answer may come before its request is accepted, and what is accepted is no answer.
    web.send(stream.id, &message(&answer(second.wire(), "{}")));
    assert!(web.outcome(2).is_ok());
    web.refuse(&first, 200, JSON, "Accepted");
    web.nothing();
    web.send(stream.id, "event: endpoint\ndata: /other\n\n");
    assert!(web.warned(WarningKind::Malformed));
    web.send(stream.id, &message(&answer(first.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
    web.send(stream.id, &message(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#));
    let pong = web.take();
    assert_eq!(pong.body()["id"], "p");
    assert_eq!(pong.request.url.as_deref(), Some("https://example.com/m"));
}

#[test]
fn a_message_that_is_refused_ends_its_own_call() {
    let (mut web, stream) = ready();
    web.call(1, "tools/call", r#"{"name":"a"}"#);
    let asked = web.take();
    web.refuse(&asked, 404, "text/plain", "no");
    let failed = web.outcome(1).expect_err("refused");
    assert_eq!((failed.code, failed.http.map(|http| http.status)), (Code::Http, Some(404)));
    web.call(2, "tools/call", r#"{"name":"a"}"#);
    let asked = web.take();
    web.fail(asked.id, FailureKind::Unreachable);
    assert_eq!(web.outcome(2).expect_err("not there").code, Code::Network);
    web.call(3, "tools/call", r#"{"name":"a"}"#);
    let asked = web.take();
    web.accept(&asked);
    web.command(Command::Cancel { call: mcpclient_engine::CallId(3), reason: None });
    assert_eq!(web.outcome(3).expect_err("cancelled").code, Code::Cancelled);
    let told = web.take();
    assert_eq!(told.method(), "notifications/cancelled");
    assert_eq!(told.body()["params"]["requestId"], asked.wire());
    web.send(stream.id, &message(&answer(asked.wire(), "{}")));
    web.nothing();
}

// proves: SSE-03
#[test]
fn messages_go_to_no_other_origin() {
    for place in [
        "https://evil.example.net/m",
        "http://example.com/m",
        "//evil.example.net/m",
        "javascript:1",
        "",
    ] {
        let (mut web, stream) = begun();
        web.send(stream.id, &format!("event: endpoint\ndata: {place}\n\n"));
        match web.event() {
            Some(Event::Closed { reason: ClosedReason::Protocol, error }) => {
                assert_eq!(error.code, Code::Protocol);
            }
            // Nothing was said.
            None if place.is_empty() => {}
            other => panic!("{other:?}"),
        }
        assert!(web.try_take().is_none());
    }
}

// proves: SSE-04
#[test]
fn what_comes_before_the_place_for_messages_harms_nobody() {
    let (mut web, stream) = begun();
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{}}"#,
        "nonsense",
    ] {
        web.send(stream.id, &message(text));
    }
    assert!(web.event().is_none());
    web.send(stream.id, "event: endpoint\ndata: /m\n\n");
    let mut opened = std::iter::from_fn(|| web.try_take());
    assert!(opened.any(|opened| opened.method() == "initialize"));
}

// proves: SSE-05
#[test]
fn the_end_of_the_stream_is_the_end_of_the_session() {
    for failure in [None, Some(FailureKind::Broken)] {
        let (mut web, stream) = ready();
        web.call(1, "tools/call", r#"{"name":"a"}"#);
        let asked = web.take();
        web.accept(&asked);
        match failure {
            None => web.end(stream.id),
            Some(kind) => web.fail(stream.id, kind),
        }
        assert_eq!(web.outcome(1).expect_err("over").code, Code::Closed);
        match web.event() {
            Some(Event::Closed { reason, .. }) => assert_eq!(reason, ClosedReason::Server),
            other => panic!("{other:?}"),
        }
        assert!(web.closed && web.try_take().is_none());
    }
}
