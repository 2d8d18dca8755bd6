//! The server where it is one for all: over HTTP. Over stdio each contender starts its own.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result};
use rustix::process::Pid;

use super::cell::Over;

pub(super) struct HttpServer {
    child: Child,
    port: u16,
}

impl HttpServer {
    pub(super) fn start(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        let mut child = command.arg("http").stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().context("it is piped")?;
        let read = BufReader::new(output).read_line(&mut line);
        let mut server = Self { child, port: 0 };
        read?;
        server.port = line.trim().parse().context("the server says no port")?;
        Ok(server)
    }

    pub(super) fn url(&self, over: Over) -> String {
        let path = if over == Over::HttpStream { "mcp-sse" } else { "mcp" };
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    /// The thread that accepts connections; theirs run where it does.
    pub(super) fn thread(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // It is gone already, or it is now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
