//! The runtime: where I/O and callbacks run.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Handle, Out, Shared, borrow, join, need, tell};
use crate::log::{Log, mcpclient_log_fn};
use crate::sized::{self, Sized};
use crate::userdata::{Userdata, mcpclient_free_fn};
use crate::{mcpclient_error, mcpclient_status};
use client::{Code, Dispatch, Error, Runtime, RuntimeOptions};
use std::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

/// Where callbacks run.
pub type mcpclient_dispatch = i32;

/// On threads of the library's: those of one client one at a time and in order, those of two
/// clients side by side, so that a dialog which blocks for one server delays no other.
pub const MCPCLIENT_DISPATCH_THREAD: mcpclient_dispatch = 0;
/// Inside mcpclient_runtime_pump(), on your thread: for programs with a loop of their own.
pub const MCPCLIENT_DISPATCH_PUMP: mcpclient_dispatch = 1;
/// Inside mcpclient_runtime_wait() and mcpclient_call_wait(), on your thread, and so does all
/// I/O: for programs that block. Between these calls nothing moves, no timeout, no ping, no
/// stderr line.
pub const MCPCLIENT_DISPATCH_INLINE: mcpclient_dispatch = 2;

/// Tells that there is something to pump: the queue of callbacks stopped being empty, or a pump
/// left some behind. Post to your loop; make no mcpclient_ call here.
///
/// @thread any
pub type mcpclient_wakeup_fn = Option<unsafe extern "C" fn(userdata: *mut c_void)>;

/// How a runtime works. Set it up with mcpclient_runtime_options_init().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_runtime_options {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// MCPCLIENT_DISPATCH_...: where callbacks run. 0 is MCPCLIENT_DISPATCH_THREAD.
    pub dispatch: mcpclient_dispatch,
    /// With MCPCLIENT_DISPATCH_PUMP: called when there is something to pump. NULL if
    /// mcpclient_runtime_wakeup_fd() is enough.
    pub wakeup: mcpclient_wakeup_fn,
    /// Takes the library's own log lines, or NULL.
    pub log: mcpclient_log_fn,
    /// Handed to the functions of this struct, and never followed.
    pub userdata: *mut c_void,
    /// Frees `userdata` when the runtime is gone, also if mcpclient_runtime_new() fails. Or NULL.
    pub userdata_free: mcpclient_free_fn,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0, NULL and None.
unsafe impl Sized for mcpclient_runtime_options {
    const NAME: &'static str = "mcpclient_runtime_options";
}

/// Where I/O and callbacks run. One serves any number of clients, and a program may have several.
pub struct mcpclient_runtime {
    pub(crate) runtime: Runtime,
    pub(crate) log: Log,
}

impl Handle for mcpclient_runtime {
    type Held = Shared;
    const NAME: &'static str = "runtime";
}

/// A limit of time as `poll` has it: negative is none.
pub(crate) fn limit(milliseconds: i64) -> Option<Duration> {
    u64::try_from(milliseconds).ok().map(Duration::from_millis)
}

/// Sets all fields to 0, the defaults, and `struct_size` to `size`, which is
/// sizeof(mcpclient_runtime_options). The struct stays yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_options_init(
    options: *mut mcpclient_runtime_options,
    size: usize,
) {
    guard(|| sized::init(options, size));
}

/// Makes a runtime. NULL `options` are the defaults: callbacks run on threads of the library's.
/// `options` is copied; `*out` is yours to free.
///
/// Fails with MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_UNSUPPORTED (an option, or a dispatch, that
/// this library or this system does not have), MCPCLIENT_E_START (no thread or descriptor to be
/// had).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_new(
    options: *const mcpclient_runtime_options,
    out: *mut *mut mcpclient_runtime,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let owner = sized::peek(options).map_or_else(Userdata::none, |options| {
            Userdata::new(options.userdata, options.userdata_free)
        });
        let owner = Arc::new(owner);
        let out = Out::need(out)?;
        out.set(std::ptr::null_mut());
        let options = sized::read(options)?;
        let dispatch = match options.map_or(MCPCLIENT_DISPATCH_THREAD, |options| options.dispatch) {
            MCPCLIENT_DISPATCH_THREAD => Dispatch::Thread,
            MCPCLIENT_DISPATCH_PUMP => Dispatch::Pump { wakeup: wakeup(options, &owner) },
            MCPCLIENT_DISPATCH_INLINE => Dispatch::Inline,
            _ => return Err(Error::new(Code::InvalidArg, "dispatch is none of the constants")),
        };
        let log = Log::new(options.and_then(|options| options.log), owner);
        let runtime = Runtime::new(RuntimeOptions { dispatch })?;
        out.set(handle::share(Arc::new(mcpclient_runtime { runtime, log })));
        Ok(())
    })
}

