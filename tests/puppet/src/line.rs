use std::time::Duration;

use crate::captures::Captures;
use crate::expect::Expect;
use crate::http::HttpStep;
use crate::json::{self, Dialect, Node};
use crate::pattern::Pattern;
use crate::template;

/// One step of a script. Blocks are unrolled, so steps come in the order they happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where it stands in the file, counted from one.
    pub number: usize,
    /// What it says.
    pub kind: Kind,
}

/// Who a step belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// The host, its events, and the clock: what a runner does and checks.
    Host,
    /// The wire: played by the puppet, or by a runner that has no server.
    Wire,
    /// A fault of a real process: a runner without one passes over it.
    Process,
}

/// What a step says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `host …`: the host does this.
    Host(HostStep),
    /// `event …`: this is the next thing the host sees.
    Event(Event),
    /// `+40s`: the clock moves on.
    Advance(Duration),
    /// `wire> …`: the client writes this next.
    Expect(Expect),
    /// `wire< …`: the server writes this message.
    Send(Send),
    /// `wire<raw …`: the server writes these bytes, and no newline.
    SendRaw(Raw),
    /// `wire closed`: the server closes its end and exits well.
    WireClosed,
    /// `wire restarts`: the server ends unexpectedly, and a fresh one takes its place.
    WireRestarts,
    /// `http> …`, `http< …`: what only HTTP has.
    Http(HttpStep),
    /// `puppet …`: the process of the server misbehaves.
    Puppet(Act),
}

impl Line {
    /// Who the step belongs to.
    #[must_use]
    pub fn half(&self) -> Half {
        match self.kind {
            Kind::Host(_) | Kind::Event(_) | Kind::Advance(_) => Half::Host,
            Kind::Expect(_)
            | Kind::Send(_)
            | Kind::SendRaw(_)
            | Kind::WireClosed
            | Kind::WireRestarts
            | Kind::Http(_) => Half::Wire,
            Kind::Puppet(_) => Half::Process,
        }
    }
}

/// A command of the host, and whether the library is to refuse it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostStep {
    /// What the host does.
    pub command: Command,
    /// `refused=STATUS`: the command must fail with this status, and change nothing.
    pub refused: Option<String>,
}

/// What a host can do. JSON is text as written; fill it with [`Captures::fill`] before use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `host call NAME METHOD [JSON] [timeout=TIME] [total=TIME] [progress]`
    Call {
        /// The transcript's name for the call.
        call: String,
        /// The method.
        method: String,
        /// Its params; none: the request has no params.
        params: Option<String>,
        /// Idle timeout; none: the session's.
        timeout: Option<Duration>,
        /// Total time; none: the session's.
        total: Option<Duration>,
        /// Whether the host wants progress.
        progress: bool,
        /// `fresh`: no result that was kept.
        fresh: bool,
        /// `retry-lost`: a tool that may run twice.
        retry_lost: bool,
    },
    /// `host cancel NAME ["reason"]`
    Cancel {
        /// The call.
        call: String,
        /// Why, for the server.
        reason: Option<String>,
    },
    /// `host answer INPUT …`
    Answer {
        /// The transcript's name for the input.
        input: String,
        /// What the host says.
        answer: Answer,
    },
    /// `host roots JSON-array`: the host's root list becomes this.
    Roots(String),
    /// `host notify METHOD [JSON]`
    Notify {
        /// The method.
        method: String,
        /// Its params.
        params: Option<String>,
    },
    /// `host watch FILTER`: what the host wants to hear of, as the filter of a subscription.
    Watch(String),
    /// `host resume NAME`: do not wait any longer.
    Resume {
        /// The call.
        call: String,
    },
    /// `host close`
    Close,
}

/// What a host says to an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `accept [JSON]`: yes, with these values (none for a URL).
    Accept(Option<String>),
    /// `decline`: no.
    Decline,
    /// `cancel`: the dialog was closed.
    Cancel,
    /// `fail CODE "message"`: a JSON-RPC error.
    Fail {
        /// Its code.
        code: i64,
        /// Its message.
        message: String,
    },
    /// `result JSON`: a result as it goes to the wire, for samples and roots.
    Result(String),
}

