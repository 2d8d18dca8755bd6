//! The numbers of success and failure.

use crate::guard::guard;
use crate::mcpclient_str;

/// How something ended: MCPCLIENT_OK or one of MCPCLIENT_E_... A number never changes its
/// meaning, and new ones may come: treat a negative number that you do not know as a failure.
///
/// A tool that reports an error of its own is a call that went well: see
/// mcpclient_result_is_error().
pub type mcpclient_status = i32;

/// All is well.
pub const MCPCLIENT_OK: mcpclient_status = 0;
/// An argument that cannot be right: a pointer, a length, an index, a struct_size, text that is
/// missing.
pub const MCPCLIENT_E_INVALID_ARG: mcpclient_status = -1;
/// Text that is not UTF-8, or not the JSON that was asked for.
pub const MCPCLIENT_E_BAD_JSON: mcpclient_status = -2;
/// Already answered, finished, cancelled or closed; nothing changed.
pub const MCPCLIENT_E_GONE: mcpclient_status = -3;
/// Waiting is not possible from inside a callback.
pub const MCPCLIENT_E_REENTRANT: mcpclient_status = -4;
/// The values do not fit the form: nothing was sent, the input is still open, the error names the
/// fields.
pub const MCPCLIENT_E_FORM: mcpclient_status = -5;
/// A bug in the library; the client that it struck is closed.
pub const MCPCLIENT_E_PANIC: mcpclient_status = -6;
/// You cancelled the call.
pub const MCPCLIENT_E_CANCELLED: mcpclient_status = -7;
/// The server took too long.
pub const MCPCLIENT_E_TIMEOUT: mcpclient_status = -8;
/// The server answered with an error of its own: mcpclient_error_server_code() and its siblings
/// have it.
pub const MCPCLIENT_E_SERVER: mcpclient_status = -9;
/// The connection ended, or the client was closed.
pub const MCPCLIENT_E_CLOSED: mcpclient_status = -10;
/// The request was lost on its way, and must not be repeated unasked: nobody knows what became of
/// it.
pub const MCPCLIENT_E_LOST: mcpclient_status = -11;
/// Refused by the host, its policy, or the library on its behalf.
pub const MCPCLIENT_E_REFUSED: mcpclient_status = -12;
/// A message was over a size limit.
pub const MCPCLIENT_E_TOO_LARGE: mcpclient_status = -13;
/// A queue is full: try again when something has finished.
pub const MCPCLIENT_E_BUSY: mcpclient_status = -14;
/// Not offered by the server, the revision, or this library.
pub const MCPCLIENT_E_UNSUPPORTED: mcpclient_status = -15;
/// The process was forked, and this is the child: nothing works here but the _free functions.
pub const MCPCLIENT_E_FORKED: mcpclient_status = -16;
/// No protocol revision in common with the server.
pub const MCPCLIENT_E_VERSION: mcpclient_status = -17;
/// The server broke the protocol.
pub const MCPCLIENT_E_PROTOCOL: mcpclient_status = -18;
/// The server could not be started or reached.
pub const MCPCLIENT_E_START: mcpclient_status = -19;
/// Not finished yet. Never how something ended.
pub const MCPCLIENT_E_PENDING: mcpclient_status = -20;
/// The answer does not fit the sampling request: nothing was sent, the input is still open.
pub const MCPCLIENT_E_SAMPLE: mcpclient_status = -21;
/// Not a list of roots as the protocol wants it, or not a path or URI that can be one.
pub const MCPCLIENT_E_ROOT: mcpclient_status = -22;
/// The server answered over HTTP with a status, or with a body, that is no answer of the protocol's:
/// mcpclient_error_http_status() and its siblings have it.
pub const MCPCLIENT_E_HTTP: mcpclient_status = -23;
/// The server could not be reached over the network: its name, the connection, TLS or a proxy failed. The
/// request did not arrive.
pub const MCPCLIENT_E_NETWORK: mcpclient_status = -24;
/// You suspended the client with MCPCLIENT_SUSPEND_FAIL.
pub const MCPCLIENT_E_SUSPENDED: mcpclient_status = -25;

/// The constant's name, such as "MCPCLIENT_E_TIMEOUT"; "MCPCLIENT_E_UNKNOWN" for a number that
/// this library does not have. Borrowed, lives for ever, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub extern "C" fn mcpclient_status_name(status: mcpclient_status) -> mcpclient_str {
    guard(|| {
        let name = NAMES.iter().find_map(|(known, name)| (*known == status).then_some(*name));
        let name = name.unwrap_or("MCPCLIENT_E_UNKNOWN\0");
        Some(mcpclient_str { len: name.len() - 1, ..mcpclient_str::of(name) })
    })
}

macro_rules! names {
    ($($name:ident)*) => { [$(($name, concat!(stringify!($name), "\0")),)*] };
}

const NAMES: [(mcpclient_status, &str); 26] = names! {
    MCPCLIENT_OK MCPCLIENT_E_INVALID_ARG MCPCLIENT_E_BAD_JSON MCPCLIENT_E_GONE MCPCLIENT_E_REENTRANT
    MCPCLIENT_E_FORM MCPCLIENT_E_PANIC MCPCLIENT_E_CANCELLED MCPCLIENT_E_TIMEOUT MCPCLIENT_E_SERVER
    MCPCLIENT_E_CLOSED MCPCLIENT_E_LOST MCPCLIENT_E_REFUSED MCPCLIENT_E_TOO_LARGE MCPCLIENT_E_BUSY
    MCPCLIENT_E_UNSUPPORTED MCPCLIENT_E_FORKED MCPCLIENT_E_VERSION MCPCLIENT_E_PROTOCOL
    MCPCLIENT_E_START MCPCLIENT_E_PENDING MCPCLIENT_E_SAMPLE MCPCLIENT_E_ROOT
    MCPCLIENT_E_HTTP MCPCLIENT_E_NETWORK MCPCLIENT_E_SUSPENDED
};

#[cfg(test)]
mod tests {
    use super::*;
    use client::Code;

    #[test]
    fn every_code_is_a_constant_of_that_name() {
        let codes = [
            Code::InvalidArg,
            Code::BadJson,
            Code::Gone,
            Code::Reentrant,
            Code::Form,
            Code::Panic,
            Code::Cancelled,
            Code::Timeout,
            Code::Server,
            Code::Closed,
            Code::Lost,
            Code::Refused,
            Code::TooLarge,
            Code::Busy,
            Code::Unsupported,
            Code::Forked,
            Code::Version,
            Code::Protocol,
            Code::Start,
            Code::Pending,
            Code::Sample,
            Code::Root,
            Code::Http,
            Code::Network,
            Code::Suspended,
        ];
        assert_eq!(codes.len() + 1, NAMES.len());
        for (at, code) in codes.into_iter().enumerate() {
            let (number, name) = NAMES[at + 1];
            assert_eq!(number, code.number());
            assert_eq!(name, format!("MCPCLIENT_E_{}\0", code.name()));
        }
    }
}
