//! What the contenders written in Rust share: how they are called, what they say to the server, what
//! they measure with, and the line that they print. `c/` has the same for contenders written in C.

mod args;
mod metrics;
mod phase;
mod process;
pub mod say;

pub use args::Args;
pub use metrics::Metrics;
pub use phase::Phase;
pub use process::{cpu_us, now_ns, peak_kb, rss_kb, started_ns, threads};

/// Calls in flight at once in `w2`.
pub const CONCURRENCY: usize = 64;

/// How many unmeasured operations come first.
pub fn warmup(n: usize) -> usize {
    (n / 10).clamp(20, 500)
}

/// The size of the text that a workload asks for.
pub fn blob_size(workload: &str) -> usize {
    if workload == "w3-1m" { 1 << 20 } else { 16 << 20 }
}
