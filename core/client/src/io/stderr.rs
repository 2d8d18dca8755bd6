//! What a server writes to stderr: kept, bounded, and cut into lines for the host.

use mcpclient_engine::session::{Warning, WarningKind};
use std::collections::VecDeque;

/// The last bytes.
#[derive(Debug)]
pub(crate) struct StderrRing {
    bytes: VecDeque<u8>,
    most: usize,
}

impl StderrRing {
    pub(crate) fn new(most: usize) -> Self {
        Self { bytes: VecDeque::new(), most }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        let chunk = &chunk[chunk.len().saturating_sub(self.most)..];
        let surplus = (self.bytes.len() + chunk.len()).saturating_sub(self.most);
        self.bytes.drain(..surplus);
        self.bytes.extend(chunk);
    }

    /// As text; a character that the bound has cut in two is left out.
    pub(crate) fn tail(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().copied().collect();
        let cut = if self.bytes.len() < self.most {
            0
        } else {
            bytes.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count()
        };
        String::from_utf8_lossy(&bytes[cut..]).into_owned()
    }
}

/// A longer line comes in pieces.
const LINE: usize = 8 << 10;

/// Cuts a stream into lines.
#[derive(Debug, Default)]
pub(crate) struct LineCutter {
    begun: Vec<u8>,
}

impl LineCutter {
    pub(crate) fn feed(&mut self, mut chunk: &[u8], mut emit: impl FnMut(String)) {
        while !chunk.is_empty() {
            let room = LINE - self.begun.len();
            let end = chunk.iter().take(room).position(|byte| *byte == b'\n');
            let (piece, rest) = match end {
                Some(end) => (&chunk[..end], &chunk[end + 1..]),
                None => chunk.split_at(room.min(chunk.len())),
            };
            self.begun.extend_from_slice(piece);
            chunk = rest;
            if end.is_some() || self.begun.len() == LINE {
                self.emit(end.is_some(), &mut emit);
            }
        }
    }

    /// The last line may lack its end.
    pub(crate) fn finish(&mut self, mut emit: impl FnMut(String)) {
        if !self.begun.is_empty() {
            self.emit(true, &mut emit);
        }
    }

    fn emit(&mut self, whole: bool, emit: &mut impl FnMut(String)) {
        let mut keep = self.begun.len();
        if whole {
            if self.begun.last() == Some(&b'\r') {
                keep -= 1;
            }
        } else {
            keep -= unfinished_character(&self.begun);
        }
        emit(String::from_utf8_lossy(&self.begun[..keep]).into_owned());
        if whole {
            self.begun.clear();
        } else {
            self.begun.drain(..keep);
        }
    }
}

/// How many bytes at the end of `bytes` begin a character that is not complete.
fn unfinished_character(bytes: &[u8]) -> usize {
    let tail = &bytes[bytes.len().saturating_sub(3)..];
    match std::str::from_utf8(tail) {
        Err(error) if error.error_len().is_none() => tail.len() - error.valid_up_to(),
        // The tail itself may begin within a character.
        Err(_) => (1..tail.len())
            .find(|back| {
                let last = &tail[tail.len() - back..];
                std::str::from_utf8(last)
                    .is_err_and(|error| error.error_len().is_none() && error.valid_up_to() == 0)
            })
            .unwrap_or(0),
        Ok(_) => 0,
    }
}

/// Lines that wait for the host; beyond these bounds the oldest are dropped, counted.
#[derive(Debug)]
pub(crate) struct StderrLines {
    lines: VecDeque<String>,
    bytes: usize,
    dropped: u64,
    wanted: bool,
}

const LINES: usize = 1_024;
const BYTES: usize = 256 << 10;

impl StderrLines {
    pub(crate) fn new(wanted: bool) -> Self {
        Self { lines: VecDeque::new(), bytes: 0, dropped: 0, wanted }
    }

    pub(crate) fn push(&mut self, line: String) {
        if !self.wanted {
            return;
        }
        self.bytes += line.len();
        self.lines.push_back(line);
        while self.lines.len() > LINES || self.bytes > BYTES {
            if let Some(line) = self.lines.pop_front() {
                self.bytes -= line.len();
                self.dropped += 1;
            }
        }
    }

    /// The oldest, or first that older ones were dropped.
    pub(crate) fn take(&mut self) -> Option<Result<String, Warning>> {
        if self.dropped > 0 {
            let detail = format!("{} lines of stderr were dropped", self.dropped);
            self.dropped = 0;
            return Some(Err(Warning { kind: WarningKind::Dropped, detail }));
        }
        let line = self.lines.pop_front()?;
        self.bytes -= line.len();
        Some(Ok(line))
    }

    /// No more lines are wanted.
    pub(crate) fn stop(&mut self) {
        *self = Self::new(false);
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len() + usize::from(self.dropped > 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: STD-06
    #[test]
    fn a_ring_keeps_the_last_bytes_and_no_half_character() {
        let mut ring = StderrRing::new(8);
        ring.push("0123456789".as_bytes());
        assert_eq!(ring.tail(), "23456789");
        ring.push("ä€".as_bytes());
        assert_eq!(ring.tail(), "789ä€");
        ring.push(b"abcd");
        assert_eq!(ring.tail(), "\u{20ac}abcd");
    }

    // proves: STD-06
    #[test]
    fn lines_are_cut_the_same_whatever_the_chunks() {
        let text = "one\r\n\ntwo \u{20ac}\n\u{ff}three".as_bytes();
        for size in 1..text.len() {
            let mut lines = Vec::new();
            let mut cutter = LineCutter::default();
            for chunk in text.chunks(size) {
                cutter.feed(chunk, |line| lines.push(line));
            }
            cutter.finish(|line| lines.push(line));
            assert_eq!(lines, ["one", "", "two \u{20ac}", "\u{ff}three"]);
        }
    }

    // proves: STD-06
    #[test]
    fn a_long_line_comes_in_pieces_of_whole_characters() {
        let text = "a".repeat(LINE - 1) + "\u{20ac}" + &"b".repeat(10) + "\n";
        let mut lines = Vec::new();
        let mut cutter = LineCutter::default();
        cutter.feed(text.as_bytes(), |line| lines.push(line));
        assert_eq!(lines.concat() + "\n", text);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= LINE));
    }

    // proves: STD-06
    #[test]
    fn lines_that_nobody_takes_are_bounded_and_counted() {
        let mut lines = StderrLines::new(true);
        for number in 0..LINES + 5 {
            lines.push(number.to_string());
        }
        assert_eq!(lines.len(), LINES + 1);
        let warning = lines.take().unwrap().unwrap_err();
        assert_eq!(warning.detail, "5 lines of stderr were dropped");
        assert_eq!(lines.take().unwrap().unwrap(), "5");
        lines.stop();
        lines.push("late".into());
        assert!(lines.is_empty());
    }
}
