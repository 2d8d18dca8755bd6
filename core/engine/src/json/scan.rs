//! One pass over JSON text that neither recurses nor allocates.
//!
//! Everything else in this room stands on these functions: what they accept is what the engine
//! calls JSON. Bytes are not checked for UTF-8 here; [`validate`] does that once for a whole text.

use super::error::JsonError;

/// The deepest nesting the engine reads; one bit of a `u128` remembers each level.
pub const MAX_DEPTH: usize = 128;

/// The one problem that says nothing against the text itself.
pub(crate) const TOO_DEEP: &str = "nested too deeply";

/// Checks that `text` is exactly one JSON value (RFC 8259) in valid UTF-8, at most `max_depth`
/// arrays and objects deep ([`MAX_DEPTH`] at most). White space may surround the value.
///
/// An escaped lone surrogate (`"\ud800"`) is correct syntax and passes.
///
/// # Errors
/// Where the first fault is, and what it is.
pub fn validate(text: &[u8], max_depth: usize) -> Result<(), JsonError> {
    if let Err(fault) = std::str::from_utf8(text) {
        return Err(JsonError::new(fault.valid_up_to(), "not UTF-8"));
    }
    let end = skip_space(text, skip_value(text, 0, max_depth)?);
    if end == text.len() { Ok(()) } else { Err(JsonError::new(end, "text after the value")) }
}

/// The first position at or after `at` that holds no white space.
#[inline]
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The end of the value that starts at `at` or after white space there. The value is checked on
/// the way, except for UTF-8.
pub(crate) fn skip_value(bytes: &[u8], at: usize, max_depth: usize) -> Result<usize, JsonError> {
    let mut at = skip_space(bytes, at);
    // Most values are texts.
    if bytes.get(at) == Some(&b'"') {
        return skip_string(bytes, at);
    }
    let mut nest = Nest::new(max_depth);
    'value: loop {
        match bytes.get(at).copied() {
            Some(b'"') => at = skip_string(bytes, at)?,
            Some(b'{') => {
                nest.open(true, at)?;
                at = skip_space(bytes, at + 1);
                if bytes.get(at) != Some(&b'}') {
                    at = skip_key(bytes, at)?;
                    continue 'value;
                }
            }
            Some(b'[') => {
                nest.open(false, at)?;
                at = skip_space(bytes, at + 1);
                if bytes.get(at) != Some(&b']') {
                    continue 'value;
                }
            }
            Some(b'-' | b'0'..=b'9') => at = skip_number(bytes, at)?,
            Some(b't') => at = skip_word(bytes, at, b"true")?,
            Some(b'f') => at = skip_word(bytes, at, b"false")?,
            Some(b'n') => at = skip_word(bytes, at, b"null")?,
            Some(_) => return Err(JsonError::new(at, "no value starts like this")),
            None => return Err(JsonError::new(at, "the text ends where a value should be")),
        }
        while nest.depth > 0 {
            at = skip_space(bytes, at);
            match bytes.get(at) {
                Some(b',') => {
                    at = skip_space(bytes, at + 1);
                    if nest.in_object() {
                        at = skip_key(bytes, at)?;
                    }
                    continue 'value;
                }
                Some(b'}') if nest.in_object() => nest.close(),
                Some(b']') if !nest.in_object() => nest.close(),
                Some(_) => return Err(JsonError::new(at, "neither a comma nor the end")),
                None => return Err(JsonError::new(at, "the text ends inside an array or object")),
            }
            at += 1;
        }
        return Ok(at);
    }
}

/// The end of the string whose opening quote is at `at`.
#[inline]
pub(crate) fn skip_string(bytes: &[u8], at: usize) -> Result<usize, JsonError> {
    let mut at = at + 1;
    loop {
        at = find_special(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = skip_escape(bytes, at)?,
            Some(_) => return Err(JsonError::new(at, "a control character in a string")),
            None => return Err(JsonError::new(at, "the text ends inside a string")),
        }
    }
}

/// The first quote, backslash or control character at or after `at`; the length if there is none.
///
/// Short distances are covered by 8 bytes at once, long ones by [`WIDE`].
#[inline]
pub(crate) fn find_special(bytes: &[u8], mut at: usize) -> usize {
    let near = at.saturating_add(WIDE);
    while at < near {
        let Some(word) = word(bytes, at) else { break };
        if word != 0 {
            return at + first(word);
        }
        at += 8;
    }
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk::<WIDE>) {
        // Written so that the compiler turns it into vector instructions.
        let mut found = false;
        for byte in chunk {
            found |= (*byte < 0x20) | (*byte == b'"') | (*byte == b'\\');
        }
        if found {
            break;
        }
        at += WIDE;
    }
    while let Some(word) = word(bytes, at) {
        if word != 0 {
            return at + first(word);
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if *byte < 0x20 || *byte == b'"' || *byte == b'\\' {
            break;
        }
        at += 1;
    }
    at
}

