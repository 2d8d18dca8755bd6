//! The wire half over HTTP, in memory: what the session opens goes to the puppet's half, and what that does
//! goes to the session.

use mcpclient_engine::session::{Action, WireEvent};
use mcpclient_engine::wire::{
    Carrier, Failure, FailureKind, Head, HttpConfig, HttpRequest, OldSse,
};
use mcpclient_engine::{ExchangeId, Millis, Session};
use mcpclient_puppet::{HttpHalf, Op, Request, Setup, Transport};

const ENDPOINT: &str = "http://puppet.test/mcp";

/// What a session travels on, for a script.
pub fn carrier(setup: &Setup) -> Carrier {
    let old_sse = match setup.transport {
        Transport::Lane => return Carrier::Lane,
        Transport::Http => OldSse::Fallback,
        Transport::Sse => OldSse::Only,
    };
    Carrier::Http(HttpConfig { old_sse, ..HttpConfig::new(ENDPOINT) })
}

/// Hands over what the session opens and gives up, and what comes of it by itself; gives the messages.
pub fn collect(session: &mut Session, half: &mut HttpHalf, now: Millis) -> Vec<String> {
    let mut messages = Vec::new();
    while let Some(action) = session.next_action() {
        match action {
            Action::Open(exchange, request) => {
                messages.extend(request.body.clone());
                half.arrived(exchange.0, as_request(*request));
            }
            Action::Abort(exchange) => half.gave_up(exchange.0),
            // What is open then belongs to nobody any more.
            Action::CloseLane => {}
            Action::Restart | Action::AnswerRoots(_) => {
                unreachable!("not over HTTP, nor with these roots")
            }
        }
        carry_out(session, half, now);
    }
    messages
}

/// Tells the session what was done on its exchanges.
pub fn carry_out(session: &mut Session, half: &mut HttpHalf, now: Millis) {
    while let Some((exchange, op)) = half.next_op() {
        let exchange = ExchangeId(exchange);
        match op {
            Op::Head(status, headers) => {
                session.wire(now, WireEvent::Head(exchange, &head(status, &headers)));
            }
            Op::Bytes(bytes) => session.wire(now, WireEvent::Body(exchange, &bytes)),
            Op::End => session.wire(now, WireEvent::End(exchange, None)),
            Op::Break => {
                let message = "the connection broke".to_owned();
                let failure = Failure { kind: FailureKind::Broken, message };
                session.wire(now, WireEvent::End(exchange, Some(failure)));
            }
        }
    }
}

fn as_request(request: HttpRequest) -> Request {
    let headers = request.headers.into_iter();
    let url = request.url.as_deref().unwrap_or(ENDPOINT);
    Request {
        method: request.method.name().to_owned(),
        path: url.trim_start_matches("http://puppet.test").to_owned(),
        headers: headers.map(|(name, value)| (name.to_ascii_lowercase(), value)).collect(),
        body: request.body,
    }
}

fn head(status: u16, headers: &[(String, String)]) -> Head {
    let find = |name: &str| {
        let found = headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.clone())
    };
    let number = |name: &str| find(name).and_then(|value| value.parse::<u64>().ok());
    Head {
        status,
        content_type: find("content-type"),
        content_length: number("content-length"),
        session_id: find("mcp-session-id"),
        retry_after: number("retry-after").map(Millis::seconds),
        authenticate: find("www-authenticate").into_iter().collect(),
    }
}
