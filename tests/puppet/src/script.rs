use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use crate::expect::{Expect, Want};
use crate::fault::Fault;
use crate::http::{HttpKind, HttpStep};
use crate::line::{Act, Command, Event, Half, Kind, Line, Outcome, Send};
use crate::pattern::Pattern;
use crate::setup::{Setup, Transport};
use crate::template;
use crate::token::{Words, duration};
use crate::unroll::{Numbered, unroll};
use crate::{raw, words};

/// A transcript: what a host, a client and a server say to each other, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    name: String,
    setup: Setup,
    opening: Vec<Line>,
    lines: Vec<Line>,
    proves: Vec<String>,
}

impl Script {
    /// Reads a transcript; `name` is what faults call it.
    ///
    /// # Errors
    /// The first line that cannot be right.
    pub fn parse(text: &str, name: &str) -> Result<Self, Fault> {
        let at = |line: usize, message: String| Fault { file: name.to_owned(), line, message };
        let mut proves = Vec::new();
        let mut lines: Vec<Numbered> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(comment) = line.strip_prefix('#') {
                if let Some(rows) = comment.trim_start().strip_prefix("proves:") {
                    proves.extend(rows.split(',').map(|row| row.trim().to_owned()));
                }
            } else if !line.is_empty() {
                lines.push((index + 1, line.to_owned()));
            }
        }
        if lines.is_empty() {
            return Err(at(0, "there is nothing in it".to_owned()));
        }
        let (number, first) = lines.remove(0);
        let setup = session(&first).map_err(|why| at(number, why))?;
        let lines = unroll(lines).map_err(|(line, why)| at(line, why))?;
        let lines = steps(lines).map_err(|(line, why)| at(line, why))?;
        let opening = opening(&setup, number).map_err(|why| at(number, why))?;
        let script = Self { name: name.to_owned(), setup, opening, lines, proves };
        script.check()?;
        Ok(script)
    }

    /// Reads a transcript from a file.
    ///
    /// # Errors
    /// As for [`Script::parse`]; line zero when the file cannot be read.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Fault> {
        let name = path.as_ref().display().to_string();
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text, &name),
            Err(error) => Err(Fault { file: name, line: 0, message: error.to_string() }),
        }
    }

    /// The name that faults use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is set up before it starts.
    #[must_use]
    pub fn session(&self) -> &Setup {
        &self.setup
    }

    /// The handshake of a `ready` session, which is played before the steps; empty otherwise.
    #[must_use]
    pub fn opening(&self) -> &[Line] {
        &self.opening
    }

    /// The steps, in order.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The requirement rows of its `# proves:` comments.
    #[must_use]
    pub fn proves(&self) -> &[String] {
        &self.proves
    }

    /// The same over another transport.
    ///
    /// # Errors
    /// When it cannot begin there.
    pub fn over(mut self, transport: Transport) -> Result<Self, Fault> {
        self.setup.transport = transport;
        let number = self.opening.first().map_or(0, |line| line.number);
        self.opening = opening(&self.setup, number).map_err(|why| self.fault(number, why))?;
        Ok(self)
    }

    /// Whether it says itself what becomes of requests with this method, other than the first `GET` of a `ready`
    /// session; otherwise they are taken as they come.
    #[must_use]
    pub fn mentions(&self, method: &str) -> bool {
        self.lines.iter().any(|line| match &line.kind {
            Kind::Http(HttpStep { what: HttpKind::Opened(wanted), .. }) => wanted.method == method,
            _ => false,
        })
    }

    /// Whether time passes in it: a runner needs a clock it can move, unless the script is `patient`.
    #[must_use]
    pub fn needs_clock(&self) -> bool {
        self.lines.iter().any(|line| matches!(line.kind, Kind::Advance(_)))
    }

    /// Whether it asks for faults of a real process, without which a runner proves less.
    #[must_use]
    pub fn needs_process(&self) -> bool {
        self.lines.iter().any(|line| matches!(line.kind, Kind::Puppet(_)))
    }

    /// A fault at a line of this script.
    #[must_use]
    pub fn fault(&self, line: usize, message: impl fmt::Display) -> Fault {
        Fault { file: self.name.clone(), line, message: message.to_string() }
    }

    /// What no single line shows: names in use that stand for nothing, words after the end.
    fn check(&self) -> Result<(), Fault> {
        let (mut wire, mut host) = (HashSet::new(), HashSet::new());
        let (mut over, mut deaf) = (false, false);
        let mut exchanges = HashSet::from(["listen"]);
        for line in &self.lines {
            if let Kind::Http(step) = &line.kind {
                if self.setup.transport == Transport::Lane {
                    return Err(self.fault(line.number, "a lane has no exchanges"));
                }
                match step.what {
                    HttpKind::Opened(_) => drop(exchanges.insert(&step.exchange)),
                    _ if exchanges.contains(step.exchange.as_str()) => {}
                    _ => {
                        let message = format!("no line above opens `{}`", step.exchange);
                        return Err(self.fault(line.number, message));
                    }
                }
            }
            if over && line.half() != Half::Host {
                return Err(self.fault(line.number, "the server is gone by now"));
            }
            if deaf
                && matches!(line.kind, Kind::Expect(_) | Kind::Puppet(Act::WaitEof | Act::Serve))
            {
                return Err(self.fault(line.number, "the server reads no more"));
            }
            over |= ends(&line.kind);
            deaf |= line.kind == Kind::Puppet(Act::StopReading);
            for name in captured(&line.kind) {
                let known = if matches!(line.kind, Kind::Event(_)) { &mut host } else { &mut wire };
                known.insert(name.to_owned());
            }
            for name in used(&line.kind) {
                let by_host = matches!(line.kind, Kind::Host(_)) && host.contains(&name);
                if !by_host && !wire.contains(&name) {
                    let name = name.split('~').next().unwrap_or_default();
                    let message = format!("no line above captures `${name}`");
                    return Err(self.fault(line.number, message));
                }
            }
        }
        Ok(())
    }
}

