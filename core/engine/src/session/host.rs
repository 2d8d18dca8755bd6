//! What the host asks of the session.

use super::calls::Call;
use super::carry::Sending;
use super::command::{CallOptions, Command, OnSuspend, Request};
use super::inputs::Origin;
use super::pages::Pages;
use super::suspend::suspended;
use super::watch::uri_of;
use super::{ClosedReason, Event, Phase, Session, Success, Trace};
use crate::era::{gate, stateless};
use crate::error::{Code, Error};
use crate::ids::{CallId, InputId};
use crate::json::{Json, Kind, Value, push_quoted};
use crate::model::are_free;
use crate::policy::Reply;
use crate::roots::RootList;
use crate::rpc::write;
use crate::time::Millis;
use std::borrow::Cow;

impl Session {
    /// Carries out a command, or says why not; then nothing has changed.
    pub fn host(&mut self, now: Millis, command: Command) -> Result<(), Error> {
        match command {
            Command::Call { call, request, options } => self.call(now, call, request, options),
            Command::Cancel { call, reason } => self.cancel(now, call, reason.as_deref()),
            Command::Answer { input, answer } => self.answer(now, input, &answer),
            Command::Decide { input, at, answer } => self.decide(now, input, at, &answer),
            Command::Notify { method, params } => self.notify(&method, params.as_ref()),
            Command::Roots(list) => self.replace_roots(list),
            Command::Watch(filter) => {
                self.check_open()?;
                self.watch(filter);
                Ok(())
            }
            Command::Resume { call } => match self.resume(now, call) {
                true => Ok(()),
                false => Err(Error::new(Code::Gone, "the call is not paused")),
            },
            Command::Suspend(how) => self.suspend(now, how),
            Command::Wake => self.wake(now),
            Command::Close => {
                self.close(ClosedReason::Host, Error::new(Code::Closed, "the client was closed"));
                Ok(())
            }
        }
    }

    fn call(
        &mut self,
        now: Millis,
        id: CallId,
        request: Request,
        options: CallOptions,
    ) -> Result<(), Error> {
        self.check_open()?;
        if self.calls.contains(id) {
            return Err(Error::new(Code::InvalidArg, "a call of that id is under way"));
        }
        if self.calls.len() >= self.config.limits.calls
            || self.unsent() >= self.config.limits.outgoing_bytes
        {
            let message = "too many calls are under way; wait for one to finish";
            return Err(Error::new(Code::Busy, message));
        }
        if self.suspended == Some(OnSuspend::Fail) {
            return Err(suspended());
        }
        self.check_request(&request, &options)?;
        if let Some(server) = &self.server {
            gate::allow(server.revision, server.capabilities.value(), &request.method)?;
        }
        if request.method == "completion/complete" && !self.buckets.take_completion(now) {
            let message = "suggestions are asked for faster than people type; wait a little";
            return Err(Error::new(Code::Busy, message));
        }
        if let Some(success) = self.kept(&request, &options, now) {
            self.emit(Event::Done { call: id, outcome: Ok(success) });
            return Ok(());
        }
        let mut call = Call::new(request, options, &self.config.times, now);
        call.follow(now, self.clocks_run);
        self.due_by(call.deadline(now));
        self.calls.insert(id, call);
        if self.phase == Phase::Ready {
            self.start(now, id);
        }
        Ok(())
    }

    /// A result that was kept and is fresh.
    fn kept(&mut self, request: &Request, options: &CallOptions, now: Millis) -> Option<Success> {
        let kept = if options.fresh { None } else { self.cache.get(request, now) }?;
        // A change would have ended it.
        let as_of = request.pages.map_or(0, |listing| self.changes.of(listing));
        Some(Success { as_of, ..kept })
    }

    fn check_request(&self, request: &Request, options: &CallOptions) -> Result<(), Error> {
        check_params(request.params.as_ref())?;
        check_params(options.meta.as_ref())?;
        if matches!(request.method.as_str(), "" | "initialize" | "server/discover") {
            return Err(Error::new(Code::InvalidArg, "that method is not the host's to call"));
        }
        let params = request.params.as_ref().map(Json::value);
        let own = params.and_then(|params| params.get_rare("_meta"));
        options.trace.check()?;
        let metas = own.into_iter().chain(options.meta.as_ref().map(Json::value));
        for meta in metas {
            if meta.kind() != Kind::Object
                || (options.progress && meta.get("progressToken").is_some())
            {
                let message = "`_meta` must be an object without a progressToken of its own";
                return Err(Error::new(Code::InvalidArg, message));
            }
            Trace::of(meta).check()?;
            if !are_free(meta) {
                let message = "a name in `_meta` is not of the right form, or the protocol's own";
                return Err(Error::new(Code::InvalidArg, message));
            }
        }
        Ok(())
    }

    /// A call goes out for the first time.
    pub(super) fn start(&mut self, now: Millis, id: CallId) {
        let Some(call) = self.calls.get_mut(id) else { return };
        call.alive(now);
        if !self.revision.facts().stateless {
            return self.send(id);
        }
        // What the older revisions say with requests of their own.
        match call.method() {
            "logging/setLevel" => self.keep_log_level(id),
            "resources/subscribe" => self.keep_subscription(id, true),
            "resources/unsubscribe" => self.keep_subscription(id, false),
            "ping" => {
                let error =
                    Error::new(Code::Unsupported, "`ping`: not in this revision of the protocol");
                self.done(id, Err(error));
            }
            _ => self.send(id),
        }
    }

