//! The lines of the host's half, and of the server's process.

use crate::json::{self, Dialect};
use crate::line::{Act, Answer, Command, Event, HostStep, InputKind, Outcome};
use crate::pattern::Pattern;
use crate::token::Words;

pub(crate) fn host(words: &mut Words) -> Result<HostStep, String> {
    let refused = words.option("refused");
    let command = match words.word("a verb")?.as_str() {
        "call" => Command::Call {
            call: words.word("the name of the call")?,
            method: words.word("a method")?,
            params: template(words)?,
            timeout: words.time("timeout")?,
            total: words.time("total")?,
            progress: words.flag("progress"),
            fresh: words.flag("fresh"),
            retry_lost: words.flag("retry-lost"),
        },
        "cancel" => {
            Command::Cancel { call: words.word("the name of the call")?, reason: words.quoted() }
        }
        "answer" => {
            Command::Answer { input: words.word("the name of the input")?, answer: answer(words)? }
        }
        "roots" => Command::Roots(template(words)?.ok_or("expected a JSON array")?),
        "notify" => Command::Notify { method: words.word("a method")?, params: template(words)? },
        "watch" => Command::Watch(template(words)?.ok_or("expected a filter")?),
        "resume" => Command::Resume { call: words.word("the name of the call")? },
        "close" => Command::Close,
        other => return Err(format!("`{other}` is nothing a host does")),
    };
    Ok(HostStep { command, refused })
}

fn answer(words: &mut Words) -> Result<Answer, String> {
    Ok(match words.word("an answer")?.as_str() {
        "accept" => Answer::Accept(template(words)?),
        "decline" => Answer::Decline,
        "cancel" => Answer::Cancel,
        "fail" => {
            let code = words.word("an error code")?;
            Answer::Fail {
                code: code.parse().map_err(|_| format!("`{code}` is not an error code"))?,
                message: words.quoted().ok_or("expected a quoted message")?,
            }
        }
        "result" => Answer::Result(template(words)?.ok_or("expected a JSON object")?),
        other => return Err(format!("`{other}` is no answer")),
    })
}

pub(crate) fn event(words: &mut Words) -> Result<Event, String> {
    Ok(match words.word("an event")?.as_str() {
        "ready" => Event::Ready,
        "input" => Event::Input {
            input: words.word("a name for the input")?,
            kind: input_kind(&words.word("the kind of the input")?)?,
            call: words.option("call"),
            fields: words
                .option("fields")
                .map(|list| list.split(',').filter(|f| !f.is_empty()).map(str::to_owned).collect()),
            params: pattern(words)?,
        },
        "withdrawn" => Event::Withdrawn {
            input: words.word("the name of the input")?,
            reason: words.word("a reason")?,
        },
        "progress" => {
            Event::Progress { call: words.word("the name of the call")?, params: pattern(words)? }
        }
        "log" => Event::Log(pattern(words)?),
        "notification" => {
            Event::Notification { method: words.word("a method")?, params: pattern(words)? }
        }
        "visited" => Event::Visited { input: words.word("the name of the input")? },
        "watching" => Event::Watching(pattern(words)?),
        "task" => Event::Task { call: words.word("the name of the call")?, state: pattern(words)? },
        "restarting" => Event::Restarting,
        "pause" => Event::Pause { call: words.word("the name of the call")? },
        "done" => {
            Event::Done { call: words.word("the name of the call")?, outcome: outcome(words)? }
        }
        "warning" => Event::Warning(words.word("the kind of the warning")?),
        "closed" => Event::Closed(words.word("a reason")?),
        other => return Err(format!("`{other}` is nothing a host sees")),
    })
}

fn input_kind(word: &str) -> Result<InputKind, String> {
    match word {
        "form" => Ok(InputKind::Form),
        "url" => Ok(InputKind::Url),
        "sample" => Ok(InputKind::Sample),
        "roots" => Ok(InputKind::Roots),
        other => Err(format!("`{other}` is not a kind of input: form, url, sample, roots")),
    }
}

fn outcome(words: &mut Words) -> Result<Outcome, String> {
    match words.word("`ok` or `error`")?.as_str() {
        "ok" => Ok(Outcome::Ok { result: pattern(words)?, kept: words.flag("kept") }),
        "error" => Ok(Outcome::Error {
            status: words.word("a status")?,
            http: words
                .option("status")
                .map(|status| status.parse().map_err(|_| format!("`{status}` is no status")))
                .transpose()?,
            error: pattern(words)?,
        }),
        other => Err(format!("expected `ok` or `error`, found `{other}`")),
    }
}

pub(crate) fn act(words: &mut Words) -> Result<Act, String> {
    Ok(match words.word("an act")?.as_str() {
        "stderr" => match words.quoted() {
            Some(text) => Act::Stderr(text),
            None => Act::StderrBytes(count(words, "a quoted text or a number of bytes")?),
        },
        "exit" => {
            let code = words.word("an exit code")?;
            let code = code.parse::<u8>().map_err(|_| format!("`{code}` is not an exit code"))?;
            Act::Exit(code.into())
        }
        "signal" => match words.word("the name of a signal")? {
            name if SIGNALS.contains(&name.as_str()) => Act::Signal(name),
            name => return Err(format!("`{name}` is not one of {}", SIGNALS.join(", "))),
        },
        "stop-reading" => Act::StopReading,
        "ignore-eof" => Act::IgnoreEof,
        "ignore-term" => Act::IgnoreTerm,
        "grandchild" => Act::Grandchild { apart: words.flag("apart") },
        "chunks" => match count(words, "a number of bytes")? {
            0 => return Err("a chunk has at least one byte".to_owned()),
            size => Act::Chunks(size),
        },
        "serve" => Act::Serve,
        "wait-eof" => Act::WaitEof,
        other => return Err(format!("`{other}` is nothing a puppet does")),
    })
}

/// The signals a puppet can die of.
const SIGNALS: [&str; 6] = ["KILL", "TERM", "INT", "SEGV", "ABRT", "PIPE"];

fn count(words: &mut Words, what: &str) -> Result<usize, String> {
    let word = words.word(what)?;
    word.parse().map_err(|_| format!("expected {what}, found `{word}`"))
}

/// JSON that the host gives; names in it are filled in when it runs.
fn template(words: &mut Words) -> Result<Option<String>, String> {
    let Some(text) = words.json() else { return Ok(None) };
    json::read(&text, Dialect::Template)?;
    Ok(Some(text))
}

/// What the host gets; left out, it may be anything.
fn pattern(words: &mut Words) -> Result<Pattern, String> {
    words.json().map_or_else(|| Ok(Pattern::anything()), |text| Pattern::parse(&text))
}
