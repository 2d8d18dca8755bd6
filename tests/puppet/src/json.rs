//! JSON as it was written: numbers keep their spelling, members their order, and a member that is
//! written twice is an error. With wildcards, this is also the language of patterns.

use std::fmt::Write as _;

use crate::template::name_len;

/// Deeper values are refused, so that a reader's stack is never at risk.
const MAX_DEPTH: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Array(Vec<Node>),
    Object {
        members: Vec<(String, Node)>,
        open: bool,
    },
    /// `*`
    Anything,
    /// `[*]`
    AnyArray,
    /// `$name`
    Capture(String),
}

impl Node {
    /// The member of an object.
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        match self {
            Self::Object { members, .. } => {
                members.iter().find(|(member, _)| member == name).map(|(_, value)| value.clone())
            }
            _ => None,
        }
    }
}

/// What besides JSON may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Nothing.
    Strict,
    /// `$name` as a value.
    Template,
    /// `$name`, `*`, `[*]`, and `*` as a bare member.
    Pattern,
}

pub(crate) fn read(text: &str, dialect: Dialect) -> Result<Node, String> {
    let mut reader = Reader { text, at: 0, dialect };
    let node = reader.value(0)?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.error("the end"));
    }
    Ok(node)
}

/// One value at the start of `text`; gives its length too.
pub(crate) fn read_prefix(text: &str, dialect: Dialect) -> Result<(Node, usize), String> {
    let mut reader = Reader { text, at: 0, dialect };
    let node = reader.value(0)?;
    Ok((node, reader.at))
}

/// Writes a string as JSON.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    dialect: Dialect,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn error(&self, expected: &str) -> String {
        let found: String = self.rest().chars().take(12).collect();
        let found = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        format!("not JSON: column {}: expected {expected}, found {found}", self.at + 1)
    }

    fn value(&mut self, depth: usize) -> Result<Node, String> {
        if depth > MAX_DEPTH {
            return Err(format!("not read: nested deeper than {MAX_DEPTH}"));
        }
        self.space();
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some('"') => Ok(Node::Text(self.string()?)),
            Some('-' | '0'..='9') => self.number(),
            Some('*') if self.dialect == Dialect::Pattern => {
                self.at += 1;
                Ok(Node::Anything)
            }
            Some('$') if self.dialect != Dialect::Strict => {
                self.at += 1;
                let braced = self.eat("{");
                let len = name_len(self.rest());
                let name = self.rest()[..len].to_owned();
                if len == 0 {
                    return Err(self.error("a name after `$`"));
                }
                self.at += len;
                if braced && !self.eat("}") {
                    return Err(self.error("`}`"));
                }
                Ok(Node::Capture(name))
            }
            _ if self.eat("null") => Ok(Node::Null),
            _ if self.eat("true") => Ok(Node::Bool(true)),
            _ if self.eat("false") => Ok(Node::Bool(false)),
            _ => Err(self.error("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Node, String> {
        self.at += 1;
        let mut members: Vec<(String, Node)> = Vec::new();
        let mut names = std::collections::HashSet::new();
        let mut open = false;
        self.space();
        if self.eat("}") {
            return Ok(Node::Object { members, open });
        }
        loop {
            self.space();
            if self.dialect == Dialect::Pattern && self.eat("*") {
                open = true;
            } else {
                if self.peek() != Some('"') {
                    return Err(self.error("a member name"));
                }
                let name = self.string()?;
                self.space();
                if !self.eat(":") {
                    return Err(self.error("`:`"));
                }
                let value = self.value(depth + 1)?;
                if !names.insert(name.clone()) {
                    return Err(format!("not taken: the member {} is written twice", quote(&name)));
                }
                members.push((name, value));
            }
            self.space();
            if self.eat("}") {
                return Ok(Node::Object { members, open });
            }
            if !self.eat(",") {
                return Err(self.error("`,` or `}`"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Node, String> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.eat("]") {
            return Ok(Node::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.eat("]") {
                break;
            }
            if !self.eat(",") {
                return Err(self.error("`,` or `]`"));
            }
        }
        Ok(if items == [Node::Anything] { Node::AnyArray } else { Node::Array(items) })
    }

    fn number(&mut self) -> Result<Node, String> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E')))
            .unwrap_or(rest.len());
        let spelled = &rest[..end];
        if !is_number(spelled) {
            return Err(self.error("a number"));
        }
        let node = Node::Number(spelled.to_owned());
        self.at += end;
        Ok(node)
    }

    fn string(&mut self) -> Result<String, String> {
        let begin = self.at;
        self.at += 1;
        let mut decoded = String::new();
        loop {
            let Some(c) = self.peek() else {
                self.at = begin;
                return Err(self.error("a string that ends"));
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(decoded),
                '\\' => decoded.push(self.escape()?),
                c if c < ' ' => {
                    self.at -= 1;
                    return Err(self.error("an escaped control character"));
                }
                c => decoded.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let Some(c) = self.peek() else { return Err(self.error("an escape")) };
        self.at += c.len_utf8();
        Ok(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.hex4()?;
                let code = if (0xd800..0xdc00).contains(&first) && self.eat("\\u") {
                    let second = self.hex4()?;
                    if !(0xdc00..0xe000).contains(&second) {
                        return Err(self.error("the second half of a pair"));
                    }
                    0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                } else {
                    first
                };
                char::from_u32(code).ok_or_else(|| self.error("no half of a pair alone"))?
            }
            _ => return Err(self.error("an escape of JSON")),
        })
    }

    fn hex4(&mut self) -> Result<u32, String> {
        let digits = self.rest().get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(code) = digits.and_then(|d| u32::from_str_radix(d, 16).ok()) else {
            return Err(self.error("four hexadecimal digits"));
        };
        self.at += 4;
        Ok(code)
    }
}

fn is_number(text: &str) -> bool {
    fn digits(text: &str) -> usize {
        text.bytes().take_while(u8::is_ascii_digit).count()
    }
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(unsigned);
    if whole == 0 || (whole > 1 && unsigned.starts_with('0')) {
        return false;
    }
    let mut rest = &unsigned[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let len = digits(fraction);
        if len == 0 {
            return false;
        }
        rest = &fraction[len..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let len = digits(exponent);
        if len == 0 {
            return false;
        }
        rest = &exponent[len..];
    }
    rest.is_empty()
}
