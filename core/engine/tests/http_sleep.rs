//! Connections that sleep: what goes on afterwards, and what does not.

#[allow(dead_code)]
#[path = "support/ready.rs"]
mod ready;
#[allow(dead_code)]
#[path = "support/web.rs"]
mod web;

use mcpclient_engine::era::{Era, Revision};
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    CallOptions, Command, Event, OnSuspend, Request, SessionConfig, WatchFilter, WireEvent,
};
use mcpclient_engine::wire::{Carrier, HttpConfig, HttpMethod, OldSse, Purpose};
use mcpclient_engine::{CallId, Code, Limits, Millis};
use web::{EVENTS, JSON, URL, Web, answer, head_of, initialized, message};

const TOOL: &str = r#"{"name":"a"}"#;
const SLEEP: Command = Command::Suspend(OnSuspend::Continue);

fn sleeps(web: &mut Web) {
    web.command(SLEEP);
    assert!(matches!(web.event(), Some(Event::Suspended)));
}

fn wakes(web: &mut Web) {
    web.pass(3_600_000 - 1);
    assert!(web.try_take().is_none(), "nothing is opened in its sleep");
    web.command(Command::Wake);
    assert!(matches!(web.event(), Some(Event::Awake)));
}

#[test]
fn streams_of_the_handshake_are_gone_on_with() {
    let (mut web, stream) = Web::handshake(Revision::R2025Nov);
    let stream = stream.expect("a stream");
    web.send(stream.id, "id: g1\ndata:\n\n");
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.begin(asked.id, &head_of(EVENTS));
    web.send(asked.id, "id: c1\ndata:\n\n");
    sleeps(&mut web);
    assert!(web.was_aborted(stream.id) && web.was_aborted(asked.id));
    web.call(2, "tools/list", "{}");
    web.command(Command::Notify { method: "x/told".into(), params: None });
    wakes(&mut web);
    let opened: Vec<_> = std::iter::from_fn(|| web.try_take()).collect();
    let ids: Vec<_> = opened.iter().filter_map(|opened| opened.header("last-event-id")).collect();
    assert_eq!(ids, ["c1", "g1"]);
    let posts: Vec<_> = opened.iter().filter(|opened| opened.request.body.is_some()).collect();
    assert_eq!(
        posts.iter().map(|post| post.method()).collect::<Vec<_>>(),
        ["x/told", "tools/list"]
    );
    web.begin(opened[0].id, &head_of(EVENTS));
    web.send(opened[0].id, &message(&answer(asked.wire(), "{}")));
    assert!(web.outcome(1).is_ok());
    web.result(posts[1], "{}");
    assert!(web.outcome(2).is_ok());
}

