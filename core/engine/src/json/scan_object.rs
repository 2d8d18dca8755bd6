//! The members of an object in text that no one has checked yet.

use std::ops::Range;

use super::error::JsonError;
use super::scan::{skip_colon, skip_space, skip_string, skip_value};

/// Where one member lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawMember {
    /// The name with its quotes.
    pub(crate) key: Range<usize>,
    /// The value without white space around it.
    pub(crate) value: Range<usize>,
}

/// Walks over an object and checks it on the way: one pass serves validation and the search for
/// members, which is what an envelope needs. UTF-8 is the caller's to check.
#[derive(Clone, Debug)]
pub(crate) struct ObjectScan<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    First,
    Later,
    Done,
}

impl<'a> ObjectScan<'a> {
    /// Starts at the brace at `at` or after white space there. `None`: the value is no object.
    /// Values may nest `max_depth - 1` deep, as the object itself is the first level.
    pub(crate) fn open(bytes: &'a [u8], at: usize, max_depth: usize) -> Option<Self> {
        let at = skip_space(bytes, at);
        if bytes.get(at) != Some(&b'{') || max_depth == 0 {
            return None;
        }
        Some(Self { bytes, at: at + 1, depth: max_depth - 1, state: State::First })
    }

    /// The next member, or `None` after the closing brace. After an error there is no next.
    pub(crate) fn next(&mut self) -> Result<Option<RawMember>, JsonError> {
        let result = self.step();
        if !matches!(result, Ok(Some(_))) {
            self.state = State::Done;
        }
        result
    }

    fn step(&mut self) -> Result<Option<RawMember>, JsonError> {
        let mut at = skip_space(self.bytes, self.at);
        match (self.state, self.bytes.get(at)) {
            (State::Done, _) => return Ok(None),
            (_, Some(b'}')) => {
                self.at = at + 1;
                return Ok(None);
            }
            (State::First, _) => {}
            (State::Later, Some(b',')) => at = skip_space(self.bytes, at + 1),
            (State::Later, _) => return Err(JsonError::new(at, "neither a comma nor the end")),
        }
        if self.bytes.get(at) != Some(&b'"') {
            return Err(JsonError::new(at, "no member name"));
        }
        let key = at..skip_string(self.bytes, at)?;
        let start = skip_colon(self.bytes, key.end)?;
        let value = start..skip_value(self.bytes, start, self.depth)?;
        self.at = value.end;
        self.state = State::Later;
        Ok(Some(RawMember { key, value }))
    }

    /// One past the closing brace, once [`Self::next`] has returned `None`.
    #[allow(dead_code, reason = "for the rooms that read whole messages")]
    pub(crate) fn end(&self) -> usize {
        self.at
    }
}
