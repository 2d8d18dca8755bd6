//! The two eras of the protocol.

use crate::client::mcpclient;
use crate::guard::guard;
use crate::handle::borrow;
use client::{Code, Era, Error};

/// An era of the protocol, or both.
pub type mcpclient_era = i32;

/// The newest first, and a handshake with servers that do not speak it (VER-32). As an answer: not
/// known yet.
pub const MCPCLIENT_ERA_AUTO: mcpclient_era = 0;
/// The revisions that begin with a handshake, "2025-11-25" and before.
pub const MCPCLIENT_ERA_LEGACY: mcpclient_era = 1;
/// The revisions without one, "2026-07-28" and after: a server asks for inputs in rounds, within the
/// call that needs them.
pub const MCPCLIENT_ERA_MODERN: mcpclient_era = 2;

pub(crate) fn read(era: mcpclient_era) -> Result<Era, Error> {
    match era {
        MCPCLIENT_ERA_AUTO => Ok(Era::Auto),
        MCPCLIENT_ERA_LEGACY => Ok(Era::Legacy),
        MCPCLIENT_ERA_MODERN => Ok(Era::Modern),
        _ => Err(Error::new(Code::InvalidArg, "there is no such era")),
    }
}

/// Which era the server speaks, MCPCLIENT_ERA_LEGACY or MCPCLIENT_ERA_MODERN; MCPCLIENT_ERA_AUTO
/// before that is known. mcpclient_revision() says which revision. Borrows the client.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_era(client: *const mcpclient) -> mcpclient_era {
    guard(|| {
        Some(match Era::of(borrow(client)?.client.server()?.revision) {
            Era::Auto => MCPCLIENT_ERA_AUTO,
            Era::Legacy => MCPCLIENT_ERA_LEGACY,
            Era::Modern => MCPCLIENT_ERA_MODERN,
        })
    })
}
