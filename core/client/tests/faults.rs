//! Servers that do what they should not: each a real process, none of which may hang, crash or
//! confuse the host.
#![cfg(unix)]

mod support;

use mcpclient::{CallSettings, Client, Code, Era, Error, Runtime, Success, WarningKind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;
use support::gate::Gate;
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, json, options, server, shaken, shell, stateless, threaded};

fn connect(runtime: &Runtime, server: mcpclient::Stdio) -> (Client, Receiver<Seen>) {
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server, host, options("fault")).expect("it starts");
    (client, seen)
}

fn call(client: &Client, name: &str, arguments: &str) -> Result<Success, Error> {
    let call = client
        .call_tool(name, Some(json(arguments)), CallSettings::default())
        .expect("a call can be started");
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone()
}

fn text(outcome: &Result<Success, Error>) -> String {
    let success = outcome.as_ref().expect("a result");
    let text = success.result.value().at("/content/0/text").and_then(mcpclient::json::Value::text);
    text.expect("a text").into_owned()
}

// proves: TMO-01, TMO-02
#[test]
fn a_server_that_is_silent_at_the_start_times_out() {
    let runtime = threaded();
    let (client, seen) =
        connect(&runtime, shell("exec sleep 600").grace(Duration::from_millis(50)));
    let call = client.ping(CallSettings::default()).expect("it waits for the handshake");
    assert!(call.outcome().is_none());
    runtime.advance_clock(Duration::from_secs(3_600));
    assert_eq!(seen::closed(&seen).code, Code::Timeout);
    let outcome = call.wait(Some(PATIENCE)).expect("it ends with the connection");
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Timeout);
}

/// The client does not judge by itself: a host that takes it for the end of the connection closes, and connects anew.
// proves: TMO-09
#[test]
fn a_ping_that_nobody_answers_is_told_and_the_host_may_connect_anew() {
    let flag = support::process::folder("ping").join("was-here");
    let _ = std::fs::remove_file(&flag);
    let script = r#"next
if [ -e "$0" ]; then reply '{}'; else : >"$0"; echo asked >&2; fi
while next; do :; done"#;
    let runtime = threaded();
    let ping = || {
        let (client, seen) = connect(&runtime, shaken(script).arg(&flag));
        let ping = client.ping(CallSettings::default()).expect("started");
        (client, seen, ping)
    };
    let ended = |call: mcpclient::Call| call.wait(Some(PATIENCE)).expect("it ends");
    let (client, seen, unanswered) = ping();
    seen::find(&seen, |seen| matches!(seen, Seen::Line(line) if line == "asked").then_some(()));
    runtime.advance_clock(Duration::from_secs(3_600));
    assert_eq!(ended(unanswered).as_ref().as_ref().unwrap_err().code, Code::Timeout);
    assert!(!seen.try_iter().any(|seen| matches!(seen, Seen::Closed(..))), "that is the host's");
    client.close();
    assert_eq!(seen::closed(&seen).code, Code::Closed);
    let (_client, _seen, answered) = ping();
    assert!(ended(answered).is_ok());
}

