//! One connection to one server.

use crate::call::Calls;
use crate::caller::Caller;
use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Handle, Out, Shared, borrow, fill, need};
use crate::host::mcpclient_host;
use crate::options::{self, mcpclient_options};
use crate::server::Server;
use crate::sized;
use crate::state::{
    MCPCLIENT_CLOSED_BY_HOST, MCPCLIENT_CLOSED_BY_SERVER, MCPCLIENT_CLOSED_PROTOCOL,
    MCPCLIENT_CLOSED_REFUSED, MCPCLIENT_CLOSED_REVISION, MCPCLIENT_CLOSED_TIMEOUT,
    MCPCLIENT_STATE_CLOSED, MCPCLIENT_STATE_CONNECTING, MCPCLIENT_STATE_READY,
    MCPCLIENT_STATE_SUSPENDED, mcpclient_client_state, mcpclient_closing,
};
use crate::userdata::Userdata;
use crate::view::Terminated;
use crate::{
    mcpclient_error, mcpclient_runtime, mcpclient_status, mcpclient_str, mcpclient_transport,
};
use client::policy::display;
use client::{Client, ClosedReason, Code, Error, Host, Offer, State};
use std::ffi::c_char;
use std::ptr;
use std::sync::{Arc, OnceLock};

/// One connection to one server.
pub struct mcpclient {
    pub(crate) client: Client,
    /// Those that are not over.
    pub(crate) calls: Arc<Calls>,
    pub(crate) label: Terminated,
    pub(crate) server: OnceLock<Server>,
    /// Whether calls ask for progress.
    pub(crate) progress: bool,
    /// What calls offer to the server, unless they withhold it.
    pub(crate) offer: Offer,
}

impl Handle for mcpclient {
    type Held = Shared;
    const NAME: &'static str = "client";
}

/// Starts a server, or reaches it, and opens a client without waiting for the server: calls may
/// be made at once, and wait for the handshake; the `state` callback tells when it is done.
/// `transport` is taken, also if this fails. `host` (NULL: nothing is offered) and `options`
/// (NULL: defaults) are copied. `*out` is yours to free, and is written before the first
/// callback.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (also a URL, a certificate or a proxy that cannot be used, or a lane
/// that has its client already), MCPCLIENT_E_BAD_JSON, MCPCLIENT_E_UNSUPPORTED (a revision, a field, or a way
/// to a server, that this library does not have), MCPCLIENT_E_START (the program cannot be run),
/// MCPCLIENT_E_CLOSED (so is the runtime), MCPCLIENT_E_FORKED. What goes wrong on the network later closes
/// the client: MCPCLIENT_E_NETWORK, MCPCLIENT_E_HTTP.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_new(
    runtime: *mut mcpclient_runtime,
    transport: *mut mcpclient_transport,
    host: *const mcpclient_host,
    options: *const mcpclient_options,
    out: *mut *mut mcpclient,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let transport = handle::take(transport);
        let userdata = sized::peek(host)
            .map_or_else(Userdata::none, |host| Userdata::new(host.userdata, host.userdata_free));
        let out = Out::need(out)?;
        out.set(ptr::null_mut());
        let runtime = need(runtime)?;
        let transport =
            transport.ok_or_else(|| Error::new(Code::InvalidArg, "the transport is NULL"))?;
        let table = sized::read(host)?.unwrap_or_else(sized::nothing);
        let mut options = options::read(options)?;
        if table.review != 0 && table.confirm.is_none() {
            let message = "without `confirm` nobody can approve what `review` wants approved";
            return Err(Error::new(Code::InvalidArg, message));
        }
        if !table.roots.is_null() {
            options.roots = Some(need(table.roots)?.live());
        }
        options.stderr_lines = table.stderr_line.is_some();
        let progress = table.progress.is_some();
        let label = Terminated::new(&options.label);
        let caller = Arc::new(Caller::new(table, userdata, runtime.log.clone()));
        let host = caller.clone();
        let transport = transport.into_transport();
        runtime.runtime.connect_with(transport, host, options, |client| {
            let client = Arc::new(mcpclient {
                client: client.clone(),
                calls: Arc::default(),
                label,
                server: OnceLock::new(),
                progress,
                offer: caller.offer(),
            });
            out.set(handle::share(client.clone()));
            caller.begin(client);
        })?;
        Ok(())
    })
}

