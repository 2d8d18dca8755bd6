//! A small HTTP/1.1 server for tests: what it answers is up to each test, piece by piece, and any piece may be the
//! one at which the connection is cut.

use mcpclient::json::{Json, Value};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    pub fn json(&self) -> Json {
        Json::parse(&self.body).expect("a message")
    }

    /// The method of the JSON-RPC message, or of HTTP where there is none.
    pub fn what(&self) -> String {
        if self.body.is_empty() {
            return self.method.clone();
        }
        let message = self.json();
        let method = message.value().get("method").and_then(Value::text);
        method.map_or_else(|| "answer".into(), std::borrow::Cow::into_owned)
    }

    /// The id of the JSON-RPC request.
    pub fn id(&self) -> Option<String> {
        self.json().value().get("id").map(|id| id.raw().to_owned())
    }

    /// A member of the parameters, as it stands.
    pub fn param(&self, at: &str) -> Option<String> {
        self.json().value().at(&format!("/params/{at}")).map(|value| value.raw().to_owned())
    }
}

/// What the connections of one server have in common.
#[derive(Default)]
struct Common {
    /// Pieces that were written.
    pieces: AtomicUsize,
    /// The number of the one that is not, and cuts its connection instead.
    cut: AtomicUsize,
    stopped: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The server. Dropped, it hangs up.
pub struct Server {
    port: u16,
    common: Arc<Common>,
    listening: Option<thread::JoinHandle<()>>,
}

impl Server {
    pub fn start(handle: impl Fn(&Asked, Answer) + Send + Sync + 'static) -> Self {
        Self::start_at(0, handle)
    }

    /// On a port that another one had.
    pub fn start_at(port: u16, handle: impl Fn(&Asked, Answer) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("a socket");
        let port = listener.local_addr().expect("bound").port();
        let common = Arc::new(Common::default());
        let shared = Arc::clone(&common);
        let handle = Arc::new(handle);
        let listening = thread::spawn(move || {
            for stream in listener.incoming() {
                if shared.stopped.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                lock(&shared.open).push(stream.try_clone().expect("a share"));
                let (common, handle) = (Arc::clone(&shared), Arc::clone(&handle));
                thread::spawn(move || serve(&stream, &common, &*handle));
            }
        });
        Self { port, common, listening: Some(listening) }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The connection of this piece, counted from 1, is cut in its place.
    pub fn cut_at(&self, piece: usize) {
        self.common.cut.store(piece, Ordering::SeqCst);
    }

    /// Closes every connection there is.
    pub fn hang_up(&self) {
        for stream in lock(&self.common.open).drain(..) {
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    /// How many pieces were written.
    pub fn pieces(&self) -> usize {
        self.common.pieces.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.common.stopped.store(true, Ordering::SeqCst);
        // So that it looks.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        if let Some(listening) = self.listening.take() {
            listening.join().expect("no panic");
        }
        self.hang_up();
    }
}

fn serve(stream: &TcpStream, common: &Arc<Common>, handle: &(dyn Fn(&Asked, Answer) + Sync)) {
    stream.set_nodelay(true).expect("a socket");
    let mut reader = BufReader::new(stream);
    while let Some(asked) = read(&mut reader) {
        let stream = stream.try_clone().expect("a share");
        handle(&asked, Answer { stream, common: Arc::clone(common) });
    }
    drop(stream.shutdown(Shutdown::Both));
}

fn read(reader: &mut impl BufRead) -> Option<Asked> {
    let mut line = || {
        let mut line = String::new();
        let count = reader.read_line(&mut line).ok()?;
        (count > 0).then(|| line.trim_end().to_owned())
    };
    let first = line()?;
    let mut words = first.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let line = line()?;
        match line.split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let mut asked = Asked { method, path, headers, body: String::new() };
    let length =
        asked.header("content-length").map_or(0, |length| length.parse().expect("a number"));
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    asked.body = String::from_utf8(body).ok()?;
    Some(asked)
}

/// The answer to one request, which is to be given before the next one is read. A client that is gone is nothing
/// that it would notice.
pub struct Answer {
    stream: TcpStream,
    common: Arc<Common>,
}

impl Answer {
    /// Writes a piece, or cuts the connection in its place.
    fn piece(&mut self, bytes: &[u8]) -> bool {
        let number = self.common.pieces.fetch_add(1, Ordering::SeqCst) + 1;
        if number == self.common.cut.load(Ordering::SeqCst) {
            drop(self.stream.shutdown(Shutdown::Both));
        }
        self.stream.write_all(bytes).is_ok()
    }

    /// An answer with its body, in two pieces.
    pub fn whole(mut self, status: u16, headers: &[(&str, &str)], body: &str) {
        let mut head = format!("HTTP/1.1 {status} Said\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        self.piece((head + "\r\n").as_bytes());
        if !body.is_empty() {
            self.piece(body.as_bytes());
        }
    }

    /// An answer of JSON.
    pub fn json(self, body: &str) {
        self.whole(200, &[("Content-Type", "application/json")], body);
    }

    /// A JSON-RPC result.
    pub fn result(self, asked: &Asked, result: &str) {
        let id = asked.id().expect("a request");
        self.json(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}"));
    }

    pub fn status(self, status: u16) {
        self.whole(status, &[], "");
    }

    /// Begins a stream of events.
    pub fn events(mut self, headers: &[(&str, &str)]) -> Events {
        let mut head = "HTTP/1.1 200 Said\r\nTransfer-Encoding: chunked\r\n".to_owned();
        head += "Content-Type: text/event-stream\r\n";
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        self.piece((head + "\r\n").as_bytes());
        Events(self)
    }

    /// Closes the connection.
    pub fn hang_up(self) {
        drop(self.stream.shutdown(Shutdown::Both));
    }

    /// Bytes as they are; false if nobody reads them any more.
    pub fn raw(&mut self, bytes: &[u8]) -> bool {
        self.piece(bytes)
    }
}

/// A stream of events.
pub struct Events(Answer);

impl Events {
    /// One chunk; false if nobody reads it any more.
    pub fn chunk(&mut self, text: &str) -> bool {
        self.0.piece(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes())
    }

    /// One message.
    pub fn message(&mut self, json: &str) -> bool {
        self.chunk(&format!("data: {json}\n\n"))
    }

    /// One message that can be gone on after.
    pub fn marked(&mut self, id: &str, json: &str) -> bool {
        self.chunk(&format!("id: {id}\ndata: {json}\n\n"))
    }

    pub fn end(mut self) {
        self.0.piece(b"0\r\n\r\n");
    }

    /// What waits until the client closes the connection.
    pub fn wait(&self) -> impl FnOnce() + use<> {
        let mut stream = self.0.stream.try_clone().expect("a share");
        move || drop(stream.read(&mut [0]))
    }
}
