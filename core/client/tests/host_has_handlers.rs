//! A host with signal handlers of its own, which must go on working, on the host's own threads.
#![cfg(target_os = "linux")]

mod support;

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

static CHLD: AtomicU32 = AtomicU32::new(0);
static USR1: AtomicU32 = AtomicU32::new(0);
static OURS: AtomicU32 = AtomicU32::new(0);
static MAIN: AtomicI32 = AtomicI32::new(0);

extern "C" fn handler(signal: libc::c_int) {
    let count = if signal == libc::SIGCHLD { &CHLD } else { &USR1 };
    count.fetch_add(1, Ordering::SeqCst);
    // SAFETY: prctl with PR_GET_NAME writes at most 16 bytes and is safe in a handler.
    let name = unsafe {
        let mut name = [0_u8; 16];
        libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr());
        name
    };
    if name.starts_with(b"mcpclient") {
        OURS.fetch_add(1, Ordering::SeqCst);
    }
}

// proves: STD-11, STD-14
#[test]
fn the_hosts_handlers_run_and_never_on_our_threads() {
    support::puppet();
    let signals = [libc::SIGCHLD, libc::SIGUSR1];
    for signal in signals {
        // SAFETY: the handler only counts. Without SA_RESTART, every call that it interrupts shows.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as *const () as usize;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
    MAIN.store(i32::try_from(std::process::id()).expect("a number"), Ordering::SeqCst);
    let over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let stop = over.clone();
    let storm = std::thread::spawn(move || {
        while !stop.load(Ordering::SeqCst) {
            // SAFETY: a signal to ourselves, for which there is a handler.
            unsafe { libc::kill(MAIN.load(Ordering::SeqCst), libc::SIGUSR1) };
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    });
    for _ in 0..3 {
        support::ordinary::session(support::ordinary::Exits::Known);
    }
    over.store(true, Ordering::SeqCst);
    storm.join().expect("no panic");
    assert!(CHLD.load(Ordering::SeqCst) > 0, "SIGCHLD still reaches the host");
    assert!(USR1.load(Ordering::SeqCst) > 0);
    assert_eq!(OURS.load(Ordering::SeqCst), 0, "our threads handle no signals");
    for signal in signals {
        // SAFETY: the action is only asked for.
        let action = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut action);
            action.sa_sigaction
        };
        assert_eq!(action, handler as *const () as usize, "still the host's");
    }
}
