//! A small HTTP/1.1 server on a loopback port: requests come out of it, and what is to be done on exchanges
//! goes in. It does what it is told, also what no decent server does.

use std::collections::HashMap;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::http::half::Op;
use crate::http::request::Request;

/// What happens at the socket.
pub(crate) enum Happening {
    /// A request, under a number of its own.
    Request(u64, Request),
    /// The client closed the connection of these requests.
    Closed(Vec<u64>),
    /// Nothing more is to be played.
    Over,
}

/// The connections that exchanges are on.
type Connections = Arc<Mutex<HashMap<u64, TcpStream>>>;

pub(crate) struct Socket {
    port: u16,
    connections: Connections,
    happenings: Receiver<Happening>,
    tell: Sender<Happening>,
    /// Bodies that come in pieces of a length that is told first.
    chunked: HashMap<u64, bool>,
    /// Writes this many bytes at a time.
    pub(crate) chunk: Option<usize>,
}

impl Socket {
    pub(crate) fn open() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let connections = Connections::default();
        let (tell, happenings) = channel();
        let door = Door { connections: Arc::clone(&connections), tell: tell.clone() };
        thread::spawn(move || door.serve(&listener));
        let chunked = HashMap::new();
        Ok(Self { port, connections, happenings, tell, chunked, chunk: None })
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// For telling that all is over.
    pub(crate) fn teller(&self) -> Sender<Happening> {
        self.tell.clone()
    }

    /// What happens next; none if nothing does for so long.
    pub(crate) fn next(&self, limit: Duration) -> Option<Happening> {
        self.happenings.recv_timeout(limit).ok()
    }

    /// Does it; `then` is what follows on the same exchange. A client that has left misses it.
    pub(crate) fn carry_out(&mut self, exchange: u64, op: &Op, then: Option<&Op>) {
        let stream = lock(&self.connections).get(&exchange).and_then(|it| it.try_clone().ok());
        let Some(mut stream) = stream else { return };
        let done = match op {
            Op::Head(status, headers) => {
                let chunked = !has_length(headers) && then != Some(&Op::End);
                self.chunked.insert(exchange, chunked);
                self.write(&mut stream, &head(*status, headers, chunked))
            }
            Op::Bytes(bytes) if self.chunked.get(&exchange) == Some(&true) => {
                let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
                chunk.extend_from_slice(bytes);
                chunk.extend_from_slice(b"\r\n");
                // A chunk without bytes would be the end.
                if bytes.is_empty() { Ok(()) } else { self.write(&mut stream, &chunk) }
            }
            Op::Bytes(bytes) => self.write(&mut stream, bytes),
            Op::End => {
                lock(&self.connections).remove(&exchange);
                match self.chunked.remove(&exchange) {
                    Some(true) => self.write(&mut stream, b"0\r\n\r\n"),
                    _ => Ok(()),
                }
            }
            Op::Break => {
                lock(&self.connections).remove(&exchange);
                stream.shutdown(Shutdown::Both)
            }
        };
        // Who has left is told of otherwise.
        let _ = done;
    }

    fn write(&self, stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
        let Some(size) = self.chunk else { return stream.write_all(bytes) };
        for chunk in bytes.chunks(size) {
            stream.write_all(chunk)?;
            // Nothing tells when a reader has read; without a pause it would see one piece.
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

fn head(status: u16, headers: &[(String, String)], chunked: bool) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Status\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if chunked {
        head += "transfer-encoding: chunked\r\n";
    } else if status != 204 && !has_length(headers) {
        head += "content-length: 0\r\n";
    }
    (head + "\r\n").into_bytes()
}

fn has_length(headers: &[(String, String)]) -> bool {
    headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length"))
}

/// Where clients come in.
struct Door {
    connections: Connections,
    tell: Sender<Happening>,
}

impl Door {
    fn serve(self, listener: &TcpListener) {
        let (door, next) = (Arc::new(self), Arc::new(AtomicU64::new(0)));
        for stream in listener.incoming().flatten() {
            let (door, next) = (Arc::clone(&door), Arc::clone(&next));
            thread::spawn(move || {
                let mut exchanges = Vec::new();
                // A connection that breaks is one that closes.
                let _ = door.requests(&stream, &next, &mut exchanges);
                let open = &mut *lock(&door.connections);
                exchanges.retain(|exchange| open.remove(exchange).is_some());
                let _ = door.tell.send(Happening::Closed(exchanges));
            });
        }
    }

    /// One request after the other.
    fn requests(
        &self,
        stream: &TcpStream,
        next: &AtomicU64,
        exchanges: &mut Vec<u64>,
    ) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream);
        while let Some(request) = read(&mut reader)? {
            let exchange = next.fetch_add(1, Ordering::Relaxed);
            exchanges.push(exchange);
            lock(&self.connections).insert(exchange, stream.try_clone()?);
            if self.tell.send(Happening::Request(exchange, request)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// One request; none at the end of the connection.
fn read(from: &mut BufReader<&TcpStream>) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut request = Request { method, path, ..Request::default() };
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end_matches(['\r', '\n']).split_once(':') else {
            break;
        };
        let value = value.trim_matches([' ', '\t']).to_owned();
        request.headers.push((name.to_ascii_lowercase(), value));
    }
    let length = request.headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, length)| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    request.body = (length > 0).then(|| String::from_utf8_lossy(&body).into_owned());
    Ok(Some(request))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
