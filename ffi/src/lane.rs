//! Servers at the other end of whatever the host makes of it.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Handle, Out, Owned, array, need};
use crate::ready::{Ready, fed};
use crate::sized::{self, Sized};
use crate::transport::mcpclient_transport;
use crate::userdata::{Userdata, mcpclient_free_fn};
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::{Code, Error, Lane, LaneFeed, LaneHost};
use std::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

/// Bytes for the server: whole lines, each ending with a newline, to be taken in full. `bytes` is borrowed
/// until this returns. It must not block for long: every server of the runtime waits meanwhile. Make no
/// mcpclient_ call here but those of lanes.
///
/// @thread the library's own, or that of mcpclient_runtime_wait(); for one lane one at a time
pub type mcpclient_lane_send_fn =
    Option<unsafe extern "C" fn(userdata: *mut c_void, bytes: *const c_void, size: usize)>;

/// The client is over, and nothing more is sent: answer with mcpclient_lane_end() once what was sent is
/// gone. It is waited for as long as mcpclient_transport_set_grace() says. Make no mcpclient_ call here but
/// those of lanes.
///
/// @thread as mcpclient_lane_send_fn
pub type mcpclient_lane_close_fn = Option<unsafe extern "C" fn(userdata: *mut c_void)>;

/// mcpclient_lane_feed() may be tried again, after it was refused with MCPCLIENT_E_BUSY; told once after one
/// or more refusals, and also when the lane is over meanwhile. Make no mcpclient_ call here but those of lanes.
///
/// @thread any
pub type mcpclient_lane_ready_fn = Option<unsafe extern "C" fn(userdata: *mut c_void)>;

/// Your half of a lane. Set it up with mcpclient_lane_host_init(). None of the functions is called under a
/// lock of the library's; none must throw or longjmp into it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_lane_host {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// Handed to the functions of this struct, and never followed.
    pub userdata: *mut c_void,
    /// Frees `userdata` once the client is over, or the transport was freed, and the lane was freed too: so
    /// not from in here. Also if mcpclient_transport_lane() fails. Or NULL.
    pub userdata_free: mcpclient_free_fn,
    /// Takes what is for the server. Needed.
    pub send: mcpclient_lane_send_fn,
    /// The client is over. NULL if there is nothing to be done about it: then nobody waits for the lane's end.
    pub close: mcpclient_lane_close_fn,
    /// Tells that there is room again. NULL if you find out by trying.
    pub ready: mcpclient_lane_ready_fn,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0, NULL and None.
unsafe impl Sized for mcpclient_lane_host {
    const NAME: &'static str = "mcpclient_lane_host";
}

/// Says what the server at the other end says.
pub struct mcpclient_lane {
    feed: LaneFeed,
    ready: Ready,
    /// Freed after the lane.
    _userdata: Arc<Userdata>,
}

impl Handle for mcpclient_lane {
    type Held = Owned;
    const NAME: &'static str = "lane";
}

/// A lane's table, in Rust's terms.
struct Caller {
    send: unsafe extern "C" fn(*mut c_void, *const c_void, usize),
    close: mcpclient_lane_close_fn,
    userdata: Arc<Userdata>,
}

impl LaneHost for Caller {
    fn send(&self, bytes: &[u8]) {
        // SAFETY: the header says what the function gets; the bytes live until it returns.
        unsafe { (self.send)(self.userdata.pointer(), bytes.as_ptr().cast(), bytes.len()) }
    }

    fn close(&self) {
        if let Some(close) = self.close {
            // SAFETY: as above.
            unsafe { close(self.userdata.pointer()) }
        }
    }
}

/// Sets all fields to 0 and `struct_size` to `size`, which is sizeof(mcpclient_lane_host). The struct stays
/// yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_lane_host_init(host: *mut mcpclient_lane_host, size: usize) {
    guard(|| sized::init(host, size));
}

/// A lane of your own making, one message on each line: what the library sends is given to `host`, and what
/// the server says is fed with mcpclient_lane_feed(), from any thread. It serves one client.
///
/// `host` is copied. Both `*lane` and `*out` are yours, the transport until mcpclient_new() takes it; the
/// lane may outlive the client and the runtime.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no `send`), MCPCLIENT_E_UNSUPPORTED (a field that this library does
/// not have).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_lane(
    host: *const mcpclient_lane_host,
    lane: *mut *mut mcpclient_lane,
    out: *mut *mut mcpclient_transport,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let userdata = sized::peek(host)
            .map_or_else(Userdata::none, |host| Userdata::new(host.userdata, host.userdata_free));
        let userdata = Arc::new(userdata);
        let places = (Out::need(lane)?, Out::need(out)?);
        places.0.set(std::ptr::null_mut());
        places.1.set(std::ptr::null_mut());
        let table = sized::read(host)?.unwrap_or_else(sized::nothing);
        let send = table
            .send
            .ok_or_else(|| Error::new(Code::InvalidArg, "nobody takes what is for the server"))?;
        let ready = ready_of(table.ready, &userdata);
        let _userdata = Arc::clone(&userdata);
        let (mut way, feed) = Lane::new(Caller { send, close: table.close, userdata });
        if table.close.is_none() {
            way = way.grace(Duration::ZERO);
        }
        places.0.set(handle::give(mcpclient_lane { feed, ready, _userdata }));
        places.1.set(handle::give(mcpclient_transport::new(way)));
        Ok(())
    })
}

fn ready_of(ready: mcpclient_lane_ready_fn, userdata: &Arc<Userdata>) -> Ready {
    let (ready, userdata) = (ready?, Arc::clone(userdata));
    // SAFETY: the header says what the function gets.
    Some(Arc::new(move || unsafe { ready(userdata.pointer()) }))
}

/// The next bytes that the server has sent, however its lines are cut. Copies them. May come before the
/// client is made.
///
/// Fails with MCPCLIENT_E_BUSY when too much waits already: nothing was taken, and no more should be read
/// from the server until `ready` is called; MCPCLIENT_E_GONE once the lane has ended, its client is over, or its
/// transport was freed without one; MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_FORKED.
///
/// @thread any, one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_lane_feed(
    lane: *mut mcpclient_lane,
    bytes: *const c_void,
    size: usize,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let lane = need(lane)?;
        let bytes = array(bytes.cast::<u8>(), size)?;
        fed(|| lane.feed.feed(bytes), &lane.ready, |told| lane.feed.on_ready(told))
    })
}

/// The lane is at its end: in order with no text, or broken as `failure` says in one sentence for
/// developers. Borrows the lane, which stays yours to free.
///
/// Fails with MCPCLIENT_E_GONE if it has ended already or its client is over, MCPCLIENT_E_BAD_JSON (not
/// UTF-8), MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_FORKED.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_lane_end(
    lane: *mut mcpclient_lane,
    failure: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome { need(lane)?.feed.end(failure.text()?) })
}

/// Frees a lane of yours; NULL is fine. One that has not ended is broken by it, as nobody could feed it any
/// more.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_lane_free(lane: *mut mcpclient_lane) {
    guard(|| {
        if let Some(held) = handle::take(lane) {
            let _ = held.feed.end(Some("the host let go of the lane"));
        }
    });
}
