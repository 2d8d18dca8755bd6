//! Sockets where descriptors are none.

use super::names::Names;
use crate::transport::Address;
use mcpclient_engine::{Code, Error};
use std::io;
use std::net::Shutdown;
use std::os::windows::io::AsSocket;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::net::TcpStream;

/// The server's input.
pub(crate) struct Inlet(Arc<TcpStream>);

/// The server's output.
pub(crate) struct Outlet(Source);

/// The same for whoever reads.
#[derive(Clone)]
pub(crate) struct Source(Arc<TcpStream>);

/// The stream is ready; it notices by itself when it is not any more.
pub(crate) struct Ready;

impl Ready {
    pub(crate) fn clear_ready(&mut self) {}
}

/// Whether there are such sockets here.
pub(crate) fn check(address: &Address) -> Result<(), Error> {
    match address {
        Address::Tcp { .. } => Ok(()),
        Address::Unix(_) => {
            Err(Error::new(Code::Unsupported, "there are no Unix domain sockets on this system"))
        }
    }
}

/// To be called inside the reactor.
pub(crate) async fn connect(address: &Address, names: &Names) -> io::Result<(Inlet, Outlet)> {
    let Address::Tcp { host, port } = address else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    let stream = TcpStream::connect(&*names.look_up(host, *port).await?).await?;
    // Messages are small, and each is waited for.
    stream.set_nodelay(true)?;
    let stream = Arc::new(stream);
    Ok((Inlet(Arc::clone(&stream)), Outlet(Source(stream))))
}

impl Inlet {
    /// Writes what fits now.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    /// Waits for room.
    pub(crate) async fn writable(&self) -> io::Result<Ready> {
        self.0.writable().await.map(|()| Ready)
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        // Gone already, perhaps.
        if let Ok(socket) = self.0.as_socket().try_clone_to_owned() {
            let _ = std::net::TcpStream::from(socket).shutdown(Shutdown::Write);
        }
    }
}

impl Outlet {
    pub(crate) fn poll_readable(&self, context: &mut Context<'_>) -> Poll<io::Result<Ready>> {
        ready!(self.0.0.poll_read_ready(context))?;
        Poll::Ready(Ok(Ready))
    }

    pub(crate) fn source(&self) -> &Source {
        &self.0
    }
}

impl Source {
    /// Lets the reactor watch it.
    pub(crate) fn watch(&self) -> io::Result<Outlet> {
        Ok(Outlet(self.clone()))
    }

    /// Appends what is there, up to `most` bytes.
    pub(crate) fn read(&self, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let before = into.len();
        into.resize(before + most, 0);
        let read = self.0.try_read(&mut into[before..]);
        into.truncate(before + *read.as_ref().unwrap_or(&0));
        read
    }

    /// Only the reactor can wait here.
    pub(crate) fn readable_within(&self, _patience: Duration) -> bool {
        false
    }

    /// Sockets have room enough.
    pub(crate) fn grow(&self, _bytes: usize) {}
}
