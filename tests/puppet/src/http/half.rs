//! What becomes of requests and messages, without any sockets.
//!
//! Lines that name an exchange say everything themselves. A plain message of the server's goes where it
//! belongs: an answer comes on the POST of its request, as JSON, or as an event where that has become a
//! stream; what belongs to a call comes on the stream of that call; all else on the stream that the
//! client's GET has opened.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use crate::captures::Captures;
use crate::expect::Waiting;
use crate::http::request::Request;
use crate::http::step::{Data, Part, Wanted};
use crate::script::Script;
use crate::setup::Transport;

/// Something to do on an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// Status and headers.
    Head(u16, Vec<(String, String)>),
    /// The next bytes of the body.
    Bytes(Vec<u8>),
    /// The body is over.
    End,
    /// The connection breaks.
    Break,
}

/// A plain request that is not answered yet.
struct Pending {
    exchange: u64,
    message: Value,
    streams: bool,
}

/// The server's half of one conversation. Exchanges are numbered by whoever carries them.
pub struct HttpHalf {
    /// Requests that no line has taken yet, oldest first.
    queue: VecDeque<(u64, Request)>,
    names: HashMap<String, u64>,
    given_up: Vec<u64>,
    pending: Vec<Pending>,
    /// Messages for the stream of the client's GET, which is not there yet.
    unheard: Vec<String>,
    ops: VecDeque<(u64, Op)>,
    old: bool,
    takes_get: bool,
    takes_delete: bool,
    /// Requests with the same method come in the order in which they were written.
    ordered: bool,
}

/// The name of the stream that the client's GET opens, unless a line says another.
const LISTEN: &str = "listen";

impl HttpHalf {
    /// For a script; `ordered`: requests arrive in the order in which the client made them.
    #[must_use]
    pub fn new(script: &Script, ordered: bool) -> Self {
        let ready = script.session().ready;
        Self {
            queue: VecDeque::new(),
            names: HashMap::new(),
            given_up: Vec::new(),
            pending: Vec::new(),
            unheard: Vec::new(),
            ops: VecDeque::new(),
            old: script.session().transport == Transport::Sse,
            // The opening of a `ready` session has its own.
            takes_get: !script.mentions("GET") && !ready,
            takes_delete: !script.mentions("DELETE"),
            ordered,
        }
    }

    /// The opening is over: from here on it is the script's lines that count.
    pub fn opened_up(&mut self, script: &Script) {
        self.takes_get = !script.mentions("GET");
        let queue = std::mem::take(&mut self.queue);
        queue.into_iter().for_each(|(exchange, request)| self.arrived(exchange, request));
    }

    /// The client made a request.
    pub fn arrived(&mut self, exchange: u64, request: Request) {
        match request.method.as_str() {
            "GET" if self.takes_get => self.listen(exchange),
            "DELETE" if self.takes_delete => self.answer_with(exchange, 200, None),
            _ => self.queue.push_back((exchange, request)),
        }
    }

    /// The client gave an exchange up.
    pub fn gave_up(&mut self, exchange: u64) {
        self.given_up.push(exchange);
        self.pending.retain(|pending| pending.exchange != exchange);
    }

    /// What is to be done next.
    pub fn next_op(&mut self) -> Option<(u64, Op)> {
        self.ops.pop_front()
    }

    /// A request that no line has taken.
    #[must_use]
    pub fn left_over(&self) -> Option<String> {
        self.queue.front().map(|(_, request)| shown(request))
    }

