//! Servers that are not there, stop half-way, or speak something else.

use super::server::Server;
use super::{answer, at, failed, on_a_runtime, post, stack, whole};
use crate::transport::Proxy;
use mcpclient_engine::wire::FailureKind;
use std::net::TcpListener;
use std::time::Duration;

#[test]
fn every_stage_of_an_answer_may_be_its_last() {
    for (said, status) in [
        ("", 0),
        ("HTTP/1.1 200", 0),
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", 0),
        ("HTTP/1.1 100 Continue\r\n\r\n", 0),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", 200),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", 200),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", 200),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n", 200),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nwhat\r\n", 200),
    ] {
        let server = Server::start(move |visit| {
            visit.request();
            visit.say(said);
            visit.close();
        });
        on_a_runtime(async || {
            let (head, body, failure) = answer(&post(&stack(&at(server.url())), "{}")).await;
            let failure = failure.expect(said);
            assert_eq!(failure.kind, FailureKind::Broken, "{said}: {failure:?}");
            assert_eq!((head, server.requests().len()), (status, 1), "{said}");
            assert_eq!(body, if said.contains("half") { "half" } else { "" });
        });
    }
}

#[test]
fn a_body_without_a_length_ends_with_its_connection() {
    let server = Server::start(|visit| {
        visit.request();
        visit.say("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.0 200 OK\r\n\r\nall of it");
        visit.close();
    });
    on_a_runtime(async || {
        let pen = post(&stack(&at(server.url())), "{}");
        assert_eq!(whole(&pen).await, (200, "all of it".into()));
    });
}

#[test]
fn what_is_not_http_is_broken() {
    let long = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "X: y\r\n".repeat(1000));
    for (said, so) in [
        ("SSH-2.0-OpenSSH_9\r\n", FailureKind::Broken),
        ("\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{46}", FailureKind::Broken),
        (&long, FailureKind::TooLarge),
        (&many, FailureKind::TooLarge),
    ] {
        let server = Server::saying(said);
        on_a_runtime(async || {
            let (kind, message) = failed(&post(&stack(&at(server.url())), "{}")).await;
            assert_eq!(kind, so, "{message}");
            assert!(!message.contains("OpenSSH"), "{message}");
        });
    }
}

#[test]
fn nobody_there_is_unreachable() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    on_a_runtime(async || {
        let (kind, message) = failed(&post(&stack(&at(format!("http://{free}/"))), "{}")).await;
        assert_eq!(kind, FailureKind::Unreachable);
        assert_eq!(message, "no connection to the server: connection refused");
    });
    on_a_runtime(async || {
        let (kind, message) = failed(&post(&stack(&at("http://nowhere.invalid/")), "{}")).await;
        assert_eq!(kind, FailureKind::Unreachable);
        assert!(message.starts_with("the name of the server was not found"), "{message}");
    });
}

#[test]
fn connecting_has_a_limit() {
    // Never says a word.
    let server = Server::start(super::server::Visit::until_closed);
    let http = at(server.url().replace("http:", "https:"));
    on_a_runtime(async || {
        let stack = stack(&http.connect_timeout(Duration::from_millis(200)));
        let (kind, message) = failed(&post(&stack, "{}")).await;
        assert_eq!(kind, FailureKind::Unreachable);
        assert!(message.ends_with("the limit passed while TLS began"), "{message}");
    });
}

#[test]
fn those_who_wait_for_one_connection_share_its_failure() {
    let server = Server::start(super::server::Visit::until_closed);
    let http = at(server.url().replace("http:", "https:"));
    on_a_runtime(async || {
        let stack = stack(&http.connect_timeout(Duration::from_millis(500)));
        let pens: Vec<_> = (0..20).map(|_| post(&stack, "{}")).collect();
        for pen in &pens {
            let (kind, message) = failed(pen).await;
            assert_eq!(kind, FailureKind::Unreachable);
            assert!(message.starts_with("the server was not reached in time"), "{message}");
        }
        assert_eq!(server.connections(), 1);
    });
}

#[test]
fn what_a_new_connection_never_carried_was_never_sent() {
    on_a_runtime(async || {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        // A SOCKS proxy: the end of the connection comes in one piece with its beginning, before any request can go.
        tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            for (asked, answer) in [(3, &[5, 0][..]), (18, &[5, 0, 0, 1, 0, 0, 0, 0, 0, 0])] {
                let mut length = 0;
                while length < asked {
                    socket.readable().await.unwrap();
                    length += socket.try_read(&mut [0; 64]).unwrap_or(0);
                }
                socket.try_write(answer).unwrap();
            }
        });
        let proxy = Proxy::Url(format!("socks5://127.0.0.1:{port}"));
        let pen = post(&stack(&at("http://mcp.example/mcp").proxy(proxy)), "{}");
        let (kind, message) = failed(&pen).await;
        assert_eq!(kind, FailureKind::Unreachable, "{message}");
    });
}
