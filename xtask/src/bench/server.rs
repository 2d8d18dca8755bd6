//! The server where it is one for all: over HTTP. Over stdio each contender starts its own.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result};
use rustix::process::Pid;

use super::cell::Over;

pub(super) struct HttpServer {
    child: Child,
    port: u16,
    /// The connection of our own.
    asking: Option<BufReader<TcpStream>>,
}

impl HttpServer {
    pub(super) fn start(program: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        let mut child = command.arg("http").stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().context("it is piped")?;
        let read = BufReader::new(output).read_line(&mut line);
        let mut server = Self { child, port: 0, asking: None };
        read?;
        server.port = line.trim().parse().context("the server says no port")?;
        server.asking = Some(BufReader::new(TcpStream::connect(("127.0.0.1", server.port))?));
        Ok(server)
    }

    /// How many connections there were so far.
    pub(super) fn connections(&mut self) -> Result<u64> {
        let asking = self.asking.as_mut().context("there is a connection")?;
        asking.get_mut().write_all(b"GET /connections HTTP/1.1\r\n\r\n")?;
        let (mut line, mut length) = (String::new(), 0);
        while line != "\r\n" {
            line.clear();
            asking.read_line(&mut line)?;
            if let Some(value) = line.strip_prefix("Content-Length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        asking.read_exact(&mut body)?;
        Ok(String::from_utf8(body)?.parse()?)
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
