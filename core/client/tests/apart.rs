//! Clients of one runtime, each with a server of its own: nothing of one shows at another, though their servers
//! use the same names and their numbers are the same.
#![cfg(unix)]

mod support;

use mcpclient::catalog::ItemKind;
use mcpclient::roots::{Root, RootList};
use mcpclient::{
    Call, CallSettings, Client, Code, Era, Host, Input, Offer, Roots, Runtime, Stdio, Success,
};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use support::{PATIENCE, json, options, shaken_in, stateless, threaded};

/// The words of a shell that keeps a record of what it was told.
fn recorded(log: &Path) -> String {
    format!(
        r#"
next() {{ read -r line || exit 0; printf '%s\n' "$line" >>'{}'; id=${{line#*'"id":'}}; id=${{id%%[,\}}]*}}; }}
"#,
        log.display()
    )
}

fn list(name: &str, more: &str) -> String {
    format!(
        r#"{{"tools":[{{"name":"t","description":"of {name}","inputSchema":{{"type":"object"}}}}]{more}}}"#
    )
}

const FORM: &str = r#""requestedSchema":{"type":"object","properties":{"word":{"type":"string"}}}"#;

/// Lists one tool, and asks a question in the course of a call, in the words of the handshake.
fn of_old(name: &str, log: &Path) -> Stdio {
    let (record, list) = (recorded(log), list(name, ""));
    shaken_in(
        "2025-11-25",
        &format!(
            r#"{record}
next; reply '{list}'
next; call=$id
printf '%s\n' '{{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{{"message":"{name} asks",{FORM}}}}}'
next; id=$call; reply '{{"content":[{{"type":"text","text":"{name} is done"}}]}}'
while next; do :; done"#
        ),
    )
}

/// The same in the words of the stateless era. Its list may be kept, by whoever asked for it.
fn of_late(name: &str, log: &Path) -> Stdio {
    let record = recorded(log);
    let list = list(name, r#","ttlMs":3600000,"cacheScope":"private""#);
    stateless(&format!(
        r#"{record}
next; reply '{list}'
next; reply '{{"resultType":"input_required","requestState":"state of {name}","inputRequests":{{"k":{{"method":"elicitation/create","params":{{"message":"{name} asks",{FORM}}}}}}}}}'
next; reply '{{"content":[{{"type":"text","text":"{name} is done"}}]}}'
while next; do :; done"#
    ))
}

/// One host for all: what it is told has to say whom it is about.
struct Shared(Mutex<std::sync::mpsc::Sender<Input>>);

impl Host for Shared {
    fn offer(&self) -> Offer {
        Offer { form: true, roots: Roots::List, ..Offer::default() }
    }

    fn input(&self, input: Input) {
        let _ = self.0.lock().expect("no panic holds it").send(input);
    }
}

struct Scene {
    clients: Vec<Client>,
    inputs: Receiver<Input>,
    logs: Vec<PathBuf>,
    /// Holds the threads; goes last.
    _runtime: Runtime,
}

const NAMES: [&str; 3] = ["aas", "bor", "cato"];

impl Scene {
    /// A server of the handshake, and two of the stateless era.
    fn new(test: &str) -> Self {
        let runtime = threaded();
        let (out, inputs) = channel();
        let host = Arc::new(Shared(Mutex::new(out)));
        let folder = support::process::folder(&format!("apart-{test}"));
        let logs: Vec<_> = NAMES.iter().map(|name| folder.join(name)).collect();
        let clients = NAMES.iter().zip(&logs).map(|(name, log)| {
            let _ = std::fs::remove_file(log);
            let mut options = options(name);
            let server = if *name == "aas" {
                of_old(name, log)
            } else {
                options.config.revisions = Era::Modern.revisions();
                of_late(name, log)
            };
            runtime.connect(server, host.clone(), options).expect("it starts")
        });
        Self { clients: clients.collect(), inputs, logs, _runtime: runtime }
    }

    fn list(&self, place: usize) -> Success {
        let call = self.clients[place].list_tools(CallSettings::default()).expect("started");
        finish(&call)
    }

    fn description(&self, place: usize) -> Option<String> {
        let item = self.clients[place].item(ItemKind::Tool, "t")?;
        item.description().map(std::borrow::Cow::into_owned)
    }

    fn log(&self, place: usize) -> String {
        std::fs::read_to_string(&self.logs[place]).expect("what the server was told")
    }
}

fn finish(call: &Call) -> Success {
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone().expect("a result")
}

// proves: ARC-01, CAC-07
#[test]
fn what_is_known_of_a_server_is_known_to_its_client_alone() {
    let scene = Scene::new("known");
    let mut known = [None, None, None];
    for place in [1, 2, 0] {
        let list = scene.list(place);
        assert!(list.age.is_none(), "nothing was kept for it by another");
        let own = format!("of {}", NAMES[place]);
        assert!(list.result.as_str().contains(&own), "{}", list.result);
        known[place] = Some(own);
        let all: Vec<_> = (0..3).map(|place| scene.description(place)).collect();
        assert_eq!(all, known);
        if place > 0 {
            let again = scene.list(place);
            assert!(again.age.is_some(), "its own is kept");
            assert_eq!(again.result.as_str(), list.result.as_str());
        }
    }
    let eras: Vec<_> = scene.clients.iter().map(|client| client.server().expect("ready")).collect();
    let dates: Vec<_> = eras.iter().map(|facts| facts.revision.wire()).collect();
    assert_eq!(dates, ["2025-11-25", "2026-07-28", "2026-07-28"]);
    assert!(eras[0].capabilities.value().get("logging").is_some());
    assert!(eras[1].capabilities.value().get("logging").is_none());
    // A server's roots are set for it alone.
    let mut roots = RootList::default();
    roots.add(Root::new("file:///of-aas".into(), None).expect("a root"));
    scene.clients[0].set_roots(roots.clone()).expect("open");
    assert_eq!(scene.clients[0].roots(), roots);
    assert!(scene.clients[1..].iter().all(|client| client.roots() == RootList::default()));
}

// proves: ARC-01
#[test]
fn what_one_server_asks_and_is_told_is_no_other_servers() {
    let scene = Scene::new("asked");
    for place in 0..3 {
        scene.list(place);
    }
    let calls: Vec<_> = scene
        .clients
        .iter()
        .zip(NAMES)
        .map(|(client, name)| {
            let arguments = json(&format!(r#"{{"secret":"for {name}"}}"#));
            client.call_tool("t", Some(arguments), CallSettings::default()).expect("started")
        })
        .collect();
    let mut inputs: Vec<_> =
        (0..3).map(|_| scene.inputs.recv_timeout(PATIENCE).expect("asked")).collect();
    inputs.sort_by_key(|input| input.label().to_owned());
    // The numbers are the same; who asked, and in the course of what, is told apart.
    assert!(inputs.iter().all(|input| input.id() == inputs[0].id()));
    assert!(calls.iter().all(|call| call.id() == calls[0].id()));
    for (place, (input, name)) in inputs.iter().zip(NAMES).enumerate() {
        assert_eq!(input.label(), name);
        let message = format!("\"{name} asks\"");
        assert!(input.request().params.as_str().contains(&message));
        let client = input.client().expect("it is there");
        assert_eq!(client.id(), scene.clients[place].id());
        let [call] = &input.calls()[..] else { panic!("one call") };
        assert_eq!((call.id(), call.client().id()), (calls[place].id(), client.id()));
    }
    // One is answered, one is cancelled, and the last is as it was.
    inputs[0].accept_content(json(r#"{"word":"said to aas"}"#)).expect("open");
    assert!(finish(&calls[0]).result.as_str().contains("aas is done"));
    assert!(inputs[1].is_open() && inputs[2].is_open());
    calls[1].cancel(None).expect("open");
    let cancelled = calls[1].wait(Some(PATIENCE)).expect("it ends");
    assert_eq!(cancelled.as_ref().as_ref().expect_err("cancelled").code, Code::Cancelled);
    scene.clients[0].close();
    scene.clients[1].close();
    assert!(inputs[2].is_open() && calls[2].outcome().is_none());
    inputs[2].accept_content(json(r#"{"word":"said to cato"}"#)).expect("open");
    assert!(finish(&calls[2]).result.as_str().contains("cato is done"));
    // What went to each server is what was meant for it.
    let (first, second, third) = (scene.log(0), scene.log(1), scene.log(2));
    assert!(first.contains("for aas") && first.contains("said to aas"));
    assert!(second.contains("for bor"));
    assert!(third.contains("for cato") && third.contains("said to cato"));
    assert!(third.contains("state of cato"));
    for (log, others) in
        [(first, ["bor", "cato"]), (second, ["aas", "cato"]), (third, ["aas", "bor"])]
    {
        assert!(others.iter().all(|other| !log.contains(other)), "{log}");
    }
}
