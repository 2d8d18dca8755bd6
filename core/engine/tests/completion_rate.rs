//! Suggestions are asked for as fast as people type, and no faster.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "each test program uses a part of it")]
#[path = "support/ready.rs"]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::policy::{Rate, RateLimits};
use mcpclient_engine::session::{CallOptions, Command, Request, SessionConfig};
use mcpclient_engine::{CallId, Code, Millis};
use ready::{NOW, ready_with, written};

// proves: CMP-06
#[test]
fn suggestions_have_a_limit_of_their_own() {
    let mut config = SessionConfig::new("host", "1");
    config.rates = RateLimits { complete: Rate { per_minute: 60, burst: 2 }, ..config.rates };
    let mut session = ready_with(Revision::R2024, config);
    let mut last = 0;
    let mut ask = |now: Millis, method: &str| {
        last += 1;
        let request = Request { method: method.into(), params: None, pages: None };
        let options = CallOptions::default();
        session
            .host(now, Command::Call { call: CallId(last), request, options })
            .map_err(|error| error.code)
    };
    assert_eq!(ask(NOW, "completion/complete"), Ok(()));
    assert_eq!(ask(NOW, "completion/complete"), Ok(()));
    assert_eq!(ask(NOW, "completion/complete"), Err(Code::Busy));
    assert_eq!(ask(NOW, "tools/call"), Ok(()), "nothing else is held up");
    assert_eq!(ask(Millis(1_000), "completion/complete"), Ok(()));
    assert_eq!(written(&mut session).lines().count(), 4, "what was refused was not sent");
}
