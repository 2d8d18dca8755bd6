//! The program of a language that plays the host.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::Value;

/// A guard against hangs alone.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// A running agent. It is killed when this is dropped.
pub(super) struct Agent {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<Value>,
    events: Receiver<Value>,
}

impl Agent {
    pub(super) fn start(mut command: Command) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("the agent cannot be started")?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("an agent has an output")?;
        let (reply, replies) = channel();
        let (event, events) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // A line that is no message fails whoever waits for one.
                let value = serde_json::from_str(&line).unwrap_or(Value::String(line));
                let to = if value.get("reply").is_some() { &reply } else { &event };
                if to.send(value).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, replies, events })
    }

    /// Has it do something; returns the code that its library gave, 0 if all is well.
    pub(super) fn tell(&mut self, command: &Value) -> Result<i64> {
        let input = self.input.as_mut().context("the agent has ended")?;
        writeln!(input, "{command}").and_then(|()| input.flush()).context("the agent has ended")?;
        let reply = received(&self.replies, "reply")?;
        reply["reply"].as_i64().ok_or_else(|| anyhow!("the agent failed: {reply}"))
    }

    /// The next thing that its host was told.
    pub(super) fn next(&self) -> Result<Value> {
        received(&self.events, "event")
    }

    /// What it was told already.
    pub(super) fn waiting(&self) -> Option<Value> {
        self.events.try_recv().ok()
    }

    /// Lets it end by itself.
    pub(super) fn end(mut self) -> Result<()> {
        drop(self.input.take());
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the agent ended with {status}");
        }
        Ok(())
    }
}

fn received(from: &Receiver<Value>, what: &str) -> Result<Value> {
    from.recv_timeout(PATIENCE).map_err(|why| match why {
        RecvTimeoutError::Timeout => anyhow!("no {what} came"),
        RecvTimeoutError::Disconnected => anyhow!("the agent ended, and no {what} came"),
    })
}

impl Drop for Agent {
    fn drop(&mut self) {
        drop(self.input.take());
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