// proves: HTP-21
#[test]
fn what_cannot_be_gone_on_with_goes_again_where_that_is_safe() {
    for stateless in [false, true] {
        let mut web =
            if stateless { Web::stateless() } else { Web::handshake(Revision::R2025Nov).0 };
        let retry = CallOptions { retry_lost: true, ..CallOptions::default() };
        web.call(1, "tools/call", TOOL);
        web.call(2, "resources/read", r#"{"uri":"x:y"}"#);
        web.call_with(3, "tools/call", TOOL, retry);
        let asked: Vec<_> = (0..3).map(|_| web.take()).collect();
        web.begin(asked[1].id, &head_of(JSON));
        // One that nobody has begun to make cannot have run.
        web.call(4, "tools/call", TOOL);
        web.command(SLEEP);
        let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
        match &events[..] {
            [Event::Done { call: CallId(1), outcome: Err(lost) }, Event::Suspended] => {
                assert_eq!(lost.code, Code::Lost);
            }
            other => panic!("{other:?}"),
        }
        for asked in &asked {
            assert!(web.was_aborted(asked.id));
        }
        wakes(&mut web);
        let mut again = Vec::new();
        while let Some(opened) = web.try_take() {
            if opened.request.method == HttpMethod::Post {
                again.push(opened);
            }
        }
        assert_eq!(again.len(), 3);
        for (again, call) in again.iter().zip(2..) {
            web.result(again, "{}");
            assert!(web.outcome(call).is_ok());
        }
    }
}

#[test]
fn calls_may_end_with_the_sleep() {
    let mut web = Web::stateless();
    web.call(1, "tools/call", TOOL);
    let asked = web.take();
    web.command(Command::Suspend(OnSuspend::Fail));
    assert_eq!(web.outcome(1).expect_err("asleep").code, Code::Suspended);
    assert!(matches!(web.event(), Some(Event::Suspended)));
    assert!(web.was_aborted(asked.id));
    let request = Request { method: "tools/list".into(), params: None, pages: None };
    let command = Command::Call { call: CallId(2), request, options: CallOptions::default() };
    let refused = web.session.host(web.now, command).expect_err("asleep");
    assert_eq!(refused.code, Code::Suspended);
    wakes(&mut web);
    web.call(2, "tools/list", "{}");
    let asked = web.take();
    web.result(&asked, "{}");
    assert!(web.outcome(2).is_ok());
}

#[test]
fn sleep_and_waking_are_told_once() {
    let mut web = Web::stateless();
    web.command(Command::Wake);
    web.nothing();
    sleeps(&mut web);
    web.command(SLEEP);
    web.nothing();
    wakes(&mut web);
    web.command(Command::Wake);
    web.nothing();
    sleeps(&mut web);
    web.command(Command::Close);
    assert!(matches!(web.event(), Some(Event::Closed { .. })));
    assert!(web.closed && web.session.host(web.now, Command::Wake).is_err());
}

#[test]
fn a_greeting_begins_anew() {
    let mut web = Web::new(web::config(Era::Auto.revisions()));
    let asked = web.take();
    sleeps(&mut web);
    assert!(web.was_aborted(asked.id));
    wakes(&mut web);
    let asked = web.take();
    assert_eq!(asked.method(), "server/discover");
    web.refuse(&asked, 404, "text/plain", "");
    let asked = web.take();
    sleeps(&mut web);
    assert!(web.was_aborted(asked.id));
    wakes(&mut web);
    web.shake_hands(Revision::R2025Nov, Some("s1"));
    web.call(1, "tools/list", "{}");
    assert_eq!(web.take().method(), "tools/list");
}

#[test]
fn a_session_may_begin_while_it_sleeps() {
    let mut web = Web::new(web::config(Era::Legacy.revisions()));
    let asked = web.take();
    web.result(&asked, &initialized(Revision::R2025Nov));
    assert!(matches!(web.event(), Some(Event::Ready(_))));
    let (told, stream) = (web.take(), web.take());
    web.call(1, "tools/list", "{}");
    sleeps(&mut web);
    assert!(web.was_aborted(stream.id) && !web.was_aborted(told.id));
    web.accept(&told);
    wakes(&mut web);
    assert!(web.take().is(HttpMethod::Get, Purpose::Stream));
    assert_eq!(web.take().method(), "tools/list");
}

// proves: SUB-15
#[test]
fn a_subscription_is_opened_again() {
    let mut web = Web::stateless();
    web.command(Command::Watch(WatchFilter { tools: true, ..WatchFilter::default() }));
    let asked = web.take();
    web.begin(asked.id, &head_of(EVENTS));
    web.command(SLEEP);
    let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
    assert!(matches!(events[..], [Event::Watching { .. }, Event::Suspended]), "{events:?}");
    wakes(&mut web);
    assert_eq!(web.take().method(), "subscriptions/listen");
    web.nothing();
}

// proves: SSE-05
#[test]
fn the_older_transport_begins_another_session() {
    let http = HttpConfig { old_sse: OldSse::Only, ..HttpConfig::new(URL) };
    let carrier = Carrier::Http(http);
    let setup = SessionConfig { carrier, ..web::config(Era::Auto.revisions()) };
    let mut web = Web::new(setup);
    let begin = |web: &mut Web| {
        let stream = web.take();
        web.begin(stream.id, &head_of(EVENTS));
        web.send(stream.id, "event: endpoint\ndata: /m\n\n");
        let greeting = web.take();
        assert_eq!(greeting.method(), "initialize");
        web.accept(&greeting);
        let agreed = initialized(Revision::R2024);
        web.send(stream.id, &message(&answer(greeting.wire(), &agreed)));
        assert!(matches!(web.event(), Some(Event::Ready(_))));
        let told = web.take();
        web.accept(&told);
        stream
    };
    let stream = begin(&mut web);
    web.call(1, "tools/call", TOOL);
    web.call(2, "tools/list", "{}");
    let asked = [web.take(), web.take()];
    for asked in &asked {
        web.accept(asked);
    }
    web.command(SLEEP);
    assert!(web.was_aborted(stream.id));
    let events: Vec<_> = std::iter::from_fn(|| web.event()).collect();
    assert!(
        matches!(
            events[..],
            [Event::Done { call: CallId(1), .. }, Event::Restarting, Event::Suspended]
        ),
        "{events:?}"
    );
    wakes(&mut web);
    let stream = begin(&mut web);
    let again = web.take();
    assert_eq!(again.method(), "tools/list");
    web.send(stream.id, &message(&answer(again.wire(), "{}")));
    assert!(web.outcome(2).is_ok());
}

// proves: SSE-01, SSE-05
#[test]
fn a_handshake_of_the_older_transport_begins_with_its_stream_again() {
    let http = HttpConfig { old_sse: OldSse::Only, ..HttpConfig::new(URL) };
    let setup =
        SessionConfig { carrier: Carrier::Http(http), ..web::config(Era::Auto.revisions()) };
    for accepted in [false, true] {
        let mut web = Web::new(setup.clone());
        let stream = web.take();
        web.begin(stream.id, &head_of(EVENTS));
        web.send(stream.id, "event: endpoint\ndata: /m?sid=1\n\n");
        let greeting = web.take();
        if accepted {
            web.accept(&greeting);
        }
        sleeps(&mut web);
        wakes(&mut web);
        let stream = web.take();
        assert!(stream.is(HttpMethod::Get, Purpose::Stream));
        web.nothing();
        web.begin(stream.id, &head_of(EVENTS));
        web.send(stream.id, "event: endpoint\ndata: /m?sid=2\n\n");
        let greeting = web.take();
        assert_eq!(greeting.request.url.as_deref(), Some("https://example.com/m?sid=2"));
        web.accept(&greeting);
        let agreed = initialized(Revision::R2024);
        web.send(stream.id, &message(&answer(greeting.wire(), &agreed)));
        assert!(matches!(web.event(), Some(Event::Ready(_))));
    }
}

#[test]
fn on_a_lane_time_stands_still_and_new_calls_wait() {
    let now = ready::NOW;
    let mut session = ready::ready(Revision::R2025Jun, Limits::default());
    let call = |number| Command::Call {
        call: CallId(number),
        request: Request { method: "x/y".into(), params: Some(Json::object()), pages: None },
        options: CallOptions { idle: Some(Millis::seconds(5)), ..CallOptions::default() },
    };
    session.host(now, call(1)).expect("begun");
    assert!(ready::written(&mut session).contains("x/y"));
    session.host(now, SLEEP).expect("asleep");
    session.host(now, call(2)).expect("it waits");
    assert_eq!(ready::written(&mut session), "");
    let later = Millis::seconds(3_600);
    session.tick(later);
    // Reading goes on.
    session.wire(later, WireEvent::Bytes(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"));
    assert!(matches!(session.next_event(), Some(Event::Suspended)));
    assert!(matches!(session.next_event(), Some(Event::Done { call: CallId(1), outcome: Ok(_) })));
    session.host(later, Command::Wake).expect("awake");
    assert!(matches!(session.next_event(), Some(Event::Awake)));
    assert!(ready::written(&mut session).contains("x/y"));
    session.tick(later + Millis::seconds(4));
    assert!(session.next_event().is_none());
    session.tick(later + Millis::seconds(6));
    assert!(matches!(session.next_event(), Some(Event::Done { call: CallId(2), outcome: Err(_) })));
}
