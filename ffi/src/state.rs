//! Small words that callbacks carry: states, reasons, warnings.

use client::{WarningKind, Withdrawn};

/// How a client stands.
pub type mcpclient_client_state = i32;

/// The handshake is under way, or the server is started again; calls wait for it.
pub const MCPCLIENT_STATE_CONNECTING: mcpclient_client_state = 1;
/// The handshake is done.
pub const MCPCLIENT_STATE_READY: mcpclient_client_state = 2;
/// The connection is over, or about to be: calls are not taken any more.
pub const MCPCLIENT_STATE_CLOSED: mcpclient_client_state = 3;
/// You have suspended it; see mcpclient_suspend().
pub const MCPCLIENT_STATE_SUSPENDED: mcpclient_client_state = 4;

/// Why a client is closed.
pub type mcpclient_closing = i32;

/// You closed it.
pub const MCPCLIENT_CLOSED_BY_HOST: mcpclient_closing = 1;
/// The server, or the way to it, ended.
pub const MCPCLIENT_CLOSED_BY_SERVER: mcpclient_closing = 2;
/// No protocol revision in common (VER-07).
pub const MCPCLIENT_CLOSED_REVISION: mcpclient_closing = 3;
/// The server answered the handshake with an error.
pub const MCPCLIENT_CLOSED_REFUSED: mcpclient_closing = 4;
/// The server did not answer the handshake in time.
pub const MCPCLIENT_CLOSED_TIMEOUT: mcpclient_closing = 5;
/// The server's answer to the handshake was none.
pub const MCPCLIENT_CLOSED_PROTOCOL: mcpclient_closing = 6;

/// Why an input is gone without your answer.
pub type mcpclient_withdrawn = i32;

/// The server cancelled it (CAN-06).
pub const MCPCLIENT_WITHDRAWN_BY_SERVER: mcpclient_withdrawn = 1;
/// The call that caused it ended.
pub const MCPCLIENT_WITHDRAWN_CALL_ENDED: mcpclient_withdrawn = 2;
/// Nobody answered in time; the server was told "cancel" (ELI-51).
pub const MCPCLIENT_WITHDRAWN_EXPIRED: mcpclient_withdrawn = 3;
/// The connection ended, or the client was closed.
pub const MCPCLIENT_WITHDRAWN_CLOSED: mcpclient_withdrawn = 4;

/// A fault of a server's that cost nothing but itself.
pub type mcpclient_warning_kind = i32;

/// A kind that is newer than this header.
pub const MCPCLIENT_WARNING_OTHER: mcpclient_warning_kind = 0;
/// A line that is no JSON (STD-05).
pub const MCPCLIENT_WARNING_NOISE: mcpclient_warning_kind = 1;
/// JSON that is no JSON-RPC message.
pub const MCPCLIENT_WARNING_MALFORMED: mcpclient_warning_kind = 2;
/// An answer to a request that was never sent (RPC-04).
pub const MCPCLIENT_WARNING_UNKNOWN_ANSWER: mcpclient_warning_kind = 3;
/// A second answer to the same request.
pub const MCPCLIENT_WARNING_DOUBLE_ANSWER: mcpclient_warning_kind = 4;
/// An error without an id (RPC-07).
pub const MCPCLIENT_WARNING_ERROR_WITHOUT_ID: mcpclient_warning_kind = 5;
/// A message over the size limit.
pub const MCPCLIENT_WARNING_TOO_LARGE: mcpclient_warning_kind = 6;
/// A batch where the revision has none (RPC-13).
pub const MCPCLIENT_WARNING_BATCH: mcpclient_warning_kind = 7;
/// A request with an id that is in use.
pub const MCPCLIENT_WARNING_DUPLICATE_REQUEST: mcpclient_warning_kind = 8;
/// A request before the handshake was done.
pub const MCPCLIENT_WARNING_EARLY: mcpclient_warning_kind = 9;
/// Events were dropped because they were not taken in time.
pub const MCPCLIENT_WARNING_DROPPED: mcpclient_warning_kind = 10;
/// More inputs, or more often, than the limits allow (ELI-45, SAM-37).
pub const MCPCLIENT_WARNING_RATE: mcpclient_warning_kind = 11;
/// The server uses what its revision of the protocol calls deprecated; it works as ever. Told once for each
/// (VER-48).
pub const MCPCLIENT_WARNING_DEPRECATED: mcpclient_warning_kind = 12;
/// Over HTTP, a message that a server only has to accept was refused, or did not arrive (HTP-05).
pub const MCPCLIENT_WARNING_UNSENT: mcpclient_warning_kind = 13;

pub(crate) fn withdrawn_number(why: Withdrawn) -> mcpclient_withdrawn {
    match why {
        Withdrawn::ByServer => MCPCLIENT_WITHDRAWN_BY_SERVER,
        Withdrawn::CallEnded => MCPCLIENT_WITHDRAWN_CALL_ENDED,
        Withdrawn::Expired => MCPCLIENT_WITHDRAWN_EXPIRED,
        Withdrawn::Closed => MCPCLIENT_WITHDRAWN_CLOSED,
    }
}

pub(crate) fn warning_number(kind: WarningKind) -> mcpclient_warning_kind {
    match kind {
        WarningKind::Noise => MCPCLIENT_WARNING_NOISE,
        WarningKind::Malformed => MCPCLIENT_WARNING_MALFORMED,
        WarningKind::UnknownAnswer => MCPCLIENT_WARNING_UNKNOWN_ANSWER,
        WarningKind::DoubleAnswer => MCPCLIENT_WARNING_DOUBLE_ANSWER,
        WarningKind::ErrorWithoutId => MCPCLIENT_WARNING_ERROR_WITHOUT_ID,
        WarningKind::TooLarge => MCPCLIENT_WARNING_TOO_LARGE,
        WarningKind::Batch => MCPCLIENT_WARNING_BATCH,
        WarningKind::DuplicateRequest => MCPCLIENT_WARNING_DUPLICATE_REQUEST,
        WarningKind::Early => MCPCLIENT_WARNING_EARLY,
        WarningKind::Dropped => MCPCLIENT_WARNING_DROPPED,
        WarningKind::Rate => MCPCLIENT_WARNING_RATE,
        WarningKind::Deprecated => MCPCLIENT_WARNING_DEPRECATED,
        WarningKind::Unsent => MCPCLIENT_WARNING_UNSENT,
        _ => MCPCLIENT_WARNING_OTHER,
    }
}
