//! What a tool says of its own effects.

use crate::json::Value;

/// A tool's `annotations`, with what the protocol says where the tool says nothing (TOL-10). A server may say
/// what it likes: show them, and decide nothing by them unless you trust it (TOL-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy what was there before. Never of what is read-only.
    pub destructive: bool,
    /// Calling it twice with the same arguments is calling it once. Never of what is read-only.
    pub idempotent: bool,
    /// It deals with things outside of the server, such as the web.
    pub open_world: bool,
}

impl Default for Hints {
    fn default() -> Self {
        Self { read_only: false, destructive: true, idempotent: false, open_world: true }
    }
}

impl Hints {
    /// Those of a tool as it was listed. What is no truth value says nothing.
    #[must_use]
    pub fn of(tool: Value<'_>) -> Self {
        let hint = |name: &str, otherwise: bool| {
            let hint = tool.get("annotations").and_then(|all| all.get(name));
            hint.and_then(Value::boolean).unwrap_or(otherwise)
        };
        let usual = Self::default();
        let read_only = hint("readOnlyHint", usual.read_only);
        Self {
            read_only,
            destructive: !read_only && hint("destructiveHint", usual.destructive),
            idempotent: !read_only && hint("idempotentHint", usual.idempotent),
            open_world: hint("openWorldHint", usual.open_world),
        }
    }
}
