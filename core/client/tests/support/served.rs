//! An MCP server over HTTP for tests: every revision, answers as JSON or as events, and books of what it was asked.

use super::web::{Answer, Asked, Events, Server};
use mcpclient::Revision;
use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// How a server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub revision: Revision,
    /// Answers come as streams of events, or as single messages.
    pub streams: bool,
}

/// What it was asked, by what it was and how often.
pub type Books = Arc<Mutex<HashMap<String, usize>>>;

/// Inputs that wait for the client's answer.
type Waiting = Arc<Mutex<HashMap<String, Sender<String>>>>;

const TOOLS: &str = r#"{"name":"echo","inputSchema":{"type":"object"}}"#;

/// A server with the tools `echo {text}`, `big {bytes}` and `ask`, which asks for a form.
pub fn start(manner: Manner) -> (Server, Books) {
    start_at(0, manner)
}

pub fn start_at(port: u16, manner: Manner) -> (Server, Books) {
    let books = Books::default();
    let waiting = Waiting::default();
    let kept = Arc::clone(&books);
    // Another start is another session.
    let session = format!("session-{:p}", Arc::as_ptr(&books));
    let server = Server::start_at(port, move |asked, answer| {
        *kept.lock().expect("no panic").entry(asked.what()).or_default() += 1;
        let place = Place { manner, session: &session, waiting: &waiting };
        place.answer(asked, answer);
    });
    (server, books)
}

pub fn count(books: &Books, what: &str) -> usize {
    books.lock().expect("no panic").get(what).copied().unwrap_or_default()
}

struct Place<'a> {
    manner: Manner,
    session: &'a str,
    waiting: &'a Waiting,
}

impl Place<'_> {
    fn is_stateless(&self) -> bool {
        self.manner.revision == Revision::R2026
    }

    fn answer(&self, asked: &Asked, answer: Answer) {
        let what = asked.what();
        if self.is_stateless() {
            assert_eq!(asked.method, "POST", "and nothing else in this era");
            if what == "initialize" {
                return Self::of_another_era(asked, answer);
            }
            assert_eq!(asked.header("mcp-method"), Some(&*what));
        }
        let begins = self.is_stateless() || what == "initialize" || what == "server/discover";
        if !begins && asked.header("mcp-session-id") != Some(self.session) {
            return answer.status(404);
        }
        match what.as_str() {
            "server/discover" if self.is_stateless() => answer.result(
                asked,
                r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"},"ttlMs":0,"cacheScope":"private"}"#,
            ),
            "server/discover" => answer.status(400),
            "initialize" => self.initialize(asked, answer),
            "GET" => answer.status(405),
            "DELETE" => answer.status(200),
            "tools/list" => self.reply(asked, answer, &format!(r#""tools":[{TOOLS}]"#)),
            "tools/call" => self.call(asked, answer),
            "answer" => self.answered(asked, answer),
            _ => answer.status(202),
        }
    }

    /// Where it is asked for a handshake that it does not make.
    fn of_another_era(asked: &Asked, answer: Answer) {
        let id = asked.id().expect("a request");
        let kind = [("Content-Type", "application/json")];
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32022,"message":"no","data":{{"supported":["2026-07-28"],"requested":"2025-11-25"}}}}}}"#
        );
        answer.whole(400, &kind, &body);
    }

    fn initialize(&self, asked: &Asked, answer: Answer) {
        let id = asked.id().expect("a request");
        let revision = self.manner.revision.wire();
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"{revision}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"h","version":"1"}}}}}}"#
        );
        let session = ("Mcp-Session-Id", self.session);
        if self.manner.streams {
            let mut events = answer.events(&[session]);
            events.message(&body);
            events.end();
        } else {
            answer.whole(200, &[session, ("Content-Type", "application/json")], &body);
        }
    }

    /// A result with these members.
    fn reply(&self, asked: &Asked, answer: Answer, members: &str) {
        if self.manner.streams {
            let mut events = answer.events(&[]);
            self.progress(asked, &mut events);
            events.message(&self.result(asked, members));
            events.end();
        } else {
            answer.json(&self.result(asked, members));
        }
    }

    fn result(&self, asked: &Asked, members: &str) -> String {
        let id = asked.id().expect("a request");
        let kind = if self.is_stateless() {
            r#","resultType":"complete","ttlMs":0,"cacheScope":"private""#
        } else {
            ""
        };
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{{members}{kind}}}}}"#)
    }

    fn progress(&self, asked: &Asked, events: &mut Events) {
        if let Some(token) = asked.param("_meta/progressToken") {
            events.message(&format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{token},"progress":1}}}}"#
            ));
        }
    }

    fn call(&self, asked: &Asked, answer: Answer) {
        let tool = asked.param("name").expect("a tool");
        let content = |text: &str| format!(r#""content":[{{"type":"text","text":{text}}}]"#);
        match tool.as_str() {
            "\"echo\"" => {
                let text = asked.param("arguments/text").expect("a text");
                self.reply(asked, answer, &content(&text));
            }
            "\"big\"" => {
                let bytes = asked.param("arguments/bytes").expect("a number");
                let bytes = bytes.parse().expect("a number");
                self.reply(asked, answer, &content(&format!("\"{}\"", "x".repeat(bytes))));
            }
            "\"ask\"" if self.is_stateless() => self.ask_in_a_round(asked, answer),
            "\"ask\"" => self.ask_on_the_stream(asked, answer),
            other => panic!("{other}"),
        }
    }

    fn ask_in_a_round(&self, asked: &Asked, answer: Answer) {
        if let Some(action) = asked.param("inputResponses/form/action") {
            return self.reply(
                asked,
                answer,
                &format!(r#""content":[{{"type":"text","text":{action}}}]"#),
            );
        }
        let id = asked.id().expect("a request");
        answer.json(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"s","inputRequests":{{"form":{{"method":"elicitation/create","params":{FORM}}}}}}}}}"#
        ));
    }

    fn ask_on_the_stream(&self, asked: &Asked, answer: Answer) {
        let id = asked.id().expect("a request");
        let (tell, told) = channel();
        let name = format!("\"ask-{id}\"");
        self.waiting.lock().expect("no panic").insert(name.clone(), tell);
        let mut events = answer.events(&[]);
        events.message(&format!(
            r#"{{"jsonrpc":"2.0","id":{name},"method":"elicitation/create","params":{FORM}}}"#
        ));
        // A client whose stream was cut may never answer.
        let action =
            told.recv_timeout(std::time::Duration::from_secs(5)).unwrap_or("\"none\"".into());
        events.message(
            &self.result(asked, &format!(r#""content":[{{"type":"text","text":{action}}}]"#)),
        );
        events.end();
    }

    /// The client's answer to a form.
    fn answered(&self, asked: &Asked, answer: Answer) {
        let id = asked.id().expect("an answer");
        let told = self.waiting.lock().expect("no panic").remove(&id);
        let message = asked.json();
        let action = message.value().at("/result/action").map(|action| action.raw().to_owned());
        if let Some(told) = told {
            // A client that has no forms answers with an error.
            drop(told.send(action.unwrap_or("\"refused\"".into())));
        }
        answer.status(202);
    }
}

const FORM: &str = r#"{"mode":"form","message":"Where?","requestedSchema":{"type":"object","properties":{"city":{"type":"string"}}}}"#;
