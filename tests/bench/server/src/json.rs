//! Finding the parts of JSON text without building a tree.

/// Calls `member` with each key and raw value of the object in `text`.
pub fn members<'a>(text: &'a [u8], mut member: impl FnMut(&'a [u8], &'a [u8])) {
    let mut at = skip_space(text, 0);
    if text.get(at) != Some(&b'{') {
        return;
    }
    at += 1;
    loop {
        at = skip_space(text, at);
        if text.get(at) != Some(&b'"') {
            return;
        }
        let key_end = skip_string(text, at);
        let key = &text[at + 1..key_end - 1];
        at = skip_space(text, key_end);
        if text.get(at) != Some(&b':') {
            return;
        }
        at = skip_space(text, at + 1);
        let end = skip_value(text, at);
        member(key, &text[at..end]);
        at = skip_space(text, end);
        if text.get(at) != Some(&b',') {
            return;
        }
        at += 1;
    }
}

/// The raw value of one member of the object in `text`.
pub fn get<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut found = None;
    members(text, |key, value| {
        if key == name {
            found = Some(value);
        }
    });
    found
}

/// What is between the quotes of a string, escapes left as they are; anything else as it is.
pub fn unquote(value: &[u8]) -> &[u8] {
    match value {
        [b'"', inner @ .., b'"'] => inner,
        _ => value,
    }
}

/// A whole number, which some clients write as a string or with a fraction of zero.
pub fn number(value: Option<&[u8]>) -> Option<usize> {
    let text = std::str::from_utf8(unquote(value?)).ok()?;
    text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as usize))
}

/// Appends JSON text, or any text of printable bytes and line breaks, as the inside of a string.
pub fn push_escaped(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => out.push(byte),
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while text.get(at).copied().is_some_and(is_space) {
        at += 1;
    }
    at
}

/// `at` is at the opening quote; returns where the closing one is passed.
fn skip_string(text: &[u8], mut at: usize) -> usize {
    at += 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

fn skip_value(text: &[u8], mut at: usize) -> usize {
    match text.get(at) {
        Some(b'"') => skip_string(text, at),
        Some(b'{' | b'[') => skip_nested(text, at),
        _ => {
            while at < text.len() && !matches!(text[at], b',' | b'}' | b']') && !is_space(text[at])
            {
                at += 1;
            }
            at
        }
    }
}

fn skip_nested(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while at < text.len() {
        match text[at] {
            b'"' => {
                at = skip_string(text, at);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    text.len()
}
