//! One line to a session that is ready: sorted as another JSON reader would sort it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{CallOptions, Command, Event, Request, WarningKind, WireEvent};
use mcpclient_engine::{CallId, Code, Limits, Session};
use mcpclient_fuzz::ready::{NOW, ready, written};
use mcpclient_fuzz::tree::Tree;
use serde::de::IgnoredAny;

/// The wire id of the one call that is under way.
const CALL: i64 = 2;

fuzz_target!(|data: &[u8]| {
    if data.contains(&b'\n') {
        return;
    }
    let Some(expected) = expect(data) else { return };
    let mut session = ready(Revision::R2025Nov, Limits::default());
    ping(&mut session, CallId(1));
    session.wire(NOW, WireEvent::Bytes(&[data, b"\n"].concat()));
    let (events, output) = outcome(&mut session);
    assert_eq!((events.as_slice(), output.len()), (&expected.events[..], expected.answers));
    for answer in &output {
        assert!(answer.contains(&expected.answer), "{answer}, not {}", expected.answer);
    }
    // Whatever that was, the next message is read.
    ping(&mut session, CallId(2));
    session.wire(NOW, WireEvent::Bytes(b"{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n"));
    assert_eq!(outcome(&mut session).0, ["done 2 ok"]);
});

fn ping(session: &mut Session, call: CallId) {
    let request = Request { method: "ping".into(), params: None, pages: None };
    let command = Command::Call { call, request, options: CallOptions::default() };
    session.host(NOW, command).expect("it may be called");
    written(session);
}

/// The events in a word each, and what was written.
fn outcome(session: &mut Session) -> (Vec<String>, Vec<String>) {
    let mut events = Vec::new();
    while let Some(event) = session.next_event() {
        events.push(match event {
            Event::Warning(warning) => warning.kind.name().to_owned(),
            Event::Done { call, outcome: Ok(_) } => format!("done {} ok", call.0),
            Event::Done { call, outcome: Err(error) } => {
                format!("done {} {}", call.0, error.code.name())
            }
            Event::Log { .. } => "log".into(),
            Event::Notification { .. } => "notification".into(),
            other => panic!("{other:?}"),
        });
    }
    (events, written(session).lines().map(str::to_owned).collect())
}

#[derive(Default)]
struct Expected {
    events: Vec<String>,
    answers: usize,
    /// Stands in the answer.
    answer: String,
}

impl Expected {
    fn warning(kind: WarningKind) -> Self {
        Self { events: vec![kind.name().to_owned()], ..Self::default() }
    }

    fn done(self, code: Code) -> Self {
        self.event(&format!("done 1 {}", code.name()))
    }

    fn event(mut self, name: &str) -> Self {
        self.events.push(name.to_owned());
        self
    }

    fn answer(self, text: &str) -> Self {
        Self { answers: 1, answer: text.to_owned(), ..self }
    }
}

/// What has to come of a line; nothing said about those that the other reader cannot hold.
fn expect(line: &[u8]) -> Option<Expected> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let line = line.trim_ascii();
    if line.is_empty() {
        return Some(Expected::default());
    }
    let Ok(text) = std::str::from_utf8(line) else {
        return Some(Expected::warning(WarningKind::Noise));
    };
    if text.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count() > 120 {
        return None;
    }
    if serde_json::from_str::<IgnoredAny>(text).is_err() {
        return Some(Expected::warning(WarningKind::Noise));
    }
    let tree: Tree = serde_json::from_str(text).ok()?;
    let rounded = |value: Option<&Tree>| matches!(value, Some(Tree::Rounded));
    let inside = |member, name| tree.last(member).and_then(|member: &Tree| member.all(name).next());
    if rounded(tree.last("id"))
        || rounded(inside("params", "progressToken"))
        || rounded(inside("error", "code"))
    {
        return None;
    }
    match &tree {
        Tree::List => Some(Expected::warning(WarningKind::Batch)),
        Tree::Object(_) => Some(message(&tree)),
        _ => Some(Expected::warning(WarningKind::Malformed)),
    }
}

