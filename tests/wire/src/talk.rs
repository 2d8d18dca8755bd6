//! One conversation, and the place of each message in it.

use crate::Violation;
use crate::book::{Book, Library};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Which revision a request is of, in the era where each says so.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Both halves of a conversation so far.
pub struct Talk<'a> {
    library: &'a Library,
    /// Of a server's message that is not complete.
    rest: Vec<u8>,
    /// In force: agreed on, or proposed as long as there is no agreement.
    revision: String,
    /// The id of the client's `initialize`.
    greeting: Value,
    /// What the server asked, by its id.
    asked: HashMap<String, String>,
    /// What was asked for in rounds, by its key.
    inputs: BTreeMap<String, BTreeSet<String>>,
}

impl<'a> Talk<'a> {
    /// Nobody has said anything.
    #[must_use]
    pub fn new(library: &'a Library) -> Self {
        Self {
            library,
            rest: Vec::new(),
            revision: library.revisions().last().unwrap_or_default().to_owned(),
            greeting: Value::Null,
            asked: HashMap::new(),
            inputs: BTreeMap::new(),
        }
    }

    /// The server wrote these bytes; a message may come in parts. What is no message is passed over.
    pub fn server_said(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            match serde_json::from_slice(&line) {
                Ok(Value::Array(batch)) => batch.iter().for_each(|message| self.hear(message)),
                Ok(message) => self.hear(&message),
                Err(_) => {}
            }
        }
    }

    /// The server is another process from here on.
    pub fn server_restarts(&mut self) {
        self.rest.clear();
        self.asked.clear();
    }

    fn hear(&mut self, message: &Value) {
        let (id, result) = (&message["id"], &message["result"]);
        if let (Some(method), false) = (message["method"].as_str(), id.is_null()) {
            self.asked.insert(id.to_string(), method.to_owned());
        }
        let agreed = result["protocolVersion"].as_str().filter(|_| *id == self.greeting);
        if let Some(date) = agreed.filter(|date| self.library.book(date).is_some()) {
            date.clone_into(&mut self.revision);
        }
        for (key, entry) in result["inputRequests"].as_object().into_iter().flatten() {
            if let Some(method) = entry["method"].as_str() {
                self.inputs.entry(key.clone()).or_default().insert(method.to_owned());
            }
        }
    }

    /// The client wrote this line: gives what of it does not fit.
    ///
    /// # Panics
    /// If it is no JSON, or of a revision that there is no schema of.
    pub fn client_said(&mut self, line: &str) -> Vec<Violation> {
        let message: Value = serde_json::from_str(line).expect("a client writes JSON");
        let Value::Array(batch) = &message else { return self.judge(&message) };
        let mut found = self.fits(&["JSONRPCBatchResponse"], &message);
        for one in batch {
            found.extend(self.judge(one));
        }
        found
    }

    fn judge(&mut self, message: &Value) -> Vec<Violation> {
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => self.request(method, id, message),
            (Some(method), None) => {
                let mut found = self.fits(&["JSONRPCNotification"], message);
                if let Some(name) = self.book().of_method("ClientNotification", method) {
                    found.extend(self.fits(&[name.to_owned().as_str()], message));
                }
                found
            }
            // All that a stateless server is told is in requests and notifications.
            (None, _) if self.is_stateless() => {
                vec![self.violation(
                    "JSONRPCResponse",
                    "",
                    "the revision has no answers of a client's",
                )]
            }
            (None, Some(id)) if message.get("result").is_some() => {
                let asked = self.asked.get(&id.to_string()).cloned().unwrap_or_default();
                let mut found = self.fits(&["JSONRPCResultResponse", "JSONRPCResponse"], message);
                found.extend(self.fits(&[answer_to(&asked)], &message["result"]));
                found
            }
            _ => self.fits(&["JSONRPCErrorResponse", "JSONRPCError"], message),
        }
    }

    fn request(&mut self, method: &str, id: &Value, message: &Value) -> Vec<Violation> {
        let params = &message["params"];
        if method == "initialize" {
            self.greeting = id.clone();
            self.revision = params["protocolVersion"].as_str().unwrap_or_default().to_owned();
        } else if let Some(date) = params["_meta"][VERSION].as_str() {
            date.clone_into(&mut self.revision);
        }
        let mut found = self.fits(&["JSONRPCRequest"], message);
        let known = self.book().of_method("ClientRequest", method).map(str::to_owned);
        match known {
            Some(name) => found.extend(self.fits(&[name.as_str()], message)),
            // Of an extension, or of the host's own; the members that every request has it has.
            None if self.is_stateless() => {
                found.extend(self.fits(&["RequestMetaObject"], &params["_meta"]));
            }
            None => {}
        }
        for (key, answer) in params["inputResponses"].as_object().into_iter().flatten() {
            let asked = self.inputs.get(key).cloned().unwrap_or_default();
            // Two calls may use one key for different questions.
            let tries = asked.iter().map(|method| self.fits(&[answer_to(method)], answer));
            found.extend(tries.min_by_key(Vec::len).unwrap_or_else(|| {
                vec![self.violation("InputResponses", key, "an answer that nothing asked for")]
            }));
        }
        found
    }

    fn book(&self) -> &'a Book {
        let book = self.library.book(&self.revision);
        book.unwrap_or_else(|| panic!("there is no schema of {:?}", self.revision))
    }

    /// Each request carries all that the server has to know.
    fn is_stateless(&self) -> bool {
        self.book().known(&["RequestMetaObject"]).is_some()
    }

    /// Against the first of these definitions that the revision has.
    fn fits(&self, names: &[&str], value: &Value) -> Vec<Violation> {
        let Some(name) = self.book().known(names) else {
            return vec![self.violation(names[0], "", "the revision has no such message")];
        };
        let faults = self.book().faults(name, value).into_iter();
        faults.map(|(at, why)| self.violation(name, &at, &format!("{why}\n    {value}"))).collect()
    }

    fn violation(&self, definition: &str, at: &str, what: &str) -> Violation {
        Violation {
            revision: self.revision.clone(),
            definition: definition.to_owned(),
            at: at.to_owned(),
            what: what.to_owned(),
        }
    }
}

