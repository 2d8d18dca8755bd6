//! A host that is slower than its server: what may wait is kept waiting, what may not is counted.

use mcpclient_engine::Millis;
use mcpclient_engine::era::Era;
use mcpclient_engine::session::{Event, Session, SessionConfig, WarningKind, WireEvent};
use std::fmt::Write as _;

const EVENTS: usize = 8;
const FLOOD: usize = 100;
const NOW: Millis = Millis(0);

fn ready() -> Session {
    let mut config = SessionConfig::new("test", "1");
    config.revisions = Era::Legacy.revisions();
    config.limits.events = EVENTS;
    let mut session = Session::new(config, NOW);
    let hello = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"logging":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
    session.wire(NOW, WireEvent::Bytes(format!("{hello}\n").as_bytes()));
    assert!(matches!(session.next_event(), Some(Event::Ready(_))));
    session
}

fn flood() -> String {
    let mut lines = String::new();
    for number in 0..FLOOD {
        let _ = writeln!(
            lines,
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{number}}}}}"#
        );
    }
    lines
}

fn number(event: &Event) -> Option<usize> {
    let Event::Log { params } = event else { return None };
    params.value().get("data")?.number()?.as_i64()?.try_into().ok()
}

// proves: LOG-03, LOG-06
#[test]
fn lines_that_were_read_wait_for_the_host() {
    let mut session = ready();
    session.input_buffer().extend_from_slice(flood().as_bytes());
    let mut seen = Vec::new();
    let mut most = 0;
    while seen.len() < FLOOD {
        session.wire(NOW, WireEvent::Read);
        assert!(session.events_waiting() > 0, "lines stay where they are, and nobody is told");
        most = most.max(session.events_waiting());
        while !session.wants_read_again() {
            seen.push(number(&session.next_event().expect("it waits")).expect("nothing else"));
        }
        seen.extend(session.next_event().as_ref().and_then(number));
    }
    assert!(seen.iter().copied().eq(0..FLOOD), "all of them, in order");
    assert!(most <= EVENTS / 2, "reading pauses before anything would have to go");
}

#[test]
fn bytes_that_cannot_wait_are_dropped_and_counted() {
    let mut session = ready();
    session.wire(NOW, WireEvent::Bytes(flood().as_bytes()));
    let events: Vec<_> = std::iter::from_fn(|| session.next_event()).collect();
    let kept = events.iter().filter_map(number).count();
    let told = events.iter().find_map(|event| match event {
        Event::Warning(warning) if warning.kind == WarningKind::Dropped => Some(&warning.detail),
        _ => None,
    });
    assert_eq!(kept, EVENTS);
    assert!(told.is_some_and(|detail| detail.starts_with(&(FLOOD - EVENTS).to_string())));
}
