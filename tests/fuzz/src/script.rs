//! Any bytes are a run: one step a line, so that a run can be written and read by hand.
//!
//! ```text
//! s                 the stateless era may be spoken; any other first line: it may not
//! G0                the server greets (G6: in the stateless era)
//! c1y300            a call: method 1, with progress, 300 ms idle at most
//! <{"jsonrpc":...}  the server sends this line
//! ~{"jso            the server sends these bytes, and no end of line
//! a00               the first input gets the first kind of answer
//! z1                the connection goes to sleep, in the second way; k: it wakes up
//! w500              5,000 ms pass
//! t9                the host takes nine events
//! ```

use crate::step::Step;

/// Steps of one run beyond this number only cost time.
const MOST: usize = 200;

/// Whether the stateless era may be spoken, and what happens.
pub fn read(data: &[u8]) -> (bool, Vec<Step>) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let stateless = lines.next() == Some(b"s");
    (stateless, lines.take(MOST).filter_map(step).collect())
}

/// One step; nothing if the line is none.
pub fn step(line: &[u8]) -> Option<Step> {
    let (letter, rest) = line.split_first()?;
    let pick = |place: usize| rest.get(place).map_or(0, |byte| digit(*byte));
    Some(match letter {
        b'c' => Step::Call {
            method: pick(0),
            progress: rest.get(1) == Some(&b'y'),
            idle: rest.get(2).map(|_| number(&rest[2..])),
        },
        b'x' => Step::CancelCall(pick(0)),
        b'r' => Step::Resume(pick(0)),
        b'a' => Step::Answer { input: pick(0), how: pick(1) },
        b'n' => Step::Notify,
        b'o' => Step::Roots(pick(0)),
        b'v' => Step::Watch(pick(0)),
        b'z' => Step::Suspend(pick(0)),
        b'k' => Step::Wake,
        b'q' => Step::Close,
        b'S' => Step::ServerAnswers { call: pick(0), how: pick(1) },
        b'K' => Step::ServerAsks { id: pick(0), what: pick(1) },
        b'B' => Step::Batch { id: pick(0), what: pick(1) },
        b'X' => Step::ServerCancels(pick(0)),
        b'C' => Step::Changes { call: pick(0), how: pick(1) },
        b'P' => Step::Progress(pick(0)),
        b'L' => Step::Log(pick(0)),
        b'U' => Step::Unknown(pick(0)),
        b'H' => Step::Huge { call: pick(0) },
        b'T' => Step::Torn { call: pick(0), cut: pick(1) },
        b'G' => Step::Greet { how: pick(0) },
        b'E' => Step::LaneEnds,
        b'R' => Step::Restarted,
        b'w' => Step::Wait(number(rest)),
        b't' => Step::Take(pick(0)),
        b'<' => Step::Bytes([rest, b"\n"].concat()),
        b'~' => Step::Bytes(rest.to_vec()),
        _ => return None,
    })
}

/// A digit is its value; every other byte is a number as well.
pub(crate) fn digit(byte: u8) -> u8 {
    if byte.is_ascii_digit() { byte - b'0' } else { byte }
}

pub(crate) fn number(text: &[u8]) -> u16 {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).take(4);
    digits.fold(0, |sum, byte| sum * 10 + u16::from(byte - b'0'))
}
