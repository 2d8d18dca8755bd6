//! One message, one exchange: what is sent and what the answer may look like.

#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{Command, Event, WarningKind};
use mcpclient_engine::wire::{FailureKind, Head, HttpMethod, Purpose};
use web::{EVENTS, JSON, Web, answer, error, head, head_of, message};

const CALL: &str = r#"{"name":"a b","arguments":{"x":1}}"#;

// proves: HTP-01, HTP-02, HTP-03, HTP-04, HTP-28, HTP-30, HTP-22
#[test]
fn requests_of_handshake_revisions_carry_what_was_agreed_on() {
    for revision in Revision::HANDSHAKE {
        let (mut web, stream) = Web::handshake(revision);
        let version = (revision >= Revision::R2025Jun).then(|| revision.wire());
        let stream = stream.expect("a stream");
        assert_eq!(stream.header("accept"), Some(EVENTS));
        web.call(1, "tools/call", CALL);
        let asked = web.take();
        assert!(asked.is(HttpMethod::Post, Purpose::Request));
        assert_eq!(asked.header("accept"), Some("application/json, text/event-stream"));
        assert_eq!(asked.header("content-type"), Some(JSON));
        for opened in [&asked, &stream] {
            assert_eq!(opened.header("mcp-protocol-version"), version);
            assert_eq!(opened.header("mcp-session-id"), Some("s1"));
            assert_eq!(opened.request.url, None);
        }
        assert_eq!(asked.header("mcp-method"), None);
        assert!(asked.body().is_object(), "one message");
        web.result(&asked, "{}");
        assert!(web.outcome(1).is_ok());
        web.nothing();
    }
}

