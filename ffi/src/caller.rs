//! Calls a host's callbacks: the driver's trait on one side, the table of C functions on the
//! other.

use crate::client::mcpclient;
use crate::handle::{give, lend};
use crate::host::{
    MCPCLIENT_REVIEW_ROOTS, MCPCLIENT_REVIEW_SAMPLE_REQUEST, MCPCLIENT_REVIEW_SAMPLE_RESULT,
    mcpclient_host, mcpclient_input_fn,
};
use crate::lock::lock;
use crate::log::{Log, MCPCLIENT_LOG_INFO, MCPCLIENT_LOG_WARNING};
use crate::state::{
    MCPCLIENT_STATE_CLOSED, MCPCLIENT_STATE_CONNECTING, MCPCLIENT_STATE_READY,
    MCPCLIENT_STATE_SUSPENDED, warning_number, withdrawn_number,
};
use crate::userdata::Userdata;
use crate::view::Terminated;
use crate::watch;
use crate::{MCPCLIENT_SAMPLE_CONTEXT, MCPCLIENT_SAMPLE_TOOLS};
use crate::{mcpclient_error, mcpclient_input, mcpclient_str};
use client::json::Json;
use client::{
    Call, Client, Host, Input, InputId, Offer, Review, Roots, State, Wants, Warning, WatchFilter,
    Withdrawn,
};
use std::ptr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// One host, for one client.
pub(crate) struct Caller {
    table: mcpclient_host,
    log: Log,
    /// Until the last callback is over, or the client could not be made.
    userdata: Mutex<Option<Arc<Userdata>>>,
    /// From before the first callback until the last one is over.
    client: Mutex<Option<Arc<mcpclient>>>,
}

// SAFETY: the pointers in the table are `userdata`, which goes to callbacks alone, as `Userdata`
// has it, and `roots`, which is looked at only while the client is made.
unsafe impl Send for Caller {}
// SAFETY: as above; the rest of the table is functions, which the header lets run on any thread.
unsafe impl Sync for Caller {}

/// What a callback needs, and keeps alive while it runs.
struct Scene {
    client: Arc<mcpclient>,
    userdata: Arc<Userdata>,
}

impl Scene {
    fn userdata(&self) -> *mut std::ffi::c_void {
        self.userdata.pointer()
    }

    fn client(&self) -> *mut mcpclient {
        lend(&*self.client)
    }
}

impl Caller {
    pub(crate) fn new(table: mcpclient_host, userdata: Userdata, log: Log) -> Self {
        let userdata = Mutex::new(Some(Arc::new(userdata)));
        Self { table, log, userdata, client: Mutex::new(None) }
    }

    /// Callbacks are about to run for this client.
    pub(crate) fn begin(&self, client: Arc<mcpclient>) {
        *lock(&self.client) = Some(client);
    }

    fn scene(&self) -> Option<Scene> {
        let client = lock(&self.client).clone()?;
        let userdata = lock(&self.userdata).clone()?;
        Some(Scene { client, userdata })
    }

    /// The last callback is over: lets go of all that the host gave, in no lock's shadow.
    fn end(&self) {
        let client = lock(&self.client).take();
        let userdata = lock(&self.userdata).take();
        drop((client, userdata));
    }

    fn hand_over(&self, callback: mcpclient_input_fn, input: Input) {
        // Dropping an input turns the server away.
        let (Some(callback), Some(scene)) = (callback, self.scene()) else { return };
        let input = mcpclient_input::new(input, scene.client.clone());
        // SAFETY: the header says what the function gets; the scene lives until it returns.
        unsafe { callback(scene.userdata(), give(input)) }
    }

    fn log_state(&self, client: &Client, state: &State) {
        let label = client.label();
        self.log.line(MCPCLIENT_LOG_INFO, || match state {
            State::Connecting => format!("client \"{label}\": connecting"),
            State::Ready(facts) => {
                format!("client \"{label}\": ready, revision {}", facts.revision.wire())
            }
            State::Suspended => format!("client \"{label}\": suspended"),
            State::Closed(error) => format!("client \"{label}\": closed, {error}"),
        });
    }
}

// SAFETY, for every callback below: the header says what the function gets, and that what is
// borrowed lives until it returns; the scene and the arguments do.
impl Host for Caller {
    fn offer(&self) -> Offer {
        let table = &self.table;
        Offer {
            form: table.elicit_form.is_some(),
            url: table.elicit_url.is_some(),
            sample: table.sample.is_some(),
            sample_tools: table.sample_features & MCPCLIENT_SAMPLE_TOOLS != 0,
            sample_context: table.sample_features & MCPCLIENT_SAMPLE_CONTEXT != 0,
            roots: match (table.list_roots, table.roots.is_null()) {
                (Some(_), _) => Roots::Ask,
                (None, false) => Roots::Live,
                (None, true) => Roots::None,
            },
        }
    }

