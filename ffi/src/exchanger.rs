//! The host's own HTTP stack.

use crate::exchange::mcpclient_exchange;
use crate::guard::{Outcome, guard};
use crate::handle::{give, need_mut};
use crate::lock::lock;
use crate::mcpclient_status;
use crate::sized::{self, Sized};
use crate::transport::mcpclient_transport;
use crate::userdata::{Userdata, mcpclient_free_fn};
use client::{Code, Error, Exchange, Exchanger, Request};
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

/// Make this HTTP request, without waiting for it here. `exchange` is yours: it says what to request, takes
/// what comes of it from any thread, and is to be freed. It must not block for long: every server of the
/// runtime waits meanwhile. Make no mcpclient_ call here but those of exchanges.
///
/// Redirects are not to be followed, cookies not to be kept, and headers to be sent as they stand; a
/// `Content-Length` is yours to add, and so is compression to undo.
///
/// @thread the library's own, or that of mcpclient_runtime_wait()
pub type mcpclient_exchange_open_fn =
    Option<unsafe extern "C" fn(userdata: *mut c_void, exchange: *mut mcpclient_exchange)>;

/// The exchange of that `id` is not wanted any more: close its connection, or its stream of one that others
/// use. Told once, never before `open` has returned, and perhaps for one that you have ended meanwhile. Its
/// handle is still yours to free. Make no mcpclient_ call here but those of exchanges.
///
/// @thread any
pub type mcpclient_exchange_abort_fn = Option<unsafe extern "C" fn(userdata: *mut c_void, id: u64)>;

/// mcpclient_exchange_feed() may be tried again with the exchange of that `id`, after it was refused with
/// MCPCLIENT_E_BUSY; told once after one or more refusals, and also when the exchange is over meanwhile. Make no
/// mcpclient_ call here but those of exchanges.
///
/// @thread any
pub type mcpclient_exchange_ready_fn = Option<unsafe extern "C" fn(userdata: *mut c_void, id: u64)>;

/// The host's own HTTP stack, for programs that must use the platform's. Set it up with
/// mcpclient_exchanger_init(). None of the functions is called under a lock of the library's; none must
/// throw or longjmp into it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_exchanger {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// Handed to the functions of this struct, and never followed.
    pub userdata: *mut c_void,
    /// Frees `userdata` once the client is over, or the transport was freed, and all exchanges were freed
    /// too. Also if mcpclient_transport_set_exchanger() fails. Or NULL.
    pub userdata_free: mcpclient_free_fn,
    /// Makes a request. Needed.
    pub open: mcpclient_exchange_open_fn,
    /// Gives one up. NULL if you look with mcpclient_exchange_is_aborted(), or see it when you say something
    /// of an exchange: MCPCLIENT_E_GONE.
    pub abort: mcpclient_exchange_abort_fn,
    /// Tells that there is room again. NULL if you find out by trying.
    pub ready: mcpclient_exchange_ready_fn,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0, NULL and None.
unsafe impl Sized for mcpclient_exchanger {
    const NAME: &'static str = "mcpclient_exchanger";
}

/// A host's stack, in Rust's terms.
pub(crate) struct Stack {
    open: unsafe extern "C" fn(*mut c_void, *mut mcpclient_exchange),
    abort: mcpclient_exchange_abort_fn,
    ready: mcpclient_exchange_ready_fn,
    userdata: Userdata,
}

impl Stack {
    fn abort(&self, id: u64) {
        if let Some(abort) = self.abort {
            // SAFETY: the header says what the function gets.
            unsafe { abort(self.userdata.pointer(), id) }
        }
    }

    /// Whether somebody wants to hear that there is room.
    pub(crate) fn wants_ready(&self) -> bool {
        self.ready.is_some()
    }

    pub(crate) fn ready(&self, id: u64) {
        if let Some(ready) = self.ready {
            // SAFETY: the header says what the function gets.
            unsafe { ready(self.userdata.pointer(), id) }
        }
    }
}

/// An exchange cannot be given up before the host knows of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Opening,
    Open,
    Aborted,
}

/// What the client is given: the stack, which exchanges keep alive.
struct Opener(Arc<Stack>);

impl Exchanger for Opener {
    fn open(&self, request: Request, exchange: Exchange) {
        let (stack, id) = (&self.0, exchange.id());
        let stage = Arc::new(Mutex::new(Stage::Opening));
        let (theirs, stack_too) = (Arc::clone(&stage), Arc::clone(stack));
        exchange.on_abort(move || {
            let before = std::mem::replace(&mut *lock(&theirs), Stage::Aborted);
            if before == Stage::Open {
                stack_too.abort(id);
            }
        });
        let handle = give(mcpclient_exchange::new(request, exchange, Arc::clone(stack)));
        // SAFETY: the header says what the function gets, and that the exchange is its own.
        unsafe { (stack.open)(stack.userdata.pointer(), handle) }
        let aborted = {
            let mut stage = lock(&stage);
            let aborted = *stage == Stage::Aborted;
            *stage = Stage::Open;
            aborted
        };
        if aborted {
            stack.abort(id);
        }
    }
}

/// Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_exchanger). The struct stays
/// yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchanger_init(
    exchanger: *mut mcpclient_exchanger,
    size: usize,
) {
    guard(|| sized::init(exchanger, size));
}

/// With mcpclient_transport_http(): has the HTTP requests made by `exchanger`, which is copied, in place of
/// the library's own stack. What the other functions say of certificates, proxies, addresses and connecting
/// is then its own business; headers and times for whole exchanges stay the library's.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no `open`), MCPCLIENT_E_UNSUPPORTED (a field that this library does
/// not have).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_exchanger(
    transport: *mut mcpclient_transport,
    exchanger: *const mcpclient_exchanger,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let userdata = sized::peek(exchanger).map_or_else(Userdata::none, |table| {
            Userdata::new(table.userdata, table.userdata_free)
        });
        let transport = need_mut(transport)?;
        let table = sized::read(exchanger)?.unwrap_or_else(sized::nothing);
        let open =
            table.open.ok_or_else(|| Error::new(Code::InvalidArg, "nobody makes the requests"))?;
        let stack = Stack { open, abort: table.abort, ready: table.ready, userdata };
        transport.http(|http| http.exchanger(Arc::new(Opener(Arc::new(stack)))))
    })
}
