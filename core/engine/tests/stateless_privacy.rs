//! What a server of the stateless era hands out to be handed back is nobody else's business, and what it calls
//! itself changes nothing.

use mcpclient_engine::era::Era;
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, Offer, Request, Session, SessionConfig, WireEvent,
};
use mcpclient_engine::{CallId, Millis};
use std::fmt::Write as _;

const NOW: Millis = Millis(0);
const STATE: &str = "state-that-only-its-server-reads";

fn read(session: &mut Session, message: &str) {
    session.wire(NOW, WireEvent::Bytes(format!("{message}\n").as_bytes()));
}

fn written(session: &mut Session) -> String {
    let output = session.output();
    let bytes = output.pending().to_vec();
    output.consume(bytes.len());
    String::from_utf8(bytes).expect("UTF-8")
}

/// All that the host hears, as a log would have it.
fn heard(session: &mut Session) -> (Vec<Event>, String) {
    let events: Vec<_> = std::iter::from_fn(|| session.next_event()).collect();
    let mut log = format!("{session:?}");
    let _ = write!(log, "{events:?}");
    (events, log)
}

/// A conversation with a server that says this of itself: what was written, and what a log would have.
fn talk(server_info: &str) -> (String, String) {
    let mut config = SessionConfig::new("host", "1");
    config.revisions = Era::Modern.revisions();
    config.offer = Offer { form: true, ..Offer::default() };
    let mut session = Session::new(config, NOW);
    read(
        &mut session,
        &format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"supportedVersions":["2026-07-28"],"capabilities":{{"tools":{{}}}},"_meta":{{"io.modelcontextprotocol/serverInfo":{server_info}}}}}}}"#
        ),
    );
    while session.next_event().is_some() {}
    let request = Request { method: "tools/call".into(), params: None, pages: None };
    let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
    session.host(NOW, call).expect("it is begun");
    // Patience first, and then a question.
    read(
        &mut session,
        &format!(
            r#"{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"input_required","requestState":"{STATE}"}}}}"#
        ),
    );
    let (_, mut log) = heard(&mut session);
    session.host(NOW, Command::Resume { call: CallId(1) }).expect("it waits");
    read(
        &mut session,
        &format!(
            r#"{{"jsonrpc":"2.0","id":3,"result":{{"resultType":"input_required","requestState":"{STATE}","inputRequests":{{"f":{{"method":"elicitation/create","params":{{"message":"m","requestedSchema":{{"type":"object","properties":{{}}}}}}}}}}}}}}"#
        ),
    );
    let (events, more) = heard(&mut session);
    log += &more;
    let input = events.iter().find_map(|event| match event {
        Event::Input(input) => Some(input.id),
        _ => None,
    });
    let input = input.expect("a question");
    session.host(NOW, Command::Answer { input, answer: Answer::Decline }).expect("answered");
    let error = r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"expired"}}"#;
    read(&mut session, error);
    log += &heard(&mut session).1;
    (written(&mut session), log)
}

// proves: MRT-22
#[test]
fn a_state_goes_back_to_its_server_and_nowhere_else() {
    let (written, log) = talk(r#"{"name":"s","version":"1"}"#);
    assert_eq!(written.matches(STATE).count(), 2, "{written}");
    assert!(!log.contains(STATE), "{log}");
}

// proves: VER-27
#[test]
fn what_a_server_calls_itself_changes_nothing() {
    let (plain, _) = talk(r#"{"name":"s","version":"1"}"#);
    for info in [r#"{"name":"inspector","version":"2024-11-05","title":"Official"}"#, "{}", "7"] {
        assert_eq!(talk(info).0, plain, "{info}");
    }
}

// proves: TSX-15
#[test]
fn the_name_of_a_task_is_for_its_server_alone() {
    const NAME: &str = "name-that-whoever-knows-may-use";
    for state in ["failed", "completed", "of-no-kind"] {
        let mut config = SessionConfig::new("host", "1");
        config.revisions = Era::Modern.revisions();
        config.tasks = true;
        let mut session = Session::new(config, NOW);
        read(
            &mut session,
            r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}"#,
        );
        let request = Request { method: "tools/call".into(), params: None, pages: None };
        let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
        session.host(NOW, call).expect("it is begun");
        read(
            &mut session,
            &format!(
                r#"{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"task","taskId":"{NAME}","status":"working"}}}}"#
            ),
        );
        let (_, mut log) = heard(&mut session);
        written(&mut session);
        let due = session.deadline().expect("it is asked for");
        session.tick(due);
        let asked = written(&mut session);
        assert!(asked.contains("tasks/get") && asked.contains(NAME), "{asked}");
        read(
            &mut session,
            &format!(
                r#"{{"jsonrpc":"2.0","id":3,"result":{{"taskId":"{NAME}","status":"{state}"}}}}"#
            ),
        );
        let (events, more) = heard(&mut session);
        log += &more;
        for event in events {
            if let Event::Done { outcome: Err(error), .. } = event {
                log += &error.to_string();
            }
        }
        assert!(log.contains("Task") && !log.contains(NAME), "{log}");
        // Another call does not carry it.
        let request = Request { method: "tools/call".into(), params: None, pages: None };
        let call = Command::Call { call: CallId(2), request, options: CallOptions::default() };
        session.host(due, call).expect("it is begun");
        let later = written(&mut session);
        let (_, later) = later.split_once("tools/call").expect("it went out");
        assert!(!later.contains(NAME), "{later}");
    }
}
