//! The stateless revision over HTTP: closed streams cancel, lost ones lose the attempt, headers mirror arguments.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, Listing, WarningKind, WatchFilter,
};
use mcpclient_engine::wire::{FailureKind, HttpMethod, Purpose};
use mcpclient_engine::{CallId, Code, Millis};
use web::{EVENTS, JSON, Opened, Web, answer, error, head, head_of, message};

const TOOL: &str = r#"{"name":"a"}"#;

// proves: HTP-12, CAN-10, TMO-02
#[test]
fn a_closed_stream_is_the_cancellation() {
    for begun in [false, true] {
        for late in [false, true] {
            let mut web = Web::stateless();
            let options = CallOptions { idle: Some(Millis::seconds(5)), ..CallOptions::default() };
            web.call_with(1, "tools/call", TOOL, options);
            let asked = web.take();
            if begun {
                web.begin(asked.id, &head_of(EVENTS));
            }
            let code = if late {
                web.pass(6_000);
                Code::Timeout
            } else {
                web.command(Command::Cancel { call: CallId(1), reason: Some("enough".into()) });
                Code::Cancelled
            };
            assert_eq!(web.outcome(1).expect_err("over").code, code);
            assert!(web.was_aborted(asked.id));
            web.end(asked.id);
            web.pass(100_000);
            web.nothing();
        }
    }
}

