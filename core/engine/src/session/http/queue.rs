//! Messages of ours that are only accepted, where a server does not accept them as fast as they come: few exchanges
//! at a time carry them, whatever a server asks.

use super::super::Session;
use super::super::carry::Sending;
use super::Http;
use std::collections::VecDeque;

/// Messages under way at once.
const AT_ONCE: usize = 32;

/// Those that come next, oldest first.
#[derive(Default)]
pub(super) struct Queue {
    messages: VecDeque<(Sending, String)>,
    bytes: usize,
}

impl Queue {
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn pop(&mut self) -> Option<(Sending, String)> {
        let first = self.messages.pop_front()?;
        self.bytes -= first.1.len();
        Some(first)
    }
}

impl Http {
    /// Keeps a message if it has to wait for others, or gives it back.
    pub(super) fn queue(&mut self, what: Sending, message: String) -> Option<String> {
        if self.exchanges.messages() < AT_ONCE && self.queue.messages.is_empty() {
            return Some(message);
        }
        self.queue.bytes += message.len();
        self.queue.messages.push_back((what, message));
        None
    }
}

impl Session {
    /// Messages go out while there is room.
    pub(super) fn queue_goes_on(&mut self) {
        while self.suspended.is_none() {
            let http = self.http.as_mut().filter(|http| http.exchanges.messages() < AT_ONCE);
            let Some((what, message)) = http.and_then(|http| http.queue.pop()) else { return };
            self.carry(what, message, true);
        }
    }
}
