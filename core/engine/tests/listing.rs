//! Lists that come in pages.

#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Action, CallOptions, Command, Event, LaneEnd, Listing, SessionConfig, Success, WireEvent,
};
use mcpclient_engine::{CallId, Code, Error, Limits, Millis, Session};
use ready::{NOW, ready, written};

/// A server whose answers a test gives one by one.
struct Listed {
    session: Session,
    now: Millis,
}

impl Listed {
    fn of(revision: Revision, limits: Limits) -> Self {
        if !revision.facts().stateless {
            return Self { session: ready(revision, limits), now: NOW };
        }
        let mut config = SessionConfig::new("host", "1");
        config.revisions = vec![revision];
        config.limits = limits;
        let mut listed = Self { session: Session::new(config, NOW), now: NOW };
        listed.greet(1);
        listed
    }

    /// The server of the stateless era says that it has tools.
    fn greet(&mut self, id: u64) {
        written(&mut self.session);
        let capabilities = r#""capabilities":{"tools":{"listChanged":true}}"#;
        self.answer(id, &format!(r#"{{"supportedVersions":["2026-07-28"],{capabilities}}}"#));
        assert!(matches!(self.session.next_event(), Some(Event::Ready(_))));
    }

    fn list(&mut self, call: u64, params: Option<&str>) {
        let mut request = Listing::Tools.request();
        request.params = params.map(|params| Json::parse(params).expect("JSON"));
        let options = CallOptions::default();
        let command = Command::Call { call: CallId(call), request, options };
        self.session.host(self.now, command).expect("it may be called");
    }

    fn answer(&mut self, id: u64, result: &str) {
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n");
        self.session.wire(self.now, WireEvent::Bytes(line.as_bytes()));
    }

    fn refuse(&mut self, id: u64, code: i64) {
        let error = format!(r#"{{"code":{code},"message":"m"}}"#);
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n");
        self.session.wire(self.now, WireEvent::Bytes(line.as_bytes()));
    }

    /// The parameters of the one request that was written, without what each request carries.
    fn params(&mut self) -> Option<String> {
        let written = written(&mut self.session);
        let [line] = written.lines().collect::<Vec<_>>()[..] else { panic!("{written}") };
        let message: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(message["method"], "tools/list");
        let mut params = message.get("params")?.clone();
        params.as_object_mut()?.remove("_meta");
        Some(params.to_string())
    }

    fn done(&mut self) -> Result<Success, Error> {
        match self.session.next_event() {
            Some(Event::Done { outcome, .. }) => outcome,
            other => panic!("{other:?}"),
        }
    }
}

fn tool(name: &str) -> String {
    format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#)
}

fn page(name: &str, more: &str) -> String {
    format!(r#"{{"tools":[{}]{more}}}"#, tool(name))
}

// proves: PAG-01, PAG-02, PAG-04, PAG-05, TOL-02, TOL-22
#[test]
fn all_pages_become_one_list_and_a_cursor_goes_back_as_it_came() {
    for revision in [Revision::R2025Mar, Revision::R2026] {
        let mut server = Listed::of(revision, Limits::default());
        server.list(1, Some(r#"{"cursor":"mine","x":1}"#));
        assert_eq!(server.params().as_deref(), Some(r#"{"cursor":"mine","x":1}"#));
        server.answer(2, &page("b", r#","nextCursor":"\u00e9 \"=\" /""#));
        assert_eq!(server.params().as_deref(), Some(r#"{"cursor":"é \"=\" /","x":1}"#));
        server.answer(3, r#"{"tools":[],"nextCursor":"c"}"#);
        assert_eq!(server.params().as_deref(), Some(r#"{"cursor":"c","x":1}"#));
        server.answer(4, &page("a", ""));
        let list = server.done().expect("a list");
        let both = format!(r#"{{"tools":[{},{}]}}"#, tool("b"), tool("a"));
        assert_eq!(list.result.as_str(), both);
        assert!(list.set_aside.is_empty());
    }
}

/// A cursor means nothing to a server that was away meanwhile.
// proves: PAG-06, CAC-10
#[test]
fn a_cursor_that_is_refused_begins_the_list_anew() {
    let mut server = Listed::of(Revision::R2025Mar, Limits::default());
    server.list(1, None);
    server.params();
    server.answer(2, &page("old", r#","nextCursor":"n""#));
    server.params();
    server.refuse(3, -32_602);
    assert_eq!(server.params(), None);
    server.answer(4, &page("a", r#","nextCursor":"m""#));
    assert_eq!(server.params().as_deref(), Some(r#"{"cursor":"m"}"#));
    server.answer(5, &page("b", ""));
    let list = server.done().expect("a list");
    let both = format!(r#"{{"tools":[{},{}]}}"#, tool("a"), tool("b"));
    assert_eq!(list.result.as_str(), both);

    // Once: a server that refuses what it has just given out will go on doing so.
    server.list(2, None);
    for id in [6, 8] {
        server.answer(id, &page("a", &format!(r#","nextCursor":"{id}""#)));
        server.refuse(id + 1, -32_602);
    }
    assert_eq!(server.done().expect_err("no list").code, Code::Server);
    // Another error, or one for the first page, is the end at once.
    for (id, code) in [(10, -32_602), (11, -32_603)] {
        server.list(id, None);
        server.refuse(id, code);
        assert_eq!(server.done().expect_err("no list").code, Code::Server);
    }
}

// proves: TOL-03
#[test]
fn a_list_that_changes_on_the_way_is_begun_anew() {
    let changed = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";
    let mut server = Listed::of(Revision::R2025Mar, Limits::default());
    server.list(1, None);
    server.answer(2, &page("old", r#","nextCursor":"n""#));
    server.session.wire(NOW, WireEvent::Bytes(changed.as_bytes()));
    assert!(matches!(server.session.next_event(), Some(Event::Notification { .. })));
    written(&mut server.session);
    server.answer(3, &page("older", ""));
    assert_eq!(server.params(), None);
    server.answer(4, &page("new", ""));
    assert_eq!(server.done().expect("a list").result.as_str(), page("new", ""));

    // One that never rests is taken as it is.
    server.list(2, None);
    let mut id = 4;
    let list = loop {
        id += 1;
        assert!(id < 30, "it goes on for ever");
        server.answer(id, &page("t", &format!(r#","nextCursor":"{id}""#)));
        server.session.wire(NOW, WireEvent::Bytes(changed.as_bytes()));
        id += 1;
        server.answer(id, &page("u", ""));
        match std::iter::from_fn(|| server.session.next_event())
            .find(|event| matches!(event, Event::Done { .. }))
        {
            Some(Event::Done { outcome, .. }) => break outcome,
            _ => written(&mut server.session),
        };
    };
    list.expect("a list");
}

// proves: PAG-02, PAG-03
#[test]
fn what_ends_a_list_depends_on_the_revision() {
    for (revision, cursor, goes_on) in [
        (Revision::R2025Mar, "null", false),
        (Revision::R2026, "null", false),
        (Revision::R2025Mar, "\"\"", false),
        (Revision::R2026, "\"\"", true),
    ] {
        let mut server = Listed::of(revision, Limits::default());
        server.list(1, None);
        server.params();
        server.answer(2, &page("a", &format!(r#","nextCursor":{cursor}"#)));
        if goes_on {
            assert_eq!(server.params().as_deref(), Some(r#"{"cursor":""}"#));
            server.answer(3, &page("b", ""));
        }
        server.done().expect("a list");
    }
}

// proves: PAG-07
#[test]
fn a_list_without_end_is_ended() {
    let mut server = Listed::of(Revision::R2025Mar, Limits::default());
    server.list(1, None);
    for (id, cursor) in [(2, "a"), (3, "b"), (4, "a")] {
        server.answer(id, &page("t", &format!(r#","nextCursor":"{cursor}""#)));
    }
    assert_eq!(server.done().expect_err("it repeats itself").code, Code::Protocol);

    for limits in
        [Limits { pages: 3, ..Limits::default() }, Limits { items: 2, ..Limits::default() }]
    {
        let mut server = Listed::of(Revision::R2025Mar, limits);
        server.list(1, None);
        for id in 2..5 {
            server.answer(id, &page("t", &format!(r#","nextCursor":"{id}""#)));
        }
        assert_eq!(server.done().expect_err("it has no end").code, Code::TooLarge);
    }
}

// proves: TOL-17
#[test]
fn what_is_malformed_is_set_aside_and_the_rest_is_kept() {
    let mut server = Listed::of(Revision::R2025Mar, Limits::default());
    server.list(1, None);
    let odd =
        r#"{"name":"odd","inputSchema":{"type":"object","properties":{"x":true}},"annotations":7}"#;
    let items = [
        tool("good").as_str(),
        odd,
        r#"{"inputSchema":{"type":"object"}}"#,
        r#"{"name":"no schema"}"#,
        r#"{"name":"null schema","inputSchema":null}"#,
        tool("").as_str(),
        "\"junk\"",
        "null",
        tool("good").as_str(),
    ]
    .join(",");
    server.answer(2, &format!(r#"{{"tools":[{items}]}}"#));
    let list = server.done().expect("a list");
    let kept = format!(r#"{{"tools":[{},{odd},{}]}}"#, tool("good"), tool("good"));
    assert_eq!(list.result.as_str(), kept);
    let names: Vec<_> = list.set_aside.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["#3", "no schema", "null schema", "", "#7", "#8"]);
}

// proves: CAC-02, CAC-08
#[test]
fn a_list_of_several_pages_is_kept_as_what_was_asked() {
    let mut server = Listed::of(Revision::R2026, Limits::default());
    server.list(1, None);
    server.params();
    server.answer(2, &page("a", r#","nextCursor":"n","ttlMs":1000"#));
    server.params();
    server.answer(3, &page("b", r#","ttlMs":1000"#));
    let list = server.done().expect("a list");
    server.list(2, None);
    assert_eq!(server.done().expect("kept").result, list.result);
    // The second half alone is another question.
    server.list(3, Some(r#"{"cursor":"n"}"#));
    assert_eq!(server.params().as_deref(), Some(r#"{"cursor":"n"}"#));
}

// proves: PAG-01
#[test]
fn another_server_process_is_asked_from_the_beginning() {
    let mut server = Listed::of(Revision::R2026, Limits::default());
    server.list(1, None);
    server.params();
    server.answer(2, &page("a", r#","nextCursor":"n""#));
    assert_eq!(server.params().as_deref(), Some(r#"{"cursor":"n"}"#));
    server.session.wire(NOW, WireEvent::Closed(LaneEnd::default()));
    assert_eq!(server.session.next_action(), Some(Action::Restart));
    assert!(matches!(server.session.next_event(), Some(Event::Restarting)));
    server.session.wire(NOW, WireEvent::Restarted);
    server.greet(4);
    assert_eq!(server.params().as_deref(), Some("{}"));
    server.answer(5, &page("b", ""));
    let list = server.done().expect("a list");
    assert_eq!(list.result.as_str(), page("b", ""));
}