    fn review(&self) -> Review {
        let has = |flag| self.table.review & flag != 0;
        Review {
            sample_request: has(MCPCLIENT_REVIEW_SAMPLE_REQUEST),
            sample_result: has(MCPCLIENT_REVIEW_SAMPLE_RESULT),
            roots: has(MCPCLIENT_REVIEW_ROOTS),
        }
    }

    fn confirm(&self, input: Input) {
        self.hand_over(self.table.confirm, input);
    }

    fn input(&self, input: Input) {
        let callback = match input.request().wants {
            Wants::Form { .. } => self.table.elicit_form,
            Wants::Url { .. } => self.table.elicit_url,
            Wants::Sample(_) => self.table.sample,
            Wants::Roots => self.table.list_roots,
        };
        self.hand_over(callback, input);
    }

    fn input_closed(&self, _: &Client, id: InputId, why: Withdrawn) {
        let (Some(callback), Some(scene)) = (self.table.input_closed, self.scene()) else { return };
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), id.0, withdrawn_number(why)) }
    }

    fn state(&self, client: &Client, state: &State) {
        self.log_state(client, state);
        let (number, error) = match state {
            State::Connecting => (MCPCLIENT_STATE_CONNECTING, None),
            State::Ready(_) => (MCPCLIENT_STATE_READY, None),
            State::Suspended => (MCPCLIENT_STATE_SUSPENDED, None),
            State::Closed(error) => (MCPCLIENT_STATE_CLOSED, Some(error)),
        };
        if let (Some(callback), Some(scene)) = (self.table.state, self.scene()) {
            let error = error.map(|error| mcpclient_error::new(error.clone()));
            let error = error.as_ref().map_or(ptr::null(), |error| lend(error).cast_const());
            // SAFETY: see above.
            unsafe { callback(scene.userdata(), scene.client(), number, error) }
        }
        if number == MCPCLIENT_STATE_CLOSED {
            self.end();
        }
    }

    fn progress(&self, call: &Call, params: &Json) {
        let (Some(callback), Some(scene)) = (self.table.progress, self.scene()) else { return };
        let Some(call) = scene.client.calls.get(call.id()) else { return };
        let params = mcpclient_str::of(params.as_str());
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), lend(&*call), params) }
    }

    fn paused(&self, call: &Call, time: Duration) {
        let (Some(callback), Some(scene)) = (self.table.paused, self.scene()) else { return };
        let Some(call) = scene.client.calls.get(call.id()) else { return };
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), lend(&*call), time) }
    }

    fn visited(&self, _: &Client, id: InputId) {
        let (Some(callback), Some(scene)) = (self.table.visited, self.scene()) else { return };
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), id.0) }
    }

    fn task(&self, call: &Call, state: &Json) {
        let (Some(callback), Some(scene)) = (self.table.task, self.scene()) else { return };
        let Some(call) = scene.client.calls.get(call.id()) else { return };
        let state = mcpclient_str::of(state.as_str());
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), lend(&*call), state) }
    }

    fn watching(&self, _: &Client, filter: &WatchFilter) {
        let (Some(callback), Some(scene)) = (self.table.watching, self.scene()) else { return };
        let uris: Vec<_> = filter.uris.iter().map(|uri| mcpclient_str::of(uri)).collect();
        let lists = watch::lists(filter);
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), lists, uris.as_ptr(), uris.len()) }
    }

    fn log(&self, _: &Client, params: &Json) {
        let (Some(callback), Some(scene)) = (self.table.log, self.scene()) else { return };
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), mcpclient_str::of(params.as_str())) }
    }

    fn notification(&self, _: &Client, method: &str, params: Option<&Json>) {
        let (Some(callback), Some(scene)) = (self.table.notification, self.scene()) else { return };
        let params =
            params.map_or(mcpclient_str::NONE, |params| mcpclient_str::of(params.as_str()));
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), mcpclient_str::of(method), params) }
    }

    fn stderr(&self, _: &Client, line: &str) {
        let (Some(callback), Some(scene)) = (self.table.stderr_line, self.scene()) else { return };
        let line = Terminated::safe(line);
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), line.view()) }
    }

    fn warning(&self, client: &Client, warning: &Warning) {
        let kind = warning.kind;
        self.log.line(MCPCLIENT_LOG_WARNING, || {
            format!("client \"{}\": {}: {}", client.label(), kind.name(), warning.detail)
        });
        let (Some(callback), Some(scene)) = (self.table.warning, self.scene()) else { return };
        let detail = Terminated::new(&warning.detail);
        // SAFETY: see above.
        unsafe { callback(scene.userdata(), scene.client(), warning_number(kind), detail.view()) }
    }
}
