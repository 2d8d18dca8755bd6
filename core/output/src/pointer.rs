//! Where references inside a schema lead.

use serde_json::Value as Tree;

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

/// All that a reference may mean; none if that cannot be told.
pub(crate) fn targets<'a>(root: &'a Tree, reference: &str) -> Vec<&'a Tree> {
    let own = text(root, "$id").or_else(|| text(root, "id")).unwrap_or_default();
    let own = own.split('#').next().unwrap_or_default();
    let inside = match reference.split_once('#') {
        Some((base, fragment)) if base.is_empty() || base == own => fragment,
        None if reference == own => "",
        _ => return Vec::new(),
    };
    let Some(inside) = decoded(inside) else { return Vec::new() };
    if inside.is_empty() || inside.starts_with('/') {
        return root.pointer(&inside).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut note = |part: &'a Tree| {
        if ANCHORS.iter().any(|anchor| text(part, anchor) == Some(&inside)) {
            found.push(part);
        }
    };
    each(root, &mut note);
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
