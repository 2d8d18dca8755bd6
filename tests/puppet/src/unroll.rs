//! `repeat N { … }` becomes its lines, N times.

use std::collections::HashSet;

use crate::template::{self, Piece};

/// A line of the file: its number and its text.
pub(crate) type Numbered = (usize, String);

/// A bound on scripts, not a feature: more lines are a slip of the pen.
const MAX_LINES: usize = 2_000_000;

pub(crate) fn unroll(lines: Vec<Numbered>) -> Result<Vec<Numbered>, Numbered> {
    let mut out: Vec<Numbered> = Vec::with_capacity(lines.len());
    let mut bound = HashSet::new();
    let mut lines = lines.into_iter();
    while let Some((number, text)) = lines.next() {
        let Some(times) = repeat_head(&text).map_err(|why| (number, why))? else {
            bind(&text, &mut bound);
            out.push((number, text));
            continue;
        };
        let body = body(number, &mut lines)?;
        if out.len() + times.saturating_mul(body.len()) > MAX_LINES {
            return Err((number, format!("more than {MAX_LINES} lines")));
        }
        for round in 1..=times {
            out.extend(body.iter().map(|(number, text)| (*number, rename(text, round, &bound))));
        }
    }
    Ok(out)
}

fn repeat_head(text: &str) -> Result<Option<usize>, String> {
    let Some(rest) = text.strip_prefix("repeat ") else { return Ok(None) };
    let times = rest.strip_suffix('{').map(str::trim).and_then(|count| count.parse().ok());
    match times {
        Some(times) if times > 0 => Ok(Some(times)),
        _ => Err("expected `repeat COUNT {`".to_owned()),
    }
}

/// The lines up to the brace that closes the block.
fn body(
    start: usize,
    lines: &mut impl Iterator<Item = Numbered>,
) -> Result<Vec<Numbered>, Numbered> {
    let mut body = Vec::new();
    let mut inner = 0;
    for (number, text) in lines {
        match text.as_str() {
            "}" if inner == 0 => return Ok(body),
            "}" => inner -= 1,
            "any order {" => inner += 1,
            text if text.starts_with("repeat ") => {
                return Err((number, "a repeat inside a repeat".to_owned()));
            }
            _ => {}
        }
        body.push((number, text));
    }
    Err((start, "the block is not closed".to_owned()))
}

/// `$i` becomes the count; a name that is first captured inside the block is another one in each
/// round.
fn rename(text: &str, round: usize, bound: &HashSet<String>) -> String {
    let mut renamed = String::with_capacity(text.len() + 8);
    for piece in template::pieces(text) {
        match piece {
            Piece::Text(text) => renamed.push_str(text),
            Piece::Name { name: "i", .. } => renamed.push_str(&round.to_string()),
            Piece::Name { name, .. } if bound.contains(name) => renamed.extend(["${", name, "}"]),
            Piece::Name { name, .. } => renamed.extend(["${", name, "~", &round.to_string(), "}"]),
        }
    }
    renamed
}

fn bind(text: &str, bound: &mut HashSet<String>) {
    if text.starts_with("wire>") || text.starts_with("event ") {
        for piece in template::pieces(text) {
            if let Piece::Name { name, quoted: false } = piece {
                bound.insert(name.to_owned());
            }
        }
    }
}
