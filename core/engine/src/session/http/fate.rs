//! What becomes of a request of ours that got no answer.

use super::super::Session;
use super::answers::is_good;
use crate::error::{Code, Error, HttpFault};
use crate::ids::{CallId, ExchangeId, WireId};
use crate::time::Millis;
use crate::wire::http::{fault, refusal};
use crate::wire::{Failure, FailureKind, Head};
use std::sync::Arc;

/// Why there is no answer.
#[derive(Debug)]
pub(in super::super) enum Fate {
    /// It was turned away, or answered with what is none.
    Refused(Error),
    /// It may have run; what came of it is lost.
    Lost(Error),
    /// The server has forgotten the session. It did not run.
    Expired(Error),
}

impl Fate {
    pub(super) fn error(self) -> Error {
        match self {
            Self::Refused(error) | Self::Lost(error) | Self::Expired(error) => error,
        }
    }
}

/// A status that speaks of a bad moment.
pub(super) fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 500 | 502..=599)
}

/// What was refused may be granted later: the server is out of reach, or has a bad moment.
pub(super) fn is_passing(error: &Error) -> bool {
    error.code == Code::Network || error.http.as_ref().is_some_and(|http| is_busy(http.status))
}

/// How long the server wants to be left alone.
pub(super) fn patience(error: &Error) -> Millis {
    error.http.as_ref().and_then(|http| http.retry_after).unwrap_or_default()
}

/// The exchange broke.
pub(super) fn failed(failure: &Failure, head: Option<&Head>, body: &[u8]) -> Fate {
    let http = head.and_then(|head| fault(head, body).http);
    let error = |code| Error { http, ..Error::new(code, failure.message.clone()) };
    match failure.kind {
        FailureKind::Unreachable => Fate::Refused(error(Code::Network)),
        FailureKind::Forbidden => Fate::Refused(error(Code::Refused)),
        FailureKind::TooLarge => Fate::Refused(error(Code::TooLarge)),
        FailureKind::Timeout => Fate::Lost(error(Code::Timeout)),
        FailureKind::Broken => Fate::Lost(error(Code::Lost)),
    }
}

impl Session {
    /// A request was answered with an error of HTTP, or with what is no message.
    pub(super) fn turned_away(
        &self,
        id: ExchangeId,
        wire: WireId,
        head: &Head,
        body: &[u8],
    ) -> Fate {
        let error = if is_good(head) { fault(head, body) } else { refusal(head, body, Some(wire)) };
        if self.is_expired(id, head) { Fate::Expired(error) } else { Fate::Refused(error) }
    }

    /// The same, with what follows for the session.
    pub(super) fn settle_fate(&mut self, now: Millis, id: ExchangeId, wire: WireId, fate: Fate) {
        if let Fate::Expired(error) = &fate {
            // Those that go again wait for the next session.
            self.session_expires(now, id, error.clone());
        }
        self.unanswered(now, wire, fate);
    }

    /// Whoever asked is told that there is no answer.
    pub(in super::super) fn unanswered(&mut self, now: Millis, wire: WireId, fate: Fate) {
        if let Some(http) = &mut self.http {
            http.handshake.forget_stream(wire);
        }
        if self.is_greeting(wire) {
            return self.greeting_unanswered(now, wire, fate);
        }
        if self.is_refresh(wire) {
            return self.refresh_fails();
        }
        if self.watch_unanswered(now, wire, &fate) {
            return;
        }
        let Some(call) = self.calls.answered(wire) else { return };
        match fate {
            Fate::Refused(error) => {
                if !(is_passing(&error) && self.task_lost(now, call, patience(&error))) {
                    self.give_up(now, call, None, error);
                }
            }
            Fate::Lost(error) => self.attempt_lost(now, call, error, false),
            Fate::Expired(error) => self.attempt_lost(now, call, error, true),
        }
    }

    /// An attempt is gone with its stream. What may be asked twice is asked again, once; a tool may have run
    /// already, unless the server said that nothing did (HTP-21).
    pub(super) fn attempt_lost(&mut self, now: Millis, id: CallId, error: Error, unrun: bool) {
        if self.task_lost(now, id, patience(&error)) {
            return;
        }
        let Some(call) = self.calls.get_mut(id) else { return };
        if call.goes_again(unrun) {
            call.alive(now);
            return self.send(id);
        }
        let error = if unrun || error.code == Code::Timeout {
            error
        } else {
            let message = "the answer to the call was lost on its way; it was not repeated";
            Error { http: error.http, ..Error::new(Code::Lost, message) }
        };
        self.give_up(now, id, None, error);
    }

    /// What was wrong with HTTP when a message came.
    pub(in super::super) fn http_of(
        &self,
        source: super::super::source::Source<'_>,
    ) -> Option<Arc<HttpFault>> {
        let exchange = self.http.as_ref()?.exchanges.get(source.exchange?)?;
        let head = exchange.head.as_ref().filter(|head| !is_good(head))?;
        fault(head, &[]).http
    }
}
