//! However the bytes of a server are cut, the session does the same.
//!
//! Input: a byte that picks the size limit, two that pick the cuts, and the stream. In the stream
//! the byte FE stands for a long run of text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::WireEvent;
use mcpclient_engine::{Limits, Session};
use mcpclient_fuzz::ready::{NOW, ready, written};
use mcpclient_fuzz::stream::{cuts, unfold};

fuzz_target!(|data: &[u8]| {
    let [limit, seed, more, stream @ ..] = data else { return };
    let stream = unfold(stream);
    let limits = Limits {
        message_bytes: [200, 500, 2_000, 100_000][usize::from(limit % 4)],
        ..Limits::default()
    };
    let session = || ready(Revision::R2025Mar, limits.clone());
    let whole = play(session(), [&stream[..]], false);
    let cuts = cuts(&stream, u32::from(*seed) << 8 | u32::from(*more));
    let cut = play(session(), cuts.iter().copied(), limit & 4 == 0);
    assert_eq!(whole, cut, "in {} pieces", cuts.len());
    if stream.len() < 500 {
        assert_eq!(whole, play(session(), stream.chunks(1), limit & 4 != 0), "byte by byte");
    }
});

/// All that comes of it, in order.
fn play<'a>(
    mut session: Session,
    pieces: impl IntoIterator<Item = &'a [u8]>,
    in_place: bool,
) -> (Vec<String>, String) {
    for piece in pieces {
        if in_place {
            session.input_buffer().extend_from_slice(piece);
            session.wire(NOW, WireEvent::Read);
        } else {
            session.wire(NOW, WireEvent::Bytes(piece));
        }
    }
    let mut events = Vec::new();
    while let Some(event) = session.next_event() {
        events.push(format!("{event:?}"));
    }
    (events, written(&mut session))
}
