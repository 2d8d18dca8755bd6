//! Results that the server allows to be used again for a while (CAC-01 to CAC-09).
//!
//! A cache belongs to one session, and so to one authorization: `cacheScope` has nothing to add.

use super::command::Request;
use super::event::Success;
use crate::json::{Json, Number, Value};
use crate::time::Millis;
use std::collections::BTreeMap;

/// What may be kept (CAC-01). A listing is kept with all its pages.
const METHODS: [&str; 5] =
    ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"];

#[derive(Debug)]
struct Entry {
    success: Success,
    stored: Millis,
    /// Fresh before this.
    until: Millis,
}

/// Fresh results by what was asked.
#[derive(Debug, Default)]
pub(super) struct Cache {
    entries: BTreeMap<String, Entry>,
    bytes: usize,
}

/// What was asked: the method and everything that has a say in the result (CAC-02).
fn key(request: &Request) -> Option<String> {
    if !METHODS.contains(&request.method.as_str()) {
        return None;
    }
    let params = request.params.as_ref().map_or("", Json::as_str);
    let pages = if request.pages.is_some() { "*" } else { "" };
    Some(format!("{}{pages} {params}", request.method))
}

/// How long the result of a request may be used; it is looked for only where it counts, since it may stand
/// behind megabytes.
pub(super) fn time_to_live(request: &Request, result: Value<'_>) -> Millis {
    if METHODS.contains(&request.method.as_str()) { life(result.get("ttlMs")) } else { Millis(0) }
}

/// How long the member `ttlMs` allows: zero, absent and negative mean not at all (CAC-03).
pub(super) fn life(ttl: Option<Value<'_>>) -> Millis {
    Millis(ttl.and_then(Value::number).and_then(Number::as_u64).unwrap_or(0))
}

impl Cache {
    /// A result that is still fresh, with its age.
    pub(super) fn get(&mut self, request: &Request, now: Millis) -> Option<Success> {
        let key = key(request)?;
        let entry = self.entries.get(&key)?;
        if now >= entry.until {
            self.remove(&key);
            return None;
        }
        Some(Success { age: Some(now - entry.stored), ..entry.success.clone() })
    }

    pub(super) fn put(
        &mut self,
        request: &Request,
        success: &Success,
        ttl: Millis,
        now: Millis,
        most: usize,
    ) {
        let Some(key) = key(request).filter(|_| ttl > Millis(0)) else { return };
        let bytes = success.result.as_str().len();
        if bytes > most / 4 {
            return;
        }
        self.remove(&key);
        self.bytes += bytes;
        self.entries.insert(key, Entry { success: success.clone(), stored: now, until: now + ttl });
        while self.bytes > most {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.stored);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            self.remove(&oldest);
        }
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.success.result.as_str().len();
        }
    }

    /// Whatever changed, nobody was told.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// A notification says that something changed (CAC-09).
    pub(super) fn changed(&mut self, method: &str, params: Option<Value<'_>>) {
        let stale: &[&str] = match method {
            "notifications/tools/list_changed" => &["tools/list"],
            "notifications/prompts/list_changed" => &["prompts/list"],
            "notifications/resources/list_changed" => {
                &["resources/list", "resources/templates/list"]
            }
            "notifications/resources/updated" => return self.resource_changed(params),
            _ => return,
        };
        self.drop_where(|key| stale.iter().any(|method| key.starts_with(method)));
    }

    /// The notice may name a part of what was read (SUB-03).
    fn resource_changed(&mut self, params: Option<Value<'_>>) {
        let Some(uri) = params.and_then(|params| params.get("uri")).and_then(Value::text) else {
            return;
        };
        self.drop_where(|key| {
            let read =
                key.strip_prefix("resources/read ").and_then(|params| Value::parse(params).ok());
            let read = read.and_then(|params| params.get("uri")).and_then(Value::text);
            read.is_some_and(|read| uri.starts_with(&*read) || read.starts_with(&*uri))
        });
    }

    fn drop_where(&mut self, stale: impl Fn(&str) -> bool) {
        let keys: Vec<String> = self.entries.keys().filter(|key| stale(key)).cloned().collect();
        for key in keys {
            self.remove(&key);
        }
    }
}
