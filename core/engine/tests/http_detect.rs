//! Which era a server speaks, by what it answers over HTTP.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::Code;
use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::session::{ClosedReason, Event, SessionConfig};
use mcpclient_engine::wire::{Carrier, FailureKind, Head, HttpConfig, HttpMethod, OldSse, Purpose};
use web::{
    DISCOVERED, EVENTS, JSON, Opened, URL, Web, answer, error, head_of, initialized, message,
};

fn asked() -> (Web, Opened) {
    let mut web = Web::new(web::config(Era::Auto.revisions()));
    let asked = web.take();
    assert_eq!(asked.method(), "server/discover");
    assert_eq!(asked.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(asked.header("mcp-method"), Some("server/discover"));
    (web, asked)
}

fn is_ready(web: &mut Web, revision: Revision) {
    match web.event() {
        Some(Event::Ready(facts)) => assert_eq!(facts.revision, revision),
        other => panic!("{other:?}"),
    }
}

fn closed(web: &mut Web) -> (ClosedReason, mcpclient_engine::Error) {
    match web.event() {
        Some(Event::Closed { reason, error }) => (reason, error),
        other => panic!("{other:?}"),
    }
}

// proves: VER-39, VER-42, HTP-29
#[test]
fn a_stateless_server_is_known_by_its_answer() {
    for kind in [JSON, EVENTS] {
        let (mut web, asked) = asked();
        let body = answer(asked.wire(), DISCOVERED);
        let body = if kind == JSON { body } else { message(&body) };
        web.refuse(&asked, 200, kind, &body);
        is_ready(&mut web, Revision::R2026);
        web.nothing();
    }
}

// proves: VER-35, VER-39, VER-40, VER-41, VER-43
#[test]
fn whatever_is_no_sign_of_the_stateless_era_leads_to_a_handshake() {
    let own = "\"id\":1";
    for (status, kind, body) in [
        (400, "text/plain", "text".to_owned()),
        (400, JSON, String::new()),
        (400, JSON, r#"{"error":{"code":"invalid_payload","message":"x"}}"#.into()),
        (400, JSON, error(1, -32_000).replace(own, "\"id\":null")),
        (400, JSON, error(1, -32_600).replace(own, "\"id\":\"server-error\"")),
        (404, "text/html", "<html>".into()),
        (404, JSON, error(1, -32_601)),
        (405, "text/plain", String::new()),
        (406, "text/plain", String::new()),
        (415, JSON, error(1, -32_602)),
        (200, JSON, error(1, -32_601)),
        (200, EVENTS, message(&error(1, -32_602))),
        (200, "text/html", "<html>".into()),
        (200, EVENTS, ": nothing\n\n".into()),
        (202, "text/plain", String::new()),
        (200, JSON, answer(1, "{}")),
    ] {
        let (mut web, asked) = asked();
        assert_eq!(asked.wire(), 1);
        web.refuse(&asked, status, kind, &body);
        let greeting = web.take();
        assert_eq!(greeting.method(), "initialize", "{status} {body}");
        assert_eq!(greeting.header("mcp-protocol-version"), None);
        assert_eq!(greeting.header("mcp-method"), None);
        let agreed = initialized(Revision::R2025Jun);
        web.result(&greeting, &agreed);
        is_ready(&mut web, Revision::R2025Jun);
        assert_eq!(web.take().method(), "notifications/initialized");
    }
    let (mut web, asked) = asked();
    // What is cut is asked once more.
    web.fail(asked.id, FailureKind::Broken);
    let asked = web.take();
    assert_eq!(asked.method(), "server/discover");
    web.fail(asked.id, FailureKind::Broken);
    assert_eq!(web.take().method(), "initialize");
}

// proves: VER-34, VER-39, VER-37
#[test]
fn signs_of_the_stateless_era_count_at_any_status() {
    let own = "\"id\":1";
    for status in [200, 400, 404, 500] {
        for named in [true, false] {
            let (mut web, asked) = asked();
            let body = error(1, -32_020);
            let body = if named { body } else { body.replace(own, "\"id\":null") };
            web.refuse(&asked, status, JSON, &body);
            assert_eq!(closed(&mut web).0, ClosedReason::Refused, "{status}");
        }
    }
    let unsupported = |versions: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32022,"message":"no","data":{{"supported":[{versions}]}}}}}}"#
        )
    };
    let (mut web, first) = asked();
    web.refuse(&first, 400, JSON, &unsupported("\"2026-07-28\""));
    let again = web.take();
    assert_eq!(again.method(), "server/discover", "it is asked once more");
    web.result(&again, DISCOVERED);
    is_ready(&mut web, Revision::R2026);
    let (mut web, first) = asked();
    web.refuse(&first, 400, JSON, &unsupported("\"2025-06-18\""));
    assert_eq!(web.take().method(), "initialize");
}

