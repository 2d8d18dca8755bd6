//! Takes out of a line what looks like a secret. It would rather take too much: the line is a hint.

use crate::policy::asks_for_secret;

const GONE: &str = "[...]";
/// Runs of letters and digits from this length on are keys and the like, not words.
const OPAQUE: usize = 16;
/// Digits from this count on are numbers of cards and accounts.
const DIGITS: usize = 12;
/// What names a secret beside the words that ask for one.
const NAMES: &[&str] =
    &["auth", "cookie", "jwt", "session", "sid", "sig", "signature", "nonce", "bearer"];
/// What a name of a value does not reach across.
const ENDS: &[char] =
    &[',', ';', '&', '?', '{', '}', '[', ']', '(', ')', '<', '>', '"', '\'', '.', '!'];

/// `line` without what looks like a secret: values behind names of secrets and in queries of URLs, what stands
/// before a host, and whatever no person would type.
pub(super) fn redact(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| !is_part(c)) {
        push_word(&mut out, &rest[..at]);
        let sign = &rest[at..];
        let length = sign.chars().next().map_or(1, char::len_utf8);
        let value = &sign[length..];
        let hidden = match &sign[..length] {
            ":" if value.starts_with("//") => hidden_user(&value[2..]).map_or(0, |user| user + 2),
            ":" | "=" if names_secret(&out, sign.starts_with('=')) => hidden_value(value),
            " " if ends_with_scheme(&out) => hidden_credentials(value),
            _ => 0,
        };
        out.push_str(&sign[..length]);
        let (value, tail) = value.split_at(hidden);
        if !value.is_empty() {
            out.push_str(
                &value[..value.len() - value.trim_start_matches([' ', '"', '\'', '/']).len()],
            );
            out.push_str(GONE);
        }
        rest = tail;
    }
    push_word(&mut out, rest);
    out
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '~' | '%')
}

fn push_word(out: &mut String, word: &str) {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.chars().any(char::is_alphabetic);
    let opaque =
        letters && digits > 0 && word.len() >= OPAQUE || digits >= DIGITS || word.len() > 60;
    out.push_str(if opaque { GONE } else { word });
}

/// Whether what ends here is the name of a secret, or of a value in a query.
fn names_secret(before: &str, equals: bool) -> bool {
    let name = before.trim_end_matches(['"', '\'', ' ']);
    let begin = name.rfind(ENDS).map_or(0, |at| at + 1);
    if equals && name[..begin].ends_with(['?', '&']) {
        return true;
    }
    let name = &name[begin..];
    // The words right before it, not the sentence.
    let near = name.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
    let mut words = String::new();
    asks_for_secret(&name[near..], &mut words)
        || words.split(' ').any(|word| NAMES.contains(&word) || word.starts_with("authori"))
}

/// How much of what follows is the value: to the closing quote, or to the next gap.
fn hidden_value(value: &str) -> usize {
    let begin = value.len() - value.trim_start_matches(' ').len();
    let inner = &value[begin..];
    let Some(quote) = inner.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        let scheme = scheme_at(inner);
        let end = inner[scheme..].find([' ', ',', ';', '&', '"', '\'', '<', '>', ')', '}', ']']);
        return begin + end.map_or(inner.len(), |end| end + scheme);
    };
    begin + 1 + inner[1..].find(quote).unwrap_or(inner.len() - 1)
}

/// The length of a scheme of authorization and the gap behind it.
fn scheme_at(text: &str) -> usize {
    let word = text.split(' ').next().unwrap_or_default();
    if is_scheme(word) && word.len() < text.len() { word.len() + 1 } else { 0 }
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "digest", "dpop", "token"]
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

fn ends_with_scheme(before: &str) -> bool {
    is_scheme(before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}

/// What follows a scheme, unless it is a word of a sentence.
fn hidden_credentials(value: &str) -> usize {
    let word = value.split([' ', ',', '"', '\'', '<']).next().unwrap_or_default();
    let plain =
        word.trim_end_matches(['.', ':', ';', '!', '?', ')']).chars().all(char::is_lowercase);
    if plain { 0 } else { word.len() }
}

/// What stands before the host of a URL.
fn hidden_user(url: &str) -> Option<usize> {
    let host = url.find(['/', ' ', '?', '#', '"', '\'', '<']).unwrap_or(url.len());
    url[..host].rfind('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: SEC-18
    #[test]
    fn secrets_do_not_stay() {
        for (line, wanted) in [
            ("Invalid API key: abc", "Invalid API key: [...]"),
            ("password=hunter2; user=ada", "password=[...]; user=ada"),
            (r#"{"error":"bad","api_key":"a \"b c"}"#, r#"{"error":"bad","api_key":"[...]"b c"}"#),
            (r#"{"accessToken": "abc", "x": 1}"#, r#"{"accessToken": "[...]", "x": 1}"#),
            ("Authorization: Bearer abc.def, retry", "Authorization: [...], retry"),
            ("got Bearer Ab1, want another", "got Bearer [...], want another"),
            ("Cookie: sid=abc", "Cookie: [...]"),
            ("session id = xyz", "session id = [...]"),
            ("Mcp-Session-Id: 12", "Mcp-Session-Id: [...]"),
            ("see https://a.b/c?code=xy&state=z#f", "see https://a.b/c?code=[...]&state=[...]"),
            ("http://ada:pw@host/x", "http://[...]@host/x"),
            ("id 550e8400-e29b-41d4-a716-446655440000 gone", "id [...] gone"),
            (
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMQ",
                "[...].[...].c2lnbmF0dXJlMQ",
            ),
            ("card 4111111111111111.", "card [...]."),
        ] {
            assert_eq!(redact(line), wanted);
        }
    }

    #[test]
    fn words_stay() {
        for line in [
            "502 Bad Gateway",
            "Basic authentication is wanted: no Bearer token.",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Session not found"}}"#,
            "upstream connect error or disconnect/reset before headers. reset reason: timeout",
            "The request at 2026-07-28T10:00:00Z took 30 s; see https://example.com/help",
            "größer als erlaubt: 4 MiB",
        ] {
            assert_eq!(redact(line), line);
        }
    }
}
