//! `travel-server`: the booking server of the Model Context Protocol's client concepts page.
//!
//! It speaks over stdin and stdout and shows what a server can ask of a client: to let a model
//! choose (sampling), to put a form before a person (elicitation), and to name its folders (roots).
//!
//! [`travel`] is what the server knows and does, [`asking`] the line it asks its questions
//! through, and [`protocol`] how questions and answers travel.

mod asking;
mod protocol;
mod record;
mod travel;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use protocol::{Peer, Server};
use record::Record;

const USAGE: &str = "usage: travel-server [--record FILE]
A booking server on stdin and stdout.
  --record FILE   write down, one JSON line each, what the client told us\n";

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            let _ = io::stderr().write_all(complaint.as_bytes());
            ExitCode::from(2)
        }
    }
}

fn start() -> Result<(), String> {
    let mut record = Record::none();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        if argument != "--record" {
            return Err(USAGE.into());
        }
        let path = arguments.next().ok_or(USAGE)?;
        record = Record::create(&path).map_err(|error| format!("record file: {error}\n"))?;
    }

    let (peer, writer) = Peer::start(io::stdout());
    Server::new(Arc::new(peer), Arc::new(record)).run(io::stdin().lock());
    // The server has let go of the peer, so the writer ends once its queue is empty.
    let _ = writer.join();
    Ok(())
}
