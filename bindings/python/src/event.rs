//! What happens, on its way to Python: the library hands it over inside `pump`, and Python takes it when
//! `pump` is over. So the host's code runs in Python alone, where it may wait, raise and be interrupted.

use crate::error::exception;
use crate::gate::lock;
use crate::input;
use crate::text::json;
use crate::told::Told;
use mcpclient::json::Json;
use mcpclient::{
    Call, Client, Era, Host, Input, InputId, Offer, Review, State, Success, Warning, WatchFilter,
    Withdrawn,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// An object of Python's, held by threads that may not hold the interpreter.
pub(crate) type Held = Arc<Py<PyAny>>;

/// What happened.
pub(crate) enum What {
    Ready(Arc<mcpclient::ServerFacts>),
    Connecting,
    Suspended,
    Closed(mcpclient::Error, Option<&'static str>),
    Input(Box<Input>, Vec<Held>),
    Withdrawn(u64, &'static str),
    Progress(Held, Json),
    Paused(Held, Duration),
    Task(Held, Json),
    Visited(u64),
    Watching(Json),
    Log(Json),
    Notification(String, Option<Json>),
    Stderr(String),
    Warning(&'static str, String),
    Done(Held, Arc<Result<Success, mcpclient::Error>>),
}

/// One thing that happened to a client, which is given as Python's weak reference to it.
pub(crate) struct Event {
    pub(crate) owner: Held,
    pub(crate) what: What,
}

/// What Python has not taken yet.
#[derive(Default)]
pub(crate) struct Queue(Mutex<Vec<Event>>);

impl Queue {
    fn push(&self, event: Event) {
        lock(&self.0).push(event);
    }

    pub(crate) fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *lock(&self.0))
    }
}

/// The host of one client, as the library sees it.
pub(crate) struct Collector {
    pub(crate) owner: Held,
    pub(crate) offer: Offer,
    pub(crate) review: Review,
    pub(crate) queue: Arc<Queue>,
    /// Python's objects for the calls that are under way.
    pub(crate) calls: Mutex<HashMap<u64, Held>>,
}

impl Collector {
    pub(crate) fn push(&self, what: What) {
        self.queue.push(Event { owner: Arc::clone(&self.owner), what });
    }

    fn call(&self, call: &Call) -> Option<Held> {
        lock(&self.calls).get(&call.id().0).cloned()
    }

    fn about(&self, call: &Call, what: impl FnOnce(Held) -> What) {
        if let Some(call) = self.call(call) {
            self.push(what(call));
        }
    }

    /// The end of a call.
    pub(crate) fn done(&self, call: &Call, outcome: Arc<Result<Success, mcpclient::Error>>) {
        let held = lock(&self.calls).remove(&call.id().0);
        if let Some(held) = held {
            self.push(What::Done(held, outcome));
        }
    }
}

impl Host for Collector {
    fn offer(&self) -> Offer {
        self.offer
    }

    fn review(&self) -> Review {
        self.review
    }

    fn confirm(&self, input: Input) {
        // Python sees by the checkpoint what it is.
        self.input(input);
    }

    fn input(&self, input: Input) {
        let calls = input.calls();
        let calls = calls.iter().filter_map(|call| self.call(call)).collect();
        self.push(What::Input(Box::new(input), calls));
    }

    fn input_closed(&self, _: &Client, id: InputId, why: Withdrawn) {
        self.push(What::Withdrawn(id.0, why.name()));
    }

    fn state(&self, client: &Client, state: &State) {
        self.push(match state {
            State::Connecting => What::Connecting,
            State::Suspended => What::Suspended,
            State::Ready(facts) => What::Ready(Arc::clone(facts)),
            State::Closed(error) => {
                let reason = client.closed_reason();
                What::Closed(error.clone(), reason.map(mcpclient::ClosedReason::name))
            }
        });
    }

    fn progress(&self, call: &Call, params: &Json) {
        self.about(call, |call| What::Progress(call, params.clone()));
    }

    fn paused(&self, call: &Call, time: Duration) {
        self.about(call, |call| What::Paused(call, time));
    }

    fn task(&self, call: &Call, state: &Json) {
        self.about(call, |call| What::Task(call, state.clone()));
    }

    fn visited(&self, _: &Client, id: InputId) {
        self.push(What::Visited(id.0));
    }

    fn watching(&self, _: &Client, filter: &WatchFilter) {
        self.push(What::Watching(filter.to_json()));
    }

    fn log(&self, _: &Client, params: &Json) {
        self.push(What::Log(params.clone()));
    }

    fn notification(&self, _: &Client, method: &str, params: Option<&Json>) {
        self.push(What::Notification(method.to_owned(), params.cloned()));
    }

    fn stderr(&self, _: &Client, line: &str) {
        self.push(What::Stderr(line.to_owned()));
    }

    fn warning(&self, _: &Client, warning: &Warning) {
        self.push(What::Warning(warning.kind.name(), warning.detail.clone()));
    }
}

impl Event {
    /// As Python gets it: whose, what, and two things more.
    pub(crate) fn into_python<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = |text: &str| text.into_pyobject(py).map(Bound::into_any).map_err(PyErr::from);
        let none = || py.None().into_bound(py);
        let held = |held: &Held| held.bind(py).clone();
        let (name, first, second) = match self.what {
            What::Ready(facts) => ("ready", server(py, &facts)?, none()),
            What::Connecting => ("connecting", none(), none()),
            What::Suspended => ("suspended", none(), none()),
            What::Closed(error, reason) => {
                ("closed", exception(py, &error)?, reason.into_pyobject(py)?)
            }
            What::Input(input, calls) => {
                let calls = calls.iter().map(|call| call.clone_ref(py)).collect();
                let owner = Some(self.owner.clone_ref(py));
                ("input", input::wrap(py, *input, owner, calls)?, none())
            }
            What::Withdrawn(id, why) => ("withdrawn", id.into_pyobject(py)?.into_any(), text(why)?),
            What::Progress(call, params) => ("progress", held(&call), json(py, params.as_str())?),
            What::Paused(call, time) => {
                ("paused", held(&call), time.as_secs_f64().into_pyobject(py)?.into_any())
            }
            What::Task(call, state) => ("task", held(&call), json(py, state.as_str())?),
            What::Visited(id) => ("visited", id.into_pyobject(py)?.into_any(), none()),
            What::Watching(filter) => ("watching", json(py, filter.as_str())?, none()),
            What::Log(params) => ("log", json(py, params.as_str())?, none()),
            What::Notification(method, params) => {
                let params = params.map(|params| json(py, params.as_str())).transpose()?;
                ("notification", text(&method)?, params.unwrap_or_else(none))
            }
            What::Stderr(line) => ("stderr", text(&line)?, none()),
            What::Warning(kind, detail) => ("warning", text(kind)?, text(&detail)?),
            What::Done(call, outcome) => {
                let how = match &*outcome {
                    Ok(_) => Told(outcome).into_pyobject(py)?.into_any(),
                    Err(error) => exception(py, error)?,
                };
                ("done", held(&call), how)
            }
        };
        PyTuple::new(py, [held(&self.owner), text(name)?, first, second])
    }
}

/// What a server said of itself.
pub(crate) fn server<'py>(
    py: Python<'py>,
    facts: &mcpclient::ServerFacts,
) -> PyResult<Bound<'py, PyAny>> {
    let info = facts.server_info.as_ref().map(|info| json(py, info.as_str())).transpose()?;
    let era = match Era::of(facts.revision) {
        Era::Modern => "modern",
        Era::Legacy | Era::Auto => "legacy",
    };
    let all = (
        facts.revision.wire(),
        era,
        json(py, facts.result.as_str())?,
        json(py, facts.capabilities.as_str())?,
        info,
        &facts.instructions,
    );
    all.into_pyobject(py).map(Bound::into_any)
}
