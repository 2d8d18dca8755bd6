//! What servers want from the host: answered from any thread, once, now or hours later.
#![cfg(unix)]

mod support;

use mcpclient::json::{Json, Value};
use mcpclient::{CallSettings, Client, Code, Host, Input, InputKind, Offer, Runtime, Withdrawn};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, json, options, server, threaded};

fn connect(runtime: &Runtime) -> (Client, Receiver<Seen>) {
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host, options("booking")).expect("it starts");
    (client, seen)
}

fn ask(client: &Client, tool: &str) -> mcpclient::Call {
    client.call_tool(tool, None, CallSettings::default()).expect("started")
}

/// What the server says it was told.
fn told(call: &mcpclient::Call) -> Json {
    let outcome = call.wait(Some(PATIENCE)).expect("every call ends");
    let success = outcome.as_ref().as_ref().expect("a result");
    let text = success.result.value().at("/content/0/text").and_then(Value::text);
    json(&text.expect("a text"))
}

fn action(told: &Json) -> String {
    told.value().get("action").and_then(Value::text).expect("an action").into_owned()
}

// proves: ELI-24, ELI-25, ELI-30, ELI-34
#[test]
fn a_form_is_filled_in_corrected_and_accepted() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let call = ask(&client, "form");
    let input = seen::input(&seen);
    assert_eq!((input.kind(), input.label()), (InputKind::Form, "booking"));
    assert_eq!(input.calls().len(), 1);
    let index = |name: &str| {
        let draft = input.draft().expect("a form");
        let place = draft.form().fields().iter().position(|field| field.name == name);
        place.expect("the field")
    };
    let (name, seats, class) = (index("name"), index("seats"), index("class"));
    let set = |field, text: &str| input.draft().expect("a form").set_text(field, text);
    set(name, "Kari").expect("a name");
    set(seats, "twelve").unwrap_err();
    set(class, "First class").expect("by its label");
    let error = input.accept().unwrap_err();
    assert_eq!(error.code, Code::Form);
    assert_eq!(error.fields.len(), 1);
    assert_eq!(error.fields[0].field, seats);
    assert!(input.is_open(), "nothing was sent");
    set(seats, "2").expect("a number");
    input.accept().expect("it fits now");
    assert!(!input.is_open());
    assert_eq!(input.accept().unwrap_err().code, Code::Gone);
    let told = told(&call);
    assert_eq!(action(&told), "accept");
    let content = told.value().get("content").expect("it");
    let expected = json(r#"{"name":"Kari","seats":2,"insured":false,"class":"first"}"#);
    assert!(content.same(expected.value()), "{}", content.raw());
}

// proves: ELI-31, ELI-32
#[test]
fn every_way_of_saying_no_is_told_apart() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let no = |how: fn(Input)| {
        let call = ask(&client, "form");
        how(seen::input(&seen));
        told(&call)
    };
    assert_eq!(action(&no(|input| input.decline(Some("not today")).expect("open"))), "decline");
    assert_eq!(action(&no(|input| input.cancel().expect("open"))), "cancel");
    assert_eq!(action(&no(drop)), "cancel");
    let failed = no(|input| input.fail(-32_000, "no dialog").expect("open"));
    assert!(failed.as_str().contains("no dialog"));
    let all = [no(|input| input.decline(Some("secret")).expect("open"))];
    assert!(all.iter().all(|told| !told.as_str().contains("secret")));
}

