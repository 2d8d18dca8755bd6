//! Streams of events (`text/event-stream`), bounded, and read alike whatever the chunks (HTP-07).
//!
//! By the rules of the WHATWG with three choices of our own. An event with data of white space alone is no
//! message: it carries its id, and that is what it was sent for (HTP-18). What cannot go into a header does
//! not become the id that a stream is resumed by. And an event that the stream ends in counts if its data is
//! whole: many servers save themselves the last blank line.

use super::lines::{BOM, LARGE, Line, hand_on, trim};
use super::skim::Skim;
use crate::time::Millis;
use std::ops::Range;

/// Lines that are no data are passed over beyond this many bytes, and so is the data of events that are no
/// messages.
const SHORT: usize = 8 << 10;
/// Ids beyond this many bytes do not go into a header.
const ID: usize = 2 << 10;
/// However long a server wants to be left alone.
const PATIENCE: Millis = Millis::seconds(86_400);

/// What a stream has to say.
#[derive(Debug)]
pub(crate) enum Event {
    /// The data of an event called `message`, or nothing at all. [`Line::Here`] stands in [`Sse::bytes`].
    Message(Line),
    /// The data of an event called `endpoint`: where the messages of the oldest transport go (SSE-01).
    Endpoint(String),
}

/// What an event is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Name {
    #[default]
    Message,
    Endpoint,
    Other,
}

/// What becomes of a line that is too long to be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rest {
    /// It is not.
    #[default]
    Keep,
    Skim,
    Drop,
}

/// Bytes of one stream, until their event is complete.
#[derive(Debug)]
pub(crate) struct Sse {
    buffer: Vec<u8>,
    limit: usize,
    /// Where the first unfinished line begins.
    line: usize,
    /// How far the search for its end has come.
    scanned: usize,
    rest: Rest,
    /// What may begin with a byte order mark is behind.
    begun: bool,
    /// The last line ended with CR: LF still belongs to that.
    after_cr: bool,
    /// Where the data of the unfinished event stands, its lines in one piece.
    data: Option<Range<usize>>,
    /// That data is over the limit.
    skim: Option<Skim>,
    name: Name,
    /// The id of the unfinished event: none that could be sent back, or one that could.
    id: Option<Option<String>>,
    last_id: Option<String>,
    retry: Option<Millis>,
}

