//! Plays the wire half of a script on a socket.

use std::io::{self, Read};
use std::thread;
use std::time::{Duration, Instant};

use crate::captures::Captures;
use crate::expect::Expect;
use crate::fault::Fault;
use crate::http::half::HttpHalf;
use crate::http::socket::{Happening, Socket};
use crate::http::step::{HttpKind, HttpStep};
use crate::line::{Act, Half, Kind, Line};
use crate::record::Record;
use crate::script::Script;

/// A guard against hangs alone.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays the wire half of a script as an HTTP server.
pub struct HttpPlayer<'a> {
    script: &'a Script,
    record: &'a mut Record,
    socket: Socket,
    half: HttpHalf,
    captures: Captures,
    over: bool,
}

impl<'a> HttpPlayer<'a> {
    /// Opens a port. Nothing is played any more once `end` is at its end.
    ///
    /// # Errors
    /// When there is no port.
    pub fn open(
        script: &'a Script,
        record: &'a mut Record,
        mut end: impl Read + Send + 'static,
    ) -> io::Result<Self> {
        let socket = Socket::open()?;
        let teller = socket.teller();
        thread::spawn(move || {
            // However it ends, it ends.
            let _ = io::copy(&mut end, &mut io::sink());
            let _ = teller.send(Happening::Over);
        });
        let half = HttpHalf::new(script, false);
        Ok(Self { script, record, socket, half, captures: Captures::new(), over: false })
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.socket.port())
    }

    /// Plays it, waits for the end, and writes the verdict down.
    ///
    /// # Errors
    /// The first thing that went otherwise.
    pub fn play(mut self) -> Result<(), Fault> {
        let script = self.script;
        let played = self.lines().and_then(|()| {
            self.record.played().map_err(|error| script.fault(0, error))?;
            Ok(())
        });
        if let Err(fault) = &played {
            // The fault itself is more telling than a record that cannot be written.
            let _ = self.record.failed(&fault.to_string());
        }
        played
    }

    fn lines(&mut self) -> Result<(), Fault> {
        let script = self.script;
        let step = |player: &mut Self, line: &Line| {
            let done = player.step(line).map_err(|why| script.fault(line.number, why));
            player.carry_out();
            done
        };
        script.opening().iter().try_for_each(|line| step(self, line))?;
        self.half.opened_up(script);
        self.carry_out();
        script.lines().iter().try_for_each(|line| step(self, line))?;
        self.half.over();
        while !self.over {
            self.pump(Duration::MAX);
        }
        let last = script.lines().last().map_or(0, |line| line.number);
        match self.half.left_over() {
            Some(request) => Err(script.fault(last, format!("expected the end, got {request}"))),
            None => Ok(()),
        }
    }

    fn step(&mut self, line: &Line) -> Result<(), String> {
        if line.half() == Half::Host {
            return Ok(());
        }
        let told = |error: io::Error| error.to_string();
        match &line.kind {
            Kind::Expect(expect) => self.expect(line.number, expect)?,
            Kind::Send(send) => {
                let message = send.message(&self.captures);
                self.record.wrote(line.number, message.as_bytes()).map_err(told)?;
                self.half.send(&message);
            }
            Kind::Http(step) => self.http(line.number, step)?,
            Kind::Puppet(Act::Chunks(size)) => self.socket.chunk = Some(*size),
            other => return Err(format!("cannot be played over HTTP: {other:?}")),
        }
        Ok(())
    }

    fn expect(&mut self, line: usize, expect: &Expect) -> Result<(), String> {
        let (mut waiting, start) = (expect.wait(), Instant::now());
        loop {
            for message in self.half.expect(&mut waiting, &mut self.captures)? {
                self.record.read(line, &message).map_err(|error| error.to_string())?;
            }
            let Some(want) = waiting.first() else { return Ok(()) };
            if self.over || start.elapsed() > PATIENCE {
                let left = self.half.left_over();
                let got = left.unwrap_or_else(|| "nothing".to_owned());
                return Err(format!("expected {}, got {got}", want.pattern));
            }
            self.carry_out();
            self.pump(PATIENCE);
        }
    }

    fn http(&mut self, line: usize, step: &HttpStep) -> Result<(), String> {
        let (name, start) = (step.exchange.as_str(), Instant::now());
        let told = |error: io::Error| error.to_string();
        if let HttpKind::Answered(parts) = &step.what {
            self.half.answer(name, parts, &self.captures);
            let said: String =
                parts.iter().filter_map(|part| part.message(&self.captures)).collect();
            return self.record.wrote(line, said.as_bytes()).map_err(told);
        }
        loop {
            match &step.what {
                HttpKind::Opened(wanted) => {
                    if let Some(request) = self.half.opened(name, wanted, &mut self.captures)? {
                        let body = request.body.as_deref().unwrap_or_default();
                        return self.record.read(line, body).map_err(told);
                    }
                }
                _ if self.half.has_given_up(name) => {
                    return self.record.read(line, "").map_err(told);
                }
                _ => {}
            }
            if self.over || start.elapsed() > PATIENCE {
                let left = self.half.left_over();
                return Err(format!("it did not come; got {}", left.unwrap_or_default()));
            }
            self.pump(PATIENCE);
        }
    }

    /// Waits for whatever happens next.
    fn pump(&mut self, limit: Duration) {
        match self.socket.next(limit) {
            Some(Happening::Request(exchange, request)) => self.half.arrived(exchange, request),
            Some(Happening::Closed(exchanges)) => {
                exchanges.into_iter().for_each(|exchange| self.half.gave_up(exchange));
            }
            Some(Happening::Over) => self.over = true,
            None => {}
        }
        self.carry_out();
    }

    fn carry_out(&mut self) {
        let mut next = self.half.next_op();
        while let Some((exchange, op)) = next {
            next = self.half.next_op();
            let then = next.as_ref().filter(|(other, _)| *other == exchange);
            self.socket.carry_out(exchange, &op, then.map(|(_, op)| op));
        }
    }
}
