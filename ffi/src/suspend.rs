//! While the network or the program sleeps.

use crate::client::mcpclient;
use crate::guard::{Outcome, guard};
use crate::handle::need;
use crate::{mcpclient_runtime, mcpclient_status};
use client::{Code, Error, OnSuspend};

/// What becomes of calls while a client is suspended.
pub type mcpclient_on_suspend = i32;

/// Their time stands still, and they go on afterwards: on a stream that can be resumed, or by being sent
/// again where that is safe. A tool call that can do neither ends with MCPCLIENT_E_LOST. New calls wait.
pub const MCPCLIENT_SUSPEND_CONTINUE: mcpclient_on_suspend = 0;
/// All end with MCPCLIENT_E_SUSPENDED; so do new ones.
pub const MCPCLIENT_SUSPEND_FAIL: mcpclient_on_suspend = 1;

fn read(how: mcpclient_on_suspend) -> Result<OnSuspend, Error> {
    match how {
        MCPCLIENT_SUSPEND_CONTINUE => Ok(OnSuspend::Continue),
        MCPCLIENT_SUSPEND_FAIL => Ok(OnSuspend::Fail),
        _ => Err(Error::new(Code::InvalidArg, "there is no such way to suspend")),
    }
}

/// The network or your program is about to sleep: what is open over HTTP is given up, the clocks of calls
/// stand still, and what may go on later waits; `how`, one of MCPCLIENT_SUSPEND_..., says what becomes of
/// calls. Never blocks; the `state` callback is told MCPCLIENT_STATE_SUSPENDED. Over a child process, a socket
/// or a lane, what comes is still read. Suspending twice is suspending once. Borrows the client.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (none of the constants), MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_suspend(
    client: *mut mcpclient,
    how: mcpclient_on_suspend,
) -> mcpclient_status {
    guard(|| -> Outcome { need(client)?.client.suspend(read(how)?) })
}

/// The sleep is over: streams are opened again, and what waits goes out. Never blocks; the `state` callback
/// is told MCPCLIENT_STATE_READY, or MCPCLIENT_STATE_CONNECTING if the handshake was not done. Nothing
/// happens to a client that is not suspended. Borrows the client.
///
/// Fails with MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_wake(client: *mut mcpclient) -> mcpclient_status {
    guard(|| -> Outcome { need(client)?.client.wake() })
}

/// As mcpclient_suspend(), for every client there is now. Borrows the runtime.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (none of the constants).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_suspend_all(
    runtime: *mut mcpclient_runtime,
    how: mcpclient_on_suspend,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let runtime = need(runtime)?;
        runtime.runtime.suspend_all(read(how)?);
        Ok(())
    })
}

/// As mcpclient_wake(), for every client there is. It does not end a mcpclient_runtime_wait(), as
/// mcpclient_runtime_wake() does. Borrows the runtime.
///
/// Fails with MCPCLIENT_E_INVALID_ARG.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_wake_all(
    runtime: *mut mcpclient_runtime,
) -> mcpclient_status {
    guard(|| -> Outcome {
        need(runtime)?.runtime.wake_all();
        Ok(())
    })
}
