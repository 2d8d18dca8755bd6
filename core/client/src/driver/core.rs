//! What the lock of a client guards: its session, its running calls, and what waits for its host.

use super::call_cell::{CallCell, Outcome};
use super::exchange::traffic::Traffic;
use super::lane::inlet::Outgoing;
use super::lane::writer::Parcel;
use crate::io::StderrLines;
use crate::known::{Known, Listed};
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    ClosedReason, Event, InputRequest, Listing, Phase, ServerFacts, Session, Warning, WatchFilter,
    Withdrawn,
};
use mcpclient_engine::{CallId, Code, Error, InputId, Millis};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

pub(crate) struct Core {
    pub(crate) session: Session,
    pub(super) calls: HashMap<CallId, Arc<CallCell>>,
    pub(super) last_call: u64,
    /// What the server listed.
    pub(crate) known: Known,
    /// Questions for the roots that wait for a look at them.
    pub(super) roots_wanted: Vec<InputId>,
    /// Lines of stderr that wait for the host.
    pub(super) lines: StderrLines,
    /// The server's input.
    pub(super) outgoing: Outgoing,
    /// What goes on over HTTP.
    pub(super) traffic: Traffic,
    /// The task that waits for room in the server's input, once there was none.
    pub(super) writer: Option<JoinHandle<()>>,
    /// Somebody is writing, and comes back for what is added.
    pub(super) writing: bool,
    /// Somebody is delivering events, or about to.
    pub(super) scheduled: bool,
    /// The host has suspended the connection.
    pub(super) suspended: bool,
    /// What the keeper is waiting for.
    armed: Option<Millis>,
    /// Why the client is closed, once the host has been told.
    pub(super) closed: Option<Error>,
    /// The same in a word.
    pub(crate) reason: Option<ClosedReason>,
    /// In place of the session's events, after a panic in it.
    pub(super) wreck: Option<VecDeque<Delivery>>,
    pub(super) after: After,
}

/// What is to be done when the lock is free.
#[derive(Default)]
pub(crate) struct After {
    pub(super) parcel: Option<Parcel>,
    pub(super) finished: Vec<(Arc<CallCell>, Outcome)>,
    pub(super) ready: bool,
}

/// One thing for the host, with what it belongs to.
pub(crate) enum Delivery {
    Ready(Arc<ServerFacts>),
    Input(Arc<InputRequest>),
    Withdrawn(InputId, Withdrawn),
    Progress(Arc<CallCell>, Json),
    Paused(Arc<CallCell>, Duration),
    Task(Arc<CallCell>, Json),
    Visited(InputId),
    Watching(WatchFilter),
    Restarting,
    Suspended,
    Awake(Option<Arc<ServerFacts>>),
    Log(Json),
    Notification(String, Option<Json>),
    Done(Arc<CallCell>, Outcome),
    Warning(Warning),
    Line(String),
    Closed(Error),
}

impl Core {
    pub(super) fn new(session: Session, outgoing: Outgoing, want_lines: bool) -> Self {
        Self {
            session,
            calls: HashMap::new(),
            last_call: 0,
            known: Known::default(),
            roots_wanted: Vec::new(),
            lines: StderrLines::new(want_lines),
            outgoing,
            traffic: Traffic::default(),
            writer: None,
            writing: false,
            scheduled: false,
            suspended: false,
            armed: None,
            closed: None,
            reason: None,
            wreck: None,
            after: After::default(),
        }
    }

    /// The deadline that the keeper waits for from now on.
    pub(super) fn arm(&mut self) -> Option<Millis> {
        self.armed = if self.wreck.is_some() { None } else { self.session.deadline() };
        self.armed
    }

    /// Whether the keeper would be late.
    pub(super) fn deadline_moved(&mut self) -> bool {
        let due = self.session.deadline();
        let moved = due.is_some_and(|due| self.armed.is_none_or(|armed| due < armed));
        if moved {
            self.armed = due;
        }
        moved
    }

