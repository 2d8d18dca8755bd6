//! What the host does for servers: the table of its callbacks.

use crate::client::mcpclient;
use crate::guard::guard;
use crate::sized::{self, Sized};
use crate::state::{mcpclient_client_state, mcpclient_warning_kind, mcpclient_withdrawn};
use crate::userdata::mcpclient_free_fn;
use crate::watch::mcpclient_lists;
use crate::{mcpclient_call, mcpclient_error, mcpclient_input, mcpclient_roots, mcpclient_str};
use std::ffi::c_void;

/// Hands over `input`, which is yours: answer it now or later, on any thread, then free it.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_input_fn =
    Option<unsafe extern "C" fn(userdata: *mut c_void, input: *mut mcpclient_input)>;

/// Tells that an input is gone without your answer: take its dialog away (CAN-06). `client` is
/// borrowed. `id` is what mcpclient_input_id() gave, `why` one of MCPCLIENT_WITHDRAWN_...; the
/// handle is still yours to free.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_input_closed_fn = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        client: *mut mcpclient,
        id: u64,
        why: mcpclient_withdrawn,
    ),
>;

/// Tells that the server calls a URL visit finished, to which you had agreed (URL-10). `client`
/// is borrowed. `id` is what mcpclient_input_id() gave.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_visited_fn =
    Option<unsafe extern "C" fn(userdata: *mut c_void, client: *mut mcpclient, id: u64)>;

/// Tells that a client is ready (MCPCLIENT_STATE_READY, no error), that its server ended
/// unexpectedly and is started again, or its session over HTTP (MCPCLIENT_STATE_CONNECTING, no error; ready
/// follows), that you suspended it (MCPCLIENT_STATE_SUSPENDED, no error; after mcpclient_wake() ready or
/// connecting follows), or that it is closed (MCPCLIENT_STATE_CLOSED, and why, which is MCPCLIENT_E_CLOSED if it was by your wish):
/// the last callback of that client. `client` and `error` are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_state_fn = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        client: *mut mcpclient,
        state: mcpclient_client_state,
        error: *const mcpclient_error,
    ),
>;

/// A call reports progress (PRG-03). `params` is the notification's parameters, verbatim:
/// "/progress" is a number, "/total" and "/message" may be there. `call` and `params` are
/// borrowed until this returns; mcpclient_call_userdata() tells which call it is.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_progress_fn = Option<
    unsafe extern "C" fn(userdata: *mut c_void, call: *mut mcpclient_call, params: mcpclient_str),
>;

/// The server asked for patience, not for input: the call is sent again after this time, or at
/// once with mcpclient_call_resume(). `call` is borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_paused_fn = Option<
    unsafe extern "C" fn(userdata: *mut c_void, call: *mut mcpclient_call, milliseconds: u64),
>;

/// A call became a task of the server's, or its task changed (TSX-02, TSX-05). `state` is the
/// server's word on it, verbatim: "/status", and perhaps "/statusMessage". "/taskId" is a secret
/// (TSX-15). `call` and `state` are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_task_fn = Option<
    unsafe extern "C" fn(userdata: *mut c_void, call: *mut mcpclient_call, state: mcpclient_str),
>;

/// Tells what the server grants of your wish with mcpclient_watch(): `lists` are MCPCLIENT_LIST_...
/// together (SUB-06). `client` and `uris` are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_watching_fn = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        client: *mut mcpclient,
        lists: mcpclient_lists,
        uris: *const mcpclient_str,
        uri_count: usize,
    ),
>;

/// The server logs (LOG-03). `params` is the notification's parameters, verbatim: "/level",
/// "/data", and perhaps "/logger". `client` and `params` are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_server_log_fn = Option<
    unsafe extern "C" fn(userdata: *mut c_void, client: *mut mcpclient, params: mcpclient_str),
>;

/// Any other notification of the server's, verbatim: a list changed, a resource was updated.
/// `params` is no text if it has none. All three are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_notification_fn = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        client: *mut mcpclient,
        method: mcpclient_str,
        params: mcpclient_str,
    ),
>;

/// A line of the server's stderr, without its ending, made safe to show; a long one comes in
/// pieces. Never a sign of failure by itself (STD-06). `client` and `line`, which ends with a
/// NUL, are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_stderr_fn = Option<
    unsafe extern "C" fn(userdata: *mut c_void, client: *mut mcpclient, line: mcpclient_str),
>;

/// The server did something that it should not have; nothing was lost but what `detail` names.
/// `kind` is one of MCPCLIENT_WARNING_...; `detail` is a sentence for developers, ends with a
/// NUL, and is never the server's text. `client` and `detail` are borrowed until this returns.
///
/// @thread as the runtime's dispatch says
pub type mcpclient_warning_fn = Option<
    unsafe extern "C" fn(
        userdata: *mut c_void,
        client: *mut mcpclient,
        kind: mcpclient_warning_kind,
        detail: mcpclient_str,
    ),
