//! A server on the official Rust SDK that asks its client for everything there is to ask, in both eras of the
//! protocol. What a tool was told comes back in its result, so that the client can compare it with what it said.

#![allow(deprecated, reason = "what the newest revision deprecates is tried in the older ones")]

mod ask;
mod questions;
mod server;
mod tools;

use rmcp::{ServiceExt as _, transport::stdio};
use std::process::exit;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ended = runtime.expect("a runtime").block_on(async {
        let service = server::Peer::default().serve(stdio()).await?;
        service.waiting().await.map_err(|fault| std::io::Error::other(fault).into())
    });
    let ended: Result<_, Box<dyn std::error::Error>> = ended;
    if let Err(fault) = &ended {
        eprintln!("{fault}");
    }
    // The runtime would wait for a read that nothing can end.
    exit(i32::from(ended.is_err()));
}
