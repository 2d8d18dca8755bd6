//! HTTP/2, where TLS agrees on it.

use super::tls::{Authority, config};
use super::{Pen, at, get, on_a_runtime, post, stack, whole};
use crate::transport::Http;
use bytes::Bytes;
use h2::Reason;
use h2::server::{Builder, SendResponse};
use http::{Request, Response};
use rustls::ServerConfig;
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::{LocalSet, spawn_local};
use tokio_rustls::TlsAcceptor;

type Log = Rc<RefCell<Vec<String>>>;

/// Answers each request with `answer`, on one runtime with the client; notes connections and requests.
async fn serve(
    config: Arc<ServerConfig>,
    log: Log,
    answer: impl Fn(usize, Request<h2::RecvStream>, SendResponse<Bytes>) + Clone + 'static,
) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    spawn_local(async move {
        while let Ok((socket, _)) = listener.accept().await {
            log.borrow_mut().push("connection".into());
            let (config, log, answer) = (Arc::clone(&config), Rc::clone(&log), answer.clone());
            spawn_local(async move {
                let stream = TlsAcceptor::from(config).accept(socket).await.unwrap();
                let mut builder = Builder::new();
                builder.max_concurrent_streams(64);
                let mut connection = builder.handshake::<_, Bytes>(stream).await.unwrap();
                while let Some(Ok((request, respond))) = connection.accept().await {
                    let number = log.borrow().len();
                    log.borrow_mut().push(format!("{} {}", request.method(), request.uri().path()));
                    answer(number, request, respond);
                }
            });
        }
    });
    port
}

fn over(port: u16, authority: &Authority) -> Http {
    at(format!("https://localhost:{port}/mcp")).ca_bundle(authority.pem()).platform_trust(false)
}

fn respond(mut respond: SendResponse<Bytes>, body: &'static str) {
    let head = Response::builder().status(200).header("content-type", "text/plain").body(());
    let mut stream = respond.send_response(head.unwrap(), false).unwrap();
    stream.send_data(Bytes::from_static(body.as_bytes()), true).unwrap();
}

/// A runtime for a server that need not be sent to other threads.
fn locally(test: impl AsyncFnOnce(Authority, Arc<ServerConfig>)) {
    let authority = Authority::new();
    let config = config(&authority.issue("localhost", 4000), None, &[b"h2", b"http/1.1"]);
    on_a_runtime(async || LocalSet::new().run_until(test(authority, config)).await);
}

#[test]
fn one_connection_carries_many_requests() {
    locally(async |authority, config| {
        let log = Log::default();
        let port = serve(config, Rc::clone(&log), |_, _, to| respond(to, "two")).await;
        let stack = stack(&over(port, &authority));
        // Also of the first, which all come at once.
        let pens: Vec<_> = (0..5).map(|_| post(&stack, "{}")).collect();
        for pen in pens {
            assert_eq!(whole(&pen).await.1, "two");
        }
        let log = log.borrow();
        assert_eq!(log.iter().filter(|line| *line == "connection").count(), 1, "{log:?}");
        assert_eq!(log.iter().filter(|line| *line == "POST /mcp").count(), 5, "{log:?}");
    });
}

#[test]
fn what_the_server_has_not_looked_at_goes_again() {
    locally(async |authority, config| {
        let log = Log::default();
        let port = serve(config, Rc::clone(&log), |number, _, mut to| match number {
            1 => to.send_reset(Reason::REFUSED_STREAM),
            _ => respond(to, "again"),
        });
        let port = port.await;
        let pen = post(&stack(&over(port, &authority)), "{}");
        assert_eq!(whole(&pen).await.1, "again");
        assert_eq!(log.borrow().len(), 3);
    });
}

#[test]
fn what_it_may_have_looked_at_does_not() {
    // proves: HTP-21
    locally(async |authority, config| {
        let log = Log::default();
        let port = serve(config, Rc::clone(&log), |_, _, mut to| {
            to.send_reset(Reason::INTERNAL_ERROR);
        });
        let port = port.await;
        let (kind, _) = super::failed(&post(&stack(&over(port, &authority)), "{}")).await;
        assert_eq!(kind, mcpclient_engine::wire::FailureKind::Broken);
        assert_eq!(log.borrow().len(), 2);
    });
}

