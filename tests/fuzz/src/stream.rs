//! Streams that are cut in many ways.

/// Longer than what is copied out of the buffer instead of being handed on with it.
const RUN: usize = 70_000;
/// Runs in one stream.
const RUNS: usize = 3;

/// `stream` with a long run of text for each byte FE.
pub fn unfold(stream: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(stream.len());
    let mut runs = 0;
    for byte in stream {
        if *byte == 0xFE && runs < RUNS {
            runs += 1;
            out.resize(out.len() + RUN, b'x');
        } else {
            out.push(*byte);
        }
    }
    out
}

/// Pieces of many lengths, small ones more often.
pub fn cuts(stream: &[u8], mut seed: u32) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = stream;
    while !rest.is_empty() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let most = [3, 20, 300, 50_000][(seed >> 30) as usize];
        let length = (seed >> 8) as usize % most + 1;
        let (piece, tail) = rest.split_at(length.min(rest.len()));
        pieces.push(piece);
        rest = tail;
    }
    pieces
}
