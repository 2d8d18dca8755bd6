//! The shape of media: base64 and MIME types (SAM-46).

/// Whether `text` is base64 with the standard alphabet and padding (RFC 4648, section 4).
pub(super) fn is_base64(text: &str) -> bool {
    let padding = text.len() - text.trim_end_matches('=').len();
    let body = text.as_bytes().get(..text.len() - padding).unwrap_or(&[]);
    if text.len() % 4 != 0 || padding > 2 {
        return false;
    }
    // Without an early end the loop runs over many bytes at once.
    body.chunks(256).all(|chunk| chunk.iter().fold(true, |all, byte| all & in_alphabet(*byte)))
}

fn in_alphabet(byte: u8) -> bool {
    byte.is_ascii_uppercase()
        | byte.is_ascii_lowercase()
        | byte.is_ascii_digit()
        | (byte == b'+')
        | (byte == b'/')
}

/// Whether `text` is a media type: two names (RFC 6838), and perhaps parameters after a semicolon.
pub(super) fn is_mime_type(text: &str) -> bool {
    let (names, parameters) = text.split_once(';').unwrap_or((text, ""));
    let name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.len() <= 127
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b))
    };
    let names = names.trim_end_matches([' ', '\t']).split_once('/');
    names.is_some_and(|(kind, subkind)| name(kind) && name(subkind))
        && parameters.chars().all(|c| c == '\t' || !c.is_control())
}