// proves: TMO-02, TMO-03
#[test]
fn a_server_that_is_silent_in_a_call_times_out_and_lives_on() {
    let runtime = threaded();
    let (client, _seen) = connect(&runtime, server());
    let settings =
        CallSettings { timeout: Some(Duration::from_millis(50)), ..CallSettings::default() };
    let slow = client.call_tool("slow", None, settings).expect("started");
    let outcome = slow.wait(Some(PATIENCE)).expect("it ends");
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Timeout);
    assert_eq!(text(&call(&client, "echo", r#"{"text":"still here"}"#)), "still here");
}

// proves: STD-12, STD-14
#[test]
fn death_at_the_start_says_how() {
    let runtime = threaded();
    // It dies when the call has started, and not before.
    let gate = Gate::new("death");
    let script = format!("{}; {}echo 'no such module' >&2; exit 7", gate.script(), Gate::WAIT);
    let (client, seen) = connect(&runtime, shell(&script));
    let call = client.call_tool("t", None, CallSettings::default()).expect("started");
    gate.open();
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    let error = outcome.as_ref().as_ref().unwrap_err();
    assert_eq!(error.code, Code::Closed);
    let exit = error.exit.as_ref().expect("how it ended");
    assert_eq!((exit.code, exit.signal), (Some(7), None));
    assert_eq!(exit.stderr_tail, "no such module\n");
    assert!(!error.message.contains("module"), "a server's words are no part of an error's text");
    assert_eq!(seen::closed(&seen).exit.expect("told to the host as well").code, Some(7));
    assert_eq!(client.stderr_tail(), "no such module\n");
}

// proves: STD-14
#[test]
fn death_in_a_call_ends_every_call_at_once() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime, server());
    let waiting: Vec<_> = (0..10)
        .map(|_| client.call_tool("slow", None, CallSettings::default()).expect("started"))
        .collect();
    let error = call(&client, "die", r#"{"code":3}"#).unwrap_err();
    assert_eq!(error.code, Code::Closed);
    assert_eq!(error.exit.expect("how it ended").code, Some(3));
    for call in waiting {
        let outcome = call.wait(Some(PATIENCE)).expect("it ends too");
        assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Closed);
    }
    seen::closed(&seen);
    // Who comes later is refused, and learns as much.
    let late = client.ping(CallSettings::default()).unwrap_err();
    assert_eq!(late.code, Code::Closed);
    assert_eq!(late.exit.expect("how it ended").code, Some(3));
    let late = client.notify("notifications/late", None).unwrap_err();
    assert_eq!(late.exit.expect("how it ended").code, Some(3));
    let mcpclient::State::Closed(why) = client.state() else { panic!("it is closed") };
    assert_eq!(why.exit.expect("how it ended").code, Some(3));
}

// proves: STD-13, STD-14
#[test]
fn a_call_that_was_lost_says_how_its_server_ended() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let mut settings = options("lost");
    settings.config.revisions = Era::Modern.revisions();
    let server = stateless("next; case $line in *tools/call*) echo why >&2; exit 5;; esac");
    let client = runtime.connect(server, host, settings).expect("it starts");
    let error = call(&client, "t", "{}").unwrap_err();
    assert_eq!(error.code, Code::Lost);
    let exit = error.exit.expect("how it ended");
    assert_eq!((exit.code, exit.stderr_tail.as_str()), (Some(5), "why\n"));
    client.close();
    seen::closed(&seen);
}

// proves: STD-14
#[test]
fn death_by_a_signal_is_told() {
    let runtime = threaded();
    let (client, _seen) = connect(&runtime, shaken("next; kill -9 $$"));
    let error = call(&client, "t", "{}").unwrap_err();
    assert_eq!(error.exit.expect("how it ended").signal, Some(9));
}

// proves: STD-03, STD-14
#[test]
fn death_in_the_middle_of_a_line_is_no_result() {
    let runtime = threaded();
    let script = r#"next; printf '{"jsonrpc":"2.0","id":%s,"result":{"a":1' "$id"; exit 0"#;
    let (client, _seen) = connect(&runtime, shaken(script));
    let error = call(&client, "t", "{}").unwrap_err();
    assert_eq!(error.code, Code::Closed);
    assert_eq!(error.exit.expect("how it ended").code, Some(0));
}