impl Sse {
    /// `limit` bounds the data of one message.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            limit,
            line: 0,
            scanned: 0,
            rest: Rest::Keep,
            begun: false,
            after_cr: false,
            data: None,
            skim: None,
            name: Name::Message,
            id: None,
            last_id: None,
            retry: None,
        }
    }

    /// For appending what was read.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        let mut keep = self.line;
        if let Some(data) = &mut self.data {
            // What stands between the data and the unfinished line is read; so is what stands before.
            let gap = self.line - data.end;
            self.buffer.drain(data.end..self.line);
            self.line -= gap;
            self.scanned -= gap;
            keep = data.start;
            *data = 0..data.len();
        }
        if keep > 0 {
            self.buffer.drain(..keep);
            self.line -= keep;
            self.scanned -= keep;
        }
        &mut self.buffer
    }

    /// Bytes that have come and are not read.
    pub(crate) fn kept(&self) -> usize {
        let data = self.data.as_ref().map_or(0, ExactSizeIterator::len);
        data + self.buffer.len() - self.line
    }

    /// What [`Line::Here`] stands in.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer
    }

    /// The next complete event; those that say nothing to us are passed over.
    pub(crate) fn next(&mut self) -> Option<Event> {
        if !self.begun {
            if self.buffer.len() < BOM.len() && BOM.starts_with(&self.buffer) {
                return None;
            }
            self.begun = true;
            if self.buffer.starts_with(BOM) {
                self.line = BOM.len();
                self.scanned = BOM.len();
            }
        }
        loop {
            if self.after_cr && self.scanned < self.buffer.len() {
                self.after_cr = false;
                if self.buffer[self.scanned] == b'\n' {
                    self.scanned += 1;
                    self.line = self.scanned;
                }
            }
            let Some(end) = memchr::memchr2(b'\n', b'\r', &self.buffer[self.scanned..]) else {
                self.scanned = self.buffer.len();
                self.bound();
                return None;
            };
            let end = self.scanned + end;
            let begin = std::mem::replace(&mut self.line, end + 1);
            self.scanned = end + 1;
            self.after_cr = self.buffer[end] == b'\r';
            if begin < end || self.rest != Rest::Keep {
                self.read(begin..end);
            } else if let Some(event) = self.dispatch() {
                return Some(event);
            }
        }
    }

    /// To be called when the stream has ended in order, after the last [`Sse::next`]: the event that it ended
    /// in, if its data is whole. That event's id does not count, for the stream may have been cut.
    pub(crate) fn end(&mut self) -> Option<Event> {
        self.begun = true;
        let begin = std::mem::replace(&mut self.line, self.buffer.len());
        self.scanned = self.line;
        if begin < self.line || self.rest != Rest::Keep {
            self.read(begin..self.line);
        }
        self.id = None;
        if let Some(data) = self.data.clone() {
            let text = trim(&self.buffer, data);
            if crate::json::validate(&self.buffer[text], crate::json::MAX_DEPTH).is_err() {
                self.data = None;
            }
        }
        self.dispatch()
    }

    /// Another response goes on with the same stream: nothing is left of the last one but its id and its wish
    /// to be left alone.
    pub(crate) fn resumed(&mut self) {
        let Self { last_id, retry, .. } = std::mem::replace(self, Self::new(self.limit));
        (self.last_id, self.retry) = (last_id, retry);
    }

    /// Of the last complete event with an id: where the stream can be resumed (HTP-16). It is fit for a header.
    pub(crate) fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long the server wants to be left alone before the stream is resumed (HTP-20); a day at most.
    pub(crate) fn retry(&self) -> Option<Millis> {
        self.retry
    }

    /// One line, or the end of one whose beginning was too long.
    fn read(&mut self, line: Range<usize>) {
        match std::mem::take(&mut self.rest) {
            Rest::Keep => {}
            Rest::Drop => return,
            Rest::Skim => return self.skim.get_or_insert_default().feed(&self.buffer[line]),
        }
        let bytes = &self.buffer[line.clone()];
        let colon = memchr::memchr(b':', bytes).unwrap_or(bytes.len());
        let (name, value) = (&bytes[..colon], &bytes[bytes.len().min(colon + 1)..]);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => {
                let begin = line.end - value.len();
                self.take_data(begin..line.end);
            }
            b"id" => self.id = read_id(bytes, value).or(self.id.take()),
            _ if bytes.len() > SHORT => {}
            b"event" => {
                self.name = match value {
                    b"" | b"message" => Name::Message,
                    b"endpoint" => Name::Endpoint,
                    _ => Name::Other,
                };
            }
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                let time = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                self.retry = Some(time.map_or(PATIENCE, Millis).min(PATIENCE));
            }
            _ => {}
        }
    }

    /// Another line of data, put right behind those before it.
    fn take_data(&mut self, value: Range<usize>) {
        if self.is_over(value.len()) {
            self.begin_skim();
        }
        if let Some(skim) = &mut self.skim {
            skim.feed(b"\n");
            return skim.feed(&self.buffer[value]);
        }
        let Some(data) = &mut self.data else {
            self.data = Some(value);
            return;
        };
        let (at, length) = (data.end + 1, value.len());
        self.buffer[data.end] = b'\n';
        self.buffer.copy_within(value, at);
        data.end = at + length;
    }

    /// Whether so much more is too much for one event.
    fn is_over(&self, more: usize) -> bool {
        let data = self.data.as_ref().map_or(0, |data| data.len() + 1);
        self.skim.is_none() && data + more > self.limit
    }

    fn begin_skim(&mut self) {
        let skim = self.skim.get_or_insert_default();
        if let Some(data) = self.data.take() {
            skim.feed(&self.buffer[data]);
        }
    }

    /// An unfinished line that is already too long is not stored.
    fn bound(&mut self) {
        let line = &self.buffer[self.line..];
        if self.rest == Rest::Keep {
            if line.len() <= SHORT.min(self.limit) {
                return;
            }
            if let Some(value) = line.strip_prefix(b"data:") {
                let value = value.strip_prefix(b" ").unwrap_or(value).len();
                if self.skim.is_none() && !self.is_over(value) {
                    return;
                }
                let begin = self.buffer.len() - value;
                self.take_data(begin..self.buffer.len());
                self.rest = Rest::Skim;
            } else if line.len() > SHORT {
                if line.starts_with(b"id:") {
                    self.id = Some(None);
                }
                self.rest = Rest::Drop;
            } else {
                return;
            }
        } else if self.rest == Rest::Skim {
            self.skim.get_or_insert_default().feed(line);
        }
        self.buffer.truncate(self.line);
        self.scanned = self.line;
        if self.data.is_none() {
            // An event that was once long need not cost its memory for ever.
            self.buffer.clear();
            self.buffer.shrink_to(LARGE);
            self.line = 0;
            self.scanned = 0;
        }
    }

    /// A blank line: the event is complete.
    fn dispatch(&mut self) -> Option<Event> {
        if let Some(id) = self.id.take() {
            self.last_id = id;
        }
        let name = std::mem::take(&mut self.name);
        let data = self.data.take();
        let skim = self.skim.take();
        match name {
            Name::Message => {
                if let Some(skim) = skim {
                    return Some(Event::Message(Line::Over(skim.finish())));
                }
                let text = trim(&self.buffer, data?);
                if text.is_empty() {
                    return None;
                }
                let rest = self.line;
                if text.len() >= LARGE {
                    self.scanned -= self.line;
                    self.line = 0;
                }
                Some(Event::Message(hand_on(&mut self.buffer, rest, text)))
            }
            Name::Endpoint => {
                let text = &self.buffer[data.filter(|data| data.len() <= SHORT)?];
                std::str::from_utf8(text).ok().map(|text| Event::Endpoint(text.to_owned()))
            }
            Name::Other => None,
        }
    }
}

/// The id that a line gives its event: `None` leaves it as it was, `Some(None)` is none to resume by.
fn read_id(line: &[u8], value: &[u8]) -> Option<Option<String>> {
    if line.len() > SHORT {
        return Some(None);
    }
    if memchr::memchr(0, value).is_some() {
        return None;
    }
    // Blanks at its ends would be lost on the way.
    let fits = (1..=ID).contains(&value.len())
        && value.iter().all(|byte| matches!(byte, b' '..=b'~'))
        && !value.starts_with(b" ")
        && !value.ends_with(b" ");
    Some(std::str::from_utf8(value).ok().filter(|_| fits).map(str::to_owned))
}

// With their paths, for the fuzz target that takes this file in.
#[cfg(test)]
#[path = "sse/oracle.rs"]
mod oracle;
#[cfg(test)]
#[path = "sse/tests.rs"]
mod tests;
