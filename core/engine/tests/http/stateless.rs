//! A server of the stateless revision: each request for itself, what it needs to know in its headers too.

use super::handshake::result_of;
use super::world::{EVENTS, JSON, Part, Parts, Peer, head, header, message, reply};
use mcpclient_engine::ExchangeId;
use mcpclient_engine::wire::{HttpMethod, HttpRequest};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Default)]
pub struct Stateless {
    /// How often each call was made, by its own number, rounds apart.
    pub calls: BTreeMap<(u64, bool), u32>,
}

impl Stateless {
    fn call(&mut self, id: ExchangeId, request: &Value, out: &mut Parts) {
        let params = &request["params"];
        let own = params["arguments"]["call"].as_u64().expect("a call of the test's");
        let answered = params.get("inputResponses").is_some();
        *self.calls.entry((own, answered)).or_default() += 1;
        if answered {
            assert_eq!(params["requestState"], format!("state of {own}"));
            return reply(out, id, 200, JSON, &answer(request, &result_of(request)));
        }
        let question = json!({"method": "sampling/createMessage", "params":
            {"messages": [{"role": "user", "content": {"type": "text", "text": "q"}}], "maxTokens": 5}});
        let first = json!({"resultType": "input_required", "requestState": format!("state of {own}"),
            "inputRequests": {"s": question}});
        let progress = json!({"jsonrpc": "2.0", "method": "notifications/progress",
            "params": {"progressToken": params["_meta"]["progressToken"], "progress": 1}});
        out.push_back((id, Part::Head(head(200, EVENTS))));
        out.push_back((id, event(&progress.to_string())));
        out.push_back((id, event(&answer(request, &first))));
        out.push_back((id, Part::End));
    }

    fn listen(id: ExchangeId, request: &Value, out: &mut Parts) {
        let meta = json!({"io.modelcontextprotocol/subscriptionId": request["id"]});
        let yes = json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
            "params": {"_meta": meta, "notifications": {"toolsListChanged": true}}});
        let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {"_meta": meta}});
        out.push_back((id, Part::Head(head(200, EVENTS))));
        out.push_back((id, event(&yes.to_string())));
        out.push_back((id, event(&changed.to_string())));
    }
}

fn event(data: &str) -> Part {
    Part::Body(format!(": x\ndata: {data}\n\n").into_bytes())
}

fn answer(request: &Value, result: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result}).to_string()
}

impl Peer for Stateless {
    fn heard(&mut self, id: ExchangeId, request: &HttpRequest, out: &mut Parts) {
        assert_eq!(request.method, HttpMethod::Post);
        let body = message(request.body.as_deref().expect("a message"));
        let revision = &body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
        assert_eq!(header(request, "MCP-Protocol-Version"), revision.as_str());
        assert_eq!(header(request, "Mcp-Method"), body["method"].as_str());
        assert_eq!(header(request, "Mcp-Session-Id"), None);
        let result = match body["method"].as_str().expect("a method") {
            "server/discover" => json!({
                "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {"listChanged": true}},
                "serverInfo": {"name": "s", "version": "1"},
            }),
            "tools/list" => {
                json!({"tools": [{"name": "t", "inputSchema": {"type": "object", "properties":
                {"call": {"type": "integer", "x-mcp-header": "Call"}}}}]})
            }
            "tools/call" => {
                let call = body["params"]["arguments"]["call"].to_string();
                assert_eq!(header(request, "Mcp-Name"), Some("t"));
                if header(request, "Mcp-Param-Call") != Some(&call) {
                    let error = json!({"jsonrpc": "2.0", "id": body["id"], "error":
                        {"code": -32020, "message": "Header mismatch: Mcp-Param-Call"}});
                    return reply(out, id, 400, JSON, &error.to_string());
                }
                return self.call(id, &body, out);
            }
            "subscriptions/listen" => return Self::listen(id, &body, out),
            other => panic!("{other} is not known"),
        };
        reply(out, id, 200, JSON, &answer(&body, &result));
    }
}
