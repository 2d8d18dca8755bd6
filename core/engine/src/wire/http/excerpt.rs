//! The beginning of a body that nobody can read as an answer: enough to see who sent it, and nothing that
//! would harm whoever looks.

use super::html;
use super::redact::redact;
use crate::display::display_line;
use std::borrow::Cow;

/// Bytes that are looked at.
const LOOK: usize = 8 << 10;
/// Characters that are shown.
const SHOW: usize = 200;

/// One line of plain text without what looks like a secret; of a page its title or its words; nothing of what
/// is no text.
pub(super) fn excerpt(content_type: Option<&str>, body: &[u8]) -> String {
    let body = &body[..body.len().min(LOOK)];
    let text = match std::str::from_utf8(body) {
        Ok(text) => Cow::Borrowed(text),
        // Cut in the middle of a character, if by nobody else then here.
        Err(error) if error.error_len().is_none() => {
            String::from_utf8_lossy(&body[..error.valid_up_to()])
        }
        Err(_) => String::from_utf8_lossy(body),
    };
    if is_binary(&text) {
        return String::new();
    }
    let text = if html::is_page(content_type, &text) { html::words(&text).into() } else { text };
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    display_line(&redact(&line), SHOW).into_owned()
}

/// Compressed, encrypted, or pictures.
fn is_binary(text: &str) -> bool {
    let odd = |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control() && !c.is_whitespace();
    text.chars().filter(odd).count() * 10 > text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // proves: SEC-18
    #[test]
    fn it_is_one_safe_line() {
        let of = |body: &str| excerpt(Some("text/plain"), body.as_bytes());
        assert_eq!(of("  oops\r\n\r\n\tit  broke "), "oops it broke");
        assert_eq!(of("a\u{1b}[31m red and more of it"), "a\u{241b}[31m red and more of it");
        assert_eq!(of(""), "");
        assert_eq!(of(&"x ".repeat(10_000)).chars().count(), SHOW);
        assert_eq!(excerpt(None, b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xfe\xfd"), "");
        let cut = "é ".repeat(LOOK);
        assert!(excerpt(None, &cut.as_bytes()[1..]).contains('é'), "whatever the cut");
        assert_eq!(excerpt(None, &"née".as_bytes()[..2]), "n");
    }

    #[test]
    fn of_a_page_there_are_words() {
        let page =
            "<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head><body><h1>nginx";
        assert_eq!(excerpt(Some("text/html; charset=utf-8"), page.as_bytes()), "502 Bad Gateway");
        assert_eq!(excerpt(None, page.as_bytes()), "502 Bad Gateway");
        assert_eq!(excerpt(Some("text/plain"), b"a < b > c"), "a < b > c");
    }

    proptest! {
        #[test]
        fn any_body_has_a_short_one(body in prop::collection::vec(any::<u8>(), 0..600), page in any::<bool>()) {
            let kind = page.then_some("text/html");
            let text = excerpt(kind, &body);
            prop_assert!(text.chars().count() <= SHOW);
            prop_assert!(!text.chars().any(char::is_control));
            let text = excerpt(kind, String::from_utf8_lossy(&body).as_bytes());
            prop_assert!(text.chars().count() <= SHOW);
        }
    }
}
