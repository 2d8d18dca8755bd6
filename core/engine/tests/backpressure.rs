//! A host that is slower than its server: what may wait is kept waiting, what may not is counted.

use mcpclient_engine::era::Era;
use mcpclient_engine::session::{
    CallOptions, Command, Event, Listing, Request, Session, SessionConfig, WarningKind, WireEvent,
};
use mcpclient_engine::{CallId, Millis};
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

// proves: TOL-24
#[test]
fn changes_of_lists_count_though_nobody_is_told() {
    let mut session = ready();
    session.wire(NOW, WireEvent::Bytes(flood().as_bytes()));
    for listing in [Listing::Tools, Listing::Prompts, Listing::Resources] {
        assert_eq!(session.changes_of(listing), 0);
    }
    let changed = |list: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/{list}/list_changed\"}}\n")
    };
    session.wire(NOW, WireEvent::Bytes(changed("tools").repeat(2).as_bytes()));
    session.wire(NOW, WireEvent::Bytes(changed("resources").as_bytes()));
    assert_eq!(session.changes_of(Listing::Tools), 2);
    assert_eq!(session.changes_of(Listing::Prompts), 0);
    assert_eq!(session.changes_of(Listing::Resources), 1);
    assert_eq!(session.changes_of(Listing::ResourceTemplates), 1);
    let mut told = std::iter::from_fn(|| session.next_event());
    assert!(!told.any(|event| matches!(event, Event::Notification { .. })), "there was no room");
}

/// Progress is worth its newest word; a token counts for as long as its call. We send none ourselves.
// proves: PRG-06
#[test]
fn progress_that_cannot_wait_gives_way_to_newer_progress() {
    let mut session = ready();
    let request = Request { method: "x/slow".into(), params: None, pages: None };
    let options = CallOptions { progress: true, ..CallOptions::default() };
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("begun");
    let mut lines = String::new();
    for number in 0..FLOOD {
        // Tokens that nobody gave out count for nothing, however many they are.
        for token in [2, 1_000 + number] {
            let _ = writeln!(
                lines,
                r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":{number}}}}}"#
            );
        }
    }
    session.wire(NOW, WireEvent::Bytes(lines.as_bytes()));
    let progress = |event: &Event| {
        let Event::Progress { params, .. } = event else { return None };
        assert_eq!(params.value().get("progressToken")?.raw(), "2");
        params.value().get("progress")?.number()?.as_i64()
    };
    let events: Vec<_> = std::iter::from_fn(|| session.next_event()).collect();
    let told: Vec<_> = events.iter().filter_map(progress).collect();
    assert!(told.len() <= EVENTS && told.is_sorted(), "{told:?}");
    assert_eq!(told.last().copied(), i64::try_from(FLOOD - 1).ok(), "the newest is there");
    session.wire(NOW, WireEvent::Bytes(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"));
    assert!(matches!(session.next_event(), Some(Event::Done { .. })));
    session.wire(NOW, WireEvent::Bytes(lines.as_bytes()));
    assert!(std::iter::from_fn(|| session.next_event()).all(|event| progress(&event).is_none()));
    let output = session.output().pending().to_vec();
    assert!(!String::from_utf8(output).expect("UTF-8").contains("notifications/progress"));
}
