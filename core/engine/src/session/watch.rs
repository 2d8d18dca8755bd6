//! One wish of the host, to hear of changes, in the words of either era.
//!
//! Handshake revisions subscribe to resources one by one and announce list changes unasked; the
//! stateless one opens a subscription with a filter (SUB-01, SUB-02, SUB-04).

use super::carry::Sending;
use super::{Event, Session, WarningKind};
use crate::ids::WireId;
use crate::json::{Json, Kind, Value, Writer};
use crate::rpc::envelope::Id;
use crate::rpc::write;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What the host wants to hear of, or what the server agreed to tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchFilter {
    /// Changes of the list of tools.
    pub tools: bool,
    /// Changes of the list of prompts.
    pub prompts: bool,
    /// Changes of the list of resources.
    pub resources: bool,
    /// Changes of these resources, by URI.
    pub uris: BTreeSet<String>,
}

impl WatchFilter {
    /// As the filter of a subscription is written.
    pub fn to_json(&self) -> Json {
        let mut out = Writer::new();
        self.write_to(&mut out);
        out.finish()
    }

    /// From the filter of a subscription as it is written. What is missing is not wanted.
    pub fn from_json(filter: Value<'_>) -> Self {
        let flag = |name: &str| filter.get(name).and_then(Value::boolean) == Some(true);
        let uris = filter.get("resourceSubscriptions").into_iter().flat_map(Value::items);
        Self {
            tools: flag("toolsListChanged"),
            prompts: flag("promptsListChanged"),
            resources: flag("resourcesListChanged"),
            uris: uris.filter_map(Value::text).map(Cow::into_owned).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What both have.
    fn within(&self, most: &Self) -> Self {
        Self {
            tools: self.tools && most.tools,
            prompts: self.prompts && most.prompts,
            resources: self.resources && most.resources,
            uris: self.uris.intersection(&most.uris).cloned().collect(),
        }
    }

    /// What the server declared that it can tell (SUB-05).
    fn declared(&self, capabilities: Value<'_>) -> Self {
        let flag = |capability: &str, flag: &str| {
            let declared = capabilities.get(capability).and_then(|declared| declared.get(flag));
            declared.and_then(Value::boolean) == Some(true)
        };
        let uris = if flag("resources", "subscribe") { self.uris.clone() } else { BTreeSet::new() };
        Self {
            tools: self.tools && flag("tools", "listChanged"),
            prompts: self.prompts && flag("prompts", "listChanged"),
            resources: self.resources && flag("resources", "listChanged"),
            uris,
        }
    }

    fn write_to(&self, out: &mut Writer) {
        out.object();
        for (name, on) in [
            ("toolsListChanged", self.tools),
            ("promptsListChanged", self.prompts),
            ("resourcesListChanged", self.resources),
        ] {
            if on {
                out.key(name).boolean(true);
            }
        }
        if !self.uris.is_empty() {
            out.key("resourceSubscriptions").array();
            for uri in &self.uris {
                out.string(uri);
            }
            out.end_array();
        }
        out.end_object();
    }
}

/// The host's wish and how far it is granted.
#[derive(Debug, Default)]
pub(super) struct Watch {
    wanted: WatchFilter,
    /// The part of it that went out to the server.
    sent: WatchFilter,
    granted: WatchFilter,
    /// The subscription that is open, in the stateless era.
    listen: Option<WireId>,
    /// `resources/subscribe` and `unsubscribe` that wait for an answer.
    asked: BTreeMap<WireId, Asked>,
}

#[derive(Debug)]
struct Asked {
    uri: String,
    subscribe: bool,
}

impl Session {
    /// The host's wish takes the place of its last one.
    pub(super) fn watch(&mut self, wanted: WatchFilter) {
        if self.watch.wanted == wanted {
            return;
        }
        self.watch.wanted = wanted;
        if self.server.is_some() {
            self.follow_watch();
        }
    }

    /// A single resource more or less, for hosts that subscribe one by one.
    pub(super) fn watch_resource(&mut self, uri: String, on: bool) {
        let mut wanted = self.watch.wanted.clone();
        if on {
            wanted.uris.insert(uri);
        } else {
            wanted.uris.remove(&uri);
        }
        self.watch(wanted);
    }

    /// A fresh server knows nothing of what was granted before (SUB-15).
    pub(super) fn watch_again(&mut self) {
        let wanted = std::mem::take(&mut self.watch).wanted;
        self.watch.wanted = wanted;
        if !self.watch.wanted.is_empty() {
            self.follow_watch();
        }
    }

    pub(super) fn follow_watch(&mut self) {
        let Some(server) = &self.server else { return };
        let possible = self.watch.wanted.declared(server.capabilities.value());
        self.watch.sent = possible.clone();
        if self.revision.facts().stateless {
            self.listen(&possible);
        } else {
            self.subscribe(&possible);
        }
    }

    /// One subscription at a time carries the whole wish.
    fn listen(&mut self, filter: &WatchFilter) {
        if let Some(old) = self.watch.listen.take() {
            self.calls.give_up(old);
            self.take_back(old, None);
        }
        self.listening(None);
        self.watch.granted = WatchFilter::default();
        if filter.is_empty() {
            return self.tell_watch();
        }
        let wire = self.next_wire_id();
        let mut params = Writer::new();
        params.object().key("notifications");
        filter.write_to(&mut params);
        params.end_object();
        let params = write::with_members(Some(&params.into_string()), &self.meta, "");
        self.watch.listen = Some(wire);
        let message = write::request(wire, "subscriptions/listen", params.as_deref());
        self.write(Sending::Request(wire), message);
    }

    fn subscribe(&mut self, filter: &WatchFilter) {
        let known: BTreeSet<String> = self.watch.granted.uris.clone();
        self.watch.granted = WatchFilter { uris: known.clone(), ..filter.clone() };
        for (uri, subscribe) in filter
            .uris
            .difference(&known)
            .map(|uri| (uri, true))
            .chain(known.difference(&filter.uris).map(|uri| (uri, false)))
        {
            let wire = self.next_wire_id();
            let method = if subscribe { "resources/subscribe" } else { "resources/unsubscribe" };
            let mut params = Writer::new();
            params.object().key("uri").string(uri).end_object();
            let message = write::request(wire, method, Some(&params.into_string()));
            self.write(Sending::Request(wire), message);
            self.watch.asked.insert(wire, Asked { uri: uri.clone(), subscribe });
        }
        if self.watch.asked.is_empty() {
            self.tell_watch();
        }
    }

    fn tell_watch(&mut self) {
        let filter = self.watch.granted.clone();
        self.emit(Event::Watching { filter });
    }

    /// An answer to what the watch asked. Gives false if it was not about that.
    pub(super) fn watch_answered(&mut self, wire: WireId, good: bool) -> bool {
        if self.watch.listen == Some(wire) {
            // A graceful end, or a refusal: either way nothing is told any more (SUB-13).
            self.watch_ended();
            return true;
        }
        let Some(asked) = self.watch.asked.remove(&wire) else { return false };
        if good && asked.subscribe {
            self.watch.granted.uris.insert(asked.uri);
        } else if good {
            self.watch.granted.uris.remove(&asked.uri);
        }
        if self.watch.asked.is_empty() {
            self.tell_watch();
        }
        true
    }

    /// The subscription is over, however that was said (SUB-14).
    pub(super) fn watch_ended(&mut self) {
        if let Some(wire) = self.watch.listen.take() {
            self.calls.give_up(wire);
            self.watch.granted = WatchFilter::default();
            self.tell_watch();
        }
    }

    /// Whether that request opened the subscription.
    pub(super) fn listens_with(&self, wire: WireId) -> bool {
        self.watch.listen == Some(wire)
    }

    /// Whether a cancellation of the server is about the subscription (CAN-11).
    pub(super) fn is_listen(&self, key: &Id) -> bool {
        self.watch.listen.is_some_and(|wire| key.ours() == Some(wire.0))
    }

    /// The server says what it agreed to tell (SUB-06).
    pub(super) fn watch_acknowledged(&mut self, params: Option<Value<'_>>) {
        if !self.is_of_watch(params) {
            return self
                .warn(WarningKind::Malformed, "a subscription that is not open was acknowledged");
        }
        let filter = params.and_then(|params| params.get("notifications"));
        let granted = filter.map(WatchFilter::from_json).unwrap_or_default();
        self.watch.granted = granted.within(&self.watch.sent);
        self.listening(Some(&granted));
        self.tell_watch();
    }

    /// What comes on a subscription must name it (SUB-08), and be what was asked for (SUB-10).
    pub(super) fn is_wanted(&self, method: &str, params: Option<Value<'_>>) -> bool {
        if !self.revision.facts().stateless {
            return true;
        }
        let wanted = &self.watch.sent;
        let asked = match method {
            "notifications/tools/list_changed" => wanted.tools,
            "notifications/prompts/list_changed" => wanted.prompts,
            "notifications/resources/list_changed" => wanted.resources,
            "notifications/resources/updated" => !wanted.uris.is_empty(),
            _ => return true,
        };
        asked && self.is_of_watch(params)
    }

    fn is_of_watch(&self, params: Option<Value<'_>>) -> bool {
        let named = params
            .and_then(|params| params.get("_meta"))
            .filter(|meta| meta.kind() == Kind::Object)
            .and_then(|meta| meta.get("io.modelcontextprotocol/subscriptionId"))
            .and_then(Id::read);
        named.is_some_and(|named| self.is_listen(&named))
    }
}

/// The URI that a subscription call of the host names.
pub(super) fn uri_of(params: Option<&Json>) -> Option<String> {
    params.and_then(|params| params.value().get("uri")).and_then(Value::text).map(Cow::into_owned)
}
