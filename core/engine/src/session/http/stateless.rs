//! What only the stateless era has over HTTP: headers that mirror arguments, and what to do when they are wrong;
//! a subscription that is a stream of its own, and is opened again when it breaks (SUB-13, SUB-15).

use super::super::carry::Sending;
use super::super::command::Listing;
use super::super::source::{Source, code_of, server_error};
use super::super::{Session, WatchFilter};
use super::fate::{Fate, is_passing, patience};
use crate::error::Error;
use crate::ids::{CallId, WireId};
use crate::json::{Value, Writer};
use crate::rpc::write;
use crate::time::Millis;

/// Headers and body do not say the same (HTP-41).
const HEADER_MISMATCH: i64 = -32_020;
/// The first pause before a subscription is opened again, and the longest.
const PAUSE: Millis = Millis::seconds(1);
const LONGEST: Millis = Millis::seconds(60);

#[derive(Default)]
pub(super) struct Stateless {
    refresh: Option<Refresh>,
    /// When the subscription is opened again.
    listen: Option<Millis>,
    /// Openings in a row that were in vain.
    vain: u32,
}

/// The list of tools is read once more, for calls whose headers were wrong.
struct Refresh {
    wire: WireId,
    pages: usize,
    waiting: Vec<(CallId, Error)>,
}

impl Stateless {
    pub(super) fn deadline(&self) -> Option<Millis> {
        self.listen
    }
}

impl Session {
    fn stateless(&mut self) -> Option<&mut Stateless> {
        self.http.as_mut().filter(|http| http.is_stateless()).map(|http| &mut http.stateless)
    }

    /// The headers of a call were wrong: the tools are listed anew, and the call is sent once more (HTP-41). Gives
    /// false if that is not so, or has been done.
    pub(in super::super) fn mismatched(
        &mut self,
        id: CallId,
        error: Value<'_>,
        source: Source<'_>,
    ) -> bool {
        if code_of(error) != Some(HEADER_MISMATCH) || self.stateless().is_none() {
            return false;
        }
        let Some(call) = self.calls.get_mut(id) else { return false };
        if call.method() != "tools/call" || std::mem::replace(&mut call.mismatched, true) {
            return false;
        }
        let waits = (id, server_error(error, source));
        self.drop_idle_refresh();
        match self.stateless().and_then(|stateless| stateless.refresh.as_mut()) {
            Some(refresh) => refresh.waiting.push(waits),
            None => self.refresh(None, 0, vec![waits]),
        }
        true
    }

    /// A list that nobody waits for any more is no reason for others to wait.
    fn drop_idle_refresh(&mut self) {
        let calls = &self.calls;
        let Some(http) = &mut self.http else { return };
        let idle = http
            .stateless
            .refresh
            .take_if(|refresh| !refresh.waiting.iter().any(|(call, _)| calls.contains(*call)));
        if let Some(Refresh { wire, .. }) = idle {
            self.calls.give_up(wire);
            self.abandon(wire);
        }
    }

    fn refresh(&mut self, cursor: Option<&str>, pages: usize, waiting: Vec<(CallId, Error)>) {
        let wire = self.next_wire_id();
        let cursor = cursor.map(|cursor| {
            let mut params = Writer::new();
            params.object().key("cursor").string(cursor).end_object();
            params.into_string()
        });
        let method = Listing::Tools.method();
        let message = write::request_with(wire, method, cursor.as_deref(), &self.meta, "");
        if let Some(stateless) = self.stateless() {
            stateless.refresh = Some(Refresh { wire, pages: pages + 1, waiting });
        }
        self.write(Sending::Request(wire), message);
    }

    pub(super) fn is_refresh(&self, wire: WireId) -> bool {
        let refresh = self.http.as_ref().and_then(|http| http.stateless.refresh.as_ref());
        refresh.is_some_and(|refresh| refresh.wire == wire)
    }

    /// The tools came, or an error. Gives false if the answer is another one.
    pub(in super::super) fn refreshed(
        &mut self,
        now: Millis,
        wire: WireId,
        outcome: Result<Value<'_>, Value<'_>>,
    ) -> bool {
        if !self.is_refresh(wire) {
            return false;
        }
        let Ok(result) = outcome else {
            self.refresh_fails();
            return true;
        };
        self.learn_tools(result);
        let most = self.config.limits.pages;
        let Some(stateless) = self.stateless() else { return true };
        let Some(Refresh { pages, waiting, .. }) = stateless.refresh.take() else { return true };
        match result.get("nextCursor").and_then(Value::text) {
            Some(cursor) if pages < most => self.refresh(Some(&cursor), pages, waiting),
            _ => {
                for (call, _) in waiting {
                    if let Some(call) = self.calls.get_mut(call) {
                        call.alive(now);
                    }
                    self.send(call);
                }
            }
        }
        true
    }

    /// It cannot be known how the headers should be: the calls end as the server had said.
    pub(super) fn refresh_fails(&mut self) {
        let refresh = self.stateless().and_then(|stateless| stateless.refresh.take());
        for (call, error) in refresh.into_iter().flat_map(|refresh| refresh.waiting) {
            if self.calls.contains(call) {
                self.done(call, Err(error));
            }
        }
    }

    /// Whether a call is a list of tools in one page.
    pub(in super::super) fn lists_tools(&mut self, id: CallId) -> bool {
        let call = self.calls.get_mut(id);
        call.is_some_and(|call| call.method() == Listing::Tools.method())
    }

    /// A list of tools came: how their arguments are mirrored (HTP-42).
    pub(in super::super) fn learn_tools(&mut self, result: Value<'_>) {
        if self.stateless().is_none() {
            return;
        }
        for tool in result.get(Listing::Tools.member()).into_iter().flat_map(Value::items) {
            self.mirrors.learn(tool);
        }
    }

    /// What the watch asked got no answer. Gives false if that was something else.
    pub(super) fn watch_unanswered(&mut self, now: Millis, wire: WireId, fate: &Fate) -> bool {
        if !self.listens_with(wire) {
            return self.watch_answered(wire, false);
        }
        self.watch_ended();
        let (for_good, wish) = match fate {
            Fate::Refused(error) => (!is_passing(error), patience(error)),
            Fate::Lost(error) | Fate::Expired(error) => (false, patience(error)),
        };
        if !for_good {
            // What changed meanwhile is told nobody (SUB-15).
            self.cache.clear();
            self.changes.restarted();
            self.listen_later(now, wish);
        }
        true
    }

    fn listen_later(&mut self, now: Millis, wish: Millis) {
        let Some(stateless) = self.stateless() else { return };
        let pause = Millis(PAUSE.0 << stateless.vain.min(16)).min(LONGEST).max(wish);
        stateless.vain += 1;
        stateless.listen = Some(now + pause);
        self.due_by(now + pause);
    }

    pub(super) fn listens_again(&mut self, now: Millis) {
        let Some(stateless) = self.stateless() else { return };
        if stateless.listen.take_if(|due| now >= *due).is_some() {
            self.follow_watch();
        }
    }

    /// The host's wish has changed, or the server has granted it: nothing is to be opened again.
    pub(in super::super) fn listening(&mut self, granted: Option<&WatchFilter>) {
        if let Some(stateless) = self.stateless() {
            stateless.listen = None;
            if granted.is_some() {
                stateless.vain = 0;
            }
        }
    }
}
