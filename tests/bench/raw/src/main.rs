//! Contenders `raw` and `raw+parse`: the physical limit with this server. The same bytes over the same
//! pipe or socket with no MCP library at all: blocking reads and writes on one thread, replies only
//! split at their delimiters. With --parse each message received is also parsed into a
//! `serde_json::Value`.

mod buffer;
mod concurrent;
mod http;
mod link;
mod messages;
mod pipe;
mod workloads;

use bench_common::Args;
use http::Http;
use pipe::Pipe;

fn main() {
    let args = Args::parse();
    if args.flag.as_deref() == Some("--parse") {
        link::parse_all();
    }
    let metrics = match (args.workload.as_str(), args.stdio) {
        ("w2", true) => concurrent::pipe(&args),
        ("w2", false) => concurrent::http(&args),
        (_, true) => workloads::run(&args, || Pipe::open(&args.target)),
        (_, false) => workloads::run(&args, || Http::open(&args.target, args.stateless)),
    };
    metrics.print();
}