    /// How many events wait for the host.
    pub(crate) fn waiting(&self) -> usize {
        let events =
            self.wreck.as_ref().map_or_else(|| self.session.events_waiting(), VecDeque::len);
        events + self.lines.len()
    }

    /// Takes what waits longest.
    pub(super) fn next_delivery(&mut self) -> Option<Delivery> {
        if let Some(line) = self.lines.take() {
            return Some(match line {
                Ok(line) => Delivery::Line(line),
                Err(warning) => Delivery::Warning(warning),
            });
        }
        if let Some(wreck) = &mut self.wreck {
            return wreck.pop_front();
        }
        loop {
            let event = self.session.next_event()?;
            if let Some(delivery) = self.address(event) {
                return Some(delivery);
            }
        }
    }

    /// Finds whom an event is for. Nobody: a call that is unknown, which no session speaks of.
    fn address(&mut self, event: Event) -> Option<Delivery> {
        Some(match event {
            Event::Ready(facts) => Delivery::Ready(facts),
            Event::Input(request) => Delivery::Input(request),
            Event::Withdrawn { input, reason } => Delivery::Withdrawn(input, reason),
            Event::Progress { call, params } => {
                Delivery::Progress(Arc::clone(self.calls.get(&call)?), params)
            }
            Event::Pause { call, time } => {
                Delivery::Paused(Arc::clone(self.calls.get(&call)?), Duration::from_millis(time.0))
            }
            Event::Task { call, state } => {
                Delivery::Task(Arc::clone(self.calls.get(&call)?), state)
            }
            Event::VisitFinished { input } => Delivery::Visited(input),
            Event::Watching { filter } => Delivery::Watching(filter),
            Event::Restarting => Delivery::Restarting,
            Event::Suspended => Delivery::Suspended,
            Event::Awake => {
                let ready = self.session.phase() == Phase::Ready;
                Delivery::Awake(self.session.server().filter(|_| ready).cloned())
            }
            Event::Log { params } => Delivery::Log(params),
            Event::Notification { method, params } => Delivery::Notification(method, params),
            Event::Done { call, outcome } => {
                let cell = self.calls.remove(&call)?;
                self.note(&cell, &outcome);
                Delivery::Done(cell, outcome)
            }
            Event::Warning(warning) => Delivery::Warning(warning),
            Event::Closed { reason, error } => {
                self.reason = Some(reason);
                self.last_delivery(error)
            }
        })
    }

    /// A list was read to its end.
    pub(super) fn note(&mut self, cell: &CallCell, outcome: &Outcome) {
        if let (Some(listing), Ok(success)) = (cell.listing, outcome) {
            self.known.keep(listing, success);
        }
    }

    /// The last list of that kind, unless it has changed since.
    pub(crate) fn listed(&mut self, listing: Listing) -> Option<Arc<Listed>> {
        self.known.get(listing, &self.session).cloned()
    }

    fn last_delivery(&mut self, why: Error) -> Delivery {
        self.closed = Some(why.clone());
        self.lines.stop();
        Delivery::Closed(why)
    }

    /// After a panic the session is not asked any more: its calls end, and so does the client.
    pub(super) fn give_up(&mut self) {
        if self.wreck.is_some() {
            return;
        }
        let mut cells: Vec<_> = self.calls.drain().map(|(_, cell)| cell).collect();
        cells.sort_unstable_by_key(|cell| cell.id);
        let done = cells.into_iter().map(|cell| Delivery::Done(cell, Err(panicked())));
        let mut wreck: VecDeque<_> = done.collect();
        if self.closed.is_none() {
            wreck.push_back(self.last_delivery(panicked()));
        }
        self.wreck = Some(wreck);
    }
}

pub(super) fn panicked() -> Error {
    Error::new(Code::Panic, "a bug in the library struck this client; it is closed")
}
