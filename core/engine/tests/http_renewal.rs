//! Sessions that the server forgets at odd moments.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{ClosedReason, Command, Event, OnSuspend};
use mcpclient_engine::wire::{FailureKind, Head, HttpMethod, Purpose};
use web::{EVENTS, JSON, Web, answer, head, head_of, initialized, message};

const TOOL: &str = r#"{"name":"a"}"#;

// proves: HTP-25
#[test]
fn a_session_that_is_forgotten_in_its_sleep_begins_once() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    web.command(Command::Notify { method: "x/told".into(), params: None });
    let told = web.take();
    web.command(Command::Suspend(OnSuspend::Continue));
    web.call(1, "tools/call", TOOL);
    web.command(Command::Notify { method: "x/old".into(), params: None });
    web.begin(told.id, &head(404, JSON));
    assert!(web.try_take().is_none());
    web.command(Command::Wake);
    let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
    assert!(
        matches!(events[..], [Event::Suspended, Event::Restarting, Event::Awake]),
        "{events:?}"
    );
    web.shake_hands(Revision::R2025Nov, Some("s2"));
    let asked = web.take();
    assert_eq!(
        (asked.method().as_str(), asked.header("mcp-session-id")),
        ("tools/call", Some("s2"))
    );
    web.result(&asked, "{}");
    assert!(web.outcome(1).is_ok());
    web.nothing();
}

// proves: HTP-25, HTP-17
#[test]
fn a_stream_that_was_open_tells_of_a_forgotten_session() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    web.fail(stream.expect("a stream").id, FailureKind::Broken);
    web.pass(1_000);
    let again = web.take();
    assert!(again.is(HttpMethod::Get, Purpose::Stream));
    web.refuse(&again, 404, "text/plain", "");
    assert!(matches!(web.event(), Some(Event::Restarting)));
    let stream = web.shake_hands(Revision::R2025Nov, Some("s2"));
    assert_eq!(stream.expect("a stream").header("mcp-session-id"), Some("s2"));
    web.nothing();
}

// proves: HTP-25, HTP-09
#[test]
fn an_error_under_404_that_names_its_request_may_mean_the_session() {
    for (code, forgotten) in [(-32_001, true), (-32_600, true), (-32_601, false), (-32_602, false)]
    {
        let (mut web, _) = Web::handshake(Revision::R2025Nov);
        web.call(1, "tools/call", TOOL);
        let asked = web.take();
        web.refuse(&asked, 404, JSON, &web::error(asked.wire(), code));
        if forgotten {
            assert!(matches!(web.event(), Some(Event::Restarting)), "{code}");
            web.shake_hands(Revision::R2025Nov, Some("s2"));
            let again = web.take();
            web.result(&again, "{}");
            assert!(web.outcome(1).is_ok());
        } else {
            assert_eq!(web.outcome(1).expect_err("told").code, Code::Server, "{code}");
        }
        web.nothing();
    }
}

/// The server forgets the session whenever it is spoken to. Gives false once it is given up.
fn forgets(web: &mut Web, call: u64) -> bool {
    web.call(call, "tools/call", TOOL);
    let asked = web.take();
    web.refuse(&asked, 404, "text/plain", "");
    match web.event() {
        Some(Event::Restarting) => {}
        Some(Event::Done { .. }) => return false,
        other => panic!("{other:?}"),
    }
    web.shake_hands(Revision::R2025Nov, Some("again"));
    let asked = web.take();
    web.command(Command::Cancel { call: mcpclient_engine::CallId(call), reason: None });
    assert!(web.outcome(call).is_err());
    assert!(web.was_aborted(asked.id));
    let told = web.take();
    web.accept(&told);
    true
}

// proves: HTP-25
#[test]
fn sessions_that_last_may_be_forgotten_as_often_as_the_server_likes() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    for call in 1..=10 {
        web.pass(60_000);
        assert!(forgets(&mut web, call));
    }
    for call in 11..=13 {
        let renewed = forgets(&mut web, call);
        assert_eq!(renewed, call < 13, "{call}");
    }
    let end = std::iter::from_fn(|| web.event()).last();
    match end {
        Some(Event::Closed { reason: ClosedReason::Server, error }) => {
            assert_eq!(error.http.as_ref().map(|http| http.status), Some(404));
        }
        other => panic!("{other:?}"),
    }
}

// proves: HTP-23, HTP-25
#[test]
fn an_answer_that_is_late_for_its_session_does_not_begin_another() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    web.call(1, "tools/call", TOOL);
    web.call(2, "tools/call", TOOL);
    let asked = [web.take(), web.take()];
    web.refuse(&asked[0], 404, JSON, &web::error(asked[0].wire(), -32_001));
    assert!(matches!(web.event(), Some(Event::Restarting)));
    let greeting = web.take();
    web.refuse(&asked[1], 404, JSON, &web::error(asked[1].wire(), -32_001));
    web.nothing();
    let head = Head { session_id: Some("s2".into()), ..head_of(JSON) };
    web.whole(greeting.id, &head, &answer(greeting.wire(), &initialized(Revision::R2025Nov)));
    assert!(matches!(web.event(), Some(Event::Ready(_))));
    let (told, stream) = (web.take(), web.take());
    web.accept(&told);
    web.begin(stream.id, &head_of(EVENTS));
    for _ in 0..2 {
        let again = web.take();
        web.begin(again.id, &head_of(EVENTS));
        web.send(again.id, &message(&answer(again.wire(), "{}")));
    }
    assert!(web.outcome(1).is_ok() && web.outcome(2).is_ok());
}
