use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// A way to the server.
pub trait Link {
    /// Sends a request, or a notification before it.
    fn send(&mut self, message: &[u8]);

    /// The next message.
    fn receive(&mut self) -> &[u8];

    /// Sends what has no reply: a notification, an answer to the server.
    fn tell(&mut self, message: &[u8]);

    /// The last message that belongs to the request has come.
    fn done(&mut self) {}

    /// A request and its reply.
    fn round(&mut self, message: &[u8]) {
        self.send(message);
        seen(self.receive());
        self.done();
    }
}

static PARSE: AtomicBool = AtomicBool::new(false);

/// From now on [`seen`] parses.
pub fn parse_all() {
    PARSE.store(true, Ordering::Relaxed);
}

/// All that happens to a message.
pub fn seen(message: &[u8]) {
    if PARSE.load(Ordering::Relaxed) {
        let value: serde_json::Value = serde_json::from_slice(message).expect("JSON");
        black_box(&value);
    } else {
        black_box(message);
    }
}
