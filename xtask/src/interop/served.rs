//! A server that is started here, and reached over HTTP.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, PipeReader, Write as _},
    net::TcpListener,
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        atomic::{AtomicU16, Ordering::Relaxed},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::files;

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(120);

/// A server in a process group of its own, which ends with this value.
pub(super) struct Served {
    child: Child,
    log: PathBuf,
    /// The line by which it was known to be there.
    pub(super) line: String,
}

impl Served {
    /// Starts it, and waits for a line that says that it takes connections. All that it says is in `log`.
    pub(super) fn start(
        mut command: Command,
        log: &Path,
        is_there: fn(&str) -> bool,
    ) -> Result<Self> {
        let (reader, writer) = std::io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).process_group(0);
        let child = command.spawn().with_context(|| format!("{command:?}"))?;
        // The command still holds the pipe's writing end, and the end of the server would go unheard.
        drop(command);
        let file = File::create(log).with_context(|| log.display().to_string())?;
        let (sender, line) = channel();
        thread::spawn(move || copy(reader, file, is_there, &sender));
        let mut served = Self { child, log: log.to_owned(), line: String::new() };
        match line.recv_timeout(LIMIT) {
            Ok(line) => served.line = line,
            Err(_) => bail!("{}\nno server is there", served.said()?),
        }
        Ok(served)
    }

    /// All that it said so far.
    pub(super) fn said(&self) -> Result<String> {
        files::read(&self.log)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It was not waited for yet, so the group's id is still its own.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Until all who hold the other end are gone.
fn copy(from: PipeReader, mut to: File, is_there: fn(&str) -> bool, told: &Sender<String>) {
    for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        // A log that cannot be written is no reason to hold a server up.
        let _ = writeln!(to, "{line}");
        if is_there(&line) {
            // Said again, it is not listened to any more.
            let _ = told.send(line.into_owned());
        }
    }
}

/// A port that nobody listens at, below those that systems give to whoever asks for any.
pub(super) fn free_port() -> Result<u16> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    const FIRST: u16 = 20_000;
    const COUNT: u16 = 10_000;
    // Two runs at a time begin in different places.
    let start = (std::process::id() % u32::from(COUNT)) as u16;
    for _ in 0..COUNT {
        let port = FIRST + start.wrapping_add(NEXT.fetch_add(1, Relaxed)) % COUNT;
        if TcpListener::bind(("0.0.0.0", port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no port is free")
}
