//! Elicitation has changed from revision to revision, and may again: each session has the shapes of its own.

#[allow(dead_code, reason = "each test program uses a part of it")]
#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, InputRequest, Offer, Request, SessionConfig, WireEvent,
};
use mcpclient_engine::{CallId, Session};
use ready::{NOW, ready_with, written};
use std::sync::Arc;

fn config() -> SessionConfig {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { form: true, url: true, ..Offer::default() };
    config
}

fn hear(session: &mut Session, message: &str) {
    session.wire(NOW, WireEvent::Bytes(format!("{message}\n").as_bytes()));
}

/// A server of that revision asks; the host sees it, or does not.
fn ask(revision: Revision, params: &str) -> (Session, Option<Arc<InputRequest>>) {
    let question = format!(r#""method":"elicitation/create","params":{params}"#);
    let mut session = if revision.facts().stateless {
        let mut session =
            Session::new(SessionConfig { revisions: vec![revision], ..config() }, NOW);
        hear(
            &mut session,
            r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}"#,
        );
        let request = Request { method: "tools/call".into(), params: None, pages: None };
        let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
        session.host(NOW, call).expect("begun");
        hear(
            &mut session,
            &format!(
                r#"{{"jsonrpc":"2.0","id":2,"result":{{"resultType":"input_required","inputRequests":{{"k":{{{question}}}}}}}}}"#
            ),
        );
        session
    } else {
        let mut session = ready_with(revision, config());
        hear(&mut session, &format!(r#"{{"jsonrpc":"2.0","id":7,{question}}}"#));
        session
    };
    written(&mut session);
    let input = std::iter::from_fn(|| session.next_event()).find_map(|event| match event {
        Event::Input(request) => Some(request),
        _ => None,
    });
    (session, input)
}

const FORM: &str = r#""message":"m","requestedSchema":{"type":"object","properties":{"p":{"type":"string","enum":["a"],"enumNames":["A"]}}}"#;
const LIST: &str = r#""message":"m","requestedSchema":{"type":"object","properties":{"p":{"type":"array","items":{"type":"string","enum":["a"]}}}}"#;
const URL: &str = r#""mode":"url","message":"m","url":"https://example.com/""#;

// proves: VER-49, ELI-04
#[test]
fn a_question_is_read_as_its_revision_has_it() {
    let named = format!(r#"{URL},"elicitationId":"e""#);
    let odd = format!(r#"{FORM},"mode":"form","of-a-later-revision":{{"x":[1]}}"#);
    // From the oldest revision to the newest.
    for (params, known) in [
        (FORM, [false, false, true, true, true]),
        (odd.as_str(), [false, false, true, true, true]),
        (LIST, [false, false, false, true, true]),
        (named.as_str(), [false, false, false, true, true]),
        // A visit has a name of its own in one revision alone.
        (URL, [false, false, false, false, true]),
        (r#""mode":"of-a-later-revision","message":"m""#, [false; 5]),
    ] {
        for (revision, known) in Revision::ALL.into_iter().zip(known) {
            let (_, input) = ask(revision, &format!("{{{params}}}"));
            assert_eq!(input.is_some(), known, "{}: {params}", revision.wire());
        }
    }
}

// proves: VER-49, ELI-33, T-053
#[test]
fn an_answer_goes_out_as_its_revision_has_it() {
    let content = Json::parse(r#"{"p":"a","more":["x"]}"#).expect("JSON");
    for (revision, fits) in
        [(Revision::R2025Jun, false), (Revision::R2025Nov, true), (Revision::R2026, true)]
    {
        let (mut session, input) = ask(revision, &format!("{{{FORM}}}"));
        let input = input.expect("a form").id;
        let lists = Answer::Accept(Some(content.clone()));
        let sent = session.host(NOW, Command::Answer { input, answer: lists });
        assert_eq!(sent.is_ok(), fits, "{}", revision.wire());
        assert_eq!(written(&mut session).contains(r#""more":["x"]"#), fits);
    }
}

// proves: VER-49, ELI-02
#[test]
fn what_is_declared_is_what_the_revision_knows() {
    for (revision, declared) in Revision::ALL.into_iter().zip([
        None,
        None,
        Some(r#""elicitation":{}"#),
        Some(r#""elicitation":{"form":{},"url":{}}"#),
        Some(r#""elicitation":{"form":{},"url":{}}"#),
    ]) {
        let mut session =
            Session::new(SessionConfig { revisions: vec![revision], ..config() }, NOW);
        let hello = written(&mut session);
        let right =
            declared.map_or(!hello.contains("elicitation"), |declared| hello.contains(declared));
        assert!(right, "{hello}");
    }
}
