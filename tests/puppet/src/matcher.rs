//! Walks a pattern and a value side by side.

use serde_json::Value;

use crate::captures::Captures;
use crate::json::{self, Dialect, Node, quote};
use crate::pattern::Mismatch;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    AsSpelled,
    AsValues,
}

pub(crate) fn compare(
    pattern: &Node,
    found: &Node,
    numbers: Numbers,
    captures: &mut Captures,
) -> Result<(), Mismatch> {
    // Only a full match may leave captures behind.
    let mut walk = Walk { numbers, path: Vec::new(), captures: captures.clone() };
    walk.value(pattern, found)?;
    *captures = walk.captures;
    Ok(())
}

pub(crate) fn names<'p>(pattern: &'p Node, into: &mut Vec<&'p str>) {
    match pattern {
        Node::Capture(name) => into.push(name),
        Node::Array(items) => items.iter().for_each(|item| names(item, into)),
        Node::Object { members, .. } => members.iter().for_each(|(_, value)| names(value, into)),
        _ => {}
    }
}

pub(crate) fn node_of(value: &Value) -> Node {
    match value {
        Value::Null => Node::Null,
        Value::Bool(yes) => Node::Bool(*yes),
        Value::Number(number) => Node::Number(number.to_string()),
        Value::String(text) => Node::Text(text.clone()),
        Value::Array(items) => Node::Array(items.iter().map(node_of).collect()),
        Value::Object(members) => Node::Object {
            members: members.iter().map(|(name, value)| (name.clone(), node_of(value))).collect(),
            open: false,
        },
    }
}

enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

struct Walk<'a> {
    numbers: Numbers,
    path: Vec<Step<'a>>,
    captures: Captures,
}

impl<'a> Walk<'a> {
    fn value(&mut self, pattern: &'a Node, found: &'a Node) -> Result<(), Mismatch> {
        match (pattern, found) {
            (Node::Anything, _) | (Node::AnyArray, Node::Array(_)) => Ok(()),
            (Node::Capture(name), _) => self.capture(name, found),
            (Node::Object { members, open }, Node::Object { members: there, .. }) => {
                self.object(members, *open, there)
            }
            (Node::Array(items), Node::Array(there)) => self.array(items, there),
            (Node::Number(one), Node::Number(other)) if self.same_number(one, other) => Ok(()),
            (pattern, found) if pattern == found => Ok(()),
            _ => Err(self.mismatch(print(pattern), print(found))),
        }
    }

    fn object(
        &mut self,
        members: &'a [(String, Node)],
        open: bool,
        there: &'a [(String, Node)],
    ) -> Result<(), Mismatch> {
        for (name, pattern) in members {
            let Some((_, value)) = there.iter().find(|(other, _)| other == name) else {
                return Err(self.mismatch(
                    format!("the member {}", quote(name)),
                    format!("only {}", name_list(there)),
                ));
            };
            self.path.push(Step::Member(name));
            self.value(pattern, value)?;
            self.path.pop();
        }
        if open {
            return Ok(());
        }
        match there.iter().find(|(name, _)| !members.iter().any(|(known, _)| known == name)) {
            Some((extra, _)) => Err(self.mismatch(
                format!("no members but {}", name_list(members)),
                format!("the member {}", quote(extra)),
            )),
            None => Ok(()),
        }
    }

    fn array(&mut self, items: &'a [Node], there: &'a [Node]) -> Result<(), Mismatch> {
        for (index, (pattern, value)) in items.iter().zip(there).enumerate() {
            self.path.push(Step::Item(index));
            self.value(pattern, value)?;
            self.path.pop();
        }
        if items.len() == there.len() {
            return Ok(());
        }
        Err(self.mismatch(format!("{} items", items.len()), format!("{} items", there.len())))
    }

    fn capture(&mut self, name: &str, found: &Node) -> Result<(), Mismatch> {
        let text = write(found);
        match self.captures.text(name) {
            Some(known) if self.same_value(known, found) => Ok(()),
            Some(known) => {
                let known = known.to_owned();
                Err(self.mismatch(format!("{} as ${name}", shorten(known)), shorten(text)))
            }
            None => {
                self.captures.set(name, text);
                Ok(())
            }
        }
    }

    /// Compared as values, since the order of members says nothing.
    fn same_value(&self, known: &str, found: &Node) -> bool {
        json::read(known, Dialect::Strict)
            .is_ok_and(|known| compare(&known, found, self.numbers, &mut Captures::new()).is_ok())
    }

    fn same_number(&self, one: &str, other: &str) -> bool {
        one == other || (self.numbers == Numbers::AsValues && parsed(one) == parsed(other))
    }

    fn mismatch(&self, expected: String, found: String) -> Mismatch {
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Member(name) if crate::template::name_len(name) == name.len() => {
                    path.push('.');
                    path.push_str(name);
                }
                Step::Member(name) => path.extend(["[", &quote(name), "]"]),
                Step::Item(index) => path.extend(["[", &index.to_string(), "]"]),
            }
        }
        Mismatch { path, expected, found }
    }
}

fn parsed(number: &str) -> Option<Value> {
    serde_json::from_str(number).ok()
}

fn name_list(members: &[(String, Node)]) -> String {
    if members.is_empty() {
        return "no members".to_owned();
    }
    shorten(members.iter().map(|(name, _)| quote(name)).collect::<Vec<_>>().join(", "))
}

fn print(node: &Node) -> String {
    shorten(write(node))
}

/// Long values are cut: the whole message is reported beside the difference.
fn shorten(mut text: String) -> String {
    const LIMIT: usize = 120;
    if text.len() > LIMIT {
        let cut = (0..=LIMIT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// A value as compact JSON, a pattern as it is spelled.
pub(crate) fn write(node: &Node) -> String {
    fn join(parts: impl Iterator<Item = String>) -> String {
        parts.collect::<Vec<_>>().join(",")
    }
    match node {
        Node::Null => "null".to_owned(),
        Node::Bool(yes) => yes.to_string(),
        Node::Number(spelled) => spelled.clone(),
        Node::Text(text) => quote(text),
        Node::Anything => "*".to_owned(),
        Node::AnyArray => "[*]".to_owned(),
        Node::Capture(name) => format!("${name}"),
        Node::Array(items) => format!("[{}]", join(items.iter().map(write))),
        Node::Object { members, open } => {
            let written =
                members.iter().map(|(name, value)| format!("{}:{}", quote(name), write(value)));
            format!("{{{}}}", join(written.chain(open.then(|| "*".to_owned()))))
        }
    }
}
