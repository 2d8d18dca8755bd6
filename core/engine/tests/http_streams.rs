//! Streams that break in the handshake revisions, and are gone on with.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Event, Listing};
use mcpclient_engine::wire::{FailureKind, Head, HttpMethod, Purpose};
use web::{EVENTS, JSON, Opened, Web, answer, head_of, message};

const TOOL: &str = r#"{"name":"a"}"#;

fn called() -> (Web, Opened) {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.begin(asked.id, &head_of(EVENTS));
    (web, asked)
}

fn resumed(web: &mut Web, last: &str) -> Opened {
    let opened = web.take();
    assert!(opened.is(HttpMethod::Get, Purpose::Stream));
    assert_eq!(opened.header("last-event-id"), Some(last));
    assert_eq!(opened.header("accept"), Some(EVENTS));
    assert_eq!(opened.header("mcp-session-id"), Some("s1"));
    assert_eq!(opened.header("mcp-protocol-version"), Some("2025-11-25"));
    opened
}

// proves: HTP-16, HTP-17, HTP-18, HTP-19, HTP-20
#[test]
fn a_call_goes_on_where_its_stream_ended() {
    for priming in ["id: e1\ndata:\n\n", "id: e1\n\n", "retry: 500\nid: e1\ndata\n\n"] {
        for broken in [false, true] {
            let (mut web, asked) = called();
            web.send(asked.id, priming);
            if broken {
                web.fail(asked.id, FailureKind::Broken);
            } else {
                web.end(asked.id);
            }
            let retry = if priming.contains("retry") { 500 } else { 1_000 };
            web.pass(retry - 1);
            web.nothing();
            web.pass(1);
            let stream = resumed(&mut web, "e1");
            web.begin(stream.id, &head_of(EVENTS));
            web.send(stream.id, &format!("id: e2\n{}", message(&answer(asked.wire(), "{}"))));
            assert!(web.outcome(1).is_ok());
            web.end(stream.id);
            web.pass(10_000);
            web.nothing();
            assert_eq!(web.warnings, []);
        }
    }
}

