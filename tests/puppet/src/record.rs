use std::io::{self, Write};

use crate::captures::Captures;
use crate::json::quote;

/// What a puppet writes down for the test that started it: one JSON object a line, on disk at once.
#[derive(Default)]
pub struct Record {
    out: Option<Box<dyn Write + Send>>,
}

impl Record {
    /// Writes nothing down.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Writes to `out`, which should not buffer: a puppet may be killed at any time.
    #[must_use]
    pub fn to(out: impl Write + Send + 'static) -> Self {
        Self { out: Some(Box::new(out)) }
    }

    pub(crate) fn read(&mut self, line: usize, message: &str) -> io::Result<()> {
        self.write(&format!("{{{}\"read\":{}}}", at(line), quote(message)))
    }

    pub(crate) fn wrote(&mut self, line: usize, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        self.write(&format!("{{{}\"wrote\":{}}}", at(line), quote(&text)))
    }

    pub(crate) fn grandchild(&mut self, line: usize, pid: u32) -> io::Result<()> {
        self.write(&format!("{{{}\"grandchild\":{pid}}}", at(line)))
    }

    /// The server is to be started again; the next one needs to know what names stand for.
    pub(crate) fn restarts(&mut self, captures: &Captures) -> io::Result<()> {
        self.write(&format!("{{\"restarts\":{}}}", captures.to_value()))
    }

    /// The whole wire half was played.
    ///
    /// # Errors
    /// Those of the output.
    pub fn played(&mut self) -> io::Result<()> {
        self.write("{\"verdict\":\"played\"}")
    }

    /// It was not.
    ///
    /// # Errors
    /// Those of the output.
    pub fn failed(&mut self, why: &str) -> io::Result<()> {
        self.write(&format!("{{\"verdict\":\"failed\",\"why\":{}}}", quote(why)))
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        match &mut self.out {
            Some(out) => {
                out.write_all(format!("{line}\n").as_bytes())?;
                out.flush()
            }
            None => Ok(()),
        }
    }
}

/// A general server plays no lines.
fn at(line: usize) -> String {
    if line == 0 { String::new() } else { format!("\"line\":{line},") }
}
