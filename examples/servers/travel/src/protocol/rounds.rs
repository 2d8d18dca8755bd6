//! The client of the stateless revision: a question ends the attempt, and its answer comes with the
//! next one. So the tool begins anew each time, with the answers so far.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use serde_json::{Value, json};

use super::message::{INVALID_PARAMS, RpcError};
use super::offered::Offered;
use super::peer::Peer;
use crate::asking::{Capability, Client, Question, Stop};
use crate::record::Record;

/// The client on behalf of one attempt of a tool call.
pub struct RoundClient {
    /// Where progress and log lines go.
    pub peer: Arc<Peer>,
    /// Where the answers are written down.
    pub record: Arc<Record>,
    /// What this attempt may ask.
    pub offered: Offered,
    /// The name under which the client wants to hear of progress; null if it does not.
    pub progress_token: Value,
    /// Does the client want log lines of level info?
    pub wants_info: bool,
    /// What was asked and answered.
    pub rounds: Rounds,
}

/// A call's questions, from one attempt to the next.
pub struct Rounds {
    /// What the call is: a state counts for no other.
    call: Value,
    /// Answers of earlier attempts, in the order of the questions.
    old: Vec<Value>,
    /// The answers that came with this attempt, by the names of their questions.
    new: Value,
    /// Is this not the first attempt?
    resumed: bool,
    asked: Cell<usize>,
    open: RefCell<Option<String>>,
}

/// A question's name, by its place.
fn name(place: usize) -> String {
    format!("q{place}")
}

impl Rounds {
    /// Reads the parameters of `tools/call`. The state is what we wrote, as the client kept it: it
    /// holds nothing but the client's own answers, so a client that changes it deceives itself.
    pub fn read(params: &Value) -> Result<Self, RpcError> {
        let call = json!([params["name"], params["arguments"]]);
        let mut rounds = Self {
            call,
            old: Vec::new(),
            new: params["inputResponses"].clone(),
            resumed: false,
            asked: Cell::new(0),
            open: RefCell::new(None),
        };
        if let Some(state) = params.get("requestState") {
            let state = state.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
            let state = state.filter(|state| state["call"] == rounds.call);
            let answers = state.and_then(|state| Some(state["answers"].as_array()?.clone()));
            rounds.old =
                answers.ok_or_else(|| RpcError::new(INVALID_PARAMS, "requestState is not ours"))?;
            rounds.resumed = true;
        }
        Ok(rounds)
    }

    /// The result that asks the open question, as JSON text; none if there is none.
    pub fn question(&self, meta: &Value) -> Option<String> {
        let request = self.open.borrow_mut().take()?;
        let place = self.asked.get() - 1;
        let mut answers = self.old.clone();
        answers.extend((answers.len()..place).map(|place| self.new[name(place)].clone()));
        let state = json!({ "call": self.call, "answers": answers }).to_string();
        // Text, because the fields of a form are to be shown in their order.
        Some(format!(
            r#"{{"resultType":"input_required","inputRequests":{{"{}":{request}}},"requestState":{},"_meta":{meta}}}"#,
            name(place),
            Value::from(state),
        ))
    }

    /// Was all of this said in an earlier attempt?
    fn is_old(&self) -> bool {
        self.resumed && self.asked.get() <= self.old.len()
    }
}

impl Client for RoundClient {
    fn require(&self, needs: &[Capability]) -> Result<(), Stop> {
        self.offered.require(needs)
    }

    fn ask(&self, question: &Question) -> Result<Value, Stop> {
        self.require(&[question.needs()])?;
        let rounds = &self.rounds;
        let place = rounds.asked.replace(rounds.asked.get() + 1);
        if let Some(answer) = rounds.old.get(place) {
            return Ok(answer.clone());
        }
        if let Some(answer) = rounds.new.get(name(place)) {
            self.record.note(&question.told(answer));
            return Ok(answer.clone());
        }
        let params = question.params().map_or_else(String::new, |it| format!(r#","params":{it}"#));
        let request = format!(r#"{{"method":"{}"{params}}}"#, question.method());
        rounds.open.replace(Some(request));
        Err(Stop::Nobody)
    }

    fn progress(&self, done: u32, total: u32, message: &str) {
        if self.progress_token.is_null() || self.rounds.is_old() {
            return;
        }
        let params = json!({
            "progressToken": self.progress_token,
            "progress": done,
            "total": total,
            "message": message,
        });
        self.peer.notify("notifications/progress", &params);
    }

    fn log(&self, line: &str) {
        if self.wants_info && !self.rounds.is_old() {
            let params = json!({ "level": "info", "logger": "travel", "data": line });
            self.peer.notify("notifications/message", &params);
        }
    }
}
