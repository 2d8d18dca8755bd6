//! Text across the C line: `mcpclient_str` in and out.

use crate::guard::guard;
use crate::handle::{array, fill};
use client::json::{Json, Kind};
use client::policy::{display, display_line};
use client::{Code, Error};
use std::ffi::{CStr, c_char};

/// Borrowed UTF-8: `len` bytes at `ptr`. A NULL `ptr` with a `len` of 0 means that there is no
/// text, which is not the same as an empty one.
///
/// What goes in is checked, and copied if it is kept; text that is not UTF-8 is answered with
/// MCPCLIENT_E_BAD_JSON. What comes out is borrowed as its function says, and ends with a NUL
/// only where its function says so.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct mcpclient_str {
    /// The first byte.
    pub ptr: *const c_char,
    /// The number of bytes, without a terminating NUL.
    pub len: usize,
}

impl mcpclient_str {
    /// No text.
    pub(crate) const NONE: Self = Self { ptr: std::ptr::null(), len: 0 };

    /// A view of text that lives as long as the header promises.
    pub(crate) const fn of(text: &str) -> Self {
        Self { ptr: text.as_ptr().cast(), len: text.len() }
    }

    /// The bytes, if there are any to speak of.
    pub(crate) fn bytes<'a>(self) -> Result<Option<&'a [u8]>, Error> {
        if self.ptr.is_null() && self.len == 0 {
            return Ok(None);
        }
        array(self.ptr.cast(), self.len).map(Some)
    }

    /// The text, if there is any.
    pub(crate) fn text<'a>(self) -> Result<Option<&'a str>, Error> {
        let Some(bytes) = self.bytes()? else { return Ok(None) };
        let text = std::str::from_utf8(bytes).map_err(|fault| {
            let at = fault.valid_up_to();
            Error::new(Code::BadJson, format!("the text is not UTF-8 at byte {at}"))
        })?;
        Ok(Some(text))
    }

    /// The text, where nothing can be done without it.
    pub(crate) fn need<'a>(self, what: &str) -> Result<&'a str, Error> {
        self.text()?.ok_or_else(|| Error::new(Code::InvalidArg, format!("{what} is missing")))
    }

    /// A JSON value, if there is one.
    pub(crate) fn json(self) -> Result<Option<Json>, Error> {
        let Some(text) = self.text()? else { return Ok(None) };
        let json =
            Json::parse(text).map_err(|fault| Error::new(Code::BadJson, fault.to_string()))?;
        Ok(Some(json))
    }

    /// A JSON object, if there is anything.
    pub(crate) fn object(self) -> Result<Option<Json>, Error> {
        let json = self.json()?;
        if json.as_ref().is_some_and(|json| json.value().kind() != Kind::Object) {
            return Err(Error::new(Code::BadJson, "the JSON is not an object"));
        }
        Ok(json)
    }

    /// A JSON object, where nothing can be done without it.
    pub(crate) fn need_object(self, what: &str) -> Result<Json, Error> {
        self.object()?.ok_or_else(|| Error::new(Code::InvalidArg, format!("{what} is missing")))
    }
}

/// The most characters of a text, and of a line, that a dialog gets.
const TEXT: usize = 4_000;
const LINE: usize = 200;

/// Text to show, with a NUL behind it.
pub(crate) struct Terminated(Box<str>);

impl Terminated {
    /// The text; a NUL inside would cut it short for `printf`, and becomes U+FFFD.
    pub(crate) fn new(text: &str) -> Self {
        let mut text = text.replace('\0', "\u{fffd}");
        text.push('\0');
        Self(text.into_boxed_str())
    }

    /// A server's text of several lines, made safe to show.
    pub(crate) fn safe(text: &str) -> Self {
        Self::new(&display(text, TEXT))
    }

    /// A server's text of one line, made safe to show.
    pub(crate) fn safe_line(text: &str) -> Self {
        Self::new(&display_line(text, LINE))
    }

    /// A server's text of several lines, made safe to show and never cut.
    pub(crate) fn whole(text: &str) -> Self {
        Self::new(&display(text, usize::MAX))
    }

    /// A server's text of one line, made safe to show and never cut.
    pub(crate) fn whole_line(text: &str) -> Self {
        Self::new(&display_line(text, usize::MAX))
    }

    /// A view without the NUL.
    pub(crate) fn view(&self) -> mcpclient_str {
        mcpclient_str { len: self.0.len() - 1, ..mcpclient_str::of(&self.0) }
    }
}

/// A view of text that ends with a NUL; no text for NULL.
///
/// Borrowed: the view is good while `text` is.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_str_from(text: *const c_char) -> mcpclient_str {
    guard(|| {
        // SAFETY: the header demands NULL or a NUL-terminated string.
        let len = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.count_bytes())?;
        Some(mcpclient_str { ptr: text, len })
    })
}

/// Whether both are the same bytes. No text equals no text alone.
///
/// Borrows both until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_str_equal(a: mcpclient_str, b: mcpclient_str) -> bool {
    guard(|| Some(a.bytes().ok()? == b.bytes().ok()?))
}

/// Copies text into `buffer` with a terminating NUL: as much as fits into `size` bytes, whole
/// characters only. Returns the size that all of it needs, so more than `size` means that it was
/// cut; 0 if `text` is not UTF-8 or no text, and then nothing is written.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_str_copy(
    text: mcpclient_str,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| Some(fill(buffer, size, text.text().ok()??)))
}

/// As mcpclient_str_copy(), with the text made safe to show at a terminal or in a dialog: without
/// control characters, escape sequences and direction overrides (ELI-49). Whatever a server says
/// should pass through here or its siblings, or come from a function that has it made safe already.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_str_display(
    text: mcpclient_str,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| Some(fill(buffer, size, &display(text.text().ok()??, usize::MAX))))
}

/// As mcpclient_str_display(), and at most `limit` characters (Unicode code points), so that a server
/// does not choose how much of the screen it takes: what is cut off leaves an ellipsis, which counts.
/// SIZE_MAX cuts nothing. Line ends of every kind become "\n"; tabs stay.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_str_display_lines(
    text: mcpclient_str,
    limit: usize,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| Some(fill(buffer, size, &display(text.text().ok()??, limit))))
}

/// As mcpclient_str_display_lines(), in one line: a line end or a tab becomes a space.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_str_display_line(
    text: mcpclient_str,
    limit: usize,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| Some(fill(buffer, size, &display_line(text.text().ok()??, limit))))
}
