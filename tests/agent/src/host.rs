//! The host: tells what it is told.

use mcpclient::json::Json;
use mcpclient::{
    Call, CallId, Client, ClosedReason, Error, Host, Input, InputId, InputKind, Offer, State,
    Success, Wants, Warning, WatchFilter, Withdrawn,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// One line for whoever plays the other half.
pub fn tell(message: &Value) {
    let mut out = io::stdout().lock();
    // Nobody listens any more: nothing is lost.
    let _ = writeln!(out, "{message}").and_then(|()| out.flush());
}

/// What the host knows of the client's calls and inputs.
#[derive(Default)]
pub struct Witness {
    pub offer: Offer,
    pub names: Mutex<HashMap<CallId, String>>,
    pub inputs: Mutex<HashMap<u64, Arc<Input>>>,
}

impl Witness {
    pub fn name(&self, call: CallId) -> String {
        lock(&self.names).get(&call).cloned().unwrap_or_default()
    }

    pub fn done(&self, call: &Call, outcome: &Result<Success, Error>) {
        let mut event = json!({"event": "done", "call": self.name(call.id())});
        match outcome {
            Ok(success) => {
                event["result"] = json!(success.result.as_str());
                event["kept"] = json!(success.age.is_some());
            }
            Err(failure) => {
                event["code"] = json!(failure.code.number());
                if let Some(http) = &failure.http {
                    event["http"] = json!(http.status);
                }
                if let Some(server) = &failure.server {
                    event["error"] = json!({"code": server.code, "message": server.message});
                    if let Some(data) = &server.data {
                        event["error"]["data"] = serde_json::from_str(data.as_str())
                            .unwrap_or_else(|error| json!(error.to_string()));
                    }
                }
            }
        }
        tell(&event);
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Host for Witness {
    fn offer(&self) -> Offer {
        self.offer
    }

    fn input(&self, input: Input) {
        let request = Arc::clone(input.request());
        let kind = match input.kind() {
            InputKind::Form => "form",
            InputKind::Url => "url",
            InputKind::Sample => "sample",
            InputKind::Roots => "roots",
        };
        let calls: Vec<_> = request.calls.iter().map(|call| self.name(*call)).collect();
        let mut event = json!({
            "event": "input",
            "input": input.id().0,
            "kind": kind,
            "calls": calls,
            "params": request.params.as_str(),
        });
        if let Wants::Form { form, .. } = &request.wants {
            event["fields"] = form.fields().iter().map(|field| field.name.as_str()).collect();
        }
        lock(&self.inputs).insert(input.id().0, Arc::new(input));
        tell(&event);
    }

    fn input_closed(&self, _: &Client, id: InputId, why: Withdrawn) {
        tell(&json!({"event": "withdrawn", "input": id.0, "why": why.name()}));
    }

    fn state(&self, client: &Client, state: &State) {
        tell(&match state {
            State::Suspended => json!({"event": "suspended"}),
            State::Connecting => json!({"event": "restarting"}),
            State::Ready(_) => json!({"event": "ready"}),
            State::Closed(_) => {
                let reason = client.closed_reason().map_or("bug", ClosedReason::name);
                json!({"event": "closed", "reason": reason})
            }
        });
    }

    fn progress(&self, call: &Call, params: &Json) {
        let call = self.name(call.id());
        tell(&json!({"event": "progress", "call": call, "params": params.as_str()}));
    }

    fn paused(&self, call: &Call, time: Duration) {
        let _ = time;
        tell(&json!({"event": "pause", "call": self.name(call.id())}));
    }

    fn task(&self, call: &Call, state: &Json) {
        let call = self.name(call.id());
        tell(&json!({"event": "task", "call": call, "state": state.as_str()}));
    }

    fn visited(&self, _: &Client, id: InputId) {
        tell(&json!({"event": "visited", "input": id.0}));
    }

    fn watching(&self, _: &Client, filter: &WatchFilter) {
        tell(&json!({"event": "watching", "filter": filter.to_json().as_str()}));
    }

    fn log(&self, _: &Client, params: &Json) {
        tell(&json!({"event": "log", "params": params.as_str()}));
    }

    fn notification(&self, _: &Client, method: &str, params: Option<&Json>) {
        let params = params.map(Json::as_str);
        tell(&json!({"event": "notification", "method": method, "params": params}));
    }

    fn warning(&self, _: &Client, warning: &Warning) {
        tell(&json!({"event": "warning", "kind": warning.kind.name()}));
    }
}
