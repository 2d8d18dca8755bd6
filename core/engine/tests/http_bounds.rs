//! What is too much: for a message, for all of them, and for a server that takes nothing.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    CallOptions, Command, Event, OnSuspend, Request, SessionConfig, WatchFilter,
};
use mcpclient_engine::wire::{FailureKind, HttpMethod, Purpose};
use mcpclient_engine::{CallId, Code, Millis};
use std::collections::{BTreeSet, VecDeque};
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

// proves: RPC-04
#[test]
fn few_exchanges_carry_messages_whatever_the_server_asks() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    let stream = stream.expect("a stream");
    for id in 0..200 {
        let ping = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        web.send(stream.id, &message(&ping));
    }
    let mut open: VecDeque<_> = std::iter::from_fn(|| web.try_take()).collect();
    assert_eq!(open.len(), 32);
    // Calls do not wait for them.
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.result(&asked, "{}");
    assert!(web.outcome(1).is_ok());
    let mut answered = 0;
    while let Some(told) = open.pop_front() {
        assert_eq!(told.body()["id"], answered, "in their order");
        answered += 1;
        // One that is refused or lost makes room like one that is taken.
        match answered % 3 {
            0 => web.accept(&told),
            1 => web.refuse(&told, 400, "text/plain", ""),
            _ => web.fail(told.id, FailureKind::Timeout),
        }
        open.extend(std::iter::from_fn(|| web.try_take()));
        assert!(open.len() <= 32);
    }
    assert_eq!(answered, 200);
}

// proves: RPC-04
#[test]
fn messages_that_wait_for_room_wait_for_the_end_of_sleep_too() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    let notify = |web: &mut Web, name: usize| {
        web.command(Command::Notify { method: format!("x/{name}"), params: None });
    };
    (0..40).for_each(|name| notify(&mut web, name));
    let open: Vec<_> = std::iter::from_fn(|| web.try_take()).collect();
    web.command(Command::Suspend(OnSuspend::Continue));
    notify(&mut web, 40);
    for told in &open {
        web.accept(told);
    }
    assert!(web.try_take().is_none());
    web.command(Command::Wake);
    let rest: Vec<_> = std::iter::from_fn(|| web.try_take())
        .filter(|opened| opened.request.body.is_some())
        .map(|opened| opened.method())
        .collect();
    assert_eq!(rest, (32..=40).map(|name| format!("x/{name}")).collect::<Vec<_>>());
}

