//! Finds dates in the string literals of a Rust source: what comments say is free.

/// Line, counted from 1, and date of every `20NN-NN-NN` in a literal before the file's unit tests.
pub(super) fn dates(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in strings(source) {
        for at in 0..text.len() {
            if let Some(date) = text.get(at..at + 10).filter(|date| is_date(date)) {
                // A literal may span lines; the date is on this one.
                found.push((line + text[..at].matches('\n').count(), date.to_owned()));
            }
        }
    }
    found
}

fn is_date(text: &str) -> bool {
    let digits =
        |range: std::ops::Range<usize>| text.as_bytes()[range].iter().all(u8::is_ascii_digit);
    text.starts_with("20")
        && digits(2..4)
        && &text[4..5] == "-"
        && digits(5..7)
        && &text[7..8] == "-"
        && digits(8..10)
}

/// The line and the text of every string literal, up to the first `#[cfg(test)]`: by convention the
/// tests of a file close it.
fn strings(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("#[cfg(test)]") {
            break;
        }
        at += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if let Some((start, end, whole)) = string(rest) {
            let line = source[..at].matches('\n').count() + 1;
            found.push((line, &rest[start..end]));
            whole
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find('\'').map_or(1, |end| end + 2)
        } else {
            word(rest)
        };
    }
    found
}

/// The length of a comment, which may hold others.
fn comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(rest) = rest.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += first(rest);
        }
    }
    at
}

/// Start and end of a literal's text, and the length of the whole.
fn string(rest: &str) -> Option<(usize, usize, usize)> {
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        rest.strip_prefix(prefix).is_some_and(|rest| {
            rest.starts_with('"')
                || (prefix.ends_with('r') && rest.trim_start_matches('#').starts_with('"'))
        })
    })?;
    let quote = rest.find('"')?;
    let start = quote + 1;
    if prefix.ends_with('r') {
        let close = format!("\"{}", &rest[prefix.len()..quote]);
        let end = rest[start..].find(&close).map_or(rest.len(), |at| start + at);
        return Some((start, end, (end + close.len()).min(rest.len())));
    }
    let mut at = start;
    while let Some(rest) = rest.get(at..).filter(|rest| !rest.is_empty() && !rest.starts_with('"'))
    {
        at += first(rest);
        if rest.starts_with('\\') {
            at += rest.get(1..).map_or(0, first);
        }
    }
    Some((start, at, (at + 1).min(rest.len())))
}

/// The length of a word, so that the `r` that ends one is not taken for a raw string's, or of one
/// other character.
fn word(rest: &str) -> usize {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    if rest.starts_with(is_word) {
        rest.find(|char| !is_word(char)).unwrap_or(rest.len())
    } else {
        first(rest)
    }
}

fn first(rest: &str) -> usize {
    rest.chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::dates;

    fn lines(source: &str) -> Vec<usize> {
        dates(source).into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn literals_of_every_kind_are_read() {
        for literal in [
            "\"2025-06-18\"",
            "\"MCP 2025-06-18 \\\" later\"",
            "b\"2025-06-18\"",
            "c\"2025-06-18\"",
            "r\"2025-06-18\"",
            "r#\"{\"a\": \"2025-06-18\"}\"#",
            "br##\"2025-06-18\"##",
        ] {
            assert_eq!(lines(&format!("\nconst A: &T = {literal};\n")), [2], "{literal}");
        }
        assert_eq!(dates("\"2025-06-18\"")[0].1, "2025-06-18");
        assert_eq!(lines("\"one\ntwo 2025-06-18\""), [2]);
    }

    #[test]
    fn comments_tests_and_other_numbers_are_free() {
        for source in [
            "// \"2025-06-18\"\n",
            "/* /* \"2025-06-18\" */ \"2025-06-18\" */",
            "/// Since 2025-06-18.\nfn a() {}",
            "\"1999-06-18\" \"2025-6-18\" \"20250618\"",
            "#[cfg(test)]\nmod tests { const A: &str = \"2025-06-18\"; }",
        ] {
            assert!(dates(source).is_empty(), "{source}");
        }
    }

    #[test]
    fn quotes_in_characters_and_words_that_end_in_r_do_not_confuse() {
        assert_eq!(lines("let a = '\"'; let b = \"2025-06-18\";"), [1]);
        assert_eq!(lines("let a = '\\\"'; /* \" */ let b = \"2025-06-18\";"), [1]);
        assert_eq!(lines("fn f<'a>(x: &'a str) {}\nfor x in [\"2025-06-18\"] {}"), [2]);
        assert_eq!(lines("let é = \"ü\"; parser\"2025-06-18\""), [1]);
    }

    #[test]
    fn a_source_that_ends_early_ends_the_reading() {
        let source = "/* a /* b */ */ r#\"c\"# \"d\\\" 2025-06-18\" '\"' é";
        for (cut, _) in source.char_indices() {
            dates(&source[..cut]);
        }
    }
}
