//! Inline, the process has one thread from beginning to end. Without the test harness, which makes more.
#![cfg_attr(not(target_os = "linux"), allow(unused))]

#[cfg(target_os = "linux")]
mod support;

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    use mcpclient::{CallSettings, Dispatch, Runtime, RuntimeOptions};
    use std::time::Duration;
    use support::seen::{Seen, Witness};
    use support::{PATIENCE, json, options, process, server, shaken};

    support::puppet();
    let alone = || assert_eq!(process::threads(), 1, "{:?}", process::thread_names());
    let runtime = Runtime::new(RuntimeOptions { dispatch: Dispatch::Inline }).expect("a runtime");
    alone();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(server(), host.clone(), options("inline")).expect("it starts");
    let settings =
        CallSettings { progress: true, done: Some(host.done()), ..CallSettings::default() };
    let slow = client.call_tool("slow", Some(json(r#"{"count":100}"#)), settings).expect("started");
    let mut progress = 0;
    while progress < 100 {
        assert!(runtime.wait(Some(PATIENCE)).expect("outside of callbacks"));
        alone();
        progress += seen.try_iter().filter(|seen| matches!(seen, Seen::Progress(..))).count();
    }
    slow.cancel(None).expect("it runs");
    for _ in 0..100 {
        let call = client
            .call_tool("echo", Some(json(r#"{"text":"x"}"#)), CallSettings::default())
            .expect("started");
        assert!(call.wait(Some(PATIENCE)).expect("it ends").is_ok());
    }
    alone();
    // A form, answered between two waits.
    let form = client.call_tool("form", None, CallSettings::default()).expect("started");
    let input = loop {
        assert!(runtime.wait(Some(PATIENCE)).expect("outside of callbacks"));
        let input = seen.try_iter().find_map(|seen| match seen {
            Seen::Input(input) => Some(input),
            _ => None,
        });
        if let Some(input) = input {
            break input;
        }
    };
    input.decline(None).expect("open");
    assert!(form.wait(Some(PATIENCE)).expect("it ends").is_ok());
    let stubborn = shaken("sleep 600 & wait").grace(Duration::from_millis(20));
    let other = runtime.connect(stubborn, host, options("stubborn")).expect("it starts");
    drop(other);
    runtime.shutdown();
    alone();
    assert!(process::children().is_empty());
}
