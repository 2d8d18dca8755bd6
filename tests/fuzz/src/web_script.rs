//! Any bytes are a run over HTTP: one step a line, so that a run can be written and read by hand.
//!
//! ```text
//! h                 servers of the handshake; s: of the stateless era; o: of the oldest transport; else: any
//! g                 the server does what a good one would, with the exchange that waits longest
//! Y00               what the first exchange asked is answered whole: 0 to 6 greetings, from 7 on results
//! H001y9            the head of the first exchange: which status, which type, y if it names a session, and a length
//! M0yA00            the server says on it, to what it carried, what `script` has for `A00`
//! D0{"jsonrpc":...} an event with these data
//! B0: x             these bytes, and a line end
//! ~0: x             these bytes
//! N00               it ends, in order; 1 and up: it fails
//! Z                 closing is done
//! c1y300            whatever the host does, and the clock, as in `script`
//! ```

use crate::script::{digit, number, step};
use crate::step::Step;
use crate::web_step::WebStep;
use crate::web_witness::Mode;

/// Steps of one run beyond this number only cost time.
const MOST: usize = 200;

/// Which servers may be spoken to, and what happens.
pub fn read(data: &[u8]) -> (Mode, Vec<WebStep>) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let mode = match lines.next() {
        Some(b"h") => Mode::Handshake,
        Some(b"s") => Mode::Stateless,
        Some(b"o") => Mode::OldSse,
        _ => Mode::Any,
    };
    (mode, lines.take(MOST).filter_map(web_step).collect())
}

fn web_step(line: &[u8]) -> Option<WebStep> {
    let (letter, rest) = line.split_first()?;
    let pick = |place: usize| rest.get(place).map_or(0, |byte| digit(*byte));
    let exchange = pick(0);
    let tail = rest.get(1..).unwrap_or_default();
    Some(match letter {
        b'Y' => WebStep::Replies { exchange, how: number(tail) as u8 },
        b'H' => {
            let session = rest.get(3) == Some(&b'y');
            WebStep::Head { exchange, status: pick(1), kind: pick(2), session, promise: pick(4) }
        }
        b'M' => {
            let what = step(tail.get(1..)?).filter(is_a_message)?;
            WebStep::Says { exchange, own: tail[0] == b'y', what }
        }
        b'D' => WebStep::Raw { exchange, bytes: [b"data: ", tail, b"\n\n"].concat() },
        b'B' => WebStep::Raw { exchange, bytes: [tail, b"\n"].concat() },
        b'~' => WebStep::Raw { exchange, bytes: tail.to_vec() },
        b'g' => WebStep::Good,
        b'N' => WebStep::End { exchange, how: pick(1) },
        b'Z' => WebStep::Closed,
        b'c' | b'x' | b'r' | b'a' | b'n' | b'o' | b'v' | b'z' | b'k' | b'q' | b'w' | b't' => {
            WebStep::Host(step(line)?)
        }
        _ => return None,
    })
}

/// Whole messages, of which the books know what they are.
fn is_a_message(step: &Step) -> bool {
    matches!(
        step,
        Step::ServerAnswers { .. }
            | Step::ServerAsks { .. }
            | Step::Batch { .. }
            | Step::ServerCancels(_)
            | Step::Changes { .. }
            | Step::Progress(_)
            | Step::Log(_)
            | Step::Unknown(_)
            | Step::Huge { .. }
            | Step::Greet { .. }
    )
}
