//! Servers behind sockets and behind lanes of the host's own: the same as over pipes, whatever carries the lines.
#![cfg(unix)]

mod support;

use mcpclient::json::Value;
use mcpclient::{
    CallSettings, Client, ClosedReason, Code, Dispatch, Error, Lane, LaneFeed, LaneHost, Runtime,
    RuntimeOptions, Socket, Success, Transport,
};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use support::lanes::{ALL, By, server, socket_path};
use support::seen::{self, Seen, Witness};
use support::{PATIENCE, inline, json, options, threaded};

fn outcome(call: &mcpclient::Call) -> Result<Success, Error> {
    call.wait(Some(PATIENCE)).expect("every call ends").as_ref().clone()
}

fn echo(client: &Client, text: &str) {
    let arguments = json(&format!(r#"{{"text":"{text}"}}"#));
    let call = client.call_tool("echo", Some(arguments), CallSettings::default()).expect("started");
    let success = outcome(&call).expect("a result");
    let told = success.result.value().at("/content/0/text").and_then(Value::text);
    assert_eq!(told.as_deref(), Some(text));
}

#[test]
fn calls_inputs_and_large_results_travel_on_every_lane() {
    for by in ALL {
        for dispatch in [Dispatch::Thread, Dispatch::Pump { wakeup: None }, Dispatch::Inline] {
            let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
            let (transport, ended) = server(by);
            let (host, seen) = Witness::willing();
            let client =
                runtime.connect(transport, host.clone(), options("lane")).expect("a client");
            for number in 0..20 {
                echo(&client, &format!("number {number}"));
            }
            let size = 3 << 20;
            let big = client
                .call_tool(
                    "big",
                    Some(json(&format!(r#"{{"bytes":{size}}}"#))),
                    CallSettings::default(),
                )
                .expect("started");
            assert!(outcome(&big).expect("a result").result.as_str().len() > size);
            // And as much in the other direction.
            echo(&client, &"x".repeat(1 << 20));

            let asking = client.call_tool("form", None, CallSettings::default()).expect("started");
            // Where the host waits, callbacks run meanwhile.
            assert_eq!(asking.wait(Some(Duration::ZERO)).unwrap_err().code, Code::Pending);
            let answered = thread::spawn(move || {
                let input = seen::input(&seen);
                input.decline(None).expect("open");
                seen
            });
            assert!(outcome(&asking).expect("a result").result.as_str().contains("decline"));
            let seen = answered.join().expect("no panic");

            client.close();
            runtime.shutdown();
            let why = seen::closed(&seen);
            assert_eq!(
                (why.code, client.closed_reason()),
                (Code::Closed, Some(ClosedReason::Host))
            );
            // Its input ended, so it did.
            ended.recv_timeout(PATIENCE).expect("the server ends");
        }
    }
}

#[test]
fn a_server_that_dies_ends_the_lane_and_every_call_once() {
    for by in ALL {
        let runtime = threaded();
        let (transport, _) = server(by);
        let (host, seen) = Witness::willing();
        let client = runtime.connect(transport, host.clone(), options("mortal")).expect("a client");
        echo(&client, "before");
        let (tell, ends) = channel();
        let settings = || {
            let tell = tell.clone();
            CallSettings {
                done: Some(Box::new(move |call, outcome| {
                    let _ = tell.send((call.id(), outcome.as_ref().unwrap_err().code));
                })),
                ..CallSettings::default()
            }
        };
        let slow = client.call_tool("slow", None, settings()).expect("started");
        let die =
            client.call_tool("die", Some(json(r#"{"code":3}"#)), settings()).expect("started");
        for call in [&slow, &die] {
            assert_eq!(outcome(call).unwrap_err().code, Code::Closed);
        }
        let why = seen::closed(&seen);
        assert_eq!((why.code, client.closed_reason()), (Code::Closed, Some(ClosedReason::Server)));
        assert_eq!(client.ping(CallSettings::default()).unwrap_err().code, Code::Closed);
        runtime.shutdown();
        drop((slow, die, tell));
        let mut told: Vec<_> = ends.try_iter().collect();
        told.sort_unstable_by_key(|(id, _)| *id);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().all(|(_, code)| *code == Code::Closed) && told[0].0 != told[1].0);
    }
}

/// A port that nobody listens on.
fn nowhere() -> Transport {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
    Socket::tcp("127.0.0.1", listener.local_addr().expect("bound").port()).into()
}

#[test]
fn what_cannot_be_connected_to_is_a_network_error() {
    for transport in
        [nowhere(), Socket::unix(socket_path()).into(), Socket::tcp("host.invalid", 9).into()]
    {
        let runtime = threaded();
        let (host, seen) = Witness::willing();
        let client = runtime.connect(transport, host, options("away")).expect("a client");
        // The connection may have failed already.
        match client.ping(CallSettings::default()) {
            Ok(call) => assert_eq!(outcome(&call).unwrap_err().code, Code::Network),
            Err(refused) => assert_eq!(refused.code, Code::Closed),
        }
        let why = seen::closed(&seen);
        assert_eq!((why.code, client.closed_reason()), (Code::Network, Some(ClosedReason::Server)));
        assert_eq!(client.ping(CallSettings::default()).unwrap_err().code, Code::Closed);
    }
}

/// A server of the stateless era over TCP that answers `calls` requests of each connection and then hangs up.
fn forgetful(calls: usize) -> Transport {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let port = listener.local_addr().expect("bound").port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            answer(stream.expect("a connection"), calls);
        }
    });
    Socket::tcp("127.0.0.1", port).into()
}

fn answer(stream: TcpStream, calls: usize) {
    let mut out = stream.try_clone().expect("a share");
    for line in BufReader::new(stream).lines().map_while(Result::ok).take(calls + 1) {
        let line = json(&line);
        let id = line.value().get("id").expect("a request").raw().to_owned();
        let method = line.value().get("method").and_then(Value::text).expect("a request");
        let result = match &*method {
            "server/discover" => {
                r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"f","version":"1"},"ttlMs":0,"cacheScope":"private"}"#
            }
            _ => r#"{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}"#,
        };
        let reply = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n");
        if out.write_all(reply.as_bytes()).is_err() {
            return;
        }
    }
}

// proves: STD-13
#[test]
fn a_stateless_server_that_hangs_up_is_connected_to_again() {
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let mut options = options("forgetful");
    options.config.revisions = mcpclient::Era::Auto.revisions();
    let client = runtime.connect(forgetful(2), host, options).expect("a client");
    for _ in 0..6 {
        let call = client.list_tools(CallSettings { fresh: true, ..CallSettings::default() });
        outcome(&call.expect("started")).expect("a list");
    }
    let mut restarts = 0;
    client.close();
    loop {
        match seen::next(&seen) {
            Seen::Restarting => restarts += 1,
            Seen::Closed(..) => break,
            _ => {}
        }
    }
    assert!(restarts >= 2, "{restarts}");
}

#[test]
fn a_server_that_does_not_end_is_left_after_its_time() {
    let path = socket_path();
    let listener = UnixListener::bind(&path).expect("a socket");
    let runtime = threaded();
    let (host, seen) = Witness::willing();
    let client = runtime.connect(Socket::unix(path), host, options("deaf")).expect("a client");
    let (stream, _) = listener.accept().expect("a connection");
    client.close();
    runtime.close(Duration::from_millis(20));
    runtime.shutdown();
    seen::closed(&seen);
    // Only now is the test's end closed.
    drop(stream);
}

struct Deaf;

impl LaneHost for Deaf {
    fn send(&self, _bytes: &[u8]) {}
}

/// Whoever waits for room is told when there may be some, and not before: asking at once would go on for ever.
#[test]
fn what_comes_before_the_client_waits_for_it_without_being_asked_again() {
    let blank = vec![b'\n'; 700 << 10];
    let ready = |feed: &LaneFeed| {
        let (tell, told) = channel();
        feed.on_ready(move || tell.send(()).unwrap_or_default());
        told
    };
    for first in [0, 400 << 10, 700 << 10] {
        let (lane, feed) = Lane::new(Deaf);
        ready(&feed).try_recv().expect("there is room");
        feed.feed(&blank[..first]).expect("there is room");
        let refused = feed.feed(&vec![b'\n'; 1_100_000]).unwrap_err();
        assert_eq!(refused.code, Code::Busy);
        let told = ready(&feed);
        assert!(told.try_recv().is_err(), "{first}: no client has come");
        let runtime = threaded();
        let client = runtime.connect(lane, Arc::new(()), options("early")).expect("a client");
        told.recv_timeout(PATIENCE).expect("there is room now");
        feed.feed(&vec![b'\n'; 1_100_000]).expect("there is room now");
        client.close();
        drop(feed.end(None));
        runtime.shutdown();
    }
    let (_lane, feed) = Lane::new(Deaf);
    feed.feed(&blank).expect("there is room");
    assert_eq!(feed.feed(&blank).unwrap_err().code, Code::Busy);
    let told = ready(&feed);
    feed.end(None).expect("once");
    told.try_recv().expect("nothing more is taken");
    assert_eq!(feed.feed(b"\n").unwrap_err().code, Code::Gone);
}

#[test]
fn a_client_may_be_closed_while_it_connects() {
    let runtime = inline();
    let (host, seen) = Witness::willing();
    // Nothing has happened yet: without a thread of the library's, it happens while somebody waits.
    let client = runtime.connect(nowhere(), host, options("early")).expect("a client");
    let call = client.ping(CallSettings::default()).expect("it waits for the handshake");
    client.close();
    assert_eq!(outcome(&call).unwrap_err().code, Code::Closed);
    runtime.shutdown();
    assert_eq!(seen::closed(&seen).code, Code::Closed);
}

#[test]
fn a_hundred_clients_at_once() {
    let runtime = threaded();
    let (transport, _) = server(By::Unix);
    let clients: Vec<_> = (0..100)
        .map(|number| {
            let label = format!("client {number}");
            runtime.connect(transport.clone(), Arc::new(()), options(&label)).expect("a client")
        })
        .collect();
    thread::scope(|scope| {
        for part in clients.chunks(25) {
            scope.spawn(move || {
                for client in part {
                    echo(client, client.label());
                }
            });
        }
    });
}
