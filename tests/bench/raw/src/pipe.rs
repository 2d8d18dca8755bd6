use crate::buffer::Buffer;
use crate::link::Link;
use std::io::Write as _;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A server that runs as a child process, and ends when its input does.
pub struct Pipe {
    input: ChildStdin,
    output: ChildStdout,
    read: Buffer,
    line: Vec<u8>,
    _child: Child,
}

impl Pipe {
    pub fn open(target: &str) -> Self {
        let mut words = target.split_whitespace();
        let mut child = Command::new(words.next().expect("a command"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = input.zip(output).expect("both are piped");
        Self { input, output, read: Buffer::new(), line: Vec::new(), _child: child }
    }

    /// Sends lines that are ended already.
    pub fn send_lines(&mut self, lines: &[u8]) {
        self.input.write_all(lines).expect("a write");
    }

    /// Whether the next message was read already.
    pub fn has_message(&self) -> bool {
        self.read.has_line()
    }
}

impl Link for Pipe {
    fn send(&mut self, message: &[u8]) {
        self.line.clear();
        self.line.extend_from_slice(message);
        self.line.push(b'\n');
        self.input.write_all(&self.line).expect("a write");
    }

    fn receive(&mut self) -> &[u8] {
        self.read.until(&mut self.output, b"\n")
    }

    fn tell(&mut self, message: &[u8]) {
        self.send(message);
    }
}
