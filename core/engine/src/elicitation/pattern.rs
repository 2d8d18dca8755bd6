//! The `pattern` of a text field, checked in linear time or not at all (ELI-14).
//!
//! JSON Schema means the regular expressions of ECMA-262 with the unicode flag, unanchored. They
//! are rewritten for `regex-automata`, the engine of the `regex` crate, whose classes, boundaries
//! and set operations differ. What it cannot do (look-around, back references) is kept as text and
//! not enforced. The engine is used by itself because its limits then mean the same whatever
//! features other parts of a program turn on.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::{Arc, Mutex};

use regex_automata::nfa::thompson::pikevm::{Cache, PikeVM};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::syntax;

/// Longer patterns are not compiled.
const MAX_SOURCE: usize = 2_000;
/// What most compiled patterns stay below, in bytes.
const SMALL: usize = 64 << 10;
/// What a few patterns of a form may take: counted repetitions of Unicode classes grow large.
const LARGE: usize = 1 << 20;

/// A pattern of the server's.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: String,
    regex: Option<Arc<Compiled>>,
}

#[derive(Debug)]
struct Compiled {
    regex: PikeVM,
    /// What the last search worked with, for the next one.
    idle: Mutex<Option<Cache>>,
}

impl Compiled {
    fn finds(&self, text: &str) -> bool {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.take());
        let mut cache = idle.unwrap_or_else(|| self.regex.create_cache());
        let found = self.regex.is_match(&mut cache, text);
        if let Ok(mut idle) = self.idle.lock() {
            *idle = Some(cache);
        }
        found
    }
}

impl Pattern {
    /// Compiles `source` if that is safe. `large` says how many more patterns of this form may
    /// take much memory, and is counted down.
    pub(super) fn new(source: &str, large: &mut u32) -> Self {
        let compiled = |regex| Arc::new(Compiled { regex, idle: Mutex::new(None) });
        Self { source: source.to_owned(), regex: compile(source, large).map(compiled) }
    }

    /// The pattern as the server wrote it.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the library enforces it.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.regex.is_some()
    }

    /// Whether `text` holds a match, or the pattern is not enforced.
    #[must_use]
    pub fn allows(&self, text: &str) -> bool {
        self.regex.as_ref().is_none_or(|regex| regex.finds(text))
    }
}

fn compile(source: &str, large: &mut u32) -> Option<PikeVM> {
    if source.len() > MAX_SOURCE {
        return None;
    }
    let rewritten = rewrite(source)?;
    // The error says whether the pattern is too large.
    let build = |size| {
        let limits =
            thompson::Config::new().nfa_size_limit(Some(size)).which_captures(WhichCaptures::None);
        // Of what is rewritten only boundaries speak of bytes, and they consume none.
        let syntax = syntax::Config::new().nest_limit(64).utf8(false);
        let built = PikeVM::builder().syntax(syntax).thompson(limits).build(&rewritten);
        built.map_err(|error| error.size_limit().is_some())
    };
    match build(SMALL) {
        Err(true) if *large > 0 => {
            *large -= 1;
            build(LARGE).ok()
        }
        built => built.ok(),
    }
}

/// ECMA-262 white space and line ends.
const SPACE: &str = r"\t\n\x0B\x0C\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}";

type Source<'a> = Peekable<Chars<'a>>;

