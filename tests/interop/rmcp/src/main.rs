//! A server on the official Rust SDK that asks its client for everything there is to ask, in both eras of the
//! protocol. What a tool was told comes back in its result, so that the client can compare it with what it said.

#![allow(deprecated, reason = "what the newest revision deprecates is tried in the older ones")]

mod ask;
mod questions;
mod server;
mod tools;
mod web;

use rmcp::{ServiceExt as _, transport::stdio};
use std::{env, io, process::exit};

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let by_http = env::args().nth(1).is_some_and(|way| way == "http");
    let ended = runtime
        .expect("a runtime")
        .block_on(async { if by_http { web::serve().await } else { by_pipe().await } });
    if let Err(fault) = &ended {
        eprintln!("{fault}");
    }
    // The runtime would wait for a read that nothing can end.
    exit(i32::from(ended.is_err()));
}

async fn by_pipe() -> io::Result<()> {
    let service = server::Peer::default().serve(stdio()).await.map_err(io::Error::other)?;
    service.waiting().await.map(drop).map_err(io::Error::other)
}
