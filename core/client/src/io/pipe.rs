//! Our ends of a server's standard streams, or of the socket to it: never blocking.

use super::sys;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::Interest;
use tokio::io::unix::{AsyncFd, AsyncFdReadyGuard};

/// The server's input.
pub(crate) struct Inlet {
    fd: AsyncFd<OwnedFd>,
    /// A socket, which others share: closing the descriptor alone tells the server nothing.
    is_socket: bool,
}

/// The server's output, or its stderr, while the reactor watches it.
pub(crate) struct Outlet(AsyncFd<Source>);

/// The same for a thread that watches it itself.
#[derive(Clone)]
pub(crate) struct Source(Arc<OwnedFd>);

/// Ours only: the server's end is another description and keeps blocking, as programs expect.
fn never_block(fd: &OwnedFd) -> io::Result<()> {
    rustix::io::ioctl_fionbio(fd, true).map_err(io::Error::from)
}

impl Inlet {
    /// To be called inside the reactor.
    pub(crate) fn new(fd: OwnedFd) -> io::Result<Self> {
        Self::with(fd, false)
    }

    /// The same for a share of a socket.
    pub(crate) fn socket(fd: OwnedFd) -> io::Result<Self> {
        Self::with(fd, true)
    }

    fn with(fd: OwnedFd, is_socket: bool) -> io::Result<Self> {
        #[cfg(target_vendor = "apple")]
        sys::never_sigpipe(fd.as_fd());
        never_block(&fd)?;
        let fd = sys::register(fd, Interest::WRITABLE)?;
        Ok(Self { fd, is_socket })
    }

    /// Writes what fits now.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let fd = self.fd.get_ref().as_fd();
        loop {
            let sent = if self.is_socket {
                sys::send_quietly(fd, bytes)
            } else {
                sys::write_quietly(fd, bytes)
            };
            match sent {
                Err(rustix::io::Errno::INTR) => {}
                other => return other.map_err(io::Error::from),
            }
        }
    }

    /// Waits for room.
    pub(crate) async fn writable(&self) -> io::Result<AsyncFdReadyGuard<'_, OwnedFd>> {
        self.fd.writable().await
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        if self.is_socket {
            // Gone already, perhaps.
            let _ = rustix::net::shutdown(self.fd.get_ref(), rustix::net::Shutdown::Write);
        }
    }
}

impl Outlet {
    /// To be called inside the reactor.
    pub(crate) fn new(fd: OwnedFd) -> io::Result<Self> {
        never_block(&fd)?;
        Source(Arc::new(fd)).watch()
    }

    pub(crate) fn poll_readable(
        &self,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<AsyncFdReadyGuard<'_, Source>>> {
        self.0.poll_read_ready(context)
    }

    pub(crate) fn source(&self) -> &Source {
        self.0.get_ref()
    }
}

impl Source {
    /// Lets the reactor watch it, once at a time. To be called inside the reactor.
    pub(crate) fn watch(&self) -> io::Result<Outlet> {
        sys::register(self.clone(), Interest::READABLE).map(Outlet)
    }

    /// Appends what is there, up to `most` bytes, without clearing them first.
    pub(crate) fn read(&self, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        into.reserve(most);
        sys::read_more(self.0.as_fd(), into, most)
    }

    /// Blocks until there is something to read, or an end to be noticed, for at most `patience`.
    pub(crate) fn readable_within(&self, patience: std::time::Duration) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        let patience = Timespec::try_from(patience).ok();
        poll(&mut fds, patience.as_ref()).is_ok_and(|count| count > 0)
    }

    /// Lets more wait in the pipe, so that a large message takes fewer turns. If the system would
    /// rather not, it is as it was.
    #[cfg(target_os = "linux")]
    pub(crate) fn grow(&self, bytes: usize) {
        let _ = rustix::pipe::fcntl_setpipe_size(&self.0, bytes);
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn grow(&self, _bytes: usize) {}
}

impl AsRawFd for Source {
    fn as_raw_fd(&self) -> std::os::fd::RawFd {
        self.0.as_raw_fd()
    }
}
