//! A host with signal handlers of its own, which must go on working, on the host's own threads.
#![cfg(target_os = "linux")]

mod support;

use std::io::Read;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

static CHLD: AtomicU32 = AtomicU32::new(0);
static USR1: AtomicU32 = AtomicU32::new(0);
static OURS: AtomicU32 = AtomicU32::new(0);
/// Where the handler tells that it has run.
static TOLD: AtomicI32 = AtomicI32::new(-1);

/// So many signals of the storm fall on each session.
const STORM: u32 = 2_000;

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
    if signal == libc::SIGUSR1 {
        // SAFETY: write is safe in a handler; the byte is there, and the pipe has room for it.
        unsafe { libc::write(TOLD.load(Ordering::SeqCst), [1_u8].as_ptr().cast(), 1) };
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
    let (mut ran, told) = std::io::pipe().expect("a pipe");
    TOLD.store(told.as_raw_fd(), Ordering::SeqCst);
    let process = libc::pid_t::try_from(std::process::id()).expect("a number");
    // SAFETY: the number of this thread.
    let session = unsafe { libc::pthread_self() };
    for _ in 0..3 {
        std::thread::scope(|scope| {
            // Each signal follows when the one before was handled: none is lost, and none is waited
            // for by the clock. One falls on any thread, the next on the one that has the session.
            scope.spawn(|| {
                for number in 0..STORM {
                    // SAFETY: signals to ourselves, for which there is a handler; the thread lives
                    // longer than this scope.
                    let sent = unsafe {
                        match number % 2 {
                            0 => libc::kill(process, libc::SIGUSR1),
                            _ => libc::pthread_kill(session, libc::SIGUSR1),
                        }
                    };
                    assert_eq!(sent, 0);
                    ran.read_exact(&mut [0]).expect("it is handled");
                }
            });
            support::ordinary::session(support::ordinary::Exits::Known);
        });
    }
    assert!(CHLD.load(Ordering::SeqCst) > 0, "SIGCHLD still reaches the host");
    assert_eq!(USR1.load(Ordering::SeqCst), 3 * STORM);
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
