//! What patterns cost: what a pattern is compiled to counts, and not how short it is written.

use serde_json::Value as Tree;

/// States of a class beyond ASCII: its bytes in UTF-8 are told apart one by one.
const WIDE: usize = 12;
/// States of a class of Unicode's, such as all letters.
const UNICODE: usize = 500;

/// How many patterns there are to compile.
pub(crate) fn count(schema: &Tree) -> usize {
    match schema {
        Tree::Array(items) => items.iter().map(count).sum(),
        Tree::Object(members) => {
            let here = |(name, value): (&String, &Tree)| match (name.as_str(), value) {
                ("pattern", Tree::String(_)) => 1,
                ("patternProperties", Tree::Object(patterns)) => patterns.len(),
                _ => 0,
            };
            members.iter().map(here).sum::<usize>() + members.values().map(count).sum::<usize>()
        }
        _ => 0,
    }
}

/// About how many states a pattern has, what is repeated counted as often as it is.
pub(crate) fn states(pattern: &str) -> usize {
    let mut rest = pattern.chars().peekable();
    // Of each open group: what it has so far, and its last part.
    let mut groups = vec![(0_usize, 0_usize)];
    while let Some(char) = rest.next() {
        let part = match char {
            '(' => {
                groups.push((0, 0));
                continue;
            }
            ')' if groups.len() > 1 => {
                let (sum, last) = groups.pop().unwrap_or_default();
                sum.saturating_add(last).saturating_add(2)
            }
            '{' => {
                let times = times(&mut rest);
                if let Some((_, last)) = groups.last_mut() {
                    *last = last.saturating_mul(times);
                }
                continue;
            }
            '[' => class(&mut rest),
            '.' => WIDE,
            '\\' => escape(rest.next()),
            char => char.len_utf8(),
        };
        if let Some((sum, last)) = groups.last_mut() {
            *sum = sum.saturating_add(*last);
            *last = part;
        }
    }
    groups.into_iter().fold(0, |all, (sum, last)| all.saturating_add(sum).saturating_add(last))
}

/// The largest number between braces, and one that is more than none.
fn times(rest: &mut impl Iterator<Item = char>) -> usize {
    let (mut most, mut number) = (1_usize, 0_usize);
    for char in rest.take_while(|char| *char != '}') {
        number = match char.to_digit(10) {
            Some(digit) => number.saturating_mul(10).saturating_add(digit as usize),
            None => 0,
        };
        most = most.max(number);
    }
    most
}

fn class(rest: &mut std::iter::Peekable<impl Iterator<Item = char>>) -> usize {
    let mut states = if rest.peek() == Some(&'^') { WIDE } else { 1 };
    while let Some(char) = rest.next() {
        states = match char {
            ']' => break,
            '\\' => states.max(escape(rest.next())),
            char if char.is_ascii() => states,
            _ => states.saturating_add(4),
        };
    }
    states
}

fn escape(char: Option<char>) -> usize {
    match char {
        Some('p' | 'P') => UNICODE,
        Some('D' | 'S' | 'W' | 's' | 'u' | 'x') => WIDE,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::states;

    #[test]
    fn repetitions_count_as_often_as_they_are() {
        assert_eq!(states("^[a-z]+$"), 4);
        assert_eq!(states("[a-z]{10000}[0-9A-Z]"), 10_001);
        assert_eq!(states("((a{10}){2,20}b){30,}"), (((10 + 2) * 20 + 1) + 2) * 30);
        assert_eq!(states(r"[^\]]{5}\p{L}"), 5 * 12 + 500);
        assert_eq!(states(&"(a{9}".repeat(400)), 400 * 9);
        assert_eq!(states(&format!("{}a{}", "(".repeat(9), "{99999999})".repeat(9))), usize::MAX);
    }
}
