//! Faults that others have had with the first exchange, one test for each kind of fault. The list
//! of all is `tests/cases/cases.toml`.

#[path = "support/ready.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{
    Action, CallOptions, ClosedReason, Command, Event, Phase, Request, SessionConfig, WireEvent,
};
use mcpclient_engine::{CallId, Code, Millis, Session};
use ready::{NOW, written};
use serde_json::{Value, json};

/// A client that may speak these revisions, and the first message it wrote.
fn connect(revisions: &[Revision]) -> (Session, Value) {
    let mut config = SessionConfig::new("host", "1");
    config.revisions = revisions.to_vec();
    let mut session = Session::new(config, NOW);
    let first = message(&mut session);
    (session, first)
}

/// The one message that was written.
fn message(session: &mut Session) -> Value {
    let written = written(session);
    serde_json::from_str(&written).unwrap_or_else(|_| panic!("not one message: {written:?}"))
}

fn reply(session: &mut Session, now: Millis, asked: &Value, member: &str, value: &Value) {
    let line = json!({"jsonrpc": "2.0", "id": asked["id"], member: value}).to_string() + "\n";
    session.wire(now, WireEvent::Bytes(line.as_bytes()));
}

fn initialized(version: &Value) -> Value {
    json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}})
}

/// The revision that was agreed on, or why there is none.
fn outcome(session: &mut Session) -> Result<Revision, ClosedReason> {
    while let Some(event) = session.next_event() {
        match event {
            Event::Ready(facts) => return Ok(facts.revision),
            Event::Closed { reason, .. } => return Err(reason),
            Event::Warning(_) => {}
            other => panic!("{other:?}"),
        }
    }
    panic!("nothing came of it")
}

/// Whatever a server of the older era makes of the first question, it gets its handshake.
// proves: VER-33, VER-34, VER-35
#[test]
fn every_answer_that_is_none_leads_to_a_handshake() {
    let error = |code: i64| Some(json!({"code": code, "message": "not initialized"}));
    for refusal in [None, error(-32_602), error(-32_600), error(-32_601), error(-32_000), error(0)]
    {
        for raw in ["", "ready\n", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n"] {
            let (mut session, asked) = connect(&Revision::ALL);
            assert_eq!(asked["method"], "server/discover");
            session.wire(NOW, WireEvent::Bytes(raw.as_bytes()));
            let now = match &refusal {
                Some(error) => {
                    reply(&mut session, NOW, &asked, "error", error);
                    NOW
                }
                None => {
                    let probe = session.deadline().expect("silence has an end");
                    assert!(probe <= Millis::seconds(10));
                    session.tick(probe);
                    probe
                }
            };
            let greeting = message(&mut session);
            assert_eq!(greeting["method"], "initialize", "{refusal:?}");
            // An answer that comes after all changes nothing.
            reply(&mut session, now, &asked, "error", &json!({"code": 1, "message": "late"}));
            reply(&mut session, now, &greeting, "result", &initialized(&json!("2025-06-18")));
            while let Some(Event::Notification { .. }) = session.peek_event() {
                session.next_event();
            }
            assert_eq!(outcome(&mut session), Ok(Revision::R2025Jun), "{refusal:?}");
        }
    }
    // Neither a result that says nothing nor an error that names nothing is an answer.
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":[]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":"2026-07-28"}}"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}"#,
    ] {
        let (mut session, _) = connect(&Revision::ALL);
        session.wire(NOW, WireEvent::Bytes(format!("{line}\n").as_bytes()));
        assert_eq!(message(&mut session)["method"], "initialize", "{line}");
    }
}

