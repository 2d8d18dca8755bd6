use memchr::{memchr, memmem};
use std::io::Read;

/// A read buffer that grows, and hands out what lies between delimiters.
pub struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Buffer {
    pub fn new() -> Self {
        Self { bytes: vec![0; 64 * 1024], start: 0, end: 0 }
    }

    /// Takes what comes before the delimiter, and the delimiter.
    pub fn until(&mut self, from: &mut impl Read, delimiter: &[u8]) -> &[u8] {
        let mut searched = 0;
        loop {
            let rest = &self.bytes[self.start + searched..self.end];
            let hit = match delimiter {
                &[byte] => memchr(byte, rest),
                _ => memmem::find(rest, delimiter),
            };
            if let Some(length) = hit {
                let range = self.start..self.start + searched + length;
                self.start = range.end + delimiter.len();
                return &self.bytes[range];
            }
            searched = (self.end - self.start).saturating_sub(delimiter.len() - 1);
            self.fill(from);
        }
    }

    /// Takes so many bytes.
    pub fn exactly(&mut self, from: &mut impl Read, length: usize) -> &[u8] {
        while self.end - self.start < length {
            self.fill(from);
        }
        let range = self.start..self.start + length;
        self.start = range.end;
        &self.bytes[range]
    }

    /// Whether a whole line was read already.
    pub fn has_line(&self) -> bool {
        memchr(b'\n', &self.bytes[self.start..self.end]).is_some()
    }

    fn fill(&mut self, from: &mut impl Read) {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
        } else if self.end == self.bytes.len() && self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.bytes.len() {
            self.bytes.resize(self.bytes.len() * 2, 0);
        }
        let count = from.read(&mut self.bytes[self.end..]).expect("a read");
        assert!(count > 0, "the server closed");
        self.end += count;
    }
}
