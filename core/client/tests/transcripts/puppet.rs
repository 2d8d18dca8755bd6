//! The puppet: behind pipes, or behind a URL.

use crate::support;
use mcpclient::{Http, OldSse, Stdio, Transport};
use mcpclient_puppet::{Script, Transport as Over};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

/// A step of an ending may take so long: some servers are slow on purpose.
const GRACE: Duration = Duration::from_millis(300);

pub struct Puppet {
    /// Where it is not the client's own process.
    process: Option<Child>,
}

impl Puppet {
    /// One that plays the script, and the way to it.
    pub fn play(script: &Script, path: &Path, record: &Path) -> (Self, Transport) {
        let over = script.session().transport;
        if over == Over::Lane {
            let server = Stdio::new(support::puppet()).arg(path).arg("--record").arg(record);
            return (Self { process: None }, server.grace(GRACE).into());
        }
        let mut command = Command::new(support::puppet());
        command.arg(if over == Over::Sse { "--sse" } else { "--http" }).arg(path);
        command.arg("--record").arg(record);
        let piped = std::process::Stdio::piped;
        let mut process =
            command.stdin(piped()).stdout(piped()).spawn().expect("the puppet starts");
        let mut url = String::new();
        let said = process.stdout.take().expect("it is piped");
        BufReader::new(said).read_line(&mut url).expect("it says where it is");
        let old = if over == Over::Sse { OldSse::Only } else { OldSse::default() };
        (Self { process: Some(process) }, Http::new(url.trim()).old_sse(old).into())
    }

    /// It has nothing more to wait for.
    pub fn end(&mut self) {
        if let Some(mut process) = self.process.take() {
            drop(process.stdin.take());
            drop(process.wait());
        }
    }
}

impl Drop for Puppet {
    fn drop(&mut self) {
        self.end();
    }
}
