//! The parser: each kind of line, and what is said about each slip.

use std::time::Duration;

use mcpclient_puppet::{
    Act, Answer, Captures, Command, Era, Event, Half, HostStep, InputKind, Kind, Offer, Outcome,
    Pattern, Script, Transport,
};

fn script(body: &str) -> Script {
    Script::parse(&format!("session handshake lane\n{body}"), "s")
        .unwrap_or_else(|fault| panic!("{fault}\n{body}"))
}

/// The only line of a script.
fn one(line: &str) -> Kind {
    script(line).lines()[0].kind.clone()
}

fn fault(text: &str) -> String {
    Script::parse(text, "s").expect_err(text).to_string()
}

fn pattern(source: &str) -> Pattern {
    Pattern::parse(source).expect("a pattern")
}

#[test]
fn the_session_line_sets_everything_up() {
    let text = "# proves: RPC-01, RPC-02\n\nsession handshake lane revision=2025-06-18 ready timeout=10s total=2m \
                connect=500ms input=1h offer=form,url,sample,sample.tools,sample.context,roots \
                caps={\"tools\":{}} roots=[{\"uri\":\"file:///a b\"}]\n";
    let script = Script::parse(text, "s").expect("a script");
    let setup = script.session();
    assert_eq!((setup.era, setup.transport), (Era::Handshake, Transport::Lane));
    assert_eq!(setup.revision.as_deref(), Some("2025-06-18"));
    assert!(setup.ready && setup.offers(Offer::SampleTools) && setup.offers(Offer::Url));
    assert_eq!(setup.offer.len(), 6);
    assert_eq!(setup.timeout, Some(Duration::from_secs(10)));
    assert_eq!(setup.total, Some(Duration::from_secs(120)));
    assert_eq!(setup.connect, Some(Duration::from_millis(500)));
    assert_eq!(setup.input, Some(Duration::from_secs(3600)));
    assert_eq!(setup.roots.as_deref(), Some(r#"[{"uri":"file:///a b"}]"#));
    assert_eq!(script.proves(), ["RPC-01", "RPC-02"]);
    let result: serde_json::Value = serde_json::from_str(&setup.initialize_result()).expect("JSON");
    assert_eq!(result["protocolVersion"], "2025-06-18");
    assert_eq!(result["capabilities"], serde_json::json!({"tools": {}}));

    let plain = Script::parse("session stateless lane", "s").expect("a script");
    assert_eq!(plain.session().era, Era::Stateless);
    assert!(plain.session().offer.is_empty() && plain.lines().is_empty());
}

#[test]
fn host_lines() {
    let command = |line: &str| match one(line) {
        Kind::Host(HostStep { command, refused: None }) => command,
        other => panic!("{other:?}"),
    };
    let call = |params, timeout, total, progress| Command::Call {
        call: "c1".to_owned(),
        method: "tools/call".to_owned(),
        params,
        timeout,
        total,
        progress,
        fresh: false,
        retry_lost: false,
    };
    assert_eq!(command("host call c1 tools/call"), call(None, None, None, false));
    assert_eq!(
        command(r#"host call c1 tools/call { "name" : 1.0 } timeout=5s total=9s progress"#),
        call(
            Some(r#"{ "name" : 1.0 }"#.to_owned()),
            Some(Duration::from_secs(5)),
            Some(Duration::from_secs(9)),
            true
        )
    );
    let cancel = |reason| Command::Cancel { call: "c1".to_owned(), reason };
    assert_eq!(command("host cancel c1"), cancel(None));
    assert_eq!(command(r#"host cancel c1 "no \"more\"""#), cancel(Some("no \"more\"".to_owned())));
    let answer = |answer| Command::Answer { input: "q".to_owned(), answer };
    assert_eq!(command("host answer q accept"), answer(Answer::Accept(None)));
    assert_eq!(
        command(r#"host answer q accept {"a":1}"#),
        answer(Answer::Accept(Some(r#"{"a":1}"#.to_owned())))
    );
    assert_eq!(command("host answer q decline"), answer(Answer::Decline));
    assert_eq!(command("host answer q cancel"), answer(Answer::Cancel));
    assert_eq!(
        command(r#"host answer q fail -1 "no""#),
        answer(Answer::Fail { code: -1, message: "no".to_owned() })
    );
    assert_eq!(
        command(r#"host answer q result {"m":[]}"#),
        answer(Answer::Result(r#"{"m":[]}"#.to_owned()))
    );
    assert_eq!(command("host roots []"), Command::Roots("[]".to_owned()));
    assert_eq!(command("host close"), Command::Close);
    assert_eq!(
        command(r#"host notify notifications/x {"a":1}"#),
        Command::Notify {
            method: "notifications/x".to_owned(),
            params: Some(r#"{"a":1}"#.to_owned())
        }
    );
    match one(r#"host answer q accept {"a":1} refused=form"#) {
        Kind::Host(step) => assert_eq!(step.refused.as_deref(), Some("form")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn event_lines() {
    let event = |line: &str| match one(line) {
        Kind::Event(event) => event,
        other => panic!("{other:?}"),
    };
    assert_eq!(event("event ready"), Event::Ready);
    assert_eq!(
        event(r#"event input q form call=c1 fields=a,b {"message":*,*}"#),
        Event::Input {
            input: "q".to_owned(),
            kind: InputKind::Form,
            call: Some("c1".to_owned()),
            fields: Some(vec!["a".to_owned(), "b".to_owned()]),
            params: pattern(r#"{"message":*,*}"#),
        }
    );
    for (word, kind) in
        [("url", InputKind::Url), ("sample", InputKind::Sample), ("roots", InputKind::Roots)]
    {
        let input = "q".to_owned();
        let expected =
            Event::Input { input, kind, call: None, fields: None, params: Pattern::anything() };
        assert_eq!(event(&format!("event input q {word}")), expected);
    }
    assert_eq!(
        event("event withdrawn q server"),
        Event::Withdrawn { input: "q".to_owned(), reason: "server".to_owned() }
    );
    assert_eq!(
        event(r#"event progress c1 {"progress":1,*}"#),
        Event::Progress { call: "c1".to_owned(), params: pattern(r#"{"progress":1,*}"#) }
    );
    assert_eq!(event("event log {*}"), Event::Log(pattern("{*}")));
    assert_eq!(
        event("event notification notifications/x"),
        Event::Notification { method: "notifications/x".to_owned(), params: Pattern::anything() }
    );
    let done = |outcome| Event::Done { call: "c1".to_owned(), outcome };
    assert_eq!(
        event("event done c1 ok *"),
        done(Outcome::Ok { result: Pattern::anything(), kept: false })
    );
    assert_eq!(
        event("event done c1 ok $all"),
        done(Outcome::Ok { result: pattern("$all"), kept: false })
    );
    assert_eq!(
        event(r#"event done c1 error server {"code":-1,*}"#),
        done(Outcome::Error {
            status: "server".to_owned(),
            error: pattern(r#"{"code":-1,*}"#),
            http: None
        })
    );
    let by_http =
        Outcome::Error { status: "http".to_owned(), error: Pattern::anything(), http: Some(503) };
    assert_eq!(event("event done c1 error http status=503"), done(by_http));
    assert_eq!(event("event warning unknown-id"), Event::Warning("unknown-id".to_owned()));
    assert_eq!(event("event closed host"), Event::Closed("host".to_owned()));
}

#[test]
fn puppet_lines() {
    for (line, act) in [
        (r#"stderr "a b""#, Act::Stderr("a b".to_owned())),
        ("stderr 1000", Act::StderrBytes(1000)),
        ("exit 3", Act::Exit(3)),
        ("signal SEGV", Act::Signal("SEGV".to_owned())),
        ("stop-reading", Act::StopReading),
        ("ignore-eof", Act::IgnoreEof),
        ("ignore-term", Act::IgnoreTerm),
        ("grandchild", Act::Grandchild { apart: false }),
        ("grandchild apart", Act::Grandchild { apart: true }),
        ("chunks 1", Act::Chunks(1)),
        ("serve", Act::Serve),
        ("wait-eof", Act::WaitEof),
    ] {
        assert_eq!(one(&format!("puppet {line}")), Kind::Puppet(act));
    }
}

#[test]
fn each_line_belongs_to_a_half() {
    let script = script(
        "host close\nevent ready\n+1s\nwire> *\nwire< {}\nwire<raw \"\"\npuppet chunks 1\nwire closed",
    );
    let halves: Vec<Half> = script.lines().iter().map(mcpclient_puppet::Line::half).collect();
    use Half::{Host, Process, Wire};
    assert_eq!(halves, [Host, Host, Host, Wire, Wire, Wire, Process, Wire]);
    let numbers: Vec<usize> = script.lines().iter().map(|line| line.number).collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn a_script_tells_what_it_needs() {
    assert!(script("+40s").needs_clock() && !script("host close").needs_clock());
    assert!(script("puppet serve").needs_process() && !script("wire closed").needs_process());
    assert_eq!(one("+40s"), Kind::Advance(Duration::from_secs(40)));
}

fn sent(script: &Script, captures: &Captures) -> Vec<String> {
    let sends = script.lines().iter().filter_map(|line| match &line.kind {
        Kind::Send(send) => Some(send.message(captures)),
        _ => None,
    });
    sends.collect()
}

#[test]
fn messages_go_out_as_written() {
    let mut captures = Captures::new();
    captures.set("id", "\"a\"".to_owned());
    let script = script(
        "wire> {\"id\":$id,*}\n\
         wire< {\"id\":$id, \"result\":{\"n\":1.0e0,\"t\":\"\\u0041 ${id}\",\"$schema\":\"$id\"}}\n\
         wire< {}\n\
         wire< {\"jsonrpc\":\"1.0\"}\n\
         wire< [{\"id\":1}]",
    );
    assert_eq!(
        sent(&script, &captures),
        [
            r#"{"jsonrpc":"2.0","id":"a", "result":{"n":1.0e0,"t":"\u0041 a","$schema":"$id"}}"#,
            r#"{"jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"1.0"}"#,
            r#"[{"id":1}]"#,
        ]
    );
}

#[test]
fn a_repeat_is_unrolled_with_names_of_its_own() {
    let script = script(
        "wire> {\"id\":$init,*}\nrepeat 2 {\nhost call c$i ping {\"n\":$i,\"t\":\"n${i}\"}\nwire> {\"id\":$id,\"n\":$i}\n\
         wire< {\"id\":$id,\"init\":$init}\nevent done c$i ok\n}\nwire closed",
    );
    let numbers: Vec<usize> = script.lines().iter().map(|line| line.number).collect();
    assert_eq!(numbers, [2, 4, 5, 6, 7, 4, 5, 6, 7, 9]);
    let mut captures = Captures::new();
    let mut out = Vec::new();
    let mut messages = ["7", "8,\"n\":1", "9,\"n\":2"].into_iter();
    for line in script.lines() {
        match &line.kind {
            Kind::Expect(expect) => {
                let message = format!(
                    "{{\"jsonrpc\":\"2.0\",\"id\":{}}}",
                    messages.next().expect("one more")
                );
                expect.wait().offer(&message, &mut captures).unwrap_or_else(|why| panic!("{why}"));
            }
            Kind::Send(send) => out.push(send.message(&captures)),
            Kind::Host(HostStep { command: Command::Call { call, params, .. }, .. }) => {
                out.push(format!("{call} {}", params.as_deref().unwrap_or_default()));
            }
            _ => {}
        }
    }
    assert_eq!(
        out,
        [
            r#"c1 {"n":1,"t":"n1"}"#,
            r#"{"jsonrpc":"2.0","id":8,"init":7}"#,
            r#"c2 {"n":2,"t":"n2"}"#,
            r#"{"jsonrpc":"2.0","id":9,"init":7}"#,
        ]
    );
}

#[test]
fn any_order_takes_each_message_once() {
    let script = script(
        "any order {\nwire> {\"a\":1}\nwire> {\"b\":$b}\nrepeat 2 {\nwire> {\"c\":$i}\n}\n}\nwire< {\"b\":$b}",
    );
    let Kind::Expect(expect) = &script.lines()[0].kind else { panic!("an expectation") };
    assert_eq!(expect.wants().iter().map(|want| want.line).collect::<Vec<_>>(), [3, 4, 6, 6]);
    let mut waiting = expect.wait();
    let mut captures = Captures::new();
    for message in [r#""c":2"#, r#""b":5"#, r#""a":1"#] {
        assert!(!waiting.is_over());
        waiting
            .offer(&format!("{{\"jsonrpc\":\"2.0\",{message}}}"), &mut captures)
            .unwrap_or_else(|why| panic!("{why}"));
    }
    assert_eq!(waiting.first().map(|want| want.line), Some(6));
    let why = waiting.offer(r#"{"jsonrpc":"2.0","c":2}"#, &mut captures).expect_err("came already");
    assert_eq!(
        why.to_string(),
        r#"expected {"c":1}, got {"jsonrpc":"2.0","c":2}: at .c: expected 1, found 2"#
    );
    waiting.offer(r#"{"jsonrpc":"2.0","c":1}"#, &mut captures).expect("the last");
    assert!(waiting.is_over() && waiting.first().is_none());
    assert_eq!(sent(&script, &captures), [r#"{"jsonrpc":"2.0","b":5}"#]);
    assert_eq!(
        waiting.offer("{}", &mut captures).expect_err("over").to_string(),
        "expected nothing, got {}"
    );
}

#[test]
fn every_fault_says_where_and_why() {
    for (text, why) in [
        ("", "s:0: there is nothing in it"),
        ("# only\n", "s:0: there is nothing in it"),
        ("host close", "s:1: the first line must be `session …`"),
        ("session x lane", "s:1: `x` is not an era: handshake, stateless"),
        ("session handshake pigeon", "s:1: `pigeon` is not a transport: lane"),
        ("session handshake", "s:1: expected a transport, found the end of the line"),
        ("session handshake lane colour=red", "s:1: `colour=red` is one word too many"),
        ("session handshake lane offer=form,tea", "s:1: `tea` is not an offer"),
        ("session handshake lane timeout=5", "s:1: `5` is not a time such as 500ms, 40s, 2m, 1h"),
        ("session handshake lane ready", "s:1: `ready` needs `revision=`"),
        ("session stateless lane ready revision=x", "s:1: `ready` is about a handshake"),
        ("session handshake lane caps={}", "s:1: `caps=` needs `ready`"),
        ("session handshake lane roots={}", "s:1: `roots=` wants JSON that starts with `[`"),
    ] {
        let found = fault(text);
        assert!(found.starts_with(why), "{text}: {found}");
    }
    for (line, why) in [
        ("session handshake lane", "a second session"),
        ("client close", "no line starts with `client`"),
        ("host dance", "`dance` is nothing a host does"),
        ("host call c1", "expected a method, found the end of the line"),
        ("host call c1 m {*}", "not JSON: column 2: expected a member name"),
        ("host call c1 m {} {}", "`{}` is one word too many"),
        ("host call c1 m {}progress", "a space is missing after `{}`"),
        ("host call c1 m {", "not JSON: column 2"),
        ("host cancel c1 reason", "`reason` is one word too many"),
        ("host answer q maybe", "`maybe` is no answer"),
        ("host answer q fail x \"m\"", "`x` is not an error code"),
        ("host answer q fail 1", "expected a quoted message"),
        ("host answer q result", "expected a JSON object"),
        ("host answer q accept {\"a\":$x}", "no line above captures `$x`"),
        ("host roots", "expected a JSON array"),
        ("event rain", "`rain` is nothing a host sees"),
        ("event input q dance", "`dance` is not a kind of input: form, url, sample, roots"),
        ("event done c1 maybe", "expected `ok` or `error`, found `maybe`"),
        ("event done c1 error", "expected a status, found the end of the line"),
        ("+5", "`5` is not a time such as 500ms, 40s, 2m, 1h"),
        ("+99999999999999999999h", "`99999999999999999999h` is not a time"),
        ("+5s now", "`now` is one word too many"),
        ("wire> {", "not JSON: column 2"),
        ("wire< {\"a\":*}", "not JSON: column 6"),
        ("wire< 1", "a message is an object, or an array of them"),
        ("wire< {\"id\":$x}", "no line above captures `$x`"),
        ("wire< {\"id\":\"${x}\"}", "no line above captures `$x`"),
        ("wire<raw x", "expected bytes in quotes, and nothing after them"),
        ("wire<raw \"${x}\"", "no line above captures `$x`"),
        ("wire opened", "expected `wire closed` or `wire restarts`, found `opened`"),
        ("puppet dance", "`dance` is nothing a puppet does"),
        ("puppet exit 256", "`256` is not an exit code"),
        ("puppet signal HUP", "`HUP` is not one of KILL"),
        ("puppet chunks 0", "a chunk has at least one byte"),
        ("puppet stderr much", "expected a quoted text or a number of bytes, found `much`"),
        ("repeat x {\n}", "expected `repeat COUNT {`"),
        ("repeat 0 {\n}", "expected `repeat COUNT {`"),
        ("repeat 2 {\nhost close", "the block is not closed"),
        ("repeat 9999999 {\nhost close\n}", "more than 2000000 lines"),
        ("any order {\nwire> *", "the block is not closed"),
        ("any order {\n}", "there is nothing in the block"),
        ("}", "no line starts with `}`"),
    ] {
        let found = fault(&format!("session handshake lane\n{line}"));
        assert!(found.starts_with(&format!("s:2: {why}")), "{line}: {found}");
    }
    for (lines, why) in [
        ("repeat 2 {\nrepeat 2 {\n}\n}", "s:3: a repeat inside a repeat"),
        ("repeat 2 {\nwire> {\"id\":$x}\n}\nwire< {\"id\":$x}", "s:5: no line above captures `$x`"),
        ("repeat 2 {\nwire< {\"id\":$x}\n}", "s:3: no line above captures `$x`"),
        ("any order {\nwire< {}\n}", "s:3: only `wire>` lines can come in any order"),
        ("any order {\nany order {\n}\n}", "s:3: a block inside a block"),
        ("wire closed\nwire< {}", "s:3: the server is gone by now"),
        ("puppet exit 1\nwire closed", "s:3: the server is gone by now"),
        ("puppet stop-reading\nwire> *", "s:3: the server reads no more"),
        ("event log {\"a\":$x}\nwire< {\"a\":$x}", "s:3: no line above captures `$x`"),
    ] {
        assert_eq!(fault(&format!("session handshake lane\n{lines}")), why);
    }
}

#[test]
fn what_only_the_host_captured_only_the_host_may_use() {
    script("event done c1 ok {\"cursor\":$next,*}\nhost call c2 tools/list {\"cursor\":$next}");
    script("wire> {\"id\":$id}\nhost call c2 x {\"id\":$id}");
}

#[test]
fn a_file_that_is_not_there_is_a_fault() {
    let fault = Script::load("no/such/file.mcpt").expect_err("nothing there");
    assert_eq!((fault.file.as_str(), fault.line), ("no/such/file.mcpt", 0));
}
