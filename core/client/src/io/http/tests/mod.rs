//! The stack against servers that do as they are told.

mod bodies;
mod connections;
mod guards;
mod h2;
mod hangups;
mod proxying;
mod redirects;
mod server;
mod tls;

use super::net::Nets;
use super::reader::{Fed, Reader};
use super::stack::Stack;
use crate::sync::{Arc, Mutex};
use crate::transport::{Http, Proxy, Request};
use http::HeaderMap;
use mcpclient_engine::wire::{Failure, FailureKind};
use std::future::Future;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::Notify;

/// Guards against hangs only.
const DEADLINE: Duration = Duration::from_secs(60);

/// What an exchange came to.
#[derive(Default)]
struct Seen {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
    end: Option<Option<Failure>>,
    /// How often a piece is refused before it is taken.
    refusals: usize,
}

type Told = Box<dyn FnOnce() + Send>;

/// Writes down what it is told.
#[derive(Clone, Default)]
struct Pen {
    seen: Arc<Mutex<Seen>>,
    news: Arc<Notify>,
    abort: Arc<Mutex<Option<Told>>>,
}

impl Pen {
    /// Waits until that holds.
    async fn until<R>(&self, holds: impl Fn(&mut Seen) -> Option<R>) -> R {
        let wait = async {
            loop {
                let news = self.news.notified();
                if let Some(found) = holds(&mut self.seen.lock().unwrap()) {
                    return found;
                }
                news.await;
            }
        };
        tokio::time::timeout(DEADLINE, wait).await.expect("nothing hangs")
    }

    fn give_up(&self) {
        self.abort.lock().unwrap().take().expect("it can be given up")();
    }
}

impl Reader for Pen {
    fn head(&self, status: u16, headers: &HeaderMap) -> bool {
        let mut seen = self.seen.lock().unwrap();
        (seen.status, seen.headers) = (status, headers.clone());
        self.news.notify_one();
        true
    }

    fn body(&self, bytes: &[u8]) -> Fed {
        let mut seen = self.seen.lock().unwrap();
        assert!(!bytes.is_empty());
        if seen.refusals > 0 {
            seen.refusals -= 1;
            return Fed::Busy;
        }
        seen.body.extend_from_slice(bytes);
        self.news.notify_one();
        Fed::Taken
    }

    fn ready(&self) -> impl Future<Output = ()> + Send {
        tokio::task::yield_now()
    }

    fn end(&self, failure: Option<Failure>) {
        let mut seen = self.seen.lock().unwrap();
        assert!(seen.end.is_none(), "an exchange ends once");
        seen.end = Some(failure);
        self.news.notify_one();
    }

    fn on_abort(&self, told: impl FnOnce() + Send + 'static) {
        *self.abort.lock().unwrap() = Some(Box::new(told));
    }
}

/// Runs a test where the stack runs: on one thread.
fn on_a_runtime<R>(test: impl AsyncFnOnce() -> R) -> R {
    let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(4).build();
    let runtime = runtime.unwrap();
    let done = runtime.block_on(test());
    runtime.shutdown_background();
    done
}

/// For a server in tests, whatever the environment says of proxies.
fn at(url: impl Into<String>) -> Http {
    Http::new(url).proxy(Proxy::Direct).connect_timeout(DEADLINE)
}

fn stack(http: &Http) -> Stack {
    Stack::new(&Nets::new(), http).unwrap()
}

fn request(method: &'static str, url: &str, body: &str) -> Request {
    Request { method, url: url.into(), headers: Vec::new(), body: body.into() }
}

fn post(stack: &Stack, body: &str) -> Pen {
    send(stack, request("POST", stack.url(), body))
}

fn get(stack: &Stack) -> Pen {
    send(stack, request("GET", stack.url(), ""))
}

fn send(stack: &Stack, request: Request) -> Pen {
    let pen = Pen::default();
    stack.send(request, pen.clone());
    pen
}

impl Stack {
    fn url(&self) -> &str {
        self.endpoint.url.as_str()
    }
}

/// The whole answer: status, body, and how it ended.
async fn answer(pen: &Pen) -> (u16, String, Option<Failure>) {
    pen.until(|seen| {
        let end = seen.end.clone()?;
        Some((seen.status, String::from_utf8_lossy(&seen.body).into_owned(), end))
    })
    .await
}

/// An answer that is complete.
async fn whole(pen: &Pen) -> (u16, String) {
    let (status, body, failure) = answer(pen).await;
    assert_eq!(failure, None);
    (status, body)
}

/// An answer that fails, and how.
async fn failed(pen: &Pen) -> (FailureKind, String) {
    let (.., failure) = answer(pen).await;
    let failure = failure.expect("a failure");
    (failure.kind, failure.message)
}
