//! From the text of a JSON value to the tree that the validator walks.

use mcpclient_engine::json::{Kind, Number, Value};
use serde_json::{Map, Number as Plain, Value as Tree};
use std::cmp::Ordering;

/// The tree of a value; `None` if one of its numbers cannot be read as exactly as it is written.
pub(crate) fn of(value: Value<'_>) -> Option<Tree> {
    Some(match value.kind() {
        Kind::Null => Tree::Null,
        Kind::Bool => Tree::Bool(value.boolean()?),
        Kind::Number => Tree::Number(exact(value.number()?)?),
        Kind::String => Tree::String(value.text()?.into_owned()),
        Kind::Array => Tree::Array(value.items().map(of).collect::<Option<_>>()?),
        Kind::Object => {
            let mut members = Map::new();
            for (key, value) in value.members() {
                // As everywhere in this library, of two members of one name the first counts.
                members.entry(key.text()).or_insert(of(value)?);
            }
            Tree::Object(members)
        }
    })
}

/// What a tree takes to look at: its values, and its text by the piece.
pub(crate) fn size(tree: &Tree) -> usize {
    match tree {
        Tree::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Tree::Object(members) => {
            1 + members.iter().map(|(name, value)| text(name) + size(value)).sum::<usize>()
        }
        Tree::String(value) => 1 + text(value),
        _ => 1,
    }
}

/// What a text takes to look at.
pub(crate) fn text(text: &str) -> usize {
    text.len() / 64
}

fn exact(number: Number<'_>) -> Option<Plain> {
    if let Some(whole) = number.as_i64() {
        return Some(whole.into());
    }
    if let Some(whole) = number.as_u64() {
        return Some(whole.into());
    }
    let near = number.as_f64();
    let plain = Plain::from_f64(near)?;
    // The shortest spelling of what was read: if it is worth the same, nothing was lost.
    let spelled = format!("{near:e}");
    let same = Value::parse(&spelled).ok()?.number()?.cmp_exact(number) == Ordering::Equal;
    same.then_some(plain)
}
