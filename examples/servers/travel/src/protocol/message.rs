//! JSON-RPC messages: what came in, and errors to send back.

use serde_json::{Value, json};

/// A message from the client.
pub enum Message {
    /// It wants an answer under this id.
    Request {
        /// A string or an integer.
        id: Value,
        /// What it wants.
        method: String,
        /// Null when there were none.
        params: Value,
    },
    /// It tells us something.
    Notification {
        /// What happened.
        method: String,
        /// Null when there were none.
        params: Value,
    },
    /// It answers a question of ours.
    Response {
        /// The id of our question.
        id: Value,
        /// Its result or its error.
        outcome: Result<Value, RpcError>,
    },
}

/// An error as JSON-RPC has it.
pub struct RpcError {
    /// One of the constants below, or whatever the client chose.
    pub code: i64,
    /// A sentence; never anything the other side sent.
    pub message: String,
    /// Null, or what the protocol wants beside the sentence.
    pub data: Value,
}

/// The line was not JSON.
pub const PARSE_ERROR: i64 = -32700;
/// JSON, but not a message, or not one for this moment.
pub const INVALID_REQUEST: i64 = -32600;
/// No such method here.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The method is known, its parameters are not right.
pub const INVALID_PARAMS: i64 = -32602;
/// The request is in a revision that we do not speak.
pub const UNSUPPORTED_VERSION: i64 = -32022;
/// No such resource here.
pub const RESOURCE_NOT_FOUND: i64 = -32002;

impl RpcError {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: Value::Null }
    }

    /// The error response under `id`, which is null when the request's id could not be read.
    pub fn response(self, id: &Value) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if !self.data.is_null() {
            error["data"] = self.data;
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }
}

/// Tells what kind of message this is. The error comes with the id to answer under.
pub fn classify(mut message: Value) -> Result<Message, (Value, RpcError)> {
    let id = message.get("id").cloned();
    let usable = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
    let invalid = |why: &str| {
        let id = id.clone().filter(usable).unwrap_or_default();
        (id, RpcError::new(INVALID_REQUEST, why))
    };
    if message.get("jsonrpc") != Some(&Value::from("2.0")) {
        return Err(invalid("a message is an object with \"jsonrpc\": \"2.0\""));
    }
    match (id.clone(), message.get("method")) {
        (Some(id), _) if !usable(&id) => Err(invalid("an id is a string or an integer")),
        (id, Some(Value::String(method))) => {
            let method = method.clone();
            let params = message.get_mut("params").map(Value::take).unwrap_or_default();
            Ok(match id {
                Some(id) => Message::Request { id, method, params },
                None => Message::Notification { method, params },
            })
        }
        (_, Some(_)) => Err(invalid("a method is a string")),
        (Some(id), None) => {
            if let Some(result) = message.get_mut("result") {
                return Ok(Message::Response { id, outcome: Ok(result.take()) });
            }
            let Some(error) = message.get("error") else {
                return Err(invalid("neither a request nor a response"));
            };
            let error = RpcError::new(
                error["code"].as_i64().unwrap_or_default(),
                error["message"].as_str().unwrap_or_default(),
            );
            Ok(Message::Response { id, outcome: Err(error) })
        }
        (None, None) => Err(invalid("neither a request nor a response")),
    }
}
