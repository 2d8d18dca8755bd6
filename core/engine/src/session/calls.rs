//! Calls that are not over, by the host's name and by wire id.

use super::clock::ServerClock;
use super::command::{CallOptions, Request};
use super::config::Times;
use super::pages::Pages;
use super::rounds::Rounds;
use super::tasks::Task;
use super::url_gate::Gate;
use crate::ids::{CallId, WireId};
use crate::time::Millis;
use std::collections::{BTreeMap, BTreeSet};

/// One call of the host.
#[derive(Debug)]
pub(crate) struct Call {
    /// What is asked; kept as long as it may have to be sent again.
    pub request: Request,
    pub options: CallOptions,
    /// The attempt that is on the wire.
    pub attempt: Option<WireId>,
    pub pages: Option<Pages>,
    pub rounds: Rounds,
    pub task: Option<Task>,
    pub gate: Option<Gate>,
    /// It goes out as soon as there is a server to send it to.
    pub waits: bool,
    /// It was lost with a server once, and sent again.
    pub lost: bool,
    /// Its headers were wrong once, and it was sent again.
    pub mismatched: bool,
    /// Requests of the server that it alone has caused, and that wait for the host.
    pub asked: u32,
    /// Inputs that it alone may have caused.
    pub inputs: u32,
    clock: ServerClock,
    idle_limit: Millis,
    /// In the server's time.
    idle: Millis,
    /// In the server's time.
    total: Millis,
    /// By the clock on the wall.
    wall: Millis,
}

impl Call {
    pub(crate) fn new(request: Request, options: CallOptions, times: &Times, now: Millis) -> Self {
        let idle_limit = options.idle.unwrap_or(times.idle);
        Self {
            pages: request.pages.map(Pages::new),
            rounds: Rounds::default(),
            task: None,
            gate: None,
            waits: true,
            lost: false,
            mismatched: false,
            asked: 0,
            attempt: None,
            inputs: 0,
            clock: ServerClock::default(),
            idle_limit,
            idle: now + idle_limit,
            total: now + options.total.unwrap_or(times.total),
            wall: now + times.wall,
            request,
            options,
        }
    }

    pub(crate) fn method(&self) -> &str {
        &self.request.method
    }

    /// Its attempt is lost, and the server may have acted on it: whether another follows, once (HTP-21). What the
    /// protocol does not know may do anything. `harmless`: this attempt was, whatever the method.
    pub(crate) fn goes_again(&mut self, harmless: bool) -> bool {
        let may = harmless || self.options.retry_lost || HARMLESS.contains(&self.method());
        let again = may && !self.lost;
        // A task goes on where it was.
        self.lost = self.task.is_none();
        again
    }

    /// The server's time runs, unless it stands still for all calls, or while the host owes this one an answer
    /// (TMO-05).
    pub(crate) fn follow(&mut self, now: Millis, all_run: bool) {
        self.clock.run(now, all_run && self.asked == 0 && self.is_answered());
    }

    /// The host owes no answer to a question of the call's own. A visit goes on after the user's word; that time is
    /// not the server's either.
    pub(crate) fn is_answered(&self) -> bool {
        self.rounds.is_answered() && self.gate.as_ref().is_none_or(Gate::is_open)
    }

    /// The server gave a sign of life.
    pub(crate) fn alive(&mut self, now: Millis) {
        self.idle = self.clock.read(now) + self.idle_limit;
    }

    /// Nothing is on the wire for that time, so the server owes no sign of life.
    pub(crate) fn rests(&mut self, now: Millis, time: Millis) {
        self.idle = self.clock.read(now) + time + self.idle_limit;
    }

    pub(crate) fn is_late(&self, now: Millis) -> bool {
        let server_now = self.clock.read(now);
        server_now >= self.idle || server_now >= self.total || now >= self.wall
    }

    /// When it will be late, or has to be sent again, if nothing happens.
    pub(crate) fn deadline(&self, now: Millis) -> Millis {
        let late = if self.clock.is_running() {
            let left = self.idle.min(self.total) - self.clock.read(now);
            self.wall.min(now + left)
        } else {
            self.wall
        };
        self.rounds.resume_at().map_or(late, |resume| late.min(resume))
    }
}

/// Requests of ours that change nothing, or nothing more the second time.
const HARMLESS: [&str; 14] = [
    "completion/complete",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "tasks/get",
    "tasks/list",
    "tasks/result",
    "tools/list",
];

/// How many cancelled requests are remembered, so that their late answers raise no warning (CAN-04).
const REMEMBERED: usize = 4_096;

/// Every call that is not over.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    calls: BTreeMap<CallId, Call>,
    on_wire: BTreeMap<WireId, CallId>,
    given_up: BTreeSet<WireId>,
}

impl Calls {
    pub(crate) fn len(&self) -> usize {
        self.calls.len()
    }

    pub(crate) fn insert(&mut self, id: CallId, call: Call) {
        self.calls.insert(id, call);
    }

    pub(crate) fn contains(&self, id: CallId) -> bool {
        self.calls.contains_key(&id)
    }

    pub(crate) fn get_mut(&mut self, id: CallId) -> Option<&mut Call> {
        self.calls.get_mut(&id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (CallId, &Call)> {
        self.calls.iter().map(|(id, call)| (*id, call))
    }

    pub(crate) fn all_follow(&mut self, now: Millis, running: bool) {
        for call in self.calls.values_mut() {
            call.follow(now, running);
        }
    }

    /// Puts an attempt on the wire.
    pub(crate) fn sent(&mut self, id: CallId, wire: WireId) {
        if let Some(call) = self.calls.get_mut(&id) {
            call.attempt = Some(wire);
            call.waits = false;
            self.on_wire.insert(wire, id);
        }
    }

    /// Whose attempt that is.
    pub(crate) fn by_wire(&self, wire: WireId) -> Option<CallId> {
        self.on_wire.get(&wire).copied()
    }

    /// The attempt is answered.
    pub(crate) fn answered(&mut self, wire: WireId) -> Option<CallId> {
        let id = self.on_wire.remove(&wire)?;
        if let Some(call) = self.calls.get_mut(&id) {
            call.attempt = None;
        }
        Some(id)
    }

    /// The call is over. If an attempt of it is on the wire, its answer will come too late.
    pub(crate) fn remove(&mut self, id: CallId) -> Option<Call> {
        let call = self.calls.remove(&id)?;
        if let Some(wire) = call.attempt {
            self.on_wire.remove(&wire);
            self.give_up(wire);
        }
        Some(call)
    }

    /// The attempt on the wire went down with its server; the call goes out again when there is a new one.
    pub(crate) fn lose(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        call.waits = true;
        // A cursor means nothing to another server process.
        call.pages = call.request.pages.map(Pages::new);
        if let Some(wire) = call.attempt.take() {
            self.on_wire.remove(&wire);
        }
    }

    /// Nobody waits for the answer to that request any more.
    pub(crate) fn give_up(&mut self, wire: WireId) {
        self.given_up.insert(wire);
        if self.given_up.len() > REMEMBERED {
            self.given_up.pop_first();
        }
    }

    /// An answer to something that was given up: expected once, and ignored.
    pub(crate) fn was_given_up(&mut self, wire: WireId) -> bool {
        self.given_up.remove(&wire)
    }

    pub(crate) fn on_wire(&self) -> Vec<CallId> {
        self.on_wire.values().copied().collect()
    }

    pub(crate) fn drain(&mut self) -> Vec<CallId> {
        self.on_wire.clear();
        std::mem::take(&mut self.calls).into_keys().collect()
    }
}
