//! What a dialog should warn of: facts about a request, as data. Nothing is refused here.

use super::secrets::asks_for_secret;
use crate::codes::codes;
use crate::elicitation::Form;

/// Longer texts bury what they ask for.
const LONG_MESSAGE: usize = 2_000;
const LONG_LABEL: usize = 200;

codes! {
    /// What to be careful about. Numbers and names never change their meaning; new ones may be added.
    HazardKind {
        /// It seems to ask for a password, a key, a token or card data, which forms must not (ELI-46).
        Secret = 1 "secret";
        /// It holds a link; nothing but the URL of a URL visit may be made clickable (ELI-50).
        Link = 2 "link";
        /// It holds characters that control terminals, turn the writing direction, or cannot be seen.
        Control = 3 "control";
        /// It is long enough to bury what it asks for.
        Long = 4 "long";
    }
}

/// One warning, and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What to be careful about.
    pub kind: HazardKind,
    /// The field it is about; `None` is the message.
    pub field: Option<usize>,
}

/// Warnings about a message and, where there is one, its form (ELI-46, ELI-47). In order of appearance.
#[must_use]
pub fn hazards(message: &str, form: Option<&Form>) -> Vec<Hazard> {
    let mut found = Vec::new();
    let mut words = String::new();
    let mut seen = Seen::default();
    seen.look_at(message, LONG_MESSAGE, &mut words);
    seen.note(&mut found, None);
    for (index, field) in form.into_iter().flat_map(Form::fields).enumerate() {
        let mut seen = Seen::default();
        let labels = field.choices().iter().map(|choice| choice.label.as_str());
        let texts = [field.title.as_deref(), field.description.as_deref()].into_iter().flatten();
        for text in texts.chain([field.name.as_str()]).chain(labels) {
            seen.look_at(text, LONG_LABEL, &mut words);
        }
        seen.note(&mut found, Some(index));
    }
    found
}

/// What was seen in the texts of one thing.
#[derive(Default)]
struct Seen {
    secret: bool,
    link: bool,
    control: bool,
    long: bool,
}

impl Seen {
    fn look_at(&mut self, text: &str, long: usize, words: &mut String) {
        self.secret = self.secret || asks_for_secret(text, words);
        self.link = self.link || holds_link(text);
        self.control = self.control || holds_control(text);
        self.long = self.long || text.len() > long && text.chars().nth(long).is_some();
    }

    fn note(self, found: &mut Vec<Hazard>, field: Option<usize>) {
        for (kind, seen) in [
            (HazardKind::Secret, self.secret),
            (HazardKind::Link, self.link),
            (HazardKind::Control, self.control),
            (HazardKind::Long, self.long),
        ] {
            if seen {
                found.push(Hazard { kind, field });
            }
        }
    }
}

fn holds_link(text: &str) -> bool {
    const BEFORE_COLON: [&str; 3] = ["javascript", "data", "file"];
    let bytes = text.as_bytes();
    let ends = |end: usize, with: &str| {
        let start = end.checked_sub(with.len());
        start.is_some_and(|start| bytes[start..end].eq_ignore_ascii_case(with.as_bytes()))
    };
    let scheme = |colon: usize| {
        BEFORE_COLON.iter().any(|scheme| ends(colon, scheme))
            || bytes[colon..].starts_with(b"://") && (ends(colon, "http") || ends(colon, "https"))
    };
    memchr::memchr_iter(b':', bytes).any(scheme)
        || memchr::memchr_iter(b'.', bytes).any(|dot| ends(dot, "www"))
        || memchr::memchr(b'[', bytes).is_some() && text.contains("](")
}

fn holds_control(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, 0x20..=0x7e | b'\n' | b'\r' | b'\t');
    let control = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || crate::display::is_harmful(c)
    };
    !text.bytes().all(plain) && text.chars().any(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: ELI-50, ELI-49
    #[test]
    fn links_controls_and_length_are_seen() {
        let kinds = |message: &str| -> Vec<_> {
            hazards(message, None).iter().map(|hazard| hazard.kind).collect()
        };
        assert_eq!(kinds("Visit https://example.com/"), [HazardKind::Link]);
        for link in ["[click](javascript:1)", "[a](b)", "HTTP://A", "at WWW.x", "Data:,", "FILE:/"]
        {
            assert_eq!(kinds(link), [HazardKind::Link], "{link}");
        }
        for text in ["http:/a", "://", ":", "ww.", "a](b)", "profile", "is[0] (1)"] {
            assert_eq!(kinds(text), [], "{text}");
        }
        assert_eq!(kinds("ok\u{1b}[2J"), [HazardKind::Control]);
        assert_eq!(kinds("a\u{202e}b"), [HazardKind::Control]);
        assert_eq!(kinds(&"a ".repeat(1_001)), [HazardKind::Long]);
        assert_eq!(kinds("Two lines\r\nand a tab\t."), []);
    }
}
