//! The words of a line: bare, quoted, JSON, or `key=value`.

use std::collections::VecDeque;
use std::time::Duration;

use crate::json::{self, Dialect, Node};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    Quoted(String),
    Json(String),
    Option(String, String),
}

impl Token {
    fn spelled(&self) -> String {
        match self {
            Self::Word(text) | Self::Json(text) => text.clone(),
            Self::Quoted(text) => json::quote(text),
            Self::Option(key, value) => format!("{key}={value}"),
        }
    }
}

/// The words of a line, taken from the front.
#[derive(Default)]
pub(crate) struct Words {
    tokens: VecDeque<Token>,
}

impl Words {
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let mut tokens = VecDeque::new();
        let mut rest = line.trim_start();
        while !rest.is_empty() {
            let (token, len) = token(rest)?;
            let after = &rest[len..];
            if !after.is_empty() && !after.starts_with(char::is_whitespace) {
                return Err(format!("a space is missing after `{}`", &rest[..len]));
            }
            tokens.push_back(token);
            rest = after.trim_start();
        }
        Ok(Self { tokens })
    }

    /// The next bare word.
    pub(crate) fn word(&mut self, what: &str) -> Result<String, String> {
        match self.tokens.pop_front() {
            Some(Token::Word(word)) => Ok(word),
            Some(other) => Err(format!("expected {what}, found `{}`", other.spelled())),
            None => Err(format!("expected {what}, found the end of the line")),
        }
    }

    /// The next word, if it is a quoted one.
    pub(crate) fn quoted(&mut self) -> Option<String> {
        match self.tokens.pop_front() {
            Some(Token::Quoted(text)) => Some(text),
            Some(other) => {
                self.tokens.push_front(other);
                None
            }
            None => None,
        }
    }

    /// The next word, if it is a value or a pattern.
    pub(crate) fn json(&mut self) -> Option<String> {
        match self.tokens.pop_front() {
            Some(Token::Json(text)) => Some(text),
            Some(other) => {
                self.tokens.push_front(other);
                None
            }
            None => None,
        }
    }

    /// The option `key=…`, wherever it stands.
    pub(crate) fn option(&mut self, key: &str) -> Option<String> {
        let at = self.tokens.iter().position(|t| matches!(t, Token::Option(k, _) if k == key))?;
        match self.tokens.remove(at) {
            Some(Token::Option(_, value)) => Some(value),
            _ => None,
        }
    }

    /// All options that are left, in order.
    pub(crate) fn options(&mut self) -> Vec<(String, String)> {
        let (options, rest): (Vec<_>, Vec<_>) =
            self.tokens.drain(..).partition(|token| matches!(token, Token::Option(..)));
        self.tokens = rest.into();
        let option = |token| match token {
            Token::Option(key, value) => Some((key, value)),
            _ => None,
        };
        options.into_iter().filter_map(option).collect()
    }

    /// The option `key=…` as a time.
    pub(crate) fn time(&mut self, key: &str) -> Result<Option<Duration>, String> {
        self.option(key).map(|value| duration(&value)).transpose()
    }

    /// Whether the bare word `flag` stands somewhere.
    pub(crate) fn flag(&mut self, flag: &str) -> bool {
        let at = self.tokens.iter().position(|t| matches!(t, Token::Word(word) if word == flag));
        at.is_some_and(|at| self.tokens.remove(at).is_some())
    }

    /// Nothing may be left.
    pub(crate) fn end(self) -> Result<(), String> {
        match self.tokens.front() {
            Some(token) => Err(format!("`{}` is one word too many", token.spelled())),
            None => Ok(()),
        }
    }
}

fn token(text: &str) -> Result<(Token, usize), String> {
    if text.starts_with(['{', '[', '*', '$']) {
        let (_, len) = json::read_prefix(text, Dialect::Pattern)?;
        return Ok((Token::Json(text[..len].to_owned()), len));
    }
    if text.starts_with('"') {
        let (node, len) = json::read_prefix(text, Dialect::Strict)?;
        let Node::Text(quoted) = node else { return Err("not a quoted text".to_owned()) };
        return Ok((Token::Quoted(quoted), len));
    }
    let len = text.find(char::is_whitespace).unwrap_or(text.len());
    let word = &text[..len];
    match word.split_once('=') {
        None => Ok((Token::Word(word.to_owned()), len)),
        Some((key, value)) if value.starts_with(['{', '[']) => {
            let start = key.len() + 1;
            let (_, len) = json::read_prefix(&text[start..], Dialect::Strict)?;
            let value = text[start..start + len].to_owned();
            Ok((Token::Option(key.to_owned(), value), start + len))
        }
        // A value with blanks in it is quoted.
        Some((key, value)) if value.starts_with('"') => {
            let start = key.len() + 1;
            let (node, len) = json::read_prefix(&text[start..], Dialect::Strict)?;
            let Node::Text(value) = node else { return Err("not a quoted text".to_owned()) };
            Ok((Token::Option(key.to_owned(), value), start + len))
        }
        Some((key, value)) => Ok((Token::Option(key.to_owned(), value.to_owned()), len)),
    }
}

/// `500ms`, `40s`, `2m`, `1h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let millis = match &text[digits..] {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let count = text[..digits].parse::<u64>().ok();
    count
        .zip(millis)
        .and_then(|(count, millis)| count.checked_mul(millis))
        .map(Duration::from_millis)
        .ok_or_else(|| format!("`{text}` is not a time such as 500ms, 40s, 2m, 1h"))
}
