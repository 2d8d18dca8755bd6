//! What the server says.

use super::cache::time_to_live;
use super::carry::Sending;
use super::deprecated::Feature;
use super::http::Fate;
use super::pages::{Next, Pages};
use super::source::{Source, server_error};
use super::tasks::Step;
use super::{Event, Session, Success, WarningKind, Withdrawn};
use crate::error::{Code, Error};
use crate::ids::{CallId, WireId};
use crate::json::{Kind, Value};
use crate::rpc::batch::BatchId;
use crate::rpc::envelope::{self, Fault, Id, Message};
use crate::rpc::lines::{Line, Lines};
use crate::rpc::write;
use crate::time::Millis;
use std::ops::Range;

/// What a good answer may be.
enum ResultType {
    Complete,
    InputRequired,
    Task,
}

impl Session {
    /// Reads every complete line; those that may wait only as long as the host keeps up.
    pub(super) fn receive(&mut self, now: Millis, may_wait: bool) {
        // Out of `self` for as long as its bytes are looked at.
        let mut lines =
            std::mem::replace(&mut self.lines, Lines::new(self.config.limits.message_bytes));
        while !(self.is_over() || may_wait && !self.wants_read()) {
            let Some(line) = lines.next() else { break };
            match line {
                Line::Here(range) => self.small_line(now, &lines, range),
                Line::Large(whole, range) => self.line(now, &whole[range], Source::large(&whole)),
                Line::Garbled => self.warn(WarningKind::Noise, "a line is not UTF-8"),
                Line::Over(skimmed) => {
                    self.unreadable(
                        now,
                        skimmed.id.as_deref(),
                        skimmed.has_method,
                        "the message is over the size limit",
                    );
                }
            }
        }
        self.lines = lines;
    }

    fn small_line(&mut self, now: Millis, lines: &Lines, range: Range<usize>) {
        // Checked when the line was found.
        if let Ok(text) = std::str::from_utf8(&lines.bytes()[range]) {
            self.line(now, text, Source::small());
        }
    }

    pub(super) fn line(&mut self, now: Millis, text: &str, source: Source<'_>) {
        match envelope::read(text, self.config.limits.depth) {
            Ok(Message::Batch(batch)) => self.batch(now, batch, source),
            Ok(message) => self.message(now, message, source, None),
            Err(Fault::Noise { offset, problem }) => {
                self.warn(
                    WarningKind::Noise,
                    format!("a line is no JSON: {problem} at byte {offset}"),
                );
            }
            Err(Fault::Deep) => {
                let skimmed = crate::rpc::Skim::of(text.as_bytes());
                self.unreadable(
                    now,
                    skimmed.id.as_deref(),
                    skimmed.has_method,
                    "the message is nested too deeply",
                );
            }
            Err(fault) => self.malformed(now, fault, None),
        }
    }

