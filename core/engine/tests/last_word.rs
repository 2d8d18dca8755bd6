//! What a server asks is a proposal: nothing leaves before the host has spoken, and then only what it said.

#[allow(dead_code, reason = "each test program uses a part of it")]
#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, InputRequest, Offer, Request, Roots, SessionConfig, Wants,
    WireEvent,
};
use mcpclient_engine::{CallId, Millis, Session};
use ready::{NOW, ready_with, written};
use std::sync::Arc;

/// Every kind of question, in the order in which it is asked.
const QUESTIONS: [&str; 4] = [
    r#""method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"p":{"type":"string","default":"said by the server"}}}}"#,
    r#""method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.com/","elicitationId":"e"}"#,
    r#""method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":9}"#,
    r#""method":"roots/list""#,
];

fn config() -> SessionConfig {
    let mut config = SessionConfig::new("host", "1");
    config.offer =
        Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..Offer::default() };
    config
}

fn hear(session: &mut Session, message: &str) {
    session.wire(NOW, WireEvent::Bytes(format!("{message}\n").as_bytes()));
}

/// The questions that the host is shown.
fn shown(session: &mut Session) -> Vec<Arc<InputRequest>> {
    let events = std::iter::from_fn(|| session.next_event());
    events
        .filter_map(|event| match event {
            Event::Input(request) => Some(request),
            _ => None,
        })
        .collect()
}

/// The host agrees, in its own words.
fn yes(request: &InputRequest) -> (Answer, &'static str) {
    const SAMPLE: &str =
        r#"{"role":"assistant","model":"m","content":{"type":"text","text":"of the host"}}"#;
    const LIST: &str = r#"{"roots":[{"uri":"file:///of-the-host"}]}"#;
    let json = |text| Json::parse(text).expect("JSON");
    match &request.wants {
        Wants::Form { .. } => (
            Answer::Accept(Some(json(r#"{"p":"of the host"}"#))),
            r#"{"action":"accept","content":{"p":"of the host"}}"#,
        ),
        Wants::Url { .. } => (Answer::Accept(None), r#"{"action":"accept"}"#),
        Wants::Sample(_) => (Answer::Result(json(SAMPLE)), SAMPLE),
        Wants::Roots => (Answer::Result(json(LIST)), LIST),
    }
}

/// A server presses for an answer, with all that it may say.
fn press(session: &mut Session) {
    for message in [
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"emergency","data":"answer"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","id":99,"result":{"action":"accept","content":{"p":"said by the server"}}}"#,
    ] {
        hear(session, message);
    }
    session.tick(Millis(3_600_000));
}

// proves: ARC-03, ELI-44
#[test]
fn no_question_is_answered_in_the_hosts_place() {
    for (number, question) in QUESTIONS.iter().enumerate() {
        for agreed in [true, false] {
            let mut session = ready_with(Revision::R2025Nov, config());
            hear(&mut session, &format!(r#"{{"jsonrpc":"2.0","id":7,{question}}}"#));
            let request = shown(&mut session).pop().expect("the host is asked");
            press(&mut session);
            assert_eq!(written(&mut session), "", "{question}");
            let (answer, words) = yes(&request);
            let answer = if agreed { answer } else { Answer::Decline };
            session
                .host(Millis(3_600_000), Command::Answer { input: request.id, answer })
                .expect("it is open still");
            let said = written(&mut session);
            if agreed {
                let whole = format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{words}}}\n");
                assert_eq!(said, whole, "{number}");
            } else {
                assert!(said.contains("decline") || said.contains("\"error\""), "{said}");
                assert!(!said.contains("server") && !said.contains("content"), "{said}");
            }
            press(&mut session);
            assert_eq!(written(&mut session), "", "its word is the last");
        }
    }
}

/// A session of the stateless era that was asked everything in one round.
fn round() -> (Session, Vec<Arc<InputRequest>>) {
    let mut session =
        Session::new(SessionConfig { revisions: vec![Revision::R2026], ..config() }, NOW);
    hear(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}"#,
    );
    let request = Request { method: "tools/call".into(), params: None, pages: None };
    let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
    session.host(NOW, call).expect("begun");
    written(&mut session);
    let asked: Vec<_> = QUESTIONS
        .iter()
        .enumerate()
        .map(|(number, question)| format!("\"k{number}\":{{{question}}}"))
        .collect();
    let asked = asked.join(",");
    hear(
        &mut session,
        &format!(
            r#"{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"input_required","inputRequests":{{{asked}}}}}}}"#
        ),
    );
    let inputs = shown(&mut session);
    assert_eq!(inputs.len(), QUESTIONS.len());
    (session, inputs)
}

// proves: ARC-03
#[test]
fn a_round_goes_back_when_the_host_has_said_all_of_it() {
    let (mut session, inputs) = round();
    let mut words = Vec::new();
    for request in &inputs {
        press(&mut session);
        assert_eq!(written(&mut session), "", "not all of it is answered");
        let (answer, said) = yes(request);
        session.host(NOW, Command::Answer { input: request.id, answer }).expect("open");
        words.push(said);
    }
    let said = written(&mut session);
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
    assert!(!said.contains("said by the server"), "{said}");
}

// proves: ARC-03
#[test]
fn a_refusal_takes_the_whole_round_with_it() {
    // The sample and the roots have no word for no: the call ends, and what was agreed to is not sent either.
    for refused in [2, 3] {
        let (mut session, inputs) = round();
        for (place, request) in inputs.iter().enumerate().filter(|(place, _)| *place != refused) {
            let (answer, _) = yes(request);
            let answer = Command::Answer { input: request.id, answer };
            session.host(NOW, answer).unwrap_or_else(|error| panic!("{place}: {error}"));
        }
        let no = Command::Answer { input: inputs[refused].id, answer: Answer::Decline };
        session.host(NOW, no).expect("open");
        assert_eq!(written(&mut session), "");
        let ended = std::iter::from_fn(|| session.next_event())
            .any(|event| matches!(event, Event::Done { outcome: Err(_), .. }));
        assert!(ended);
    }
}
