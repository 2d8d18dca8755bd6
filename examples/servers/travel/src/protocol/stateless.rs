//! The stateless revision: every request says who asks and what it can do; nothing is remembered.

use std::sync::Arc;

use serde_json::{Value, json};

use super::catalog;
use super::message::{INVALID_PARAMS, METHOD_NOT_FOUND, RpcError, UNSUPPORTED_VERSION};
use super::offered::Offered;
use super::peer::{Peer, Reply};
use super::revision::Revision;
use super::rounds::{RoundClient, Rounds};
use super::session::{INSTRUCTIONS, levels_include_info, server_info};
use crate::asking::Stop;
use crate::record::Record;
use crate::travel::Tool;

/// How long a client may keep what never changes while we run: an hour.
const KEEP_MS: u64 = 3_600_000;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// What a request says of its client.
pub struct Request {
    offered: Offered,
    wants_info: bool,
    progress_token: Value,
}

impl Request {
    /// Reads it; none if the request is of the older kind.
    pub fn read(method: &str, params: &Value) -> Option<Result<Self, RpcError>> {
        let meta = &params["_meta"];
        let version = match meta.get(VERSION) {
            Some(version) => version,
            None if method == "server/discover" => &Value::Null,
            None => return None,
        };
        Some(Self::of(version, meta))
    }

    fn of(version: &Value, meta: &Value) -> Result<Self, RpcError> {
        let version = version
            .as_str()
            .ok_or_else(|| RpcError::new(INVALID_PARAMS, "_meta names no protocol version"))?;
        if version != Revision::Jul2026.name() {
            let mut error = RpcError::new(UNSUPPORTED_VERSION, "not a revision of ours");
            error.data = json!({ "supported": Revision::names(), "requested": version });
            return Err(error);
        }
        let capabilities =
            meta.get(CAPABILITIES)
                .filter(|capabilities| capabilities.is_object())
                .ok_or_else(|| RpcError::new(INVALID_PARAMS, "_meta has no client capabilities"))?;
        Ok(Self {
            offered: Offered { revision: Revision::Jul2026, capabilities: capabilities.clone() },
            wants_info: levels_include_info(&meta[LOG_LEVEL]),
            progress_token: meta["progressToken"].clone(),
        })
    }
}

/// Answers any request but a tool call.
pub fn answer(method: &str, params: &Value) -> Result<Value, RpcError> {
    let mut result = match method {
        "server/discover" => json!({
            "supportedVersions": Revision::names(),
            "capabilities":
                { "tools": {}, "resources": {}, "prompts": {}, "logging": {}, "completions": {} },
            "instructions": INSTRUCTIONS,
        }),
        // What this revision has no more.
        "initialize" | "ping" | "logging/setLevel" => {
            return Err(RpcError::new(METHOD_NOT_FOUND, "no such method in this revision"));
        }
        _ => catalog::answer(Revision::Jul2026, method, params)?,
    };
    result["resultType"] = "complete".into();
    result["_meta"] = meta();
    if method == "server/discover" || method == "resources/read" || method.ends_with("/list") {
        result["ttlMs"] = KEEP_MS.into();
        result["cacheScope"] = "public".into();
    }
    Ok(result)
}

/// One attempt of a tool call.
pub struct Attempt {
    tool: &'static Tool,
    client: RoundClient,
    arguments: Value,
}

impl Attempt {
    /// Reads the parameters.
    pub fn read(
        request: Request,
        tool: &'static Tool,
        params: &Value,
        peer: &Arc<Peer>,
        record: &Arc<Record>,
    ) -> Result<Self, RpcError> {
        let client = RoundClient {
            peer: Arc::clone(peer),
            record: Arc::clone(record),
            offered: request.offered,
            progress_token: request.progress_token,
            wants_info: request.wants_info,
            rounds: Rounds::read(params)?,
        };
        Ok(Self { tool, client, arguments: params["arguments"].clone() })
    }

    /// Runs the tool up to its end or its next question, and answers.
    pub fn run(self, reply: Reply) {
        let mut result = match (self.tool.run)(&self.client, &self.arguments) {
            Ok(done) => {
                let mut result = catalog::words(&done.words);
                result["structuredContent"] = done.data;
                result
            }
            Err(Stop::Because(reason)) => catalog::failure(&reason),
            Err(Stop::Nobody) => {
                if let Some(question) = self.client.rounds.question(&meta()) {
                    reply.send_text(&question);
                }
                return;
            }
        };
        result["resultType"] = "complete".into();
        result["_meta"] = meta();
        reply.send(Ok(result));
    }
}

fn meta() -> Value {
    json!({ "io.modelcontextprotocol/serverInfo": server_info() })
}