    /// A batch is answered as one (RPC-11, RPC-14), and lawful in one revision only (RPC-13).
    fn batch(&mut self, now: Millis, batch: Value<'_>, source: Source<'_>) {
        if !self.revision.facts().batches || self.server.is_none() {
            self.warn(WarningKind::Batch, "a batch came where the revision has none");
            return;
        }
        let items: Vec<Value<'_>> = batch.items().take(self.config.limits.batch + 1).collect();
        if items.is_empty() || items.len() > self.config.limits.batch {
            self.warn(WarningKind::Batch, "a batch is empty or over the limit");
            return;
        }
        let read: Vec<_> =
            items.iter().map(|item| envelope::read(item.raw(), self.config.limits.depth)).collect();
        let owed = |read: &&Result<Message<'_>, Fault>| match read {
            Ok(Message::Request { .. }) => true,
            Err(Fault::Malformed { request, .. }) => request.is_some(),
            _ => false,
        };
        let requests = read.iter().filter(owed).count();
        let id = (requests > 0).then(|| self.batches.begin(requests));
        for message in read {
            match message {
                Ok(Message::Batch(_)) => {
                    self.warn(WarningKind::Batch, "a batch stands inside a batch");
                }
                Ok(message) => self.message(now, message, source, id),
                Err(fault) => self.malformed(now, fault, id),
            }
        }
    }

    fn message(
        &mut self,
        now: Millis,
        message: Message<'_>,
        source: Source<'_>,
        batch: Option<BatchId>,
    ) {
        match message {
            Message::Request { id, key, method, params } => {
                self.request(now, id, key, &method, params, source, batch);
            }
            Message::Notification { method, params } => {
                self.notification(now, &method, params, source);
            }
            Message::Answer { key, outcome } => self.answered(now, &key, outcome, source),
            Message::ErrorWithoutId(error) => self.error_without_id(now, error, source),
            Message::Batch(_) => {}
        }
    }

    /// What could not be read whole fails the one call, or refuses the one request, that it was about.
    pub(super) fn unreadable(
        &mut self,
        now: Millis,
        id: Option<&str>,
        has_method: bool,
        problem: &'static str,
    ) {
        self.warn(WarningKind::TooLarge, problem);
        let Some(id) = id else { return };
        let key = Value::parse(id).ok().and_then(Id::read);
        if has_method {
            if key.is_some() && !self.writes_no_answers() {
                self.write(Sending::Answer, write::error(Some(id), -32_600, problem));
            }
        } else if let Some(wire) = key.as_ref().and_then(Id::ours) {
            self.fail_attempt(now, WireId(wire), Error::new(Code::TooLarge, problem));
        }
    }

    fn malformed(&mut self, now: Millis, fault: Fault, batch: Option<BatchId>) {
        let Fault::Malformed { problem, request, answer } = fault else { return };
        self.warn(WarningKind::Malformed, format!("a message is no JSON-RPC: {problem}"));
        if let Some(id) = request.filter(|_| !self.writes_no_answers()) {
            self.reply(batch, write::error(Some(&id), -32_600, problem));
        }
        if let Some(wire) = answer {
            self.fail_attempt(
                now,
                WireId(wire),
                Error::new(
                    Code::Protocol,
                    format!("the server's answer is no JSON-RPC: {problem}"),
                ),
            );
        }
    }

    fn fail_attempt(&mut self, now: Millis, wire: WireId, error: Error) {
        // An answer that cannot be read is one: nothing more comes of its exchange.
        self.answer_came(now, wire);
        if self.greeting_wire() == Some(wire) {
            self.greeting_failed(error);
        } else {
            self.unanswered(now, wire, Fate::Refused(error));
        }
    }

    /// Writes an answer to the server, alone or with its batch.
    pub(super) fn reply(&mut self, batch: Option<BatchId>, message: String) {
        let message = match batch {
            Some(batch) => self.batches.settle(batch, Some(message)),
            None => Some(message),
        };
        if let Some(message) = message {
            self.write(Sending::Answer, message);
        }
    }

    /// On a lane it answers a lone handshake, and otherwise no call: none is failed by guess (RPC-07).
    fn error_without_id(&mut self, now: Millis, error: Value<'_>, source: Source<'_>) {
        // Over HTTP it ends the exchange that it came on.
        if let Some(wire) = self.asked_on(source) {
            let key = Id::Number(i64::try_from(wire.0).unwrap_or_default());
            return self.answered(now, &key, Err(error), source);
        }
        self.warn(WarningKind::ErrorWithoutId, "an error came without an id");
        let message = "the server answered the handshake with an error without an id";
        self.greeting_failed(Error::new(Code::Protocol, message));
    }

    pub(super) fn answered(
        &mut self,
        now: Millis,
        key: &Id,
        outcome: Result<Value<'_>, Value<'_>>,
        source: Source<'_>,
    ) {
        let Some(wire) = key.ours().map(WireId) else {
            self.warn(WarningKind::UnknownAnswer, "an answer has an id that was never sent");
            return;
        };
        self.answer_came(now, wire);
        if self.greeted(now, wire, outcome, source)
            || self.watch_answered(wire, outcome.is_ok())
            || self.refreshed(now, wire, outcome)
        {
            return;
        }
        let Some(call) = self.calls.by_wire(wire) else {
            if self.calls.was_given_up(wire) {
                return;
            }
            if wire.0 > 0 && wire.0 <= self.last_wire {
                self.warn(WarningKind::DoubleAnswer, "a request was answered a second time");
            } else {
                self.warn(WarningKind::UnknownAnswer, "an answer has an id that was never sent");
            }
            return;
        };
        self.calls.answered(wire);
        self.restarts = 0;
        let result = match outcome {
            Ok(result) if result.kind() == Kind::Object => result,
            Ok(_) => {
                return self.done(call, Err(Error::new(Code::Protocol, "the result is no object")));
            }
            Err(error) if self.gate(now, call, error, source) => return,
            Err(error) if self.cursor_refused(now, call, error) => return,
            Err(error) if self.mismatched(call, error, source) => return,
            Err(error) => {
                let http = self.http_of(source);
                return self.done(call, Err(Error { http, ..server_error(error, source) }));
            }
        };
        match self.calls.get_mut(call).and_then(|call| call.task.as_ref()).map(|task| task.step) {
            Some(Step::Get) => return self.task_state(now, call, result, source),
            Some(Step::Update) => return self.task_updated(now, call),
            None => {}
        }
        match self.result_type(result) {
            Ok(ResultType::Task) => self.task(now, call, result, source),
            Ok(ResultType::Complete) => self.completed(now, call, result, source),
            Ok(ResultType::InputRequired) => self.round(now, call, result, source),
            Err(error) => self.done(call, Err(error)),
        }
    }

    /// Ignored where the revision has none; missing means complete, unknown is an error (RPC-18 to RPC-20).
    fn result_type(&self, result: Value<'_>) -> Result<ResultType, Error> {
        // Most servers write it first, and just so.
        if !self.revision.facts().stateless
            || result.raw().starts_with("{\"resultType\":\"complete\"")
        {
            return Ok(ResultType::Complete);
        }
        match result.get("resultType").map(Value::text) {
            None => Ok(ResultType::Complete),
            Some(Some(name)) if name == "complete" => Ok(ResultType::Complete),
            Some(Some(name)) if name == "input_required" => Ok(ResultType::InputRequired),
            Some(Some(name)) if name == "task" && self.config.tasks => Ok(ResultType::Task),
            Some(_) => Err(Error::new(Code::Protocol, "the result is of an unknown type")),
        }
    }

    fn completed(&mut self, now: Millis, call: CallId, result: Value<'_>, source: Source<'_>) {
        let outcome = match self.page(now, call, result) {
            None => {
                let success = Success::new(source.own(result));
                if self.revision.facts().stateless {
                    if self.lists_tools(call) {
                        self.learn_tools(result);
                    }
                    let request = self.calls.get_mut(call).map(|call| &call.request);
                    let ttl = request.map(|request| time_to_live(request, result));
                    self.keep(now, call, &success, ttl.unwrap_or_default());
                }
                Ok(success)
            }
            Some(Ok(Next::End(success))) => {
                let pages = self.calls.get_mut(call).and_then(|call| call.pages.as_ref());
                let ttl = pages.map(Pages::time_to_live).unwrap_or_default();
                self.keep(now, call, &success, ttl);
                Ok(success)
            }
            Some(Ok(Next::Page)) => return self.send(call),
            Some(Err(error)) => Err(error),
        };
        self.done(call, outcome);
    }

    /// A result to be used again, as long as the server allows; never one that took questions (MRT-20).
    fn keep(&mut self, now: Millis, call: CallId, success: &Success, ttl: Millis) {
        if let Some(call) = self.calls.get_mut(call).filter(|call| !call.rounds.happened()) {
            self.cache.put(&call.request, success, ttl, now, self.config.cache_bytes);
        }
    }

    /// The server brought a call to its end.
    pub(super) fn done(&mut self, call: CallId, outcome: Result<Success, Error>) {
        self.calls.remove(call);
        self.emit(Event::Done { call, outcome });
    }

    /// Never answered; what is unknown is the host's to judge (RPC-08, RPC-09).
    fn notification(
        &mut self,
        now: Millis,
        method: &str,
        params: Option<Value<'_>>,
        source: Source<'_>,
    ) {
        self.cache.changed(method, params);
        self.changes.heard(method);
        match method {
            "notifications/subscriptions/acknowledged" => self.watch_acknowledged(params),
            _ if !self.is_wanted(method, params) => {}
            "notifications/elicitation/complete" => self.visit_finished(now, params),
            "notifications/progress" => self.progress(now, params, source),
            "notifications/cancelled" => self.cancelled_by_server(now, params),
            "notifications/message" => {
                if let Some(params) = params {
                    self.used(Feature::Logging);
                    self.emit(Event::Log { params: source.own(params) });
                }
            }
            _ => {
                let params = params.map(|params| source.own(params));
                self.emit(Event::Notification { method: method.to_owned(), params });
            }
        }
    }

    /// Only progress of a running call that asked for it counts (PRG-02).
    fn progress(&mut self, now: Millis, params: Option<Value<'_>>, source: Source<'_>) {
        let Some(params) = params else { return };
        let token = params.get("progressToken").and_then(Id::read);
        let Some(wire) = token.as_ref().and_then(Id::ours).map(WireId) else { return };
        if params.get("progress").and_then(Value::number).is_none() {
            return self.warn(WarningKind::Malformed, "progress came without a number");
        }
        let Some(id) = self.calls.by_wire(wire) else { return };
        let Some(call) = self.calls.get_mut(id).filter(|call| call.options.progress) else {
            return;
        };
        call.alive(now);
        self.emit(Event::Progress { call: id, params: source.own(params) });
    }

    /// The server takes a request of its own back (CAN-06); anything else is ignored (CAN-07).
    fn cancelled_by_server(&mut self, now: Millis, params: Option<Value<'_>>) {
        let key = params.and_then(|params| params.get("requestId")).and_then(Id::read);
        if key.as_ref().is_some_and(|key| self.is_listen(key)) {
            return self.watch_ended();
        }
        if let Some(input) = key.and_then(|key| self.inputs.by_key(&key)) {
            self.withdraw(now, input, Withdrawn::ByServer);
        }
    }
}
