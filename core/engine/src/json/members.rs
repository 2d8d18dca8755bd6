//! Walking over arrays and objects of valid text.

use std::borrow::Cow;

use super::scan::{MAX_DEPTH, skip_space, skip_value};
use super::scan_object::ObjectScan;
use super::text::{same_text, unquote};
use super::value::Value;

impl<'a> Value<'a> {
    /// The members of an object in the order of the text; nothing for other kinds.
    #[must_use]
    pub fn members(self) -> Members<'a> {
        Members::of(self.raw())
    }

    /// The elements of an array; nothing for other kinds.
    #[must_use]
    pub fn items(self) -> Items<'a> {
        Items::of(self.raw())
    }
}

/// A member's name.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a>(&'a str);

impl<'a> Key<'a> {
    /// The name as written, with quotes and escapes.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.0
    }

    /// The name, borrowed where it holds no escapes.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        unquote(self.0)
    }

    /// Whether escapes spell a part of it.
    #[must_use]
    pub(crate) fn is_escaped(self) -> bool {
        memchr::memchr(b'\\', self.0.as_bytes()).is_some()
    }

    /// Whether this is `name`, however it is escaped.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        same_text(self.0, name)
    }
}

/// The members of an object in the order of the text, duplicates included.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    text: &'a str,
    scan: Option<ObjectScan<'a>>,
}

impl<'a> Members<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, scan: ObjectScan::open(text.as_bytes(), 0, MAX_DEPTH) }
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (Key<'a>, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        // The text was checked when it became a value, so an error cannot come; it would end here.
        let member = self.scan.as_mut()?.next().ok()??;
        let key = Key(self.text.get(member.key)?);
        Some((key, Value::trusted(self.text.get(member.value)?)))
    }
}

/// The elements of an array in the order of the text.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Items<'a> {
    fn of(text: &'a str) -> Self {
        let at = if text.starts_with('[') { 1 } else { text.len() };
        Self { text, at }
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        let bytes = self.text.as_bytes();
        let mut start = skip_space(bytes, self.at);
        if bytes.get(start) == Some(&b',') {
            start = skip_space(bytes, start + 1);
        }
        // At the closing bracket no value starts, which ends the walk.
        let end = skip_value(bytes, start, MAX_DEPTH).unwrap_or(start);
        self.at = end;
        if end == start { None } else { self.text.get(start..end).map(Value::trusted) }
    }
}
