//! Sessions over HTTP whose beginning is behind them, and short words for tests of what follows.

use super::world::{JSON, Part, Parts, Peer, Silent, World, head, message, method_of, reply};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    CallOptions, Command, Event, Offer, Request, SessionConfig, Success, Warning,
};
use mcpclient_engine::wire::{Head, HttpRequest};
use mcpclient_engine::{CallId, Error, ExchangeId};
use serde_json::{Value, json};

/// A server that greets as it should, and leaves the rest to `then`: the exchange, the request, its method
/// (of HTTP, where it carries no message), and where answers go.
pub struct Greets<F> {
    revision: Revision,
    /// The session's name; the next session has the next letter.
    pub session: Option<char>,
    then: F,
}

impl<F: FnMut(ExchangeId, &HttpRequest, &str, &mut Parts)> Greets<F> {
    pub fn new(revision: Revision, session: Option<char>, then: F) -> Self {
        Self { revision, session, then }
    }
}

impl<F: FnMut(ExchangeId, &HttpRequest, &str, &mut Parts)> Peer for Greets<F> {
    fn heard(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts) {
        let method = method_of(request);
        let capabilities = json!({"tools": {}, "prompts": {}, "resources": {}});
        let result = match method.as_str() {
            "initialize" => {
                json!({"protocolVersion": self.revision.wire(), "capabilities": capabilities,
                "serverInfo": {"name": "s", "version": "1"}})
            }
            "server/discover" => json!({"supportedVersions": [self.revision.wire()],
                "capabilities": capabilities, "serverInfo": {"name": "s", "version": "1"}}),
            "notifications/initialized" => return reply(out, id, 202, "", ""),
            _ => return (self.then)(id, request, &method, out),
        };
        let body = json!({"jsonrpc": "2.0", "id": id_of(request), "result": result}).to_string();
        let session_id = self.session.map(String::from);
        self.session = self.session.map(|letter| (letter as u8 + 1) as char);
        out.push_back((id, Part::Head(Head { session_id, ..head(200, JSON) })));
        out.push_back((id, Part::Body(body.into_bytes())));
        out.push_back((id, Part::End));
    }
}

/// The id of the message.
pub fn id_of(request: &HttpRequest) -> Value {
    request.body.as_deref().map(message).unwrap_or_default()["id"].take()
}

/// No stream of its own, and nothing to end: the usual answer to GET and DELETE.
pub fn nothing(out: &mut Parts, id: ExchangeId) {
    reply(out, id, 405, "", "");
}

/// `text` with the request's id for each `ID`.
pub fn fill(text: &str, request: &HttpRequest) -> String {
    text.replace("ID", &id_of(request).to_string())
}

/// A result of nothing.
pub fn good(request: &HttpRequest) -> String {
    fill(r#"{"jsonrpc":"2.0","id":ID,"result":{}}"#, request)
}

pub fn config(revisions: &[Revision]) -> SessionConfig {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { form: true, sample: true, ..Offer::default() };
    config.revisions = revisions.to_vec();
    config
}

/// The session is ready; what was sent and told before is forgotten.
pub fn ready<F>(revision: Revision, then: F) -> World<Greets<F>, Silent>
where
    F: FnMut(ExchangeId, &HttpRequest, &str, &mut Parts),
{
    ready_with(config(&[revision]), Greets::new(revision, None, then))
}

pub fn ready_with<P: Peer>(config: SessionConfig, peer: P) -> World<P, Silent> {
    let mut world = World::new(config, peer, Silent, None);
    world.settle();
    let is_ready = |event: &Event| matches!(event, Event::Ready(_));
    assert!(world.events.iter().any(is_ready), "{:?}", world.events);
    // Until nothing of the beginning holds calls back.
    world.wait(mcpclient_engine::Millis(2_000));
    world.events.clear();
    world.sent.clear();
    world
}

impl<P: Peer> World<P, Silent> {
    pub fn call(&mut self, call: u64, method: &str, params: &str) {
        self.call_with(call, method, params, CallOptions::default());
    }

    pub fn call_with(&mut self, call: u64, method: &str, params: &str, options: CallOptions) {
        let params = Json::parse(params).ok();
        let request = Request { method: method.into(), params, pages: None };
        self.host(Command::Call { call: CallId(call), request, options });
    }

    pub fn tool(&mut self, call: u64) {
        self.tool_meanwhile(call);
        self.settle();
    }

    /// The same, without letting anything happen yet.
    pub fn tool_meanwhile(&mut self, call: u64) {
        let params = Json::parse(r#"{"name":"t","arguments":{}}"#).ok();
        let request = Request { method: "tools/call".into(), params, pages: None };
        let options = CallOptions::default();
        self.ask(Command::Call { call: CallId(call), request, options }).expect("a call");
    }

    /// How a call ended, if it did; never twice.
    pub fn end(&self, call: u64) -> Option<&Result<Success, Error>> {
        let mut ends = self.events.iter().filter_map(|event| match event {
            Event::Done { call: id, outcome } if id.0 == call => Some(outcome),
            _ => None,
        });
        let end = ends.next();
        assert!(ends.next().is_none(), "call {call} ended twice");
        end
    }

    pub fn error(&self, call: u64) -> &Error {
        self.end(call).expect("an end").as_ref().expect_err("an error")
    }

    pub fn result(&self, call: u64) -> &str {
        self.end(call).expect("an end").as_ref().expect("a result").result.as_str()
    }

    pub fn warnings(&self) -> Vec<&Warning> {
        let warnings = self.events.iter().filter_map(|event| match event {
            Event::Warning(warning) => Some(warning),
            _ => None,
        });
        warnings.collect()
    }
}
