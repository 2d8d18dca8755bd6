use crate::buffer::Buffer;
use crate::link::Link;
use memchr::memmem;
use std::io::Write as _;
use std::net::TcpStream;

/// Streamable HTTP over kept connections.
pub struct Http {
    address: String,
    path: String,
    stateless: bool,
    main: Connection,
    /// For answers, while the main one is busy with the call; opened when the first is sent.
    side: Option<Connection>,
    /// The reply's head was read.
    headed: bool,
    /// The reply is a stream of events.
    stream: bool,
    wire: Vec<u8>,
}

struct Connection {
    stream: TcpStream,
    read: Buffer,
}

impl Connection {
    fn open(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("a socket option");
        Self { stream, read: Buffer::new() }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("a write");
    }

    fn until(&mut self, delimiter: &[u8]) -> &[u8] {
        self.read.until(&mut self.stream, delimiter)
    }
}

impl Http {
    pub fn open(url: &str, stateless: bool) -> Self {
        let rest = url.strip_prefix("http://").expect("an http:// URL");
        let (address, path) = rest.split_once('/').expect("a path");
        Self {
            address: address.to_owned(),
            path: format!("/{path}"),
            stateless,
            main: Connection::open(address),
            side: None,
            headed: false,
            stream: false,
            wire: Vec::new(),
        }
    }

    fn frame(&mut self, message: &[u8]) {
        let era = if self.stateless {
            "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n"
        } else {
            "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: bench-session\r\n"
        };
        self.wire.clear();
        let _ = write!(
            self.wire,
            "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{era}Content-Length: {}\r\n\r\n",
            self.path,
            self.address,
            message.len()
        );
        self.wire.extend_from_slice(message);
    }
}

impl Link for Http {
    fn send(&mut self, message: &[u8]) {
        self.frame(message);
        self.main.write(&self.wire);
        self.headed = false;
    }

    fn receive(&mut self) -> &[u8] {
        if !self.headed {
            self.headed = true;
            let head = self.main.until(b"\r\n\r\n");
            self.stream = memmem::find(head, b"text/event-stream").is_some();
            if !self.stream {
                let length = content_length(head);
                return self.main.read.exactly(&mut self.main.stream, length);
            }
        }
        self.main.until(b"data: ");
        self.main.until(b"\n")
    }

    fn tell(&mut self, message: &[u8]) {
        self.frame(message);
        let side = self.side.get_or_insert_with(|| Connection::open(&self.address));
        side.write(&self.wire);
        side.until(b"\r\n\r\n");
    }

    fn done(&mut self) {
        if self.stream {
            self.main.until(b"0\r\n\r\n");
        }
    }
}

fn content_length(head: &[u8]) -> usize {
    const NAME: &[u8] = b"Content-Length: ";
    let at = memmem::find(head, NAME).expect("a length") + NAME.len();
    let digits = head[at..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0'))
}
