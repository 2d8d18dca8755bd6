//! Looking inside a value, and comparing two.

use std::borrow::Cow;

use super::value::{Kind, Value};

impl<'a> Value<'a> {
    /// The member called `name`; the first, should there be several.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'a>> {
        self.members().find(|(key, _)| key.is(name)).map(|(_, value)| value)
    }

    /// The same for a member that is seldom there: a text without the name needs no walk. `name` holds nothing
    /// that JSON has to escape.
    pub(crate) fn get_rare(self, name: &str) -> Option<Value<'a>> {
        let text = self.raw().as_bytes();
        let written = memchr::memmem::find(text, name.as_bytes()).is_some();
        // Escapes may spell it, too.
        if written || memchr::memchr(b'\\', text).is_some() { self.get(name) } else { None }
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
            if left.raw() == right.raw() {
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
