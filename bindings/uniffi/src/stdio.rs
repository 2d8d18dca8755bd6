//! A server that is run as a child process.

use crate::error::McpError;
use client::{Code, Error, Stdio};
use std::collections::HashMap;
use std::time::Duration;

/// See the class that wraps it.
#[derive(Clone, Debug, uniffi::Record)]
pub struct RawStdio {
    /// Looked up in `PATH` unless it contains a slash.
    pub program: String,
    /// Verbatim: no shell is in between.
    pub args: Vec<String>,
    /// Variables of the server's environment; credentials belong here (STD-16).
    pub env: HashMap<String, String>,
    /// The server gets only `env`, and nothing of the host's own environment.
    pub clear_env: bool,
    /// The directory that the server starts in; the host's own otherwise.
    pub cwd: Option<String>,
    /// How long each step of the ending may take.
    pub grace_ms: Option<u64>,
    /// How many bytes of the server's stderr are kept.
    pub stderr_ring: Option<u64>,
}

impl TryFrom<RawStdio> for Stdio {
    type Error = McpError;

    fn try_from(raw: RawStdio) -> Result<Self, McpError> {
        let invalid = |what: &str| Err(Error::new(Code::InvalidArg, what).into());
        let texts = [&raw.program].into_iter().chain(&raw.args).chain(&raw.cwd);
        let variables = raw.env.iter().flat_map(|(name, value)| [name, value]);
        if texts.chain(variables).any(|text| text.contains('\0')) {
            return invalid("a text for the system holds a NUL");
        }
        if raw.program.is_empty() || raw.cwd.as_ref().is_some_and(String::is_empty) {
            return invalid("the program or the directory is empty");
        }
        if raw.env.keys().any(|name| name.is_empty() || name.contains('=')) {
            return invalid("the name of a variable cannot be one");
        }
        let mut stdio = Self::new(raw.program).args(raw.args);
        for (name, value) in raw.env {
            stdio = stdio.env(name, value);
        }
        if raw.clear_env {
            stdio = stdio.clear_env();
        }
        if let Some(directory) = raw.cwd {
            stdio = stdio.cwd(directory);
        }
        if let Some(grace) = raw.grace_ms {
            stdio = stdio.grace(Duration::from_millis(grace));
        }
        if let Some(bytes) = raw.stderr_ring {
            stdio = stdio.stderr_ring(usize::try_from(bytes).unwrap_or(usize::MAX));
        }
        Ok(stdio)
    }
}
