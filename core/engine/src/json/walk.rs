//! Walking through text that nobody has looked at as a whole, no further than one has to: a walk over a long list
//! costs what the list costs, whatever lies behind it.

use super::scan::skip_space;
use super::value::{Kind, Value};

/// An element of an array, or a member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Element<'a> {
    /// The name of a member.
    pub key: Option<Value<'a>>,
    /// Where its value begins in the container.
    pub start: usize,
}

/// The element of `container` that begins at or after `at`: at 0 the first, else at the end of the
/// one before. What lies behind its key is not looked at.
#[must_use]
pub fn element(container: &[u8], at: usize) -> Option<Element<'_>> {
    let open = skip_space(container, 0);
    let mut at = skip_space(container, at);
    if at <= open {
        at = skip_space(container, open + 1);
    } else if container.get(at) == Some(&b',') {
        at = skip_space(container, at + 1);
    } else {
        return None;
    }
    match container.get(open)? {
        b'[' => (container.get(at)? != &b']').then_some(Element { key: None, start: at }),
        b'{' => {
            let key = first(container, at).filter(|key| key.kind() == Kind::String)?;
            at = skip_space(container, at + key.raw().len());
            (container.get(at) == Some(&b':')).then_some(())?;
            Some(Element { key: Some(key), start: skip_space(container, at + 1) })
        }
        _ => None,
    }
}

/// The value that begins at `at`, checked.
#[must_use]
pub fn first(text: &[u8], at: usize) -> Option<Value<'_>> {
    Value::first(text.get(at..)?).ok()
}

/// The elements of an array, or the values of an object's members.
pub fn items(container: &[u8]) -> impl Iterator<Item = Value<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = element(container, at)?.start;
        let value = first(container, start)?;
        at = start + value.raw().len();
        Some(value)
    })
}

/// The text of `container` from the value of the member called `name` on, or from the element at that
/// index.
#[must_use]
pub fn child<'a>(container: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let is_object = container.get(skip_space(container, 0)) == Some(&b'{');
    // Leading zeroes and signs are no index (RFC 6901).
    let index = || name.parse::<usize>().ok().filter(|index| index.to_string() == name);
    let mut left = if is_object { 0 } else { index()? };
    let mut at = 0;
    loop {
        let Element { key, start } = element(container, at)?;
        let found = key.map_or(left == 0, |key| key.text().is_some_and(|key| key == name));
        if found {
            return container.get(start..);
        }
        left = left.saturating_sub(1);
        at = start + first(container, start)?.raw().len();
    }
}
