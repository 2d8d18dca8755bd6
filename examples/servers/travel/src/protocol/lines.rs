//! Lines from the client, none longer than we want to remember.

use std::io::{self, BufRead, Read};

/// The longest line we take in, in bytes. A model's answer or a root list is far below.
const LONGEST: u64 = 4 * 1024 * 1024;

/// What stood on a line.
pub enum Line {
    /// Its bytes, without the line end.
    Bytes(Vec<u8>),
    /// More than we take in; it was skipped to its end.
    TooLong,
    /// Nothing: the client has closed its side.
    End,
}

/// Reads the next line.
pub fn read(from: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Ok(Line::Bytes(bytes));
    }
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if (bytes.len() as u64) < LONGEST {
        return Ok(Line::Bytes(bytes)); // the last line, left without a line end
    }
    from.skip_until(b'\n')?;
    Ok(Line::TooLong)
}
