//! Which bytes of a Rust source are code.

/// Marks the bytes outside of comments, literals and attributes, up to the unit tests that close the
/// file.
pub(super) fn code(source: &str) -> Vec<bool> {
    let bytes = source.as_bytes();
    let mut mask = vec![false; bytes.len()];
    let end = source.find("#[cfg(test)]").unwrap_or(bytes.len());
    let mut at = 0;
    while at < end {
        let rest = &source[at..end];
        let skipped = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("#[") || rest.starts_with("#![") {
            rest.find(']').map(|close| close + 1)
        } else if let Some(hashes) = raw_string(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            rest[open..].find(&close).map(|found| open + found + close.len())
        } else if rest.starts_with('"') {
            string(rest)
        } else {
            character(rest).or(Some(0))
        };
        match skipped {
            Some(0) => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                mask[at..at + length].fill(true);
                at += length;
            }
            Some(length) => at += length,
            None => break,
        }
    }
    mask
}

/// The hashes of a raw string that starts here.
fn raw_string(rest: &str) -> Option<usize> {
    let hashes = rest.strip_prefix('r')?;
    let count = hashes.len() - hashes.trim_start_matches('#').len();
    hashes[count..].starts_with('"').then_some(count)
}

fn string(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a character literal; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    let mut chars = inner.char_indices();
    let (_, first) = chars.next()?;
    let (next, _) = chars.next()?;
    let close = if first == '\\' { inner[next + 1..].find('\'')? + next + 1 } else { next };
    inner[close..].starts_with('\'').then_some(close + 2)
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn comments_literals_attributes_and_tests_are_no_code() {
        let source = "//! a < b\n#[must_use]\nfn f<'a>(x: &'a str) -> bool { x == \"a < b\\\" <\" && c == '<' && d == '\\'' || r#\"a \" < \"# < x }\n#[cfg(test)]\nmod tests { a < b }";
        let mask = code(source);
        let kept: String =
            source.bytes().zip(&mask).filter(|(_, code)| **code).map(|(b, _)| b as char).collect();
        assert_eq!(kept, "\n\nfn f<'a>(x: &'a str) -> bool { x ==  && c ==  && d ==  ||  < x }\n");
    }
}
