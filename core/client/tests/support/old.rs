//! An MCP server of the first revision over HTTP+SSE: one stream for all it says, and posts that are only accepted.

use super::web::{Answer, Asked, Events, Server};
use std::sync::{Arc, Mutex};

type Stream = Arc<Mutex<Option<Events>>>;

/// A server with the tools `echo {text}` and `ask`, which wants a completion.
pub fn start() -> Server {
    let stream = Stream::default();
    // The call that waits for an answer of the client's.
    let asking = Mutex::new(None);
    Server::start(move |asked, answer| {
        let what = asked.what();
        match (asked.path.as_str(), what.as_str()) {
            ("/mcp", "GET") => return listen(&stream, answer),
            ("/mcp", _) => return answer.status(405),
            _ => {}
        }
        answer.status(202);
        let id = asked.json().value().get("id").map(|id| id.raw().to_owned());
        let say = |message: String| {
            if let Some(events) = &mut *stream.lock().expect("no panic") {
                events.message(&message);
            }
        };
        let reply = |id: &str, result: &str| {
            say(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#));
        };
        match (what.as_str(), id) {
            ("initialize", Some(id)) => reply(&id, READY),
            ("tools/call", Some(id)) if asked.param("name").as_deref() == Some("\"ask\"") => {
                *asking.lock().expect("no panic") = Some(id);
                say(ASK.to_owned());
            }
            ("tools/call", Some(id)) => reply(&id, &content(&words(asked))),
            ("answer", Some(_)) => {
                let waiting = asking.lock().expect("no panic").take();
                if let Some(id) = waiting {
                    reply(&id, &content("\"answered\""));
                }
            }
            _ => {}
        }
    })
}

const READY: &str = r#"{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}}"#;
const ASK: &str = r#"{"jsonrpc":"2.0","id":"ask","method":"roots/list"}"#;

fn words(asked: &Asked) -> String {
    asked.param("arguments/text").unwrap_or_else(|| "\"\"".into())
}

fn content(text: &str) -> String {
    format!(r#"{{"content":[{{"type":"text","text":{text}}}]}}"#)
}

/// Keeps the stream until the client closes it.
fn listen(stream: &Stream, answer: Answer) {
    let mut events = answer.events(&[]);
    let end = events.wait();
    {
        // The client may post as soon as it knows where to.
        let mut stream = stream.lock().expect("no panic");
        events.chunk("event: endpoint\ndata: /messages\n\n");
        *stream = Some(events);
    }
    end();
    stream.lock().expect("no panic").take();
}
