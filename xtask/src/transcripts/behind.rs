//! A puppet behind a URL.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use mcpclient_puppet::Transport;

use super::agent::PATIENCE;

/// It is killed when this is dropped.
pub(super) struct Behind {
    child: Child,
    /// It plays until this is closed.
    input: Option<ChildStdin>,
    pub(super) url: String,
}

impl Behind {
    pub(super) fn start(
        puppet: &Path,
        script: &Path,
        record: &Path,
        over: Transport,
    ) -> Result<Self> {
        let over = if over == Transport::Sse { "--sse" } else { "--http" };
        let mut command = Command::new(puppet);
        command.args([over.as_ref(), script, "--record".as_ref(), record]);
        // What it says is in its record, too.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().context("the puppet cannot be started")?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("a puppet has an output")?;
        let mut url = String::new();
        let mut behind = Self { child, input, url: String::new() };
        BufReader::new(output).read_line(&mut url)?;
        url.trim_end().clone_into(&mut behind.url);
        Ok(behind)
    }

    /// Nothing more is to be played. Gives it the time to say what it thinks.
    pub(super) fn end(mut self) -> Result<()> {
        drop(self.input.take());
        let start = Instant::now();
        while self.child.try_wait()?.is_none() {
            if start.elapsed() > PATIENCE {
                bail!("the puppet does not end");
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

impl Drop for Behind {
    fn drop(&mut self) {
        drop(self.input.take());
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
