//! A host with a thread that reaps every child, ours included, as soon as it ends.
#![cfg(target_os = "linux")]

mod support;

use std::process::{Command, Stdio};

// proves: STD-11, STD-14
#[test]
#[expect(clippy::zombie_processes, reason = "the reaper waits for it")]
fn a_reaped_server_is_gone_and_how_it_ended_may_be_unknown() {
    support::puppet();
    // While this one runs there is always a child to wait for; its end is the end of the reaping.
    let mut last =
        Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
    let end = last.stdin.take();
    let last = i32::try_from(last.id()).expect("a number");
    let reaper = std::thread::spawn(move || {
        let mut reaped = 0;
        loop {
            // SAFETY: no status is asked for.
            match unsafe { libc::waitpid(-1, std::ptr::null_mut(), 0) } {
                pid if pid == last => break reaped,
                pid => {
                    assert!(pid > 0, "there is a child");
                    reaped += 1;
                }
            }
        }
    });
    support::ordinary::session(support::ordinary::Exits::Maybe);
    drop(end);
    assert!(reaper.join().expect("no panic") > 0, "the host was faster at least once");
    assert!(support::process::children().is_empty());
}