// proves: STD-12
#[test]
fn what_was_written_before_the_end_is_delivered() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken(r#"next; reply '{"last":"words"}'; exit 0"#));
    let success = call(&client, "t", "{}").expect("the answer came first");
    assert_eq!(success.result.as_str(), r#"{"last":"words"}"#);
    assert_eq!(seen::closed(&seen).exit.expect("how it ended").code, Some(0));
}

// proves: STD-05, RPC-01
#[test]
fn noise_costs_its_own_line_and_nothing_else() {
    let runtime = threaded();
    let gate = Gate::new("torn");
    // One character in three pieces, each read before the next is written.
    let script = r#"
        next
        printf 'Starting server...\n\n   \n'
        printf '\357\273\277{"jsonrpc":"2.0","method":"notifications/bom"}\r\n'
        printf '{"jsonrpc":"2.0","method":"notifications/bad","params":{"x":"\377\376"}}\n'
        printf '{"jsonrpc":"2.0","method":"notifications/odd","params":{"x":"a\342\200\250b\302\205c"}}\n'
        printf '{"jsonrpc":"2.0","method":"notifications/torn","params":{"x":"\342'; echo 1 >&2; WAIT
        printf '\202'; echo 2 >&2; WAIT
        printf '\254"}}\r\n'
        reply '{"ok":true}'
        next"#;
    let script = format!("{}; {}", gate.script(), script.replace("WAIT", Gate::WAIT));
    let other = runtime.connect(server(), Arc::new(()), options("other")).expect("it starts");
    let (client, seen) = connect(&runtime, shaken(&script));
    let torn = client.call_tool("t", None, CallSettings::default()).expect("started");
    let (mut notifications, mut warnings) = (Vec::new(), Vec::new());
    let mut note = |seen| match seen {
        Seen::Notification(method, params) => {
            notifications.push((method, params.map(|params| params.as_str().to_owned())));
        }
        Seen::Warning(warning) => warnings.push(warning.kind),
        _ => {}
    };
    for piece in ["1", "2"] {
        seen::find(&seen, |seen| match seen {
            Seen::Line(line) => {
                assert_eq!(line, piece);
                Some(())
            }
            other => {
                note(other);
                None
            }
        });
        // Whoever reads has had its turn when this comes back.
        assert!(call(&other, "echo", "{}").is_ok());
        gate.open();
    }
    let outcome = torn.wait(Some(PATIENCE)).expect("it ends");
    let success = outcome.as_ref().as_ref().expect("a result");
    assert_eq!(success.result.as_str(), r#"{"ok":true}"#);
    client.close();
    loop {
        match seen::next(&seen) {
            Seen::Closed(..) => break,
            seen => note(seen),
        }
    }
    let expected = [
        ("notifications/bom", None),
        ("notifications/odd", Some("{\"x\":\"a\u{2028}b\u{85}c\"}".to_owned())),
        ("notifications/torn", Some("{\"x\":\"\u{20ac}\"}".to_owned())),
    ];
    assert_eq!(notifications, expected.map(|(name, params)| (name.to_owned(), params)));
    assert_eq!(warnings, [WarningKind::Noise, WarningKind::Noise]);
}

// proves: STD-06
#[test]
fn a_megabyte_on_stderr_blocks_nobody() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime, server());
    let outcome = call(&client, "stderr", r#"{"bytes":1048576}"#);
    assert_eq!(text(&outcome), "1048576");
    // The pipe of stderr has an order of its own, so the last line may come later.
    support::process::until("all of stderr", || client.stderr_tail().len() == 64 << 10);
    let line = seen::find(&seen, |seen| match seen {
        Seen::Line(line) => Some(line),
        _ => None,
    });
    assert_eq!(line.len(), 79);
}

// proves: STD-06
#[test]
fn stderr_comes_by_line_and_in_order() {
    let runtime = threaded();
    let script = r#"printf 'one\ntwo\r\n\nb\377d\nlast' >&2; exit 0"#;
    let (_client, seen) = connect(&runtime, shell(script));
    let mut lines = Vec::new();
    loop {
        match seen::next(&seen) {
            Seen::Line(line) => lines.push(line),
            Seen::Closed(..) => break,
            _ => {}
        }
    }
    assert_eq!(lines, ["one", "two", "", "b\u{fffd}d", "last"]);
}

// proves: STD-06
#[test]
fn output_on_stderr_is_no_error() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken("echo 'ERROR: oh' >&2; next; reply '{}'; next"));
    assert!(call(&client, "t", "{}").is_ok());
    seen::find(&seen, |seen| matches!(seen, Seen::Line(line) if line == "ERROR: oh").then_some(()));
    assert!(matches!(client.state(), mcpclient::State::Ready(_)));
}

// proves: STD-11, CAN-05
#[test]
fn a_server_that_stops_reading_blocks_nobody() {
    let runtime = threaded();
    let script = "trap '' PIPE; printf '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/up\"}\\n'; exec sleep 600";
    let (client, seen) = connect(&runtime, shaken(script).grace(Duration::from_millis(100)));
    seen::find(&seen, |seen| matches!(seen, Seen::Notification(..)).then_some(()));
    let large = json(&format!("{{\"text\":\"{}\"}}", "x".repeat(1 << 20)));
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let settings = CallSettings {
                timeout: Some(Duration::from_secs(3_000)),
                ..CallSettings::default()
            };
            client.call_tool("t", Some(large.clone()), settings).expect("it is queued")
        })
        .collect();
    // All but the first cannot have left; ending them needs no room in the pipe.
    for call in &calls {
        call.cancel(None).expect("it runs");
        let outcome = call.wait(Some(PATIENCE)).expect("it is over");
        assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Cancelled);
    }
    client.close();
    seen::closed(&seen);
    runtime.shutdown();
    assert_eq!(client.pid(), None);
}

