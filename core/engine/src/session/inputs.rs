//! Inputs that wait for the host, by the host's name and by the server's.

use crate::ids::{CallId, InputId};
use crate::model::InputRequest;
use crate::rpc::batch::BatchId;
use crate::rpc::envelope::Id;
use crate::time::Millis;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How an input came, and so how its answer goes.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// A request of the server; `wire` is its id as written.
    /// `call` is the only one that can have caused it, where that is known.
    Request { wire: String, key: Id, batch: Option<BatchId>, call: Option<CallId> },
    /// An entry of a round of questions.
    Round { call: CallId, key: String },
}

/// One input that is not answered yet.
#[derive(Debug)]
pub(crate) struct Open {
    /// As it stands now.
    pub request: Arc<InputRequest>,
    /// As the server sent it.
    pub asked: Arc<InputRequest>,
    /// The host was told of it.
    pub shown: bool,
    pub origin: Origin,
    /// Calls that may have caused it and were not given up.
    causes: Vec<CallId>,
    deadline: Millis,
}

#[derive(Debug, Default)]
pub(crate) struct Inputs {
    last: u64,
    open: BTreeMap<InputId, Open>,
    by_key: BTreeMap<Id, InputId>,
    /// Requests that may be any call's.
    unnamed: usize,
}

impl Inputs {
    pub(crate) fn next_id(&mut self) -> InputId {
        self.last += 1;
        InputId(self.last)
    }

    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }

    /// The server waits for an answer to a request of its own, which any call may have caused.
    pub(crate) fn owe_requests(&self) -> bool {
        self.unnamed > 0
    }

    /// Requests of the server.
    pub(crate) fn asked_by_request(&self) -> Vec<InputId> {
        self.by_key.values().copied().collect()
    }

    /// Keeps an input that the host is not told of yet.
    pub(crate) fn insert(&mut self, request: Arc<InputRequest>, origin: Origin, deadline: Millis) {
        let id = request.id;
        if let Origin::Request { key, call, .. } = &origin {
            self.by_key.insert(key.clone(), id);
            self.unnamed += usize::from(call.is_none());
        }
        let causes = request.calls.clone();
        let asked = Arc::clone(&request);
        self.open.insert(id, Open { request, asked, shown: false, origin, causes, deadline });
    }

    /// An input goes on to its next step, which the host is shown.
    pub(crate) fn show(&mut self, request: &Arc<InputRequest>) {
        if let Some(open) = self.open.get_mut(&request.id) {
            open.request = Arc::clone(request);
            open.shown = true;
        }
    }

    pub(crate) fn get(&self, id: InputId) -> Option<&Open> {
        self.open.get(&id)
    }

    pub(crate) fn by_key(&self, key: &Id) -> Option<InputId> {
        self.by_key.get(key).copied()
    }

    pub(crate) fn remove(&mut self, id: InputId) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Origin::Request { key, call, .. } = &open.origin {
            self.by_key.remove(key);
            self.unnamed -= usize::from(call.is_none());
        }
        Some(open)
    }

    /// A call was given up: these inputs have no other cause left.
    pub(crate) fn orphans_of(&mut self, call: CallId) -> Vec<InputId> {
        let mut orphans = Vec::new();
        for (id, open) in &mut self.open {
            let before = open.causes.len();
            open.causes.retain(|cause| *cause != call);
            if before > 0 && open.causes.is_empty() {
                orphans.push(*id);
            }
        }
        orphans
    }

    pub(crate) fn expired(&self, now: Millis) -> Vec<InputId> {
        self.open.iter().filter(|(_, open)| now >= open.deadline).map(|(id, _)| *id).collect()
    }

    pub(crate) fn deadline(&self) -> Option<Millis> {
        self.open.values().map(|open| open.deadline).min()
    }

    /// Ends all; gives those that the host was told of.
    pub(crate) fn drain(&mut self) -> Vec<InputId> {
        self.by_key.clear();
        self.unnamed = 0;
        let open = std::mem::take(&mut self.open);
        open.into_iter().filter(|(_, open)| open.shown).map(|(id, _)| id).collect()
    }
}
