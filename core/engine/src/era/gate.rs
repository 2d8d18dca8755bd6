//! Calls go only to servers that declared the capability, where the revision insists (VER-13).

use super::Revision;
use crate::error::{Code, Error};
use crate::json::Value;

/// The capability, and the flag inside it, that a method needs.
fn needs(method: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match method {
        "tools/list" | "tools/call" => ("tools", None),
        "resources/list" | "resources/templates/list" | "resources/read" => ("resources", None),
        "resources/subscribe" | "resources/unsubscribe" => ("resources", Some("subscribe")),
        "prompts/list" | "prompts/get" => ("prompts", None),
        "completion/complete" => ("completions", None),
        "logging/setLevel" => ("logging", None),
        _ => return None,
    })
}

/// Refuses a method that the server did not declare. Unknown methods pass: they are the host's business.
pub(crate) fn allow(
    revision: Revision,
    capabilities: Value<'_>,
    method: &str,
) -> Result<(), Error> {
    let facts = revision.facts();
    let Some((capability, flag)) = needs(method) else { return Ok(()) };
    if !facts.strict_capabilities || (capability == "completions" && !facts.completions_declared) {
        return Ok(());
    }
    let refuse = |what: &str| {
        Err(Error::new(
            Code::Unsupported,
            format!("`{method}`: the server did not declare `{what}`"),
        ))
    };
    let Some(declared) = capabilities.get(capability).filter(|value| !value.is_null()) else {
        return refuse(capability);
    };
    match flag {
        Some(flag) if declared.get(flag).and_then(Value::boolean) != Some(true) => {
            refuse(&format!("{capability}.{flag}"))
        }
        _ => Ok(()),
    }
}
