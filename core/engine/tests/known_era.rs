//! What is known of a server's era saves a question, and is doubted when it does not work.

#[allow(dead_code)]
#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::Session;
use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::session::{Action, ClosedReason, Event, LaneEnd, SessionConfig, WireEvent};
use ready::{NOW, written};

fn connect(known: Era, revisions: Vec<Revision>) -> Session {
    let config =
        SessionConfig { known_era: Some(known), revisions, ..SessionConfig::new("host", "1") };
    Session::new(config, NOW)
}

fn read(session: &mut Session, message: &str) {
    session.wire(NOW, WireEvent::Bytes(format!("{message}\n").as_bytes()));
}

/// The method and the id of the one message that was written.
fn asked(session: &mut Session) -> (String, u64) {
    let message: serde_json::Value = serde_json::from_str(&written(session)).expect("a message");
    let method = message["method"].as_str().expect("a request");
    (method.to_owned(), message["id"].as_u64().expect("an id"))
}

const DISCOVERED: &str =
    r#""result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}"#;

fn is_ready(session: &mut Session, revision: Revision) {
    match session.next_event() {
        Some(Event::Ready(facts)) => assert_eq!(facts.revision, revision),
        other => panic!("{other:?}"),
    }
}

// proves: VER-45
#[test]
fn a_server_known_for_handshakes_is_not_asked_first() {
    let mut session = connect(Era::Legacy, Era::Auto.revisions());
    let (method, id) = asked(&mut session);
    assert_eq!(method, "initialize");
    read(
        &mut session,
        &format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"2025-11-25","capabilities":{{}},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
        ),
    );
    is_ready(&mut session, Revision::R2025Nov);
}

// proves: VER-45
#[test]
fn one_that_refuses_the_handshake_is_asked_after_all() {
    let mut session = connect(Era::Legacy, Era::Auto.revisions());
    let (_, id) = asked(&mut session);
    read(
        &mut session,
        &format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"no"}}}}"#),
    );
    let (method, id) = asked(&mut session);
    assert_eq!(method, "server/discover");
    read(&mut session, &format!(r#"{{"jsonrpc":"2.0","id":{id},{DISCOVERED}}}"#));
    is_ready(&mut session, Revision::R2026);
}

// proves: VER-45
#[test]
fn one_that_dies_of_the_handshake_is_started_again_and_asked_once() {
    let mut session = connect(Era::Legacy, Era::Auto.revisions());
    assert_eq!(asked(&mut session).0, "initialize");
    session.wire(NOW, WireEvent::Closed(LaneEnd::default()));
    assert_eq!(session.next_action(), Some(Action::Restart));
    session.wire(NOW, WireEvent::Restarted);
    let (method, id) = asked(&mut session);
    assert_eq!(method, "server/discover");
    // It makes a handshake after all, and refuses it: that is the end.
    read(
        &mut session,
        &format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"no"}}}}"#),
    );
    let (method, id) = asked(&mut session);
    assert_eq!(method, "initialize");
    read(
        &mut session,
        &format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"no"}}}}"#),
    );
    match session.next_event() {
        Some(Event::Closed { reason, .. }) => assert_eq!(reason, ClosedReason::Refused),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_may_not_be_spoken_is_not_spoken_for_being_known() {
    let mut session = connect(Era::Legacy, Era::Modern.revisions());
    assert_eq!(asked(&mut session).0, "server/discover");
    let mut session = connect(Era::Modern, Era::Legacy.revisions());
    assert_eq!(asked(&mut session).0, "initialize");
    let mut session = connect(Era::Modern, Era::Auto.revisions());
    assert_eq!(asked(&mut session).0, "server/discover");
}