// proves: RPC-04
#[test]
fn a_large_call_does_not_hold_up_what_the_server_asks_before_it_answers() {
    let mut setup = web::config(Revision::HANDSHAKE.to_vec());
    setup.limits.outgoing_bytes = 1_000;
    let (mut web, stream) = Web::handshake_with(setup, Revision::R2025Nov, Some("s1"));
    let large = format!(r#"{{"name":"a","arguments":{{"a":"{}"}}}}"#, "x".repeat(2_000));
    web.call(1, "tools/call", &large);
    assert!(!web.session.wants_read(), "it is not handed over yet");
    let asked = web.take();
    assert!(web.session.wants_read());
    // No second one, though, before an answer has begun.
    let request = Request { method: "tools/list".into(), params: None, pages: None };
    let options = CallOptions::default();
    let second = Command::Call { call: CallId(2), request, options };
    let busy = web.session.host(web.now, second).expect_err("busy");
    assert_eq!(busy.code, Code::Busy);
    web.send(
        stream.expect("a stream").id,
        &message(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#),
    );
    let pong = web.take();
    web.accept(&pong);
    web.result(&asked, "{}");
    assert!(web.outcome(1).is_ok());
    // A message counts until it is accepted.
    let params = Json::parse(&large).ok();
    web.command(Command::Notify { method: "x/told".into(), params });
    let told = web.take();
    assert!(!web.session.wants_read());
    web.accept(&told);
    assert!(web.session.wants_read());
}

// proves: HTP-08
#[test]
fn answers_that_come_at_the_same_time_have_a_bound_in_common() {
    for kind in [JSON, EVENTS] {
        let (mut web, stream) = Web::handshake_with(
            small(Revision::HANDSHAKE.to_vec()),
            Revision::R2025Nov,
            Some("s1"),
        );
        let asked: Vec<_> = (1..=6)
            .map(|call| {
                web.call(call, "tools/call", TOOL);
                web.take()
            })
            .collect();
        for asked in &asked {
            web.begin(asked.id, &head_of(kind));
        }
        let half = format!("{}{}", if kind == EVENTS { "data: " } else { "" }, " ".repeat(3_400));
        for asked in &asked[..4] {
            web.send(asked.id, &half);
        }
        web.nothing();
        web.send(asked[4].id, &half);
        assert_eq!(web.outcome(5).expect_err("too much").code, Code::TooLarge);
        assert!(web.was_aborted(asked[4].id));
        // The others go on, and what they had counts no more once they have ended.
        for (at, asked) in asked.iter().enumerate().filter(|(at, _)| *at != 4) {
            let call = at as u64 + 1;
            let done = answer(asked.wire(), "{}");
            let first = if kind == EVENTS && call == 6 { "data: " } else { "" };
            let last = if kind == EVENTS { "\n\n" } else { "" };
            web.send(asked.id, &format!("{first}{done}{last}"));
            web.end(asked.id);
            let outcome = web.outcome(call);
            assert!(outcome.is_ok(), "{call}: {outcome:?}");
        }
        web.send(stream.as_ref().expect("a stream").id, "data: ");
        web.nothing();
    }
}

// proves: HTP-41
#[test]
fn a_list_that_never_comes_holds_up_no_later_call() {
    let mut web = Web::stateless();
    let wrong = |web: &mut Web, call: u64| {
        let options = CallOptions { idle: Some(Millis::seconds(5)), ..CallOptions::default() };
        web.call_with(call, "tools/call", TOOL, options);
        let asked = web.take();
        web.refuse(&asked, 400, JSON, &web::error(asked.wire(), -32_020));
        let list = web.try_take();
        assert!(list.as_ref().is_none_or(|list| list.method() == "tools/list"));
        list
    };
    let list = wrong(&mut web, 1).expect("a list");
    assert!(list.is(HttpMethod::Post, Purpose::Message), "whoever makes it has a clock for it");
    assert!(wrong(&mut web, 2).is_none(), "one list serves both");
    web.command(Command::Cancel { call: CallId(1), reason: None });
    assert!(web.outcome(1).is_err());
    web.pass(5_000);
    assert_eq!(web.outcome(2).expect_err("late").code, Code::Timeout);
    // Nobody waits for that list any more.
    let other = wrong(&mut web, 3).expect("another list");
    assert!(web.was_aborted(list.id));
    web.fail(other.id, FailureKind::Timeout);
    assert_eq!(web.outcome(3).expect_err("as it was said").code, Code::Server);
    web.nothing();
}

// proves: SUB-02
#[test]
fn a_subscription_of_the_sessions_own_ends_with_its_stream() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    let uris = BTreeSet::from(["x:y".to_owned()]);
    web.command(Command::Watch(WatchFilter { uris, ..WatchFilter::default() }));
    let asked = web.take();
    assert_eq!(asked.method(), "resources/subscribe");
    assert!(asked.is(HttpMethod::Post, Purpose::Message));
    web.begin(asked.id, &head_of(EVENTS));
    web.send(asked.id, "id: e1\ndata:\n\n");
    web.fail(asked.id, FailureKind::Timeout);
    match web.event() {
        Some(Event::Watching { filter }) => assert!(filter.uris.is_empty()),
        other => panic!("{other:?}"),
    }
    web.pass(60_000);
    web.nothing();
}
