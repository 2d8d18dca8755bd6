//! Looking at processes from outside.

use super::PATIENCE;
use std::fs;
use std::time::{Duration, Instant};

/// Whether a process of that number runs; a zombie does not.
pub fn runs(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
    !matches!(state, None | Some("Z" | "X"))
}

/// Whether there is an entry of that number at all: a zombie is one.
pub fn is_listed(pid: u32) -> bool {
    fs::metadata(format!("/proc/{pid}")).is_ok()
}

/// The numbers of our own children, zombies included.
pub fn children() -> Vec<u32> {
    let mut children = Vec::new();
    for thread in fs::read_dir("/proc/self/task").expect("Linux").flatten() {
        let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.extend(list.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
    }
    children
}

pub fn threads() -> usize {
    fs::read_dir("/proc/self/task").expect("Linux").count()
}

/// Names of our threads.
pub fn thread_names() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").expect("Linux").flatten();
    tasks
        .filter_map(|task| fs::read_to_string(task.path().join("comm")).ok())
        .map(|name| name.trim().to_owned())
        .collect()
}

pub fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").expect("Linux").count()
}

/// Waits until `true`; for what other processes do, which nothing tells us of.
pub fn until(what: &str, mut check: impl FnMut() -> bool) {
    let start = Instant::now();
    while !check() {
        assert!(start.elapsed() < PATIENCE, "never came: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What a process has written into a file: its own number, or that of a child.
pub fn pid_from(path: &std::path::Path) -> u32 {
    let mut pid = None;
    until("a number in a file", || {
        let text = fs::read_to_string(path).unwrap_or_default();
        pid = text.strip_suffix('\n').and_then(|text| text.parse().ok());
        pid.is_some()
    });
    pid.expect("just found")
}

/// A folder of the test's own, emptied.
pub fn folder(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}
