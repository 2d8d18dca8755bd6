//! Servers behind sockets, and behind lanes of the host's own.

use super::puppet;
use mcpclient::{Lane, LaneFeed, LaneHost, Socket, Transport};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Unix,
    Tcp,
    Hosted,
}

pub const ALL: [By; 3] = [By::Unix, By::Tcp, By::Hosted];

/// The general server, and what tells that one connection to it is over: its process has ended.
pub fn server(by: By) -> (Transport, Receiver<()>) {
    behind(by, |command| {
        command.arg("--serve");
    })
}

/// A puppet that plays a transcript, or another server of the puppet's.
pub fn behind(
    by: By,
    arguments: impl Fn(&mut Command) + Send + 'static,
) -> (Transport, Receiver<()>) {
    let (tell, ended) = channel();
    let make = move |input: Stdio, output: Stdio| {
        let mut command = Command::new(puppet());
        arguments(&mut command);
        command.stdin(input).stdout(output).stderr(Stdio::null()).spawn().expect("a puppet")
    };
    let serve = move |socket: OwnedFd| {
        let other = socket.try_clone().expect("a descriptor");
        let mut child = make(socket.into(), other.into());
        let tell = tell.clone();
        thread::spawn(move || {
            drop(child.wait());
            let _ = tell.send(());
        });
    };
    match by {
        By::Unix => {
            let path = socket_path();
            let listener = UnixListener::bind(&path).expect("a socket");
            thread::spawn(move || {
                for stream in listener.incoming() {
                    serve(stream.expect("a connection").into());
                }
            });
            (Socket::unix(path).into(), ended)
        }
        By::Tcp => {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
            let port = listener.local_addr().expect("bound").port();
            thread::spawn(move || {
                for stream in listener.incoming() {
                    serve(stream.expect("a connection").into());
                }
            });
            (Socket::tcp("127.0.0.1", port).into(), ended)
        }
        By::Hosted => {
            let (ours, theirs) = std::os::unix::net::UnixStream::pair().expect("a pair");
            serve(theirs.into());
            let (lane, feed) =
                Lane::new(Piped(Mutex::new(Some(ours.try_clone().expect("a share")))));
            thread::spawn(move || pass_on(ours, &feed));
            (lane.grace(Duration::from_secs(20)).into(), ended)
        }
    }
}

/// A path that is free, and short enough for a socket.
pub fn socket_path() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("mcpc-{}-{number}", std::process::id()));
    drop(std::fs::remove_file(&path));
    path
}

/// A lane that leads into a socket.
struct Piped(Mutex<Option<std::os::unix::net::UnixStream>>);

impl LaneHost for Piped {
    fn send(&self, bytes: &[u8]) {
        let mut socket = self.0.lock().expect("no panic holds it");
        // A server that is gone is noticed by its silence.
        drop(socket.as_mut().expect("it is open").write_all(bytes));
    }

    fn close(&self) {
        let socket = self.0.lock().expect("no panic holds it").take();
        drop(socket.expect("closed once").shutdown(std::net::Shutdown::Write));
    }
}

/// Feeds what the other end says, and waits where that is too much.
pub fn pass_on(mut from: impl Read, feed: &LaneFeed) {
    let mut buffer = vec![0; 32 << 10];
    loop {
        let count = from.read(&mut buffer).unwrap_or(0);
        if count == 0 {
            drop(feed.end(None));
            return;
        }
        while let Err(error) = feed.feed(&buffer[..count]) {
            if error.code != mcpclient::Code::Busy {
                return;
            }
            let (tell, told) = channel();
            feed.on_ready(move || {
                let _ = tell.send(());
            });
            told.recv().expect("it is told");
        }
    }
}
