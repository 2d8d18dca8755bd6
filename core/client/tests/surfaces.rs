//! How a question reaches a person is the host's own choice: on any thread, at once or later, in a loop of its own
//! or none. What the server is told is the same.
#![cfg(unix)]

mod support;

use mcpclient::json::{Json, Value};
use mcpclient::{
    Call, CallSettings, Client, Dispatch, Host, Input, InputKind, Offer, Runtime, RuntimeOptions,
};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use support::seen::everything;
use support::{PATIENCE, json, options, server};

/// Where the host answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// In the callback itself.
    AtOnce,
    /// On a thread of the host's, while the callback is long over.
    Elsewhere,
    /// In the host's own loop, which takes what was put into a list.
    FromAList,
}

struct Any {
    manner: Manner,
    list: Mutex<Sender<Input>>,
}

impl Host for Any {
    fn offer(&self) -> Offer {
        everything()
    }

    fn input(&self, input: Input) {
        match self.manner {
            Manner::AtOnce => answer(&input),
            Manner::Elsewhere => drop(thread::spawn(move || answer(&input))),
            Manner::FromAList => {
                let _ = self.list.lock().expect("no panic holds it").send(input);
            }
        }
    }
}

/// What the person says, by whatever means.
fn answer(input: &Input) {
    let answered = match input.kind() {
        InputKind::Form => {
            let content = r#"{"name":"Kari","seats":2,"insured":false,"class":"first"}"#;
            input.accept_content(json(content))
        }
        InputKind::Url => input.decline(None),
        InputKind::Sample => input.answer_sample_text("m", "said by a model", Some("endTurn")),
        InputKind::Roots => input.answer_result(json(r#"{"roots":[{"uri":"file:///r"}]}"#)),
    };
    answered.expect("it is open");
}

/// Waits as this runtime wants it, and answers what is in the list.
fn finish(runtime: &Runtime, dispatch: &str, call: &Call, list: &Receiver<Input>) -> String {
    let start = Instant::now();
    while call.outcome().is_none() {
        assert!(start.elapsed() < PATIENCE, "the call does not end");
        match dispatch {
            "pump" => drop(runtime.pump(1).expect("ours")),
            "inline" => drop(runtime.wait(Some(Duration::from_millis(1))).expect("ours")),
            _ => {}
        }
        if let Ok(input) = list.recv_timeout(Duration::from_millis(1)) {
            answer(&input);
        }
    }
    let outcome = call.outcome().expect("it has ended");
    let success = outcome.as_ref().as_ref().expect("a result");
    let text = success.result.value().at("/content/0/text").and_then(Value::text);
    text.expect("what the server was told").into_owned()
}

// proves: ARC-08
#[test]
fn any_way_to_ask_a_person_tells_the_server_the_same() {
    let told = [
        (
            "form",
            r#"{"action":"accept","content":{"name":"Kari","seats":2,"insured":false,"class":"first"}}"#,
        ),
        ("url", r#"{"action":"decline"}"#),
        (
            "sample",
            r#"{"role":"assistant","content":{"type":"text","text":"said by a model"},"model":"m","stopReason":"endTurn"}"#,
        ),
        ("roots", r#"{"roots":[{"uri":"file:///r"}]}"#),
    ];
    for way in ["thread", "pump", "inline"] {
        for manner in [Manner::AtOnce, Manner::Elsewhere, Manner::FromAList] {
            let dispatch = match way {
                "pump" => Dispatch::Pump { wakeup: None },
                "inline" => Dispatch::Inline,
                _ => Dispatch::Thread,
            };
            let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
            let (out, list) = channel();
            let host = Arc::new(Any { manner, list: Mutex::new(out) });
            let client = runtime.connect(server(), host, options("any")).expect("it starts");
            for (tool, expected) in told {
                let call = client.call_tool(tool, None, CallSettings::default()).expect("started");
                let got = json(&finish(&runtime, way, &call, &list));
                let same = got.value().same(json(expected).value());
                assert!(same, "{way}, {manner:?}, {tool}: {got}");
            }
        }
    }
}

/// Keeps those of one level, as one host may.
struct Filter(Mutex<Vec<String>>);

impl Host for Filter {
    fn log(&self, _client: &Client, params: &Json) {
        let level = params.value().get("level").and_then(Value::text).expect("a level");
        if level == "info" {
            self.0.lock().expect("no panic holds it").push(params.as_str().to_owned());
        }
    }
}

// proves: LOG-05
#[test]
fn log_messages_may_be_kept_or_passed_over() {
    let filter = Arc::new(Filter(Mutex::default()));
    let runtime = Runtime::new(RuntimeOptions::default()).expect("a runtime");
    let hosts: [Arc<dyn Host>; 2] = [Arc::new(()), filter.clone()];
    let results = hosts.map(|host| {
        let client = runtime.connect(server(), host, options("log")).expect("it starts");
        ["info", "debug"].map(|level| {
            let arguments = json(&format!(r#"{{"count":20,"level":"{level}"}}"#));
            let call = client.call_tool("log", Some(arguments), CallSettings::default());
            let outcome = call.expect("started").wait(Some(PATIENCE)).expect("it ends");
            outcome.as_ref().as_ref().expect("a result").result.as_str().to_owned()
        })
    });
    assert_eq!(results[0], results[1], "nothing depends on it");
    assert_eq!(filter.0.lock().expect("ours").len(), 20);
}
