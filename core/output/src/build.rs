//! How much work it is to make a validator of a schema, and how deep a stack it takes.
//!
//! For `unevaluatedProperties` and `unevaluatedItems` the validator looks at everything beside them once more,
//! along references as far as they lead, and anew on each way to a part; so this goes the same ways first.

use crate::DEPTH;
use crate::pattern;
use crate::pointer::{REFERENCES, References};
use crate::tree;
use serde_json::{Map, Value as Tree};
use std::collections::HashMap;

/// Steps that the making may take, each some microseconds, and a kilobyte or two.
const STEPS: usize = 60_000;
/// References inside of references that the validator follows at once; the others it leaves for later.
const AT_ONCE: usize = 8;

/// Whether a validator can be made within the bounds.
pub(crate) fn is_short(schema: &Tree) -> bool {
    let mut build = Build {
        references: References::new(schema),
        left: STEPS,
        numbers: HashMap::from([(std::ptr::from_ref(schema), 0)]),
        parts: vec![schema],
        leaps: HashMap::new(),
        deepest: Vec::new(),
        on_way: Vec::new(),
    };
    build.all().is_some() && build.is_flat()
}

/// Where the walk stands.
#[derive(Clone, Copy)]
struct Place {
    /// The part that the walk began at: the whole, or what a reference leads to.
    part: usize,
    /// Schemas inside of schemas.
    depth: usize,
    /// Bytes of the path, which each schema keeps.
    path: usize,
}

impl Place {
    fn below(self, name: &str) -> Self {
        Self { depth: self.depth + 1, path: self.path + 1 + name.len(), ..self }
    }
}

struct Build<'a> {
    references: References<'a>,
    left: usize,
    /// What references lead to, in the order in which it was found.
    parts: Vec<&'a Tree>,
    numbers: HashMap<*const Tree, usize>,
    /// From one of the parts to another, and how deep in the first.
    leaps: HashMap<(usize, usize), usize>,
    /// How deep each of the parts is.
    deepest: Vec<usize>,
    /// What is being looked at once more: it is not begun again inside of itself.
    on_way: Vec<*const Tree>,
}

impl<'a> Build<'a> {
    fn all(&mut self) -> Option<()> {
        while let Some(&schema) = self.parts.get(self.deepest.len()) {
            let part = self.deepest.len();
            self.deepest.push(0);
            self.node(schema, Place { part, depth: 0, path: 0 })?;
        }
        Some(())
    }

    /// Whether the stack is not deeper than it may be, references that are followed at once included.
    fn is_flat(&self) -> bool {
        let mut depths = self.deepest.clone();
        for _ in 0..AT_ONCE {
            let mut next = self.deepest.clone();
            for ((from, to), depth) in &self.leaps {
                next[*from] = next[*from].max(depth + depths[*to]);
            }
            depths = next;
        }
        depths.into_iter().all(|depth| depth <= DEPTH)
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }

    fn enter(&mut self, place: Place) -> Option<()> {
        let deepest = self.deepest.get_mut(place.part)?;
        *deepest = place.depth.max(*deepest);
        if place.depth > DEPTH {
            return None;
        }
        self.spend(1 + place.path / 128)
    }

    /// A schema is compiled.
    fn node(&mut self, schema: &'a Tree, place: Place) -> Option<()> {
        self.enter(place)?;
        let Tree::Object(keywords) = schema else { return Some(()) };
        for (name, value) in keywords {
            self.spend(1 + place.path / 128)?;
            match (name.as_str(), value) {
                ("enum" | "const" | "not" | "required", _) => self.spend(tree::size(value) / 8)?,
                ("pattern", Tree::String(pattern)) => self.spend(pattern::states(pattern) / 4)?,
                ("patternProperties", Tree::Object(all)) => {
                    all.keys().try_for_each(|name| self.spend(pattern::states(name) / 4))?;
                }
                (name, Tree::String(reference)) if REFERENCES.contains(&name) => {
                    let (targets, cost) = self.references.targets(reference);
                    self.spend(cost)?;
                    targets.iter().for_each(|target| self.leap(target, place));
                }
                _ => {}
            }
            each(name, value, &mut |below, sub| self.node(sub, place.below(below)))?;
        }
        if keywords.keys().any(|name| name.starts_with("unevaluated")) {
            self.again(schema, keywords, place, 1)?;
        }
        Some(())
    }

    /// A reference: what it leads to is compiled once, wherever that is.
    fn leap(&mut self, target: &'a Tree, place: Place) {
        let fresh = self.parts.len();
        let to = *self.numbers.entry(std::ptr::from_ref(target)).or_insert(fresh);
        if to == fresh {
            self.parts.push(target);
        }
        let depth = self.leaps.entry((place.part, to)).or_default();
        *depth = (place.depth + 1).max(*depth);
    }

    /// What is beside `unevaluated...` is looked at once more; where references go in a circle, it is copied
    /// on each level.
    fn again(
        &mut self,
        schema: &'a Tree,
        keywords: &'a Map<String, Tree>,
        place: Place,
        level: usize,
    ) -> Option<()> {
        self.enter(place)?;
        self.spend(level)?;
        self.on_way.push(schema);
        for (name, value) in keywords {
            self.spend(1)?;
            match (name.as_str(), value) {
                ("properties", Tree::Object(names)) => {
                    let names = names.keys().map(|name| 1 + tree::text(name)).sum::<usize>();
                    self.spend(names * level / 4)?;
                }
                (name, Tree::String(reference)) if REFERENCES.contains(&name) => {
                    let (targets, cost) = self.references.targets(reference);
                    self.spend(cost)?;
                    for &target in targets.iter().filter(|target| target.is_object()) {
                        self.beside(target, place.below(name), level)?;
                    }
                }
                ("allOf" | "anyOf" | "oneOf" | "dependentSchemas" | "if" | "then" | "else", _) => {
                    each(name, value, &mut |below, sub| {
                        self.node(sub, place.below(below))?;
                        self.beside(sub, place.below(below), level)
                    })?;
                }
                (
                    "additionalProperties"
                    | "patternProperties"
                    | "contains"
                    | "unevaluatedProperties"
                    | "unevaluatedItems",
                    _,
                ) => each(name, value, &mut |below, sub| self.node(sub, place.below(below)))?,
                _ => {}
            }
        }
        self.on_way.pop();
        Some(())
    }

    fn beside(&mut self, schema: &'a Tree, place: Place, level: usize) -> Option<()> {
        match schema {
            Tree::Object(keywords) if !self.on_way.contains(&std::ptr::from_ref(schema)) => {
                self.again(schema, keywords, place, level + 1)
            }
            _ => Some(()),
        }
    }
}

/// The schemas that a keyword holds, each with its name there.
fn each<'a>(
    name: &str,
    value: &'a Tree,
    visit: &mut dyn FnMut(&str, &'a Tree) -> Option<()>,
) -> Option<()> {
    match (name, value) {
        ("enum" | "const" | "examples" | "default" | "required" | "$defs" | "definitions", _) => {
            Some(())
        }
        (
            "properties" | "patternProperties" | "dependentSchemas" | "dependencies",
            Tree::Object(all),
        ) => all.iter().try_for_each(|(below, sub)| visit(below, sub)),
        (_, Tree::Array(all)) => all.iter().try_for_each(|sub| visit(name, sub)),
        (_, Tree::Object(_) | Tree::Bool(_)) => visit(name, value),
        _ => Some(()),
    }
}
