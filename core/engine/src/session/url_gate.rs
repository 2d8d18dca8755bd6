//! URLs that must be visited first: a call that was refused for want of them, and visits that end.
//!
//! In the one revision that has it, the error -32042 becomes a round of URL visits; when all are agreed
//! to and the server has said that they are finished, or the host does not want to wait, the call is
//! attempted again (URL-10 to URL-12).

use super::source::Source;
use super::{Event, Session};
use crate::error::{Code, Error};
use crate::ids::{CallId, InputId};
use crate::json::{Kind, Value};
use crate::time::Millis;
use std::collections::{BTreeMap, BTreeSet};

const URL_ELICITATION_REQUIRED: i64 = -32_042;
/// Visits whose end is waited for; the oldest are forgotten first.
const REMEMBERED: usize = 256;

/// What a call waits for before it is attempted again.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// Visits that the server has not called finished.
    pending: BTreeSet<String>,
}

/// Visits that were agreed to, by the server's name for them.
#[derive(Debug, Default)]
pub(super) struct Visits(BTreeMap<String, InputId>);

impl Visits {
    /// The user agreed to a visit; how it ends is the server's to say (URL-09).
    pub(super) fn began(&mut self, id: &str, input: InputId) {
        self.0.insert(id.to_owned(), input);
        while self.0.len() > REMEMBERED {
            let oldest = self.0.iter().min_by_key(|(_, input)| **input).map(|(id, _)| id.clone());
            let Some(oldest) = oldest else { break };
            self.0.remove(&oldest);
        }
    }
}

impl Session {
    /// Shows the visits that a call was refused for. Gives false if the error is another.
    pub(super) fn gate(
        &mut self,
        now: Millis,
        id: CallId,
        error: Value<'_>,
        source: Source<'_>,
    ) -> bool {
        let code = error.get("code").and_then(Value::number).and_then(crate::json::Number::as_i64);
        let known = self.revision.facts().url_required_error && self.config.offer.url;
        let list = error.get("data").and_then(|data| data.get("elicitations"));
        let list = list.filter(|list| list.kind() == Kind::Array && list.items().next().is_some());
        let (true, Some(URL_ELICITATION_REQUIRED), Some(list)) = (known, code, list) else {
            return false;
        };
        match self.show_visits(now, id, list, source) {
            Ok(()) => self.round_goes_on(now, id),
            Err(error) => self.give_up(now, id, None, error),
        }
        true
    }

    fn show_visits(
        &mut self,
        now: Millis,
        id: CallId,
        list: Value<'_>,
        source: Source<'_>,
    ) -> Result<(), Error> {
        let mut entries = Vec::new();
        for item in list.items() {
            let Some(key) = item.get("elicitationId").and_then(Value::text) else {
                return Err(Error::new(Code::Protocol, "a URL visit has no `elicitationId`"));
            };
            let open = entries.len();
            let key = key.into_owned();
            entries.push(self.check_entry(now, id, key, "elicitation/create", Some(item), open)?);
        }
        let Some(call) = self.calls.get_mut(id) else { return Ok(()) };
        call.rounds.forget();
        let round = call.rounds.next(self.config.limits.rounds)?;
        call.gate = Some(Gate { pending: entries.iter().map(|entry| entry.key.clone()).collect() });
        self.show_round(now, id, round, entries, source);
        Ok(())
    }

    /// The server says that a visit is finished; unknown ones are nobody's business (URL-10).
    pub(super) fn visit_finished(&mut self, now: Millis, params: Option<Value<'_>>) {
        let id = params.and_then(|params| params.get("elicitationId")).and_then(Value::text);
        let Some(id) = id else { return };
        let waiting: Vec<CallId> = self
            .calls
            .iter()
            .filter(|(_, call)| call.gate.as_ref().is_some_and(|gate| gate.pending.contains(&*id)))
            .map(|(call, _)| call)
            .collect();
        if let Some(input) = self.visits.0.remove(&*id) {
            self.emit(Event::VisitFinished { input });
        }
        for call in waiting {
            if let Some(gate) = self.calls.get_mut(call).and_then(|call| call.gate.as_mut()) {
                gate.pending.remove(&*id);
            }
            self.round_goes_on(now, call);
        }
    }
}

impl Gate {
    pub(super) fn is_open(&self) -> bool {
        self.pending.is_empty()
    }
}
