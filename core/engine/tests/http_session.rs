//! Sessions that the server names: how they begin and end, and what happens when the server forgets one.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{
    CallOptions, ClosedReason, Command, Event, SessionConfig, WarningKind,
};
use mcpclient_engine::wire::{Carrier, FailureKind, Head, HttpConfig, HttpMethod, Purpose};
use mcpclient_engine::{CallId, Code};
use web::{EVENTS, JSON, Opened, URL, Web, answer, head, head_of, initialized, message};

const TOOL: &str = r#"{"name":"a"}"#;

fn handshakes() -> SessionConfig {
    web::config(Revision::HANDSHAKE.to_vec())
}

// proves: HTP-22, HTP-23, HTP-24
#[test]
fn a_session_id_is_repeated_if_it_can_be() {
    let log = "s1-secret";
    let (web, _) = Web::handshake_with(handshakes(), Revision::R2025Nov, Some(log));
    assert!(!format!("{:?}", web.session).contains(log));
    for bad in ["", "a b", "a\u{e9}", "a\r\nX: y", "\u{7f}", "a\tb"] {
        let (mut web, stream) = Web::handshake_with(handshakes(), Revision::R2025Nov, Some(bad));
        assert!(web.warned(WarningKind::Malformed), "{bad:?}");
        assert_eq!(stream.expect("a stream").header("mcp-session-id"), None);
        web.call(1, "tools/list", "{}");
        assert_eq!(web.take().header("mcp-session-id"), None);
        web.command(Command::Close);
        assert!(web.try_take().is_none());
    }
}

// proves: HTP-26
#[test]
fn the_session_is_ended_with_the_last_exchange() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.call(2, "tools/call", TOOL);
    web.command(Command::Close);
    let end = web.take();
    assert!(end.is(HttpMethod::Delete, Purpose::End), "what was not begun is not made any more");
    assert_eq!(end.header("mcp-session-id"), Some("s1"));
    assert_eq!(end.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(end.request.body, None);
    for call in [1, 2] {
        assert_eq!(web.outcome(call).expect_err("closed").code, Code::Closed);
    }
    assert!(matches!(web.event(), Some(Event::Closed { reason: ClosedReason::Host, .. })));
    assert!(web.closed);
    // Whatever comes now concerns nobody.
    web.refuse(&end, 500, "text/plain", "");
    web.refuse(&asked, 200, JSON, &answer(asked.wire(), "{}"));
    web.fail(stream.expect("a stream").id, FailureKind::Broken);
    web.pass(1_000_000);
    web.nothing();
}

// proves: HTP-26
#[test]
fn a_session_that_has_just_begun_is_ended_too() {
    let mut web = Web::new(handshakes());
    let asked = web.take();
    web.begin(asked.id, &Head { session_id: Some("s1".into()), ..head_of(EVENTS) });
    web.command(Command::Close);
    let end = web.take();
    assert!(end.is(HttpMethod::Delete, Purpose::End));
    assert_eq!(end.header("mcp-session-id"), Some("s1"));
    assert!(web.closed && web.try_take().is_none());
}

fn greeted(session: Option<&str>) -> (Web, Opened, Opened) {
    let mut web = Web::new(handshakes());
    let asked = web.take();
    let head = Head { session_id: session.map(str::to_owned), ..head_of(JSON) };
    web.whole(asked.id, &head, &answer(asked.wire(), &initialized(Revision::R2025Nov)));
    assert!(matches!(web.event(), Some(Event::Ready(_))));
    let (told, stream) = (web.take(), web.take());
    assert_eq!(told.method(), "notifications/initialized");
    assert_eq!(told.header("mcp-session-id"), session);
    assert!(stream.is(HttpMethod::Get, Purpose::Stream));
    (web, told, stream)
}

