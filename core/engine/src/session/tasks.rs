//! The tasks extension: a call whose result takes its time (`io.modelcontextprotocol/tasks`).
//!
//! A handle comes unasked in place of a result. The call goes on behind it: the task is asked for,
//! its questions are shown and answered, and its end is the call's (TSX-02, TSX-05, TSX-07).

use super::carry::Sending;
use super::source::{Source, server_error};
use super::{Event, Session, Success};
use crate::error::{Code, Error};
use crate::ids::CallId;
use crate::json::{Kind, Number, Value, Writer};
use crate::rpc::write;
use crate::time::Millis;
use std::collections::BTreeSet;

/// How often a task is asked for if the server does not say, and the bounds of what it may say.
const POLL: Millis = Millis(1_000);
const SHORTEST: Millis = Millis(50);
const LONGEST: Millis = Millis(60_000);

/// The task behind a call.
pub(crate) struct Task {
    /// Its name: a secret of the server's (TSX-15).
    id: String,
    /// When it is asked for again, from one answer to the next.
    poll: Millis,
    /// Questions that were shown; a later answer of the server may still list them (TSX-08).
    shown: BTreeSet<String>,
    /// What is on the wire, or comes next.
    pub step: Step,
}

/// Whoever knows its name may ask for it: that is for no log (TSX-15).
impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("step", &self.step).finish_non_exhaustive()
    }
}

/// What a task's call does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Get,
    Update,
}

impl Task {
    pub(crate) fn was_shown(&self, key: &str) -> bool {
        self.shown.contains(key)
    }

    /// The method and the parameters of the next request. `answers` are for the questions.
    pub(crate) fn request(&self, answers: &str) -> (&'static str, String) {
        let mut params = Writer::new();
        params.object().key("taskId").string(&self.id).end_object();
        let params = params.into_string();
        match self.step {
            Step::Get => ("tasks/get", params),
            Step::Update => {
                let params = write::with_members(Some(&params), "", answers);
                ("tasks/update", params.unwrap_or_default())
            }
        }
    }
}

impl Session {
    /// A handle came instead of a result.
    pub(super) fn task(&mut self, now: Millis, id: CallId, result: Value<'_>, source: Source<'_>) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let name = result.get("taskId").and_then(Value::text);
        let (true, true, Some(name)) = (self.config.tasks, call.method() == "tools/call", name)
        else {
            return self.task_fails(
                now,
                id,
                Error::new(Code::Protocol, "a task came where none was offered"),
            );
        };
        let task =
            Task { id: name.into_owned(), poll: POLL, shown: BTreeSet::new(), step: Step::Get };
        call.task = Some(task);
        call.rounds.forget();
        self.task_state(now, id, result, source);
    }

    /// The server's word on a task: the handle itself, or the answer to a question about it.
    pub(super) fn task_state(
        &mut self,
        now: Millis,
        id: CallId,
        state: Value<'_>,
        source: Source<'_>,
    ) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let Some(task) = call.task.as_mut() else { return };
        if let Some(poll) =
            state.get("pollIntervalMs").and_then(Value::number).and_then(Number::as_u64)
        {
            task.poll = Millis(poll).max(SHORTEST).min(LONGEST);
        }
        call.alive(now);
        self.emit(Event::Task { call: id, state: source.own(state) });
        match state.get("status").and_then(Value::text).as_deref() {
            Some("working") => self.poll_later(now, id),
            Some("input_required") => self.task_asks(now, id, state, source),
            Some("completed") => {
                let Some(result) =
                    state.get("result").filter(|result| result.kind() == Kind::Object)
                else {
                    return self.task_fails(
                        now,
                        id,
                        Error::new(Code::Protocol, "a finished task has no result"),
                    );
                };
                let success = Success::new(source.own(result));
                self.task_ends(now, id, Ok(success));
            }
            Some("failed") => {
                let error = match state.get("error") {
                    Some(error) => server_error(error, source),
                    None => Error::new(Code::Protocol, "a failed task has no error"),
                };
                self.task_ends(now, id, Err(error));
            }
            Some("cancelled") => {
                let error = Error::new(Code::Cancelled, "the server cancelled the task");
                self.task_ends(now, id, Err(error));
            }
            _ => {
                self.task_fails(
                    now,
                    id,
                    Error::new(Code::Protocol, "a task has an unknown status"),
                );
            }
        }
    }

    /// The task came to its own end.
    fn task_ends(&mut self, now: Millis, id: CallId, outcome: Result<Success, Error>) {
        if let Some(call) = self.calls.get_mut(id) {
            call.task = None;
        }
        self.drop_round(now, id);
        self.done(id, outcome);
    }

    fn task_fails(&mut self, now: Millis, id: CallId, error: Error) {
        self.give_up(now, id, None, error);
    }

    fn task_asks(&mut self, now: Millis, id: CallId, state: Value<'_>, source: Source<'_>) {
        let requests =
            state.get("inputRequests").filter(|requests| requests.kind() == Kind::Object);
        match self.show_task_questions(now, id, requests, source) {
            Err(error) => self.task_fails(now, id, error),
            Ok(shown) => {
                let Some(call) = self.calls.get_mut(id) else { return };
                let fresh = !shown.is_empty();
                if let Some(task) = call.task.as_mut() {
                    task.shown.extend(shown);
                    task.step = if fresh { Step::Update } else { Step::Get };
                }
                if fresh {
                    self.round_goes_on(now, id);
                } else {
                    self.poll_later(now, id);
                }
            }
        }
    }

    /// The server took the answers; the task is asked for again.
    pub(super) fn task_updated(&mut self, now: Millis, id: CallId) {
        let Some(call) = self.calls.get_mut(id) else { return };
        call.alive(now);
        call.rounds.forget();
        if let Some(task) = call.task.as_mut() {
            task.step = Step::Get;
        }
        self.poll_later(now, id);
    }

    fn poll_later(&mut self, now: Millis, id: CallId) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let Some(poll) = call.task.as_ref().map(|task| task.poll) else { return };
        let when = now + poll;
        call.rests(now, poll);
        call.rounds.pause_until(when);
        self.due_by(when);
    }

    /// A question about a task is lost, or came at a bad time: it is asked again in its time, and not before
    /// `patience` is over; the call's own time goes on. Gives false if the call is no task that may be asked for.
    pub(super) fn task_lost(&mut self, now: Millis, id: CallId, patience: Millis) -> bool {
        let Some(call) = self.calls.get_mut(id) else { return false };
        let Some(task) = call.task.as_ref().filter(|task| task.step == Step::Get) else {
            return false;
        };
        let when = now + task.poll.max(patience);
        call.rounds.pause_until(when);
        self.due_by(when);
        true
    }

    /// The host has enough of a task: the server is told, nobody waits (TSX-10).
    pub(super) fn cancel_task(&mut self, task: &Task) {
        let wire = self.next_wire_id();
        let mut params = Writer::new();
        params.object().key("taskId").string(&task.id).end_object();
        let params = write::with_members(Some(&params.into_string()), &self.meta, "");
        self.calls.give_up(wire);
        let message = write::request(wire, "tasks/cancel", params.as_deref());
        self.write(Sending::Request(wire), message);
    }
}
