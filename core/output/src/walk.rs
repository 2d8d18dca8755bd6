//! How much work a check would be: the walk that a validator takes, without the checks.
//!
//! Where a validator may stop early, this goes on, and what it may look at twice is counted twice; so the
//! count is one that no check exceeds by much, whatever schema and output were made for it.

use crate::DEPTH;
use crate::pattern;
use crate::pointer::{REFERENCES, References};
use crate::tree;
use serde_json::{Map, Value as Tree};
use std::collections::HashMap;

/// Steps that a check may take, each some tens of nanoseconds.
const STEPS: usize = 500_000;
/// Values that a validator may copy for the faults of one `anyOf` or `oneOf`.
const COPIES: usize = 500_000;
/// The same, of all together: only the first counts, but which that is, nobody knows before.
const ALL_COPIES: usize = 4_000_000;

/// Whether a check is within the bounds.
pub(crate) fn is_short(schema: &Tree, output: &Tree) -> bool {
    Walk::new(schema, false).valid(schema, output, DEPTH).is_some()
}

/// Whether the place of a fault is within the bounds as well. A validator notes every fault of every branch of an
/// `anyOf` or `oneOf`, and copies what it is about each time.
pub(crate) fn can_place(schema: &Tree, output: &Tree) -> bool {
    Walk::new(schema, true).valid(schema, output, DEPTH).is_some()
}

/// `None` all the way: it is too much.
struct Walk<'a> {
    references: References<'a>,
    /// What patterns are compiled to.
    states: HashMap<&'a str, usize>,
    left: usize,
    /// Copies are counted.
    counts: bool,
    copies: usize,
    all_copies: usize,
    /// How many of `anyOf` and `oneOf` the walk is in.
    branches: usize,
    /// Bytes of the paths to where the walk is, in the schema and in the output.
    path: usize,
}

impl<'a> Walk<'a> {
    fn new(schema: &'a Tree, counts: bool) -> Self {
        Self {
            references: References::new(schema),
            states: HashMap::new(),
            left: STEPS,
            counts,
            copies: 0,
            all_copies: ALL_COPIES,
            branches: 0,
            path: 0,
        }
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }

    /// What it takes to say whether `output` fits.
    fn valid(&mut self, schema: &'a Tree, output: &Tree, depth: usize) -> Option<()> {
        self.spend(1)?;
        let depth = depth.checked_sub(1)?;
        let Tree::Object(keywords) = schema else { return Some(()) };
        for (name, value) in keywords {
            self.spend(1)?;
            self.copied(name, value, output)?;
            self.assertion(name, value, output)?;
            self.here(name, value, &mut |walk, sub| walk.valid(sub, output, depth))?;
            self.below(name, value, keywords, output, depth)?;
        }
        if keywords.keys().any(|name| name.starts_with("unevaluated")) {
            self.marks(schema, output, depth)?;
        }
        Some(())
    }

    /// What it takes to say which members and items a schema has looked at.
    fn marks(&mut self, schema: &'a Tree, output: &Tree, depth: usize) -> Option<()> {
        self.spend(1)?;
        let depth = depth.checked_sub(1)?;
        let Tree::Object(keywords) = schema else { return Some(()) };
        if let Tree::Object(members) = output {
            self.spend(members.keys().map(|name| 1 + tree::text(name)).sum())?;
        }
        for (name, value) in keywords {
            self.spend(1)?;
            self.here(name, value, &mut |walk, sub| {
                walk.valid(sub, output, depth)?;
                walk.marks(sub, output, depth)
            })?;
            self.below(name, value, keywords, output, depth)?;
        }
        Some(())
    }

    /// What a validator keeps if a keyword inside of a branch is broken.
    fn copied(&mut self, name: &str, value: &Tree, output: &Tree) -> Option<()> {
        if !self.counts || self.branches == 0 {
            return Some(());
        }
        let wanted = if matches!(name, "enum" | "const" | "not") { tree::size(value) } else { 0 };
        let copies = (1 + self.path / 64 + wanted + tree::size(output)) * self.branches;
        self.copies = self.copies.checked_sub(copies)?;
        self.all_copies = self.all_copies.checked_sub(copies)?;
        Some(())
    }

    /// A schema for a member or an item, and how much longer the paths become.
    fn part(&mut self, sub: &'a Tree, output: &Tree, path: usize, depth: usize) -> Option<()> {
        self.path += path;
        self.valid(sub, output, depth)?;
        self.path -= path;
        Some(())
    }

