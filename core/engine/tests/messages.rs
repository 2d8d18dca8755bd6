//! How the bytes of a server become messages: what only a session with bounds of its own, or with
//! a part of a line, can show. What a whole line means is in the transcripts.

#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    CallOptions, Command, Event, Listing, Request, SessionConfig, WarningKind, WireEvent,
};
use mcpclient_engine::{CallId, Code, Limits, Millis, Session};
use ready::{NOW, ready, written};

fn warnings(session: &mut Session) -> Vec<WarningKind> {
    let mut kinds = Vec::new();
    while let Some(event) = session.next_event() {
        match event {
            Event::Warning(warning) => kinds.push(warning.kind),
            other => panic!("{other:?}"),
        }
    }
    kinds
}

// proves: STD-03
#[test]
fn white_space_counts_against_the_limit_however_the_line_is_cut() {
    let limits = Limits { message_bytes: 200, ..Limits::default() };
    let line = format!("{}{}\n", r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, " ".repeat(200));
    for piece in [1, 7, 100, line.len()] {
        let mut session = ready(Revision::R2025Nov, limits.clone());
        for chunk in line.as_bytes().chunks(piece) {
            session.wire(NOW, WireEvent::Bytes(chunk));
        }
        assert_eq!(warnings(&mut session), [WarningKind::TooLarge], "in pieces of {piece}");
        let answer = written(&mut session);
        assert!(answer.contains(r#""id":"p","error""#), "{answer}");
    }
}

/// Nobody reads an answer in the stateless era, and so none is written, not even to what is too long to be read.
// proves: STD-08
#[test]
fn a_request_that_is_too_long_is_not_answered_in_the_stateless_era() {
    let line = format!("{}{}\n", r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, " ".repeat(900));
    for (revision, answered) in [(Revision::R2025Nov, true), (Revision::R2026, false)] {
        let mut config = SessionConfig::new("host", "1");
        config.limits.message_bytes = 800;
        config.revisions = vec![revision];
        let mut session = Session::new(config, NOW);
        let greeting = if revision.facts().stateless {
            r#"{"supportedVersions":["2026-07-28"],"capabilities":{}}"#.to_owned()
        } else {
            format!(
                r#"{{"protocolVersion":"{}","capabilities":{{}},"serverInfo":{{}}}}"#,
                revision.wire()
            )
        };
        let greeting = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{greeting}}}\n");
        session.wire(NOW, WireEvent::Bytes(greeting.as_bytes()));
        assert!(matches!(session.next_event(), Some(Event::Ready(_))));
        written(&mut session);
        session.wire(NOW, WireEvent::Bytes(line.as_bytes()));
        assert_eq!(warnings(&mut session), [WarningKind::TooLarge]);
        assert_eq!(written(&mut session).contains(r#""id":"p","error""#), answered);
        assert!(written(&mut session).is_empty());
    }
}

/// Each page is small enough, and the list would never end.
// proves: PAG-07
#[test]
fn what_is_kept_of_a_list_is_bounded_even_if_none_of_it_is_right() {
    let limits = Limits { message_bytes: 10_000, ..Limits::default() };
    let mut session = ready(Revision::R2025Mar, limits);
    let request = Listing::Tools.request();
    let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
    session.host(NOW, call).expect("it may be called");
    let long = "n".repeat(4_000);
    for page in 2.. {
        assert!(page < 10, "the list goes on");
        // A nameless schema, and a cursor of its own: neither becomes part of the result.
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{page},\"result\":{{\"tools\":[{{\"name\":\"{long}\"}}],\"nextCursor\":\"{page}{long}\"}}}}\n"
        );
        session.wire(NOW, WireEvent::Bytes(line.as_bytes()));
        if let Some(Event::Done { outcome, .. }) = session.next_event() {
            assert_eq!(outcome.expect_err("no end").code, Code::TooLarge);
            break;
        }
    }
}

/// A server that asks for patience is not silent.
// proves: MRT-04, TMO-01
#[test]
fn a_pause_that_the_server_asked_for_does_not_count_as_its_silence() {
    let mut config = SessionConfig::new("host", "1");
    config.revisions = vec![Revision::R2026];
    let mut session = Session::new(config, NOW);
    let greeting = concat!(
        r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"#,
        r#""capabilities":{"tools":{}}}}"#,
        "\n"
    );
    session.wire(NOW, WireEvent::Bytes(greeting.as_bytes()));
    let request = Request {
        method: "tools/call".into(),
        params: Json::parse(r#"{"name":"t"}"#).ok(),
        pages: None,
    };
    let options = CallOptions { idle: Some(Millis(100)), ..CallOptions::default() };
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("it may go");
    let patience = concat!(
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","requestState":"s"}}"#,
        "\n"
    );
    session.wire(NOW, WireEvent::Bytes(patience.as_bytes()));
    written(&mut session);
    let mut now = NOW;
    while written(&mut session).is_empty() {
        now = session.deadline().expect("something is due");
        session.tick(now);
    }
    assert!(now > Millis(100), "the pause is longer than the server may be silent");
    session.tick(now + Millis(99));
    let answer = concat!(r#"{"jsonrpc":"2.0","id":3,"result":{"content":[]}}"#, "\n");
    session.wire(now + Millis(99), WireEvent::Bytes(answer.as_bytes()));
    let mut done = None;
    while let Some(event) = session.next_event() {
        if let Event::Done { outcome, .. } = event {
            done = Some(outcome);
        }
    }
    done.expect("the call is over").expect("in good time");
}