enum Id {
    None,
    Null,
    Number(i64),
    Text,
    Unusable,
}

fn id(tree: &Tree) -> Id {
    match tree.last("id") {
        None => Id::None,
        Some(Tree::Null) => Id::Null,
        Some(Tree::Number(Some(number))) => Id::Number(*number),
        Some(Tree::Text(_)) => Id::Text,
        Some(_) => Id::Unusable,
    }
}

fn message(tree: &Tree) -> Expected {
    const NAMES: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];
    let doubled = NAMES.iter().any(|name| tree.all(name).count() > 1);
    let version = matches!(tree.last("jsonrpc"), Some(Tree::Text(text)) if text == "2.0");
    let params = tree.last("params");
    let params_fit = matches!(params, None | Some(Tree::Null | Tree::List | Tree::Object(_)));
    let broken = doubled || !version;
    let malformed = || Expected::warning(WarningKind::Malformed);
    if let Some(method) = tree.last("method") {
        let has_id = matches!(id(tree), Id::Number(_) | Id::Text);
        return match method {
            Tree::Text(method) if !broken && params_fit => match id(tree) {
                Id::None => notification(method, params),
                Id::Null | Id::Unusable => malformed(),
                Id::Number(_) | Id::Text => request(method),
            },
            _ if has_id => malformed().answer("-32600"),
            _ => malformed(),
        };
    }
    answer(tree, broken)
}

fn request(method: &str) -> Expected {
    let answer = if method == "ping" { "\"result\":{}" } else { "-32601" };
    Expected::default().answer(answer)
}

fn notification(method: &str, params: Option<&Tree>) -> Expected {
    let list = matches!(params, Some(Tree::List));
    match method {
        // The call did not ask for progress, and the server has asked for nothing.
        "notifications/cancelled" => Expected::default(),
        "notifications/progress" => progress(params),
        "notifications/message" if matches!(params, Some(Tree::Object(_))) || list => {
            Expected::default().event("log")
        }
        "notifications/message" => Expected::default(),
        _ => Expected::default().event("notification"),
    }
}

fn progress(params: Option<&Tree>) -> Expected {
    // Of doubled members inside the parameters the first counts.
    let first = |name: &'static str| params.and_then(|params| params.all(name).next());
    let token = matches!(first("progressToken"), Some(Tree::Number(Some(0..))));
    match first("progress") {
        Some(Tree::Number(_) | Tree::Rounded) => Expected::default(),
        _ if token => Expected::warning(WarningKind::Malformed),
        _ => Expected::default(),
    }
}

fn answer(tree: &Tree, broken: bool) -> Expected {
    let ours = matches!(id(tree), Id::Number(CALL));
    let usable = matches!(id(tree), Id::Number(_) | Id::Text);
    let absent = matches!(id(tree), Id::None | Id::Null);
    let (result, error) = (tree.last("result"), tree.last("error"));
    let malformed = || {
        let warning = Expected::warning(WarningKind::Malformed);
        if ours { warning.done(Code::Protocol) } else { warning }
    };
    match (result, error) {
        _ if broken => malformed(),
        (Some(_), Some(_)) | (None, None) => malformed(),
        (None, Some(_)) if absent => Expected::warning(WarningKind::ErrorWithoutId),
        _ if !usable => malformed(),
        (Some(Tree::Object(_)), None) if ours => Expected::default().event("done 1 ok"),
        (Some(_), None) if ours => Expected::default().done(Code::Protocol),
        (None, Some(error)) if ours => match error.all("code").next() {
            Some(Tree::Number(Some(_))) => Expected::default().done(Code::Server),
            _ => Expected::default().done(Code::Protocol),
        },
        _ => match id(tree) {
            Id::Number(1) => Expected::warning(WarningKind::DoubleAnswer),
            _ => Expected::warning(WarningKind::UnknownAnswer),
        },
    }
}
