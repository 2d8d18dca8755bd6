//! One message per line, bounded, found in one pass whatever the chunks (STD-03).

use super::skim::{Skim, Skimmed};
use std::ops::Range;
use std::sync::Arc;

/// Lines at least this long are handed on with their memory instead of being copied.
pub(super) const LARGE: usize = 64 << 10;
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Bytes that were read, until their line is complete.
#[derive(Debug)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    /// Where the first unfinished line begins.
    start: usize,
    /// How far the search for its end has come.
    scanned: usize,
    limit: usize,
    skim: Option<Skim>,
}

/// One line, without its ending.
#[derive(Debug)]
pub(crate) enum Line {
    /// Where it stands in [`Lines::bytes`].
    Here(Range<usize>),
    /// A large one, with its own memory.
    Large(Arc<String>, Range<usize>),
    /// Not UTF-8.
    Garbled,
    /// Over the limit; only this is known of it.
    Over(Skimmed),
}

impl Lines {
    pub(crate) fn new(limit: usize) -> Self {
        Self { buffer: Vec::new(), start: 0, scanned: 0, limit, skim: None }
    }

    /// For appending what was read.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        &mut self.buffer
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// The next complete line; blank ones are passed over.
    pub(crate) fn next(&mut self) -> Option<Line> {
        loop {
            let Some(end) = memchr::memchr(b'\n', &self.buffer[self.scanned..]) else {
                self.scanned = self.buffer.len();
                self.bound();
                return None;
            };
            let end = self.scanned + end;
            let begin = std::mem::replace(&mut self.start, end + 1);
            self.scanned = end + 1;
            if let Some(mut skim) = self.skim.take() {
                skim.feed(&self.buffer[begin..end]);
                return Some(Line::Over(skim.finish()));
            }
            // White space counts as well, or the way a line is cut would make a difference.
            if end - begin > self.limit {
                return Some(Line::Over(Skim::of(&self.buffer[begin..end])));
            }
            let text = trim(&self.buffer, begin..end);
            if !text.is_empty() {
                if text.len() >= LARGE {
                    self.scanned -= self.start;
                    self.start = 0;
                }
                return Some(hand_on(&mut self.buffer, end + 1, text));
            }
        }
    }

    /// An unfinished line that is already too long is skimmed, not stored.
    fn bound(&mut self) {
        if self.skim.is_none() && self.buffer.len() - self.start <= self.limit {
            return;
        }
        self.skim.get_or_insert_default().feed(&self.buffer[self.start..]);
        self.buffer.clear();
        // A line that was once long need not cost its memory for ever.
        self.buffer.shrink_to(LARGE);
        self.start = 0;
        self.scanned = 0;
    }
}

/// Hands on a text that was read: where it stands, or a large one together with the buffer, which is then left
/// with what stands from `rest` on.
pub(super) fn hand_on(buffer: &mut Vec<u8>, rest: usize, text: Range<usize>) -> Line {
    if text.len() < LARGE {
        return match std::str::from_utf8(&buffer[text.clone()]) {
            Ok(_) => Line::Here(text),
            Err(_) => Line::Garbled,
        };
    }
    let rest = buffer.split_off(rest);
    let mut whole = std::mem::replace(buffer, rest);
    whole.truncate(text.end);
    match String::from_utf8(whole) {
        Ok(whole) => Line::Large(Arc::new(whole), text),
        // Only what stands before it may be at fault.
        Err(error) => match std::str::from_utf8(&error.as_bytes()[text]) {
            Ok(text) => {
                let length = text.len();
                Line::Large(Arc::new(text.to_owned()), 0..length)
            }
            Err(_) => Line::Garbled,
        },
    }
}

/// Drops a byte order mark and white space around the line.
pub(super) fn trim(bytes: &[u8], mut line: Range<usize>) -> Range<usize> {
    if bytes[line.clone()].starts_with(BOM) {
        line.start += BOM.len();
    }
    while line.end > line.start && bytes[line.end - 1].is_ascii_whitespace() {
        line.end -= 1;
    }
    while line.start < line.end && bytes[line.start].is_ascii_whitespace() {
        line.start += 1;
    }
    line
}
