//! Finds the id of a message that is too large, or too deep, to be kept.

const KEY: usize = 8;
const VALUE: usize = 64;

/// Reads one JSON object byte by byte, keeping only its top-level `id` and whether it has a `method`.
/// It does not validate: what it finds is used to fail one call, never to answer one.
#[derive(Debug, Default)]
pub(crate) struct Skim {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The next top-level string is a member's name.
    expects_key: bool,
    key: Vec<u8>,
    value: Vec<u8>,
    in_id: bool,
    id: Option<Vec<u8>>,
    has_method: bool,
}

/// What is known of a message that was skimmed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Skimmed {
    /// The raw id, if there was one of sane length.
    pub id: Option<String>,
    /// It is a request or a notification, not an answer.
    pub has_method: bool,
}

impl Skim {
    pub(crate) fn of(bytes: &[u8]) -> Skimmed {
        let mut skim = Self::default();
        skim.feed(bytes);
        skim.finish()
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let [byte, tail @ ..] = rest {
            // Nearly all of a large message is the inside of strings deep in it.
            if self.in_string && self.depth > 1 && !self.escaped {
                match memchr::memchr2(b'"', b'\\', rest) {
                    None => return,
                    Some(0) => {}
                    Some(skip) => {
                        rest = &rest[skip..];
                        continue;
                    }
                }
            }
            self.byte(*byte);
            rest = tail;
        }
    }

    pub(crate) fn finish(self) -> Skimmed {
        let id = self.id.and_then(|raw| String::from_utf8(raw).ok());
        Skimmed { id: id.map(|raw| raw.trim().to_owned()), has_method: self.has_method }
    }

    fn byte(&mut self, byte: u8) {
        if self.in_string {
            self.string_byte(byte);
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                if self.depth == 1 && self.expects_key {
                    self.key.clear();
                } else {
                    self.keep(byte);
                }
            }
            b'{' | b'[' => {
                self.depth += 1;
                self.expects_key = self.depth == 1;
            }
            b'}' | b']' => {
                self.end_value();
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => {
                self.expects_key = false;
                self.in_id = self.key == b"id";
                self.has_method |= self.key == b"method";
                self.value.clear();
            }
            b',' if self.depth == 1 => {
                self.end_value();
                self.expects_key = true;
            }
            _ => self.keep(byte),
        }
    }

    fn string_byte(&mut self, byte: u8) {
        if self.depth == 1 && self.expects_key {
            if byte != b'"' && self.key.len() < KEY {
                self.key.push(byte);
            }
        } else {
            self.keep(byte);
        }
        if self.escaped {
            self.escaped = false;
        } else if byte == b'\\' {
            self.escaped = true;
        } else if byte == b'"' {
            self.in_string = false;
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.in_id && self.depth == 1 && self.value.len() <= VALUE {
            self.value.push(byte);
        }
    }

    fn end_value(&mut self) {
        if self.depth == 1 && std::mem::take(&mut self.in_id) && self.value.len() <= VALUE {
            self.id = Some(std::mem::take(&mut self.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Option<String> {
        Skim::of(text.as_bytes()).id
    }

    #[test]
    fn finds_the_id_wherever_it_stands() {
        assert_eq!(id(r#"{"id":7,"result":{"id":9}}"#).as_deref(), Some("7"));
        assert_eq!(
            id(r#"{"result":{"id":9,"a":["}"]},"x":"\"id\":1", "id" : 7 }"#).as_deref(),
            Some("7")
        );
        assert_eq!(id(r#"{"result":"a\\","id":"x,\"y"}"#).as_deref(), Some(r#""x,\"y""#));
        assert_eq!(id(r#"{"result":{}}"#), None);
        assert_eq!(id(&format!(r#"{{"id":"{}"}}"#, "a".repeat(100))), None);
        assert!(Skim::of(br#"{"method":"a","id":1}"#).has_method);
        assert!(!Skim::of(br#"{"result":{"method":1},"id":1}"#).has_method);
    }

    #[test]
    fn chunks_make_no_difference() {
        let text = r#"{"result":{"t":"a\"b"},"id":12}"#;
        for cut in 0..text.len() {
            let mut skim = Skim::default();
            skim.feed(&text.as_bytes()[..cut]);
            skim.feed(&text.as_bytes()[cut..]);
            assert_eq!(skim.finish().id.as_deref(), Some("12"), "cut at {cut}");
        }
    }
}
