//! Streamable HTTP, a thread for each connection.

mod connection;

use crate::reply::{Act, Message, answered, handle, notification, request};
use connection::Connection;
use std::collections::HashMap;
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{LazyLock, Mutex};

/// Bytes that are gathered before they are written.
const CHUNK: usize = 64 * 1024;

const SSE_HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";
const SSE_END: &[u8] = b"0\r\n\r\n";
const ACCEPTED: &[u8] = b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
const DELETED: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
const POST_ONLY: &[u8] =
    b"HTTP/1.1 405 Method Not Allowed\r\nAllow: POST, DELETE\r\nContent-Length: 0\r\n\r\n";

/// Requests of ours that wait for an answer, which comes over another connection.
static WAITING: LazyLock<Mutex<HashMap<u64, SyncSender<Vec<u8>>>>> = LazyLock::new(Mutex::default);
static ASKED: AtomicU64 = AtomicU64::new(0);

/// How many connections there were.
static CONNECTIONS: AtomicU64 = AtomicU64::new(0);

/// Serves until it is killed.
pub fn serve() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    println!("{}", listener.local_addr().expect("it is bound").port());
    for stream in listener.incoming().flatten() {
        CONNECTIONS.fetch_add(1, Ordering::Relaxed);
        let thread = std::thread::Builder::new().stack_size(128 * 1024);
        // Without a thread the connection is closed; a client that is gone ends its thread.
        let _ = thread.spawn(move || Exchange::serve(stream));
    }
}

struct Exchange {
    connection: Connection,
    wire: Vec<u8>,
    out: Vec<u8>,
}

impl Exchange {
    fn serve(stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let connection = Connection::new(stream);
        let mut exchange = Self { connection, wire: Vec::new(), out: Vec::new() };
        loop {
            exchange.one()?;
        }
    }

    /// One request.
    fn one(&mut self) -> io::Result<()> {
        let head = self.connection.head()?;
        let body = self.connection.body(&head)?;
        self.wire.clear();
        self.out.clear();
        if head.starts_with(b"POST ") {
            self.post(&body, head.starts_with(b"POST /mcp-sse"))?;
        } else if head.starts_with(b"DELETE ") {
            self.wire.extend_from_slice(DELETED);
        } else if head.starts_with(b"GET /connections ") {
            let count = CONNECTIONS.load(Ordering::Relaxed).to_string();
            self.json_head(count.len(), false);
            self.wire.extend_from_slice(count.as_bytes());
        } else {
            self.wire.extend_from_slice(POST_ONLY);
        }
        self.flush()
    }

    fn post(&mut self, body: &[u8], stream: bool) -> io::Result<()> {
        let message = Message::read(body);
        match handle(&message, &mut self.out) {
            Act::Nothing => self.wire.extend_from_slice(ACCEPTED),
            Act::Answer(answer) => {
                let asker = WAITING.lock().expect("no thread panics").remove(&message.own_id());
                if let Some(asker) = asker {
                    let _ = asker.send(answer.to_vec());
                }
                self.wire.extend_from_slice(ACCEPTED);
            }
            Act::Reply if stream => {
                self.wire.extend_from_slice(SSE_HEAD);
                self.event(&[]);
                self.wire.extend_from_slice(SSE_END);
            }
            Act::Reply => {
                let session = message.method == Some(b"initialize");
                self.json_head(self.out.len(), session);
                self.wire.extend_from_slice(&self.out);
            }
            Act::Large(middle, end) if stream => {
                self.wire.extend_from_slice(SSE_HEAD);
                self.event(&[&middle, end]);
                self.wire.extend_from_slice(SSE_END);
            }
            Act::Large(middle, end) => {
                self.json_head(self.out.len() + middle.len() + end.len(), false);
                self.wire.extend_from_slice(&self.out);
                self.flush()?;
                self.connection.write(&middle)?;
                self.wire.extend_from_slice(end);
            }
            Act::Ask(ask, tool) => {
                let id = ASKED.fetch_add(1, Ordering::Relaxed) + 1;
                let (asker, answer) = sync_channel(1);
                WAITING.lock().expect("no thread panics").insert(id, asker);
                request(&mut self.out, id, &ask);
                self.wire.extend_from_slice(SSE_HEAD);
                self.event(&[]);
                self.flush()?;
                let Ok(answer) = answer.recv() else { return Err(io::ErrorKind::Other.into()) };
                answered(&mut self.out, message.id.unwrap_or_default(), false, tool, &answer);
                self.event(&[]);
                self.wire.extend_from_slice(SSE_END);
            }
            Act::Notify(count, token) => {
                let reply = std::mem::take(&mut self.out);
                self.wire.extend_from_slice(SSE_HEAD);
                for index in 0..count {
                    notification(&mut self.out, index, count, token);
                    self.event(&[]);
                    if self.wire.len() >= CHUNK {
                        self.flush()?;
                    }
                }
                self.event(&[&reply]);
                self.wire.extend_from_slice(SSE_END);
            }
        }
        Ok(())
    }

    fn json_head(&mut self, length: usize, session: bool) {
        let session = if session { "Mcp-Session-Id: bench-session\r\n" } else { "" };
        let _ = write!(
            self.wire,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{session}\r\n"
        );
    }

    /// Moves what is written out, and more, into one event, which is a chunk of its own.
    fn event(&mut self, more: &[&[u8]]) {
        const AROUND: usize = "event: message\ndata: \n\n".len();
        let length = AROUND + self.out.len() + more.iter().map(|part| part.len()).sum::<usize>();
        let _ = write!(self.wire, "{length:x}\r\nevent: message\ndata: ");
        self.wire.append(&mut self.out);
        for part in more {
            self.wire.extend_from_slice(part);
        }
        self.wire.extend_from_slice(b"\n\n\r\n");
    }

    fn flush(&mut self) -> io::Result<()> {
        self.connection.write(&self.wire)?;
        self.wire.clear();
        Ok(())
    }
}