const WIDE: usize = 32;

/// The special bits of the 8 bytes at `at`, if there are so many.
#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..)?.first_chunk::<8>()?;
    Some(special_bits(u64::from_le_bytes(*word)))
}

/// The first byte whose top bit is set.
#[inline]
fn first(bits: u64) -> usize {
    (bits.trailing_zeros() / 8) as usize
}

/// Sets the top bit of bytes that are special. Bytes above the lowest hit may be set wrongly
/// (borrows run upwards), the lowest hit never is.
#[inline]
fn special_bits(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES * 0x80;
    let below_space = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = word ^ (ONES * b'"' as u64);
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = word ^ (ONES * b'\\' as u64);
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (below_space | quote | backslash) & TOPS
}

/// The end of the escape whose backslash is at `at`.
#[inline]
pub(super) fn skip_escape(bytes: &[u8], at: usize) -> Result<usize, JsonError> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => match bytes.get(at + 2..at + 6) {
            Some(digits) if digits.iter().all(u8::is_ascii_hexdigit) => Ok(at + 6),
            _ => Err(JsonError::new(at, "an escape without four hexadecimal digits")),
        },
        _ => Err(JsonError::new(at, "an unknown escape")),
    }
}

/// From a member's key to its value: past the key, the colon and white space.
#[inline]
fn skip_key(bytes: &[u8], at: usize) -> Result<usize, JsonError> {
    if bytes.get(at) != Some(&b'"') {
        return Err(JsonError::new(at, "no member name"));
    }
    skip_colon(bytes, skip_string(bytes, at)?)
}

/// From the end of a member's key to its value.
#[inline]
pub(super) fn skip_colon(bytes: &[u8], at: usize) -> Result<usize, JsonError> {
    let at = skip_space(bytes, at);
    if bytes.get(at) != Some(&b':') {
        return Err(JsonError::new(at, "no colon after a member name"));
    }
    Ok(skip_space(bytes, at + 1))
}

/// The end of the number that starts at `at`.
pub(crate) fn skip_number(bytes: &[u8], at: usize) -> Result<usize, JsonError> {
    let mut at = at + usize::from(bytes.get(at) == Some(&b'-'));
    at = match bytes.get(at) {
        Some(b'0') => at + 1,
        _ => skip_digits(bytes, at)?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = skip_digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = skip_digits(bytes, at)?;
    }
    match bytes.get(at) {
        Some(b'0'..=b'9') => Err(JsonError::new(at, "a number with a leading zero")),
        _ => Ok(at),
    }
}

fn skip_digits(bytes: &[u8], start: usize) -> Result<usize, JsonError> {
    let mut at = start;
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    if at == start { Err(JsonError::new(at, "a digit is missing")) } else { Ok(at) }
}

fn skip_word(bytes: &[u8], at: usize, word: &[u8]) -> Result<usize, JsonError> {
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(word)) {
        Ok(at + word.len())
    } else {
        Err(JsonError::new(at, "no value starts like this"))
    }
}

/// Which of the open levels are objects: the lowest bit is the innermost.
struct Nest {
    bits: u128,
    depth: usize,
    limit: usize,
}

impl Nest {
    fn new(max_depth: usize) -> Self {
        Self { bits: 0, depth: 0, limit: max_depth.min(MAX_DEPTH) }
    }

    fn open(&mut self, object: bool, at: usize) -> Result<(), JsonError> {
        if self.depth == self.limit {
            return Err(JsonError::new(at, TOO_DEEP));
        }
        self.bits = (self.bits << 1) | u128::from(object);
        self.depth += 1;
        Ok(())
    }

    fn close(&mut self) {
        self.bits >>= 1;
        self.depth -= 1;
    }

    fn in_object(&self) -> bool {
        self.bits & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_finds_the_first_special_byte_wherever_it_lies() {
        for length in 0..200 {
            let plain = vec![b'a'; length];
            assert_eq!(find_special(&plain, 0), length);
            for place in 0..length {
                for special in [b'"', b'\\', 0, 0x0a, 0x1f] {
                    let mut bytes = plain.clone();
                    bytes[place] = special;
                    if place + 1 < length {
                        bytes[place + 1] = b'"';
                    }
                    for start in [0, place / 2, place] {
                        assert_eq!(find_special(&bytes, start), place, "{length} {place} {start}");
                    }
                }
            }
        }
    }

    #[test]
    fn bytes_next_to_the_special_ones_are_plain() {
        for byte in 0u8..=255 {
            let special = byte < 0x20 || byte == b'"' || byte == b'\\';
            for place in 0..80 {
                let mut bytes = [b' '; 80];
                bytes[place] = byte;
                assert_eq!(find_special(&bytes, 0), if special { place } else { 80 });
            }
        }
    }
}
