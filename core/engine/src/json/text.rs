//! Strings between JSON's spelling and ours.

use std::borrow::Cow;

use super::JsonError;
use super::scan::{find_special, skip_escape};

/// The text of a string literal that is known to be valid, quotes included. An escaped lone
/// surrogate becomes U+FFFD.
pub(super) fn unquote(literal: &str) -> Cow<'_, str> {
    let inner = inner(literal);
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(place) = memchr::memchr(b'\\', rest.as_bytes()) {
        let (plain, escape) = rest.split_at(place);
        out.push_str(plain);
        let (character, length) = unescape(escape.as_bytes());
        out.push(character);
        rest = escape.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Reads the string that `text` begins with in one pass: its text goes to `piece` bit by bit, with
/// escapes resolved; what comes back is how long the literal is. An escaped lone surrogate becomes
/// U+FFFD.
///
/// # Errors
/// `text` does not begin with a string; some of it may have gone to `piece` before that is seen.
pub fn read_string(text: &str, piece: &mut impl FnMut(&str)) -> Result<usize, JsonError> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'"') {
        return Err(JsonError::new(0, "not a string"));
    }
    let mut start = 1;
    loop {
        let place = find_special(bytes, start);
        if place > start {
            piece(&text[start..place]);
        }
        match bytes.get(place) {
            Some(b'"') => return Ok(place + 1),
            Some(b'\\') => {
                start = place + 2;
                // The usual ones, in full: there may be one for each line of a text.
                match bytes.get(place + 1) {
                    Some(b'n') => piece("\n"),
                    Some(b'"') => piece("\""),
                    Some(b't') => piece("\t"),
                    _ => {
                        skip_escape(bytes, place)?;
                        let (character, length) = unescape(&bytes[place..]);
                        if length > 6 {
                            // The other half of a pair.
                            skip_escape(bytes, place + 6)?;
                        }
                        piece(character.encode_utf8(&mut [0; 4]));
                        start = place + length;
                    }
                }
            }
            Some(_) => return Err(JsonError::new(place, "a control character in a string")),
            None => return Err(JsonError::new(place, "the text ends inside a string")),
        }
    }
}

/// Whether a valid string literal, quotes included, spells `text`.
pub(super) fn same_text(literal: &str, text: &str) -> bool {
    let inner = inner(literal);
    // Every escape is longer than what it spells.
    inner == text && memchr::memchr(b'\\', inner.as_bytes()).is_none()
        || inner.len() > text.len() && unquote(literal) == text
}

fn inner(literal: &str) -> &str {
    literal.get(1..literal.len().saturating_sub(1)).unwrap_or("")
}

/// What the escape at the start of `bytes` spells, and how long it is.
fn unescape(bytes: &[u8]) -> (char, usize) {
    let character = match bytes.get(1) {
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unescape_unit(bytes),
        Some(other) => char::from(*other),
        None => char::REPLACEMENT_CHARACTER,
    };
    (character, 2)
}

fn unescape_unit(bytes: &[u8]) -> (char, usize) {
    let first = unit(bytes);
    let second = if (0xd800..0xdc00).contains(&first) {
        bytes.get(6..).filter(|rest| rest.starts_with(b"\\u")).map(unit)
    } else {
        None
    };
    if let Some(low @ 0xdc00..=0xdfff) = second {
        let point = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
        return (char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER), 12);
    }
    (char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 6)
}

/// The four hexadecimal digits of an escape.
fn unit(bytes: &[u8]) -> u32 {
    let digits = bytes.get(2..6).unwrap_or(&[]);
    digits.iter().fold(0, |sum, digit| sum * 16 + char::from(*digit).to_digit(16).unwrap_or(0))
}

/// `text` as a JSON string literal.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// Appends `text` as a JSON string literal. Only what JSON forbids is escaped.
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    let bytes = text.as_bytes();
    let mut start = 0;
    loop {
        let place = find_special(bytes, start);
        out.push_str(text.get(start..place).unwrap_or(""));
        let Some(byte) = bytes.get(place) else { break };
        push_escape(out, *byte);
        start = place + 1;
    }
    out.push('"');
}

fn push_escape(out: &mut String, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        0x08 => out.push_str("\\b"),
        0x0c => out.push_str("\\f"),
        _ => {
            out.push_str("\\u00");
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}