// proves: HTP-15, HTP-27, HTP-29, HTP-31, HTP-32
#[test]
fn requests_of_the_stateless_revision_mirror_what_they_say() {
    let mut web = Web::stateless();
    web.call(1, "tools/call", CALL);
    let asked = web.take();
    assert!(asked.is(HttpMethod::Post, Purpose::Request));
    let meta = &asked.body()["params"]["_meta"];
    let version = meta["io.modelcontextprotocol/protocolVersion"].as_str().map(str::to_owned);
    assert_eq!(version.as_deref(), Some("2026-07-28"));
    assert_eq!(asked.header("mcp-protocol-version"), version.as_deref());
    assert_eq!(asked.header("mcp-method"), Some("tools/call"));
    assert_eq!(asked.header("mcp-name"), Some("a b"));
    assert_eq!(asked.header("mcp-session-id"), None);
    let head = Head { session_id: Some("no".into()), ..head_of(JSON) };
    web.whole(asked.id, &head, &answer(asked.wire(), "{}"));
    assert!(web.outcome(1).is_ok());
    web.call(2, "resources/read", r#"{"uri":"file:///é"}"#);
    let asked = web.take();
    assert_eq!(asked.header("mcp-name"), Some("=?base64?ZmlsZTovLy/DqQ==?="));
    assert_eq!(asked.header("mcp-session-id"), None);
    web.command(Command::Close);
    assert!(web.try_take().is_none(), "nothing is deleted");
}

// proves: HTP-04, HTP-34
#[test]
fn notifications_of_the_stateless_revision_have_the_same_headers() {
    let mut web = Web::stateless();
    web.command(Command::Notify { method: "x/told".into(), params: None });
    let told = web.take();
    assert!(told.is(HttpMethod::Post, Purpose::Message));
    assert_eq!(told.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(told.header("mcp-method"), Some("x/told"));
    assert_eq!(told.header("mcp-name"), None);
}

// proves: HTP-06, HTP-08, HTP-44, HTP-45
#[test]
fn an_answer_is_json_or_a_stream() {
    for kind in [JSON, "Application/JSON;charset=\"UTF-8\"", "application/json ; v=1"] {
        let mut web = Web::stateless();
        web.call(1, "tools/call", CALL);
        let asked = web.take();
        web.refuse(&asked, 200, kind, &answer(asked.wire(), r#"{"a":1}"#));
        assert_eq!(web.outcome(1).expect("a result").result.as_str(), r#"{"a":1}"#);
    }
    for kind in [EVENTS, "TEXT/Event-Stream;charset=utf-8"] {
        let mut web = Web::stateless();
        web.call(1, "tools/call", CALL);
        let asked = web.take();
        web.begin(asked.id, &head_of(kind));
        let told = r#"{"jsonrpc":"2.0","method":"x/told","params":{}}"#;
        let whole = format!("{}{}", message(told), message(&answer(asked.wire(), "{}")));
        for byte in whole.split_inclusive(|_| true) {
            web.send(asked.id, byte);
        }
        assert!(
            matches!(web.event(), Some(Event::Notification { method, .. }) if method == "x/told")
        );
        assert!(web.outcome(1).is_ok());
        // Nothing after it counts, and the stream may end by itself.
        web.send(asked.id, &message(told));
        assert!(!web.was_aborted(asked.id));
        web.end(asked.id);
        web.pass(10_000);
        web.nothing();
        assert!(web.aborted.is_empty());
    }
}

// proves: HTP-45
#[test]
fn a_stream_that_goes_on_after_the_answer_is_given_up() {
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    web.call(1, "tools/call", CALL);
    let asked = web.take();
    web.begin(asked.id, &head_of(EVENTS));
    web.send(asked.id, &message(&answer(asked.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
    web.pass(5_000);
    assert!(web.was_aborted(asked.id));
    web.end(asked.id);
    web.nothing();
}

// proves: HTP-05
#[test]
fn whatever_success_a_notification_meets_is_success() {
    for (status, kind, body) in [
        (202, None, ""),
        (202, Some("text/plain"), "Accepted"),
        (202, Some(JSON), "{}"),
        (200, None, ""),
        (204, None, ""),
        (200, Some(JSON), "null"),
        (200, Some(EVENTS), ""),
        (200, Some(JSON), r#"{"id":null}"#),
    ] {
        let (mut web, _) = Web::handshake(Revision::R2025Nov);
        let params = Some(Json::object());
        web.command(Command::Notify { method: "x/told".into(), params });
        let told = web.take();
        assert!(told.is(HttpMethod::Post, Purpose::Message));
        let head = Head { status, content_type: kind.map(str::to_owned), ..Head::default() };
        web.whole(told.id, &head, body);
        web.nothing();
        assert_eq!(web.warnings, []);
    }
    let (mut web, _) = Web::handshake(Revision::R2025Nov);
    for failure in [false, true] {
        web.command(Command::Notify { method: "x/told".into(), params: None });
        let told = web.take();
        if failure {
            web.fail(told.id, FailureKind::Broken);
        } else {
            web.refuse(&told, 500, "text/html", "<html>");
        }
        assert!(web.warned(WarningKind::Unsent));
        web.warnings.clear();
    }
}

// proves: HTP-06, HTP-09
#[test]
fn what_is_no_answer_ends_the_call_at_once() {
    for (status, kind, body) in [
        (202, None, ""),
        (204, None, ""),
        (200, None, ""),
        (200, Some(JSON), ""),
        (200, Some(JSON), " "),
        (200, Some(JSON), "null"),
        (200, Some(JSON), "{"),
        (200, Some(JSON), "[]"),
        (200, Some("text/html"), "<html>hello"),
        (200, Some("text/plain"), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#),
        (200, Some(""), "{}"),
        (500, None, "oops"),
        (502, Some("text/html"), "<html>"),
        (413, None, ""),
        (431, None, ""),
        (302, None, ""),
        (400, Some(JSON), r#"{"error":{"code":"invalid_payload","message":"x"}}"#),
        (
            400,
            Some(JSON),
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32000,"message":"no"}}"#,
        ),
        (500, Some(JSON), r#"{"jsonrpc":"2.0","id":2,"result":{}}"#),
    ] {
        for stateless in [false, true] {
            let mut web =
                if stateless { Web::stateless() } else { Web::handshake(Revision::R2025Nov).0 };
            web.call(1, "tools/list", "{}");
            let asked = web.take();
            let head = Head { status, content_type: kind.map(str::to_owned), ..Head::default() };
            web.whole(asked.id, &head, body);
            let failed = web.outcome(1).expect_err("no answer");
            assert_eq!(failed.code, Code::Http, "{status} {body}");
            let fault = failed.http.expect("what came");
            assert_eq!((fault.status, fault.content_type.as_deref()), (status, kind));
            assert!(!failed.message.contains("hello") && !failed.message.contains("oops"));
            // Others go on.
            web.call(2, "tools/list", "{}");
            let asked = web.take();
            web.result(&asked, r#"{"tools":[]}"#);
            assert!(web.outcome(2).is_ok());
        }
    }
}

// proves: HTP-09, HTP-46, RPC-07
#[test]
fn an_error_in_words_counts_whatever_the_status() {
    for status in [200, 400, 403, 404, 500] {
        for named in [true, false] {
            let mut web = Web::stateless();
            web.call(1, "tools/call", CALL);
            let asked = web.take();
            let body = error(asked.wire(), -32_602);
            let own = format!("\"id\":{}", asked.wire());
            let body = if named { body } else { body.replace(&own, "\"id\":null") };
            web.refuse(&asked, status, JSON, &body);
            let failed = web.outcome(1).expect_err("an error");
            let server = failed.server.expect("the server's");
            assert_eq!((failed.code, server.code), (Code::Server, -32_602));
            let told = failed.http.map(|http| http.status);
            assert_eq!(told, (status != 200).then_some(status));
        }
    }
}

// proves: HTP-43
#[test]
fn a_wait_that_the_server_wants_is_told() {
    for status in [429, 503] {
        let mut web = Web::stateless();
        web.call(1, "resources/read", r#"{"uri":"x:y"}"#);
        let asked = web.take();
        let wait = mcpclient_engine::Millis::seconds(120);
        let head = Head { retry_after: Some(wait), ..head(status, "text/plain") };
        web.whole(asked.id, &head, "later");
        let failed = web.outcome(1).expect_err("no answer");
        assert_eq!(failed.code, Code::Http);
        assert_eq!(failed.http.and_then(|http| http.retry_after), Some(wait));
        web.nothing();
    }
}

// proves: RPC-11, RPC-13, RPC-14
#[test]
fn batches_are_read_where_the_revision_has_them() {
    let (mut web, _) = Web::handshake(Revision::R2025Mar);
    web.call(1, "tools/call", CALL);
    web.call(2, "tools/call", CALL);
    let (first, second) = (web.take(), web.take());
    let told = r#"{"jsonrpc":"2.0","method":"x/told"}"#;
    let both = [answer(second.wire(), "{}"), told.into(), answer(first.wire(), "{}")].join(",");
    web.refuse(&first, 200, JSON, &format!("[{both}]"));
    assert!(web.outcome(2).is_ok());
    assert!(matches!(web.event(), Some(Event::Notification { .. })));
    assert!(web.outcome(1).is_ok());
    web.end(second.id);
    web.call(3, "tools/call", CALL);
    let asked = web.take();
    web.begin(asked.id, &head_of(EVENTS));
    let ping = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
    web.send(asked.id, &message(&format!("[{ping},{}]", answer(asked.wire(), "{}"))));
    assert!(web.outcome(3).is_ok());
    let pong = web.take();
    assert_eq!(pong.request.body.as_deref(), Some(r#"[{"jsonrpc":"2.0","id":9,"result":{}}]"#));
    let (mut web, _) = Web::handshake(Revision::R2025Jun);
    web.call(1, "tools/call", CALL);
    let asked = web.take();
    web.refuse(&asked, 200, JSON, &format!("[{}]", answer(asked.wire(), "{}")));
    assert_eq!(web.outcome(1).expect_err("invalid").code, Code::Http);
}

#[test]
fn one_that_is_too_large_ends_its_call_and_nothing_else() {
    let mut setup = web::config(Revision::ALL.to_vec());
    setup.limits.message_bytes = 1_000;
    let mut web = Web::stateless_with(setup);
    let long = format!(r#"{{"a":"{}"}}"#, "x".repeat(2_000));
    for kind in [JSON, EVENTS] {
        web.call(1, "tools/call", CALL);
        let asked = web.take();
        let body = answer(asked.wire(), &long);
        let body = if kind == JSON { body } else { message(&body) };
        web.begin(asked.id, &head_of(kind));
        for part in body.as_bytes().chunks(300) {
            web.send(asked.id, std::str::from_utf8(part).expect("ASCII"));
        }
        assert_eq!(web.outcome(1).expect_err("too large").code, Code::TooLarge);
        if kind == JSON {
            assert!(web.was_aborted(asked.id));
        }
        web.call(2, "tools/call", CALL);
        let asked = web.take();
        web.result(&asked, "{}");
        assert!(web.outcome(2).is_ok());
    }
}

#[test]
fn large_answers_are_kept_where_they_came() {
    let mut web = Web::stateless();
    web.call(1, "tools/call", CALL);
    let asked = web.take();
    let text = "x".repeat(1 << 20);
    let body =
        answer(asked.wire(), &format!(r#"{{"content":[{{"type":"text","text":"{text}"}}]}}"#));
    let promised = Some(body.len() as u64);
    web.begin(asked.id, &Head { content_length: promised, ..head_of(JSON) });
    for part in body.as_bytes().chunks(64 << 10) {
        web.send(asked.id, std::str::from_utf8(part).expect("ASCII"));
    }
    web.end(asked.id);
    assert!(web.outcome(1).expect("a result").result.as_str().contains(&text));
    // A promise is no reason to set memory aside without bound.
    for call in 2..1_000 {
        web.call(call, "tools/call", CALL);
        let asked = web.take();
        web.begin(asked.id, &Head { content_length: Some(60 << 20), ..head_of(JSON) });
    }
}

// proves: HTP-05
#[test]
fn an_exchange_that_never_got_through_ends_its_call() {
    for (kind, code) in [
        (FailureKind::Unreachable, Code::Network),
        (FailureKind::Forbidden, Code::Refused),
        (FailureKind::TooLarge, Code::TooLarge),
        (FailureKind::Timeout, Code::Timeout),
        (FailureKind::Broken, Code::Lost),
    ] {
        let mut web = Web::stateless();
        web.call(1, "tools/call", CALL);
        let asked = web.take();
        web.fail(asked.id, kind);
        assert_eq!(web.outcome(1).expect_err("it failed").code, code);
        web.nothing();
    }
}
