//! Ways to reach a server.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Handle, Out, Owned, array, need_mut};
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::{Code, Error, Stdio, Transport};
use std::time::Duration;

/// A way to reach one server. mcpclient_new() takes it over.
///
/// Each function below that sets something says for which ways it is; for the others it fails with
/// MCPCLIENT_E_INVALID_ARG, and changes nothing.
pub struct mcpclient_transport {
    way: Transport,
}

impl Handle for mcpclient_transport {
    type Held = Owned;
    const NAME: &'static str = "transport";
}

impl mcpclient_transport {
    pub(crate) fn new(way: impl Into<Transport>) -> Self {
        Self { way: way.into() }
    }

    pub(crate) fn into_transport(self) -> Transport {
        self.way
    }

    pub(crate) fn way(&mut self) -> &mut Transport {
        &mut self.way
    }

    fn stdio(&mut self, how: impl FnOnce(Stdio) -> Stdio) -> Outcome {
        let Transport::Stdio(stdio) = &mut self.way else { return unfit() };
        *stdio = how(stdio.clone());
        Ok(())
    }
}

/// What is set is not for this way of reaching a server.
pub(crate) fn unfit() -> Outcome {
    Err(Error::new(Code::InvalidArg, "not for a transport of this kind"))
}

/// Text for the system, which ends strings at a NUL.
pub(crate) fn system_text<'a>(text: mcpclient_str, what: &str) -> Result<&'a str, Error> {
    let text = text.need(what)?;
    if text.contains('\0') {
        return Err(Error::new(Code::InvalidArg, format!("{what} holds a NUL")));
    }
    Ok(text)
}

/// A server that is run as a child process and spoken to over its standard input and output
/// (STD-02): `argv[0]` is the program, looked up in PATH if it is a bare name, the rest its
/// arguments, verbatim: no shell is in between. Nothing is started yet.
///
/// The server inherits the environment and the working directory unless the functions below say
/// otherwise, and runs in a process group of its own. `argv` is copied; `*out` is yours until
/// mcpclient_new() takes it.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no program, a NUL in the text), MCPCLIENT_E_BAD_JSON (not
/// UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_stdio(
    argv: *const mcpclient_str,
    argc: usize,
    out: *mut *mut mcpclient_transport,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(out)?;
        out.set(std::ptr::null_mut());
        let words: Result<Vec<_>, _> =
            array(argv, argc)?.iter().map(|word| system_text(*word, "an argument")).collect();
        let words = words?;
        let (program, arguments) =
            words
                .split_first()
                .filter(|(program, _)| !program.is_empty())
                .ok_or_else(|| Error::new(Code::InvalidArg, "argv names no program"))?;
        out.set(handle::give(mcpclient_transport::new(Stdio::new(program).args(arguments))));
        Ok(())
    })
}

/// Sets a variable of the environment of a server that is run (mcpclient_transport_stdio()); credentials
/// belong here (STD-16). Copies both texts.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (an empty name, a '=' in it, a NUL), MCPCLIENT_E_BAD_JSON
/// (not UTF-8).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_env(
    transport: *mut mcpclient_transport,
    name: mcpclient_str,
    value: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let name = system_text(name, "the variable's name")?;
        if name.is_empty() || name.contains('=') {
            return Err(Error::new(Code::InvalidArg, "the variable's name cannot be one"));
        }
        let value = system_text(value, "the variable's value")?;
        transport.stdio(|stdio| stdio.env(name, value))
    })
}

/// A server that is run inherits no variables: it gets only those of mcpclient_transport_set_env(), before
/// and after. Borrows the transport.
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_clear_env(
    transport: *mut mcpclient_transport,
) -> mcpclient_status {
    guard(|| -> Outcome { need_mut(transport)?.stdio(Stdio::clear_env) })
}

/// Sets the working directory of a server that is run. Copies the path; whether it exists is seen by
/// mcpclient_new().
///
/// Fails with MCPCLIENT_E_INVALID_ARG (empty, or a NUL), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_directory(
    transport: *mut mcpclient_transport,
    path: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let path = system_text(path, "the path")?;
        if path.is_empty() {
            return Err(Error::new(Code::InvalidArg, "the path is empty"));
        }
        transport.stdio(|stdio| stdio.cwd(path))
    })
}

/// How long a server that is run gets for each step of its ending (STD-11): after its input was closed, and
/// after it was told to terminate; then it is killed, with its process group. What left the group
/// as a daemon is not followed. With mcpclient_transport_http(): how long the end of the session may take on
/// its way to the server (HTP-26). With mcpclient_transport_lane(): how long the lane may take to end. Default: two seconds. Borrows the transport.
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_grace(
    transport: *mut mcpclient_transport,
    milliseconds: u64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let grace = Duration::from_millis(milliseconds);
        match need_mut(transport)?.way() {
            Transport::Stdio(stdio) => *stdio = stdio.clone().grace(grace),
            Transport::Http(http) => *http = http.clone().grace(grace),
            Transport::Lane(lane) => *lane = lane.clone().grace(grace),
            _ => return unfit(),
        }
        Ok(())
    })
}

/// How many bytes of the stderr of a server that is run are kept for mcpclient_stderr_tail() and for errors
/// (STD-06). It is read always, so that the server never blocks on it. Borrows the transport.
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_stderr_ring(
    transport: *mut mcpclient_transport,
    bytes: usize,
) -> mcpclient_status {
    guard(|| -> Outcome { need_mut(transport)?.stdio(|stdio| stdio.stderr_ring(bytes)) })
}

/// Frees a transport that mcpclient_new() did not take; NULL is fine.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_free(transport: *mut mcpclient_transport) {
    guard(|| drop(handle::take(transport)));
}