fn wakeup(
    options: Option<mcpclient_runtime_options>,
    owner: &Arc<Userdata>,
) -> Option<Box<dyn Fn() + Send + Sync>> {
    let wakeup = options?.wakeup?;
    let owner = owner.clone();
    // SAFETY: the header says what the function gets.
    Some(Box::new(move || unsafe { wakeup(owner.pointer()) }))
}

/// A descriptor that is readable while mcpclient_runtime_pump() has work: poll it, never read or
/// close it. It lives as long as the runtime. -1 if callbacks are not pumped, or the system has
/// no such thing. Borrows the runtime.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_wakeup_fd(runtime: *const mcpclient_runtime) -> i32 {
    guard(|| Some(borrow(runtime).and_then(|held| held.runtime.wakeup_fd()).unwrap_or(-1)))
}

/// Runs up to `max` waiting callbacks (0: all that wait now) and returns; never blocks. `*left`,
/// which may be NULL, is how many still wait; for them the wakeup comes again. Pumps may nest: a
/// callback may run a loop of its own, as a modal dialog does. Borrows the runtime.
///
/// Fails with MCPCLIENT_E_UNSUPPORTED unless callbacks are pumped.
///
/// @thread one at a time, nested ones aside
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_pump(
    runtime: *mut mcpclient_runtime,
    max: usize,
    left: *mut usize,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let max = if max == 0 { usize::MAX } else { max };
        // A share of its own: a callback may free the caller's.
        let waiting = join(runtime)?.runtime.pump(max)?;
        tell(left, Some(waiting));
        Ok(())
    })
}

/// With MCPCLIENT_DISPATCH_INLINE: does I/O and runs callbacks until some have run,
/// mcpclient_runtime_wake() is called, or the time is over, which is MCPCLIENT_E_PENDING. A
/// negative `timeout_ms` waits for as long as it takes, 0 does what is ready. Borrows the
/// runtime.
///
/// Fails with MCPCLIENT_E_UNSUPPORTED with another dispatch, MCPCLIENT_E_REENTRANT from inside a
/// callback.
///
/// @thread one at a time, not from a callback
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_wait(
    runtime: *mut mcpclient_runtime,
    timeout_ms: i64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        // A share of its own: a callback may free the caller's.
        if join(runtime)?.runtime.wait(limit(timeout_ms))? {
            return Ok(());
        }
        Err(Error::new(Code::Pending, "nothing happened in the time given"))
    })
}

/// Ends a mcpclient_runtime_wait(), or the next one if none is under way. Borrows the runtime;
/// NULL is fine.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_wake(runtime: *mut mcpclient_runtime) {
    guard(|| {
        if let Some(held) = borrow(runtime) {
            held.runtime.wake();
        }
    });
}

/// Closes all clients as mcpclient_close() does: calls end, inputs are withdrawn, the servers are
/// asked to go, and made to after `grace_ms` for each step of the asking. Never blocks; callbacks
/// still come, a client's `state` last. Borrows the runtime.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_close(
    runtime: *mut mcpclient_runtime,
    grace_ms: u64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        need(runtime)?.runtime.close(Duration::from_millis(grace_ms));
        Ok(())
    })
}

/// Frees a runtime of yours; NULL is fine. What is still open is closed, and waited for:
/// callbacks that are still owed run on this thread, before the function returns. From inside a
/// callback it returns at once, and all that happens when the callback has returned. Clients,
/// calls and inputs of it stay valid handles until you free them; whatever you ask of them is
/// answered with MCPCLIENT_E_CLOSED or MCPCLIENT_E_GONE.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_runtime_free(runtime: *mut mcpclient_runtime) {
    guard(|| {
        if let Some(held) = handle::release(runtime) {
            held.runtime.shutdown();
        }
    });
}