/// The definition of a client's answer to a method of the server's.
fn answer_to(method: &str) -> &'static str {
    match method {
        "elicitation/create" => "ElicitResult",
        "sampling/createMessage" => "CreateMessageResult",
        "roots/list" => "ListRootsResult",
        _ => "EmptyResult",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn library() -> Library {
        Library::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema"))
            .expect("the schemas")
    }

    #[test]
    fn what_was_agreed_on_is_in_force() {
        let library = library();
        let mut talk = Talk::new(&library);
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"n","version":"1"}}}"#;
        assert_eq!(talk.client_said(hello), []);
        talk.server_said(br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-"#);
        talk.server_said(b"11-05\",\"capabilities\":{}}}\n");
        let answer = r#"{"jsonrpc":"2.0","id":"e","result":{"action":"accept"}}"#;
        talk.server_said(b"{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"elicitation/create\"}\n");
        let found = talk.client_said(answer);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (found[0].revision.as_str(), found[0].definition.as_str()),
            ("2024-11-05", "ElicitResult")
        );
    }

    #[test]
    fn answers_are_judged_by_their_questions() {
        let library = library();
        let mut talk = Talk::new(&library);
        let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"n","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
        let call = |more: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{meta}{more}}}}}"#
            )
        };
        assert_eq!(talk.client_said(&call("")), []);
        talk.server_said(
            b"{\"id\":1,\"result\":{\"inputRequests\":{\"k\":{\"method\":\"roots/list\"}}}}\n",
        );
        assert_eq!(talk.client_said(&call(r#","inputResponses":{"k":{"roots":[]}}"#)), []);
        let wrong = talk.client_said(&call(r#","inputResponses":{"k":{"action":"accept"}}"#));
        assert!(wrong.iter().any(|one| one.definition == "ListRootsResult"), "{wrong:?}");
        let unasked = talk.client_said(&call(r#","inputResponses":{"x":{"roots":[]}}"#));
        assert!(unasked.iter().any(|one| one.at == "x"), "{unasked:?}");
        let bare = talk
            .client_said(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}}"#);
        assert!(!bare.is_empty());
    }

    // proves: STD-08
    #[test]
    fn in_the_stateless_era_a_client_answers_nothing() {
        let library = library();
        let mut talk = Talk::new(&library);
        let answers = [
            r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"m"}}"#,
            r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"}}"#,
        ];
        talk.server_said(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n");
        for answer in answers {
            assert_eq!(talk.client_said(answer).len(), 1, "{answer}");
        }
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"n","version":"1"}}}"#;
        assert_eq!(talk.client_said(hello), []);
        for answer in &answers {
            assert_eq!(talk.client_said(answer), [], "{answer}");
        }
    }
}