// proves: VER-22, VER-37
#[test]
fn a_refused_revision_is_not_asked_for_without_end() {
    let refusal = |supported: Value| json!({"code": -32_022, "message": "m", "data": {"supported": supported, "requested": "2026-07-28"}});
    // None in common: the end.
    let (mut session, asked) = connect(&Revision::ALL);
    reply(&mut session, NOW, &asked, "error", &refusal(json!(["2099-01-01"])));
    assert_eq!(outcome(&mut session), Err(ClosedReason::Revision));
    // Only older ones: a handshake.
    let (mut session, asked) = connect(&Revision::ALL);
    reply(&mut session, NOW, &asked, "error", &refusal(json!(["2025-06-18", "2024-11-05"])));
    assert_eq!(message(&mut session)["method"], "initialize");
    // No list at all: a handshake.
    let (mut session, asked) = connect(&Revision::ALL);
    reply(&mut session, NOW, &asked, "error", &json!({"code": -32_022, "message": "m"}));
    assert_eq!(message(&mut session)["method"], "initialize");
    // The very one that was asked for: once more, and then the end.
    let (mut session, asked) = connect(&Revision::ALL);
    reply(&mut session, NOW, &asked, "error", &refusal(json!(["2026-07-28"])));
    let again = message(&mut session);
    assert_eq!(again["method"], "server/discover");
    assert_ne!(again["id"], asked["id"]);
    reply(&mut session, NOW, &again, "error", &refusal(json!(["2026-07-28"])));
    assert_eq!(outcome(&mut session), Err(ClosedReason::Revision));
    assert_eq!(session.next_action(), Some(Action::CloseLane));
    // A result without any.
    let (mut session, asked) = connect(&Revision::ALL);
    let none = json!({"resultType": "complete", "supportedVersions": [], "capabilities": {}});
    reply(&mut session, NOW, &asked, "result", &none);
    assert_eq!(outcome(&mut session), Err(ClosedReason::Revision));
    // The server misses a capability: it is of the new era, and there is nothing more to ask.
    let (mut session, asked) = connect(&Revision::ALL);
    let missing = json!({"code": -32_021, "message": "m", "data": {"requiredCapabilities": {"elicitation": {}}}});
    reply(&mut session, NOW, &asked, "error", &missing);
    assert_eq!(outcome(&mut session), Err(ClosedReason::Refused));
    assert_eq!(written(&mut session), "");
}

// proves: VER-06, VER-07, VER-08
#[test]
fn only_a_revision_that_is_spoken_goes_on() {
    for (answer, agreed) in [
        (json!("2025-11-25"), Some(Revision::R2025Nov)),
        (json!("2025-06-18"), Some(Revision::R2025Jun)),
        (json!("2025-03-26"), Some(Revision::R2025Mar)),
        (json!("2024-11-05"), Some(Revision::R2024)),
        (json!("1999-01-01"), None),
        (json!("2099-01-01"), None),
        (json!("2026-07-28"), None),
        (json!("DRAFT-2026-v1"), None),
        (json!("2025-6-18"), None),
        (json!(20_250_618), None),
        (json!(null), None),
        (json!(""), None),
        (json!("2025-06-18 "), None),
    ] {
        let (mut session, asked) = connect(&Revision::HANDSHAKE);
        assert_eq!(asked["params"]["protocolVersion"], "2025-11-25");
        reply(&mut session, NOW, &asked, "result", &initialized(&answer));
        assert_eq!(outcome(&mut session).ok(), agreed, "{answer}");
        if agreed.is_some() {
            assert_eq!(message(&mut session)["method"], "notifications/initialized", "{answer}");
        } else {
            assert_eq!(written(&mut session), "", "{answer}");
            assert_eq!(session.next_action(), Some(Action::CloseLane), "{answer}");
        }
    }
}

// proves: VER-02, VER-13
#[test]
fn an_incomplete_answer_is_read_as_far_as_it_goes() {
    let info = json!({"name": "s", "version": "1"});
    for (result, warnings) in [
        (json!({"capabilities": {}, "serverInfo": info}), 0),
        (json!({"capabilities": {}}), 1),
        (json!({"serverInfo": info}), 1),
        (
            json!({"capabilities": {"tools": null, "x": {"y": 1}, "experimental": {"a": true}}, "serverInfo": {"name": "s", "version": 1, "icons": "no"}}),
            0,
        ),
        (json!({"capabilities": [], "serverInfo": {"name": "", "version": ""}}), 1),
        (json!({"capabilities": {"tools": true}, "serverInfo": {"name": "s"}}), 0),
        (
            json!({"capabilities": {}, "serverInfo": info, "instructions": null, "resultType": "complete", "_meta": {}}),
            0,
        ),
    ] {
        let (mut session, asked) = connect(&Revision::HANDSHAKE);
        let mut answer = result.clone();
        answer["protocolVersion"] = json!("2025-06-18");
        reply(&mut session, NOW, &asked, "result", &answer);
        assert_eq!(session.phase(), Phase::Ready, "{result}");
        let facts = session.server().expect("it is known").clone();
        assert_eq!(facts.result.as_str(), answer.to_string(), "kept as it came");
        let mut warned = 0;
        while let Some(event) = session.next_event() {
            warned += usize::from(matches!(event, Event::Warning(_)));
        }
        assert_eq!(warned, warnings, "{result}");
        // What was not declared is not asked for.
        let declared = result["capabilities"].get("tools").is_some_and(|tools| !tools.is_null());
        let request = Request { method: "tools/list".into(), params: None, pages: None };
        let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
        let refused = session.host(NOW, call).err().map(|error| error.code);
        assert_eq!(refused, (!declared).then_some(Code::Unsupported), "{result}");
    }
}
