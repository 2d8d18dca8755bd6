//! Contenders `rmcp` and `rmcp-tuned`: the official Rust SDK.
//!
//! As its users get it: a multi-thread tokio runtime and the transports' own defaults. With --tuned: a
//! current-thread runtime, an HTTP client that keeps connections, and 64 POSTs at once; the best it can
//! do by configuration. Message size limits are raised for w3 alone; d16 shows the defaults.

mod connect;
mod host;
mod workloads;

use bench_common::Args;
use tokio::runtime::Builder;

fn main() {
    let args = Args::parse();
    let tuned = args.flag.as_deref() == Some("--tuned");
    let mut runtime =
        if tuned { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(workloads::run(&args, tuned)).print();
    // Shutting a client down in order is nobody's figure.
    std::process::exit(0);
}
