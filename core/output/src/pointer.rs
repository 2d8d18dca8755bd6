//! Where references inside a schema lead.

use crate::tree;
use serde_json::Value as Tree;
use std::collections::HashMap;
use std::rc::Rc;

/// Keywords that refer.
pub(crate) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];
const ANCHORS: [&str; 2] = ["$anchor", "$dynamicAnchor"];

/// Whether references can be followed here as the validator follows them: a part with a base of its own
/// would give them another meaning.
pub(crate) fn plain(schema: &Tree) -> Result<(), &'static str> {
    let old = text(schema, "$schema").is_some_and(|dialect| dialect.contains("draft-04"));
    let base = |part: &Tree| text(part, "$id").is_some() || old && text(part, "id").is_some();
    let inside = match schema {
        Tree::Object(members) => members.values().any(|part| any(part, &base)),
        _ => false,
    };
    if inside { Err("a part of the schema has a base of its own") } else { Ok(()) }
}

/// Where the references of one schema lead, each looked up once.
pub(crate) struct References<'a> {
    root: &'a Tree,
    found: HashMap<&'a str, Rc<[&'a Tree]>>,
    /// What it takes to look through the whole.
    size: usize,
}

impl<'a> References<'a> {
    pub(crate) fn new(root: &'a Tree) -> Self {
        Self { root, found: HashMap::new(), size: tree::size(root) }
    }

    /// All that a reference may mean, none if that cannot be told; and what it took to find out.
    pub(crate) fn targets(&mut self, reference: &'a str) -> (Rc<[&'a Tree]>, usize) {
        let cost = 1 + reference.len() / 16;
        if let Some(found) = self.found.get(reference) {
            return (Rc::clone(found), cost);
        }
        let (found, looked) = match self.fragment(reference) {
            None => (Vec::new(), 0),
            Some(inside) if inside.is_empty() || inside.starts_with('/') => {
                (self.root.pointer(&inside).into_iter().collect(), 0)
            }
            Some(anchor) => (named(self.root, &anchor), self.size),
        };
        let found: Rc<[_]> = found.into();
        self.found.insert(reference, Rc::clone(&found));
        (found, cost + looked)
    }

    /// The part of a reference that leads inside; `None` if it leads elsewhere.
    fn fragment(&self, reference: &str) -> Option<String> {
        let own = text(self.root, "$id").or_else(|| text(self.root, "id")).unwrap_or_default();
        let own = own.split('#').next().unwrap_or_default();
        match reference.split_once('#') {
            Some((base, fragment)) if base.is_empty() || base == own => decoded(fragment),
            None if reference == own => Some(String::new()),
            _ => None,
        }
    }
}

/// The parts with that anchor.
fn named<'a>(root: &'a Tree, anchor: &str) -> Vec<&'a Tree> {
    let mut found = Vec::new();
    each(root, &mut |part| {
        if ANCHORS.iter().any(|keyword| text(part, keyword) == Some(anchor)) {
            found.push(part);
        }
    });
    found
}

fn text<'a>(part: &'a Tree, name: &str) -> Option<&'a str> {
    part.get(name)?.as_str()
}

fn each<'a>(part: &'a Tree, look: &mut dyn FnMut(&'a Tree)) {
    look(part);
    match part {
        Tree::Array(items) => items.iter().for_each(|item| each(item, look)),
        Tree::Object(members) => members.values().for_each(|member| each(member, look)),
        _ => {}
    }
}

fn any(part: &Tree, wanted: &dyn Fn(&Tree) -> bool) -> bool {
    let mut found = false;
    each(part, &mut |part| found = found || wanted(part));
    found
}

/// The fragment of a URI as text.
fn decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}
