//! What the system says of this process.

/// `CLOCK_MONOTONIC`, which the driver's clock can be compared with.
pub fn now_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid to write to.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// When the driver started this process.
pub fn started_ns() -> u64 {
    let started = std::env::var("BENCH_T0_NS").ok().and_then(|ns| ns.parse().ok());
    started.unwrap_or_else(now_ns)
}

/// User and system time of all threads of this process so far, its children's left out.
pub fn cpu_us() -> f64 {
    // SAFETY: all zeroes are a rusage.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is valid to write to.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
    let us = |time: libc::timeval| time.tv_sec as f64 * 1e6 + time.tv_usec as f64;
    us(usage.ru_utime) + us(usage.ru_stime)
}

/// Resident memory.
pub fn rss_kb() -> f64 {
    status("VmRSS:")
}

/// The most resident memory since [`reset_peak`].
pub fn peak_kb() -> f64 {
    status("VmHWM:")
}

pub(crate) fn reset_peak() {
    // Where this is not allowed, the peak is that of the whole run.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Threads of this process.
pub fn threads() -> f64 {
    status("Threads:")
}

fn status(key: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0)
}