// proves: VER-44, HTP-46
#[test]
fn who_asks_and_when_is_no_verdict() {
    for status in [401, 403, 407, 429, 500, 502, 503, 302] {
        for body in
            ["", "<html>", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}"#]
        {
            let (mut web, asked) = asked();
            web.refuse(&asked, status, JSON, body);
            let (reason, error) = closed(&mut web);
            assert_eq!(reason, ClosedReason::Refused, "{status} {body}");
            assert_eq!(error.http.map(|http| http.status), Some(status));
            assert!(web.closed && web.try_take().is_none());
            let mut web = Web::new(web::config(Era::Legacy.revisions()));
            let asked = web.take();
            web.refuse(&asked, status, JSON, body);
            let (_, error) = closed(&mut web);
            assert_eq!(error.http.map(|http| http.status), Some(status), "no stream is tried");
        }
    }
    for (kind, code) in
        [(FailureKind::Unreachable, Code::Network), (FailureKind::Forbidden, Code::Refused)]
    {
        let (mut web, asked) = asked();
        web.fail(asked.id, kind);
        assert_eq!(closed(&mut web).1.code, code);
    }
}

// proves: VER-35
#[test]
fn silence_leads_to_a_handshake_and_a_late_answer_counts_if_that_fails() {
    let (mut web, asked) = asked();
    web.pass(20_000);
    let greeting = web.take();
    assert_eq!(greeting.method(), "initialize");
    web.result(&asked, DISCOVERED);
    web.nothing();
    web.refuse(&greeting, 400, "text/plain", "no");
    is_ready(&mut web, Revision::R2026);
    web.call(1, "tools/list", "{}");
    assert_eq!(web.take().header("mcp-protocol-version"), Some("2026-07-28"));
}

// proves: VER-45
#[test]
fn what_is_known_of_a_server_is_doubted_when_it_does_not_work() {
    let known =
        SessionConfig { known_era: Some(Era::Legacy), ..web::config(Era::Auto.revisions()) };
    let mut web = Web::new(known);
    let greeting = web.take();
    assert_eq!(greeting.method(), "initialize");
    web.refuse(&greeting, 400, JSON, "{}");
    let asked = web.take();
    assert_eq!(asked.method(), "server/discover");
    web.result(&asked, DISCOVERED);
    is_ready(&mut web, Revision::R2026);
}

// proves: VER-38
#[test]
fn a_client_of_the_stateless_era_alone_says_what_it_met() {
    for (status, code) in [(404, Code::Http), (500, Code::Http)] {
        let mut web = Web::new(web::config(Era::Modern.revisions()));
        let asked = web.take();
        web.refuse(&asked, status, "text/html", "<html>");
        let (_, error) = closed(&mut web);
        assert_eq!((error.code, error.http.map(|http| http.status)), (code, Some(status)));
    }
}

// proves: VER-46, HTP-47
#[test]
fn a_refusal_in_words_ends_the_handshake() {
    let mut web = Web::new(web::config(Era::Legacy.revisions()));
    let greeting = web.take();
    let own = format!("\"id\":{},", greeting.wire());
    let body =
        r#"{"jsonrpc":"2.0",ID"error":{"code":-32602,"message":"no","data":{"supported":["x"]}}}"#;
    web.refuse(&greeting, 400, JSON, &body.replace("ID", &own));
    let (reason, error) = closed(&mut web);
    assert_eq!((reason, error.code), (ClosedReason::Revision, Code::Version));
    assert!(error.server.is_some());
    assert!(web.try_take().is_none());
}

