//! What a tool gave against what it said that it would give.

/// Where a tool's structured output stands against the schema that the tool was listed with (TOL-16).
///
/// It is a note beside the result, never a reason to lose it: the result is there in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// There is nothing to say: the call is no tool's or has no result yet, the tools were not listed before, or
    /// the tool has no schema for its output, or failed and gave none.
    None,
    /// It is as the schema wants it.
    Fits,
    /// It is not. A model that reads it on may be misled (TOL-20).
    Violates(Violation),
    /// There is a schema, and nobody can tell: it is none, refers to others, or is more work than it may be;
    /// or a number in it, or in the output, cannot be read exactly. The text says which, in English.
    Unchecked(&'static str),
}

/// Where an output leaves its schema: the first place that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// A JSON pointer into `structuredContent`; empty is the whole. It may hold names of the server's.
    pub at: String,
    /// The keyword of JSON Schema that it breaks, such as `type`; `required` at the whole also where there is no
    /// output at all. Empty where the schema is `false`, and at the whole also where it would take too much to find
    /// the place.
    pub keyword: String,
}
