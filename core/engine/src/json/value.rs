//! A look at one JSON value.

use std::borrow::Cow;

use super::JsonError;
use super::members::{Items, Members};
use super::number::Number;
use super::scan::{MAX_DEPTH, skip_space, skip_value};
use super::text::unquote;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// a number of any size
    Number,
    /// a string
    String,
    /// an array
    Array,
    /// an object
    Object,
}

/// A view of one valid JSON value: the text itself, without white space around it.
///
/// Copying it is free. Looking inside scans the text anew, so keep what you found.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    text: &'a str,
}

impl<'a> Value<'a> {
    /// Checks `text` and looks at it.
    ///
    /// # Errors
    /// The text is not exactly one JSON value, or nests deeper than [`MAX_DEPTH`].
    pub fn parse(text: &'a str) -> Result<Self, JsonError> {
        let bytes = text.as_bytes();
        let start = skip_space(bytes, 0);
        let end = skip_value(bytes, start, MAX_DEPTH)?;
        let rest = skip_space(bytes, end);
        match text.get(start..end) {
            Some(value) if rest == text.len() => Ok(Self::trusted(value)),
            _ => Err(JsonError::new(rest, "text after the value")),
        }
    }

    /// Looks at text that is known to be one value without white space around it.
    pub(crate) fn trusted(text: &'a str) -> Self {
        Self { text }
    }

    /// The text as it was written.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.text
    }

    /// What the value is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.text.as_bytes().first() {
            Some(b'"') => Kind::String,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The text of a string, borrowed where it holds no escapes. An escaped lone surrogate becomes
    /// U+FFFD.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String).then(|| unquote(self.text))
    }

    /// A truth value.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then_some(self.text == "true")
    }

    /// A number.
    #[must_use]
    pub fn number(self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number).then(|| Number::trusted(self.text))
    }

    /// The members of an object in the order of the text; nothing for other kinds.
    #[must_use]
    pub fn members(self) -> Members<'a> {
        Members::of(self.text)
    }

    /// The elements of an array; nothing for other kinds.
    #[must_use]
    pub fn items(self) -> Items<'a> {
        Items::of(self.text)
    }

    /// The member called `name`; the first, should there be several.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'a>> {
        self.members().find(|(key, _)| key.is(name)).map(|(_, value)| value)
    }

    /// A member name that occurs more than once in this object.
    #[must_use]
    pub fn duplicate_member(self) -> Option<Cow<'a, str>> {
        let mut names: Vec<Cow<'a, str>> = self.members().map(|(key, _)| key.text()).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone())
    }

    /// The value a JSON pointer (RFC 6901) leads to; `""` is this value itself.
    #[must_use]
    pub fn at(self, pointer: &str) -> Option<Value<'a>> {
        if pointer.is_empty() {
            return Some(self);
        }
        let mut value = self;
        for token in pointer.strip_prefix('/')?.split('/') {
            value = match value.kind() {
                Kind::Object => value.get(&pointer_name(token)?)?,
                Kind::Array => value.items().nth(pointer_index(token)?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Whether both mean the same: numbers by their exact value, strings by their text, objects
    /// without regard to order. Of members with the same name the first counts.
    #[must_use]
    pub fn same(self, other: Value<'_>) -> bool {
        let mut pairs = vec![(self, other)];
        while let Some((left, right)) = pairs.pop() {
            if left.text == right.text {
                continue;
            }
            let alike = left.kind() == right.kind()
                && match left.kind() {
                    Kind::Null | Kind::Bool => false,
                    Kind::Number => left.number().zip(right.number()).is_some_and(|(l, r)| l == r),
                    Kind::String => left.text() == right.text(),
                    Kind::Array => push_items(&mut pairs, left, right),
                    Kind::Object => push_members(&mut pairs, left, right),
                };
            if !alike {
                return false;
            }
        }
        true
    }
}

type Pairs<'a, 'b> = Vec<(Value<'a>, Value<'b>)>;

fn push_items<'a, 'b>(pairs: &mut Pairs<'a, 'b>, left: Value<'a>, right: Value<'b>) -> bool {
    let mut others = right.items();
    for item in left.items() {
        match others.next() {
            Some(other) => pairs.push((item, other)),
            None => return false,
        }
    }
    others.next().is_none()
}

fn push_members<'a, 'b>(pairs: &mut Pairs<'a, 'b>, left: Value<'a>, right: Value<'b>) -> bool {
    let (left, right) = (sorted(left), sorted(right));
    let names_agree = left.len() == right.len() && left.iter().zip(&right).all(|(l, r)| l.0 == r.0);
    if names_agree {
        pairs.extend(left.into_iter().zip(right).map(|(l, r)| (l.1, r.1)));
    }
    names_agree
}

/// The members by name, the first of each name only.
fn sorted(object: Value<'_>) -> Vec<(Cow<'_, str>, Value<'_>)> {
    let mut members: Vec<_> = object.members().map(|(key, value)| (key.text(), value)).collect();
    members.sort_by(|left, right| left.0.cmp(&right.0));
    members.dedup_by(|later, first| later.0 == first.0);
    members
}

fn pointer_name(token: &str) -> Option<Cow<'_, str>> {
    if !token.contains('~') {
        return Some(Cow::Borrowed(token));
    }
    let mut name = String::with_capacity(token.len());
    let mut parts = token.split('~');
    name.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (tilde, rest) = match part.as_bytes().first()? {
            b'0' => ('~', &part[1..]),
            b'1' => ('/', &part[1..]),
            _ => return None,
        };
        name.push(tilde);
        name.push_str(rest);
    }
    Some(Cow::Owned(name))
}

fn pointer_index(token: &str) -> Option<usize> {
    let canonical = token == "0" || !token.starts_with('0');
    let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    if canonical && digits { token.parse().ok() } else { None }
}

impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}

/// Prints the kind and the length only: values are other people's data.
impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Value({:?}, {} bytes)", self.kind(), self.text.len())
    }
}
