//! A server of a handshake revision: sessions, streams that can be gone on with, and questions on them.

use super::world::{EVENTS, JSON, Part, Parts, Peer, head, header, message, reply};
use mcpclient_engine::ExchangeId;
use mcpclient_engine::era::Revision;
use mcpclient_engine::wire::{Head, HttpMethod, HttpRequest};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SESSION: &str = "s-1";

pub struct Handshake {
    revision: Revision,
    /// Events have ids, so that streams can be gone on with.
    ids: bool,
    streams: BTreeMap<String, Stream>,
    /// How often each call was made, by its own number.
    pub calls: BTreeMap<u64, u32>,
}

#[derive(Default)]
struct Stream {
    exchange: Option<ExchangeId>,
    events: Vec<String>,
    /// The request that waits for an answer.
    request: Value,
    ended: bool,
}

impl Handshake {
    pub fn new(revision: Revision, ids: bool) -> Self {
        Self { revision, ids, streams: BTreeMap::new(), calls: BTreeMap::new() }
    }

    fn open(&mut self, name: &str, id: ExchangeId, out: &mut Parts) {
        out.push_back((id, Part::Head(head(200, EVENTS))));
        self.streams.entry(name.into()).or_default().exchange = Some(id);
        if self.ids {
            self.say(name, String::new(), out);
        }
    }

    fn say(&mut self, name: &str, data: String, out: &mut Parts) {
        let stream = self.streams.entry(name.into()).or_default();
        stream.events.push(data);
        let at = stream.events.len() - 1;
        if let Some(id) = stream.exchange {
            out.push_back((id, Part::Body(event(name, at, &stream.events[at], self.ids))));
        }
    }

    fn end(&mut self, name: &str, out: &mut Parts) {
        let stream = self.streams.entry(name.into()).or_default();
        stream.ended = true;
        out.extend(stream.exchange.map(|id| (id, Part::End)));
    }

    fn get(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts) {
        let Some(last) = header(request, "Last-Event-ID") else {
            return self.open("unasked", id, out);
        };
        let (name, at) = last.rsplit_once('/').expect("an id of ours");
        let at: usize = at.parse().expect("a place");
        let stream = self.streams.get_mut(name).expect("a stream of ours");
        stream.exchange = Some(id);
        out.push_back((id, Part::Head(head(200, EVENTS))));
        for (at, data) in stream.events.iter().enumerate().skip(at + 1) {
            out.push_back((id, Part::Body(event(name, at, data, self.ids))));
        }
        if stream.ended {
            out.push_back((id, Part::End));
        }
    }

    fn request(&mut self, id: ExchangeId, request: &Value, out: &mut Parts) {
        let result = match request["method"].as_str().expect("a method") {
            "initialize" => json!({
                "protocolVersion": self.revision.wire(),
                "capabilities": {"tools": {"listChanged": true}},
                "serverInfo": {"name": "s", "version": "1"},
            }),
            "tools/list" => json!({"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}),
            "tools/call" => return self.call(id, request, out),
            "server/discover" => {
                let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32000, "message": "Bad Request: no session"}});
                return reply(out, id, 400, JSON, &error.to_string());
            }
            other => panic!("{other} is not known"),
        };
        let begins = request["method"] == "initialize";
        let session_id = begins.then(|| SESSION.to_owned());
        out.push_back((id, Part::Head(Head { session_id, ..head(200, JSON) })));
        out.push_back((id, Part::Body(answer(&request["id"], &result).into_bytes())));
        out.push_back((id, Part::End));
    }

    /// Tells how far it is, asks something, and waits for that before it answers.
    fn call(&mut self, id: ExchangeId, request: &Value, out: &mut Parts) {
        let own = request["params"]["arguments"]["call"].as_u64().expect("a call of the test's");
        *self.calls.entry(own).or_default() += 1;
        let name = format!("call {}", request["id"]);
        self.open(&name, id, out);
        self.streams.entry(name.clone()).or_default().request = request.clone();
        let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
            "params": {"progressToken": request["params"]["_meta"]["progressToken"], "progress": 1}});
        self.say(&name, progress.to_string(), out);
        let question = json!({"jsonrpc": "2.0", "id": name, "method": "sampling/createMessage", "params":
            {"messages": [{"role": "user", "content": {"type": "text", "text": "q"}}], "maxTokens": 5}});
        self.say(&name, question.to_string(), out);
    }

    /// The answer to what a call has asked: it goes on.
    fn answered(&mut self, answer: &Value, out: &mut Parts) {
        let name = answer["id"].as_str().expect("an id of ours").to_owned();
        let Some(stream) = self.streams.get(&name).filter(|stream| !stream.ended) else { return };
        let result = result_of(&stream.request);
        let call = self::answer(&stream.request["id"], &result);
        let last = if self.revision == Revision::R2025Mar {
            let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#;
            format!("[{log},{call}]")
        } else {
            call
        };
        self.say(&name, last, out);
        self.end(&name, out);
    }
}

/// What a call gives: enough to see whose it is.
pub fn result_of(request: &Value) -> Value {
    json!({"content": [{"type": "text", "text": "é\u{1f600}"}], "structuredContent": request["params"]["arguments"]})
}

fn answer(id: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
}

fn event(name: &str, at: usize, data: &str, ids: bool) -> Vec<u8> {
    let id = if ids { format!("id: {name}/{at}\r\n") } else { String::new() };
    format!("{id}event: message\r\ndata: {data}\r\n\r\n").into_bytes()
}

impl Peer for Handshake {
    fn heard(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts) {
        let body = request.body.as_deref().map(message).unwrap_or_default();
        let begins = matches!(body["method"].as_str(), Some("initialize" | "server/discover"));
        if !begins && header(request, "Mcp-Session-Id") != Some(SESSION) {
            return reply(out, id, 400, "text/plain", "no session");
        }
        match request.method {
            HttpMethod::Get => self.get(id, request, out),
            HttpMethod::Delete => reply(out, id, 200, "", ""),
            HttpMethod::Post if body["method"].is_null() => {
                self.answered(&body, out);
                reply(out, id, 202, "", "");
            }
            HttpMethod::Post if body["id"].is_null() => reply(out, id, 202, "", ""),
            HttpMethod::Post => self.request(id, &body, out),
        }
    }
}