#[test]
fn giving_up_ends_the_stream_and_not_the_connection() {
    // proves: HTP-12
    locally(async |authority, config| {
        let log = Log::default();
        let noted = Rc::clone(&log);
        let port = serve(config, Rc::clone(&log), move |number, _, mut to| {
            if number > 1 {
                return respond(to, "next");
            }
            let head = Response::builder().status(200).body(()).unwrap();
            let mut stream = to.send_response(head, false).unwrap();
            stream.send_data(Bytes::from_static(b"and so"), false).unwrap();
            let noted = Rc::clone(&noted);
            spawn_local(async move {
                let reason = poll_fn(|context| stream.poll_reset(context)).await.unwrap();
                noted.borrow_mut().push(format!("{reason:?}"));
            });
        });
        let stack = stack(&over(port.await, &authority));
        let pen = post(&stack, "{}");
        pen.until(|seen| (seen.body == b"and so").then_some(())).await;
        pen.give_up();
        assert_eq!(whole(&post(&stack, "{}")).await.1, "next");
        let log = log.borrow();
        assert!(log.contains(&"CANCEL".into()), "{log:?}");
        assert_eq!(log.iter().filter(|line| *line == "connection").count(), 1, "{log:?}");
    });
}

fn connections(log: &Log) -> usize {
    log.borrow().iter().filter(|line| *line == "connection").count()
}

async fn headed(pens: &[Pen]) {
    for pen in pens {
        pen.until(|seen| (seen.status == 200).then_some(())).await;
    }
}

/// Streams of events stay open as long as their clients.
#[test]
fn a_connection_that_is_full_is_not_waited_for() {
    locally(async |authority, config| {
        let log = Log::default();
        let open = Rc::new(RefCell::new(Vec::new()));
        let port = serve(config, Rc::clone(&log), move |_, request, mut to| {
            if request.method() == "POST" {
                return respond(to, "answered");
            }
            let head = Response::builder().status(200).body(()).unwrap();
            open.borrow_mut().push(to.send_response(head, false).unwrap());
        });
        let stack = stack(&over(port.await, &authority));
        let streams: Vec<_> = (0..130).map(|_| get(&stack)).collect();
        headed(&streams).await;
        assert_eq!(whole(&post(&stack, "{}")).await.1, "answered");
        assert_eq!(connections(&log), 3);
        // What was given up makes room.
        streams.iter().for_each(Pen::give_up);
        assert_eq!(whole(&post(&stack, "{}")).await.1, "answered");
        let streams: Vec<_> = (0..130).map(|_| get(&stack)).collect();
        headed(&streams).await;
        assert_eq!(whole(&post(&stack, "{}")).await.1, "answered");
        assert_eq!(connections(&log), 3);
    });
}

#[test]
fn answers_that_nobody_reads_hold_up_no_others() {
    static LONG: [u8; 4 << 20] = [b'x'; 4 << 20];
    locally(async |authority, config| {
        let log = Log::default();
        let port = serve(config, Rc::clone(&log), move |_, request, mut to| {
            if request.method() == "POST" {
                return respond(to, "answered");
            }
            let head = Response::builder().status(200).body(()).unwrap();
            let mut stream = to.send_response(head, false).unwrap();
            stream.send_data(Bytes::from_static(&LONG), true).unwrap();
        });
        let stack = stack(&over(port.await, &authority));
        let unread: Vec<_> = (0..30)
            .map(|_| {
                let pen = get(&stack);
                pen.seen.lock().unwrap().refusals = usize::MAX;
                pen
            })
            .collect();
        headed(&unread).await;
        assert_eq!(whole(&post(&stack, "{}")).await.1, "answered");
        assert_eq!(connections(&log), 1);
        for pen in unread {
            pen.seen.lock().unwrap().refusals = 0;
            assert_eq!(whole(&pen).await.1.len(), LONG.len());
        }
    });
}
