//! A host with a thread that reaps every child, ours included, as soon as it ends.
#![cfg(target_os = "linux")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

// proves: STD-11, STD-14
#[test]
fn a_reaped_server_is_gone_and_how_it_ended_may_be_unknown() {
    support::puppet();
    let over = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&over);
    let reaper = std::thread::spawn(move || {
        let mut reaped = 0;
        while !stop.load(Ordering::SeqCst) {
            // SAFETY: no status is asked for.
            let pid = unsafe { libc::waitpid(-1, std::ptr::null_mut(), 0) };
            if pid > 0 {
                reaped += 1;
            } else {
                std::thread::sleep(std::time::Duration::from_micros(100));
            }
        }
        reaped
    });
    support::ordinary::session(support::ordinary::Exits::Maybe);
    over.store(true, Ordering::SeqCst);
    assert!(reaper.join().expect("no panic") > 0, "the host was faster at least once");
    assert!(support::process::children().is_empty());
}
