//! Samples that a host looks at twice, in every way of running callbacks.
#![cfg(unix)]

mod support;

use mcpclient::json::{Json, Value};
use mcpclient::sampling::{Model, SampleResult};
use mcpclient::{
    CallSettings, Checkpoint, Client, Code, Dispatch, Host, Input, InputId, InputKind, Offer,
    Review, Roots, Runtime, RuntimeOptions, Withdrawn,
};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use support::{PATIENCE, json, options, server};

/// What the host was handed, and by which callback.
enum Seen {
    Confirm(Input),
    Input(Input),
    Closed(InputId, Withdrawn),
}

struct Careful {
    review: Review,
    out: Mutex<Sender<Seen>>,
}

impl Careful {
    fn note(&self, seen: Seen) {
        let _ = self.out.lock().expect("no panic holds it").send(seen);
    }
}

impl Host for Careful {
    fn offer(&self) -> Offer {
        Offer { sample: true, roots: Roots::Ask, ..Offer::default() }
    }

    fn review(&self) -> Review {
        self.review
    }

    fn confirm(&self, input: Input) {
        self.note(Seen::Confirm(input));
    }

    fn input(&self, input: Input) {
        self.note(Seen::Input(input));
    }

    fn input_closed(&self, _: &Client, id: InputId, why: Withdrawn) {
        self.note(Seen::Closed(id, why));
    }
}

/// One client in one way of dispatch, waited for as that way wants it.
struct Scene {
    runtime: Runtime,
    client: Client,
    seen: Receiver<Seen>,
    step: fn(&Runtime),
}

impl Scene {
    fn new(dispatch: Dispatch, review: Review) -> Self {
        let step: fn(&Runtime) = match &dispatch {
            Dispatch::Thread => |_| {},
            Dispatch::Pump { .. } => |runtime| assert!(runtime.pump(1).is_ok()),
            Dispatch::Inline => |runtime| assert!(runtime.wait(Some(PATIENCE)).is_ok()),
        };
        let (out, seen) = channel();
        let host = Arc::new(Careful { review, out: Mutex::new(out) });
        let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
        let client = runtime.connect(server(), host, options("rule")).expect("it starts");
        Self { runtime, client, seen, step }
    }

    fn call(&self, tool: &str) -> mcpclient::Call {
        self.client.call_tool(tool, None, CallSettings::default()).expect("started")
    }

    fn next(&self) -> Seen {
        let start = std::time::Instant::now();
        loop {
            (self.step)(&self.runtime);
            match self.seen.recv_timeout(std::time::Duration::from_millis(1)) {
                Ok(seen) => return seen,
                Err(_) => assert!(start.elapsed() < PATIENCE, "the host was told nothing"),
            }
        }
    }

    fn confirm(&self) -> Input {
        match self.next() {
            Seen::Confirm(input) => input,
            Seen::Input(input) => panic!("{input:?} was not to be approved first"),
            Seen::Closed(id, why) => panic!("{id:?} {why:?}"),
        }
    }

    fn input(&self) -> Input {
        match self.next() {
            Seen::Input(input) => input,
            Seen::Confirm(input) => panic!("{input:?} came to be approved"),
            Seen::Closed(id, why) => panic!("{id:?} {why:?}"),
        }
    }
}

fn told(call: &mcpclient::Call) -> Json {
    let outcome = call.wait(Some(PATIENCE)).expect("every call ends");
    let success = outcome.as_ref().as_ref().expect("a result");
    let text = success.result.value().at("/content/0/text").and_then(Value::text);
    json(&text.expect("a text"))
}

const BOTH: Review = Review { sample_request: true, sample_result: true, roots: false };