/// How the client stands: one of MCPCLIENT_STATE_...; 0 for NULL. Borrows the client.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_state(client: *const mcpclient) -> mcpclient_client_state {
    guard(|| {
        Some(match borrow(client)?.client.state() {
            State::Connecting => MCPCLIENT_STATE_CONNECTING,
            State::Ready(_) => MCPCLIENT_STATE_READY,
            State::Suspended => MCPCLIENT_STATE_SUSPENDED,
            State::Closed(_) => MCPCLIENT_STATE_CLOSED,
        })
    })
}

/// Why the client is closed: one of MCPCLIENT_CLOSED_...; 0 while it is not. Borrows the client.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_closed_reason(client: *const mcpclient) -> mcpclient_closing {
    guard(|| {
        Some(match borrow(client)?.client.closed_reason()? {
            ClosedReason::Host => MCPCLIENT_CLOSED_BY_HOST,
            ClosedReason::Server => MCPCLIENT_CLOSED_BY_SERVER,
            ClosedReason::Revision => MCPCLIENT_CLOSED_REVISION,
            ClosedReason::Refused => MCPCLIENT_CLOSED_REFUSED,
            ClosedReason::Timeout => MCPCLIENT_CLOSED_TIMEOUT,
            ClosedReason::Protocol => MCPCLIENT_CLOSED_PROTOCOL,
        })
    })
}

/// Why the client is closed, in full: its status, and in `*error`, which is yours to free, the words that
/// the `state` callback is given, with the end of the server's process where that is why (STD-12).
/// MCPCLIENT_OK and no error while it is not closed. A call that is refused with MCPCLIENT_E_CLOSED has no
/// error of its own: this is why. Borrows the client.
///
/// Fails with MCPCLIENT_E_INVALID_ARG for NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_closed_error(
    client: *const mcpclient,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || match need(client)?.client.state() {
        State::Closed(why) => Err(why),
        _ => Ok(()),
    })
}

/// Your name for the server. Borrowed from the client, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_label(client: *const mcpclient) -> mcpclient_str {
    guard(|| Some(borrow(client)?.label.view()))
}

/// The process id of the server; -1 if there is none, as over a network. Borrows the client.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_pid(client: *const mcpclient) -> i64 {
    guard(|| Some(borrow(client).and_then(|held| held.client.pid()).map_or(-1, i64::from)))
}

/// Copies the last of what the server wrote to stderr (STD-06), made safe to show, into `buffer`,
/// as mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL; 0
/// for NULL.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_stderr_tail(
    client: *const mcpclient,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| {
        let tail = borrow(client)?.client.stderr_tail();
        Some(fill(buffer, size, &display(&tail, usize::MAX)))
    })
}

/// Closes the connection in order: calls end with MCPCLIENT_E_CLOSED, inputs are withdrawn, the
/// server is asked to go, and made to (STD-11). Never blocks; callbacks still come, `state` last.
/// The handle stays yours to free.
///
/// Fails with MCPCLIENT_E_GONE if it was closed already.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_close(client: *mut mcpclient) -> mcpclient_status {
    guard(|| -> Outcome {
        let client = &need(client)?.client;
        if matches!(client.state(), State::Closed(_)) {
            return Err(Error::new(Code::Gone, "the client is closed"));
        }
        client.close();
        Ok(())
    })
}

/// Closes as mcpclient_close() does, and frees the handle; NULL is fine. Never blocks, and
/// callbacks still come. Calls and inputs of it stay valid handles until you free them.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_free(client: *mut mcpclient) {
    guard(|| {
        if let Some(held) = handle::release(client) {
            held.client.close();
        }
    });
}
