//! The one server that every contender talks to.
//!
//! Std only, and as little work per message as possible, so that what a run measures is the client:
//! requests are located by a JSON skipper that never builds a tree, and the echoed text is copied as
//! the raw JSON it came as. It trusts its clients: nothing is checked.
//!
//!     bench-server stdio    newline-delimited JSON-RPC on standard input and output
//!     bench-server http     Streamable HTTP on 127.0.0.1; prints its port
//!
//! Over HTTP, /mcp answers plain requests with application/json, /mcp-sse every request with a
//! text/event-stream of one event; /connections says how many connections there were so far.
//!
//! Both eras are spoken: a request whose `params._meta` names io.modelcontextprotocol/protocolVersion
//! is 2026-07-28 (stateless, input requests inside results), anything else is 2025-11-25.

mod canned;
mod http;
mod json;
mod reply;
mod stdio;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("stdio") => stdio::serve(),
        Some("http") => http::serve(),
        _ => {
            eprintln!("usage: bench-server stdio|http");
            std::process::exit(2);
        }
    }
}
