//! A server whose every byte a test decides.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

/// Bytes both ways.
pub(super) trait Pipe: Read + Write + Send {}
impl<T: Read + Write + Send> Pipe for T {}

/// What it has seen.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
}

/// One connection of it.
pub(super) struct Visit {
    pub(super) pipe: Box<dyn Pipe>,
    pub(super) socket: TcpStream,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Runs `serve` for each connection, on a thread of its own.
    pub(super) fn start(serve: impl Fn(&mut Visit) + Send + Sync + 'static) -> Self {
        Self::wrapped(|socket| Some(Box::new(socket)), serve)
    }

    /// With something between the socket and the bytes.
    pub(super) fn wrapped(
        wrap: impl Fn(TcpStream) -> Option<Box<dyn Pipe>> + Send + Sync + 'static,
        serve: impl Fn(&mut Visit) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (counted, written) = (Arc::clone(&connections), Arc::clone(&requests));
        let both = Arc::new((wrap, serve));
        thread::spawn(move || {
            for socket in listener.incoming().map_while(Result::ok) {
                counted.fetch_add(1, SeqCst);
                let (both, requests) = (Arc::clone(&both), Arc::clone(&written));
                thread::spawn(move || {
                    let held = socket.try_clone().unwrap();
                    let Some(pipe) = both.0(socket) else { return };
                    both.1(&mut Visit { pipe, socket: held, requests });
                });
            }
        });
        Self { address, connections, requests }
    }

    /// Answers each request with that.
    pub(super) fn saying(answer: impl Into<String>) -> Self {
        let answer = answer.into();
        Self::start(move |visit| while visit.request().is_some() && visit.say(&answer) {})
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    pub(super) fn connections(&self) -> usize {
        self.connections.load(SeqCst)
    }

    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

impl Visit {
    /// The next request, head and body; none once the client has closed.
    pub(super) fn request(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            self.more(&mut bytes)?;
        };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.map_or(0, |text| text.parse().unwrap());
        while bytes.len() < end + length {
            self.more(&mut bytes)?;
        }
        let request = String::from_utf8(bytes).unwrap();
        self.requests.lock().unwrap().push(request.clone());
        Some(request)
    }

    fn more(&mut self, bytes: &mut Vec<u8>) -> Option<()> {
        let mut piece = [0; 4096];
        let length = self.pipe.read(&mut piece).ok().filter(|&length| length > 0)?;
        bytes.extend_from_slice(&piece[..length]);
        Some(())
    }

    /// False if the client is gone.
    pub(super) fn say(&mut self, text: impl AsRef<[u8]>) -> bool {
        self.pipe.write_all(text.as_ref()).and_then(|()| self.pipe.flush()).is_ok()
    }

    /// Waits until the client closes.
    pub(super) fn until_closed(&mut self) {
        while self.more(&mut Vec::new()).is_some() {}
    }

    /// Closes both ways at once.
    pub(super) fn close(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}

/// An answer of known length.
pub(super) fn ok(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}