fn old_sse(old_sse: OldSse) -> SessionConfig {
    let http = HttpConfig { old_sse, ..HttpConfig::new(URL) };
    SessionConfig { carrier: Carrier::Http(http), ..web::config(Era::Auto.revisions()) }
}

// proves: HTP-47, SSE-01, SSE-06, SSE-07
#[test]
fn a_server_that_refuses_everything_newer_is_asked_for_a_stream() {
    for (status, body) in [
        (400, "no"),
        (404, "<html>"),
        (405, ""),
        (400, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"x\"}}"),
    ] {
        let mut web = Web::new(old_sse(OldSse::Fallback));
        for method in ["server/discover", "initialize"] {
            let asked = web.take();
            assert_eq!(asked.method(), method);
            web.refuse(&asked, status, JSON, body);
        }
        let stream = web.take();
        assert!(stream.is(HttpMethod::Get, Purpose::Stream));
        assert_eq!(stream.header("accept"), Some(EVENTS));
        assert_eq!(stream.header("mcp-protocol-version"), None);
        web.begin(stream.id, &head_of(EVENTS));
        web.nothing();
        web.send(stream.id, "event: endpoint\ndata: /messages?sid=1\n\n");
        let greeting = web.take();
        assert_eq!(greeting.method(), "initialize");
        assert_eq!(greeting.request.url.as_deref(), Some("https://example.com/messages?sid=1"));
    }
}

// proves: HTP-47
#[test]
fn one_error_shows_both_attempts() {
    let mut web = Web::new(old_sse(OldSse::Fallback));
    for _ in 0..2 {
        let asked = web.take();
        web.refuse(&asked, 405, "text/plain", "");
    }
    let stream = web.take();
    web.refuse(&stream, 404, "text/plain", "");
    let (reason, error) = closed(&mut web);
    assert_eq!((reason, error.code), (ClosedReason::Refused, Code::Http));
    assert!(error.message.contains("405") && error.message.contains("404"), "{}", error.message);
}

// proves: SSE-06
#[test]
fn the_older_transport_is_spoken_only_where_it_may_be() {
    let mut web = Web::new(old_sse(OldSse::Never));
    for _ in 0..2 {
        let asked = web.take();
        web.refuse(&asked, 405, "text/plain", "");
    }
    assert_eq!(closed(&mut web).1.http.map(|http| http.status), Some(405));
    let mut web = Web::new(old_sse(OldSse::Only));
    assert!(web.take().is(HttpMethod::Get, Purpose::Stream));
    let modern = SessionConfig { revisions: Era::Modern.revisions(), ..old_sse(OldSse::Only) };
    let mut web = Web::new(modern);
    assert_eq!(closed(&mut web).1.code, Code::Version);
}

// proves: TMO-01
#[test]
fn a_stream_that_does_not_say_where_messages_go_is_not_waited_for_forever() {
    let mut web = Web::new(old_sse(OldSse::Only));
    let stream = web.take();
    web.begin(stream.id, &Head { status: 200, ..head_of(EVENTS) });
    web.pass(120_000);
    assert_eq!(closed(&mut web).0, ClosedReason::Timeout);
    assert!(web.closed);
}

// proves: VER-35
#[test]
fn a_question_that_nobody_needs_answered_is_given_up() {
    let (mut web, asked) = asked();
    web.pass(20_000);
    let greeting = web.take();
    web.result(&greeting, &initialized(Revision::R2025Nov));
    is_ready(&mut web, Revision::R2025Nov);
    assert!(web.was_aborted(asked.id) && !web.was_aborted(greeting.id));
}

// proves: VER-06, VER-47
#[test]
fn no_handshake_leads_to_the_stateless_era() {
    let (mut web, asked) = asked();
    web.refuse(&asked, 404, "text/plain", "");
    let greeting = web.take();
    web.result(&greeting, &initialized(Revision::R2026));
    let (reason, error) = closed(&mut web);
    assert_eq!((reason, error.code), (ClosedReason::Revision, Code::Version));
}
