//! A thousand endings of every kind: no process, no thread, no descriptor and no memory is left. Alone in
//! its program, because it counts what the whole process has.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::{CallSettings, Dispatch, Runtime, RuntimeOptions};
use std::sync::Arc;
use std::time::Duration;
use support::{options, process, server, shaken, shell};

/// Ends `count` servers in turn, each in another way.
fn endings(runtime: &Runtime, count: usize, deliver: &dyn Fn()) {
    let short = Duration::from_millis(5);
    for number in 0..count {
        let server = match number % 10 {
            0 => server(),
            1 => shell("exit 1"),
            2 => shaken("next; exit 2"),
            3 => shaken("kill -9 $$"),
            4 => shell("exec sleep 600").grace(short),
            5 => shaken("trap '' TERM; sleep 600 & while :; do wait; done").grace(short),
            6 => shaken("sleep 600 & wait").grace(short),
            7 => shaken("sleep 600 & exit 0").grace(short),
            8 => shaken("exec 1>&-; exec sleep 600").grace(short),
            _ => shaken("cat > /dev/null"),
        };
        let client = runtime.connect(server, Arc::new(()), options("ends")).expect("it starts");
        let calls: Vec<_> =
            (0..3).filter_map(|_| client.ping(CallSettings::default()).ok()).collect();
        match number % 4 {
            0 => client.close(),
            1 => drop(calls.first().map(|call| call.cancel(None))),
            2 => drop(calls.first().map(|call| call.wait(Some(Duration::from_millis(10))))),
            _ => {}
        }
        drop(client);
        deliver();
    }
}

fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("it is told");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

// proves: STD-11
#[test]
fn nothing_is_left_of_a_thousand_endings() {
    // What is made once is made before counting.
    support::puppet();
    drop(support::threaded());
    let (descriptors, threads) = (process::descriptors(), process::threads());
    let mut memory = Vec::new();
    for way in ["thread", "pump", "inline", "thread", "thread"] {
        let dispatch = match way {
            "pump" => Dispatch::Pump { wakeup: None },
            "inline" => Dispatch::Inline,
            _ => Dispatch::Thread,
        };
        let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
        endings(&runtime, 200, &|| match way {
            "pump" => drop(runtime.pump(usize::MAX)),
            "inline" => drop(runtime.wait(Some(Duration::ZERO))),
            _ => {}
        });
        drop(runtime);
        assert!(process::children().is_empty(), "{way}: processes, or zombies, are left");
        assert_eq!(process::threads(), threads, "{way}: {:?}", process::thread_names());
        assert_eq!(process::descriptors(), descriptors, "{way}: descriptors are left");
        memory.push(resident());
    }
    // In KiB. What the allocator keeps does not grow with the number of endings.
    assert!(memory[4] < memory[0] + 8_192, "memory is left: {memory:?}");
}
