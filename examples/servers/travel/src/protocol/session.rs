//! What was agreed with the client, and what it has told us since.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::message::{INVALID_PARAMS, RpcError};
use super::revision::Revision;
use crate::asking::Capability;

/// The severities of log lines, mildest first.
const LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const INFO: usize = 1;

/// One client, from its `initialize` on.
pub struct Session {
    /// The revision we agreed on.
    pub revision: Revision,
    capabilities: Value,
    quietest: AtomicUsize,
    folders: Mutex<Folders>,
}

/// The root list as last heard. `changes` tells an answer from before a change from one after.
#[derive(Default)]
struct Folders {
    changes: u64,
    known: Option<Value>,
}

impl Session {
    /// Reads the parameters of `initialize`.
    pub fn open(params: &Value) -> Result<Self, RpcError> {
        let offered = params["protocolVersion"]
            .as_str()
            .ok_or_else(|| RpcError::new(INVALID_PARAMS, "protocolVersion is missing"))?;
        Ok(Self {
            revision: Revision::negotiate(offered),
            capabilities: params["capabilities"].clone(),
            quietest: AtomicUsize::new(INFO),
            folders: Mutex::default(),
        })
    }

    /// The result of `initialize`.
    pub fn greeting(&self) -> Value {
        let mut capabilities =
            json!({ "tools": {}, "resources": {}, "prompts": {}, "logging": {} });
        if self.revision.declares_completions() {
            capabilities["completions"] = json!({});
        }
        let server = json!({
            "name": "travel-server",
            "title": "Barcelona Travel Desk",
            "version": env!("CARGO_PKG_VERSION"),
        });
        json!({
            "protocolVersion": self.revision.name(),
            "capabilities": capabilities,
            "serverInfo": self.revision.fit(server),
            "instructions": "Books a week in Barcelona. findBestFlight only recommends; \
                             bookVacation asks the user for consent before it books.",
        })
    }

    /// Does the client offer this, in the revision we speak?
    pub fn offers(&self, capability: Capability) -> bool {
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

    /// Serves `logging/setLevel`.
    pub fn set_level(&self, params: &Value) -> Result<Value, RpcError> {
        let level = LEVELS
            .iter()
            .position(|level| params["level"] == *level)
            .ok_or_else(|| RpcError::new(INVALID_PARAMS, "level is none of the known ones"))?;
        self.quietest.store(level, Ordering::Relaxed);
        Ok(json!({}))
    }

    /// Does the client want log lines of level info?
    pub fn wants_info(&self) -> bool {
        self.quietest.load(Ordering::Relaxed) <= INFO
    }

    /// The root list, if we have heard it and the client would have told of a change.
    pub fn known_roots(&self) -> Option<Value> {
        self.folders().known.clone()
    }

    /// A mark to hand to [`Session::learn_roots`] with the answer to a question asked now.
    pub fn roots_mark(&self) -> u64 {
        self.folders().changes
    }

    /// Remembers a root list, unless it may be out of date.
    pub fn learn_roots(&self, mark: u64, result: &Value) {
        let mut folders = self.folders();
        if self.capabilities["roots"]["listChanged"] == true && folders.changes == mark {
            folders.known = Some(result.clone());
        }
    }

    /// The client's roots have changed: ask again next time.
    pub fn forget_roots(&self) {
        let mut folders = self.folders();
        folders.changes += 1;
        folders.known = None;
    }

    fn folders(&self) -> MutexGuard<'_, Folders> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
