//! A connection, whatever it is wrapped in.

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use std::io::{IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

/// To a server, or to a proxy that reads requests.
pub(super) struct Wire {
    pub(super) layers: Layers,
}

pub(super) enum Layers {
    Plain(TokioIo<TcpStream>),
    Tls(TokioIo<Box<TlsStream<TcpStream>>>),
    /// To a server, within that to a proxy.
    Nested(TokioIo<Box<TlsStream<TlsStream<TcpStream>>>>),
}

impl Wire {
    /// Whether HTTP/2 was agreed on.
    pub(super) fn is_h2(&self) -> bool {
        let alpn = match &self.layers {
            Layers::Plain(_) => None,
            Layers::Tls(stream) => stream.inner().get_ref().1.alpn_protocol(),
            Layers::Nested(stream) => stream.inner().get_ref().1.alpn_protocol(),
        };
        alpn == Some(b"h2")
    }
}

macro_rules! forward {
    ($self:ident, $stream:ident => $act:expr) => {
        match &mut $self.get_mut().layers {
            Layers::Plain(stream) => {
                let $stream = Pin::new(stream);
                $act
            }
            Layers::Tls(stream) => {
                let $stream = Pin::new(stream);
                $act
            }
            Layers::Nested(stream) => {
                let $stream = Pin::new(stream);
                $act
            }
        }
    };
}

impl Read for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<Result<()>> {
        forward!(self, stream => stream.poll_read(context, into))
    }
}

impl Write for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        forward!(self, stream => stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        forward!(self, stream => stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        match &self.layers {
            Layers::Plain(stream) => stream.is_write_vectored(),
            Layers::Tls(stream) => stream.is_write_vectored(),
            Layers::Nested(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        forward!(self, stream => stream.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        forward!(self, stream => stream.poll_shutdown(context))
    }
}