/// What a host sees. The words for statuses and reasons are listed in the format's README.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// `event ready`: the server can be used.
    Ready,
    /// `event input INPUT KIND [call=NAME] [fields=a,b] [PATTERN]`
    Input {
        /// The name the transcript gives it.
        input: String,
        /// What is wanted.
        kind: InputKind,
        /// The call it belongs to; none: not said.
        call: Option<String>,
        /// The fields of the form, in order; none: not looked at.
        fields: Option<Vec<String>>,
        /// The request's params.
        params: Pattern,
    },
    /// `event withdrawn INPUT REASON`
    Withdrawn {
        /// The input.
        input: String,
        /// Why.
        reason: String,
    },
    /// `event progress CALL [PATTERN]`: of the notification's params.
    Progress {
        /// The call.
        call: String,
        /// The params.
        params: Pattern,
    },
    /// `event log [PATTERN]`: of the notification's params.
    Log(Pattern),
    /// `event notification METHOD [PATTERN]`: of the notification's params.
    Notification {
        /// The method.
        method: String,
        /// The params; anything also allows none.
        params: Pattern,
    },
    /// `event visited INPUT`: the server calls a URL visit finished.
    Visited {
        /// The input that asked for it.
        input: String,
    },
    /// `event watching [PATTERN]`: what of the filter is granted.
    Watching(Pattern),
    /// `event task CALL [PATTERN]`: the server's word on the task behind a call.
    Task {
        /// The call.
        call: String,
        /// The task.
        state: Pattern,
    },
    /// `event restarting`: the server ended, and is started again.
    Restarting,
    /// `event pause CALL`: the server asked for patience.
    Pause {
        /// The call.
        call: String,
    },
    /// `event done CALL ok [PATTERN] [kept]` or `event done CALL error STATUS [PATTERN]`
    Done {
        /// The call.
        call: String,
        /// How it ended.
        outcome: Outcome,
    },
    /// `event warning KIND`: the server broke a rule that costs nothing.
    Warning(String),
    /// `event closed REASON`: the session is over.
    Closed(String),
}

/// How a call ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// With a result.
    Ok {
        /// The result.
        result: Pattern,
        /// `kept`: from an earlier call.
        kept: bool,
    },
    /// Without one.
    Error {
        /// The status word.
        status: String,
        /// The JSON-RPC error object, where there is one.
        error: Pattern,
        /// `status=`: that of HTTP; none: not looked at.
        http: Option<u16>,
    },
}

/// What a server can want from a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// Values for a form.
    Form,
    /// A visit to a URL.
    Url,
    /// A sample of a language model.
    Sample,
    /// The root list.
    Roots,
}

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Send {
    template: String,
}

impl Send {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match json::read(text, Dialect::Template)? {
            Node::Object { members, .. } => Ok(Self { template: with_version(text, &members) }),
            Node::Array(_) => Ok(Self { template: text.to_owned() }),
            _ => Err("a message is an object, or an array of them; see `wire<raw`".to_owned()),
        }
    }

    /// The message as it goes to the wire, without the newline.
    #[must_use]
    pub fn message(&self, captures: &Captures) -> String {
        captures.fill(&self.template)
    }

    /// The text with names still in it.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.template
    }

    /// The names in it.
    pub(crate) fn names(&self) -> Vec<String> {
        template::names(&self.template)
    }
}

fn with_version(text: &str, members: &[(String, Node)]) -> String {
    if members.iter().any(|(name, _)| name == "jsonrpc") {
        return text.to_owned();
    }
    let comma = if members.is_empty() { "" } else { "," };
    text.replacen('{', &format!("{{\"jsonrpc\":\"2.0\"{comma}"), 1)
}

/// Bytes of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    pub(crate) pieces: Vec<RawPiece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RawPiece {
    Bytes(Vec<u8>),
    Name(String),
}

impl Raw {
    /// The names in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.pieces.iter().filter_map(|piece| match piece {
            RawPiece::Name(name) => Some(name.clone()),
            RawPiece::Bytes(_) => None,
        });
        names.collect()
    }

    /// The bytes as they go to the wire.
    #[must_use]
    pub fn bytes(&self, captures: &Captures) -> Vec<u8> {
        let mut bytes = Vec::new();
        for piece in &self.pieces {
            match piece {
                RawPiece::Bytes(part) => bytes.extend_from_slice(part),
                RawPiece::Name(name) => {
                    bytes.extend_from_slice(captures.text(name).unwrap_or_default().as_bytes());
                }
            }
        }
        bytes
    }
}

/// How a server's process misbehaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// `stderr "text"`: writes the text and a newline.
    Stderr(String),
    /// `stderr BYTES`: writes that many bytes, in lines of 80.
    StderrBytes(usize),
    /// `exit CODE`
    Exit(i32),
    /// `signal NAME`: dies of this signal.
    Signal(String),
    /// `stop-reading`: never reads again, stays alive.
    StopReading,
    /// `ignore-eof`: does not exit at the end of input.
    IgnoreEof,
    /// `ignore-term`: does not exit when terminated.
    IgnoreTerm,
    /// `grandchild [apart]`: leaves behind a process that holds the pipes, in a process group of
    /// its own if it is to be `apart`.
    Grandchild {
        /// In a group of its own.
        apart: bool,
    },
    /// `chunks N`: writes at most N bytes at a time.
    Chunks(usize),
    /// `serve`: is a general server from here on.
    Serve,
    /// `wait-eof`: waits for the end of input, and for nothing else.
    WaitEof,
}
