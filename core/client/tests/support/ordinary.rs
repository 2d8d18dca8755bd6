//! What an ordinary host does with the library: the same in every process, however odd its signals are.

use super::seen::{self, Seen, Witness};
use super::{PATIENCE, json, options, server, shaken, threaded};
use mcpclient::{CallSettings, Code};
use std::time::Duration;

/// Whether it can be known in this process how a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    Known,
    Unknown,
    Maybe,
}

/// Talks to servers, loses one, writes to one that does not read, and ends one that does not want to.
pub fn session(exits: Exits) {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host.clone(), options("ordinary")).expect("it starts");
    let pid = client.pid().expect("it runs");
    let call = client
        .call_tool("echo", Some(json(r#"{"text":"hello"}"#)), CallSettings::default())
        .expect("started");
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    assert!(outcome.as_ref().as_ref().expect("a result").result.as_str().contains("hello"));

    // A server that dies in a call.
    let call = client
        .call_tool("die", Some(json(r#"{"code":9}"#)), CallSettings::default())
        .expect("started");
    let outcome = call.wait(Some(PATIENCE)).expect("it ends");
    let error = outcome.as_ref().as_ref().expect_err("the server died");
    assert_eq!(error.code, Code::Closed);
    let exit = error.exit.as_ref().expect("what is known of it");
    match exits {
        Exits::Known => assert_eq!(exit.code, Some(9)),
        Exits::Unknown => assert_eq!(exit.code, None),
        Exits::Maybe => assert!(matches!(exit.code, None | Some(9))),
    }
    seen::closed(&seen);

    // One that no longer reads: the pipe breaks under our hands.
    let script = "exec 0<&-; printf '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/up\"}\\n'; exec sleep 600";
    let deaf = runtime
        .connect(shaken(script).grace(Duration::from_millis(50)), host, options("deaf"))
        .expect("it starts");
    seen::find(&seen, |seen| matches!(seen, Seen::Notification(..)).then_some(()));
    for _ in 0..3 {
        // The first breaks it; later ones may be refused already.
        if let Ok(call) = deaf.ping(CallSettings::default()) {
            assert!(call.wait(Some(PATIENCE)).expect("it ends").is_err());
        }
    }
    // And one that ignores the end of its input, with a child of its own.
    let stubborn = shaken("sleep 600 & wait").grace(Duration::from_millis(50));
    let stubborn =
        runtime.connect(stubborn, std::sync::Arc::new(()), options("s")).expect("it starts");
    stubborn.ping(CallSettings::default()).expect("started");
    runtime.shutdown();
    assert!(!super::process::runs(pid), "the first server has gone long since");
}
