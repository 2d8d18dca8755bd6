//! Threads that wait for one call after the other read the server's answers themselves. Nobody may notice:
//! not other calls, not callbacks, not who cancels, and not the server when it speaks unasked.
#![cfg(unix)]

mod support;

use mcpclient::roots::RootList;
use mcpclient::{CallSettings, Client, Code, Runtime};
use std::sync::mpsc::Receiver;
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, json, options, server, threaded};

/// More waits than it takes to make a habit of them, however busy the machine.
const HABIT: usize = 400;

fn connect(runtime: &Runtime) -> (Client, Receiver<Seen>) {
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host, options("waiting")).expect("it starts");
    (client, seen)
}

fn ask(client: &Client, tool: &str, arguments: &str) -> mcpclient::Call {
    client.call_tool(tool, Some(json(arguments)), CallSettings::default()).expect("started")
}

fn echo(client: &Client, text: &str) {
    let outcome = ask(client, "echo", &format!(r#"{{"text":"{text}"}}"#)).wait(Some(PATIENCE));
    let outcome = outcome.expect("it ends");
    assert!(outcome.as_ref().as_ref().expect("a result").result.as_str().contains(text));
}

fn make_it_a_habit(client: &Client) {
    for number in 0..HABIT {
        echo(client, &number.to_string());
    }
}

#[test]
fn what_the_server_says_in_between_arrives() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    make_it_a_habit(&client);
    // Nobody waits for this one.
    drop(ask(&client, "change", "{}"));
    seen::find(&seen, |seen| {
        matches!(seen, Seen::Notification(method, _) if method.ends_with("list_changed"))
            .then_some(())
    });
    make_it_a_habit(&client);
}

#[test]
fn an_input_that_a_waiting_thread_reads_is_answered_on_another() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for _ in 0..HABIT {
                seen::input(&seen).answer_roots(&RootList::default()).expect("it is open");
            }
        });
        for _ in 0..HABIT {
            let outcome = ask(&client, "roots", "{}").wait(Some(PATIENCE)).expect("it ends");
            let result = outcome.as_ref().as_ref().expect("a result");
            assert!(result.result.as_str().contains("roots"));
        }
    });
}

#[test]
fn a_call_that_ends_without_the_server_ends_the_wait() {
    let runtime = threaded();
    let (client, _seen) = connect(&runtime);
    make_it_a_habit(&client);
    let call = ask(&client, "slow", "{}");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| call.wait(Some(PATIENCE)).expect("it ends"));
        call.cancel(None).expect("it runs");
        let outcome = waiting.join().expect("no panic");
        assert_eq!(outcome.as_ref().as_ref().expect_err("no result").code, Code::Cancelled);
    });
    make_it_a_habit(&client);
    let pending = ask(&client, "slow", "{}").wait(Some(std::time::Duration::from_millis(5)));
    assert_eq!(pending.expect_err("it goes on").code, Code::Pending);
}

#[test]
fn a_server_that_dies_under_a_waiting_thread_is_noticed() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    make_it_a_habit(&client);
    let outcome = ask(&client, "die", r#"{"code":4}"#).wait(Some(PATIENCE)).expect("it ends");
    let error = outcome.as_ref().as_ref().expect_err("the server died");
    assert_eq!(error.code, Code::Closed);
    assert_eq!(error.exit.as_ref().and_then(|exit| exit.code), Some(4));
    seen::closed(&seen);
}

#[test]
fn threads_that_wait_side_by_side_take_no_answer_from_each_other() {
    let runtime = threaded();
    let (client, _seen) = connect(&runtime);
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let client = &client;
            scope.spawn(move || {
                for number in 0..HABIT {
                    echo(client, &format!("{thread}-{number}"));
                }
            });
        }
    });
    // The last that is left has the server to itself again.
    make_it_a_habit(&client);
}

#[test]
fn a_callback_is_behind_the_wait_and_may_start_the_next_call() {
    let runtime = threaded();
    let (client, _seen) = connect(&runtime);
    make_it_a_habit(&client);
    for _ in 0..HABIT {
        let (out, inner) = std::sync::mpsc::channel();
        let other = client.clone();
        let settings = CallSettings {
            done: Some(Box::new(move |_, _| {
                out.send(ask(&other, "echo", r#"{"text":"inner"}"#)).expect("listened to");
            })),
            ..CallSettings::default()
        };
        let call = client.call_tool("echo", None, settings).expect("started");
        call.wait(Some(PATIENCE)).expect("it ends").as_ref().as_ref().expect("a result");
        let inner = inner.try_recv().expect("the callback has returned");
        inner.wait(Some(PATIENCE)).expect("it ends").as_ref().as_ref().expect("a result");
    }
}
