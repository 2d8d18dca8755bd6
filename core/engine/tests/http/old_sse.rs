//! A server of the first revision: one stream, and a place for messages.

use super::handshake::result_of;
use super::world::{EVENTS, Part, Parts, Peer, head, message, reply};
use mcpclient_engine::ExchangeId;
use mcpclient_engine::wire::{HttpMethod, HttpRequest};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Default)]
pub struct OldSse {
    stream: Option<ExchangeId>,
    waiting: BTreeMap<String, Value>,
    pub calls: BTreeMap<u64, u32>,
}

impl OldSse {
    fn say(&self, message: &Value, out: &mut Parts) {
        let event = format!("event: message\ndata: {message}\n\n");
        out.extend(self.stream.map(|id| (id, Part::Body(event.into_bytes()))));
    }

    fn request(&mut self, request: &Value, out: &mut Parts) {
        let result = match request["method"].as_str().expect("a method") {
            "initialize" => json!({"protocolVersion": "2024-11-05", "capabilities": {"tools": {}},
                "serverInfo": {"name": "s", "version": "1"}}),
            "tools/list" => json!({"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}),
            "tools/call" => {
                let own =
                    request["params"]["arguments"]["call"].as_u64().expect("a call of the test's");
                *self.calls.entry(own).or_default() += 1;
                let name = format!("call {}", request["id"]);
                self.waiting.insert(name.clone(), request.clone());
                let question = json!({"jsonrpc": "2.0", "id": name, "method": "sampling/createMessage", "params":
                    {"messages": [{"role": "user", "content": {"type": "text", "text": "q"}}], "maxTokens": 5}});
                return self.say(&question, out);
            }
            other => panic!("{other} is not known"),
        };
        self.say(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}), out);
    }
}

impl Peer for OldSse {
    fn heard(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts) {
        if request.method == HttpMethod::Get {
            self.stream = Some(id);
            out.push_back((id, Part::Head(head(200, EVENTS))));
            let place = b"event: endpoint\ndata: /messages?sid=1\n\n";
            return out.push_back((id, Part::Body(place.to_vec())));
        }
        let Some(url) = &request.url else { return reply(out, id, 405, "text/plain", "no") };
        assert_eq!(&**url, "https://api.example.com/messages?sid=1");
        let body = message(request.body.as_deref().expect("a message"));
        reply(out, id, 202, "text/plain", "Accepted");
        match (body["id"].is_null(), body["method"].is_null()) {
            (false, false) => self.request(&body, out),
            (false, true) => {
                let name = body["id"].as_str().expect("an id of ours");
                if let Some(request) = self.waiting.remove(name) {
                    let result = result_of(&request);
                    self.say(
                        &json!({"jsonrpc": "2.0", "id": request["id"], "result": result}),
                        out,
                    );
                }
            }
            (true, _) => {}
        }
    }
}
