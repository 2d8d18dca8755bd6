//! Rounds of questions: in the stateless era a result may say what the server needs first.
//!
//! All entries of a round are checked before any is shown. The answers go out together, with a fresh
//! id, beside the same parameters and the server's own state, byte for byte (MRT-03 to MRT-09).

use super::inputs::Origin;
use super::requests::kind_of;
use super::source::Source;
use super::{Event, InputRequest, Roots, Session, Wants, WarningKind, Withdrawn};
use crate::error::{Code, Error};
use crate::ids::CallId;
use crate::json::{Json, Kind, Object, Value, push_quoted};
use crate::policy::{Kind as InputKind, Refusal, Reply};
use crate::time::Millis;
use std::collections::BTreeMap;

/// The first pause when a server asks for patience, and the longest.
const PAUSE: Millis = Millis(250);
const LONGEST_PAUSE: Millis = Millis(30_000);
/// Only these may ask (RPC-21).
const METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// The rounds of one call.
#[derive(Debug, Default)]
pub(crate) struct Rounds {
    count: u32,
    /// Rounds in a row that asked nothing.
    quiet: u32,
    /// The last round as it was written, to notice one that repeats itself.
    last: String,
    /// `requestState` of the last round, as it was written.
    state: Option<String>,
    /// The questions of the last round and what the host said.
    answers: BTreeMap<String, Option<String>>,
    resume_at: Option<Millis>,
}

impl Rounds {
    pub(crate) fn resume_at(&self) -> Option<Millis> {
        self.resume_at
    }

    pub(super) fn pause_until(&mut self, when: Millis) {
        self.resume_at = Some(when);
    }

    /// What was asked and answered is over; what follows is another conversation (MRT-23).
    pub(super) fn forget(&mut self) {
        self.answers.clear();
        self.state = None;
        self.last.clear();
    }

    /// The number of the next round.
    pub(super) fn next(&mut self, most: u32) -> Result<u32, Error> {
        self.count += 1;
        self.quiet = 0;
        if self.count > most {
            return Err(Error::new(
                Code::Refused,
                format!("the call went on asking after {most} rounds"),
            ));
        }
        Ok(self.count)
    }

    /// The call has asked the host for something on its way (MRT-20).
    pub(super) fn happened(&self) -> bool {
        self.count > 0
    }

    pub(super) fn is_answered(&self) -> bool {
        self.answers.values().all(Option::is_some)
    }

    /// Members for the next attempt's parameters; empty before the first round.
    pub(crate) fn members(&self) -> String {
        let mut out = String::new();
        if !self.answers.is_empty() {
            out.push_str("\"inputResponses\":{");
            for (index, (key, answer)) in self.answers.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                push_quoted(&mut out, key);
                out.push(':');
                out.push_str(answer.as_deref().unwrap_or("null"));
            }
            out.push('}');
        }
        if let Some(state) = &self.state {
            if !out.is_empty() {
                out.push(',');
            }
            out.push_str("\"requestState\":");
            out.push_str(state);
        }
        out
    }
}

/// One entry, checked.
pub(super) struct Entry<'a> {
    pub(super) key: String,
    kind: InputKind,
    method: &'static str,
    params: Option<Value<'a>>,
    wants: Wants,
}

impl Session {
    /// The server wants something before it goes on with a call.
    pub(super) fn round(&mut self, now: Millis, id: CallId, result: Value<'_>, source: Source<'_>) {
        match self.begin_round(now, id, result, source) {
            Ok(()) => self.round_goes_on(now, id),
            Err(error) => self.end_call(now, id, error),
        }
    }

