//! A host that writes down what it is told.

use super::PATIENCE;
use mcpclient::json::Json;
use mcpclient::{
    Call, CallId, Client, ClosedReason, Error, Host, Input, InputId, Offer, State, Success,
    Warning, WatchFilter, Withdrawn,
};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a host was told.
#[derive(Debug)]
pub enum Seen {
    Ready,
    Input(Input),
    Withdrawn(InputId, Withdrawn),
    Progress(CallId, Json),
    Paused(CallId, Duration),
    Task(CallId, Json),
    Visited(InputId),
    Watching(WatchFilter),
    Restarting,
    Suspended,
    Log(Json),
    Notification(String, Option<Json>),
    Done(CallId, Result<Success, Error>),
    Warning(Warning),
    Line(String),
    Closed(Option<ClosedReason>, Error),
}

/// The host.
pub struct Witness {
    pub offer: Offer,
    out: Mutex<Sender<Seen>>,
}

impl Witness {
    pub fn new(offer: Offer) -> (Arc<Self>, Receiver<Seen>) {
        let (out, seen) = channel();
        (Arc::new(Self { offer, out: Mutex::new(out) }), seen)
    }

    /// Offers everything.
    pub fn willing() -> (Arc<Self>, Receiver<Seen>) {
        Self::new(everything())
    }

    pub fn note(&self, seen: Seen) {
        // A test that is over listens no more.
        let _ = self.out.lock().expect("no panic holds it").send(seen);
    }

    /// A callback for the end of a call that tells this host.
    pub fn done(self: &Arc<Self>) -> mcpclient::Done {
        let host = Arc::clone(self);
        Box::new(move |call, outcome| host.note(Seen::Done(call.id(), outcome.clone())))
    }
}

pub fn everything() -> Offer {
    Offer {
        form: true,
        url: true,
        sample: true,
        sample_tools: true,
        sample_context: true,
        roots: mcpclient::Roots::Ask,
    }
}

impl Host for Witness {
    fn offer(&self) -> Offer {
        self.offer
    }

    fn input(&self, input: Input) {
        self.note(Seen::Input(input));
    }

    fn input_closed(&self, _client: &Client, id: InputId, why: Withdrawn) {
        self.note(Seen::Withdrawn(id, why));
    }

    fn state(&self, client: &Client, state: &State) {
        match state {
            State::Connecting => self.note(Seen::Restarting),
            State::Suspended => self.note(Seen::Suspended),
            State::Ready(_) => self.note(Seen::Ready),
            State::Closed(error) => {
                self.note(Seen::Closed(client.closed_reason(), error.clone()));
            }
        }
    }

    fn progress(&self, call: &Call, params: &Json) {
        self.note(Seen::Progress(call.id(), params.clone()));
    }

    fn paused(&self, call: &Call, time: Duration) {
        self.note(Seen::Paused(call.id(), time));
    }

    fn task(&self, call: &Call, state: &Json) {
        self.note(Seen::Task(call.id(), state.clone()));
    }

    fn visited(&self, _client: &Client, id: InputId) {
        self.note(Seen::Visited(id));
    }

    fn watching(&self, _client: &Client, filter: &WatchFilter) {
        self.note(Seen::Watching(filter.clone()));
    }

    fn log(&self, _client: &Client, params: &Json) {
        self.note(Seen::Log(params.clone()));
    }

    fn notification(&self, _client: &Client, method: &str, params: Option<&Json>) {
        self.note(Seen::Notification(method.to_owned(), params.cloned()));
    }

    fn stderr(&self, _client: &Client, line: &str) {
        self.note(Seen::Line(line.to_owned()));
    }

    fn warning(&self, _client: &Client, warning: &Warning) {
        self.note(Seen::Warning(warning.clone()));
    }
}

/// The next thing that the host was told.
pub fn next(seen: &Receiver<Seen>) -> Seen {
    match seen.recv_timeout(PATIENCE) {
        Ok(seen) => seen,
        Err(RecvTimeoutError::Timeout) => panic!("the host was told nothing"),
        Err(RecvTimeoutError::Disconnected) => panic!("the host is gone"),
    }
}

/// The next thing that `pick` takes; others are passed over.
pub fn find<T>(seen: &Receiver<Seen>, mut pick: impl FnMut(Seen) -> Option<T>) -> T {
    loop {
        if let Some(found) = pick(next(seen)) {
            return found;
        }
    }
}

pub fn input(seen: &Receiver<Seen>) -> Input {
    find(seen, |seen| match seen {
        Seen::Input(input) => Some(input),
        _ => None,
    })
}

pub fn closed(seen: &Receiver<Seen>) -> Error {
    find(seen, |seen| match seen {
        Seen::Closed(_, error) => Some(error),
        _ => None,
    })
}

pub fn done(seen: &Receiver<Seen>) -> Result<Success, Error> {
    find(seen, |seen| match seen {
        Seen::Done(_, outcome) => Some(outcome),
        _ => None,
    })
}
