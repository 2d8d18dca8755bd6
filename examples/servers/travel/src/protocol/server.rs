//! The read loop. It never waits for a tool: tools run on threads of their own.

use std::io::BufRead;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use super::catalog;
use super::lines::{self, Line};
use super::live::LiveClient;
use super::message::{
    INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, PARSE_ERROR, RpcError, classify,
};
use super::peer::{Batch, CallKey, Peer, Reply};
use super::session::Session;
use super::stateless::{self, Attempt, Request};
use crate::asking::Stop;
use crate::record::Record;
use crate::travel::{self, Tool};

/// Tool calls that may run at once.
const MOST_CALLS: usize = 32;

/// The server of one client.
pub struct Server {
    peer: Arc<Peer>,
    record: Arc<Record>,
    session: Option<Arc<Session>>,
    calls: Vec<JoinHandle<()>>,
}

impl Server {
    /// A server that has not met its client yet.
    pub fn new(peer: Arc<Peer>, record: Arc<Record>) -> Self {
        Self { peer, record, session: None, calls: Vec::new() }
    }

    /// Serves until the client closes its side, then lets running tools end.
    pub fn run(mut self, mut input: impl BufRead) {
        loop {
            match lines::read(&mut input) {
                Ok(Line::Bytes(line)) if line.trim_ascii().is_empty() => {}
                Ok(Line::Bytes(line)) => match serde_json::from_slice(&line) {
                    Ok(Value::Array(messages)) => self.take_batch(messages),
                    Ok(message) => self.take(message, None),
                    Err(_) => self.refuse_line("this line is not JSON"),
                },
                Ok(Line::TooLong) => self.refuse_line("this line is too long"),
                Ok(Line::End) | Err(_) => break,
            }
        }
        self.peer.close();
        for call in self.calls {
            let _ = call.join();
        }
    }

    fn refuse_line(&self, why: &str) {
        self.peer.send(&RpcError::new(PARSE_ERROR, why).response(&Value::Null));
    }

    fn take_batch(&mut self, messages: Vec<Value>) {
        let allowed =
            self.session.as_ref().is_some_and(|session| session.offered.revision.has_batches());
        if !allowed || messages.is_empty() {
            let error = RpcError::new(INVALID_REQUEST, "one message a line, please");
            return self.peer.send(&error.response(&Value::Null));
        }
        let batch = Batch::new(&self.peer);
        for message in messages {
            self.take(message, Some(&batch));
        }
    }

    fn take(&mut self, message: Value, batch: Option<&Arc<Batch>>) {
        match classify(message) {
            Ok(Message::Request { id, method, params }) => {
                self.serve(&method, &params, Reply::new(&self.peer, id, batch));
            }
            Ok(Message::Notification { method, params }) => self.hear(&method, &params),
            Ok(Message::Response { id, outcome }) => self.peer.answered(&id, outcome),
            Err((id, error)) => Reply::new(&self.peer, id, batch).send(Err(error)),
        }
    }

    fn serve(&mut self, method: &str, params: &Value, reply: Reply) {
        match Request::read(method, params) {
            None => self.serve_session(method, params, reply),
            Some(Ok(request)) if method == "tools/call" => self.attempt(request, params, reply),
            Some(Ok(_)) => reply.send(stateless::answer(method, params)),
            Some(Err(error)) => reply.send(Err(error)),
        }
    }

    fn serve_session(&mut self, method: &str, params: &Value, reply: Reply) {
        let outcome = match (method, self.session.clone()) {
            ("ping", _) => Ok(json!({})),
            ("initialize", None) => self.initialize(params),
            ("initialize", Some(_)) => Err(RpcError::new(INVALID_REQUEST, "we have met already")),
            ("logging/setLevel", Some(session)) => session.set_level(params),
            ("tools/call", Some(session)) => return self.call(session, params, reply),
            (method, Some(session)) => catalog::answer(session.offered.revision, method, params),
            // -32601 is also what a client that probes for another kind of server understands.
            (_, None) => Err(RpcError::new(METHOD_NOT_FOUND, "before initialize, only ping")),
        };
        reply.send(outcome);
    }

    fn initialize(&mut self, params: &Value) -> Result<Value, RpcError> {
        let session = Session::open(params)?;
        let greeting = session.greeting();
        self.session = Some(Arc::new(session));
        Ok(greeting)
    }

    fn hear(&self, method: &str, params: &Value) {
        match (method, &self.session) {
            ("notifications/cancelled", _) => self.peer.cancel(&params["requestId"].to_string()),
            ("notifications/roots/list_changed", Some(session)) => {
                self.record.note(&json!({ "rootsChanged": true }));
                session.forget_roots();
            }
            _ => {}
        }
    }

    fn call(&mut self, session: Arc<Session>, params: &Value, reply: Reply) {
        let Some((tool, call, reply)) = self.tool(params, reply) else { return };
        let client = LiveClient {
            peer: Arc::clone(&self.peer),
            record: Arc::clone(&self.record),
            session,
            call,
            progress_token: params["_meta"]["progressToken"].clone(),
        };
        let arguments = params["arguments"].clone();
        self.calls.push(thread::spawn(move || run_tool(tool, &client, &arguments, reply)));
    }

    fn attempt(&mut self, request: Request, params: &Value, reply: Reply) {
        let Some((tool, call, reply)) = self.tool(params, reply) else { return };
        let peer = Arc::clone(&self.peer);
        match Attempt::read(request, tool, params, &self.peer, &self.record) {
            Ok(attempt) => self.calls.push(thread::spawn(move || {
                attempt.run(reply);
                peer.end(&call);
            })),
            Err(error) => {
                peer.end(&call);
                reply.send(Err(error));
            }
        }
    }

    /// The tool that is asked for, once its call may begin; else the answer is given.
    fn tool(&mut self, params: &Value, reply: Reply) -> Option<(&'static Tool, CallKey, Reply)> {
        let Some(tool) = travel::TOOLS.iter().find(|tool| params["name"] == tool.name) else {
            reply.send(Err(RpcError::new(INVALID_PARAMS, "no such tool")));
            return None;
        };
        self.calls.retain(|call| !call.is_finished());
        if self.calls.len() >= MOST_CALLS {
            reply.send(Ok(catalog::failure("The travel desk is busy; try again later.")));
            return None;
        }
        let call = reply.call_key();
        if !self.peer.begin(&call) {
            reply.send(Err(RpcError::new(INVALID_REQUEST, "this id is in use")));
            return None;
        }
        Some((tool, call, reply))
    }
}

fn run_tool(tool: &Tool, client: &LiveClient, arguments: &Value, reply: Reply) {
    let result = match (tool.run)(client, arguments) {
        Ok(done) => {
            let mut result = catalog::words(&done.words);
            if client.session.offered.revision.has_structured_results() {
                result["structuredContent"] = done.data;
            }
            result
        }
        Err(Stop::Because(reason)) => catalog::failure(&reason),
        Err(Stop::Nobody) => {
            client.peer.end(&client.call);
            return;
        }
    };
    if client.peer.end(&client.call) {
        reply.send(Ok(result));
    }
}
