//! Building JSON text.

use std::fmt::Write as _;

use super::owned::Json;
use super::text::push_quoted;

/// Writes one JSON value piece by piece; commas come by themselves.
///
/// The caller keeps the order right: what is opened is closed, and inside an object each value
/// follows its [`Writer::key`]. Debug builds check the finished text.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    text: String,
    /// Whether the next piece needs a comma before it.
    comma: bool,
}

impl Writer {
    /// An empty writer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty writer with room for `bytes`.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), comma: false }
    }

    /// Opens an object.
    pub fn object(&mut self) -> &mut Self {
        self.open('{')
    }

    /// Closes the object opened last.
    pub fn end_object(&mut self) -> &mut Self {
        self.close('}')
    }

    /// Opens an array.
    pub fn array(&mut self) -> &mut Self {
        self.open('[')
    }

    /// Closes the array opened last.
    pub fn end_array(&mut self) -> &mut Self {
        self.close(']')
    }

    /// The name of the member whose value comes next.
    pub fn key(&mut self, name: &str) -> &mut Self {
        self.separate();
        push_quoted(&mut self.text, name);
        self.text.push(':');
        self.comma = false;
        self
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.separate();
        push_quoted(&mut self.text, text);
        self
    }

    /// A value that is JSON already, copied as it is.
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.separate();
        self.text.push_str(json);
        self
    }

    /// A number.
    pub fn integer(&mut self, value: i64) -> &mut Self {
        self.separate();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
        self
    }

    /// A number.
    pub fn unsigned(&mut self, value: u64) -> &mut Self {
        self.separate();
        let _ = write!(self.text, "{value}");
        self
    }

    /// A truth value.
    pub fn boolean(&mut self, value: bool) -> &mut Self {
        self.raw(if value { "true" } else { "false" })
    }

    /// `null`.
    pub fn null(&mut self) -> &mut Self {
        self.raw("null")
    }

    /// The finished value.
    #[must_use]
    pub fn finish(self) -> Json {
        Json::trusted(self.text)
    }

    /// The finished text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }

    fn open(&mut self, bracket: char) -> &mut Self {
        self.separate();
        self.text.push(bracket);
        self.comma = false;
        self
    }

    fn close(&mut self, bracket: char) -> &mut Self {
        self.text.push(bracket);
        self.comma = true;
        self
    }

    fn separate(&mut self) {
        if self.comma {
            self.text.push(',');
        }
        self.comma = true;
    }
}
