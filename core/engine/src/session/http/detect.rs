//! Which era a server speaks, by what it answers over HTTP (VER-39 to VER-44).
//!
//! A message is judged by what it says, whatever its status. Where there is none, the status decides: those that
//! speak of the client or of a bad moment are no verdict.

use super::super::connect::Greeting;
use super::super::source::code_of;
use super::super::{ClosedReason, Session};
use super::fate::Fate;
use crate::era::stateless;
use crate::error::{Code, Error};
use crate::ids::{ExchangeId, WireId};
use crate::json::Value;
use crate::time::Millis;
use crate::wire::{Head, OldSse};

const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;

/// What a status that is an error says of the server's era.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// It does not know this kind of request, and perhaps not this transport.
    Unknown,
    /// It does not like this request.
    Refused,
    /// Nothing: who asks, or when, is wrong.
    Nothing,
}

fn says(status: u16) -> Says {
    match status {
        400 | 404 | 405 => Says::Unknown,
        401 | 403 | 407 | 429 => Says::Nothing,
        402..=499 => Says::Refused,
        _ => Says::Nothing,
    }
}

impl Session {
    /// Whether that request is one of the first exchange, answered late or not.
    pub(super) fn is_greeting(&self, wire: WireId) -> bool {
        match self.greeting {
            Greeting::Discover { wire: asked, .. } => asked == wire,
            Greeting::Initialize { wire: asked, late, .. } => asked == wire || late == Some(wire),
            Greeting::Endpoint | Greeting::Restart { .. } | Greeting::Done => false,
        }
    }

    pub(super) fn shakes_hands_with(&self, wire: WireId) -> bool {
        matches!(self.greeting, Greeting::Initialize { wire: asked, .. } if asked == wire)
    }

    /// Whether a JSON-RPC error under a status that is one counts for the request on whose exchange it came.
    /// `named`: it says so itself.
    pub(super) fn is_told(
        &self,
        id: ExchangeId,
        wire: WireId,
        head: &Head,
        named: bool,
        error: Value<'_>,
    ) -> bool {
        if self.is_greeting(wire) {
            if self.shakes_hands_with(wire) {
                // One that names no request may come from whoever only knows something older.
                return says(head.status) != Says::Nothing && named;
            }
            return says(head.status) != Says::Nothing || stateless::is_of_this_era(error);
        }
        // A server that has forgotten the session says so in many ways; these two do not mean that.
        let of_request = || matches!(code_of(error), Some(METHOD_NOT_FOUND | INVALID_PARAMS));
        !self.is_expired(id, head) || named && of_request()
    }

    /// The first exchange brought no message.
    pub(super) fn greeting_unanswered(&mut self, now: Millis, wire: WireId, fate: Fate) {
        let lost = matches!(fate, Fate::Lost(_));
        let mut error = fate.error();
        // What it says in words comes with the status that decides.
        if error.code == Code::Server {
            error.code = Code::Http;
        }
        let status = error.http.as_ref().map_or(0, |http| http.status);
        // Success with what is no message is what a web site says.
        let says = match status {
            _ if lost => Says::Refused,
            0 => Says::Nothing,
            200..=299 => Says::Refused,
            status => says(status),
        };
        let cut = lost && error.code == Code::Lost;
        let again = cut && self.http.as_ref().is_some_and(|http| !http.asked_again);
        match std::mem::replace(&mut self.greeting, Greeting::Done) {
            Greeting::Discover { mut tried, .. } if again && !tried.is_empty() => {
                // What cuts one exchange need not be the server: once is no verdict.
                if let (Some(http), Some(revision)) = (&mut self.http, tried.pop()) {
                    http.asked_again = true;
                    self.discover(now, revision, tried);
                }
            }
            Greeting::Discover { .. } if says != Says::Nothing && self.may_shake_hands() => {
                self.initialize(None);
            }
            Greeting::Initialize { wire: asked, late: Some(late), known } if late == wire => {
                self.greeting = Greeting::Initialize { wire: asked, late: None, known };
            }
            Greeting::Initialize { known: Some(facts), .. } if says != Says::Nothing => {
                self.ready(now, *facts);
            }
            Greeting::Initialize { .. } if says != Says::Nothing && !lost => {
                if let Some(newest) = self.doubts() {
                    self.discover(now, newest, Vec::new());
                } else if says == Says::Unknown && self.may_go_the_old_way() {
                    self.open_old(Some(error));
                } else {
                    self.close(reason_of(&error), error);
                }
            }
            _ => self.close(reason_of(&error), error),
        }
    }

    /// What was asked of the server's era needs no answer any more.
    pub(in super::super) fn greeting_is_over(&mut self) {
        let Some(http) = &self.http else { return };
        let asked = http.exchanges.all(|exchange| {
            let wire = exchange.errand.wire().filter(|_| exchange.is_awaited());
            wire.is_some_and(|wire| self.calls.by_wire(wire).is_none())
        });
        for id in asked {
            self.abort(id);
        }
    }

    fn may_go_the_old_way(&self) -> bool {
        let http = self.http.as_ref();
        http.is_some_and(|http| http.config.old_sse == OldSse::Fallback && http.old.is_none())
    }
}

pub(super) fn reason_of(error: &Error) -> ClosedReason {
    match error.code {
        Code::Http | Code::Refused => ClosedReason::Refused,
        Code::Timeout => ClosedReason::Timeout,
        Code::Network | Code::Lost => ClosedReason::Server,
        _ => ClosedReason::Protocol,
    }
}
