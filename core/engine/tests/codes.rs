//! The codes of this library are numbers that no error of JSON-RPC has.

use mcpclient_engine::era::Era;
use mcpclient_engine::session::{
    CallOptions, Command, Event, LaneEnd, Request, SessionConfig, WireEvent,
};
use mcpclient_engine::{CallId, Code, Error, Millis, Session};

/// What JSON-RPC keeps for itself, the protocol's own codes among it.
const RESERVED: std::ops::RangeInclusive<i64> = -32_768..=-32_000;

// proves: RPC-24
#[test]
fn no_code_of_ours_is_one_of_json_rpc() {
    let header = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include/mcpclient.h");
    let header = std::fs::read_to_string(header).expect("the header is part of the project");
    let codes: Vec<i64> = header
        .lines()
        .filter_map(|line| line.strip_prefix("#define MCPCLIENT_E_"))
        .map(|rest| {
            let number = rest.split_whitespace().nth(1).expect(rest);
            number.parse().expect(rest)
        })
        .collect();
    assert!(codes.contains(&i64::from(Code::Timeout.number())), "{codes:?}");
    assert!(codes.contains(&i64::from(Code::Root.number())), "{codes:?}");
    assert!(codes.iter().all(|code| *code < 0 && !RESERVED.contains(code)), "{codes:?}");
}

/// How a call ends that began at zero, whatever happens to it.
fn end(happens: impl FnOnce(&mut Session)) -> Error {
    let mut config = SessionConfig::new("host", "1");
    config.revisions = Era::Legacy.revisions();
    let mut session = Session::new(config, Millis(0));
    let hello = concat!(
        r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","#,
        r#""capabilities":{},"serverInfo":{}}}"#,
        "\n"
    );
    session.wire(Millis(0), WireEvent::Bytes(hello.as_bytes()));
    let request = Request { method: "x/slow".into(), params: None, pages: None };
    let call = Command::Call { call: CallId(1), request, options: CallOptions::default() };
    session.host(Millis(0), call).expect("begun");
    happens(&mut session);
    let mut events = std::iter::from_fn(|| session.next_event());
    let outcome = events.find_map(|event| match event {
        Event::Done { outcome, .. } => Some(outcome),
        _ => None,
    });
    outcome.expect("it ended").expect_err("it failed")
}

// proves: RPC-24
#[test]
fn a_failure_of_ours_is_never_taken_for_one_of_the_servers() {
    let cancelled = end(|session| {
        let cancel = Command::Cancel { call: CallId(1), reason: None };
        session.host(Millis(1), cancel).expect("it is open");
    });
    let timed_out = end(|session| session.tick(Millis(1_000_000_000)));
    let closed = end(|session| {
        session.wire(Millis(1), WireEvent::Closed(LaneEnd::default()));
    });
    for (error, code) in
        [(&cancelled, Code::Cancelled), (&timed_out, Code::Timeout), (&closed, Code::Closed)]
    {
        assert_eq!((error.code, error.server.is_none()), (code, true), "{error}");
    }
    // The server may say what others say of time that is up, and is quoted with it.
    let said = end(|session| {
        let error = concat!(
            r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"Request timed out"}}"#,
            "\n"
        );
        session.wire(Millis(1), WireEvent::Bytes(error.as_bytes()));
    });
    assert_eq!((said.code, said.server.map(|error| error.code)), (Code::Server, Some(-32_001)));
}
