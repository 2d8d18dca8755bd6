//! The library's own HTTP stack, as a host sees it: what cannot be reached, what must not be, and connections that
//! were closed while nobody looked.

mod support;

use mcpclient::{
    AddressGuard, CallSettings, Client, Code, Error, Http, Proxy, Revision, Runtime, State, Success,
};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use support::served::{self, Manner};
use support::web::Server;
use support::{PATIENCE, inline, json, options, threaded};

fn at(url: impl Into<String>) -> Http {
    Http::new(url).proxy(Proxy::Direct)
}

fn connect(runtime: &Runtime, http: Http) -> Result<Client, Error> {
    runtime.connect(http, Arc::new(()), options("net"))
}

fn echo(client: &Client) -> Result<Success, Error> {
    let call = client.call_tool("echo", Some(json(r#"{"text":"x"}"#)), CallSettings::default())?;
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone()
}

#[test]
fn settings_that_cannot_be_used_are_refused_before_anything_is_sent() {
    // proves: HTP-48, SEC-05
    let runtime = threaded();
    for (wrong, http) in [
        ("not a URL", at("example.com/mcp")),
        ("not HTTP", at("ftp://example.com/mcp")),
        ("a password", at("https://user:secret@example.com/mcp")),
        ("a line break", at("http://localhost/").header("X-Mine", "secret\r\nX-Other: 1")),
        ("a header of the stack", at("http://localhost/").header("Host", "secret")),
        ("a header of the protocol", at("http://localhost/").header("Mcp-Session-Id", "secret")),
        ("not a bundle", at("https://localhost/").ca_bundle("secret")),
        ("nobody to trust", at("https://localhost/").platform_trust(false)),
        ("not a certificate", at("https://localhost/").client_certificate("secret", "secret")),
        ("not a proxy", at("http://localhost/").proxy(Proxy::Url("gopher://secret".into()))),
    ] {
        let error = connect(&runtime, http).map(drop).expect_err(wrong);
        assert_eq!(error.code, Code::InvalidArg, "{wrong}: {error}");
        assert!(!error.message.contains("secret"), "{wrong}: {error}");
    }
}

#[test]
fn who_cannot_be_reached_is_said() {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
    let free = free.expect("an address").port();
    let (server, _) = served::start(Manner { revision: Revision::R2025Nov, streams: false });
    let silent = Server::start(|_, answer| answer.hang_up());
    for (http, code, said) in [
        (at(format!("http://127.0.0.1:{free}/")), Code::Network, "connection refused"),
        (at("http://nowhere.invalid/"), Code::Network, "the name of the server was not found"),
        (at(server.url().replace("http:", "https:")), Code::Network, "TLS"),
        (at(server.url()).guard(AddressGuard::Public), Code::Refused, "not a public one"),
        (at(silent.url()), Code::Lost, "before it answered"),
    ] {
        let runtime = threaded();
        let client = connect(&runtime, http).expect("nothing is sent yet");
        let error = echo(&client).map(drop).expect_err(said);
        // The client may have been over before it was asked.
        let error = match client.state() {
            State::Closed(why) if error.code == Code::Closed => why,
            _ => error,
        };
        assert_eq!(error.code, code, "{error}");
        assert!(error.message.contains(said), "{said}: {error}");
    }
}

#[test]
fn what_was_closed_while_nobody_looked_is_not_used() {
    // proves: HTP-21
    let (server, _) = served::start(Manner { revision: Revision::R2025Nov, streams: false });
    let runtime = inline();
    let client = connect(&runtime, at(server.url())).expect("a client");
    for _ in 0..3 {
        echo(&client).expect("a result");
        server.hang_up();
        // The library has no thread to notice that; it looks again when 50 ms have passed. To sleep longer than that
        // changes nothing.
        std::thread::sleep(Duration::from_millis(100));
    }
}
