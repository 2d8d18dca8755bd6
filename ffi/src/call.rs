//! One request, however many round trips it takes.

use crate::client::mcpclient;
use crate::guard::{Outcome, guard};
use crate::handle::{self, Handle, Out, Shared, borrow, lend, need};
use crate::lock::lock;
use crate::runtime::limit;
use crate::settings::{self, mcpclient_call_flags};
use crate::sized::{self, Sized};
use crate::status::MCPCLIENT_OK;
use crate::switch::mcpclient_switch;
use crate::userdata::{Userdata, mcpclient_free_fn};
use crate::view::Terminated;
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::{Call, CallId, CallSettings, Client, Code, Error, Offer, Output, Roots, Success};
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Tells how a call ended; once per call. `status` is MCPCLIENT_OK and `result` the JSON-RPC
/// result, verbatim, or `error` says what went wrong, and `result` is no text. `call` is borrowed
/// until this returns, and so are `result` and `error` unless you hold the call: then they live
/// until you free it.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_done_fn = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        call: *mut mcpclient_call,
        status: mcpclient_status,
        result: mcpclient_str,
        error: *const mcpclient_error,
    ),
>;

/// For mcpclient_call_options.withhold.
pub type mcpclient_offers = u32;

/// Forms.
pub const MCPCLIENT_OFFER_FORM: mcpclient_offers = 1;
/// Visits to a URL.
pub const MCPCLIENT_OFFER_URL: mcpclient_offers = 2;
/// Samples.
pub const MCPCLIENT_OFFER_SAMPLE: mcpclient_offers = 4;
/// The roots.
pub const MCPCLIENT_OFFER_ROOTS: mcpclient_offers = 8;

fn without(offer: Offer, withheld: mcpclient_offers) -> Offer {
    let has = |what: mcpclient_offers| withheld & what == 0;
    Offer {
        form: offer.form && has(MCPCLIENT_OFFER_FORM),
        url: offer.url && has(MCPCLIENT_OFFER_URL),
        sample: offer.sample && has(MCPCLIENT_OFFER_SAMPLE),
        roots: if has(MCPCLIENT_OFFER_ROOTS) { offer.roots } else { Roots::None },
        ..offer
    }
}

/// Settings of one call. Set it up with mcpclient_call_options_init().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_call_options {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// Until the server's next sign of life, its result or its progress; it stands still while
    /// you owe the server an answer (TMO-01, TMO-03, TMO-05). 0: as the client has it.
    pub timeout_ms: u64,
    /// The whole of the call, whatever progress it reports; it stands still likewise (TMO-04). 0:
    /// as the client has it.
    pub total_timeout_ms: u64,
    /// Called when the call is over. Or NULL.
    pub done: mcpclient_done_fn,
    /// Handed to `done`, and never followed.
    pub userdata: *mut c_void,
    /// Frees `userdata` after `done`, also if the call could not be started, or has no `done`. Or
    /// NULL.
    pub userdata_free: mcpclient_free_fn,
    /// MCPCLIENT_OFFER_...: what the host offers to the server, but not for this call: a batch
    /// job can run without dialogs (VER-21). Where offers are made once for all calls, it has no
    /// effect.
    pub withhold: mcpclient_offers,
    /// Members for `_meta` of the request: a JSON object, merged with the request's own (MET-04).
    pub meta: mcpclient_str,
    /// From which level on the server shall log about this call, such as "info", in place of
    /// mcpclient_set_log_level() (LOG-04). Where levels are set once for all calls, it has no effect.
    pub log_level: mcpclient_str,
    /// Your own trace context, in the formats of the W3C, sent in `_meta` of the request (MET-04).
    pub traceparent: mcpclient_str,
    /// See `traceparent`.
    pub tracestate: mcpclient_str,
    /// See `traceparent`.
    pub baggage: mcpclient_str,
    /// MCPCLIENT_CALL_...
    pub flags: mcpclient_call_flags,
    /// Whether the server is asked for progress (PRG-01). Default: if the host has a `progress`
    /// callback.
    pub progress: mcpclient_switch,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0, NULL and None.
unsafe impl Sized for mcpclient_call_options {
    const NAME: &'static str = "mcpclient_call_options";
}

/// What you asked a server for, from its start to its one end.
pub struct mcpclient_call {
    call: Call,
    client: Arc<mcpclient>,
    userdata: AtomicPtr<c_void>,
    outcome: OnceLock<Arc<Result<Success, Error>>>,
    error: OnceLock<mcpclient_error>,
    output: OnceLock<Output>,
    set_aside: OnceLock<Vec<[Terminated; 2]>>,
}