// proves: STD-14
#[test]
fn a_server_that_closes_its_input_is_over() {
    let runtime = threaded();
    let script = "exec 0<&-; printf '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/up\"}\\n'; exec sleep 600";
    let (client, seen) = connect(&runtime, shaken(script).grace(Duration::from_millis(100)));
    seen::find(&seen, |seen| matches!(seen, Seen::Notification(..)).then_some(()));
    let error = call(&client, "t", "{}").unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (Code::Closed, "the server closed its input"));
}

// proves: STD-12
#[test]
fn a_server_that_closes_its_output_is_over() {
    let runtime = threaded();
    let script = "next; exec 1>&-; exec sleep 600";
    let (client, _seen) = connect(&runtime, shaken(script).grace(Duration::from_millis(100)));
    let error = call(&client, "t", "{}").unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        (Code::Closed, "the server closed its output")
    );
}

// proves: VER-36
#[test]
fn a_server_that_dies_of_the_first_question_is_started_again() {
    let runtime = threaded();
    let script = r#"read -r line
        case "$line" in
            *server/discover*) echo 'what?' >&2; exit 1 ;;
        esac
        id=${line#*'"id":'}; id=${id%%[,\}]*}
        printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"sh","version":"1"}}}\n' "$id"
        read -r line; read -r line; id=${line#*'"id":'}; id=${id%%[,\}]*}
        printf '{"jsonrpc":"2.0","id":%s,"result":{}}\n' "$id"; read -r line"#;
    let (host, seen) = Witness::willing();
    let mut options = options("twice");
    options.config.revisions = mcpclient::Revision::ALL.to_vec();
    let client = runtime.connect(shell(script), host, options).expect("it starts");
    let ping = client.ping(CallSettings::default()).expect("it waits");
    assert!(ping.wait(Some(PATIENCE)).expect("it ends").is_ok());
    seen::find(&seen, |seen| matches!(seen, Seen::Ready).then_some(()));
    assert_eq!(client.server().expect("known").revision.wire(), "2025-06-18");
}

// proves: STD-02
#[test]
fn a_program_that_does_not_exist_is_an_error_at_once() {
    let runtime = threaded();
    let error = runtime
        .connect(mcpclient::Stdio::new("/no/such/program"), Arc::new(()), options("none"))
        .unwrap_err();
    assert_eq!(error.code, Code::Start);
    for wrong in ["", "a\0b"] {
        let error = runtime
            .connect(mcpclient::Stdio::new(wrong), Arc::new(()), options("none"))
            .unwrap_err();
        assert_eq!(error.code, Code::InvalidArg);
    }
}

// proves: STD-02, STD-16
#[test]
fn argv_environment_and_folder_are_what_was_said_and_no_shell_sees_them() {
    let runtime = threaded();
    let folder = support::process::folder("argv");
    let script = r#"echo "$0|$1|$2|$TOKEN|${HOME-none}" >&2; pwd -P >&2; exit 0"#;
    let stdio = mcpclient::Stdio::new("/bin/sh")
        .args(["-c", script, "zero", "$(echo no) 'x'", "*"])
        .clear_env()
        .env("TOKEN", "s3cret;`id`")
        .cwd(&folder);
    let shown = format!("{stdio:?}");
    assert!(!shown.contains("s3cret") && !shown.contains("echo"), "{shown}");
    let (client, seen) = connect(&runtime, stdio);
    seen::closed(&seen);
    let tail = client.stderr_tail();
    let folder = folder.canonicalize().expect("it is there");
    let expected = format!("zero|$(echo no) 'x'|*|s3cret;`id`|none\n{}\n", folder.display());
    assert_eq!(tail, expected);
}

// proves: T-036
#[test]
fn a_message_over_the_limit_ends_its_call_alone() {
    let runtime = threaded();
    let (host, _seen) = Witness::willing();
    let mut options = options("small");
    options.config.limits.message_bytes = 64 << 10;
    let client = runtime.connect(server(), host, options).expect("it starts");
    let slow = client.call_tool("slow", None, CallSettings::default()).expect("started");
    assert_eq!(call(&client, "big", r#"{"bytes":1000000}"#).unwrap_err().code, Code::TooLarge);
    assert_eq!(text(&call(&client, "echo", r#"{"text":"on"}"#)), "on");
    assert!(slow.outcome().is_none());
}
