//! Faults that others have had with what is too much, too deep, too secret or too late, one test
//! for each kind of fault. The list of all is `tests/cases/cases.toml`.

#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value};
use mcpclient_engine::policy::display;
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, InputRequest, Offer, Request, SessionConfig, Times, Wants,
    WarningKind, WireEvent, Withdrawn,
};
use mcpclient_engine::{CallId, Code, Limits, Millis, Session};
use ready::{NOW, ready, ready_with, written};
use std::sync::Arc;

const FORM: &str =
    r#"{"message":"m","requestedSchema":{"type":"object","properties":{"p":{"type":"string"}}}}"#;

fn read(session: &mut Session, line: &str) {
    session.wire(NOW, WireEvent::Bytes(format!("{line}\n").as_bytes()));
}

fn ping(session: &mut Session, call: u64) {
    let request = Request { method: "ping".into(), params: None, pages: None };
    let options = CallOptions::default();
    session.host(NOW, Command::Call { call: CallId(call), request, options }).expect("a call");
}

fn forms(limits: Limits) -> Session {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { form: true, ..Offer::default() };
    config.limits = limits;
    ready_with(Revision::R2025Nov, config)
}

fn ask(session: &mut Session, id: u64) {
    let line =
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{FORM}}}"#);
    read(session, &line);
}

fn input(session: &mut Session) -> Arc<InputRequest> {
    match session.next_event() {
        Some(Event::Input(request)) => request,
        other => panic!("{other:?}"),
    }
}

// proves: SEC-17
#[test]
fn depth_ends_the_one_call_that_it_is_about() {
    let deep = |open: &str, close: &str, times: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","id":2,"result":{{"x":{}1{}}}}}"#,
            open.repeat(times),
            close.repeat(times)
        )
    };
    for (line, fits) in [
        (deep("[", "]", 100), true),
        (deep("[", "]", 500), false),
        (deep("{\"a\":", "}", 500), false),
        (deep("[", "", 100_000), false),
        (deep("[", "]", 1_000_000), false),
    ] {
        let mut session = ready(Revision::R2025Nov, Limits::default());
        ping(&mut session, 1);
        read(&mut session, &line);
        if !fits {
            let Some(Event::Warning(warning)) = session.next_event() else { panic!("silence") };
            assert_eq!(warning.kind, WarningKind::TooLarge);
        }
        let Some(Event::Done { outcome, .. }) = session.next_event() else { panic!("silence") };
        assert_eq!(outcome.err().map(|error| error.code), (!fits).then_some(Code::TooLarge));
        ping(&mut session, 2);
        read(&mut session, r#"{"jsonrpc":"2.0","id":3,"result":{}}"#);
        assert!(matches!(session.next_event(), Some(Event::Done { outcome: Ok(_), .. })));
    }
    let arguments = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert!(Json::parse(&arguments).is_err(), "nor does the host's own get in");
}

