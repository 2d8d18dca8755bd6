//! Nothing touches an address but the browser. While a server asks for visits, and after each answer, neither this
//! process nor its server may open a single socket: so nobody connects, and nobody looks up a name.
#![cfg(target_os = "linux")]

mod support;

use mcpclient::json::Value;
use mcpclient::{CallSettings, Client, InputKind, Revision, Stdio, Wants};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::Receiver;
use support::PATIENCE;
use support::seen::{self, Seen, Witness};

/// From here on the kernel ends the process if this thread, or what it starts, makes a socket.
fn forbid_sockets() {
    let step = |code: u32, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf, k };
    let mut filter = [
        // The number of the system call is the first of what a filter sees.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 1, libc::SYS_socket as u32),
        step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_KILL_PROCESS),
        step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the program and its filter live until the kernel has copied them.
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program, 0, 0) == 0
    };
    assert!(done, "{}", std::io::Error::last_os_error());
}

fn visit(client: &Client, seen: &Receiver<Seen>, url: &str, answer: &str) {
    let arguments = support::json(&format!(r#"{{"url":"{url}"}}"#));
    let call =
        client.call_tool("visit", Some(arguments), CallSettings::default()).expect("started");
    let input = seen::input(seen);
    assert_eq!(input.kind(), InputKind::Url);
    let Wants::Url { facts, .. } = &input.request().wants else { panic!("no visit") };
    assert_eq!(facts.url(), url);
    match answer {
        "accept" => input.accept().expect("open"),
        "decline" => input.decline(None).expect("open"),
        _ => input.cancel().expect("open"),
    }
    let outcome = call.wait(Some(PATIENCE)).expect("every call ends");
    let result = &outcome.as_ref().as_ref().expect("a result").result;
    let told = result.value().at("/structuredContent").map(Value::raw);
    assert_eq!(told, Some(&*format!(r#"{{"action":"{answer}"}}"#)));
}

// proves: ELI-35, URL-01, URL-02, URL-03
#[test]
fn nothing_touches_the_address_of_a_visit() {
    support::puppet();
    let waiting = TcpListener::bind("127.0.0.1:0").expect("a socket");
    waiting.set_nonblocking(true).expect("a socket");
    let port = waiting.local_addr().expect("it is bound").port();
    forbid_sockets();
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/scripts");
    for (revision, script) in
        [(Revision::R2025Nov, "visits.mcpt"), (Revision::R2026, "visits-in-rounds.mcpt")]
    {
        let runtime = support::threaded();
        let (host, seen) = Witness::willing();
        let mut options = support::options("shop");
        options.config.revisions = vec![revision];
        let server = Stdio::new(support::puppet()).arg(scripts.join(script));
        let client = runtime.connect(server, host, options).expect("it starts");
        for url in [
            &*format!("http://127.0.0.1:{port}/one-time/abc"),
            &*format!("http://localhost:{port}/one-time/abc"),
            "https://canary.example.com/one-time/abc",
        ] {
            for answer in ["decline", "cancel", "accept"] {
                visit(&client, &seen, url, answer);
            }
        }
    }
    let visitor = waiting.accept().expect_err("nobody came");
    assert_eq!(visitor.kind(), std::io::ErrorKind::WouldBlock);
    // What would have been noticed: who makes a socket ends.
    let mut child = Command::new("/bin/true");
    // SAFETY: it makes a socket, if that were allowed, and nothing else.
    unsafe { child.pre_exec(|| UdpSocket::bind("127.0.0.1:0").map(drop)) };
    assert_eq!(child.status().expect("it began").signal(), Some(libc::SIGSYS));
}
