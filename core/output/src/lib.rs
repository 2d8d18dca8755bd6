//! Structured tool output against its JSON Schema (TOL-16, JSC-01 to JSC-05).
//!
//! The schema and the output are a server's: either may be made to hang whoever looks at it. So no reference
//! leads out of the schema, patterns run in linear time, and before anything is checked the work is walked
//! through and counted. What is over the bounds, or cannot be read exactly, is not checked, and said to be
//! so; nothing is ever taken for right or wrong by guess.

mod build;
mod pattern;
mod pointer;
mod tree;
mod walk;

use jsonschema::{PatternOptions, Validator};
use mcpclient_engine::json::Value;
use serde_json::Value as Tree;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes of a schema that is looked at.
const SCHEMA_BYTES: usize = 256 << 10;
/// Bytes of an output that is looked at.
const OUTPUT_BYTES: usize = 4 << 20;
/// Patterns in a schema: each has to be compiled.
const PATTERNS: usize = 100;
/// Bytes that a compiled pattern may take.
const PATTERN_BYTES: usize = 1 << 20;
/// Schemas inside of schemas on one way, references followed: what a stack can bear.
const DEPTH: usize = 192;

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The output is as the schema wants it.
    Fits,
    /// It is not.
    Breaks(Breach),
    /// Nobody knows, and why: the schema or the output is not one that can be checked.
    Unchecked(&'static str),
}

/// Where an output leaves its schema: the first place that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breach {
    /// A JSON pointer into the output; empty is the whole. It may hold names of the server's.
    pub at: String,
    /// The keyword of JSON Schema that it breaks, such as `type` or `required`; empty where the schema is `false`,
    /// and at the whole also where it would take too much to find the place.
    pub keyword: String,
}

/// A schema, ready to check outputs by.
pub struct Schema {
    tree: Tree,
    validator: Validator,
}

impl Schema {
    /// Reads a schema: of the draft that its `$schema` names, or 2020-12 (JSC-01, JSC-02).
    ///
    /// # Errors
    /// Why nothing can be checked by it.
    pub fn new(schema: Value<'_>) -> Result<Self, &'static str> {
        if schema.raw().len() > SCHEMA_BYTES {
            return Err("the schema is too large");
        }
        let tree = tree::of(schema).ok_or("a number in the schema cannot be read exactly")?;
        if pattern::count(&tree) > PATTERNS {
            return Err("the schema has too many patterns");
        }
        pointer::plain(&tree)?;
        if !build::is_short(&tree) {
            return Err("the schema is more work than it may be");
        }
        let patterns =
            PatternOptions::regex().size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES);
        let options = jsonschema::options()
            .offline()
            .should_validate_formats(false)
            .with_pattern_options(patterns);
        match catch_unwind(AssertUnwindSafe(|| options.build(&tree).ok())) {
            Ok(Some(validator)) => Ok(Self { tree, validator }),
            _ => Err("the schema is none, refers to others, or is of an unknown dialect"),
        }
    }

    /// Checks an output.
    pub fn check(&self, output: Value<'_>) -> Verdict {
        if output.raw().len() > OUTPUT_BYTES {
            return Verdict::Unchecked("the output is too large");
        }
        let Some(output) = tree::of(output) else {
            return Verdict::Unchecked("a number in the output cannot be read exactly");
        };
        if !walk::is_short(&self.tree, &output) {
            return Verdict::Unchecked("the check would take too long");
        }
        let check = || {
            if self.validator.is_valid(&output) {
                return Verdict::Fits;
            }
            Verdict::Breaks(self.breach(&output).unwrap_or_default())
        };
        // A bug of the validator's is no reason to lose more than its word.
        catch_unwind(AssertUnwindSafe(check)).unwrap_or(Verdict::Unchecked("the check failed"))
    }
}

impl Schema {
    /// Where an output that does not fit leaves the schema, if that can be found within the bounds.
    fn breach(&self, output: &Tree) -> Option<Breach> {
        if !walk::can_place(&self.tree, output) {
            return None;
        }
        let fault = self.validator.validate(output).err()?;
        let path = fault.schema_path().to_string();
        Some(Breach {
            at: fault.instance_path().to_string(),
            keyword: path.rsplit('/').next().unwrap_or_default().to_owned(),
        })
    }
}

/// Schemas are other people's data.
impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Schema").finish_non_exhaustive()
    }
}
