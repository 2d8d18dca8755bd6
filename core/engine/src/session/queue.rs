//! Events that wait for the host: in order, and bounded whatever arrives.

use super::event::{Event, Warning, WarningKind};
use crate::limits::Limits;
use std::collections::VecDeque;

/// The share of the event bound at which reading should pause, and at which it should go on: not too
/// soon, or the two would take turns all the time.
const PAUSE: usize = 2;
const RESUME: usize = 4;
/// How far back progress of the same call is looked for.
const NEAR: usize = 64;

#[derive(Debug)]
pub(crate) struct Queue {
    events: VecDeque<Event>,
    bytes: usize,
    /// Dropped since the last warning about it.
    dropped: u64,
    most_events: usize,
    most_bytes: usize,
}

impl Queue {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            events: VecDeque::new(),
            bytes: 0,
            dropped: 0,
            most_events: limits.events.max(2),
            most_bytes: limits.event_bytes,
        }
    }

    /// The host keeps up well enough for more to be read.
    pub(crate) fn has_room(&self) -> bool {
        self.is_below(PAUSE)
    }

    /// The host has caught up.
    pub(crate) fn has_ample_room(&self) -> bool {
        self.is_below(RESUME)
    }

    fn is_below(&self, share: usize) -> bool {
        self.events.len() < (self.most_events / share).max(1)
            && self.bytes <= self.most_bytes / share
    }

    pub(crate) fn push(&mut self, event: Event) {
        let full = self.events.len() >= self.most_events || self.bytes > self.most_bytes;
        if full && event.may_be_dropped() {
            self.dropped += 1;
            self.coalesce(event);
            return;
        }
        self.bytes += event.bytes();
        self.events.push_back(event);
    }

    /// Newer progress of a call takes the place of older; everything else that may be dropped is.
    fn coalesce(&mut self, event: Event) {
        let Event::Progress { call, .. } = &event else { return };
        let call = *call;
        let place = self
            .events
            .iter_mut()
            .rev()
            .take(NEAR)
            .find(|old| matches!(old, Event::Progress { call: other, .. } if *other == call));
        if let Some(place) = place {
            self.bytes = self.bytes - place.bytes() + event.bytes();
            *place = event;
        }
    }

    pub(crate) fn front(&self) -> Option<&Event> {
        self.events.front()
    }

    pub(crate) fn pop(&mut self) -> Option<Event> {
        let event = self.events.pop_front()?;
        self.bytes -= event.bytes();
        if self.dropped > 0 && self.has_room() {
            let detail = format!(
                "{} notifications were dropped because the host does not take them",
                self.dropped
            );
            self.dropped = 0;
            // In front: nothing may follow the last event of a session.
            let warning = Event::Warning(Warning { kind: WarningKind::Dropped, detail });
            self.bytes += warning.bytes();
            self.events.push_front(warning);
        }
        Some(event)
    }

    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }
}

impl Event {
    /// Losing it costs no answer and leaves no dialog open.
    fn may_be_dropped(&self) -> bool {
        matches!(
            self,
            Self::Progress { .. } | Self::Log { .. } | Self::Notification { .. } | Self::Warning(_)
        )
    }

    fn bytes(&self) -> usize {
        const FIXED: usize = 64;
        let text = match self {
            Self::Progress { params, .. } | Self::Log { params } => params.as_str().len(),
            Self::Notification { method, params } => {
                method.len() + params.as_ref().map_or(0, |params| params.as_str().len())
            }
            Self::Done { outcome: Ok(success), .. } => success.result.as_str().len(),
            Self::Input(request) => {
                let result = request.result.as_ref().map_or(0, |result| result.as_str().len());
                request.params.as_str().len() + result
            }
            _ => 0,
        };
        FIXED + text
    }
}
