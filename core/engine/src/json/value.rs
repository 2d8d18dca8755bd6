//! A look at one JSON value.

use std::borrow::Cow;

use super::error::JsonError;
use super::number::Number;
use super::scan::{MAX_DEPTH, skip_space, skip_value};
use super::text::unquote;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// a number of any size
    Number,
    /// a string
    String,
    /// an array
    Array,
    /// an object
    Object,
}

/// A view of one valid JSON value: the text itself, without white space around it.
///
/// Copying it is free. Looking inside scans the text anew, so keep what you found.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    text: &'a str,
}

impl<'a> Value<'a> {
    /// Checks `text` and looks at it.
    ///
    /// # Errors
    /// The text is not exactly one JSON value, or nests deeper than [`MAX_DEPTH`].
    pub fn parse(text: &'a str) -> Result<Self, JsonError> {
        let bytes = text.as_bytes();
        let start = skip_space(bytes, 0);
        let end = skip_value(bytes, start, MAX_DEPTH)?;
        let rest = skip_space(bytes, end);
        match text.get(start..end) {
            Some(value) if rest == text.len() => Ok(Self::trusted(value)),
            _ => Err(JsonError::new(rest, "text after the value")),
        }
    }

    /// Checks the value that `text` begins with, white space aside, and looks no further.
    ///
    /// # Errors
    /// `text` does not begin with a JSON value in UTF-8, or it nests deeper than [`MAX_DEPTH`].
    pub fn first(text: &'a [u8]) -> Result<Self, JsonError> {
        let start = skip_space(text, 0);
        let end = skip_value(text, start, MAX_DEPTH)?;
        match std::str::from_utf8(&text[start..end]) {
            Ok(value) => Ok(Self::trusted(value)),
            Err(fault) => Err(JsonError::new(start + fault.valid_up_to(), "not UTF-8")),
        }
    }

    /// Looks at text that is known to be one value without white space around it.
    pub(crate) fn trusted(text: &'a str) -> Self {
        Self { text }
    }

    /// The text as it was written.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.text
    }

    /// What the value is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.text.as_bytes().first() {
            Some(b'"') => Kind::String,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The text of a string, borrowed where it holds no escapes. An escaped lone surrogate becomes
    /// U+FFFD.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String).then(|| unquote(self.text))
    }

    /// A truth value.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then_some(self.text == "true")
    }

    /// A number.
    #[must_use]
    pub fn number(self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number).then(|| Number::trusted(self.text))
    }
}

impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}

/// Prints the kind and the length only: values are other people's data.
impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Value({:?}, {} bytes)", self.kind(), self.text.len())
    }
}