fn session(line: &str) -> Result<Setup, String> {
    let mut words = Words::read(line)?;
    if words.word("`session`")? != "session" {
        return Err("the first line must be `session …`".to_owned());
    }
    let setup = Setup::parse(&mut words)?;
    words.end()?;
    Ok(setup)
}

/// The handshake that nobody wrote down. Its names cannot be written, so they meet no others; but for `listen`, the
/// stream of the client's GET.
fn opening(setup: &Setup, number: usize) -> Result<Vec<Line>, String> {
    if !setup.ready {
        return Ok(Vec::new());
    }
    let result = setup.initialize_result();
    let request = r#"{"id":$opening~0,"method":"initialize","params":{"protocolVersion":*,"capabilities":{*},"clientInfo":{"name":*,"version":*,*},*}}"#;
    let answer = format!(r#"{{"id":$opening~0,"result":{result}}}"#);
    let initialized = r#"{"method":"notifications/initialized",*}"#;
    let session = setup.session_id.as_ref().map(|id| format!("mcp-session-id={id} "));
    let session = session.unwrap_or_default();
    let plain =
        [format!("wire> {request}"), format!("wire< {answer}"), format!("wire> {initialized}")];
    let lines = match setup.transport {
        Transport::Lane => plain.into(),
        Transport::Http => vec![
            format!("http> opening~1 POST {request}"),
            format!("http< opening~1 200 {session}{answer}"),
            format!("http> opening~2 POST {initialized}"),
            "http< opening~2 202".to_owned(),
            "http> listen GET".to_owned(),
            "http< listen stream".to_owned(),
        ],
        Transport::Sse => {
            let stream = [
                "http> listen GET",
                "http< listen stream",
                r#"http< listen event name=endpoint "/messages""#,
            ];
            stream.map(str::to_owned).into_iter().chain(plain).collect()
        }
    };
    lines.iter().map(|text| Ok(Line { number, kind: kind(text, number)? })).collect()
}

fn steps(lines: Vec<Numbered>) -> Result<Vec<Line>, Numbered> {
    let mut steps = Vec::with_capacity(lines.len());
    // Of the open `any order` block: its line, and what it holds so far.
    let mut block: Option<(usize, Vec<Want>)> = None;
    for (number, text) in lines {
        match (text.as_str(), &mut block) {
            ("any order {", None) => block = Some((number, Vec::new())),
            ("any order {", Some(_)) => return Err((number, "a block inside a block".to_owned())),
            ("}", Some(_)) => {
                let (start, wants) = block.take().unwrap_or_default();
                if wants.is_empty() {
                    return Err((start, "there is nothing in the block".to_owned()));
                }
                steps.push(Line { number: start, kind: Kind::Expect(Expect::new(wants)) });
            }
            (text, block) => match (kind(text, number).map_err(|why| (number, why))?, block) {
                (Kind::Expect(expect), Some((_, wants))) => wants.extend_from_slice(expect.wants()),
                (_, Some(_)) => {
                    return Err((number, "only `wire>` lines can come in any order".to_owned()));
                }
                (kind, None) => steps.push(Line { number, kind }),
            },
        }
    }
    match block {
        Some((start, _)) => Err((start, "the block is not closed".to_owned())),
        None => Ok(steps),
    }
}

fn kind(text: &str, number: usize) -> Result<Kind, String> {
    let (head, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    match head {
        "wire>" => {
            let pattern = Pattern::message(rest)?;
            return Ok(Kind::Expect(Expect::new(vec![Want { line: number, pattern }])));
        }
        "wire<" => return Send::parse(rest).map(Kind::Send),
        "wire<raw" => return raw::parse(rest).map(Kind::SendRaw),
        "http<" => return HttpStep::server(rest).map(Kind::Http),
        _ => {}
    }
    if let Some(time) = head.strip_prefix('+') {
        Words::read(rest)?.end()?;
        return duration(time).map(Kind::Advance);
    }
    let mut words = Words::read(rest)?;
    let kind = match head {
        "host" => Kind::Host(words::host(&mut words)?),
        "event" => Kind::Event(words::event(&mut words)?),
        "http>" => Kind::Http(HttpStep::client(&mut words)?),
        "puppet" => Kind::Puppet(words::act(&mut words)?),
        "wire" => match words.word("`closed`")?.as_str() {
            "closed" => Kind::WireClosed,
            "restarts" => Kind::WireRestarts,
            other => {
                return Err(format!("expected `wire closed` or `wire restarts`, found `{other}`"));
            }
        },
        "session" => return Err("a second session".to_owned()),
        other => return Err(format!("no line starts with `{other}`")),
    };
    words.end()?;
    Ok(kind)
}

fn ends(kind: &Kind) -> bool {
    matches!(kind, Kind::WireClosed | Kind::Puppet(Act::Exit(_) | Act::Signal(_) | Act::Serve))
}

/// The names that a step captures.
fn captured(kind: &Kind) -> Vec<&str> {
    match kind {
        Kind::Expect(expect) => {
            expect.wants().iter().flat_map(|want| want.pattern.names()).collect()
        }
        Kind::Http(step) => step.names(),
        Kind::Event(
            Event::Input { params: pattern, .. }
            | Event::Progress { params: pattern, .. }
            | Event::Log(pattern)
            | Event::Notification { params: pattern, .. }
            | Event::Done {
                outcome: Outcome::Ok { result: pattern, .. } | Outcome::Error { error: pattern, .. },
                ..
            },
        ) => pattern.names(),
        _ => Vec::new(),
    }
}

/// The names that must stand for something when a step happens.
fn used(kind: &Kind) -> Vec<String> {
    use crate::line::Answer;
    let text = match kind {
        Kind::Send(send) => return send.names(),
        Kind::SendRaw(raw) => return raw.names(),
        Kind::Http(step) => return step.used(),
        Kind::Host(step) => match &step.command {
            Command::Call { params: Some(json), .. }
            | Command::Notify { params: Some(json), .. }
            | Command::Roots(json)
            | Command::Answer {
                answer: Answer::Accept(Some(json)) | Answer::Result(json), ..
            } => json,
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    template::names(text)
}