    fn begin_round(
        &mut self,
        now: Millis,
        id: CallId,
        result: Value<'_>,
        source: Source<'_>,
    ) -> Result<(), Error> {
        let broken = |message: &str| Error::new(Code::Protocol, message);
        let most = self.config.limits.rounds;
        let Some(call) = self.calls.get_mut(id) else { return Ok(()) };
        if !METHODS.contains(&call.method()) {
            return Err(broken("the server asked for input where the protocol has none"));
        }
        let members = Object::of(result);
        let member = |name| members.as_ref().and_then(|members| members.get(name));
        let (requests, state) = (member("inputRequests"), member("requestState"));
        if requests.is_some_and(|requests| requests.kind() != Kind::Object) {
            return Err(broken("`inputRequests` is no object"));
        }
        if state.is_some_and(|state| state.kind() != Kind::String) {
            return Err(broken("`requestState` is no string"));
        }
        if requests.is_none() && state.is_none() {
            return Err(broken("the server asked for input without saying for what"));
        }
        let asks = requests.is_some_and(|requests| requests.raw()[1..].trim_start() != "}");
        let written =
            format!("{}{}", requests.map_or("", Value::raw), state.map_or("", Value::raw));
        let rounds = &mut call.rounds;
        if asks && rounds.last == written {
            return Err(Error::new(Code::Refused, "the server asked the very same again"));
        }
        let quiet = if asks { 0 } else { rounds.quiet + 1 };
        let round = rounds.next(most)?;
        rounds.quiet = quiet;
        rounds.last = written;
        rounds.state = state.map(|state| state.raw().to_owned());
        rounds.answers.clear();
        let entries = self.check_round(now, id, requests)?;
        self.show_round(now, id, round, entries, source);
        Ok(())
    }

    /// The questions of a task that were not shown before; gives their keys (TSX-08).
    pub(super) fn show_task_questions(
        &mut self,
        now: Millis,
        id: CallId,
        requests: Option<Value<'_>>,
        source: Source<'_>,
    ) -> Result<Vec<String>, Error> {
        let entries = self.check_round(now, id, requests)?;
        let Some(call) = self.calls.get_mut(id) else { return Ok(Vec::new()) };
        let keys: Vec<String> = entries.iter().map(|entry| entry.key.clone()).collect();
        if !keys.is_empty() {
            call.rounds.forget();
            let round = call.rounds.next(self.config.limits.rounds)?;
            self.show_round(now, id, round, entries, source);
        }
        Ok(keys)
    }

