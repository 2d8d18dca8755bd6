use crate::Phase;
use crate::process::{cpu_us, now_ns, peak_kb, rss_kb, started_ns, threads};
use std::fmt::Write as _;

/// The figures of one run, by the names that the driver knows.
#[derive(Default)]
pub struct Metrics(Vec<(&'static str, f64)>);

impl Metrics {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: f64) -> Self {
        self.0.push((name, value));
        self
    }

    /// `w1`, `w2`, `w4`, `w5s`, `w5r`: a phase of `n` operations.
    pub fn operations(phase: &Phase, n: usize) -> Self {
        let (secs, cpu) = (phase.secs(), phase.cpu_us());
        Self::default()
            .with("ops_s", n as f64 / secs)
            .with("cpu_us_op", cpu / n as f64)
            .with("peak_rss_mb", peak_kb() / 1024.0)
    }

    /// How long each of them took.
    #[must_use]
    pub fn latencies(self, ns: &mut [u64]) -> Self {
        ns.sort_unstable();
        let at = |share: f64| ns[((ns.len() as f64 * share) as usize).min(ns.len() - 1)] as f64;
        self.with("p50_us", at(0.50) / 1e3).with("p99_us", at(0.99) / 1e3)
    }

    /// `w3-…`: `n` results of `size` bytes; `memory` began before the first result of all.
    pub fn blobs(memory: &Phase, phase: &Phase, n: usize, size: usize) -> Self {
        let (secs, cpu) = (phase.secs(), phase.cpu_us());
        let megabytes = (n * size) as f64 / 1e6;
        Self::default()
            .with("mb_s", megabytes / secs)
            .with("cpu_ms_mb", cpu / 1e3 / megabytes)
            .with("peak_rss_mb", peak_kb() / 1024.0)
            .with("growth_x", memory.growth_kb() * 1024.0 / size as f64)
    }

    /// `w6`: of `n` notifications `early` were handled before the call's result, `got` in the end.
    pub fn flood(phase: &Phase, n: usize, early: usize, got: usize, disorder: usize) -> Self {
        let (secs, cpu) = (phase.secs(), phase.cpu_us());
        let percent = |count: usize| count as f64 * 100.0 / n as f64;
        Self::default()
            .with("notif_s", n as f64 / secs)
            .with("cpu_us_notif", cpu / n as f64)
            .with("growth_mb", phase.growth_kb() / 1024.0)
            .with("late_pct", percent(n - early))
            .with("disorder_pct", percent(disorder))
            .with("lost_pct", percent(n - got))
    }

    /// `w7`: from the start of the process to now.
    pub fn cold_start() -> Self {
        let wall = now_ns().saturating_sub(started_ns());
        Self::default()
            .with("cold_ms", wall as f64 / 1e6)
            .with("cpu_ms", cpu_us() / 1e3)
            .with("rss_mb", rss_kb() / 1024.0)
    }

    /// `w8`: `n` listings.
    pub fn listings(phase: &Phase, n: usize) -> Self {
        let (secs, cpu) = (phase.secs(), phase.cpu_us());
        Self::default()
            .with("list_ms", secs * 1e3 / n as f64)
            .with("cpu_ms_list", cpu / 1e3 / n as f64)
            .with("peak_rss_mb", peak_kb() / 1024.0)
    }

    /// `w9`: `n` servers, all of them connected after `connected` seconds, and called once since.
    pub fn servers(phase: &Phase, connected: f64, n: usize) -> Self {
        Self::default()
            .with("start_ms", connected * 1e3)
            .with("first_round_ms", (phase.secs() - connected) * 1e3)
            .with("cpu_ms", phase.cpu_us() / 1e3)
            .with("rss_mb", rss_kb() / 1024.0)
            .with("rss_per_conn_kb", phase.growth_kb() / n as f64)
            .with("threads", threads())
    }

    /// `d16`: 1 is delivered, 0 an error, -1 neither.
    pub fn outcome(outcome: f64) -> Self {
        Self::default().with("outcome", outcome)
    }

    /// The line that the driver reads.
    pub fn print(&self) {
        let mut line = String::from("{");
        for (index, (name, value)) in self.0.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let _ = write!(line, r#"{comma}"{name}":{value:.4}"#);
        }
        println!("{line}}}");
    }
}
