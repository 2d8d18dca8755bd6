//! What was agreed with the client, and what it has told us since.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::message::{INVALID_PARAMS, RpcError};
use super::offered::Offered;
use super::revision::Revision;

/// The severities of log lines, mildest first.
const LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const INFO: usize = 1;

/// What a model should know of us.
pub const INSTRUCTIONS: &str = "Books a week in Barcelona. findBestFlight only recommends; \
                                bookVacation asks the user for consent before it books.";

/// Who we are.
pub fn server_info() -> Value {
    json!({
        "name": "travel-server",
        "title": "Barcelona Travel Desk",
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// Would a client that names this level see lines of level info?
pub fn levels_include_info(level: &Value) -> bool {
    place(level).is_some_and(|level| level <= INFO)
}

fn place(level: &Value) -> Option<usize> {
    LEVELS.iter().position(|known| level == known)
}

/// One client, from its `initialize` on.
pub struct Session {
    /// The revision we agreed on, and what the client can do.
    pub offered: Offered,
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
            offered: Offered {
                revision: Revision::negotiate(offered),
                capabilities: params["capabilities"].clone(),
            },
            quietest: AtomicUsize::new(INFO),
            folders: Mutex::default(),
        })
    }

    /// The result of `initialize`.
    pub fn greeting(&self) -> Value {
        let mut capabilities =
            json!({ "tools": {}, "resources": {}, "prompts": {}, "logging": {} });
        if self.offered.revision.declares_completions() {
            capabilities["completions"] = json!({});
        }
        json!({
            "protocolVersion": self.offered.revision.name(),
            "capabilities": capabilities,
            "serverInfo": self.offered.revision.fit(server_info()),
            "instructions": INSTRUCTIONS,
        })
    }

    /// Serves `logging/setLevel`.
    pub fn set_level(&self, params: &Value) -> Result<Value, RpcError> {
        let level = place(&params["level"])
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
        if self.offered.capabilities["roots"]["listChanged"] == true && folders.changes == mark {
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
