//! What a server asks on a call's stream is that call's.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Answer, CallOptions, Command, Event, InputRequest, WarningKind};
use mcpclient_engine::wire::FailureKind;
use mcpclient_engine::{CallId, Code, Millis};
use std::sync::Arc;
use web::{EVENTS, Opened, Web, answer, head_of, message};

const TOOL: &str = r#"{"name":"a"}"#;

fn ask(id: &str) -> String {
    message(
        &r#"{"jsonrpc":"2.0","id":"ID","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}"#
            .replace("ID", id),
    )
}

/// Two calls with ten seconds each, and their streams; and the stream of what is said unasked.
fn called() -> (Web, Opened, Opened, Opened) {
    let mut setup = web::config(Revision::HANDSHAKE.to_vec());
    setup.offer.form = true;
    let (mut web, stream) = Web::handshake_with(setup, Revision::R2025Nov, Some("s1"));
    let mut call = |call| {
        let options = CallOptions { idle: Some(Millis::seconds(10)), ..CallOptions::default() };
        web.call_with(call, "tools/call", TOOL, options);
        let asked = web.take();
        web.begin(asked.id, &head_of(EVENTS));
        asked
    };
    let (first, second) = (call(1), call(2));
    (web, first, second, stream.expect("a stream"))
}

fn input(web: &mut Web) -> Arc<InputRequest> {
    match web.event() {
        Some(Event::Input(input)) => input,
        other => panic!("{other:?}"),
    }
}

// proves: TMO-05, HTP-08
#[test]
fn an_input_on_a_stream_names_its_call_and_stills_it_alone() {
    let (mut web, first, second, _) = called();
    web.send(first.id, &ask("e"));
    let asked = input(&mut web);
    assert_eq!(asked.calls, [CallId(1)]);
    web.pass(15_000);
    assert_eq!(web.outcome(2).expect_err("late").code, Code::Timeout);
    assert_eq!(web.take().body()["params"]["requestId"], second.wire());
    web.pass(600_000);
    web.nothing();
    web.command(Command::Answer { input: asked.id, answer: Answer::Decline });
    let told = web.take();
    assert_eq!(told.body()["id"], "e");
    assert_eq!(told.header("mcp-session-id"), Some("s1"));
    assert_eq!(told.header("mcp-protocol-version"), Some("2025-11-25"));
    web.accept(&told);
    // Its time runs again.
    web.pass(9_000);
    web.nothing();
    web.pass(6_000);
    assert_eq!(web.outcome(1).expect_err("late").code, Code::Timeout);
}

// proves: TMO-05
#[test]
fn an_input_of_nobody_in_particular_stills_all() {
    let (mut web, _, _, stream) = called();
    web.send(stream.id, &ask("e"));
    let asked = input(&mut web);
    assert_eq!(asked.calls, [CallId(1), CallId(2)]);
    web.pass(600_000);
    web.nothing();
    web.command(Command::Answer { input: asked.id, answer: Answer::Decline });
    web.take();
    web.pass(15_000);
    for call in [1, 2] {
        assert_eq!(web.outcome(call).expect_err("late").code, Code::Timeout);
    }
}

#[test]
fn inputs_of_several_kinds_still_what_each_may() {
    let (mut web, first, second, stream) = called();
    web.send(first.id, &ask("a"));
    web.send(stream.id, &ask("b"));
    web.send(first.id, &ask("c"));
    let asked: Vec<_> = (0..3).map(|_| input(&mut web)).collect();
    let answer_to = |web: &mut Web, at: usize| {
        web.command(Command::Answer { input: asked[at].id, answer: Answer::Cancel });
        web.take();
    };
    web.pass(100_000);
    web.nothing();
    answer_to(&mut web, 1);
    web.pass(15_000);
    assert!(web.outcome(2).is_err(), "nothing of its own is open");
    assert_eq!(web.take().body()["params"]["requestId"], second.wire());
    answer_to(&mut web, 0);
    web.pass(100_000);
    web.nothing();
    answer_to(&mut web, 2);
    web.send(first.id, &message(&answer(first.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
}

#[test]
fn the_end_of_its_call_withdraws_an_input() {
    let (mut web, first, _, _) = called();
    web.send(first.id, &ask("e"));
    let asked = input(&mut web);
    web.command(Command::Cancel { call: CallId(1), reason: None });
    assert!(matches!(web.event(), Some(Event::Withdrawn { input, .. }) if input == asked.id));
    assert!(web.outcome(1).is_err());
    let told: Vec<_> = std::iter::from_fn(|| web.try_take()).map(|told| told.body()).collect();
    assert!(told.iter().any(|told| told["result"]["action"] == "cancel"), "{told:?}");
    assert!(told.iter().any(|told| told["method"] == "notifications/cancelled"), "{told:?}");
}

// proves: HTP-08, HTP-05
#[test]
fn an_answer_that_is_not_taken_leaves_its_call_alone() {
    for failure in [None, Some(400), Some(500)] {
        let (mut web, first, _, _) = called();
        web.send(first.id, &ask("e"));
        let asked = input(&mut web);
        web.command(Command::Answer { input: asked.id, answer: Answer::Decline });
        let told = web.take();
        match failure {
            None => web.fail(told.id, FailureKind::Broken),
            Some(status) => web.refuse(&told, status, "text/plain", ""),
        }
        assert!(web.warned(WarningKind::Unsent));
        web.nothing();
        web.send(first.id, &message(&answer(first.wire(), "{}")));
        assert!(web.outcome(1).is_ok());
    }
}

// proves: HTP-11
#[test]
fn a_broken_stream_withdraws_nothing() {
    let (mut web, first, _, _) = called();
    web.send(first.id, &format!("id: 1\n{}", ask("e")));
    let asked = input(&mut web);
    web.fail(first.id, FailureKind::Broken);
    web.pass(1_000);
    let resumed = web.take();
    web.begin(resumed.id, &head_of(EVENTS));
    assert!(web.session.input_open(asked.id));
    web.command(Command::Answer { input: asked.id, answer: Answer::Decline });
    assert_eq!(web.take().body()["id"], "e");
    web.send(resumed.id, &ask("f"));
    assert_eq!(input(&mut web).calls, [CallId(1)], "the stream is still that call's");
}

// proves: RPC-04
#[test]
fn a_server_that_asks_without_end_is_not_read_without_end() {
    let (mut web, first, _, _) = called();
    let ping = message(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#);
    let mut answers = 0;
    for _ in 0..100 {
        web.send(first.id, &ping.repeat(100));
        while let Some(told) = web.try_take() {
            assert_eq!(told.body()["id"], "p");
            answers += 1;
        }
    }
    assert!(!web.session.wants_read() && answers < 2_000, "{answers}");
}
