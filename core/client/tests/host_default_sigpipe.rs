//! A host with SIGPIPE at its default, which ends the process: writing to a dead server must not.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::{CallSettings, Code};
use std::time::Duration;
use support::seen::{self, Seen, Witness};

// proves: STD-11, STD-14
#[test]
fn a_broken_pipe_never_ends_the_host() {
    support::puppet();
    // SAFETY: the default action; Rust had it ignored.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    support::ordinary::session(support::ordinary::Exits::Known);
    let runtime = support::threaded();
    // It reads no line more, then one more, and so on, and ends: the pipe breaks under the hands of
    // this thread, which goes on writing until it is told that all is over.
    for lines in 0..20 {
        let (host, seen) = Witness::willing();
        let script = "read -r line\n".repeat(lines) + "exit 0";
        let server = support::shaken(&script).grace(Duration::from_millis(100));
        let client = runtime.connect(server, host, support::options("dies")).expect("it starts");
        seen::find(&seen, |seen| matches!(seen, Seen::Ready).then_some(()));
        let over = loop {
            match client.notify("notifications/n", None) {
                Ok(()) => drop(client.ping(CallSettings::default())),
                Err(error) => break error,
            }
            std::thread::yield_now();
        };
        assert_eq!(over.code, Code::Closed);
    }
    // One that has said that it reads no more: the first write breaks the pipe, whoever is faster.
    let deaf = "exec 0<&-; printf '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/up\"}\\n'; exec sleep 600";
    for _ in 0..20 {
        let (host, seen) = Witness::willing();
        let server = support::shaken(deaf).grace(Duration::from_millis(5));
        let client = runtime.connect(server, host, support::options("deaf")).expect("it starts");
        seen::find(&seen, |seen| matches!(seen, Seen::Notification(..)).then_some(()));
        // It is refused if the broken pipe is seen first.
        let _ = client.notify("notifications/n", None);
        seen::closed(&seen);
    }
    // Sockets break in the same way.
    for written in 0..20 {
        let path = support::lanes::socket_path();
        let listener = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
        let (host, seen) = Witness::willing();
        let socket = mcpclient::Socket::unix(path);
        let client = runtime.connect(socket, host, support::options("gone")).expect("a client");
        let stream = listener.accept().expect("a connection");
        for _ in 0..written {
            drop(client.ping(CallSettings::default()));
        }
        drop(stream);
        while client.notify("notifications/n", None).is_ok() {
            std::thread::yield_now();
        }
        seen::closed(&seen);
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
