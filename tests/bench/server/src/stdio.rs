//! Newline-delimited JSON-RPC on standard input and output.

use crate::reply::{Act, Message, answered, handle, notification, request};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::FromRawFd as _;

/// Bytes that are read, and gathered before they are written, at once.
const CHUNK: usize = 64 * 1024;

/// A call that waits for the client's answer: its id and its tool.
type Waiting = (Vec<u8>, Vec<u8>);

struct Server {
    output: File,
    out: Vec<u8>,
    waiting: HashMap<u64, Waiting>,
    asked: u64,
}

/// Serves to the end of the input.
pub fn serve() {
    // SAFETY: descriptors 0 and 1 are this process's own and used only here. The files of std would
    // lock, and buffer once more.
    let (input, output) = unsafe { (File::from_raw_fd(0), File::from_raw_fd(1)) };
    let out = Vec::with_capacity(CHUNK);
    let mut server = Server { output, out, waiting: HashMap::new(), asked: 0 };
    // A client that is gone ends the server as the end of the input does.
    let _ = server.run(input);
}

impl Server {
    fn run(&mut self, mut input: File) -> io::Result<()> {
        let mut read = Vec::with_capacity(CHUNK);
        let mut chunk = vec![0; CHUNK];
        let mut scanned = 0;
        loop {
            let count = input.read(&mut chunk)?;
            if count == 0 {
                return Ok(());
            }
            read.extend_from_slice(&chunk[..count]);
            let mut start = 0;
            while let Some(length) = read[scanned.max(start)..].iter().position(|&b| b == b'\n') {
                let end = scanned.max(start) + length;
                self.line(&read[start..end])?;
                start = end + 1;
            }
            read.drain(..start);
            scanned = read.len();
            self.flush()?;
        }
    }

    fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let message = Message::read(line);
        let begin = self.out.len();
        match handle(&message, &mut self.out) {
            Act::Nothing => {}
            Act::Reply => self.out.push(b'\n'),
            Act::Large(middle, end) => {
                self.flush()?;
                self.output.write_all(&middle)?;
                self.out.extend_from_slice(end);
                self.out.push(b'\n');
            }
            Act::Ask(ask, tool) => {
                self.asked += 1;
                let call = message.id.unwrap_or_default().to_vec();
                self.waiting.insert(self.asked, (call, tool.to_vec()));
                request(&mut self.out, self.asked, &ask);
                self.out.push(b'\n');
            }
            Act::Notify(count, token) => {
                let reply = self.out.split_off(begin);
                for index in 0..count {
                    notification(&mut self.out, index, count, token);
                    self.out.push(b'\n');
                    if self.out.len() >= CHUNK {
                        self.flush()?;
                    }
                }
                self.out.extend_from_slice(&reply);
                self.out.push(b'\n');
            }
            Act::Answer(answer) => {
                if let Some((call, tool)) = self.waiting.remove(&message.own_id()) {
                    answered(&mut self.out, &call, false, &tool, answer);
                    self.out.push(b'\n');
                }
            }
        }
        if self.out.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }
}
