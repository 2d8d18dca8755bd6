//! A host that ignores SIGCHLD: the system reaps its children, and nobody knows how they ended.
#![cfg(target_os = "linux")]

mod support;

// proves: STD-02, STD-11, STD-14
#[test]
fn nothing_depends_on_it() {
    // One after the other: the disposition is the whole process's.
    everything_but_the_exit_status_is_as_usual();
    a_server_does_not_inherit_the_hosts_oddities();
}

fn everything_but_the_exit_status_is_as_usual() {
    support::puppet();
    // SAFETY: ignoring a signal installs no code.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    support::ordinary::session(support::ordinary::Exits::Unknown);
    assert!(support::process::children().is_empty());
    // SAFETY: the action is only asked for.
    let action = unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    assert_eq!(action, libc::SIG_IGN, "the host's choice stands");
}

fn a_server_does_not_inherit_the_hosts_oddities() {
    // SAFETY: the mask is this thread's own.
    unsafe {
        let mut all = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, std::ptr::null_mut());
    }
    let runtime = support::threaded();
    let (host, seen) = support::seen::Witness::willing();
    let server = support::shell("grep -E '^Sig(Blk|Ign)' /proc/self/status >&2");
    let client = runtime.connect(server, host, support::options("status")).expect("it starts");
    support::seen::closed(&seen);
    let tail = client.stderr_tail();
    let value = |name: &str| {
        let line = tail.lines().find(|line| line.starts_with(name)).expect("a line of /proc");
        u64::from_str_radix(line.rsplit('\t').next().expect("a number"), 16).expect("hexadecimal")
    };
    assert_eq!(value("SigBlk"), 0, "{tail}");
    assert_eq!(value("SigIgn") & (1 << (libc::SIGCHLD - 1)), 0, "{tail}");
    assert_eq!(value("SigIgn") & (1 << (libc::SIGPIPE - 1)), 0, "{tail}");
}