// proves: HTP-13
#[test]
fn calls_wait_for_the_beginning_of_the_session() {
    // For the stream, until it is there.
    let (mut web, told, stream) = greeted(Some("s1"));
    web.call(1, "tools/call", TOOL);
    web.command(Command::Notify { method: "x/told".into(), params: None });
    web.accept(&told);
    web.nothing();
    web.begin(stream.id, &head_of(EVENTS));
    assert_eq!(web.take().method(), "tools/call");
    assert_eq!(web.take().method(), "x/told");
    // Or for a second.
    let (mut web, told, _) = greeted(None);
    web.call(1, "tools/call", TOOL);
    web.accept(&told);
    web.pass(900);
    web.nothing();
    web.pass(200);
    assert_eq!(web.take().method(), "tools/call");
    // For the server to know, whatever it says to it.
    let (mut web, told, stream) = greeted(Some("s1"));
    web.call(1, "tools/call", TOOL);
    web.refuse(&stream, 405, "text/plain", "");
    web.pass(2_000);
    web.nothing();
    web.refuse(&told, 400, "text/plain", "");
    assert!(web.warned(WarningKind::Unsent));
    assert_eq!(web.take().method(), "tools/call");
    // And for no server for ever.
    let (mut web, _, _) = greeted(Some("s1"));
    web.call(1, "tools/call", TOOL);
    web.pass(20_000);
    assert_eq!(web.take().method(), "tools/call");
    // A call that is given up meanwhile was never made.
    let (mut web, told, stream) = greeted(Some("s1"));
    web.call(1, "tools/call", TOOL);
    web.command(Command::Cancel { call: CallId(1), reason: None });
    assert!(web.outcome(1).is_err());
    web.accept(&told);
    web.begin(stream.id, &head_of(EVENTS));
    web.nothing();
}

// proves: HTP-13
#[test]
fn a_server_without_a_stream_is_not_asked_for_one_again() {
    for (status, kind) in [
        (405, "text/plain"),
        (404, "text/html"),
        (400, JSON),
        (501, JSON),
        (406, JSON),
        (200, JSON),
        (401, JSON),
        (503, JSON),
    ] {
        let (mut web, told, stream) = greeted(Some("s1"));
        web.accept(&told);
        web.refuse(&stream, status, kind, "{}");
        web.pass(500_000);
        web.nothing();
        assert_eq!(web.warnings, [], "{status}");
        web.call(1, "tools/call", TOOL);
        let asked = web.take();
        web.result(&asked, "{}");
        assert!(web.outcome(1).is_ok());
    }
    let http = HttpConfig { listen: false, ..HttpConfig::new(URL) };
    let quiet = SessionConfig { carrier: Carrier::Http(http), ..handshakes() };
    let (mut web, stream) = Web::handshake_with(quiet, Revision::R2025Nov, Some("s1"));
    assert!(stream.is_none());
    web.call(1, "tools/call", TOOL);
    assert_eq!(web.take().method(), "tools/call");
}

// proves: HTP-11, CAN-01, CAN-03, CAN-04
#[test]
fn a_call_is_cancelled_in_words() {
    for begun in [false, true] {
        let (mut web, _) = Web::handshake(Revision::R2025Nov);
        web.call(1, "tools/call", TOOL);
        let asked = web.take();
        if begun {
            web.begin(asked.id, &head_of(EVENTS));
        }
        web.command(Command::Cancel { call: CallId(1), reason: Some("enough".into()) });
        assert_eq!(web.outcome(1).expect_err("cancelled").code, Code::Cancelled);
        let told = web.take();
        assert_eq!(told.method(), "notifications/cancelled");
        assert_eq!(told.body()["params"]["requestId"], asked.wire());
        assert!(web.was_aborted(asked.id));
        web.send(asked.id, &message(&answer(asked.wire(), "{}")));
        web.end(asked.id);
        web.accept(&told);
        web.nothing();
        assert_eq!(web.warnings, []);
    }
}