// proves: HTP-19, HTP-20, TMO-01
#[test]
fn a_server_that_wants_to_be_polled_is_polled() {
    let (mut web, asked) = called();
    web.send(asked.id, "retry: 100\nid: 0\ndata:\n\n");
    web.end(asked.id);
    for round in 0..100 {
        web.pass(100);
        let stream = resumed(&mut web, &round.to_string());
        web.begin(stream.id, &head_of(EVENTS));
        web.send(stream.id, &format!("id: {}\ndata:\n\n", round + 1));
        web.end(stream.id);
    }
    web.pass(100);
    let stream = resumed(&mut web, "100");
    web.begin(stream.id, &head_of(EVENTS));
    web.send(stream.id, &message(&answer(asked.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
}

// proves: HTP-16, HTP-21
#[test]
fn a_stream_that_cannot_be_gone_on_with_loses_the_call() {
    // No event had an id.
    for broken in [false, true] {
        let (mut web, asked) = called();
        web.send(asked.id, ": only a comment\n\n");
        if broken {
            web.fail(asked.id, FailureKind::Broken);
        } else {
            web.end(asked.id);
        }
        assert_eq!(web.outcome(1).expect_err("lost").code, Code::Lost);
        web.nothing();
    }
    // The server does not do that.
    for (status, kind) in [(405, "text/plain"), (400, JSON), (200, JSON)] {
        let (mut web, asked) = called();
        web.send(asked.id, "id: e1\ndata:\n\n");
        web.end(asked.id);
        web.pass(1_000);
        let stream = resumed(&mut web, "e1");
        web.refuse(&stream, status, kind, "{}");
        let lost = web.outcome(1).expect_err("lost");
        assert_eq!((lost.code, lost.http.map(|http| http.status)), (Code::Lost, Some(status)));
        web.pass(100_000);
        web.nothing();
    }
    // An answer to something else is none.
    let (mut web, asked) = called();
    web.send(asked.id, &message(&answer(9_999, "{}")));
    web.end(asked.id);
    assert_eq!(web.outcome(1).expect_err("lost").code, Code::Lost);
}

// proves: HTP-16, HTP-20
#[test]
fn a_server_that_is_away_is_given_time_and_no_more() {
    let (mut web, asked) = called();
    web.send(asked.id, "id: e1\ndata:\n\n");
    web.fail(asked.id, FailureKind::Broken);
    let mut tries = 0;
    let outcome = loop {
        web.pass(1_000);
        match (web.try_take(), web.event()) {
            (Some(stream), None) => {
                tries += 1;
                if tries % 2 == 0 {
                    web.fail(stream.id, FailureKind::Unreachable);
                } else {
                    web.refuse(&stream, 503, "text/html", "");
                }
            }
            (None, Some(Event::Done { outcome, .. })) => break outcome,
            (None, None) => {}
            other => panic!("{other:?}"),
        }
        assert!(tries < 20);
    };
    assert_eq!(outcome.expect_err("lost").code, Code::Lost);
    assert!(tries > 2);
    // One that comes back in time goes on.
    let (mut web, asked) = called();
    web.send(asked.id, "id: e1\ndata:\n\n");
    web.fail(asked.id, FailureKind::Broken);
    web.pass(1_000);
    let stream = resumed(&mut web, "e1");
    web.fail(stream.id, FailureKind::Unreachable);
    web.pass(2_000);
    let stream = resumed(&mut web, "e1");
    web.begin(stream.id, &head_of(EVENTS));
    web.send(stream.id, &message(&answer(asked.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
}

#[test]
fn a_call_that_waits_for_its_stream_can_be_cancelled_and_ends_in_time() {
    let (mut web, asked) = called();
    web.send(asked.id, "id: e1\ndata:\n\n");
    web.end(asked.id);
    let command = mcpclient_engine::session::Command::Cancel {
        call: mcpclient_engine::CallId(1),
        reason: None,
    };
    web.command(command);
    assert!(web.outcome(1).is_err());
    assert_eq!(web.take().method(), "notifications/cancelled");
    web.pass(100_000);
    web.nothing();
    let (mut web, asked) = called();
    web.send(asked.id, "retry: 86400000\nid: e1\ndata:\n\n");
    web.end(asked.id);
    web.pass(4_000_000);
    assert_eq!(web.outcome(1).expect_err("late").code, Code::Timeout);
    // Or is answered elsewhere.
    let (mut web, asked) = called();
    web.send(asked.id, "id: e1\ndata:\n\n");
    web.end(asked.id);
    web.call(2, "tools/call", TOOL);
    let other = web.take();
    web.begin(other.id, &head_of(EVENTS));
    web.send(other.id, &message(&answer(asked.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
    web.pass(2_000);
    web.nothing();
}

// proves: HTP-10, HTP-13, HTP-14, HTP-16, HTP-20
#[test]
fn the_stream_of_what_is_said_unasked_is_opened_again() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    let mut stream = stream.expect("a stream");
    web.send(stream.id, "id: 1\ndata:\n\n");
    for round in 1..50 {
        let told = r#"{"jsonrpc":"2.0","method":"x/told"}"#;
        web.send(stream.id, &format!("id: a{round}\n{}", message(told)));
        assert!(matches!(web.event(), Some(Event::Notification { .. })));
        web.end(stream.id);
        web.pass(999);
        web.nothing();
        web.pass(1);
        stream = resumed(&mut web, &format!("a{round}"));
        web.begin(stream.id, &head_of(EVENTS));
    }
    assert_eq!(web.session.changes_of(Listing::Tools), 0, "nothing can have been missed");
}

// proves: HTP-20, HTP-13
#[test]
fn a_stream_that_brings_nothing_is_opened_again_less_and_less_often() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    web.end(stream.expect("a stream").id);
    assert_eq!(web.session.changes_of(Listing::Tools), 1, "who knows what was missed");
    let (mut opened, mut hour) = (0, 3_600);
    while hour > 0 {
        web.pass(1_000);
        hour -= 1;
        if let Some(stream) = web.try_take() {
            assert_eq!(stream.header("last-event-id"), None);
            opened += 1;
            match opened % 3 {
                0 => web.refuse(&stream, 200, EVENTS, ""),
                1 => web.fail(stream.id, FailureKind::Unreachable),
                _ => web.refuse(&stream, 502, "text/html", ""),
            }
        }
        web.nothing();
    }
    assert!((60..100).contains(&opened), "{opened}");
    // One that once was there and is no more.
    web.pass(60_000);
    let stream = web.take();
    web.refuse(&stream, 405, "text/plain", "");
    web.pass(3_600_000);
    web.nothing();
}

// proves: HTP-20
#[test]
fn a_busy_server_says_when_to_come_back() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    web.end(stream.expect("a stream").id);
    web.pass(1_000);
    let stream = web.take();
    let wait = Some(mcpclient_engine::Millis::seconds(300));
    web.whole(stream.id, &Head { retry_after: wait, ..web::head(503, "text/html") }, "");
    web.pass(299_000);
    web.nothing();
    web.pass(2_000);
    assert!(web.take().is(HttpMethod::Get, Purpose::Stream));
}

// proves: HTP-06
#[test]
fn an_answer_without_the_last_blank_line_counts_when_the_stream_has_ended() {
    let (mut web, asked) = called();
    web.send(asked.id, &format!("data: {}", answer(asked.wire(), "{}")));
    web.end(asked.id);
    assert!(web.outcome(1).is_ok());
    let (mut web, asked) = called();
    web.send(asked.id, &format!("data: {}", answer(asked.wire(), "{}")));
    web.fail(asked.id, FailureKind::Broken);
    assert_eq!(web.outcome(1).expect_err("cut").code, Code::Lost);
}

#[test]
fn what_is_read_waits_for_the_host() {
    use std::fmt::Write as _;
    let mut setup = web::config(Revision::HANDSHAKE.to_vec());
    setup.limits.events = 8;
    let (mut web, stream) = Web::handshake_with(setup, Revision::R2025Nov, None);
    let stream = stream.expect("a stream");
    let mut flood = String::new();
    for number in 0..100 {
        let told = format!(r#"{{"jsonrpc":"2.0","method":"x/told","params":{{"n":{number}}}}}"#);
        let _ = write!(flood, "{}", message(&told));
    }
    web.send(stream.id, &flood);
    let mut seen = 0;
    while seen < 100 {
        assert!(web.session.events_waiting() > 0, "what is left stays where it is");
        while !web.session.wants_read_again() {
            let event = web.session.next_event();
            let Some(Event::Notification { params: Some(params), .. }) = event else {
                panic!("{event:?}")
            };
            assert_eq!(params.as_str(), format!("{{\"n\":{seen}}}"));
            seen += 1;
        }
        web.session.wire(web.now, mcpclient_engine::session::WireEvent::Read);
        if web.session.events_waiting() > 0 && web.session.wants_read_again() {
            assert!(web.session.next_event().is_some());
            seen += 1;
        }
    }
    assert_eq!(seen, 100);
}
