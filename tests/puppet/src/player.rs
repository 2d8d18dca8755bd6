use std::io::{self, BufRead, Write};
use std::time::Duration;

use crate::captures::Captures;
use crate::expect::Expect;
use crate::fault::Fault;
use crate::line::{Act, Half, Kind, Line};
use crate::record::Record;
use crate::resume::Resume;
use crate::script::Script;

/// What a puppet can do to its own process while it plays.
pub trait Stage {
    /// Writes to the standard error.
    ///
    /// # Errors
    /// Those of the output.
    fn stderr(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// From now on, being terminated does nothing.
    fn ignore_term(&mut self);

    /// Leaves a process behind that holds the pipes; gives its id.
    ///
    /// # Errors
    /// When it cannot be started.
    fn grandchild(&mut self, apart: bool) -> io::Result<u32>;
}

/// What a puppet is to do once it has played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Exit with this code.
    Exit(i32),
    /// Die of this signal.
    Signal(String),
    /// Go on as a general server.
    Serve,
    /// Neither read nor exit.
    Stay,
    /// Exit unexpectedly; the next process goes on.
    Restart,
}

/// Plays the wire half of a script on the two ends of a pipe.
pub struct Player<'a> {
    script: &'a Script,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    stage: &'a mut dyn Stage,
    record: &'a mut Record,
    captures: Captures,
    /// How many `wire restarts` lie behind.
    restarts: usize,
    chunk: Option<usize>,
    ignores_eof: bool,
    reads: bool,
}

impl<'a> Player<'a> {
    /// Prepares to play.
    pub fn new(
        script: &'a Script,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        stage: &'a mut dyn Stage,
        record: &'a mut Record,
    ) -> Self {
        Self {
            script,
            input,
            output,
            stage,
            record,
            captures: Captures::new(),
            restarts: 0,
            chunk: None,
            ignores_eof: false,
            reads: true,
        }
    }

    /// Begins where another process has stopped.
    #[must_use]
    pub fn resume(self, resume: Resume) -> Self {
        Self { captures: resume.captures, restarts: resume.restarts, ..self }
    }

    /// Plays it, and writes the verdict down.
    ///
    /// # Errors
    /// The first thing that went otherwise.
    pub fn play(mut self) -> Result<Ending, Fault> {
        let played = self.lines().and_then(|ending| {
            let written = match ending {
                Ending::Restart => self.record.restarts(&self.captures),
                _ => self.record.played(),
            };
            written.map_err(|error| self.script.fault(0, error))?;
            Ok(ending)
        });
        if let Err(fault) = &played {
            // The fault itself is more telling than a record that cannot be written.
            let _ = self.record.failed(&fault.to_string());
        }
        played
    }

    fn lines(&mut self) -> Result<Ending, Fault> {
        let script = self.script;
        let mut behind = self.restarts;
        for line in script.opening().iter().chain(script.lines()) {
            if behind > 0 {
                behind -= usize::from(line.kind == Kind::WireRestarts);
                continue;
            }
            if line.half() == Half::Host {
                continue;
            }
            let ending = match &line.kind {
                Kind::Expect(expect) => self.expect(expect)?,
                other => {
                    self.step(line, other).map_err(|error| script.fault(line.number, error))?
                }
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
            if let Kind::Puppet(Act::WaitEof) = &line.kind {
                self.end_of_input(line.number)?;
            }
        }
        if !self.reads {
            return Ok(Ending::Stay);
        }
        self.end_of_input(script.lines().last().map_or(0, |line| line.number))?;
        Ok(if self.ignores_eof { Ending::Stay } else { Ending::Exit(0) })
    }

    fn expect(&mut self, expect: &Expect) -> Result<Option<Ending>, Fault> {
        let mut waiting = expect.wait();
        while let Some(want) = waiting.first() {
            let Some(message) = self.read(want.line)? else {
                let message = format!("expected {}, got the end of input", want.pattern);
                return Err(self.script.fault(want.line, message));
            };
            waiting
                .offer(&message, &mut self.captures)
                .map_err(|why| self.script.fault(why.line, why))?;
        }
        Ok(None)
    }

    fn step(&mut self, line: &Line, kind: &Kind) -> io::Result<Option<Ending>> {
        match kind {
            Kind::Host(_) | Kind::Event(_) | Kind::Advance(_) | Kind::Expect(_) => {}
            Kind::Send(send) => {
                let mut message = send.message(&self.captures);
                self.record.wrote(line.number, message.as_bytes())?;
                message.push('\n');
                self.write(message.as_bytes())?;
            }
            Kind::SendRaw(raw) => {
                let bytes = raw.bytes(&self.captures);
                self.record.wrote(line.number, &bytes)?;
                self.write(&bytes)?;
            }
            Kind::Http(_) => return Err(io::Error::other("a pipe has no exchanges; see --http")),
            Kind::WireClosed => return Ok(Some(Ending::Exit(0))),
            Kind::WireRestarts => return Ok(Some(Ending::Restart)),
            Kind::Puppet(act) => return self.act(line.number, act),
        }
        Ok(None)
    }

    fn act(&mut self, line: usize, act: &Act) -> io::Result<Option<Ending>> {
        match act {
            Act::Stderr(text) => self.stage.stderr(format!("{text}\n").as_bytes())?,
            Act::StderrBytes(count) => self.stage.stderr(&lines_of_80(*count))?,
            Act::Exit(code) => return Ok(Some(Ending::Exit(*code))),
            Act::Signal(name) => return Ok(Some(Ending::Signal(name.clone()))),
            Act::Serve => return Ok(Some(Ending::Serve)),
            Act::StopReading => self.reads = false,
            Act::IgnoreEof => self.ignores_eof = true,
            Act::IgnoreTerm => self.stage.ignore_term(),
            Act::Grandchild { apart } => {
                let pid = self.stage.grandchild(*apart)?;
                self.record.grandchild(line, pid)?;
            }
            Act::Chunks(size) => self.chunk = Some(*size),
            Act::WaitEof => {}
        }
        Ok(None)
    }

    fn end_of_input(&mut self, line: usize) -> Result<(), Fault> {
        match self.read(line)? {
            None => Ok(()),
            Some(message) => {
                Err(self.script.fault(line, format!("expected the end of input, got {message}")))
            }
        }
    }

    /// One line of the client; none at the end of its output.
    fn read(&mut self, line: usize) -> Result<Option<String>, Fault> {
        let mut bytes = Vec::new();
        self.input.read_until(b'\n', &mut bytes).map_err(|error| self.script.fault(line, error))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            return Err(self.script.fault(line, "the input ends in the middle of a line"));
        }
        let Ok(message) = String::from_utf8(bytes) else {
            return Err(self.script.fault(line, "got a line that is not UTF-8"));
        };
        self.record.read(line, &message).map_err(|error| self.script.fault(line, error))?;
        Ok(Some(message))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(size) = self.chunk else {
            self.output.write_all(bytes)?;
            return self.output.flush();
        };
        for chunk in bytes.chunks(size) {
            self.output.write_all(chunk)?;
            self.output.flush()?;
            // Nothing tells when a reader has read; without a pause it would see one piece.
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

pub(crate) fn lines_of_80(count: usize) -> Vec<u8> {
    (1..=count).map(|at| if at % 80 == 0 || at == count { b'\n' } else { b'.' }).collect()
}
