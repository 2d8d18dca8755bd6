//! A host with SIGPIPE at its default, which ends the process: writing to a dead server must not.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::CallSettings;
use std::sync::Arc;
use std::time::Duration;

// proves: STD-11, STD-14
#[test]
fn a_broken_pipe_never_ends_the_host() {
    support::puppet();
    // SAFETY: the default action; Rust had it ignored.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    support::ordinary::session(support::ordinary::Exits::Known);
    // The moment at which the pipe breaks is the server's: from this thread, again and again.
    let runtime = support::threaded();
    for round in 0..100_u64 {
        let server = support::shell("read -r line; exit 0").grace(Duration::from_millis(100));
        let client =
            runtime.connect(server, Arc::new(()), support::options("dies")).expect("it starts");
        while client.notify("notifications/n", None).is_ok() {
            std::thread::sleep(Duration::from_micros(round));
            if let Ok(call) = client.ping(CallSettings::default()) {
                drop(call);
            }
            if matches!(client.state(), mcpclient::State::Closed(_)) {
                break;
            }
        }
    }
    runtime.shutdown();
    // SAFETY: the action and the pending signals are only asked for.
    unsafe {
        let mut pending = std::mem::zeroed();
        libc::sigpending(&raw mut pending);
        assert_eq!(libc::sigismember(&raw const pending, libc::SIGPIPE), 0, "none is left pending");
        assert_eq!(
            libc::signal(libc::SIGPIPE, libc::SIG_DFL),
            libc::SIG_DFL,
            "the host's choice stands"
        );
    }
}
