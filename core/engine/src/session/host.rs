//! What the host asks of the session.

use super::calls::Call;
use super::command::{Answer, CallOptions, Command, Request};
use super::{ClosedReason, Event, Phase, Roots, Session, Withdrawn};
use crate::era::gate;
use crate::error::{Code, Error};
use crate::ids::{CallId, InputId};
use crate::json::{Json, Kind, Writer};
use crate::policy::{self, Reply};
use crate::roots::RootList;
use crate::rpc::write;
use crate::time::Millis;

impl Session {
    /// Carries out a command, or says why not; then nothing has changed.
    pub fn host(&mut self, now: Millis, command: Command) -> Result<(), Error> {
        match command {
            Command::Call { call, request, options } => self.call(now, call, request, options),
            Command::Cancel { call, reason } => self.cancel(now, call, reason.as_deref()),
            Command::Answer { input, answer } => self.answer(now, input, &answer),
            Command::Notify { method, params } => self.notify(&method, params.as_ref()),
            Command::Roots(list) => self.replace_roots(list),
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
            || self.output.len() >= self.config.limits.outgoing_bytes
        {
            return Err(Error::new(
                Code::Busy,
                "too many calls are under way; wait for one to finish",
            ));
        }
        check_params(request.params.as_ref())?;
        if matches!(request.method.as_str(), "" | "initialize") {
            return Err(Error::new(Code::InvalidArg, "that method is not the host's to call"));
        }
        if let Some(server) = &self.server {
            gate::allow(server.revision, server.capabilities.value(), &request.method)?;
        }
        if options.progress {
            // Found out now, while the host can still be told.
            write::with_progress_token(
                request.params.as_ref().map(Json::as_str),
                crate::ids::WireId(0),
            )?;
        }
        let call = Call::new(request, options, &self.config.times, &self.clock, now);
        self.due_by(call.deadline(&self.clock, now));
        self.calls.insert(id, call);
        if self.phase == Phase::Ready {
            self.send(id);
        }
        Ok(())
    }

    /// Puts the next attempt of a call on the wire.
    pub(super) fn send(&mut self, id: CallId) {
        let wire = self.next_wire_id();
        let Some(call) = self.calls.get_mut(id) else { return };
        let Some(request) = &call.request else { return };
        let params = request.params.as_ref().map(Json::as_str);
        let message = if call.options.progress {
            let params = write::with_progress_token(params, wire).ok();
            write::request(wire, &request.method, params.as_deref())
        } else {
            write::request(wire, &request.method, params)
        };
        if call.pages.is_none() {
            call.request = None;
        }
        self.calls.sent(id, wire);
        self.write(&message);
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
        let Some((_, wire)) = self.calls.remove(id) else { return };
        for input in self.inputs.orphans_of(id) {
            self.withdraw(now, input, Withdrawn::CallEnded);
        }
        if let Some(wire) = wire {
            let mut params = Writer::new();
            params.object().key("requestId").unsigned(wire.0);
            if let Some(reason) = reason {
                params.key("reason").string(reason);
            }
            params.end_object();
            self.write(&write::notification(
                "notifications/cancelled",
                Some(&params.into_string()),
            ));
        }
        self.emit(Event::Done { call: id, outcome: Err(error) });
    }

    /// Checked before it goes; an answer that does not fit leaves the input open (ELI-34).
    fn answer(&mut self, now: Millis, id: InputId, answer: &Answer) -> Result<(), Error> {
        let Some(open) = self.inputs.get(id) else {
            return Err(Error::new(Code::Gone, "the input is answered or withdrawn"));
        };
        let reply = policy::check(&open.request, answer, self.revision)?;
        self.settle(now, id, &reply);
        Ok(())
    }

    /// The one way in which an input gets its answer.
    pub(super) fn settle(&mut self, now: Millis, id: InputId, reply: &Reply) {
        let Some(open) = self.inputs.remove(id) else { return };
        let message = match reply {
            Reply::Result(result) => write::result(&open.wire, result.as_str()),
            Reply::Error { code, message } => write::error(Some(&open.wire), *code, message),
        };
        self.reply(open.batch, message);
        self.clock_follows(now);
    }

    fn notify(&mut self, method: &str, params: Option<&Json>) -> Result<(), Error> {
        self.check_open()?;
        check_params(params)?;
        if self.phase != Phase::Ready {
            return Err(Error::new(Code::Pending, "the handshake is not done"));
        }
        if self.output.len() >= self.config.limits.outgoing_bytes {
            return Err(Error::new(Code::Busy, "the server does not read"));
        }
        self.write(&write::notification(method, params.map(Json::as_str)));
        Ok(())
    }

    /// One announcement for each real change (ROO-06, ROO-08).
    fn replace_roots(&mut self, list: RootList) -> Result<(), Error> {
        self.check_open()?;
        if self.config.offer.roots != Roots::List {
            return Err(Error::new(Code::Unsupported, "no root list was offered to the server"));
        }
        if self.roots == list {
            return Ok(());
        }
        self.roots = list;
        if self.phase == Phase::Ready {
            self.write(&write::notification("notifications/roots/list_changed", None));
        }
        Ok(())
    }

    fn check_open(&self) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::new(Code::Closed, "the connection is closed"));
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