    /// Every entry is fit to be shown, or none is (MRT-12). Those of a task that were shown are passed over.
    fn check_round<'a>(
        &mut self,
        now: Millis,
        id: CallId,
        requests: Option<Value<'a>>,
    ) -> Result<Vec<Entry<'a>>, Error> {
        let mut entries = Vec::new();
        for (key, entry) in requests.into_iter().flat_map(Value::members) {
            let known = self.calls.get_mut(id).and_then(|call| call.task.as_ref());
            if known.is_some_and(|task| task.was_shown(&key.text())) {
                continue;
            }
            let members = Object::of(entry);
            let member = |name| members.as_ref().and_then(|members| members.get(name));
            let method = member("method").and_then(Value::text).unwrap_or_default();
            let params = member("params");
            let open = entries.len();
            entries.push(self.check_entry(
                now,
                id,
                key.text().into_owned(),
                &method,
                params,
                open,
            )?);
        }
        no_key_twice(&entries)?;
        Ok(entries)
    }

    /// One entry; `open` others of its round are about to be shown.
    pub(super) fn check_entry<'a>(
        &mut self,
        now: Millis,
        id: CallId,
        key: String,
        method: &str,
        params: Option<Value<'a>>,
        open: usize,
    ) -> Result<Entry<'a>, Error> {
        let offer = self.offer_for(id);
        let params = params.filter(|params| params.kind() == Kind::Object);
        let open = self.inputs.len() + open;
        let checked = kind_of(method, params).and_then(|kind| {
            self.admit(now, kind, offer, open)?;
            let (method, wants) = self.decode(kind, params, offer)?;
            self.count_input(id)?;
            Ok(Entry { key, kind, method, params, wants })
        });
        checked.map_err(|refusal| self.refused_entry(&refusal))
    }

    fn refused_entry(&mut self, refusal: &Refusal) -> Error {
        if refusal.rate {
            self.warn(WarningKind::Rate, refusal.message.clone());
        }
        Error::new(
            Code::Refused,
            format!("what the server asked for was refused: {}", refusal.message),
        )
    }

    pub(super) fn show_round(
        &mut self,
        now: Millis,
        id: CallId,
        round: u32,
        entries: Vec<Entry<'_>>,
        source: Source<'_>,
    ) {
        for entry in entries {
            self.used_by(&entry.wants);
            let fixed = entry.kind == InputKind::Roots
                && self.config.offer.roots == Roots::List
                && !self.config.review.roots;
            let answer = fixed.then(|| self.roots.to_result().into_string());
            let waits = answer.is_none();
            let Some(call) = self.calls.get_mut(id) else { return };
            call.rounds.answers.insert(entry.key.clone(), answer);
            if !waits {
                continue;
            }
            let request = InputRequest {
                id: self.inputs.next_id(),
                method: entry.method,
                params: entry.params.map_or_else(Json::object, |params| source.own(params)),
                calls: vec![id],
                round,
                refusal_ends_call: matches!(entry.kind, InputKind::Sample | InputKind::Roots),
                hazards: entry.wants.hazards(),
                wants: entry.wants,
                checkpoint: None,
                result: None,
            };
            self.begin_input(now, request, Origin::Round { call: id, key: entry.key });
        }
    }

    /// Everything is answered: the call is sent again, at once or after a pause.
    pub(super) fn round_goes_on(&mut self, now: Millis, id: CallId) {
        let Some(call) = self.calls.get_mut(id) else { return };
        call.follow(now, self.clocks_run);
        if !call.is_answered() {
            self.reckon(now);
            return;
        }
        call.alive(now);
        if call.gate.take().is_some() {
            call.rounds.forget();
        }
        if call.rounds.quiet == 0 {
            // The server's time runs again.
            let late = call.deadline(now);
            self.due_by(late);
            self.send(id);
            return;
        }
        // The server asked for patience (MRT-04).
        let time = Millis(PAUSE.0 << (call.rounds.quiet - 1).min(16)).min(LONGEST_PAUSE);
        call.rests(now, time);
        call.rounds.resume_at = Some(now + time);
        self.due_by(now + time);
        self.emit(Event::Pause { call: id, time });
    }

    /// Sends a call again whose pause is over, or that the host does not want to wait for. Says
    /// whether there was such a call.
    pub(super) fn resume(&mut self, now: Millis, id: CallId) -> bool {
        let Some(call) = self.calls.get_mut(id) else { return false };
        let unlocked = call.rounds.is_answered() && call.gate.take().is_some();
        if unlocked {
            call.rounds.forget();
            call.follow(now, self.clocks_run);
        }
        let resumed = unlocked || call.rounds.resume_at.take().is_some();
        if resumed {
            call.alive(now);
            let late = call.deadline(now);
            self.due_by(late);
            self.send(id);
        }
        resumed
    }

    /// The host answered an entry.
    pub(super) fn round_answer(&mut self, now: Millis, id: CallId, key: &str, reply: &Reply) {
        match reply {
            Reply::Result(result) => {
                let agreed =
                    result.value().get("action").and_then(Value::text).as_deref() == Some("accept");
                let gated = self.calls.get_mut(id).is_some_and(|call| call.gate.is_some());
                if gated && !agreed {
                    let error = Error::new(
                        Code::Refused,
                        "the user did not agree to a visit that the call needs",
                    );
                    return self.end_call(now, id, error);
                }
                if let Some(call) = self.calls.get_mut(id) {
                    call.rounds.answers.insert(key.to_owned(), Some(result.as_str().to_owned()));
                }
                self.round_goes_on(now, id);
            }
            // There is no way to tell the server (MRT-15, SAM-44, ROO-10).
            Reply::Error { .. } => {
                let error = Error::new(
                    Code::Refused,
                    "the host refused what the server asked for; nothing was sent",
                );
                self.end_call(now, id, error);
            }
        }
    }

    /// A call ends on our side without an attempt on the wire.
    fn end_call(&mut self, now: Millis, id: CallId, error: Error) {
        self.give_up(now, id, None, error);
    }

    /// The questions of a call are gone with it; the server is told nothing.
    pub(super) fn drop_round(&mut self, now: Millis, id: CallId) {
        for input in self.inputs.orphans_of(id) {
            self.withdraw(now, input, Withdrawn::CallEnded);
        }
    }
}

fn no_key_twice(entries: &[Entry<'_>]) -> Result<(), Error> {
    let mut keys: Vec<_> = entries.iter().map(|entry| &entry.key).collect();
    keys.sort();
    if keys.windows(2).any(|pair| pair[0] == pair[1]) {
        let message = "two entries of `inputRequests` have the same key";
        return Err(Error::new(Code::Protocol, message));
    }
    Ok(())
}
