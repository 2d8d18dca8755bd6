//! However a stream of events is cut, it says the same, and what a reader says that takes it whole.
//!
//! Input: a byte that picks the size limit, two that pick the cuts, and the stream. In the stream
//! the byte FE stands for a long run of text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lines::Line;
use mcpclient_fuzz::stream::{cuts, unfold};
use sse::{Event, Sse};

// The reader is the engine's own business; sessions show only what becomes of it.
mod json {
    pub use mcpclient_engine::json::{MAX_DEPTH, validate};
}
#[allow(dead_code)]
#[path = "../../../core/engine/src/rpc/lines.rs"]
mod lines;
#[path = "../../../core/engine/src/rpc/sse/oracle.rs"]
mod oracle;
#[allow(dead_code)]
#[path = "../../../core/engine/src/rpc/skim.rs"]
mod skim;
#[allow(dead_code)]
#[path = "../../../core/engine/src/rpc/sse.rs"]
mod sse;
mod time {
    pub use mcpclient_engine::Millis;
}

fuzz_target!(|data: &[u8]| {
    let [limit, seed, more, stream @ ..] = data else { return };
    let stream = unfold(stream);
    // How deep the last event may be nested is a bound of the one reader alone.
    if stream.iter().filter(|byte| matches!(byte, b'[' | b'{')).count() > json::MAX_DEPTH {
        return;
    }
    let limit = [0, 20, 500, 1_000, 100_000][usize::from(limit % 5)];
    let expected = oracle::read(&stream, limit);
    assert_eq!(play(limit, [&stream[..]]), expected, "whole");
    let cuts = cuts(&stream, u32::from(*seed) << 8 | u32::from(*more));
    assert_eq!(play(limit, cuts.iter().copied()), expected, "in {} pieces", cuts.len());
    if stream.len() < 500 {
        assert_eq!(play(limit, stream.chunks(1)), expected, "byte by byte");
    }
});

/// All that comes of it, in order.
fn play<'a>(limit: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<String> {
    let mut sse = Sse::new(limit);
    let mut said = Vec::new();
    for piece in pieces {
        sse.buffer().extend_from_slice(piece);
        while let Some(event) = sse.next() {
            said.push(shown(&sse, event));
        }
        assert!(sse.bytes().len() <= 2 * limit + 20_000 + piece.len(), "more than is needed");
    }
    if let Some(event) = sse.end() {
        said.push(shown(&sse, event));
    }
    said.push(format!("{:?} {:?}", sse.last_id(), sse.retry().map(|retry| retry.0)));
    said
}

fn shown(sse: &Sse, event: Event) -> String {
    match event {
        Event::Message(Line::Here(range)) => oracle::shown("message", &sse.bytes()[range]),
        Event::Message(Line::Large(whole, range)) => {
            oracle::shown("message", &whole.as_bytes()[range])
        }
        Event::Message(Line::Garbled) => "garbled".into(),
        Event::Message(Line::Over(_)) => "over".into(),
        Event::Endpoint(text) => oracle::shown("endpoint", text.as_bytes()),
    }
}
