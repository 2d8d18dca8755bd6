//! The HTTP exchanges of one client, under its lock.

use super::slot::Slot;
use crate::driver::core::Core;
use crate::driver::link::Link;
use crate::driver::warden;
use crate::sync::Arc;
use mcpclient_engine::session::WireEvent;
use mcpclient_engine::wire::{Failure, HttpRequest, Purpose};
use mcpclient_engine::{ExchangeId, Millis};
use std::collections::HashMap;

/// What is open, and what is to be done about it.
#[derive(Default)]
pub(in crate::driver) struct Traffic {
    open: HashMap<ExchangeId, Arc<Slot>>,
    todo: Todo,
}

/// For the task that deals with whoever makes exchanges; without the lock.
#[derive(Default)]
pub(in crate::driver) struct Todo {
    pub(in crate::driver) fresh: Vec<(Arc<Slot>, HttpRequest)>,
    pub(in crate::driver) aborted: Vec<Arc<Slot>>,
    /// These may go on telling what comes.
    pub(in crate::driver) resumed: Vec<Arc<Slot>>,
}

impl Traffic {
    pub(in crate::driver) fn has(&self, slot: &Slot) -> bool {
        self.open.contains_key(&slot.id)
    }

    pub(in crate::driver) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    fn begin(&mut self, link: &Arc<Link>, id: ExchangeId, request: HttpRequest) {
        let slot = Arc::new(Slot::new(id, request.purpose, link));
        self.open.insert(id, Arc::clone(&slot));
        self.todo.fresh.push((slot, request));
        link.warden.raise(warden::WORK);
    }

    fn abort(&mut self, link: &Link, id: ExchangeId) {
        let Some(slot) = self.open.remove(&id) else { return };
        slot.note_abort();
        self.todo.aborted.push(slot);
        link.warden.raise(warden::WORK);
    }

    /// What was told of it last is the end of it.
    pub(in crate::driver) fn end(&mut self, slot: &Slot, link: &Link) {
        self.open.remove(&slot.id);
        if link.warden.has(warden::CLOSE) {
            // Somebody waits for it.
            link.warden.raise(warden::WORK);
        }
    }

    /// Gives up everything but, if `last` says so, the last word of the session.
    pub(in crate::driver) fn abort_all(&mut self, link: &Link, last: bool) {
        let open: Vec<_> = self.open.values().map(|slot| (slot.id, slot.purpose)).collect();
        for (id, purpose) in open {
            if !(last && purpose == Purpose::End) {
                self.abort(link, id);
            }
        }
    }

    /// The session wants to be told more.
    pub(in crate::driver) fn resume(&mut self, link: &Link) {
        if !self.open.is_empty() {
            self.open.values().for_each(|slot| slot.resumes());
            self.todo.resumed = self.open.values().cloned().collect();
            link.warden.raise(warden::WORK);
        }
    }
}

impl Core {
    /// The session wants to make a request.
    pub(in crate::driver) fn begin_exchange(
        &mut self,
        link: &Arc<Link>,
        id: ExchangeId,
        request: HttpRequest,
    ) {
        self.traffic.begin(link, id, request);
    }

    /// The session gives one up.
    pub(in crate::driver) fn abort_exchange(&mut self, link: &Link, id: ExchangeId) {
        self.traffic.abort(link, id);
    }

    /// The driver gives one up, which the session is told.
    pub(in crate::driver) fn fail_exchange(
        &mut self,
        now: Millis,
        link: &Link,
        slot: &Slot,
        failure: Failure,
    ) {
        if self.traffic.has(slot) {
            self.traffic.abort(link, slot.id);
            self.session.wire(now, WireEvent::End(slot.id, Some(failure)));
        }
    }

    pub(in crate::driver) fn take_todo(&mut self) -> Todo {
        std::mem::take(&mut self.traffic.todo)
    }
}
