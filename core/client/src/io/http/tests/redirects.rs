//! Redirects: to the same origin, and as what they were.

use super::server::{Server, ok};
use super::{at, failed, get, on_a_runtime, post, request, send, stack, whole};
use mcpclient_engine::wire::FailureKind;

fn to(status: u16, location: &str) -> String {
    format!("HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 4\r\n\r\nmove")
}

/// Redirects from the endpoint; anything else is answered with what was asked.
fn server(status: u16, location: &'static str) -> Server {
    Server::start(move |visit| {
        while let Some(request) = visit.request() {
            let line = request.lines().next().unwrap();
            if line.contains(" /mcp ") {
                visit.say(to(status, location));
            } else {
                visit.say(ok(line));
            }
        }
    })
}

#[test]
fn a_post_follows_where_it_stays_one() {
    // proves: HTP-48
    for status in [307, 308] {
        let server = server(status, "/mcp/#there");
        on_a_runtime(async || {
            let stack = stack(&at(server.url()));
            let mut sent = request("POST", stack.url(), "the body");
            sent.headers = vec![("Authorization".into(), "Bearer secret".into())];
            assert_eq!(whole(&send(&stack, sent)).await.1, "POST /mcp/ HTTP/1.1");
        });
        let requests = server.requests();
        assert_eq!(requests.len(), 2);
        for request in requests {
            assert!(request.ends_with("\r\n\r\nthe body"), "{request}");
            assert!(request.contains("authorization: Bearer secret"), "{request}");
            assert!(!request.to_lowercase().contains("referer"), "{request}");
        }
        assert_eq!(server.connections(), 1);
    }
}

#[test]
fn a_post_that_would_become_a_get_is_not_followed() {
    for status in [301, 302, 303] {
        let server = server(status, "/else");
        on_a_runtime(async || {
            let stack = stack(&at(server.url()));
            assert_eq!(whole(&post(&stack, "{}")).await, (status, "move".into()));
            let gone = send(&stack, request("DELETE", stack.url(), ""));
            assert_eq!(whole(&gone).await.0, status);
            assert_eq!(whole(&get(&stack)).await.1, "GET /else HTTP/1.1");
        });
    }
}

#[test]
fn another_origin_is_not_followed() {
    // proves: HTP-48, SEC-04
    let other = Server::saying(ok("gotcha"));
    let url = format!("http://{}/?secret=1", other.address);
    let first = Server::saying(to(307, &url));
    on_a_runtime(async || {
        let stack = stack(&at(first.url()));
        for pen in [get(&stack), post(&stack, "{}")] {
            let (kind, message) = failed(&pen).await;
            assert_eq!(kind, FailureKind::Forbidden);
            assert!(!message.contains("secret"), "{message}");
        }
    });
    for location in ["https://127.0.0.1/", "http://user:secret@127.0.0.1/", "file:///x", "//other/"]
    {
        let server = server(308, location);
        on_a_runtime(async || {
            let (kind, message) = failed(&post(&stack(&at(server.url())), "{}")).await;
            assert_eq!(kind, FailureKind::Forbidden, "{location}: {message}");
        });
    }
    assert_eq!(other.connections(), 0);
}

#[test]
fn redirects_come_to_an_end() {
    let server = Server::saying(to(307, "/mcp"));
    on_a_runtime(async || {
        let (kind, _) = failed(&post(&stack(&at(server.url())), "{}")).await;
        assert_eq!(kind, FailureKind::Forbidden);
    });
    assert_eq!(server.requests().len(), 6);
}

#[test]
fn a_redirect_to_nowhere_is_an_answer() {
    let server = Server::saying("HTTP/1.1 307 Moved\r\nContent-Length: 0\r\n\r\n");
    on_a_runtime(async || {
        assert_eq!(whole(&post(&stack(&at(server.url())), "{}")).await.0, 307);
    });
}

#[test]
fn a_redirect_whose_body_never_ends_is_followed() {
    let server = Server::start(|visit| {
        while let Some(request) = visit.request() {
            if request.starts_with("POST /mcp ") {
                visit.say("HTTP/1.1 307 Moved\r\nLocation: /else\r\nContent-Length: 9\r\n\r\nhalf");
            } else {
                visit.say(ok("at last"));
            }
        }
    });
    on_a_runtime(async || {
        assert_eq!(whole(&post(&stack(&at(server.url())), "{}")).await.1, "at last");
        assert_eq!(server.connections(), 2);
    });
}
