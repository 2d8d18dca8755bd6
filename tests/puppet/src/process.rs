//! What a transcript can ask of a real process.

use std::io::{self, Write};
use std::process::Command;
use std::time::Duration;

use mcpclient_puppet as puppet;

/// This process.
pub(crate) struct Stage;

impl puppet::Stage for Stage {
    fn stderr(&mut self, bytes: &[u8]) -> io::Result<()> {
        io::stderr().write_all(bytes)
    }

    fn ignore_term(&mut self) {
        signals::ignore_term();
    }

    fn grandchild(&mut self, apart: bool) -> io::Result<u32> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--idle");
        #[cfg(unix)]
        if apart {
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        #[cfg(not(unix))]
        let _ = apart;
        command.spawn().map(|child| child.id())
    }
}

/// Neither reads nor exits, but does not outlive a test run that forgot about it.
pub(crate) fn stay() -> ! {
    std::thread::sleep(Duration::from_secs(600));
    std::process::exit(4)
}

/// Dies of a signal.
pub(crate) fn die(name: &str) -> ! {
    signals::raise(name);
    std::process::exit(4)
}

#[cfg(unix)]
mod signals {
    pub(crate) fn ignore_term() {
        // SAFETY: ignoring a signal installs no handler, so nothing can run at a bad time.
        unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
    }

    pub(crate) fn raise(name: &str) {
        let signal = match name {
            "TERM" => libc::SIGTERM,
            "INT" => libc::SIGINT,
            "SEGV" => libc::SIGSEGV,
            "ABRT" => libc::SIGABRT,
            "PIPE" => libc::SIGPIPE,
            _ => libc::SIGKILL,
        };
        // SAFETY: both calls take plain numbers. The default comes back first, because Rust
        // handles SIGSEGV and ignores SIGPIPE.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
}

#[cfg(not(unix))]
mod signals {
    pub(crate) fn ignore_term() {}

    pub(crate) fn raise(_name: &str) {}
}
