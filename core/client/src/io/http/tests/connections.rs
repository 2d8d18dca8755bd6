//! Connections: kept, shared, and never a reason for a request to go twice.

use super::server::{Server, ok};
use super::{at, failed, get, on_a_runtime, post, request, send, stack, whole};
use crate::io::http::{Nets, Stack};
use crate::transport::Http;
use mcpclient_engine::wire::FailureKind;
use std::sync::Mutex;
use std::sync::mpsc;
use std::time::Duration;

#[test]
fn requests_are_what_was_asked_for_and_no_more() {
    // proves: HTP-48
    let server = Server::saying("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n");
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        let mut one = request("POST", stack.url(), "{}");
        one.headers = [("X-Empty", ""), ("X-Spaces", "a  b c"), ("X-Twice", "1"), ("X-Twice", "2")]
            .map(|(name, value)| (name.into(), value.into()))
            .to_vec();
        assert_eq!(whole(&send(&stack, one)).await.0, 200);
        whole(&get(&stack)).await;
    });
    let requests = server.requests();
    let lines: Vec<&str> = requests[0].lines().collect();
    assert_eq!(lines[0], "POST /mcp HTTP/1.1");
    for line in ["x-empty: ", "x-spaces: a  b c", "x-twice: 1", "x-twice: 2", "content-length: 2"] {
        assert_eq!(lines.iter().filter(|other| **other == line).count(), 1, "{line}: {lines:?}");
    }
    assert!(lines.contains(&"accept-encoding: gzip, br, zstd"), "{lines:?}");
    assert!(lines.contains(&&*format!("host: {}", server.address)), "{lines:?}");
    // The second: nothing that the answer to the first asked to be remembered.
    let lines: Vec<&str> = requests[1].lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "GET /mcp HTTP/1.1");
}

#[test]
fn connections_are_kept_and_shared() {
    let server = Server::saying(ok("x"));
    on_a_runtime(async || {
        let nets = Nets::new();
        let stack = |http: &Http| Stack::new(&nets, http).unwrap();
        let one = stack(&at(server.url()));
        for _ in 0..3 {
            whole(&post(&one, "{}")).await;
        }
        // Headers are one client's own; connections are not.
        let two = stack(&at(server.url()).header("X-Mine", "1").user_agent("else"));
        whole(&post(&two, "{}")).await;
        assert_eq!(server.connections(), 1);
        let apart = stack(&at(server.url()).idle_timeout(Duration::from_secs(5)));
        whole(&post(&apart, "{}")).await;
        assert_eq!(server.connections(), 2);
    });
}

#[test]
fn connections_that_nobody_uses_are_closed() {
    let (tell, told) = mpsc::channel();
    let server = Server::start(move |visit| {
        while visit.request().is_some() && visit.say(ok("x")) {}
        tell.send(()).unwrap();
    });
    on_a_runtime(async || {
        let stack = stack(&at(server.url()).idle_timeout(Duration::from_millis(50)));
        whole(&post(&stack, "{}")).await;
        tokio::task::spawn_blocking(move || told.recv().unwrap()).await.unwrap();
        whole(&post(&stack, "{}")).await;
        assert_eq!(server.connections(), 2);
    });
}

#[test]
fn connections_that_many_needed_are_kept_for_many() {
    let server = Server::saying(ok("x"));
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        for _ in 0..3 {
            let pens: Vec<_> = (0..20).map(|_| post(&stack, "{}")).collect();
            for pen in pens {
                whole(&pen).await;
            }
        }
        assert_eq!((server.connections(), server.requests().len()), (20, 60));
    });
}

#[test]
fn a_stream_does_not_stop_others() {
    let (let_go, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let server = Server::start(move |visit| {
        while let Some(request) = visit.request() {
            if request.starts_with("GET") {
                visit.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
                let _ = held.lock().unwrap().recv();
                visit.say("0\r\n\r\n");
            } else {
                visit.say(ok("answered"));
            }
        }
    });
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        let stream = get(&stack);
        // Each piece comes when it comes.
        stream.until(|seen| (seen.body == b"ab").then_some(())).await;
        assert_eq!(whole(&post(&stack, "{}")).await.1, "answered");
        drop(let_go);
        assert_eq!(whole(&stream).await.1, "ab");
        assert_eq!(server.connections(), 2);
    });
}

#[test]
fn a_kept_connection_that_was_closed_is_not_used() {
    let (tell, told) = mpsc::channel();
    let server = Server::start(move |visit| {
        while visit.request().is_some() {
            visit.say(ok("x"));
            visit.close();
            tell.send(()).unwrap();
        }
    });
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        for _ in 0..3 {
            whole(&post(&stack, "{}")).await;
            told.recv().unwrap();
            // What a runtime does while nothing else is to be done.
            tokio::task::yield_now().await;
        }
        assert_eq!((server.connections(), server.requests().len()), (3, 3));
    });
}

#[test]
fn a_request_that_may_have_been_read_does_not_go_twice() {
    // proves: HTP-21
    let server = Server::start(|visit| {
        if visit.request().is_some() {
            visit.say(ok("x"));
            visit.request();
            visit.close();
        }
    });
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        whole(&post(&stack, "one")).await;
        let (kind, message) = failed(&post(&stack, "two")).await;
        assert_eq!(kind, FailureKind::Broken, "{message}");
        let of_two = server.requests().into_iter().filter(|request| request.ends_with("two"));
        assert_eq!(of_two.count(), 1);
    });
}

#[test]
fn giving_up_closes_the_connection() {
    // proves: HTP-12
    let (tell, told) = mpsc::channel();
    let server = Server::start(move |visit| {
        visit.request();
        visit.say("HTTP/1.1 200 OK\r\n\r\nand so");
        visit.until_closed();
        tell.send(()).unwrap();
    });
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        let pen = post(&stack, "{}");
        pen.until(|seen| (seen.body == b"and so").then_some(())).await;
        pen.give_up();
        tokio::task::spawn_blocking(move || told.recv().unwrap()).await.unwrap();
        assert_eq!(pen.seen.lock().unwrap().end, None);
    });
}

#[test]
fn another_origin_is_not_asked() {
    // proves: HTP-48
    let server = Server::saying(ok("x"));
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        let same = format!("http://{}/elsewhere?x=1", server.address);
        assert_eq!(whole(&send(&stack, request("POST", &same, "{}"))).await.0, 200);
        for url in ["http://127.0.0.2/mcp", "https://127.0.0.1/", "nothing", "file:///etc/passwd"] {
            let (kind, message) = failed(&send(&stack, request("POST", url, "{}"))).await;
            assert_eq!(kind, FailureKind::Forbidden, "{url}: {message}");
        }
    });
}
