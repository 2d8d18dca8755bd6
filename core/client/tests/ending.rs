//! How servers end: with everything they started, whatever they do against it.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::{CallSettings, Client, Code, Runtime, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;
use support::process::{folder, is_listed, pid_from, runs, until};
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, options, server, shaken, shell, threaded};

fn connect(runtime: &Runtime, server: Stdio) -> (Client, Receiver<Seen>) {
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server, host, options("end")).expect("it starts");
    (client, seen)
}

fn ready(seen: &Receiver<Seen>) {
    seen::find(seen, |seen| matches!(seen, Seen::Ready).then_some(()));
}

// proves: STD-11
#[test]
fn a_good_server_ends_with_its_input() {
    let folder = folder("good");
    let (mark, term) = (folder.join("mark"), folder.join("term"));
    let script = format!(
        "trap 'echo term > {}' TERM; while read -r line; do :; done; echo end > {}",
        term.display(),
        mark.display()
    );
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken(&script));
    ready(&seen);
    let pid = client.pid().expect("it runs");
    client.close();
    assert_eq!(seen::closed(&seen).code, Code::Closed);
    runtime.shutdown();
    assert!(!is_listed(pid), "it was reaped");
    assert!(mark.exists(), "it had the time to end by itself");
    assert!(!term.exists(), "and was not told twice");
    assert_eq!(client.pid(), None);
}

// proves: STD-11
#[test]
fn one_that_ignores_the_end_of_input_is_terminated() {
    let folder = folder("terminated");
    let mark = folder.join("mark");
    let script =
        format!("trap 'echo term > {}; exit 0' TERM; while :; do sleep 0.01; done", mark.display());
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken(&script).grace(Duration::from_millis(100)));
    ready(&seen);
    let pid = client.pid().expect("it runs");
    drop(client);
    // Long enough for the trap, which a busy machine may keep waiting.
    runtime.close(Duration::from_secs(2));
    runtime.shutdown();
    assert!(!is_listed(pid));
    assert_eq!(std::fs::read_to_string(mark).expect("it was told"), "term\n");
}

// proves: STD-11
#[test]
fn one_that_ignores_everything_is_killed() {
    let runtime = threaded();
    let script = "trap '' TERM INT HUP; while :; do sleep 0.01; done";
    let (client, seen) = connect(&runtime, shaken(script).grace(Duration::from_millis(50)));
    ready(&seen);
    let pid = client.pid().expect("it runs");
    runtime.shutdown();
    assert!(!is_listed(pid));
    seen::closed(&seen);
}

// proves: STD-11
#[test]
fn a_wrapper_takes_its_server_with_it() {
    let folder = folder("wrapper");
    let file = folder.join("pid");
    // The shell waits for a server that ignores the end of its input.
    let script = format!("sleep 600 & echo $! > {}; wait", file.display());
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken(&script).grace(Duration::from_millis(50)));
    ready(&seen);
    let (pid, inner) = (client.pid().expect("it runs"), pid_from(&file));
    assert!(runs(inner));
    runtime.shutdown();
    assert!(!is_listed(pid));
    until("the inner server has gone", || !runs(inner));
}

// proves: STD-11
#[test]
fn a_grandchild_that_holds_the_pipes_does_not_outlive_a_clean_exit() {
    let folder = folder("grandchild");
    let file = folder.join("pid");
    let script = format!("sleep 600 & echo $! > {}; next; reply '{{}}'; exit 0", file.display());
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken(&script).grace(Duration::from_millis(100)));
    let call = client.call_tool("t", None, CallSettings::default()).expect("started");
    assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
    // The connection is over although the pipes are still open somewhere.
    let error = seen::closed(&seen);
    assert_eq!(error.exit.expect("how it ended").code, Some(0));
    let grandchild = pid_from(&file);
    runtime.shutdown();
    until("the grandchild has gone", || !runs(grandchild));
}

// proves: STD-11
#[test]
fn a_grandchild_that_never_stops_writing_does_not_keep_a_dead_server_alive() {
    let runtime = threaded();
    let script = "(trap '' TERM; while :; do echo noise; done) & exit 3";
    let (_client, seen) = connect(&runtime, shell(script).grace(Duration::from_millis(50)));
    assert_eq!(seen::closed(&seen).exit.expect("how it ended").code, Some(3));
    runtime.shutdown();
}

