//! Bodies: their codings, their size, and readers that are slow.

use super::server::Server;
use super::{Pen, answer, at, failed, on_a_runtime, post, request, stack, whole};
use compression_codecs::EncodeV2;
use compression_codecs::brotli::BrotliEncoder;
use compression_codecs::brotli::params::EncoderParams;
use compression_codecs::core::Level;
use compression_codecs::core::util::{PartialBuffer, WriteBuffer};
use compression_codecs::flate::params::FlateEncoderParams;
use compression_codecs::gzip::GzipEncoder;
use compression_codecs::zstd::ZstdEncoder;
use mcpclient_engine::wire::FailureKind;
use std::sync::Mutex;
use std::sync::mpsc;

const CODINGS: [&str; 3] = ["gzip", "br", "zstd"];

fn encoder(coding: &str) -> Box<dyn EncodeV2 + Send> {
    match coding {
        "gzip" => Box::new(GzipEncoder::new(FlateEncoderParams::from(Level::Default))),
        "br" => Box::new(BrotliEncoder::new(EncoderParams::default().quality(Level::Fastest))),
        _ => Box::new(ZstdEncoder::new(3)),
    }
}

/// Each part is flushed: it can be decoded before the next is there.
fn encode(coding: &str, parts: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut encoder = encoder(coding);
    let mut room = vec![0; 1 << 20];
    let mut encoded = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut bytes = Vec::new();
        let mut input = PartialBuffer::new(*part);
        while !input.unwritten().is_empty() {
            let mut output = WriteBuffer::new_initialized(&mut room[..]);
            encoder.encode(&mut input, &mut output).unwrap();
            bytes.extend_from_slice(output.written());
        }
        loop {
            let mut output = WriteBuffer::new_initialized(&mut room[..]);
            let last = index + 1 == parts.len();
            let done = if last { encoder.finish(&mut output) } else { encoder.flush(&mut output) };
            let done = done.unwrap();
            bytes.extend_from_slice(output.written());
            if done {
                break;
            }
        }
        encoded.push(bytes);
    }
    encoded
}

fn head(coding: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\nContent-Type: text/x\r\n\r\n")
}

/// Says that and closes.
fn saying(coding: &str, body: Vec<u8>) -> Server {
    let head = head(coding);
    Server::start(move |visit| {
        visit.request();
        visit.say(&head);
        visit.say(&body);
        visit.close();
    })
}

#[test]
fn codings_are_taken_off_as_they_come() {
    let big = "0123456789".repeat(40_000);
    for coding in CODINGS {
        let parts = encode(coding, &[b"data: 1\n\n", b"data: 2\n\n", big.as_bytes()]);
        let (go, wait) = mpsc::channel::<()>();
        let wait = Mutex::new(wait);
        let head = head(coding);
        let server = Server::start(move |visit| {
            visit.request();
            visit.say(&head);
            for part in &parts {
                visit.say(part);
                let _ = wait.lock().unwrap().recv();
            }
            visit.close();
        });
        on_a_runtime(async || {
            let pen = post(&stack(&at(server.url())), "{}");
            // An event that is there does not wait for the next.
            pen.until(|seen| (seen.body == b"data: 1\n\n").then_some(())).await;
            go.send(()).unwrap();
            pen.until(|seen| seen.body.ends_with(b"data: 2\n\n").then_some(())).await;
            drop(go);
            let (_, body) = whole(&pen).await;
            assert_eq!(body, format!("data: 1\n\ndata: 2\n\n{big}"), "{coding}");
            let seen = pen.seen.lock().unwrap();
            assert_eq!(seen.headers["content-type"], "text/x");
            assert!(!seen.headers.contains_key("content-encoding"));
        });
    }
}

#[test]
fn members_follow_upon_members() {
    for coding in ["gzip", "zstd"] {
        let twice =
            [encode(coding, &[b"one, "]).concat(), encode(coding, &[b"two"]).concat()].concat();
        let server = saying(coding, twice);
        on_a_runtime(async || {
            assert_eq!(whole(&post(&stack(&at(server.url())), "{}")).await.1, "one, two");
        });
    }
}

#[test]
fn codings_that_break_off_or_are_none_are_broken() {
    let text = "abcdefghij".repeat(100);
    for coding in CODINGS {
        let good = encode(coding, &[text.as_bytes()]).concat();
        let mut bad = good.clone();
        bad.truncate(good.len() - 1);
        for body in [bad, b"this is nothing of the kind, certainly not".to_vec()] {
            let server = saying(coding, body);
            on_a_runtime(async || {
                let (kind, message) = failed(&post(&stack(&at(server.url())), "{}")).await;
                assert_eq!(kind, FailureKind::Broken, "{coding}: {message}");
            });
        }
    }
    for coding in ["deflate", "compress", "gzip, br", "rot13"] {
        let server = saying(coding, b"x".to_vec());
        on_a_runtime(async || {
            let (status, _, failure) = answer(&post(&stack(&at(server.url())), "{}")).await;
            assert_eq!((status, failure.unwrap().kind), (0, FailureKind::Broken), "{coding}");
        });
    }
    let server = saying("identity", b"plain".to_vec());
    on_a_runtime(async || {
        assert_eq!(whole(&post(&stack(&at(server.url())), "{}")).await.1, "plain");
    });
}

#[test]
fn bombs_do_not_go_off() {
    for coding in CODINGS {
        let nothing = vec![0; 66 << 20];
        let server = saying(coding, encode(coding, &[&nothing]).concat());
        drop(nothing);
        on_a_runtime(async || {
            let (_, body, failure) = answer(&post(&stack(&at(server.url())), "{}")).await;
            assert_eq!(failure.unwrap().kind, FailureKind::TooLarge, "{coding}");
            assert!(body.len() < 65 << 20);
        });
    }
}

#[test]
fn a_slow_reader_gets_everything_in_order() {
    let text: String = (0..200_000).map(|number| format!("{number},")).collect();
    let server = Server::saying(super::server::ok(&text));
    on_a_runtime(async || {
        let stack = stack(&at(server.url()));
        let pen = Pen::default();
        pen.seen.lock().unwrap().refusals = 1000;
        stack.send(request("POST", stack.url(), "{}"), pen.clone());
        assert_eq!(whole(&pen).await.1, text);
        assert_eq!(pen.seen.lock().unwrap().refusals, 0);
    });
}
