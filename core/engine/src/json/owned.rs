//! JSON that outlives the message it came in.

use std::ops::Range;
use std::sync::Arc;

use super::error::JsonError;
use super::scan::{MAX_DEPTH, skip_space, skip_value, validate};
use super::value::Value;

/// Texts below this many bytes are copied; a larger one may share the message it came in.
const SMALL: usize = 1024;

/// One valid JSON value with its text kept verbatim. A clone of a large one is cheap.
///
/// Equality is by text; [`Value::same`] compares by meaning.
#[derive(Clone)]
pub struct Json(Text);

#[derive(Clone)]
enum Text {
    Own(Box<str>),
    /// The range is within the text and on character boundaries.
    Part(Arc<String>, Range<usize>),
}

impl Json {
    /// Checks and copies `text`, without the white space around the value.
    ///
    /// # Errors
    /// The text is not exactly one JSON value, or nests deeper than [`MAX_DEPTH`].
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        Ok(Self::from(Value::parse(text)?))
    }

    /// Checks `text` and takes it over without copying, unless it is small.
    ///
    /// # Errors
    /// As for [`Json::parse`].
    pub fn from_string(text: String) -> Result<Self, JsonError> {
        if text.len() < SMALL {
            return Self::parse(&text);
        }
        let bytes = text.as_bytes();
        let start = skip_space(bytes, 0);
        let end = skip_value(bytes, start, MAX_DEPTH)?;
        let rest = skip_space(bytes, end);
        if rest != bytes.len() {
            return Err(JsonError::new(rest, "text after the value"));
        }
        Ok(Self(Text::Part(Arc::new(text), start..end)))
    }

    /// Takes over text that is known to be one value without white space around it.
    pub(crate) fn trusted(text: String) -> Self {
        debug_assert!(validate(text.as_bytes(), MAX_DEPTH).is_ok());
        if text.len() < SMALL {
            return Self(Text::Own(text.into_boxed_str()));
        }
        let range = 0..text.len();
        Self(Text::Part(Arc::new(text), range))
    }

    /// A part of a message, known to be one value without white space around it. What is small, by
    /// itself or beside its message, is copied rather than keep the whole message alive.
    pub(crate) fn slice(message: Arc<String>, range: Range<usize>) -> Self {
        let part = message.get(range.clone()).unwrap_or("null");
        if part.len() < SMALL || part.len() < message.len() / 4 {
            return Self(Text::Own(part.into()));
        }
        Self(Text::Part(message, range))
    }

    /// The empty object.
    #[must_use]
    pub fn object() -> Self {
        Self(Text::Own("{}".into()))
    }

    /// The text as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Own(text) => text,
            Text::Part(text, range) => text.get(range.clone()).unwrap_or("null"),
        }
    }

    /// A look inside.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        Value::trusted(self.as_str())
    }

    /// The text, moved out where no one else shares it.
    #[must_use]
    pub fn into_string(self) -> String {
        match self.0 {
            Text::Own(text) => text.into(),
            Text::Part(text, range) => match Arc::try_unwrap(text) {
                Ok(whole) if range == (0..whole.len()) => whole,
                Ok(whole) => whole.get(range).unwrap_or("null").to_owned(),
                Err(shared) => shared.get(range).unwrap_or("null").to_owned(),
            },
        }
    }
}

impl From<Value<'_>> for Json {
    fn from(value: Value<'_>) -> Self {
        Self(Text::Own(value.raw().into()))
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Json {}

impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Prints the length only: values are other people's data.
impl std::fmt::Debug for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Json({} bytes)", self.as_str().len())
    }
}
