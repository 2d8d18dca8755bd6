//! What breaks or is refused at a bad moment, and is no verdict.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::session::{CallOptions, Command, Event, WatchFilter};
use mcpclient_engine::wire::{FailureKind, Head, HttpMethod};
use mcpclient_engine::{CallId, Code, Millis};
use web::{EVENTS, Opened, Web, head, head_of, message};

fn with_task(options: CallOptions) -> Web {
    let mut setup = web::config(Era::Modern.revisions());
    setup.tasks = true;
    let mut web = Web::stateless_with(setup);
    web.call_with(1, "tools/call", r#"{"name":"a"}"#, options);
    let asked = web.take();
    web.result(
        &asked,
        r#"{"resultType":"task","taskId":"t","status":"working","pollIntervalMs":1000}"#,
    );
    assert!(matches!(web.event(), Some(Event::Task { .. })));
    web
}

fn poll(web: &mut Web) -> Opened {
    let asked = web.take();
    assert_eq!(asked.method(), "tasks/get");
    asked
}

// proves: TSX-05
#[test]
fn a_task_goes_on_over_a_bad_moment() {
    let mut web = with_task(CallOptions::default());
    web.pass(1_000);
    for status in [429, 500, 502, 503, 504] {
        let asked = poll(&mut web);
        web.refuse(&asked, status, "text/plain", "");
        web.nothing();
        web.pass(1_000);
    }
    let asked = poll(&mut web);
    web.fail(asked.id, FailureKind::Unreachable);
    web.pass(999);
    web.nothing();
    web.pass(1);
    // The server says itself how long.
    let asked = poll(&mut web);
    let busy = Head { retry_after: Some(Millis::seconds(5)), ..head(503, "text/plain") };
    web.whole(asked.id, &busy, "");
    web.pass(4_999);
    web.nothing();
    web.pass(1);
    let asked = poll(&mut web);
    let done = r#"{"taskId":"t","status":"completed","result":{"content":[]}}"#;
    web.result(&asked, done);
    assert!(matches!(web.event(), Some(Event::Task { .. })));
    assert!(web.outcome(1).is_ok());
    web.nothing();
}

// proves: TSX-05, TMO-01
#[test]
fn a_bad_moment_that_lasts_is_bounded_by_the_time_of_the_call() {
    let idle = Some(Millis::seconds(10));
    let mut web = with_task(CallOptions { idle, ..CallOptions::default() });
    let outcome = loop {
        web.pass(1_000);
        match (web.try_take(), web.event()) {
            (Some(asked), None) => web.refuse(&asked, 503, "text/plain", ""),
            (None, None) => {}
            (_, Some(Event::Done { call: CallId(1), outcome })) => break outcome,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(outcome.expect_err("late").code, Code::Timeout);
    // What is no bad moment ends it at once.
    let mut web = with_task(CallOptions::default());
    web.pass(1_000);
    let asked = poll(&mut web);
    web.refuse(&asked, 403, "text/plain", "");
    assert_eq!(web.outcome(1).expect_err("refused").code, Code::Http);
}

// proves: HTP-16
#[test]
fn half_an_event_is_told_once() {
    const TOLD: &str = r#"{"jsonrpc":"2.0","method":"x/told"}"#;
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    let stream = stream.expect("a stream");
    web.send(stream.id, "id: g1\ndata:\n\n");
    // Whole as it looks, its end has not come.
    web.send(stream.id, &format!("id: g2\ndata: {TOLD}\n"));
    web.fail(stream.id, FailureKind::Broken);
    web.nothing();
    web.pass(1_000);
    let again = web.take();
    assert_eq!(
        (again.request.method, again.header("last-event-id")),
        (HttpMethod::Get, Some("g1"))
    );
    web.begin(again.id, &head_of(EVENTS));
    web.send(again.id, &format!("id: g2\n{}", message(TOLD)));
    assert!(matches!(web.event(), Some(Event::Notification { .. })));
    web.nothing();
}

// proves: SUB-15
#[test]
fn a_subscription_is_opened_again_when_the_server_likes() {
    let mut web = Web::stateless();
    web.command(Command::Watch(WatchFilter { tools: true, ..WatchFilter::default() }));
    let asked = web.take();
    assert_eq!(asked.method(), "subscriptions/listen");
    let busy = Head { retry_after: Some(Millis::seconds(30)), ..head(503, "text/plain") };
    web.whole(asked.id, &busy, "");
    assert!(matches!(web.event(), Some(Event::Watching { .. })));
    web.pass(29_999);
    web.nothing();
    web.pass(1);
    assert_eq!(web.take().method(), "subscriptions/listen");
}

// proves: VER-39, VER-44
#[test]
fn a_question_for_the_era_that_is_cut_is_asked_once_more() {
    for era in [Era::Auto, Era::Modern] {
        let mut web = Web::new(web::config(era.revisions()));
        let asked = web.take();
        web.fail(asked.id, FailureKind::Broken);
        let again = web.take();
        assert_eq!(again.method(), "server/discover");
        assert_ne!(again.wire(), asked.wire());
        web.result(&again, web::DISCOVERED);
        assert!(matches!(web.event(), Some(Event::Ready(_))));
    }
    let mut web = Web::new(web::config(Era::Auto.revisions()));
    for _ in 0..2 {
        let asked = web.take();
        assert_eq!(asked.method(), "server/discover");
        web.fail(asked.id, FailureKind::Broken);
    }
    web.shake_hands(Revision::R2025Nov, Some("s1"));
}
