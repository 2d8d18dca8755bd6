//! The binary plays scripts, with the test on the other side of the pipes.

mod common;

use common::{End, Puppet};
use serde_json::json;

const HEAD: &str = "session handshake lane\n";

fn play(body: &str) -> Puppet {
    Puppet::play(&format!("{HEAD}{body}"))
}

#[track_caller]
fn played(end: &End) {
    assert_eq!((end.status.code(), end.verdict()), (Some(0), "played"), "{}", end.stderr);
    assert_eq!(end.stderr, "");
}

/// The last line of stderr, after the file name.
#[track_caller]
fn failed(end: &End, why: &str) {
    assert_eq!((end.status.code(), end.verdict()), (Some(3), "failed"), "{}", end.stderr);
    let complaint = end.stderr.trim_end();
    let (_, found) = complaint.split_once(".mcpt:").expect("a file name");
    assert_eq!(found, why);
    assert_eq!(end.record.last().expect("a verdict")["why"], *complaint);
}

#[test]
fn both_sides_of_an_exchange_are_played_and_recorded() {
    let mut puppet = play(
        "host call c1 ping\nwire> {\"id\":$c1,\"method\":\"ping\"}\nwire< {\"id\":$c1,\"result\":{}}\nevent done c1 ok {}\n\
         +5s\nwire< {\"method\":\"x\",\"params\":{\"of\":\"call ${c1}\"}}",
    );
    puppet.write(r#"{"method":"ping","id":7,"jsonrpc":"2.0"}"#);
    assert_eq!(puppet.line().as_deref(), Some("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n"));
    assert_eq!(
        puppet.line().as_deref(),
        Some("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"of\":\"call 7\"}}\n")
    );
    let end = puppet.end();
    played(&end);
    assert_eq!(
        end.record,
        [
            json!({"line": 3, "read": r#"{"method":"ping","id":7,"jsonrpc":"2.0"}"#}),
            json!({"line": 4, "wrote": r#"{"jsonrpc":"2.0","id":7,"result":{}}"#}),
            json!({"line": 7, "wrote": r#"{"jsonrpc":"2.0","method":"x","params":{"of":"call 7"}}"#}),
            json!({"verdict": "played"}),
        ]
    );
}

#[test]
fn a_ready_session_shakes_hands_first() {
    let script = "session handshake lane ready revision=2025-03-26\nwire> {\"method\":\"x\"}";
    let mut puppet = Puppet::play(script);
    let answer = puppet.initialize("2025-11-25");
    assert_eq!(answer["id"], 0);
    assert_eq!(answer["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(answer["result"]["serverInfo"], json!({"name": "puppet", "version": "1"}));
    assert_eq!(
        answer["result"]["capabilities"],
        json!({"tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true},
            "prompts": {"listChanged": true}, "logging": {}, "completions": {}})
    );
    puppet.write(r#"{"jsonrpc":"2.0","method":"x"}"#);
    played(&puppet.end());

    let mut puppet = Puppet::play(script);
    puppet.write(r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#);
    let end = puppet.end();
    assert!(end.stderr.contains(".mcpt:1: expected {"), "{}", end.stderr);
    assert_eq!(end.status.code(), Some(3));
}

#[test]
fn another_message_than_the_expected_one_fails() {
    let mut puppet = play("wire> {\"id\":$a,\"params\":{\"n\":1}}\nwire< {\"id\":$a}");
    puppet.write(r#"{"jsonrpc":"2.0","id":1,"params":{"n":2}}"#);
    failed(
        &puppet.wait(),
        r#"2: expected {"id":$a,"params":{"n":1}}, got {"jsonrpc":"2.0","id":1,"params":{"n":2}}: at .params.n: expected 1, found 2"#,
    );
}

#[test]
fn one_message_too_few_fails() {
    let mut puppet = play("wire> {\"a\":1}\nany order {\nwire> {\"b\":1}\nwire> {\"c\":1}\n}");
    puppet.write(r#"{"jsonrpc":"2.0","a":1}"#);
    puppet.write(r#"{"jsonrpc":"2.0","b":1}"#);
    failed(&puppet.end(), r#"5: expected {"c":1}, got the end of input"#);
}

#[test]
fn one_message_too_many_fails() {
    let mut puppet = play("wire> {\"a\":1}\nevent done c1 ok");
    puppet.write(r#"{"jsonrpc":"2.0","a":1}"#);
    puppet.write(r#"{"jsonrpc":"2.0","a":2}"#);
    failed(&puppet.end(), r#"3: expected the end of input, got {"jsonrpc":"2.0","a":2}"#);

    let mut puppet = play("puppet wait-eof\npuppet exit 0");
    puppet.write("{}");
    failed(&puppet.end(), "2: expected the end of input, got {}");
}

#[test]
fn lines_that_are_no_messages_fail() {
    let mut puppet = play("wire> *");
    puppet.write_raw(b"{\"a\":1}");
    failed(&puppet.end(), "2: the input ends in the middle of a line");

    let mut puppet = play("wire> *");
    puppet.write_raw(b"\"\xff\"\n");
    failed(&puppet.end(), "2: got a line that is not UTF-8");

    let mut puppet = play("wire> *");
    puppet.write("");
    failed(
        &puppet.end(),
        "2: expected *, got : expected *, found text that is not JSON: column 1: expected a value, found the end",
    );
}

#[test]
fn any_order_is_any_order() {
    let mut puppet = play(
        "any order {\nwire> {\"id\":$a,\"m\":1}\nwire> {\"id\":$b,\"m\":2}\n}\nwire< {\"a\":$a,\"b\":$b}",
    );
    puppet.write(r#"{"jsonrpc":"2.0","id":10,"m":2}"#);
    puppet.write(r#"{"jsonrpc":"2.0","id":11,"m":1}"#);
    assert_eq!(puppet.message(), json!({"jsonrpc": "2.0", "a": 11, "b": 10}));
    played(&puppet.end());
}

#[test]
fn a_repeat_repeats() {
    let mut puppet =
        play("repeat 50 {\nwire> {\"id\":$id,\"n\":$i}\nwire< {\"id\":$id,\"n\":$i}\n}");
    for n in 1..=50 {
        let id = n + 100;
        puppet.write(&format!(r#"{{"jsonrpc":"2.0","id":{id},"n":{n}}}"#));
        assert_eq!(puppet.message(), json!({"jsonrpc": "2.0", "id": id, "n": n}));
    }
    played(&puppet.end());
}

#[test]
fn raw_bytes_and_chunks_arrive_unchanged() {
    let puppet = play(
        "wire<raw \"noise\\r\\n\\xff\\xfe\\n\"\npuppet chunks 1\nwire< {\"t\":\"né\"}\nwire<raw \"half\"\nwire closed",
    );
    let lines: Vec<Vec<u8>> = std::iter::from_fn(|| puppet.bytes()).collect();
    let expected: [&[u8]; 4] =
        [b"noise\r\n", b"\xff\xfe\n", "{\"jsonrpc\":\"2.0\",\"t\":\"né\"}\n".as_bytes(), b"half"];
    assert_eq!(lines, expected);
    played(&puppet.wait());
}

#[test]
fn closing_the_wire_needs_no_end_of_input() {
    let puppet = play("wire closed\nevent closed server");
    played(&puppet.wait());
}

#[test]
fn stderr_gets_what_it_is_told() {
    let end = play("puppet stderr \"a \\u0041\"\npuppet stderr 200").end();
    assert_eq!((end.status.code(), end.verdict()), (Some(0), "played"));
    let rest = end.stderr.strip_prefix("a A\n").expect("the text");
    assert_eq!(rest.len(), 200);
    assert_eq!(rest.lines().map(str::len).collect::<Vec<_>>(), [79, 79, 39]);
}

#[test]
fn it_exits_as_told() {
    let end = play("puppet exit 9").wait();
    assert_eq!((end.status.code(), end.verdict()), (Some(9), "played"));
}

#[cfg(unix)]
#[test]
fn it_dies_as_told() {
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in
        [("KILL", 9), ("TERM", 15), ("INT", 2), ("SEGV", 11), ("ABRT", 6), ("PIPE", 13)]
    {
        let end = play(&format!("puppet signal {name}")).wait();
        assert_eq!((end.status.signal(), end.verdict()), (Some(number), "played"), "{name}");
    }
}

#[cfg(unix)]
fn signal(pid: u32, signal: i32) -> bool {
    let pid = libc::pid_t::try_from(pid).expect("a pid");
    // SAFETY: plain numbers; the process is one that this test started.
    unsafe { libc::kill(pid, signal) == 0 }
}

/// The puppet wrote this down, so it has come so far.
#[cfg(unix)]
fn wait_for_verdict(puppet: &Puppet) {
    let begin = std::time::Instant::now();
    while puppet.record().last().is_none_or(|last| last["verdict"] != "played") {
        assert!(begin.elapsed() < std::time::Duration::from_secs(60), "no verdict");
        std::thread::yield_now();
    }
}

#[cfg(unix)]
#[test]
fn it_stays_at_the_end_of_input_if_told() {
    use std::os::unix::process::ExitStatusExt;
    let mut puppet = play("puppet ignore-eof");
    puppet.close_input();
    wait_for_verdict(&puppet);
    assert!(puppet.child.try_wait().expect("a status").is_none());
    assert!(signal(puppet.child.id(), libc::SIGTERM));
    assert_eq!(puppet.wait().status.signal(), Some(15));
}

#[cfg(unix)]
#[test]
fn it_stays_when_terminated_if_told() {
    let mut puppet = play("puppet ignore-term\nwire< {}\nwire> {}");
    assert!(puppet.line().is_some());
    assert!(signal(puppet.child.id(), libc::SIGTERM));
    puppet.write(r#"{"jsonrpc":"2.0"}"#);
    played(&puppet.end());
}

#[cfg(unix)]
#[test]
fn it_stops_reading_if_told() {
    let mut puppet = play("puppet stop-reading\nwire< {}");
    assert!(puppet.line().is_some());
    wait_for_verdict(&puppet);
    puppet.write("anything");
    puppet.close_input();
    assert!(puppet.child.try_wait().expect("a status").is_none());
}

#[cfg(unix)]
#[test]
fn a_grandchild_outlives_it_and_holds_the_pipes() {
    for (word, apart) in [("grandchild", false), ("grandchild apart", true)] {
        let mut puppet = play(&format!("puppet {word}\npuppet exit 0"));
        let status = puppet.child.wait().expect("a status");
        assert_eq!(status.code(), Some(0));
        let record = puppet.record();
        let pid = u32::try_from(record[0]["grandchild"].as_u64().expect("a pid")).expect("a pid");
        let id = libc::pid_t::try_from(pid).expect("a pid");
        // SAFETY: plain numbers.
        assert_eq!(unsafe { libc::getpgid(id) } == id, apart, "{word}");
        assert!(signal(pid, libc::SIGKILL), "it lives");
        assert!(puppet.line().is_none(), "the pipe ends with it");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let end = play("wire> {").wait();
    assert_eq!((end.status.code(), end.verdict()), (Some(2), "none"));
    assert!(end.stderr.contains(".mcpt:2: not JSON: column 2"), "{}", end.stderr);
    for arguments in
        [&["no-such-file.mcpt"][..], &[], &["--dance"], &["a", "b"], &["--serve", "--record"]]
    {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_mcpclient-puppet"))
            .args(arguments)
            .stdin(std::process::Stdio::null())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty());
    }
}

#[test]
fn a_script_can_go_on_as_a_server() {
    let mut puppet = play("wire< {\"method\":\"first\"}\npuppet serve");
    assert_eq!(puppet.message()["method"], "first");
    assert_eq!(puppet.initialize("2024-11-05")["result"]["protocolVersion"], "2024-11-05");
    let end = puppet.end();
    assert_eq!(end.status.code(), Some(0));
    assert_eq!(end.record[1], json!({"verdict": "played"}));
}
