//! The quoted bytes of `wire<raw "…"`.

use crate::line::{Raw, RawPiece};
use crate::template::{self, Piece};

pub(crate) fn parse(text: &str) -> Result<Raw, String> {
    if quoted_len(text) != Some(text.len()) {
        return Err("expected bytes in quotes, and nothing after them".to_owned());
    }
    let mut pieces = Vec::new();
    for piece in template::pieces(text) {
        match piece {
            Piece::Name { name, .. } => pieces.push(RawPiece::Name(name.to_owned())),
            Piece::Text(text) => pieces.push(RawPiece::Bytes(bytes(text)?)),
        }
    }
    Ok(Raw { pieces })
}

fn quoted_len(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    if bytes.next()?.1 != b'"' {
        return None;
    }
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next()?;
            }
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The bytes of a piece; quotes that are not escaped are the outer ones.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {}
            '\\' => escape(&mut chars, &mut bytes)?,
            c => push(&mut bytes, c),
        }
    }
    Ok(bytes)
}

fn escape(chars: &mut std::str::Chars<'_>, bytes: &mut Vec<u8>) -> Result<(), String> {
    match chars.next() {
        Some('n') => bytes.push(b'\n'),
        Some('r') => bytes.push(b'\r'),
        Some('t') => bytes.push(b'\t'),
        Some('0') => bytes.push(0),
        Some(c @ ('\\' | '"')) => push(bytes, c),
        Some('x') => {
            let byte = chars.as_str().get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
            bytes.push(byte.ok_or("`\\x` wants two hexadecimal digits")?);
            chars.nth(1);
        }
        Some('u') => {
            let rest = chars.as_str().strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let (hex, after) = rest.ok_or("`\\u` wants `{…}`")?;
            let code = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
            push(bytes, code.ok_or("`\\u{…}` wants the number of a character")?);
            *chars = after.chars();
        }
        _ => return Err("an escape is one of \\n \\r \\t \\0 \\\\ \\\" \\xNN \\u{…}".to_owned()),
    }
    Ok(())
}

fn push(bytes: &mut Vec<u8>, c: char) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captures::Captures;

    fn bytes_of(text: &str) -> Vec<u8> {
        let mut captures = Captures::new();
        captures.set("c", "12".to_owned());
        captures.set("s", "\"x\"".to_owned());
        parse(text).expect("reads").bytes(&captures)
    }

    #[test]
    fn escapes_become_bytes() {
        assert_eq!(
            bytes_of(r#""a\n\r\t\0\\\"\xff\u{2028}é""#),
            b"a\n\r\t\0\\\"\xff\xe2\x80\xa8\xc3\xa9"
        );
        assert_eq!(bytes_of(r#""""#), b"");
    }

    #[test]
    fn names_need_braces() {
        assert_eq!(bytes_of(r#""{\"id\":${c},${s} $c \x24{c}""#), br#"{"id":12,"x" $c ${c}"#);
    }

    #[test]
    fn what_is_not_quoted_well_is_refused() {
        for text in [
            "",
            "x",
            r#"""#,
            r#""a" b"#,
            r#""a\""#,
            r#""\q""#,
            r#""\x4""#,
            r#""\xzz""#,
            r#""\u41""#,
            r#""\u{d800}""#,
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
