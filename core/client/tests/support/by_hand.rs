//! An HTTP stack that is the test: every step of an exchange is taken by hand.

use super::{PATIENCE, json};
use mcpclient::json::Value;
use mcpclient::{Exchange, Exchanger, Http, Request};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Hands every exchange to the test.
pub struct ByHand(Mutex<Sender<Opened>>);

pub struct Opened {
    pub request: Request,
    pub exchange: Exchange,
}

impl Exchanger for ByHand {
    fn open(&self, request: Request, exchange: Exchange) {
        // A test that is over makes no requests: they break.
        let _ = self.0.lock().expect("no panic").send(Opened { request, exchange });
    }
}

impl Opened {
    pub fn what(&self) -> String {
        if self.request.body.is_empty() {
            return self.request.method.to_owned();
        }
        let method = self
            .message()
            .value()
            .get("method")
            .and_then(Value::text)
            .map(std::borrow::Cow::into_owned);
        method.unwrap_or_else(|| "answer".into())
    }

    pub fn message(&self) -> mcpclient::json::Json {
        json(std::str::from_utf8(&self.request.body).expect("text"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.request.headers.iter();
        headers.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    pub fn result(&self, result: &str) -> String {
        let message = self.message();
        let id = message.value().get("id").expect("a request").raw();
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}")
    }

    pub fn answer(self, result: &str) {
        self.exchange.head(200, [("content-type", "application/json")]).expect("first");
        self.exchange.body(self.result(result).as_bytes()).expect("room");
        self.exchange.end(None).expect("once");
    }

    pub fn accept(self) {
        self.exchange.head(202, [("content-length", "0")]).expect("first");
        self.exchange.end(None).expect("once");
    }

    pub fn refuse(self, status: u16) {
        self.exchange.head(status, [("content-type", "text/plain")]).expect("first");
        self.exchange.end(None).expect("once");
    }

    pub fn streams(&self) {
        let kind = [("Content-Type", "text/event-stream")];
        self.exchange.head(200, kind).expect("first");
    }
}

pub fn http(url: &str) -> (Http, Receiver<Opened>) {
    let (out, opened) = channel();
    (Http::new(url).exchanger(Arc::new(ByHand(Mutex::new(out)))), opened)
}

pub fn next(opened: &Receiver<Opened>) -> Opened {
    opened.recv_timeout(PATIENCE).expect("a request is made")
}

pub fn expect(opened: &Receiver<Opened>, what: &str) -> Opened {
    let next = next(opened);
    assert_eq!(next.what(), what);
    next
}