// proves: HTP-21
#[test]
fn a_lost_attempt_is_repeated_once_where_that_is_safe() {
    let retry = CallOptions { retry_lost: true, ..CallOptions::default() };
    for (method, params, options) in [
        ("resources/read", r#"{"uri":"x:y"}"#, CallOptions::default()),
        ("tools/list", "{}", CallOptions::default()),
        ("tools/call", TOOL, retry),
    ] {
        for broken in [false, true] {
            let mut web = Web::stateless();
            web.call_with(1, method, params, options.clone());
            let first = web.take();
            web.begin(first.id, &head_of(EVENTS));
            web.send(first.id, "id: 7\ndata:\n\n");
            if broken {
                web.fail(first.id, FailureKind::Broken);
            } else {
                web.end(first.id);
            }
            let again = web.take();
            assert!(again.is(HttpMethod::Post, Purpose::Request), "never a GET");
            assert_eq!((again.method().as_str(), again.header("last-event-id")), (method, None));
            assert_ne!(again.wire(), first.wire());
            web.fail(again.id, FailureKind::Broken);
            assert_eq!(web.outcome(1).expect_err("lost").code, Code::Lost);
            web.nothing();
        }
    }
    // What the protocol does not know may do anything, as a tool may.
    for (begun, method, params) in
        [(false, "tools/call", TOOL), (true, "tools/call", TOOL), (true, "acme/pay", "{}")]
    {
        let mut web = Web::stateless();
        web.call(1, method, params);
        let asked = web.take();
        if begun {
            web.begin(asked.id, &head_of(JSON));
            web.send(asked.id, "{\"jsonrpc\":");
        }
        web.fail(asked.id, FailureKind::Broken);
        let lost = web.outcome(1).expect_err("lost");
        assert_eq!((lost.code, lost.http.is_some()), (Code::Lost, begun));
        web.nothing();
    }
}

// proves: HTP-18, HTP-45
#[test]
fn a_round_ends_its_stream_and_goes_on_with_another() {
    let mut setup = web::config(vec![mcpclient_engine::era::Revision::R2026]);
    setup.offer.form = true;
    let mut web = Web::stateless_with(setup);
    web.call(1, "tools/call", TOOL);
    let first = web.take();
    web.begin(first.id, &head_of(EVENTS));
    let round = r#"{"resultType":"input_required","requestState":"s","inputRequests":{"k":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}}}"#;
    web.send(first.id, &message(&answer(first.wire(), round)));
    let Some(Event::Input(input)) = web.event() else { panic!("an input") };
    web.end(first.id);
    web.pass(600_000);
    web.nothing();
    web.command(Command::Answer { input: input.id, answer: Answer::Decline });
    let second = web.take();
    assert_eq!(second.body()["params"]["requestState"], "s");
    assert_eq!(second.header("mcp-name"), Some("a"));
    web.result(&second, "{}");
    assert!(web.outcome(1).is_ok());
}

// proves: VER-31
#[test]
fn a_request_of_the_server_is_not_answered() {
    let mut web = Web::stateless();
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.begin(asked.id, &head_of(EVENTS));
    web.send(asked.id, &message(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
    assert!(web.warned(WarningKind::Malformed));
    web.nothing();
}

const TOOLS: &str = r#"{"tools":[
    {"name":"a","inputSchema":{"type":"object","properties":{"r":{"type":"string","x-mcp-header":"Region"}}}},
    {"name":"b","inputSchema":{"type":"object","properties":{"r":{"type":"number","x-mcp-header":"R"}}}}]}"#;
const REGION: &str = r#"{"name":"a","arguments":{"r":" é"}}"#;

// proves: HTP-36, HTP-40, HTP-42
#[test]
fn what_a_list_of_tools_says_goes_into_headers() {
    for paged in [true, false] {
        let mut web = Web::stateless();
        web.call(1, "tools/call", REGION);
        let asked = web.take();
        assert_eq!(asked.header("mcp-param-region"), None, "nothing is known of it");
        web.result(&asked, "{}");
        assert!(web.outcome(1).is_ok());
        if paged {
            web.list(2, Listing::Tools);
        } else {
            web.call(2, "tools/list", "{}");
        }
        let asked = web.take();
        web.result(&asked, TOOLS);
        let listed = web.outcome(2).expect("a list");
        if paged {
            assert!(!listed.result.as_str().contains("\"b\""));
            assert_eq!(listed.set_aside.len(), 1);
            assert_eq!(listed.set_aside[0].name, "b");
        }
        web.call(3, "tools/call", REGION);
        assert_eq!(web.take().header("mcp-param-region"), Some("=?base64?IMOp?="));
    }
}

// proves: HTP-37, HTP-39
#[test]
fn an_argument_that_no_header_can_hold_ends_the_call_before_it_begins() {
    let mut web = Web::stateless();
    web.call(1, "tools/list", "{}");
    let asked = web.take();
    web.result(&asked, r#"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"i":{"type":"integer","x-mcp-header":"I"}}}}]}"#);
    assert!(web.outcome(1).is_ok());
    web.call(2, "tools/call", r#"{"name":"a","arguments":{"i":9007199254740992}}"#);
    assert_eq!(web.outcome(2).expect_err("too far").code, Code::InvalidArg);
    web.nothing();
}

fn mismatched(web: &mut Web, asked: &Opened) {
    web.refuse(asked, 400, JSON, &error(asked.wire(), -32_020));
}

// proves: HTP-41
#[test]
fn wrong_headers_are_put_right_once() {
    let mut web = Web::stateless();
    web.call(1, "tools/call", REGION);
    web.call(2, "tools/call", REGION);
    let (first, second) = (web.take(), web.take());
    mismatched(&mut web, &first);
    let listed = web.take();
    assert_eq!(listed.method(), "tools/list");
    mismatched(&mut web, &second);
    web.nothing();
    web.result(&listed, r#"{"tools":[],"nextCursor":"2"}"#);
    let listed = web.take();
    assert_eq!(listed.body()["params"]["cursor"], "2");
    assert_eq!(listed.header("mcp-method"), Some("tools/list"));
    web.result(&listed, TOOLS);
    let (first, second) = (web.take(), web.take());
    assert_eq!(first.header("mcp-param-region"), Some("=?base64?IMOp?="));
    web.result(&first, "{}");
    assert!(web.outcome(1).is_ok());
    mismatched(&mut web, &second);
    let failed = web.outcome(2).expect_err("wrong again");
    assert_eq!(failed.server.map(|server| server.code), Some(-32_020));
    web.nothing();
    // Nothing is put right where the tools are not to be had.
    web.call(3, "tools/call", REGION);
    let asked = web.take();
    mismatched(&mut web, &asked);
    let listed = web.take();
    web.refuse(&listed, 500, "text/plain", "");
    let failed = web.outcome(3).expect_err("wrong");
    assert_eq!(failed.server.map(|server| server.code), Some(-32_020));
    // Nor for whom it is too late.
    web.call(4, "tools/call", REGION);
    let asked = web.take();
    mismatched(&mut web, &asked);
    let listed = web.take();
    web.command(Command::Cancel { call: CallId(4), reason: None });
    assert!(web.outcome(4).is_err());
    web.result(&listed, TOOLS);
    web.nothing();
}

fn watch(web: &mut Web) -> Opened {
    web.command(Command::Watch(WatchFilter { tools: true, ..WatchFilter::default() }));
    listening(web)
}

fn listening(web: &mut Web) -> Opened {
    let asked = web.take();
    assert_eq!(asked.method(), "subscriptions/listen");
    assert!(asked.is(HttpMethod::Post, Purpose::Stream));
    asked
}

fn acknowledge(web: &mut Web, asked: &Opened) {
    web.begin(asked.id, &head_of(EVENTS));
    let told = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":ID}}}"#;
    web.send(asked.id, &message(&told.replace("ID", &asked.wire().to_string())));
    granted(web, true);
}

fn granted(web: &mut Web, tools: bool) {
    match web.event() {
        Some(Event::Watching { filter }) => assert_eq!(filter.tools, tools),
        other => panic!("{other:?}"),
    }
}

// proves: SUB-04, SUB-12, SUB-13, SUB-15
#[test]
fn a_subscription_is_a_stream_that_is_opened_again() {
    let mut web = Web::stateless();
    let mut asked = watch(&mut web);
    for failure in [None, Some(FailureKind::Broken), None] {
        acknowledge(&mut web, &asked);
        web.pass(600_000);
        web.nothing();
        let before = web.session.changes_of(Listing::Tools);
        match failure {
            None => web.end(asked.id),
            Some(kind) => web.fail(asked.id, kind),
        }
        granted(&mut web, false);
        assert!(web.session.changes_of(Listing::Tools) > before, "nobody knows what was missed");
        web.pass(999);
        web.nothing();
        web.pass(1);
        asked = listening(&mut web);
    }
    acknowledge(&mut web, &asked);
    web.command(Command::Watch(WatchFilter::default()));
    granted(&mut web, false);
    assert!(web.was_aborted(asked.id), "its end is the end of the subscription");
    web.pass(600_000);
    web.nothing();
}

// proves: SUB-13
#[test]
fn a_server_that_is_away_is_asked_less_and_less_often() {
    let mut web = Web::stateless();
    let mut asked = watch(&mut web);
    let mut times = 0;
    for _ in 0..3_600 {
        if times % 2 == 0 {
            web.fail(asked.id, FailureKind::Unreachable);
        } else {
            web.refuse(&asked, 503, "text/html", "");
        }
        granted(&mut web, false);
        let mut waited = 0;
        asked = loop {
            web.pass(1_000);
            waited += 1;
            if let Some(asked) = web.try_take() {
                break asked;
            }
        };
        times += 1;
        if waited == 60 {
            break;
        }
    }
    assert!((5..10).contains(&times), "{times}");
}

// proves: SUB-13, SUB-14
#[test]
fn a_subscription_that_is_refused_or_ended_in_order_stays_away() {
    for ending in 0..4 {
        let mut web = Web::stateless();
        let asked = watch(&mut web);
        match ending {
            0 => web.refuse(&asked, 400, JSON, &error(asked.wire(), -32_602)),
            1 => web.refuse(&asked, 404, "text/html", ""),
            2 => web.whole(asked.id, &head(200, JSON), &error(asked.wire(), -32_601)),
            _ => {
                acknowledge(&mut web, &asked);
                web.send(asked.id, &message(&answer(asked.wire(), "{}")));
            }
        }
        granted(&mut web, false);
        web.pass(600_000);
        web.nothing();
    }
}

// proves: TSX-05, TSX-10, HTP-33
#[test]
fn a_task_outlives_a_question_about_it() {
    let mut setup = web::config(vec![mcpclient_engine::era::Revision::R2026]);
    setup.tasks = true;
    let mut web = Web::stateless_with(setup);
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.result(
        &asked,
        r#"{"resultType":"task","taskId":"t","status":"working","pollIntervalMs":1000}"#,
    );
    assert!(matches!(web.event(), Some(Event::Task { .. })));
    for kind in [FailureKind::Broken, FailureKind::Timeout, FailureKind::Broken] {
        web.pass(1_000);
        let asked = web.take();
        assert_eq!((asked.method().as_str(), asked.header("mcp-name")), ("tasks/get", Some("t")));
        web.fail(asked.id, kind);
        web.nothing();
    }
    web.pass(1_000);
    let asked = web.take();
    web.command(Command::Cancel { call: CallId(1), reason: None });
    assert!(web.outcome(1).is_err());
    assert!(web.was_aborted(asked.id));
    let told = web.take();
    assert_eq!((told.method().as_str(), told.header("mcp-name")), ("tasks/cancel", Some("t")));
    assert!(told.is(HttpMethod::Post, Purpose::Message));
    web.refuse(&told, 200, JSON, &answer(told.wire(), "{}"));
    web.nothing();
}
