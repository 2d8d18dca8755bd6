//! How much work a check would be: the walk that a validator takes, without the checks.
//!
//! Where a validator may stop early, this goes on, and what it may look at twice is counted twice; so the
//! count is one that no check exceeds by much, whatever schema and output were made for it.

use crate::pointer::{REFERENCES, targets};
use crate::tree;
use serde_json::{Map, Value as Tree};

/// Steps that a check may take, each some tens of nanoseconds.
const STEPS: usize = 500_000;
/// Schemas inside of schemas on one way, references followed: what a stack can bear.
const DEPTH: usize = 192;

/// Whether a check is within the bounds.
pub(crate) fn is_short(schema: &Tree, output: &Tree) -> bool {
    Walk { root: schema, left: STEPS }.valid(schema, output, DEPTH).is_some()
}

/// How many patterns there are to compile.
pub(crate) fn patterns(schema: &Tree) -> usize {
    match schema {
        Tree::Array(items) => items.iter().map(patterns).sum(),
        Tree::Object(members) => {
            let here = |(name, value): (&String, &Tree)| match (name.as_str(), value) {
                ("pattern", Tree::String(_)) => 1,
                ("patternProperties", Tree::Object(patterns)) => patterns.len(),
                _ => 0,
            };
            members.iter().map(here).sum::<usize>() + members.values().map(patterns).sum::<usize>()
        }
        _ => 0,
    }
}

/// `None` all the way: it is too much.
struct Walk<'a> {
    root: &'a Tree,
    left: usize,
}

impl<'a> Walk<'a> {
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

    /// Schemas for the very same output.
    fn here(
        &mut self,
        name: &str,
        value: &'a Tree,
        visit: &mut dyn FnMut(&mut Self, &'a Tree) -> Option<()>,
    ) -> Option<()> {
        match (name, value) {
            (_, Tree::String(reference)) if REFERENCES.contains(&name) => {
                // Looking for an anchor is work as well.
                self.spend(if reference.contains("#/") { 1 } else { 16 })?;
                let targets = targets(self.root, reference);
                if targets.is_empty() {
                    return None;
                }
                targets.into_iter().try_for_each(|target| visit(self, target))
            }
            ("allOf" | "anyOf" | "oneOf", Tree::Array(all)) => {
                all.iter().try_for_each(|sub| visit(self, sub))
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
                let both = all.iter().filter_map(|(name, sub)| Some((sub, members.get(name)?)));
                for (sub, member) in both {
                    self.valid(sub, member, depth)?;
                }
                self.spend(all.len())
            }
            ("patternProperties", Tree::Object(all), Tree::Object(members)) => {
                for (pattern, sub) in all {
                    for (name, member) in members {
                        self.pattern(pattern, name)?;
                        self.valid(sub, member, depth)?;
                    }
                }
                Some(())
            }
            ("propertyNames", sub, Tree::Object(members)) => members
                .keys()
                .try_for_each(|name| self.valid(sub, &Tree::String(name.clone()), depth)),
            ("additionalProperties" | "unevaluatedProperties", sub, Tree::Object(members)) => {
                // Every name is compared with every pattern beside it.
                if let Some(Tree::Object(patterns)) = keywords.get("patternProperties") {
                    for (pattern, name) in patterns
                        .keys()
                        .flat_map(|pattern| members.keys().map(move |name| (pattern, name)))
                    {
                        self.pattern(pattern, name)?;
                    }
                }
                members.values().try_for_each(|member| self.valid(sub, member, depth))
            }
            ("items" | "prefixItems", Tree::Array(all), Tree::Array(items)) => {
                all.iter().zip(items).try_for_each(|(sub, item)| self.valid(sub, item, depth))
            }
            (
                "items" | "additionalItems" | "contains" | "unevaluatedItems",
                sub,
                Tree::Array(items),
            ) => items.iter().try_for_each(|item| self.valid(sub, item, depth)),
            _ => Some(()),
        }
    }

    /// Keywords that look at an output without schemas for its parts.
    fn assertion(&mut self, name: &str, value: &Tree, output: &Tree) -> Option<()> {
        match (name, value, output) {
            ("enum" | "const", _, _) => self.spend(tree::size(value)),
            ("uniqueItems", _, Tree::Array(_)) => self.spend(4 * tree::size(output)),
            ("pattern", Tree::String(pattern), Tree::String(text)) => self.pattern(pattern, text),
            ("required", Tree::Array(names), _) => self.spend(names.len()),
            (_, _, Tree::String(text)) => self.spend(text.len() / 64),
            _ => Some(()),
        }
    }

    fn pattern(&mut self, pattern: &str, text: &str) -> Option<()> {
        self.spend(2 + text.len().saturating_mul(1 + pattern.len() / 8) / 16)
    }
}