>;

/// For mcpclient_host.sample_features.
pub type mcpclient_sample_features = u32;

/// Your model takes tools, where the revision has them in sampling (SAM-06).
pub const MCPCLIENT_SAMPLE_TOOLS: mcpclient_sample_features = 1;
/// You add context of servers to prompts when they ask for it (SAM-16).
pub const MCPCLIENT_SAMPLE_CONTEXT: mcpclient_sample_features = 2;

/// For mcpclient_host.review: where inputs stop on their way, for your approval (SAM-34).
pub type mcpclient_review = u32;

/// Samples, before `sample` is given them to be answered (SAM-29, SAM-31).
pub const MCPCLIENT_REVIEW_SAMPLE_REQUEST: mcpclient_review = 1;
/// Samples, before the server gets the result (SAM-33).
pub const MCPCLIENT_REVIEW_SAMPLE_RESULT: mcpclient_review = 2;
/// The roots, before the server learns of them, wherever they come from (ROO-15).
pub const MCPCLIENT_REVIEW_ROOTS: mcpclient_review = 4;

/// What the host does for one client's server. Set it up with mcpclient_host_init(). What is NULL
/// is not declared to the server, and refused without asking you if it wants it all the same
/// (VER-15).
///
/// Callbacks of one client run one at a time and in order, where the runtime's dispatch says;
/// never under a lock of the library's, and never on the stack of the function that caused them.
/// From inside one everything is allowed but waiting, which is answered with
/// MCPCLIENT_E_REENTRANT; a callback must not throw or longjmp into the library.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_host {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// Handed to the functions of this struct, and never followed.
    pub userdata: *mut c_void,
    /// Frees `userdata` after the last callback, also if mcpclient_new() fails. Or NULL.
    pub userdata_free: mcpclient_free_fn,
    /// The server asks the user to fill in a form (ELI-30).
    pub elicit_form: mcpclient_input_fn,
    /// The server asks the user to visit a URL. The library never opens it (ELI-35).
    pub elicit_url: mcpclient_input_fn,
    /// The server asks for a completion by your model, which a user should approve (SAM-28).
    pub sample: mcpclient_input_fn,
    /// The server asks for the roots: answer with a list made for the occasion. It wins over
    /// `roots`.
    pub list_roots: mcpclient_input_fn,
    /// MCPCLIENT_SAMPLE_...: what `sample` can do beyond text.
    pub sample_features: mcpclient_sample_features,
    /// A list that the library answers from, and whose changes it announces (ROO-06). Borrowed:
    /// you may free it while the client lives, and the client keeps to what was in it.
    pub roots: *mut mcpclient_roots,
    /// An input is gone without your answer.
    pub input_closed: mcpclient_input_closed_fn,
    /// The client is ready, or closed.
    pub state: mcpclient_state_fn,
    /// A call reports progress. If it is set, calls ask for it (PRG-01).
    pub progress: mcpclient_progress_fn,
    /// The server logs.
    pub log: mcpclient_server_log_fn,
    /// The server notifies of something else.
    pub notification: mcpclient_notification_fn,
    /// The server writes to stderr.
    pub stderr_line: mcpclient_stderr_fn,
    /// The server did something that it should not have.
    pub warning: mcpclient_warning_fn,
    /// The server asked for patience.
    pub paused: mcpclient_paused_fn,
    /// The server says that a URL visit is finished, to which you had agreed.
    pub visited: mcpclient_visited_fn,
    /// The task behind a call changed. mcpclient_options.tasks says whether there can be any.
    pub task: mcpclient_task_fn,
    /// The server says what it grants of what you watch.
    pub watching: mcpclient_watching_fn,
    /// MCPCLIENT_REVIEW_...: which inputs stop at a checkpoint. The others go on without `confirm`,
    /// as if you had approved them.
    pub review: mcpclient_review,
    /// An input stands at a checkpoint: mcpclient_input_checkpoint() says at which. It is yours as any
    /// other: look at it, perhaps change it, then mcpclient_input_approve() it or turn the server away,
    /// and free it. What was approved goes on under the same id, with a handle of its own. Needed
    /// if `review` is not 0.
    pub confirm: mcpclient_input_fn,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0, NULL and None.
unsafe impl Sized for mcpclient_host {
    const NAME: &'static str = "mcpclient_host";
}

/// Sets all fields to 0, so that nothing is offered, and `struct_size` to `size`, which is
/// sizeof(mcpclient_host). The struct stays yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_host_init(host: *mut mcpclient_host, size: usize) {
    guard(|| sized::init(host, size));
}