const FORGOTTEN: [(&str, &str); 3] = [
    ("text/plain", ""),
    ("text/html", "<html>"),
    (JSON, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#),
];

// proves: HTP-25, HTP-22
#[test]
fn a_session_that_is_forgotten_begins_anew() {
    for (kind, body) in FORGOTTEN {
        let (mut web, stream) = Web::handshake(Revision::R2025Nov);
        for call in 1..=3 {
            web.call(call, "tools/call", TOOL);
        }
        let asked: Vec<_> = (0..3).map(|_| web.take()).collect();
        for asked in &asked {
            web.refuse(asked, 404, kind, body);
        }
        assert!(web.was_aborted(stream.expect("a stream").id), "it was the old session's");
        assert!(matches!(web.event(), Some(Event::Restarting)));
        web.shake_hands(Revision::R2025Nov, Some("s2"));
        // None of them ran, so all go again: once, and in the new session.
        for _ in 0..3 {
            let again = web.take();
            assert_eq!(
                (again.method().as_str(), again.header("mcp-session-id")),
                ("tools/call", Some("s2"))
            );
            assert!(asked.iter().all(|asked| asked.wire() != again.wire()));
            web.result(&again, "{}");
        }
        for call in 1..=3 {
            assert!(web.outcome(call).is_ok());
        }
        web.nothing();
    }
}

// proves: HTP-25
#[test]
fn a_server_that_forgets_every_session_is_not_asked_for_ever() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    let mut sessions = 0;
    let mut closed = None;
    for call in 1..=20 {
        if closed.is_some() {
            break;
        }
        web.call(call, "tools/call", TOOL);
        let outcome = loop {
            let asked = web.try_take();
            match asked {
                Some(asked) if asked.request.method == HttpMethod::Get => {
                    web.begin(asked.id, &head_of(EVENTS));
                }
                Some(asked) if asked.method() == "initialize" => {
                    sessions += 1;
                    let id = format!("s{sessions}x");
                    let head = Head { session_id: Some(id), ..head_of(JSON) };
                    let agreed = initialized(Revision::R2025Nov);
                    web.whole(asked.id, &head, &answer(asked.wire(), &agreed));
                }
                Some(asked) if asked.method() == "tools/call" => {
                    web.refuse(&asked, 404, "text/plain", "");
                }
                Some(asked) => web.accept(&asked),
                None => match web.event() {
                    Some(Event::Done { outcome, .. }) => break outcome,
                    Some(_) => {}
                    None => panic!("the call hangs"),
                },
            }
        };
        let failed = outcome.expect_err("forgotten");
        assert_eq!((failed.code, failed.http.map(|http| http.status)), (Code::Http, Some(404)));
        closed = std::iter::from_fn(|| web.event())
            .find(|event| matches!(event, Event::Closed { reason: ClosedReason::Server, .. }));
    }
    assert!(sessions <= 3, "{sessions}");
    assert!(closed.is_some(), "it is no server");
}

// proves: HTP-25, HTP-21
#[test]
fn what_was_under_way_in_a_forgotten_session_is_lost_unless_it_may_run_twice() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    web.call(1, "tools/call", TOOL);
    web.call(2, "resources/read", r#"{"uri":"x:y"}"#);
    let retry = CallOptions { retry_lost: true, ..CallOptions::default() };
    web.call_with(3, "tools/call", TOOL, retry);
    let streams: Vec<_> = (0..3).map(|_| web.take()).collect();
    for stream in &streams {
        web.begin(stream.id, &head_of(EVENTS));
    }
    web.call(4, "tools/list", "{}");
    let asked = web.take();
    web.refuse(&asked, 404, "text/plain", "");
    for stream in &streams {
        assert!(web.was_aborted(stream.id));
    }
    let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
    assert!(events.iter().any(|event| matches!(event, Event::Restarting)));
    let lost = events.iter().find_map(|event| match event {
        Event::Done { call, outcome } => Some((*call, outcome.clone().expect_err("lost").code)),
        _ => None,
    });
    assert_eq!(lost, Some((CallId(1), Code::Lost)));
    web.shake_hands(Revision::R2025Nov, Some("s2"));
    let again: Vec<_> = std::iter::from_fn(|| web.try_take()).map(|asked| asked.method()).collect();
    assert_eq!(again, ["resources/read", "tools/call", "tools/list"]);
}

// proves: HTP-25
#[test]
fn answers_to_a_forgotten_session_are_wanted_by_nobody() {
    let mut setup = handshakes();
    setup.offer.form = true;
    let (mut web, stream) = Web::handshake_with(setup, Revision::R2025Nov, Some("s1"));
    let ask = r#"{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}"#;
    web.send(stream.expect("a stream").id, &message(ask));
    let Some(Event::Input(input)) = web.event() else { panic!("an input") };
    web.call(1, "tools/list", "{}");
    let asked = web.take();
    web.refuse(&asked, 404, "text/plain", "");
    let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Withdrawn { input: id, .. } if *id == input.id))
    );
    web.shake_hands(Revision::R2025Nov, Some("s2"));
    assert_eq!(web.take().method(), "tools/list");
    web.nothing();
}

#[test]
fn a_refused_handshake_after_a_forgotten_session_ends_everything() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.whole(asked.id, &head(404, "text/plain"), "");
    let greeting = web.take();
    web.fail(greeting.id, FailureKind::Unreachable);
    let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
    let done = events.iter().filter(|event| matches!(event, Event::Done { .. })).count();
    assert_eq!(done, 1);
    assert!(matches!(events.last(), Some(Event::Closed { .. })), "{events:?}");
}