impl Handle for mcpclient_call {
    type Held = Shared;
    const NAME: &'static str = "call";
}

impl mcpclient_call {
    fn new(call: Call, client: Arc<mcpclient>, userdata: AtomicPtr<c_void>) -> Self {
        Self {
            call,
            client,
            userdata,
            outcome: OnceLock::new(),
            error: OnceLock::new(),
            output: OnceLock::new(),
            set_aside: OnceLock::new(),
        }
    }

    fn outcome(&self) -> Option<&Result<Success, Error>> {
        if self.outcome.get().is_none() {
            let outcome = self.call.outcome()?;
            return Some(self.outcome.get_or_init(|| outcome));
        }
        self.outcome.get().map(|outcome| &**outcome)
    }

    pub(crate) fn success(&self) -> Option<&Success> {
        self.outcome()?.as_ref().ok()
    }

    pub(crate) fn output(&self) -> &Output {
        match self.success() {
            Some(_) => self.output.get_or_init(|| self.call.output()),
            None => &Output::None,
        }
    }

    fn error(&self) -> Option<&mcpclient_error> {
        let error = self.outcome()?.as_ref().err()?;
        Some(self.error.get_or_init(|| mcpclient_error::new(error.clone())))
    }

    fn result(&self) -> mcpclient_str {
        let result = self.success().map(|success| mcpclient_str::of(success.result.as_str()));
        result.unwrap_or(mcpclient_str::NONE)
    }

    /// The names and reasons of what was set aside, as they are shown.
    fn set_aside(&self) -> Option<&[[Terminated; 2]]> {
        let success = self.success()?;
        let shown = || {
            let items = success.set_aside.iter();
            items
                .map(|item| [&item.name, &item.reason].map(|text| Terminated::safe_line(text)))
                .collect()
        };
        Some(self.set_aside.get_or_init(shown))
    }
}

/// The calls of one client that are not over, by what the driver calls them.
#[derive(Default)]
pub(crate) struct Calls(Mutex<HashMap<CallId, Arc<mcpclient_call>>>);

impl Calls {
    pub(crate) fn get(&self, id: CallId) -> Option<Arc<mcpclient_call>> {
        lock(&self.0).get(&id).cloned()
    }
}

/// What is owed to the host when a call is over.
struct Ending {
    done: mcpclient_done_fn,
    userdata: Userdata,
    calls: Arc<Calls>,
}

impl Ending {
    fn run(self, call: &Call) {
        let call = lock(&self.calls.0).remove(&call.id());
        let Some(call) = call else { return };
        if let Some(done) = self.done {
            let (status, error) = match call.error() {
                Some(error) => (error.status(), lend(error).cast_const()),
                None => (MCPCLIENT_OK, ptr::null()),
            };
            // SAFETY: the header says what the function gets, and the call lives until it returns.
            unsafe { done(self.userdata.pointer(), lend(&*call), status, call.result(), error) }
        }
        call.userdata.store(ptr::null_mut(), Ordering::Release);
    }
}

/// Starts a call: reads the options, then lets `begin` read the arguments and ask.
pub(crate) fn start(
    client: *mut mcpclient,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
    begin: impl FnOnce(&Client, CallSettings) -> Result<Call, Error>,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let userdata = sized::peek(options).map_or_else(Userdata::none, |options| {
            Userdata::new(options.userdata, options.userdata_free)
        });
        let out = Out::new(out);
        if let Some(out) = &out {
            out.set(ptr::null_mut());
        }
        let client = handle::join(client)?;
        let options = sized::read(options)?.unwrap_or_else(sized::nothing);
        let pointer = AtomicPtr::new(userdata.pointer());
        // Without code of the host's the end of a call is our own affair.
        let quiet = options.done.is_none() && !userdata.is_owed();
        let ending = Ending { done: options.done, userdata, calls: client.calls.clone() };
        let time = |given: u64| (given > 0).then(|| Duration::from_millis(given));
        let settings = CallSettings {
            timeout: time(options.timeout_ms),
            total: time(options.total_timeout_ms),
            offer: (options.withhold != 0).then(|| without(client.offer, options.withhold)),
            // Before any callback about the call: it will look for the handle, and so may C.
            started: Some(Box::new({
                let client = client.clone();
                move |call| {
                    let made = Arc::new(mcpclient_call::new(call.clone(), client, pointer));
                    lock(&made.client.calls.0).insert(call.id(), made.clone());
                    if let Some(out) = out {
                        out.set(handle::share(made));
                    }
                }
            })),
            done: Some(Box::new(move |call, _| ending.run(call))),
            quiet,
            ..settings::read(&options, client.progress)?
        };
        begin(&client.client, settings).map(drop)
    })
}

