//! Small faults that a source may have.

use std::{
    fmt,
    ops::Range,
    path::{Path, PathBuf},
};

use super::source;

/// One fault.
pub(super) struct Mutant {
    /// Relative to the root.
    pub(super) path: PathBuf,
    pub(super) line: usize,
    place: Range<usize>,
    old: String,
    new: String,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.path.display();
        write!(f, "{place}:{}: `{}` becomes `{}`", self.line, self.old.trim(), self.new.trim())
    }
}

impl Mutant {
    /// The source with the fault in it.
    pub(super) fn apply(&self, source: &str) -> String {
        let mut text = source.to_owned();
        text.replace_range(self.place.clone(), &self.new);
        text
    }
}

/// What is put in place of what: comparisons flipped, limits moved by one, conditions turned.
const SWAPS: [(&str, &str); 26] = [
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" && ", " || "),
    (" || ", " && "),
    (" + ", " - "),
    (" - ", " + "),
    ("(true)", "(false)"),
    ("(false)", "(true)"),
    (".is_lt()", ".is_le()"),
    (".is_le()", ".is_lt()"),
    (".is_gt()", ".is_ge()"),
    (".is_ge()", ".is_gt()"),
    (".is_eq()", ".is_ne()"),
    (".is_some()", ".is_none()"),
    (".is_none()", ".is_some()"),
    (".is_ok()", ".is_err()"),
    (".is_err()", ".is_ok()"),
    (".is_some_and(", ".is_none_or("),
    (".is_none_or(", ".is_some_and("),
    (".all(", ".any("),
    (".any(", ".all("),
    // A fault that is found, and not told.
    ("?;\n", ".ok();\n"),
];

/// What goes in at the start of a function.
const EARLY: [(&str, &str); 3] = [
    (") -> Result<(), ", "return Ok(());"),
    (") -> bool {", "return true;"),
    (") -> bool {", "return false;"),
];

/// Every fault of one source.
pub(super) fn all(path: &Path, source: &str) -> Vec<Mutant> {
    let code = source::code(source);
    let is_code = |place: &Range<usize>| code[place.clone()].iter().all(|code| *code);
    let mut found = Vec::new();
    let mut add = |place: Range<usize>, new: &str| {
        let line = source[..place.start].matches('\n').count() + 1;
        let old = source[place.clone()].to_owned();
        found.push(Mutant { path: path.to_owned(), line, place, old, new: new.to_owned() });
    };
    for (old, new) in SWAPS {
        for (at, _) in source.match_indices(old) {
            let place = at..at + old.len();
            if is_code(&place) {
                add(place, new);
            }
        }
    }
    for (at, _) in source.match_indices('!') {
        let negates = source[..at].ends_with([' ', '('])
            && source[at + 1..].starts_with(|c: char| c.is_alphabetic() || c == '(');
        if negates && is_code(&(at..at + 1)) {
            add(at..at + 1, "");
        }
    }
    for (place, number) in numbers(source).filter(|(place, _)| is_code(place)) {
        add(place, &(number + 1).to_string());
    }
    for (at, _) in source.match_indices("return Err(") {
        let Some(length) = source[at..].find(";\n").map(|end| end + 1) else { continue };
        if is_code(&(at..at + 1)) && !source[at..at + length].contains('\n') {
            add(at..at + length, "");
        }
    }
    for (head, early) in EARLY {
        for (at, _) in source.match_indices(head) {
            let Some(open) = source[at..].find('{').map(|open| at + open + 1) else { continue };
            if is_code(&(at..at + 1)) && !source[at..open].contains(';') {
                add(open..open, early);
            }
        }
    }
    found.sort_by_key(|mutant| mutant.place.start);
    found
}

/// Whole numbers in digits that are not part of a word or another number.
fn numbers(source: &str) -> impl Iterator<Item = (Range<usize>, u64)> {
    let bytes = source.as_bytes();
    let word = |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    (0..bytes.len()).filter_map(move |at| {
        let before =
            at > 0 && (word(at - 1) || bytes[at - 1] == b'.' && !source[..at].ends_with(".."));
        if !bytes[at].is_ascii_digit() || before {
            return None;
        }
        let length = source[at..].bytes().take_while(u8::is_ascii_digit).count();
        let place = at..at + length;
        if word(place.end) {
            return None;
        }
        Some((place.clone(), source[place].parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(source: &str) -> Vec<String> {
        all(Path::new("a.rs"), source).iter().map(|mutant| mutant.apply(source)).collect()
    }

    #[test]
    fn faults_of_every_kind_are_found() {
        assert_eq!(faults("if a < 10 {}"), ["if a <= 10 {}", "if a < 11 {}"]);
        assert_eq!(faults("if !a(b) {}"), ["if a(b) {}"]);
        assert_eq!(faults("x(y)?;\n"), ["x(y).ok();\n"]);
        assert_eq!(faults("{ return Err(Fault::new(a)); }\n"), Vec::<String>::new());
        assert_eq!(faults("return Err(Fault::new(a));\n"), ["\n"]);
        assert_eq!(
            faults("fn f(a: A) -> Result<(), E> { b() }"),
            ["fn f(a: A) -> Result<(), E> {return Ok(()); b() }"]
        );
        assert_eq!(faults("fn f() -> bool { b }").len(), 2);
        assert_eq!(faults("a.0 + b2 - c3"), ["a.0 - b2 - c3", "a.0 + b2 + c3"]);
    }

    #[test]
    fn what_is_no_code_has_no_faults() {
        assert!(faults("// a < 1\nassert!(\"a == b\", '1')").is_empty());
    }
}
