//! Connecting to a server that listens.

use super::names::Names;
use super::pipe::{Inlet, Outlet};
use crate::transport::Address;
use mcpclient_engine::Error;
use std::io;
use std::os::fd::OwnedFd;
use tokio::net::{TcpStream, UnixStream};

/// Whether there are such sockets here.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there are not")]
pub(crate) fn check(_address: &Address) -> Result<(), Error> {
    Ok(())
}

/// To be called inside the reactor.
pub(crate) async fn connect(address: &Address, names: &Names) -> io::Result<(Inlet, Outlet)> {
    let socket: OwnedFd = match address {
        Address::Unix(path) => UnixStream::connect(path).await?.into_std()?.into(),
        Address::Tcp { host, port } => {
            let stream = TcpStream::connect(&*names.look_up(host, *port).await?).await?;
            // Messages are small, and each is waited for.
            stream.set_nodelay(true)?;
            stream.into_std()?.into()
        }
    };
    // The reactor watches each for one thing.
    let inlet = Inlet::socket(socket.try_clone()?)?;
    Ok((inlet, Outlet::new(socket)?))
}