/// Sets all fields to 0, the defaults, and `struct_size` to `size`, which is
/// sizeof(mcpclient_call_options). The struct stays yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_options_init(
    options: *mut mcpclient_call_options,
    size: usize,
) {
    guard(|| sized::init(options, size));
}

/// Waits until the call is over, and returns how it ended; if it has a `done`, that has returned
/// first. A negative `timeout_ms` waits for as long as the call may take; when the time is up,
/// the answer is MCPCLIENT_E_PENDING.
///
/// Meanwhile callbacks run as always with MCPCLIENT_DISPATCH_THREAD, and on this thread with the
/// other two. Borrows the call.
///
/// Fails with MCPCLIENT_E_REENTRANT from inside a callback, as no call ever ends.
///
/// @thread any, not from a callback
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_wait(
    call: *mut mcpclient_call,
    timeout_ms: i64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        // A share of its own: a callback may free the caller's.
        let outcome = handle::join(call)?.call.wait(limit(timeout_ms))?;
        match &*outcome {
            Ok(_) => Ok(()),
            Err(error) => Err(error.clone()),
        }
    })
}

/// Ends the call here and now: `done` comes with MCPCLIENT_E_CANCELLED unless the result was
/// faster, and the server is told, with `reason`, which may be no text, for its log (CAN-01,
/// CAN-03). Borrows the call.
///
/// Fails with MCPCLIENT_E_GONE if the call is over, MCPCLIENT_E_BAD_JSON (`reason` is not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_cancel(
    call: *mut mcpclient_call,
    reason: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome { need(call)?.call.cancel(reason.text()?) })
}

/// Sends a call again at once whose server asked for patience, as `paused` told. Borrows the
/// call.
///
/// Fails with MCPCLIENT_E_GONE if the call is over, or is not paused.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_resume(call: *mut mcpclient_call) -> mcpclient_status {
    guard(|| -> Outcome { need(call)?.call.resume() })
}

/// How the call ended; MCPCLIENT_E_PENDING while it has not. Borrows the call.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_status(call: *const mcpclient_call) -> mcpclient_status {
    guard(|| -> Outcome {
        match need(call)?.outcome() {
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::new(Code::Pending, "the call is not over")),
        }
    })
}

/// The JSON-RPC result, verbatim; of a listing, all its pages in one. No text unless the call
/// ended well. Borrowed: it lives until the call is freed.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_result(call: *const mcpclient_call) -> mcpclient_str {
    guard(|| Some(borrow(call)?.result()))
}

/// Why the call failed; NULL unless it did. Borrowed: it lives until the call is freed; do not
/// free it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_error(
    call: *const mcpclient_call,
) -> *const mcpclient_error {
    guard(|| Some(lend(borrow(call)?.error()?).cast_const()))
}

/// How many items of a listing were not as the protocol wants them, and are not in the result.
/// Borrows the call.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_set_aside_count(call: *const mcpclient_call) -> usize {
    guard(|| Some(borrow(call)?.set_aside()?.len()))
}

/// The name of an item that was set aside, as far as it has one, made safe to show. Borrowed from
/// the call, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_set_aside_name(
    call: *const mcpclient_call,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(borrow(call)?.set_aside()?.get(index)?[0].view()))
}

/// What is wrong with an item that was set aside. Borrowed from the call, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_set_aside_reason(
    call: *const mcpclient_call,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(borrow(call)?.set_aside()?.get(index)?[1].view()))
}

/// The client that the call runs on. Borrowed from the call; do not free it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_client(call: *const mcpclient_call) -> *mut mcpclient {
    guard(|| Some(lend(&*borrow(call)?.client)))
}

/// The userdata that the call was started with: still yours, and NULL once it was freed. Borrows
/// the call.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_userdata(call: *const mcpclient_call) -> *mut c_void {
    guard(|| Some(borrow(call)?.userdata.load(Ordering::Acquire)))
}

/// Lets go of a call of yours, and does not cancel it: `done` still comes. NULL is fine.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_free(call: *mut mcpclient_call) {
    guard(|| drop(handle::release(call)));
}
