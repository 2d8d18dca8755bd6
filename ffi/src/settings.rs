//! What a call can be told beyond its times.

use crate::call::mcpclient_call_options;
use crate::mcpclient_str;
use crate::switch;
use client::{CallSettings, Code, Error, Trace};

/// For mcpclient_call_options.flags.
pub type mcpclient_call_flags = u32;

/// Do not use a result that was kept, however fresh (CAC-06).
pub const MCPCLIENT_CALL_FRESH: mcpclient_call_flags = 1;
/// Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its server or its
/// stream: only for what may run twice (HTP-21).
pub const MCPCLIENT_CALL_RETRY_LOST: mcpclient_call_flags = 2;

const ALL: mcpclient_call_flags = MCPCLIENT_CALL_FRESH | MCPCLIENT_CALL_RETRY_LOST;

/// Reads them; `progress` is what the host's callbacks say.
pub(crate) fn read(
    options: &mcpclient_call_options,
    progress: bool,
) -> Result<CallSettings, Error> {
    if options.flags & !ALL != 0 {
        return Err(Error::new(Code::Unsupported, "a flag that this library does not have"));
    }
    let text = |text: mcpclient_str| -> Result<Option<String>, Error> {
        Ok(text.text()?.map(str::to_owned))
    };
    Ok(CallSettings {
        progress: switch::read(options.progress, "progress")?.unwrap_or(progress),
        meta: options.meta.object()?,
        trace: Trace {
            parent: text(options.traceparent)?,
            state: text(options.tracestate)?,
            baggage: text(options.baggage)?,
        },
        log_level: text(options.log_level)?,
        fresh: options.flags & MCPCLIENT_CALL_FRESH != 0,
        retry_lost: options.flags & MCPCLIENT_CALL_RETRY_LOST != 0,
        ..CallSettings::default()
    })
}