    fn keep_subscription(&mut self, id: CallId, on: bool) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let outcome = match uri_of(call.request.params.as_ref()) {
            Some(uri) => {
                self.watch_resource(uri, on);
                Ok(Success::new(Json::object()))
            }
            None => Err(Error::new(Code::InvalidArg, "`uri` is no string")),
        };
        self.done(id, outcome);
    }

    /// In the stateless era the level goes with each request instead (LOG-04).
    fn keep_log_level(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(id) else { return };
        let level = call.request.params.as_ref().and_then(|params| params.value().get("level"));
        self.log_level = level.and_then(Value::text).map(Cow::into_owned);
        let success = Success::new(Json::object());
        self.done(id, Ok(success));
    }

    /// Puts the next attempt of a call on the wire: a fresh id each time (MRT-07, PRG-08).
    pub(super) fn send(&mut self, id: CallId) {
        if self.phase != Phase::Ready || self.suspended.is_some() {
            if let Some(call) = self.calls.get_mut(id) {
                call.waits = true;
            }
            return;
        }
        let wire = self.next_wire_id();
        let Some(call) = self.calls.get_mut(id) else { return };
        let mut meta = String::new();
        if self.revision.facts().stateless {
            match call.options.offer {
                // With room for a token.
                None => {
                    meta.reserve(self.meta.len() + 48);
                    meta.push_str(&self.meta);
                }
                Some(offer) => {
                    let offer = offer.within(self.config.offer);
                    meta = stateless::meta(&self.config.declared(offer), self.revision);
                }
            }
            if let Some(level) = call.options.log_level.as_ref().or(self.log_level.as_ref()) {
                meta.push_str(",\"io.modelcontextprotocol/logLevel\":");
                push_quoted(&mut meta, level);
            }
        }
        let mut add = |member: &str| {
            if !meta.is_empty() && !member.is_empty() {
                meta.push(',');
            }
            meta.push_str(member);
        };
        if let Some(own) = &call.options.meta {
            let text = own.as_str().trim();
            add(text[1..text.len() - 1].trim());
        }
        if !call.options.trace.is_empty() {
            add(&call.options.trace.members());
        }
        if call.options.progress {
            add(&format!("\"progressToken\":{}", wire.0));
        }
        let extra = call.rounds.members();
        let page = call.pages.as_ref().and_then(Pages::next);
        let given = page.or(call.request.params.as_ref()).map(Json::as_str);
        let message = if let Some(task) = &call.task {
            let (method, params) = task.request(&extra);
            write::request_with(wire, method, Some(&params), &meta, "")
        } else {
            write::request_with(wire, call.method(), given, &meta, &extra)
        };
        self.calls.sent(id, wire);
        self.write(Sending::Request(wire), message);
    }

    /// The call ends here and now; the server is told (CAN-01, CAN-03).
    fn cancel(&mut self, now: Millis, id: CallId, reason: Option<&str>) -> Result<(), Error> {
        if !self.calls.contains(id) {
            return Err(Error::new(Code::Gone, "the call is over"));
        }
        self.give_up(now, id, reason, Error::new(Code::Cancelled, "the host cancelled the call"));
        Ok(())
    }

    pub(super) fn give_up(&mut self, now: Millis, id: CallId, reason: Option<&str>, error: Error) {
        let Some(call) = self.calls.remove(id) else { return };
        self.drop_round(now, id);
        if let Some(task) = &call.task {
            if let Some(wire) = call.attempt {
                self.abandon(wire);
            }
            self.cancel_task(task);
        } else if let Some(wire) = call.attempt {
            self.take_back(wire, reason);
        }
        self.emit(Event::Done { call: id, outcome: Err(error) });
    }

    /// The one way in which an input gets its answer.
    pub(super) fn settle(&mut self, now: Millis, id: InputId, reply: &Reply) {
        let Some(open) = self.inputs.remove(id) else { return };
        match &open.origin {
            Origin::Request { wire, batch, .. } => {
                let message = match reply {
                    Reply::Result(result) => write::result(wire, result.as_str()),
                    Reply::Error { code, message } => write::error(Some(wire), *code, message),
                };
                self.reply(*batch, message);
                self.input_is_gone(now, &open.origin);
            }
            Origin::Round { call, key } => self.round_answer(now, *call, key, reply),
        }
    }

    fn notify(&mut self, method: &str, params: Option<&Json>) -> Result<(), Error> {
        self.check_open()?;
        check_params(params)?;
        if self.phase != Phase::Ready {
            return Err(Error::new(Code::Pending, "the handshake is not done"));
        }
        if self.unsent() >= self.config.limits.outgoing_bytes || self.is_behind() {
            return Err(Error::new(Code::Busy, "the server does not read"));
        }
        let message = write::notification(method, params.map(Json::as_str));
        self.write(Sending::Notification, message);
        Ok(())
    }

    /// One announcement for each real change (ROO-06, ROO-08).
    fn replace_roots(&mut self, list: RootList) -> Result<(), Error> {
        self.check_open()?;
        if !self.config.offer.roots.is_list() {
            return Err(Error::new(Code::Unsupported, "no root list was offered to the server"));
        }
        if self.roots == list {
            return Ok(());
        }
        self.roots = list;
        if self.phase == Phase::Ready && !self.revision.facts().stateless {
            let message = write::notification("notifications/roots/list_changed", None);
            self.write(Sending::Notification, message);
        }
        Ok(())
    }

    pub(super) fn check_open(&self) -> Result<(), Error> {
        if self.is_over() {
            // How the server ended matters to who comes later too.
            let exit = self.over.as_ref().and_then(|over| over.exit.clone());
            return Err(Error { exit, ..Error::new(Code::Closed, "the connection is closed") });
        }
        Ok(())
    }
}

fn check_params(params: Option<&Json>) -> Result<(), Error> {
    match params {
        Some(params) if params.value().kind() != Kind::Object => {
            Err(Error::new(Code::BadJson, "parameters must be a JSON object"))
        }
        _ => Ok(()),
    }
}
