//! How calls, inputs and the session itself come to an end.

use super::carry::Sending;
use super::inputs::Origin;
use super::{Action, ClosedReason, Event, LaneEnd, Phase, Session, Withdrawn};
use crate::error::{Code, Error};
use crate::ids::InputId;
use crate::json::Writer;
use crate::policy::{self, Reply};
use crate::session::Wants;
use crate::time::Millis;

impl Session {
    /// An input is gone without the host's answer. Unless the server itself took it back, or its call is
    /// gone, it still gets one.
    pub(super) fn withdraw(&mut self, now: Millis, id: InputId, reason: Withdrawn) {
        let Some(open) = self.inputs.get(id) else { return };
        if open.shown {
            self.queue.push(Event::Withdrawn { input: id, reason });
        }
        match (reason, &open.origin) {
            (Withdrawn::ByServer, Origin::Request { batch, .. }) => {
                let batch = *batch;
                let gone = self.inputs.remove(id);
                if let Some(array) = batch.and_then(|batch| self.batches.settle(batch, None)) {
                    self.write(Sending::Answer, array);
                }
                if let Some(gone) = gone {
                    self.input_is_gone(now, &gone.origin);
                }
            }
            (Withdrawn::ByServer | Withdrawn::CallEnded, Origin::Round { .. }) => {
                self.inputs.remove(id);
            }
            _ => {
                let reply = turn_away(&open.request.wants);
                self.settle(now, id, &reply);
            }
        }
    }

    /// A request of the server has its answer, or needs none.
    pub(super) fn input_is_gone(&mut self, now: Millis, origin: &Origin) {
        if let Origin::Request { call: Some(call), .. } = origin {
            if let Some(call) = self.calls.get_mut(*call) {
                call.asked -= 1;
                call.follow(now, self.clocks_run);
                self.reckon(now);
            }
        }
        self.clocks_follow(now);
    }

    /// Where an input does not name its call, it stills the time of every call in flight; so does sleep.
    pub(super) fn clocks_follow(&mut self, now: Millis) {
        let running = !self.inputs.owe_requests() && self.suspended.is_none();
        if running != self.clocks_run {
            self.clocks_run = running;
            self.calls.all_follow(now, running);
            self.reckon(now);
        }
    }

    /// Ends everything whose time is up.
    pub(super) fn expire(&mut self, now: Millis) {
        self.http_expires(now);
        let awake = self.suspended.is_none();
        if awake && self.phase == Phase::Connecting && now >= self.connect_deadline {
            // The handshake itself is never cancelled (CAN-02).
            self.close(
                ClosedReason::Timeout,
                Error::new(Code::Timeout, "the server did not answer the handshake in time"),
            );
        }
        if awake {
            self.probe_expires(now);
        }
        for input in self.inputs.expired(now) {
            self.withdraw(now, input, Withdrawn::Expired);
        }
        let late: Vec<_> =
            self.calls.iter().filter(|(_, call)| call.is_late(now)).map(|(id, _)| id).collect();
        for call in late {
            let error = Error::new(Code::Timeout, "the server did not answer the call in time");
            self.give_up(now, call, Some("timeout"), error);
        }
        let paused: Vec<_> = self
            .calls
            .iter()
            .filter(|(_, call)| call.rounds.resume_at().is_some_and(|resume| now >= resume))
            .map(|(id, _)| id)
            .collect();
        for call in paused {
            self.resume(now, call);
        }
        self.reckon(now);
    }

    /// When something is late next.
    pub(super) fn reckon(&mut self, now: Millis) {
        let awake = self.suspended.is_none();
        let connecting = awake && self.phase == Phase::Connecting;
        let connect = connecting.then_some(self.connect_deadline);
        let probe = self.probe_deadline().filter(|_| awake);
        let calls = self.calls.iter().map(|(_, call)| call.deadline(now)).min();
        self.due = [connect, probe, calls, self.inputs.deadline(), self.http_deadline()]
            .into_iter()
            .flatten()
            .min();
    }

    /// Ends the session from our side.
    pub(super) fn close(&mut self, reason: ClosedReason, why: Error) {
        if self.is_over() {
            return;
        }
        self.end_all(&why);
        self.http_closes();
        self.over = Some(why.clone());
        self.phase = Phase::Closing;
        self.actions.push_back(Action::CloseLane);
        self.emit(Event::Closed { reason, error: why });
    }

    /// The lane ended by itself, or as we asked.
    pub(super) fn lane_ended(&mut self, now: Millis, end: LaneEnd) {
        if self.phase == Phase::Closed {
            return;
        }
        if !end.unreachable && self.wants_fresh_server(now, end.exit.as_ref()) {
            return;
        }
        if self.phase != Phase::Closing {
            let message = end.failure.unwrap_or_else(|| "the server ended the connection".into());
            let code = if end.unreachable { Code::Network } else { Code::Closed };
            let why = Error { exit: end.exit, ..Error::new(code, message) };
            self.end_all(&why);
            self.http_closes();
            self.over = Some(why.clone());
            self.actions.push_back(Action::CloseLane);
            self.emit(Event::Closed { reason: ClosedReason::Server, error: why });
        }
        self.phase = Phase::Closed;
        self.output.clear();
    }

    fn end_all(&mut self, why: &Error) {
        for call in self.calls.drain() {
            self.emit(Event::Done { call, outcome: Err(why.clone()) });
        }
        for input in self.inputs.drain() {
            self.emit(Event::Withdrawn { input, reason: Withdrawn::Closed });
        }
        self.due = None;
    }
}

/// The answer for a host that gives none: turned away without a choice (ELI-32), or refused.
fn turn_away(wants: &Wants) -> Reply {
    match wants {
        Wants::Form { .. } | Wants::Url { .. } => {
            let mut out = Writer::new();
            out.object().key("action").string("cancel").end_object();
            Reply::Result(out.finish())
        }
        wants => policy::refusal(wants),
    }
}
