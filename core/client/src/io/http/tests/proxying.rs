//! Proxies of each kind.

use super::server::{Server, Visit, ok};
use super::tls::{Authority, config, wrap};
use super::{at, failed, on_a_runtime, post, request, send, stack, whole};
use crate::transport::{Http, Proxy};
use mcpclient_engine::wire::FailureKind;
use std::io::{Read, Write, copy};
use std::net::{SocketAddr, TcpStream};
use std::thread;

const SECRET: &str = "Basic dXNlcjpwQHNz";

fn by(proxy: &Server, http: Http) -> Http {
    http.proxy(Proxy::Url(format!("http://user:p%40ss@{}", proxy.address)))
}

/// Lets bytes through both ways, until either side is done.
fn connect(visit: &mut Visit, to: SocketAddr) {
    let mut there = TcpStream::connect(to).unwrap();
    let (mut back, mut here) = (there.try_clone().unwrap(), visit.socket.try_clone().unwrap());
    thread::spawn(move || copy(&mut back, &mut here));
    let _ = copy(&mut visit.pipe, &mut there);
}

#[test]
fn plain_requests_are_forwarded() {
    // proves: SEC-05
    let proxy = Server::saying(ok("by proxy"));
    on_a_runtime(async || {
        let stack = stack(&by(&proxy, at("http://mcp.example/mcp?x=1")));
        assert_eq!(whole(&post(&stack, "{}")).await.1, "by proxy");
        assert_eq!(whole(&post(&stack, "{}")).await.1, "by proxy");
    });
    let requests = proxy.requests();
    assert_eq!((requests.len(), proxy.connections()), (2, 1));
    for request in requests {
        assert!(request.starts_with("POST http://mcp.example/mcp?x=1 HTTP/1.1\r\n"), "{request}");
        assert!(request.contains(&format!("proxy-authorization: {SECRET}\r\n")), "{request}");
        assert!(request.contains("host: mcp.example\r\n"), "{request}");
    }
}

#[test]
fn secure_requests_are_tunnelled() {
    // proves: SEC-05
    let authority = Authority::new();
    let config = config(&authority.issue("mcp.example", 4000), None, &[]);
    let server = Server::wrapped(
        move |socket| Some(wrap(&config, socket)),
        |visit| while visit.request().is_some() && visit.say(ok("inside")) {},
    );
    let to = server.address;
    let proxy = Server::start(move |visit| {
        visit.request();
        visit.say("HTTP/1.1 200 Connection established\r\nX: y\r\n\r\n");
        connect(visit, to);
    });
    on_a_runtime(async || {
        let http = at("https://mcp.example/mcp").ca_bundle(authority.pem()).platform_trust(false);
        let stack = stack(&by(&proxy, http));
        let mut secret = request("POST", stack.url(), "{}");
        secret.headers = vec![("Authorization".into(), "Bearer secret".into())];
        assert_eq!(whole(&send(&stack, secret)).await.1, "inside");
    });
    let [asked] = &proxy.requests()[..] else { panic!("one request to the proxy") };
    assert!(asked.starts_with("CONNECT mcp.example:443 HTTP/1.1\r\n"), "{asked}");
    assert!(asked.contains(&format!("Proxy-Authorization: {SECRET}\r\n")), "{asked}");
    assert!(!asked.contains("Bearer"), "{asked}");
    let inside = &server.requests()[0];
    assert!(inside.starts_with("POST /mcp HTTP/1.1\r\n"), "{inside}");
    assert!(!inside.to_lowercase().contains("proxy"), "{inside}");
}

#[test]
fn a_proxy_behind_tls_is_spoken_to_safely() {
    let authority = Authority::new();
    let outer = config(&authority.issue("localhost", 4000), None, &[b"h2", b"http/1.1"]);
    let proxy = Server::wrapped(
        move |socket| Some(wrap(&outer, socket)),
        |visit| while visit.request().is_some() && visit.say(ok("by proxy")) {},
    );
    on_a_runtime(async || {
        let url = Proxy::Url(format!("https://localhost:{}", proxy.address.port()));
        let http = at("http://mcp.example/mcp").ca_bundle(authority.pem()).platform_trust(false);
        assert_eq!(whole(&post(&stack(&http.proxy(url)), "{}")).await.1, "by proxy");
    });
}

#[test]
fn a_proxy_that_refuses_is_unreachable() {
    for answer in [
        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        "what?\r\n\r\n",
    ] {
        let proxy = Server::saying(answer);
        on_a_runtime(async || {
            let http = by(&proxy, at("https://mcp.example/mcp"));
            let (kind, message) = failed(&post(&stack(&http), "{}")).await;
            assert_eq!(kind, FailureKind::Unreachable);
            assert!(message.starts_with("the proxy made no connection"), "{message}");
            assert!(!message.contains("p@ss"), "{message}");
        });
    }
}

#[test]
fn socks_leads_to_names_that_only_the_proxy_knows() {
    // proves: SEC-05
    let server = Server::saying(ok("by socks"));
    let to = server.address;
    let proxy = Server::start(move |visit| {
        let mut read = |length: usize| {
            let mut bytes = vec![0; length];
            visit.pipe.read_exact(&mut bytes).unwrap();
            bytes
        };
        assert_eq!(read(3), [5, 1, 2]);
        visit.socket.try_clone().unwrap().write_all(&[5, 2]).unwrap();
        assert_eq!(read(11), b"\x01\x04user\x04p@ss");
        visit.socket.try_clone().unwrap().write_all(&[1, 0]).unwrap();
        assert_eq!(read(18), b"\x05\x01\0\x03\x0bmcp.example\0\x50");
        visit.socket.try_clone().unwrap().write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).unwrap();
        connect(visit, to);
    });
    on_a_runtime(async || {
        let url = format!("socks5://user:p%40ss@{}", proxy.address);
        let stack = stack(&at("http://mcp.example/mcp").proxy(Proxy::Url(url)));
        assert_eq!(whole(&post(&stack, "{}")).await.1, "by socks");
        assert_eq!(whole(&post(&stack, "{}")).await.1, "by socks");
    });
    assert_eq!(proxy.connections(), 1);
    let inside = &server.requests()[0];
    assert!(inside.starts_with("POST /mcp HTTP/1.1\r\n"), "{inside}");
}

#[test]
fn a_proxy_is_not_shown_the_clients_certificate() {
    let authority = Authority::new();
    let strict = config(&authority.issue("localhost", 4000), Some(&authority), &[]);
    let proxy = Server::wrapped(
        move |socket| Some(wrap(&strict, socket)),
        |visit| while visit.request().is_some() && visit.say(ok("by proxy")) {},
    );
    let (chain, key) = authority.issue("me", 4000);
    on_a_runtime(async || {
        let url = Proxy::Url(format!("https://localhost:{}", proxy.address.port()));
        let http = at("http://mcp.example/mcp").ca_bundle(authority.pem()).platform_trust(false);
        let stack = stack(&http.client_certificate(chain, key).proxy(url));
        failed(&post(&stack, "{}")).await;
    });
    assert!(proxy.requests().is_empty());
}