    /// Whether the client gave up the exchange of that name.
    #[must_use]
    pub fn has_given_up(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|exchange| self.given_up.contains(exchange))
    }

    /// The script has no more lines: what ends a session may come, and streams be opened again.
    pub fn over(&mut self) {
        (self.takes_get, self.takes_delete) = (true, true);
        let queue = std::mem::take(&mut self.queue);
        queue.into_iter().for_each(|(exchange, request)| self.arrived(exchange, request));
    }

    /// Takes plain messages that are waited for, as far as they have come, and gives them.
    ///
    /// # Errors
    /// When what has come is not what was expected.
    pub fn expect(
        &mut self,
        waiting: &mut Waiting<'_>,
        captures: &mut Captures,
    ) -> Result<Vec<String>, String> {
        let (mut at, mut taken) = (0, Vec::new());
        while !waiting.is_over() && at < self.queue.len() {
            let (exchange, request) = &self.queue[at];
            let exchange = *exchange;
            let Some(body) = request.body.clone() else {
                at += 1;
                continue;
            };
            match waiting.offer(&body, captures) {
                Ok(()) => {
                    self.queue.remove(at);
                    self.took(exchange, &body);
                    taken.push(body);
                    at = 0;
                }
                Err(why) if self.ordered => return Err(why.to_string()),
                Err(_) => at += 1,
            }
        }
        Ok(taken)
    }

    /// Takes the request of an `http>` line, if it has come; gives its message.
    ///
    /// # Errors
    /// When what has come is not what was expected.
    pub fn opened(
        &mut self,
        name: &str,
        wanted: &Wanted,
        captures: &mut Captures,
    ) -> Result<Option<Request>, String> {
        for at in 0..self.queue.len() {
            let (exchange, request) = &self.queue[at];
            if request.method != wanted.method {
                continue;
            }
            match request.matches(wanted, captures) {
                Ok(()) => {
                    self.names.insert(name.to_owned(), *exchange);
                    return Ok(self.queue.remove(at).map(|(_, request)| request));
                }
                Err(why) if self.ordered => {
                    return Err(format!("got {}: {why}", shown(request)));
                }
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Answers the exchange of that name.
    pub fn answer(&mut self, name: &str, parts: &[Part], captures: &Captures) {
        let Some(exchange) = self.names.get(name).copied() else { return };
        for part in parts {
            let op = match part {
                Part::Head { status, headers } => {
                    let fill =
                        |(name, value): &(String, String)| (name.clone(), captures.fill(value));
                    Op::Head(*status, headers.iter().map(fill).collect())
                }
                Part::Message(send) => Op::Bytes(send.message(captures).into_bytes()),
                Part::Bytes(raw) => Op::Bytes(raw.bytes(captures)),
                Part::Event(fields, data) => {
                    let data = match data {
                        Data::None => String::new(),
                        Data::Text(text) => format!("data: {text}\n"),
                        Data::Message(send) => format!("data: {}\n", send.message(captures)),
                    };
                    Op::Bytes(format!("{fields}{data}\n").into_bytes())
                }
                Part::End => Op::End,
                Part::Broken => Op::Break,
            };
            self.ops.push_back((exchange, op));
        }
        if name == LISTEN {
            for message in std::mem::take(&mut self.unheard) {
                self.event(exchange, &message);
            }
        }
    }

    /// The server says something, on whatever exchange it belongs to.
    pub fn send(&mut self, message: &str) {
        let value: Value = serde_json::from_str(message).unwrap_or_default();
        let listening = self.names.get(LISTEN).copied();
        match self.place_of(&value) {
            Some(at) if value["method"].is_null() => {
                let pending = self.pending.remove(at);
                if pending.streams {
                    self.event(pending.exchange, message);
                    self.ops.push_back((pending.exchange, Op::End));
                } else {
                    self.answer_with(pending.exchange, 200, Some(message));
                }
            }
            Some(at) => {
                let pending = &mut self.pending[at];
                let (exchange, begun) =
                    (pending.exchange, std::mem::replace(&mut pending.streams, true));
                if !begun {
                    self.stream(exchange);
                }
                self.event(exchange, message);
            }
            None => match listening {
                Some(exchange) => self.event(exchange, message),
                None => self.unheard.push(message.to_owned()),
            },
        }
    }

    /// The request that a message of the server's belongs to.
    fn place_of(&self, message: &Value) -> Option<usize> {
        let find = |belongs: &dyn Fn(&Value) -> bool| {
            self.pending.iter().rposition(|pending| belongs(&pending.message))
        };
        let Some(method) = message["method"].as_str() else {
            return find(&|request| request["id"] == message["id"]);
        };
        let subscription = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        let token = &message["params"]["progressToken"];
        match method {
            _ if !subscription.is_null() => find(&|request| request["id"] == *subscription),
            "notifications/progress" => {
                find(&|request| request["params"]["_meta"]["progressToken"] == *token)
            }
            // What the server does for a call, and its talk meanwhile.
            "elicitation/create"
            | "sampling/createMessage"
            | "roots/list"
            | "notifications/message" => find(&|request| request["method"].is_string()),
            _ => None,
        }
    }

    /// A plain message has been taken: a request waits for its answer, all else is accepted.
    fn took(&mut self, exchange: u64, body: &str) {
        let message: Value = serde_json::from_str(body).unwrap_or_default();
        if self.old || message["method"].is_null() || message["id"].is_null() {
            self.answer_with(exchange, 202, None);
        } else {
            self.pending.push(Pending { exchange, message, streams: false });
        }
    }

    /// A whole answer.
    fn answer_with(&mut self, exchange: u64, status: u16, message: Option<&str>) {
        let json = [("content-type".to_owned(), "application/json".to_owned())];
        let headers = if message.is_some() { json.into() } else { Vec::new() };
        self.ops.push_back((exchange, Op::Head(status, headers)));
        if let Some(message) = message {
            self.ops.push_back((exchange, Op::Bytes(message.as_bytes().to_vec())));
        }
        self.ops.push_back((exchange, Op::End));
    }

    /// The client's GET, taken as it comes.
    fn listen(&mut self, exchange: u64) {
        self.names.insert(LISTEN.to_owned(), exchange);
        self.stream(exchange);
        if self.old {
            let endpoint = b"event: endpoint\ndata: /messages\n\n";
            self.ops.push_back((exchange, Op::Bytes(endpoint.to_vec())));
        }
        for message in std::mem::take(&mut self.unheard) {
            self.event(exchange, &message);
        }
    }

    fn stream(&mut self, exchange: u64) {
        let headers = vec![("content-type".to_owned(), "text/event-stream".to_owned())];
        self.ops.push_back((exchange, Op::Head(200, headers)));
    }

    fn event(&mut self, exchange: u64, message: &str) {
        let event = format!("data: {message}\n\n");
        self.ops.push_back((exchange, Op::Bytes(event.into_bytes())));
    }
}

fn shown(request: &Request) -> String {
    format!("{} {}", request.method, request.body.as_deref().unwrap_or_default())
}
