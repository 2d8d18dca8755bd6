//! What the client can do for us: said once, or with each request.

use serde_json::Value;

use super::revision::Revision;
use crate::asking::{Capability, Stop};

/// The client's word on itself.
pub struct Offered {
    /// The revision that is spoken.
    pub revision: Revision,
    /// Its capabilities, as it declared them.
    pub capabilities: Value,
}

impl Offered {
    /// Does the client offer this, in the revision we speak?
    fn has(&self, capability: Capability) -> bool {
        let declared = |name: &str| self.capabilities.get(name).is_some_and(Value::is_object);
        match capability {
            Capability::Roots => declared("roots"),
            Capability::Sampling => declared("sampling"),
            Capability::Forms => {
                // Naming no kind of elicitation means forms; naming only URLs means no forms.
                let kinds = &self.capabilities["elicitation"];
                self.revision.has_forms()
                    && declared("elicitation")
                    && (kinds.get("form").is_some() || kinds.get("url").is_none())
            }
        }
    }

    /// Stops a tool, with words for the user, unless the client offers all of `needs`.
    pub fn require(&self, needs: &[Capability]) -> Result<(), Stop> {
        let missing = needs.iter().filter(|need| !self.has(**need));
        let missing: Vec<String> = missing.map(ToString::to_string).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let mut words = format!("This client does not offer {}.", missing.join(" and "));
        if needs.contains(&Capability::Forms) && !self.revision.has_forms() {
            words += " Forms need a newer revision of the protocol than ";
            words += self.revision.name();
            words += ".";
        }
        Err(words.into())
    }
}
