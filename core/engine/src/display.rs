//! Server text that is safe to show.
//!
//! A server chooses its words; it does not choose the colours of the user's terminal, the
//! direction in which other text runs, or how much of the screen it takes (ELI-49).

use std::borrow::Cow;

/// Marks that may follow one letter; more would run over the lines around.
const MAX_MARKS: usize = 6;

/// `text` as several lines of plain text, at most `max` characters.
///
/// Controls become visible signs, so that escape sequences have no effect; characters that turn
/// the writing direction, or that nobody can see, become U+FFFD. Line ends of every kind become
/// `\n`; tabs stay. What is cut off leaves an ellipsis. Text without any of these is borrowed.
#[must_use]
pub fn display(text: &str, max: usize) -> Cow<'_, str> {
    shown(text, max, true)
}

/// `text` as one line of plain text, at most `max` characters: as [`display`], with a space for
/// each line end and tab.
#[must_use]
pub fn display_line(text: &str, max: usize) -> Cow<'_, str> {
    shown(text, max, false)
}

fn shown(text: &str, max: usize, lines: bool) -> Cow<'_, str> {
    if is_plain(text, max, lines) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len().min(max.saturating_mul(4)));
    let (mut count, mut marks) = (0, 0);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\r' && rest.peek() == Some(&'\n') {
            continue;
        }
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            continue;
        }
        count += 1;
        if count >= max && rest.peek().is_some() || count > max {
            // The mark of the cut takes the last place.
            if max > 0 {
                out.push('…');
            }
            break;
        }
        out.push(safe(c, lines));
    }
    Cow::Owned(out)
}

/// Printable ASCII in bounds, which most text is.
fn is_plain(text: &str, max: usize, lines: bool) -> bool {
    let plain = |byte: u8| matches!(byte, 0x20..=0x7e) || lines && matches!(byte, b'\n' | b'\t');
    text.len() <= max && text.bytes().all(plain)
}

fn safe(c: char, lines: bool) -> char {
    match c {
        '\n' | '\t' if lines => c,
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' if lines => '\n',
        '\n' | '\t' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        // The signs for controls, in the controls' order.
        '\0'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\u{7f}' => '\u{2421}',
        _ if is_harmful(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// Second-set controls, whatever turns the direction, and characters without a look of their own.
/// The joiners U+200C and U+200D stay: scripts and emoji need them.
pub(crate) fn is_harmful(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
        || matches!(c, '\u{fdd0}'..='\u{fdef}')
}

/// The combining marks that are made to be stacked on anything.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}