// proves: RPC-01
#[test]
fn half_of_a_pair_is_kept_as_written_and_read_as_a_replacement() {
    let mut session = ready(Revision::R2025Nov, Limits::default());
    ping(&mut session, 1);
    read(&mut session, r#"{"jsonrpc":"2.0","id":2,"result":{"x":"\ud83d"}}"#);
    let Some(Event::Done { outcome, .. }) = session.next_event() else { panic!("silence") };
    let result = outcome.expect("a result").result;
    assert_eq!(result.as_str(), r#"{"x":"\ud83d"}"#);
    let text = result.value().get("x").and_then(Value::text);
    assert_eq!(text.as_deref(), Some("\u{fffd}"));
}

// proves: ELI-49
#[test]
fn words_of_a_server_arrive_whole_and_are_made_safe_to_show() {
    let words = "ok\u{1b}[2J\u{1b}]0;x\u{7} \u{202e}gnp.exe \u{200b}\u{e0041} <img src=x>";
    let title = "\u{1b}]8;;https://evil.example.net\u{7}Name\u{1b}]8;;\u{7}";
    let params = serde_json::json!({
        "message": words,
        "requestedSchema": {"type": "object", "properties": {"a": {"type": "string", "title": title}}},
    });
    let mut session = forms(Limits::default());
    read(
        &mut session,
        &format!(r#"{{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{params}}}"#),
    );
    let request = input(&mut session);
    let Wants::Form { message, form } = &request.wants else { panic!("a form") };
    assert_eq!((message.as_str(), form.fields()[0].label()), (words, title));
    for text in [words, title] {
        let safe = display(text, 1_000);
        let harmful =
            |c: char| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}' | '\u{e0041}');
        assert!(!safe.contains(harmful), "{safe:?}");
    }
}

// proves: SEC-17, ELI-45
#[test]
fn a_flood_is_held_back_and_answers_are_still_seen() {
    // Requests that nobody reads the answers of: reading stops.
    let limits = Limits { outgoing_bytes: 10_000, ..Limits::default() };
    let mut session = ready(Revision::R2025Nov, limits);
    ping(&mut session, 1);
    let mut pings = 0;
    while session.wants_read() {
        read(&mut session, &format!(r#"{{"jsonrpc":"2.0","id":{pings},"method":"ping"}}"#));
        pings += 1;
        assert!(pings < 10_000, "it never stops");
    }
    assert!(session.output().pending().len() < 11_000);
    written(&mut session);
    assert!(session.wants_read(), "and goes on");
    read(&mut session, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    assert!(matches!(session.next_event(), Some(Event::Done { outcome: Ok(_), .. })));

    // Notices that the host does not take: reading stops, and whoever reads on loses them, counted.
    let limits = Limits { events: 100, ..Limits::default() };
    let mut session = ready(Revision::R2025Nov, limits);
    ping(&mut session, 1);
    let mut before = 0;
    for notice in 0..1_000 {
        before += usize::from(session.wants_read());
        let text = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"debug","data":{notice}}}}}"#
        );
        read(&mut session, &text);
    }
    assert_eq!((before, session.events_waiting()), (50, 100));
    read(&mut session, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    let events: Vec<_> = std::iter::from_fn(|| session.next_event()).collect();
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Log { .. })).count(), 100);
    assert!(events.iter().any(|event| matches!(event, Event::Done { outcome: Ok(_), .. })));
    let told = events.iter().find_map(|event| match event {
        Event::Warning(warning) if warning.kind == WarningKind::Dropped => Some(&warning.detail),
        _ => None,
    });
    assert!(told.is_some_and(|detail| detail.starts_with("900 ")), "{told:?}");

    // Forms: so many are open, the rest is refused.
    let mut session = forms(Limits { inputs: 3, ..Limits::default() });
    for id in 0..10_000 {
        ask(&mut session, id);
    }
    let shown = std::iter::from_fn(|| session.next_event())
        .filter(|event| matches!(event, Event::Input(_)))
        .count();
    assert_eq!(shown, 3);
    let answers = written(&mut session);
    assert_eq!(answers.lines().filter(|line| line.contains("\"error\"")).count(), 9_997);
}

