//! Bytes that wait to be written to a lane.

/// A queue of bytes. Whoever owns the lane writes [`Outbox::pending`] and reports how far it came.
#[derive(Default)]
pub struct Outbox {
    bytes: Vec<u8>,
    written: usize,
}

/// A buffer that once was larger than this is given back when it is empty.
const KEEP: usize = 256 << 10;

impl Outbox {
    /// What is still to be written, oldest first.
    pub fn pending(&self) -> &[u8] {
        &self.bytes[self.written..]
    }

    /// The first `count` pending bytes are written.
    pub fn consume(&mut self, count: usize) {
        self.written = (self.written + count).min(self.bytes.len());
        if self.written == self.bytes.len() {
            self.written = 0;
            self.bytes.clear();
            self.bytes.shrink_to(KEEP);
        }
    }

    /// Nothing waits.
    pub fn is_empty(&self) -> bool {
        self.bytes.len() == self.written
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len() - self.written
    }

    pub(crate) fn clear(&mut self) {
        self.bytes = Vec::new();
        self.written = 0;
    }

    /// One message and its line ending. JSON text may hold line breaks between its tokens, never
    /// inside: a lane wants them gone (STD-03).
    pub(crate) fn line(&mut self, message: &str) {
        if self.written > KEEP {
            self.bytes.drain(..self.written);
            self.written = 0;
        }
        if memchr::memchr2(b'\n', b'\r', message.as_bytes()).is_some() {
            self.bytes.extend(
                message
                    .bytes()
                    .map(|byte| if byte == b'\n' || byte == b'\r' { b' ' } else { byte }),
            );
        } else {
            self.bytes.extend_from_slice(message.as_bytes());
        }
        self.bytes.push(b'\n');
    }
}

/// Shows how much waits; what it says is other people's.
impl std::fmt::Debug for Outbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Outbox({} bytes)", self.len())
    }
}