    /// Schemas for the very same output.
    fn here(
        &mut self,
        name: &str,
        value: &'a Tree,
        visit: &mut dyn FnMut(&mut Self, &'a Tree) -> Option<()>,
    ) -> Option<()> {
        match (name, value) {
            (_, Tree::String(reference)) if REFERENCES.contains(&name) => {
                let (targets, cost) = self.references.targets(reference);
                self.spend(cost)?;
                if targets.is_empty() {
                    return None;
                }
                self.path += reference.len();
                targets.iter().try_for_each(|target| visit(self, target))?;
                self.path -= reference.len();
                Some(())
            }
            ("allOf", Tree::Array(all)) => all.iter().try_for_each(|sub| visit(self, sub)),
            ("anyOf" | "oneOf", Tree::Array(all)) => {
                if self.branches == 0 {
                    self.copies = COPIES;
                }
                self.branches += 1;
                all.iter().try_for_each(|sub| visit(self, sub))?;
                self.branches -= 1;
                Some(())
            }
            ("not" | "if" | "then" | "else", sub) => visit(self, sub),
            ("dependentSchemas" | "dependencies", Tree::Object(all)) => {
                all.values().try_for_each(|sub| visit(self, sub))
            }
            _ => Some(()),
        }
    }

    /// Schemas for members and items of the output.
    fn below(
        &mut self,
        name: &str,
        value: &'a Tree,
        keywords: &'a Map<String, Tree>,
        output: &Tree,
        depth: usize,
    ) -> Option<()> {
        match (name, value, output) {
            ("properties", Tree::Object(all), Tree::Object(members)) => {
                let both =
                    all.iter().filter_map(|(name, sub)| Some((name, sub, members.get(name)?)));
                for (name, sub, member) in both {
                    self.part(sub, member, 2 * name.len(), depth)?;
                }
                self.spend(all.len())
            }
            ("patternProperties", Tree::Object(all), Tree::Object(members)) => {
                for (pattern, sub) in all {
                    for (name, member) in members {
                        self.pattern(pattern, name)?;
                        self.part(sub, member, pattern.len() + name.len(), depth)?;
                    }
                }
                Some(())
            }
            ("propertyNames", sub, Tree::Object(members)) => members.keys().try_for_each(|name| {
                self.spend(tree::text(name))?;
                self.part(sub, &Tree::String(name.clone()), 0, depth)
            }),
            ("additionalProperties" | "unevaluatedProperties", sub, Tree::Object(members)) => {
                // Every name is compared with every name and pattern beside it.
                if let Some(Tree::Object(patterns)) = keywords.get("patternProperties") {
                    for (pattern, name) in patterns
                        .keys()
                        .flat_map(|pattern| members.keys().map(move |name| (pattern, name)))
                    {
                        self.pattern(pattern, name)?;
                    }
                }
                members.iter().try_for_each(|(name, member)| {
                    self.spend(tree::text(name))?;
                    self.part(sub, member, name.len(), depth)
                })
            }
            ("items" | "prefixItems", Tree::Array(all), Tree::Array(items)) => {
                all.iter().zip(items).try_for_each(|(sub, item)| self.part(sub, item, 8, depth))
            }
            (
                "items" | "additionalItems" | "contains" | "unevaluatedItems",
                sub,
                Tree::Array(items),
            ) => items.iter().try_for_each(|item| self.part(sub, item, 8, depth)),
            _ => Some(()),
        }
    }

    /// Keywords that look at an output without schemas for its parts.
    fn assertion(&mut self, name: &str, value: &'a Tree, output: &Tree) -> Option<()> {
        match (name, value, output) {
            ("enum" | "const", _, _) => self.spend(tree::size(value)),
            ("uniqueItems", _, Tree::Array(_)) => self.spend(4 * tree::size(output)),
            ("pattern", Tree::String(pattern), Tree::String(text)) => self.pattern(pattern, text),
            ("required", Tree::Array(names), _) => self.spend(names.len()),
            (_, _, Tree::String(text)) => self.spend(tree::text(text)),
            _ => Some(()),
        }
    }

    fn pattern(&mut self, pattern: &'a str, text: &str) -> Option<()> {
        let states = *self.states.entry(pattern).or_insert_with(|| pattern::states(pattern));
        let looked = tree::text(pattern) + text.len().saturating_mul(1 + states / 4) / 16;
        self.spend(looked.saturating_add(2))
    }
}
