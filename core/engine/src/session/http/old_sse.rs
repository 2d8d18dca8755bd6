//! The HTTP+SSE transport of the first revision: one stream brings everything, and says where messages go.

use super::super::connect::Greeting;
use super::super::{ClosedReason, Session, WarningKind};
use super::answers::is_good;
use super::detect::reason_of;
use super::fate::failed;
use super::post::Opening;
use crate::error::{Code, Error};
use crate::ids::ExchangeId;
use crate::rpc::sse::Sse;
use crate::time::Millis;
use crate::wire::http::{Body, Content, Errand, fault};
use crate::wire::{Failure, Head, HttpMethod, OldSse, Purpose};
use std::sync::Arc;
use url::Url;

/// What is known of a server of the older transport.
pub(super) struct Old {
    pub stream: ExchangeId,
    /// Where messages go, once that is said.
    pub url: Option<Arc<str>>,
    /// What it answered to the newer transport.
    pub refusal: Option<Error>,
}

impl Session {
    pub(in super::super) fn greets_the_old_way(&self) -> bool {
        let http = self.http.as_ref();
        http.is_some_and(|http| http.config.old_sse == OldSse::Only || http.old.is_some())
    }

    /// Opens the stream; where messages go comes on it (SSE-01). `refusal` is what the newer transport was met with.
    pub(in super::super) fn open_old(&mut self, refusal: Option<Error>) {
        if !self.may_shake_hands() {
            let message = "the older transport has no revision that this client may speak";
            return self.close(ClosedReason::Revision, Error::new(Code::Version, message));
        }
        self.speak(None);
        self.greeting = Greeting::Endpoint;
        let opening = Opening {
            errand: Errand::OldStream,
            method: HttpMethod::Get,
            purpose: Purpose::Stream,
            headers: vec![("Accept".into(), "text/event-stream".to_owned())],
            body: None,
        };
        let Some(stream) = self.open(opening) else { return };
        if let Some(http) = &mut self.http {
            http.old = Some(Old { stream, url: None, refusal });
        }
    }

    pub(super) fn old_stream_opens(&mut self, id: ExchangeId, head: &Head) {
        let limit = self.config.limits.message_bytes;
        if is_good(head) && Content::of(head) == Content::Events {
            self.set_body(id, Body::Events(Box::new(Sse::new(limit))));
        } else {
            self.set_body(id, Body::Foreign(Vec::new()));
        }
    }

    /// The server says where messages go; the first word counts (SSE-02, SSE-03).
    pub(super) fn endpoint(&mut self, id: ExchangeId, place: &str) {
        let Some(http) = &mut self.http else { return };
        let Some(old) = http.old.as_mut().filter(|old| old.stream == id) else { return };
        if old.url.is_some() {
            return self.warn(WarningKind::Malformed, "a second place for messages was named");
        }
        match resolve(&http.config.endpoint, place) {
            Ok(url) => {
                old.url = Some(url.into());
                old.refusal = None;
                self.initialize(None);
            }
            Err(message) => {
                self.close(ClosedReason::Protocol, Error::new(Code::Protocol, message));
            }
        }
    }

    /// The stream is over, and with it the session (SSE-05).
    pub(super) fn old_stream_ends(
        &mut self,
        now: Millis,
        id: ExchangeId,
        body: Body,
        head: Option<Head>,
        failure: Option<Failure>,
    ) {
        let error = match (body, head) {
            (Body::Events(mut sse), _) => {
                self.last_events(now, id, &mut sse, failure.is_none());
                let message = "the server ended the stream that everything comes on";
                Error::new(Code::Closed, message)
            }
            (Body::Foreign(bytes), Some(head)) => fault(&head, &bytes),
            (_, head) => failure.map_or_else(
                || Error::new(Code::Closed, "the stream ended before it began"),
                |failure| failed(&failure, head.as_ref(), &[]).error(),
            ),
        };
        let refusal = self
            .http
            .as_mut()
            .and_then(|http| http.old.as_mut())
            .and_then(|old| old.refusal.take());
        let error = match refusal {
            None => error,
            Some(refusal) => Error {
                message: format!("{}; asked for a stream: {}", refusal.message, error.message),
                ..refusal
            },
        };
        let reason = match error.code {
            Code::Closed => ClosedReason::Server,
            _ => reason_of(&error),
        };
        self.close(reason, error);
    }
}

/// Where messages go: a place of the same origin, and without credentials of its own.
fn resolve(endpoint: &str, place: &str) -> Result<String, &'static str> {
    let base = Url::parse(endpoint).map_err(|_| "the server's own URL is none")?;
    let place = place.trim();
    if place.is_empty() {
        return Err("the server does not say where messages go");
    }
    let mut url =
        base.join(place).map_err(|_| "the server says that messages go to what is no URL")?;
    if url.origin() != base.origin() || !matches!(url.scheme(), "http" | "https") {
        return Err("the server says that messages go to another origin");
    }
    url.set_fragment(None);
    // Those of the endpoint are the host's, and go with it everywhere.
    let _ = url.set_username(base.username());
    let _ = url.set_password(base.password());
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: SSE-02, SSE-03
    #[test]
    fn messages_stay_at_the_origin() {
        const BASE: &str = "https://api.example.com/v1/sse?k=1";
        for (place, wanted) in [
            ("/messages?sid=1", "https://api.example.com/messages?sid=1"),
            ("messages?sid=1", "https://api.example.com/v1/messages?sid=1"),
            ("?sid=1", "https://api.example.com/v1/sse?sid=1"),
            ("https://api.example.com/m", "https://api.example.com/m"),
            ("https://api.example.com:443/m#x", "https://api.example.com/m"),
            (" /m ", "https://api.example.com/m"),
        ] {
            assert_eq!(resolve(BASE, place).as_deref(), Ok(wanted), "{place}");
        }
        for place in [
            "https://evil.example.net/m",
            "http://api.example.com/m",
            "https://api.example.com:8443/m",
            "//evil.example.net/m",
            "\\\\evil.example.net\\m",
            "javascript:1",
            "data:,x",
            "",
            " ",
        ] {
            assert!(resolve(BASE, place).is_err(), "{place}");
        }
        let odd = resolve(BASE, r#"{"uri":"/m"}"#);
        assert!(odd.is_ok_and(|url| url.starts_with("https://api.example.com/v1/")));
    }
}
