//! Servers behind sockets that carry lines.

use crate::guard::guard_error;
use crate::handle::{self, Out};
use crate::transport::{mcpclient_transport, system_text};
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::{Code, Error, Socket};

/// A server behind a Unix domain socket, which carries one message on each line, as standard streams do:
/// no part of the protocol's own, but what servers on one machine agree on. When the socket closes, the
/// connection is over. Nothing is connected yet. The path is copied; `*out` is yours until mcpclient_new()
/// takes it.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (empty, or a NUL), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_unix(
    path: mcpclient_str,
    out: *mut *mut mcpclient_transport,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(out)?;
        out.set(std::ptr::null_mut());
        let path = system_text(path, "the path")?;
        if path.is_empty() {
            return Err(Error::new(Code::InvalidArg, "the path is empty"));
        }
        out.set(handle::give(mcpclient_transport::new(Socket::unix(path))));
        Ok(())
    })
}

/// As mcpclient_transport_unix(), for a TCP connection to `host`, a name or an address, and `port`. It is
/// neither encrypted nor authenticated: for your own machine only. Copies the name; `*out` is yours until
/// mcpclient_new() takes it.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no host, a NUL, a port that is 0 or over 65535),
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_tcp(
    host: mcpclient_str,
    port: u32,
    out: *mut *mut mcpclient_transport,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(out)?;
        out.set(std::ptr::null_mut());
        let host = system_text(host, "the host")?;
        let port = u16::try_from(port).ok().filter(|port| *port > 0 && !host.is_empty());
        let port = port.ok_or_else(|| Error::new(Code::InvalidArg, "no host, or no such port"))?;
        out.set(handle::give(mcpclient_transport::new(Socket::tcp(host, port))));
        Ok(())
    })
}
