//! `$name` outside quotes and `${name}` inside them: finding the places, and filling them.

/// A piece of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text that stays as it is.
    Text(&'a str),
    /// The place of a value.
    Name {
        /// The name, without dollar and braces.
        name: &'a str,
        /// Inside a quoted string, where a value goes in without quotes of its own.
        quoted: bool,
    },
}

/// The names in a text.
pub(crate) fn names(text: &str) -> Vec<String> {
    let name = |piece| match piece {
        Piece::Name { name, .. } => Some(str::to_owned(name)),
        Piece::Text(_) => None,
    };
    pieces(text).into_iter().filter_map(name).collect()
}

/// Cuts a line at its names. A dollar sign that starts no name is text, so that members such as
/// `"$schema"` need no care: inside quotes only the braced spelling is a name.
pub(crate) fn pieces(line: &str) -> Vec<Piece<'_>> {
    let bytes = line.as_bytes();
    let mut pieces = Vec::new();
    let (mut start, mut at, mut quoted) = (0, 0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => quoted = !quoted,
            b'\\' if quoted => at += 1,
            b'$' => {
                if let Some((name, end)) = name_at(line, at, quoted) {
                    if start < at {
                        pieces.push(Piece::Text(&line[start..at]));
                    }
                    pieces.push(Piece::Name { name, quoted });
                    start = end;
                    at = end;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    if start < line.len() {
        pieces.push(Piece::Text(&line[start..]));
    }
    pieces
}

/// The name that starts at a dollar sign, and where the text goes on.
fn name_at(line: &str, dollar: usize, quoted: bool) -> Option<(&str, usize)> {
    let rest = &line[dollar + 1..];
    let (braced, rest) = match rest.strip_prefix('{') {
        Some(inner) => (true, inner),
        None => (false, rest),
    };
    let len = name_len(rest);
    if len == 0 || (quoted && !braced) {
        return None;
    }
    let start = dollar + 1 + usize::from(braced);
    if !braced {
        return Some((&line[start..start + len], start + len));
    }
    rest[len..].starts_with('}').then(|| (&line[start..start + len], start + len + 1))
}

/// How many bytes of `text` are a name. `~` appears only in the names that `repeat` makes.
pub(crate) fn name_len(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return 0;
    }
    text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '~')).unwrap_or(text.len())
}

/// Puts values where names are. `value` gives JSON text; names it does not know stay as written.
pub(crate) fn fill<'v>(line: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    let mut filled = String::with_capacity(line.len());
    for piece in pieces(line) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Name { name, quoted } => match value(name) {
                Some(json) if quoted => filled.push_str(without_quotes(json)),
                Some(json) => filled.push_str(json),
                None if quoted => filled.extend(["${", name, "}"]),
                None => filled.extend(["$", name]),
            },
        }
    }
    filled
}

fn without_quotes(json: &str) -> &str {
    json.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str) -> Option<&'static str> {
        match name {
            "n" => Some("7"),
            "s" => Some("\"a\\\"b\""),
            _ => None,
        }
    }

    #[test]
    fn names_outside_quotes_become_json() {
        assert_eq!(fill(r#"{"id":$n,"t":$s}"#, value), r#"{"id":7,"t":"a\"b"}"#);
        assert_eq!(fill("call c$n x", value), "call c7 x");
        assert_eq!(fill("${n}th", value), "7th");
    }

    #[test]
    fn names_inside_quotes_need_braces_and_lose_their_quotes() {
        assert_eq!(fill(r#"{"t":"$n ${n} ${s}"}"#, value), r#"{"t":"$n 7 a\"b"}"#);
    }

    #[test]
    fn everything_else_stays_as_written() {
        for line in
            [r#"{"$schema":1}"#, "$ 5 $$ ${ ${n", r#""\"${open""#, "$unknown", r#""${unknown}""#]
        {
            assert_eq!(fill(line, value), line);
        }
        assert_eq!(fill(r#""\\${n}""#, value), r#""\\7""#);
        assert_eq!(fill("æ$n—\"é${n}\"", value), "æ7—\"é7\"");
    }
}
