//! Starting a server.

use super::child::Child;
use super::pipe::{Inlet, Outlet};
use super::sys;
use crate::transport::Stdio as Options;
use mcpclient_engine::{Code, Error};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// A server that was just started, but for its input.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) stdout: Outlet,
    pub(crate) stderr: Outlet,
}

impl Server {
    /// To be called inside the reactor.
    pub(crate) fn start(options: &Options) -> Result<(Self, Inlet), Error> {
        if options.program.is_empty() {
            return Err(Error::new(Code::InvalidArg, "the server's program has no name"));
        }
        let mut command = Command::new(&options.program);
        command.args(&options.args);
        if options.clear_env {
            command.env_clear();
        }
        command.envs(options.env.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &options.cwd {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: what it starts ends with it, and the terminal's signals are the host's.
        command.process_group(0);
        sys::plain_signals(&mut command);
        let mut process = command.spawn().map_err(|error| refused(&error))?;
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        // From here on a failure ends the process: Child sees to that when it is dropped.
        let child = Child::new(process.id()).map_err(|error| refused(&error))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Error::new(Code::Start, "the server has no pipes"));
        };
        let open = |fd: OwnedFd| Outlet::new(fd).map_err(|error| refused(&error));
        let inlet = Inlet::new(stdin.into()).map_err(|error| refused(&error))?;
        let server = Self { child, stdout: open(stdout.into())?, stderr: open(stderr.into())? };
        Ok((server, inlet))
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.pid()
    }
}

fn refused(error: &io::Error) -> Error {
    let code =
        if error.kind() == io::ErrorKind::InvalidInput { Code::InvalidArg } else { Code::Start };
    Error::new(code, format!("the server could not be started: {error}"))
}