/// One element of a class, or an escape outside of one.
enum Piece {
    Char(char),
    /// The inside of a class.
    Set(String),
    /// Not a class at all; only outside of one.
    Assertion(&'static str),
}

fn rewrite(source: &str) -> Option<String> {
    let mut out = String::with_capacity(source.len() * 2);
    let mut rest = source.chars().peekable();
    // Two repetitions in a row are an error in ECMA-262, but not in the crate.
    let mut repeated = false;
    while let Some(c) = rest.next() {
        let repeats = match c {
            '*' | '+' | '?' => {
                out.push(c);
                true
            }
            '{' => braces(&mut rest, &mut out),
            _ => {
                atom(c, &mut rest, &mut out)?;
                false
            }
        };
        if repeats && repeated {
            return None;
        }
        repeated = repeats;
        if let Some(lazy) = rest.next_if(|next| repeats && *next == '?') {
            out.push(lazy);
        }
    }
    Some(out)
}

/// Anything but a repetition.
fn atom(c: char, rest: &mut Source<'_>, out: &mut String) -> Option<()> {
    match c {
        '\\' => match escape(rest, false)? {
            Piece::Char(c) => push_char(out, c),
            Piece::Set(set) => out.extend(["[", &set, "]"]),
            Piece::Assertion(text) => out.push_str(text),
        },
        '.' => out.push_str(r"[^\n\r\x{2028}\x{2029}]"),
        '[' => class(rest, out)?,
        '(' => group(rest, out)?,
        '^' | '$' | ')' | '|' => out.push(c),
        _ => push_char(out, c),
    }
    Some(())
}

/// A literal character, spelled so that it means itself everywhere.
fn push_char(out: &mut String, c: char) {
    if c.is_alphanumeric() {
        out.push(c);
    } else {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
    }
}

fn group(rest: &mut Source<'_>, out: &mut String) -> Option<()> {
    out.push('(');
    if rest.next_if_eq(&'?').is_none() {
        return Some(());
    }
    match rest.next()? {
        ':' => out.push_str("?:"),
        '<' => {
            let name: String = rest.by_ref().take_while(|c| *c != '>').collect();
            // A name is dropped: nothing refers to it.
            if name.starts_with(['=', '!']) || name.is_empty() {
                return None;
            }
            out.push_str("?:");
        }
        'i' => match rest.next()? {
            end @ (':' | ')') => out.extend(["?i", end.encode_utf8(&mut [0; 4])]),
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}

/// A counted repetition, or a brace that means itself; whether it is the former.
fn braces(rest: &mut Source<'_>, out: &mut String) -> bool {
    let count: String = rest.clone().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    let closed = rest.clone().nth(count.len()) == Some('}');
    let numbers =
        count.starts_with(|c: char| c.is_ascii_digit()) && count.matches(',').count() <= 1;
    if closed && numbers {
        out.extend(["{", &count, "}"]);
        rest.nth(count.len());
    } else {
        out.push_str("\\{");
    }
    closed && numbers
}

fn class(rest: &mut Source<'_>, out: &mut String) -> Option<()> {
    let negated = rest.next_if_eq(&'^').is_some();
    let mut set = String::new();
    loop {
        let low = match rest.next()? {
            ']' => break,
            c => class_piece(c, rest)?,
        };
        if rest.peek() != Some(&'-') || rest.clone().nth(1) == Some(']') {
            push_piece(&mut set, low);
            continue;
        }
        rest.next();
        let c = rest.next()?;
        match (low, class_piece(c, rest)?) {
            (Piece::Char(low), Piece::Char(high)) => {
                push_char(&mut set, low);
                set.push('-');
                push_char(&mut set, high);
            }
            (low, high) => {
                push_piece(&mut set, low);
                push_char(&mut set, '-');
                push_piece(&mut set, high);
            }
        }
    }
    match (set.is_empty(), negated) {
        (true, true) => out.push_str("(?s:.)"),
        (true, false) => out.push_str(r"[^\x{0}-\x{10FFFF}]"),
        (false, true) => out.extend(["[^", &set, "]"]),
        (false, false) => out.extend(["[", &set, "]"]),
    }
    Some(())
}

fn class_piece(c: char, rest: &mut Source<'_>) -> Option<Piece> {
    if c == '\\' { escape(rest, true) } else { Some(Piece::Char(c)) }
}

fn push_piece(set: &mut String, piece: Piece) {
    match piece {
        Piece::Char(c) => push_char(set, c),
        Piece::Set(inner) => set.push_str(&inner),
        Piece::Assertion(_) => {}
    }
}

/// What follows a backslash.
fn escape(rest: &mut Source<'_>, in_class: bool) -> Option<Piece> {
    let c = rest.next()?;
    let digit_follows = rest.peek().is_some_and(char::is_ascii_digit);
    Some(match c {
        'd' => Piece::Set("0-9".into()),
        'D' => Piece::Set("[^0-9]".into()),
        'w' => Piece::Set("0-9A-Za-z_".into()),
        'W' => Piece::Set("[^0-9A-Za-z_]".into()),
        's' => Piece::Set(SPACE.into()),
        'S' => Piece::Set(format!("[^{SPACE}]")),
        'p' | 'P' => {
            rest.next_if_eq(&'{')?;
            let name: String = rest.by_ref().take_while(|c| *c != '}').collect();
            let lawful = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '=';
            if !name.chars().all(lawful) {
                return None;
            }
            Piece::Set(format!("\\{c}{{{name}}}"))
        }
        'b' if in_class => Piece::Char('\u{8}'),
        'b' => Piece::Assertion(r"(?-u:\b)"),
        'B' if !in_class => Piece::Assertion(r"(?-u:\B)"),
        'n' => Piece::Char('\n'),
        'r' => Piece::Char('\r'),
        't' => Piece::Char('\t'),
        'v' => Piece::Char('\u{b}'),
        'f' => Piece::Char('\u{c}'),
        '0' if !digit_follows => Piece::Char('\0'),
        'c' => Piece::Char(char::from(
            u8::try_from(rest.next()?).ok().filter(u8::is_ascii_alphabetic)? & 31,
        )),
        'x' => Piece::Char(char::from_u32(hex(rest, 2)?)?),
        'u' => Piece::Char(unicode(rest)?),
        // Any other letter or digit means something that cannot be had, or nothing.
        c if c.is_alphanumeric() => return None,
        c => Piece::Char(c),
    })
}

/// What follows `\u`: braces, or one or two groups of four digits.
fn unicode(rest: &mut Source<'_>) -> Option<char> {
    if rest.next_if_eq(&'{').is_some() {
        let digits: String = rest.by_ref().take_while(|c| *c != '}').collect();
        return char::from_u32(u32::from_str_radix(&digits, 16).ok()?);
    }
    let high = hex(rest, 4)?;
    if !(0xd800..0xdc00).contains(&high) {
        return char::from_u32(high);
    }
    rest.next_if_eq(&'\\')?;
    rest.next_if_eq(&'u')?;
    let low = hex(rest, 4).filter(|low| (0xdc00..0xe000).contains(low))?;
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

fn hex(rest: &mut Source<'_>, digits: usize) -> Option<u32> {
    (0..digits).try_fold(0, |sum, _| Some(sum * 16 + rest.next()?.to_digit(16)?))
}
