//! A proxy that makes tunnels (RFC 9110, section 9.3.6), for those who know the password.

use std::{
    io::{self, Read as _, Write as _},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use anyhow::Result;

use super::certificates::NAME;

/// `user:secret` as it is written in a URL, and in base64.
const PASSWORD: [&str; 2] = ["interop:secret", "aW50ZXJvcDpzZWNyZXQ="];

/// It lives as long as this program.
pub(super) struct Proxy {
    port: u16,
    tunnels: Arc<AtomicUsize>,
}

impl Proxy {
    /// Leads to this port of this machine, whatever the name.
    pub(super) fn start(to: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let proxy = Self { port: listener.local_addr()?.port(), tunnels: Arc::default() };
        let tunnels = Arc::clone(&proxy.tunnels);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let tunnels = Arc::clone(&tunnels);
                // Who is gone ends one tunnel.
                thread::spawn(move || serve(client, to, &tunnels));
            }
        });
        Ok(proxy)
    }

    /// Its URL, with the password.
    pub(super) fn url(&self) -> String {
        format!("http://{}@127.0.0.1:{}", PASSWORD[0], self.port)
    }

    /// How many tunnels there were.
    pub(super) fn tunnels(&self) -> usize {
        self.tunnels.load(Relaxed)
    }
}

fn serve(mut client: TcpStream, to: u16, tunnels: &AtomicUsize) -> io::Result<()> {
    let head = head(&mut client)?;
    let wanted = format!("CONNECT {NAME}:{to} HTTP/1.1\r\n");
    let known = head.lines().any(|line| {
        let (name, value) = line.split_once(':').unwrap_or_default();
        name.eq_ignore_ascii_case("proxy-authorization")
            && value.trim().strip_prefix("Basic ") == Some(PASSWORD[1])
    });
    if !head.starts_with(&wanted) {
        return client.write_all(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    }
    if !known {
        return client.write_all(
            b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
        );
    }
    let mut server = TcpStream::connect(("127.0.0.1", to))?;
    tunnels.fetch_add(1, Relaxed);
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        let ended = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Write);
        ended
    });
    io::copy(&mut server, &mut client)?;
    client.shutdown(Shutdown::Both)
}

/// Up to the empty line: clients wait before they say more.
fn head(client: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        client.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}
