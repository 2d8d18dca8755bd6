use crate::json::number;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;

/// A connection that is kept, and what was read from it but not taken yet.
pub struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
    taken: usize,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Self {
        Self { stream, read: Vec::new(), taken: 0 }
    }

    /// The lines of a request's head, each with its end.
    pub fn head(&mut self) -> io::Result<Vec<u8>> {
        let mut head = self.until(b"\r\n\r\n")?;
        head.extend_from_slice(b"\r\n");
        Ok(head)
    }

    /// The body that follows this head.
    pub fn body(&mut self, head: &[u8]) -> io::Result<Vec<u8>> {
        let mut length = 0;
        for line in head.split(|&byte| byte == b'\n') {
            let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
            let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
            if name.eq_ignore_ascii_case(b"content-length") {
                length = number(Some(value)).unwrap_or(0);
            } else if name.eq_ignore_ascii_case(b"transfer-encoding")
                && value.eq_ignore_ascii_case(b"chunked")
            {
                return self.chunks();
            }
        }
        self.exactly(length)
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    fn chunks(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = self.until(b"\r\n")?;
            let size = std::str::from_utf8(&line).ok();
            let size = size.and_then(|size| usize::from_str_radix(size.trim(), 16).ok());
            let size = size.ok_or(io::ErrorKind::InvalidData)?;
            body.extend(self.exactly(size)?);
            self.until(b"\r\n")?;
            if size == 0 {
                return Ok(body);
            }
        }
    }

    /// What comes before the mark, which is taken too.
    fn until(&mut self, mark: &[u8]) -> io::Result<Vec<u8>> {
        loop {
            let rest = &self.read[self.taken..];
            if let Some(length) = rest.windows(mark.len()).position(|window| window == mark) {
                let bytes = rest[..length].to_vec();
                self.taken += length + mark.len();
                return Ok(bytes);
            }
            self.fill()?;
        }
    }

    fn exactly(&mut self, length: usize) -> io::Result<Vec<u8>> {
        while self.read.len() - self.taken < length {
            self.fill()?;
        }
        let bytes = self.read[self.taken..self.taken + length].to_vec();
        self.taken += length;
        Ok(bytes)
    }

    fn fill(&mut self) -> io::Result<()> {
        self.read.drain(..self.taken);
        self.taken = 0;
        let end = self.read.len();
        self.read.resize(end + super::CHUNK, 0);
        let count = self.stream.read(&mut self.read[end..]);
        self.read.truncate(end + *count.as_ref().unwrap_or(&0));
        if count? == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}