// proves: SAM-37, CAN-06
#[test]
fn of_two_hundred_samples_each_is_answered_or_taken_back() {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { sample: true, ..Offer::default() };
    let most = config.limits.inputs_per_call as usize;
    let mut session = ready_with(Revision::R2025Jun, config);
    ping(&mut session, 1);
    written(&mut session);
    for id in 0..200 {
        let params =
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"maxTokens":5}"#;
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"sampling/createMessage","params":{params}}}"#
        );
        read(&mut session, &line);
    }
    for id in 20..200 {
        let params = format!(r#"{{"requestId":{id}}}"#);
        read(
            &mut session,
            &format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#),
        );
    }
    read(&mut session, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    let (mut open, mut taken_back, mut done) = (Vec::new(), 0, false);
    while let Some(event) = session.next_event() {
        match event {
            Event::Input(request) => open.push(request.id),
            Event::Withdrawn { input, .. } => {
                open.retain(|id| *id != input);
                taken_back += 1;
            }
            Event::Done { outcome, .. } => done = outcome.is_ok(),
            Event::Warning(warning) => assert_eq!(warning.kind, WarningKind::Rate),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((open.len(), taken_back, done), (20, most - 20, true));
    for input in open {
        let answer = Answer::Decline;
        session.host(NOW, Command::Answer { input, answer }).expect("it is open");
    }
    let answers = written(&mut session);
    assert_eq!(answers.lines().count(), 200 - taken_back);
}

/// What a person entered, and what a server wants back unseen, is nobody else's to read.
// proves: SEC-18
#[test]
fn secrets_are_in_no_error_and_in_no_debug_output() {
    let secret = "hunter2-SECRET";
    let shown = |session: &Session| {
        let text = format!("{session:?}");
        let bytes = format!("{:?}", secret.as_bytes());
        let bytes = bytes.trim_matches(['[', ']']);
        assert!(!text.contains(secret) && !text.contains(bytes), "{text}");
    };
    let content = |value: &str| Json::parse(&format!(r#"{{"p":{value}}}"#)).expect("JSON");
    let entered = content(&format!("\"{secret}\""));

    let mut session = forms(Limits::default());
    ask(&mut session, 7);
    let request = input(&mut session);
    let wrong = Answer::Accept(Some(content(&format!("[\"{secret}\"]"))));
    assert!(!format!("{wrong:?}").contains(secret));
    let error = session.host(NOW, Command::Answer { input: request.id, answer: wrong });
    let error = error.expect_err("no text");
    assert!(!format!("{error:?} {error}").contains(secret));
    let right = Answer::Accept(Some(entered.clone()));
    session.host(NOW, Command::Answer { input: request.id, answer: right }).expect("it fits");
    // It waits to be written.
    shown(&session);

    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { form: true, ..Offer::default() };
    config.revisions = vec![Revision::R2026];
    let mut session = Session::new(config, NOW);
    read(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}"#,
    );
    let request = Request {
        method: "tools/call".into(),
        params: Json::parse(&format!(r#"{{"name":"t","arguments":{{"k":"{secret}"}}}}"#)).ok(),
        pages: None,
    };
    let options = CallOptions::default();
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("a call");
    written(&mut session);
    let form = format!(r#"{{"method":"elicitation/create","params":{FORM}}}"#);
    read(
        &mut session,
        &format!(
            r#"{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"input_required","requestState":"{secret}","inputRequests":{{"a":{form},"b":{form}}}}}}}"#
        ),
    );
    session.next_event();
    let request = input(&mut session);
    assert!(!format!("{request:?}").contains(secret));
    let answer = Answer::Accept(Some(entered));
    session.host(NOW, Command::Answer { input: request.id, answer }).expect("it fits");
    // It waits for the other answer.
    shown(&session);
}

// proves: TMO-04, TMO-05
#[test]
fn a_person_has_time_but_not_for_ever() {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { form: true, ..Offer::default() };
    config.times = Times { wall: Millis::seconds(5), ..Times::default() };
    let mut session = ready_with(Revision::R2025Nov, config);
    let request = Request { method: "ping".into(), params: None, pages: None };
    let options = CallOptions { idle: Some(Millis::seconds(2)), ..CallOptions::default() };
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("a call");
    ask(&mut session, 7);
    let request = input(&mut session);
    session.tick(Millis(4_999));
    assert!(session.next_event().is_none());
    written(&mut session);
    session.tick(Millis::seconds(5));
    let mut seen = Vec::new();
    while let Some(event) = session.next_event() {
        seen.push(match event {
            Event::Withdrawn { input, reason: Withdrawn::CallEnded } if input == request.id => {
                "withdrawn"
            }
            Event::Done { outcome: Err(error), .. } if error.code == Code::Timeout => "timeout",
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(seen, ["withdrawn", "timeout"]);
    let written = written(&mut session);
    assert_eq!(written.matches(r#""id":7,"result":{"action":"cancel"}"#).count(), 1, "{written}");
    let late = Command::Answer { input: request.id, answer: Answer::Decline };
    assert_eq!(session.host(Millis::seconds(6), late).map_err(|e| e.code), Err(Code::Gone));
}

// proves: TMO-02
#[test]
fn no_time_at_all_is_over_at_once_and_only_once() {
    let mut session = ready(Revision::R2025Nov, Limits::default());
    let request = Request { method: "ping".into(), params: None, pages: None };
    let options = CallOptions { idle: Some(Millis(0)), ..CallOptions::default() };
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("a call");
    assert_eq!(session.deadline(), Some(NOW));
    session.tick(NOW);
    let Some(Event::Done { outcome: Err(error), .. }) = session.next_event() else {
        panic!("silence")
    };
    assert_eq!((error.code, session.deadline()), (Code::Timeout, None));
}