// proves: SAM-29, SAM-30, SAM-31, SAM-32, SAM-33, SAM-34, SAM-47
#[test]
fn both_checkpoints_are_passed_in_every_dispatch() {
    for dispatch in [Dispatch::Thread, Dispatch::Pump { wakeup: None }, Dispatch::Inline] {
        let scene = Scene::new(dispatch, BOTH);
        let call = scene.call("sample");
        let first = scene.confirm();
        assert_eq!(
            (first.kind(), first.checkpoint()),
            (InputKind::Sample, Some(Checkpoint::Request))
        );
        assert!(first.result().is_none() && first.draft().is_none());
        first.sample_draft().expect("a sample").set_text(0, 0, "Say nothing").expect("a text");
        first.sample_draft().expect("a sample").set_system_prompt(Some("Be brief"));
        let shown = first.preview().expect("what the model will be asked");
        let model = |name: &str| Model { name: name.into(), ..Model::default() };
        assert_eq!(first.choose_model(&[model("rule")]).expect("one").model, 0);
        first.approve().expect("open");
        assert!(!first.is_open());
        assert_eq!(first.approve().unwrap_err().code, Code::Gone);
        let second = scene.input();
        assert_eq!((second.id(), second.checkpoint()), (first.id(), None));
        assert_eq!(second.request().params.as_str(), shown.as_str());
        assert!(shown.as_str().contains("Say nothing") && second.sample_draft().is_none());
        // Nothing of the first handle is left to do harm.
        drop(first);
        assert!(second.is_open());
        let mut answer = SampleResult::new("rule");
        answer.push_text("(silence)").stop_reason("endTurn");
        second.answer_sample(&answer).expect("it fits");
        drop(second);
        let third = scene.confirm();
        assert_eq!(third.checkpoint(), Some(Checkpoint::Result));
        let shown = third.preview().expect("what the server will be sent");
        assert_eq!(Some(&shown), third.result());
        third.approve().expect("open");
        assert!(told(&call).value().same(shown.value()));
    }
}

// proves: SAM-28, SAM-33
#[test]
fn a_result_is_changed_or_refused_at_its_checkpoint() {
    let scene = Scene::new(Dispatch::Thread, Review { sample_result: true, ..Review::default() });
    let call = scene.call("sample");
    scene.input().answer_sample_text("rule", "no", None).expect("it fits");
    let look = scene.confirm();
    look.answer_sample_text("rule", "yes", Some("endTurn")).expect("it fits");
    assert!(told(&call).as_str().contains("\"yes\""));
    // Letting go is refusing.
    let call = scene.call("sample");
    scene.input().answer_sample_text("rule", "no", None).expect("it fits");
    drop(scene.confirm());
    assert!(told(&call).as_str().contains("-1"));
}

// proves: SAM-28, ELI-38
#[test]
fn the_request_is_refused_and_the_operation_ended_at_its_checkpoint() {
    let scene = Scene::new(Dispatch::Thread, BOTH);
    let call = scene.call("sample");
    let first = scene.confirm();
    assert_eq!(first.answer_sample_text("m", "x", None).unwrap_err().code, Code::InvalidArg);
    assert_eq!(first.accept().unwrap_err().code, Code::InvalidArg);
    first.sample_draft().expect("a sample").set_max_tokens(101);
    assert_eq!(first.approve().unwrap_err().code, Code::Sample);
    assert!(first.is_open(), "nothing went on");
    first.decline(Some("not today")).expect("open");
    assert!(told(&call).as_str().contains("-1"));
    let call = scene.call("sample");
    scene.confirm().abort_call(None).expect("open");
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Cancelled);
}

// proves: ROO-15
#[test]
fn roots_of_any_source_are_approved_before_they_are_told() {
    let scene = Scene::new(Dispatch::Thread, Review { roots: true, ..Review::default() });
    let call = scene.call("roots");
    scene.input().answer_result(json(r#"{"roots":[{"uri":"file:///a"}]}"#)).expect("it fits");
    let look = scene.confirm();
    assert_eq!(look.kind(), InputKind::Roots);
    look.approve_with(json(r#"{"roots":[]}"#)).expect("less");
    assert_eq!(told(&call).as_str(), r#"{"roots":[]}"#);
}

// proves: CAN-06
#[test]
fn what_is_taken_back_at_a_checkpoint_is_closed_there() {
    let scene = Scene::new(Dispatch::Thread, BOTH);
    drop(scene.call("sample"));
    let first = scene.confirm();
    scene.client.close();
    match scene.next() {
        Seen::Closed(id, Withdrawn::Closed) => assert_eq!(id, first.id()),
        _ => panic!("the input went on"),
    }
    assert_eq!(first.approve().unwrap_err().code, Code::Gone);
}