#[test]
fn a_host_that_cannot_answer_says_so_and_nobody_has_said_no() {
    /// Panics, or has no function for what it offers.
    struct Broken;
    struct Missing;
    impl Host for Broken {
        fn offer(&self) -> Offer {
            seen::everything()
        }
        fn input(&self, _input: Input) {
            panic!("on purpose, in {}", file!());
        }
    }
    impl Host for Missing {
        fn offer(&self) -> Offer {
            seen::everything()
        }
    }
    let runtime = threaded();
    for host in [Arc::new(Broken) as Arc<dyn Host>, Arc::new(Missing)] {
        let client = runtime.connect(server(), host, options("booking")).expect("it starts");
        for tool in ["form", "url", "sample", "roots"] {
            let told = told(&ask(&client, tool));
            let failed = json(r#"{"error":{"code":-32603,"message":"the host failed"}}"#);
            assert!(told.value().same(failed.value()), "{}", told.as_str());
        }
    }
    let client = runtime.connect(server(), Arc::new(()), options("booking")).expect("it starts");
    let told = told(&ask(&client, "form"));
    assert_eq!(told.value().at("/error/code").map(Value::raw), Some("-32601"));
}

#[test]
fn a_url_a_sample_and_the_roots_are_answered() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let call = ask(&client, "url");
    let input = seen::input(&seen);
    assert_eq!(input.kind(), InputKind::Url);
    assert!(input.draft().is_none());
    input.accept().expect("agreed");
    assert_eq!(told(&call).as_str(), r#"{"action":"accept"}"#);

    let call = ask(&client, "sample");
    let input = seen::input(&seen);
    assert_eq!(input.kind(), InputKind::Sample);
    assert_eq!(input.accept().unwrap_err().code, Code::InvalidArg);
    input.answer_sample_text("tiny", "Hello \"you\"", Some("endTurn")).expect("it fits");
    let expected = json(
        r#"{"role":"assistant","content":{"type":"text","text":"Hello \"you\""},"model":"tiny","stopReason":"endTurn"}"#,
    );
    assert!(told(&call).value().same(expected.value()));

    let call = ask(&client, "roots");
    let input = seen::input(&seen);
    assert_eq!(input.kind(), InputKind::Roots);
    let mut roots = mcpclient::roots::RootList::default();
    roots.add(mcpclient::roots::Root::new("file:///a%20b".into(), None).expect("a root"));
    input.answer_roots(&roots).expect("it fits");
    assert!(told(&call).as_str().contains("file:///a%20b"));
}

#[test]
fn an_answer_comes_from_any_thread_and_one_of_several_counts() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    for _ in 0..50 {
        let call = ask(&client, "roots");
        let input = Arc::new(seen::input(&seen));
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let input = Arc::clone(&input);
                thread::spawn(move || input.answer_result(json(r#"{"roots":[]}"#)))
            })
            .collect();
        let results = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        let (good, late): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
        assert_eq!(good.len(), 1);
        assert!(late.iter().all(|result| result.as_ref().unwrap_err().code == Code::Gone));
        assert_eq!(told(&call).as_str(), r#"{"roots":[]}"#);
    }
}

// proves: TMO-05
#[test]
fn a_slow_human_costs_the_server_no_time() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let settings =
        CallSettings { timeout: Some(Duration::from_secs(10)), ..CallSettings::default() };
    let call = client.call_tool("form", None, settings).expect("started");
    let input = seen::input(&seen);
    runtime.advance_clock(Duration::from_secs(4 * 3_600));
    // The keeper has had its say before this comes back.
    client.ping(CallSettings::default()).expect("started").wait(Some(PATIENCE)).expect("it ends");
    assert!(call.outcome().is_none());
    input.decline(None).expect("still open");
    assert_eq!(action(&told(&call)), "decline");
}

// proves: ELI-51
#[test]
fn an_input_that_nobody_answers_expires() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let call = ask(&client, "form");
    let input = seen::input(&seen);
    runtime.advance_clock(Duration::from_secs(24 * 3_600 + 1));
    let why = seen::find(&seen, |seen| match seen {
        Seen::Withdrawn(id, why) if id == input.id() => Some(why),
        _ => None,
    });
    assert_eq!(why, Withdrawn::Expired);
    assert_eq!(input.accept_content(json("{}")).unwrap_err().code, Code::Gone);
    drop(call.wait(Some(PATIENCE)).expect("it ends"));
}

// proves: CAN-06
#[test]
fn what_the_server_takes_back_is_gone() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let call = ask(&client, "late-cancel");
    let input = seen::input(&seen);
    let why = seen::find(&seen, |seen| match seen {
        Seen::Withdrawn(id, why) if id == input.id() => Some(why),
        _ => None,
    });
    assert_eq!(why, Withdrawn::ByServer);
    assert_eq!(input.cancel().unwrap_err().code, Code::Gone);
    assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
}

#[test]
fn the_whole_operation_can_be_stopped_from_its_dialog() {
    let runtime = threaded();
    let (client, seen) = connect(&runtime);
    let call = ask(&client, "form");
    let input = seen::input(&seen);
    input.abort_call(Some("the user has had enough")).expect("open");
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Cancelled);
    assert_eq!(input.abort_call(None).unwrap_err().code, Code::Gone);
}

// proves: VER-15
#[test]
fn what_was_not_offered_never_reaches_the_host() {
    let runtime = threaded();
    let client = runtime.connect(server(), Arc::new(()), options("deaf")).expect("it starts");
    for tool in ["form", "sample", "roots"] {
        let told = told(&ask(&client, tool));
        assert!(told.as_str().contains("error"), "{tool}: {told}");
    }
}

#[test]
fn two_servers_with_equal_ids_never_meet() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let clients: Vec<_> = ["left", "right"]
        .map(|label| runtime.connect(server(), host.clone(), options(label)).expect("it starts"))
        .into();
    let calls: Vec<_> = clients.iter().map(|client| ask(client, "form")).collect();
    let inputs = [seen::input(&seen), seen::input(&seen)];
    assert_eq!(inputs[0].id(), inputs[1].id(), "each counts for itself");
    for input in &inputs {
        match input.label() {
            "left" => input.decline(None).expect("open"),
            _ => input.cancel().expect("open"),
        }
    }
    assert_eq!(action(&told(&calls[0])), "decline");
    assert_eq!(action(&told(&calls[1])), "cancel");
}