// proves: STD-11
#[test]
fn a_descendant_that_left_the_group_is_ended_as_well() {
    let folder = folder("stray");
    let file = folder.join("pid");
    // setsid forks when it leads its group already, so the number comes from inside.
    let script = format!(
        "setsid sh -c 'echo $$ > {}; exec sleep 600' & while read -r line; do :; done",
        file.display()
    );
    let runtime = threaded();
    let (_client, seen) = connect(&runtime, shaken(&script).grace(Duration::from_millis(100)));
    ready(&seen);
    let stray = pid_from(&file);
    assert!(runs(stray));
    runtime.shutdown();
    until("the stray has gone", || !runs(stray));
}

// proves: STD-11
#[test]
fn what_was_written_before_closing_reaches_the_server() {
    let folder = folder("written");
    let file = folder.join("lines");
    let script = format!("while read -r line; do echo \"$line\" >> {}; done", file.display());
    let runtime = threaded();
    let (client, seen) = connect(&runtime, shaken(&script));
    ready(&seen);
    let large = "x".repeat(300_000);
    for number in 0..5 {
        let params = support::json(&format!("{{\"n\":{number},\"pad\":\"{large}\"}}"));
        client.notify("notifications/n", Some(params)).expect("it is queued");
    }
    client.close();
    runtime.shutdown();
    let text = std::fs::read_to_string(file).expect("it was written");
    assert_eq!(text.lines().count(), 5);
    assert!(text.lines().all(|line| line.ends_with('}')));
}

// proves: STD-11
#[test]
fn closing_the_runtime_can_hurry() {
    let runtime = threaded();
    let script = "trap '' TERM; while :; do sleep 0.01; done";
    let (client, seen) = connect(&runtime, shaken(script).grace(Duration::from_secs(600)));
    ready(&seen);
    // A step is under way that would take ten minutes.
    client.close();
    seen::closed(&seen);
    runtime.close(Duration::from_millis(20));
    runtime.shutdown();
    assert_eq!(client.pid(), None);
    let refused = runtime.connect(server(), std::sync::Arc::new(()), options("late")).unwrap_err();
    assert_eq!(refused.code, Code::Closed);
}

// proves: STD-11
#[test]
fn closing_ends_calls_and_inputs_first_and_is_the_last_callback() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host.clone(), options("order")).expect("it starts");
    let settings = || CallSettings { done: Some(host.done()), ..CallSettings::default() };
    let form = client.call_tool("form", None, settings()).expect("started");
    let input = seen::input(&seen);
    let slow = client.call_tool("slow", None, settings()).expect("started");
    client.close();
    client.close();
    let mut story = Vec::new();
    loop {
        match seen::next(&seen) {
            Seen::Done(id, outcome) => {
                assert_eq!(outcome.unwrap_err().code, Code::Closed);
                story.push(format!("done {}", id.0));
            }
            Seen::Withdrawn(id, why) => {
                assert_eq!((id, why.name()), (input.id(), "closed"));
                story.push("withdrawn".to_owned());
            }
            Seen::Closed(reason, _) => {
                assert_eq!(reason.map(mcpclient::ClosedReason::name), Some("host"));
                break;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert_eq!(
        story,
        [format!("done {}", form.id().0), format!("done {}", slow.id().0), "withdrawn".into()]
    );
    assert!(!input.is_open());
    assert_eq!(input.cancel().unwrap_err().code, Code::Gone);
    runtime.shutdown();
    assert!(seen.try_recv().is_err(), "closed is the last");
}

#[test]
fn dropping_the_last_handle_closes() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime, server());
    ready(&seen);
    let other = client.clone();
    drop(client);
    let ping = other.ping(CallSettings::default()).expect("still open");
    assert!(ping.wait(Some(PATIENCE)).expect("it ends").is_ok());
    drop(other);
    seen::closed(&seen);
    // A call keeps nothing open, and its client can still be asked for.
    assert!(matches!(ping.client().state(), mcpclient::State::Closed(_)));
}
