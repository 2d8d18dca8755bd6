//! What a lane of the host's own is fed by. What is fed goes to the session at once, on the host's thread; only
//! what comes before the client is there waits.

use super::reader;
use crate::driver::exchange::slot::Told;
use crate::driver::link::Link;
use crate::driver::lock;
use crate::driver::warden;
use crate::fork::Origin;
use crate::sync::Mutex;
use mcpclient_engine::session::WireEvent;
use mcpclient_engine::{Code, Error};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// So much may come before the client is there.
const EARLY: usize = 1 << 20;

/// See [`crate::LaneFeed`].
pub(crate) struct Mouth {
    origin: Origin,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    lane: Lane,
    /// What came early.
    early: Vec<u8>,
    /// It is at its end, and whether that is a failure.
    ended: Option<Option<String>>,
    waiting: Option<Told>,
    /// Something was refused before a client was there, which only a client changes.
    refused: bool,
}

#[derive(Default)]
enum Lane {
    /// No client has it yet.
    #[default]
    New,
    /// What came early is being handed over.
    Opening(Arc<Link>),
    Open(Arc<Link>),
    Over,
}

impl Default for Mouth {
    fn default() -> Self {
        Self { origin: Origin::here(), state: Mutex::default() }
    }
}

impl Mouth {
    pub(crate) fn feed(&self, bytes: &[u8]) -> Result<(), Error> {
        self.origin.check()?;
        let link = {
            let mut state = lock(&self.state);
            if state.ended.is_some() {
                return Err(gone());
            }
            match &state.lane {
                Lane::Over => return Err(gone()),
                Lane::Open(link) => Arc::clone(link),
                Lane::New | Lane::Opening(_) if state.early.len() + bytes.len() > EARLY => {
                    state.refused = true;
                    return Err(busy());
                }
                Lane::New | Lane::Opening(_) => {
                    state.early.extend_from_slice(bytes);
                    return Ok(());
                }
            }
        };
        if link.reader.has(reader::DISCARD) {
            return Err(gone());
        }
        link.hand_over(bytes)
    }

    pub(crate) fn end(&self, failure: Option<&str>) -> Result<(), Error> {
        self.origin.check()?;
        let link = {
            let mut state = lock(&self.state);
            if state.ended.is_some() || matches!(state.lane, Lane::Over) {
                return Err(gone());
            }
            state.ended = Some(failure.map(str::to_owned));
            state.link()
        };
        match link {
            Some(link) => link.warden.raise(warden::EOF),
            // Nothing more is taken, whether a client comes or not.
            None => self.tell_ready(),
        }
        Ok(())
    }

    pub(crate) fn on_ready(&self, told: Told) {
        if !self.origin.is_here() {
            return;
        }
        let (old, link, waits) = {
            let mut state = lock(&self.state);
            let old = state.waiting.replace(told);
            (old, state.link(), state.waits())
        };
        drop(old);
        match link {
            // The task that looks after the lane tells.
            Some(link) => link.warden.raise(warden::WORK),
            None if waits => {}
            None => self.tell_ready(),
        }
    }
}

impl State {
    fn link(&self) -> Option<Arc<Link>> {
        match &self.lane {
            Lane::Opening(link) | Lane::Open(link) => Some(Arc::clone(link)),
            Lane::New | Lane::Over => None,
        }
    }

    /// There is no room until a client comes.
    fn waits(&self) -> bool {
        matches!(self.lane, Lane::New) && self.ended.is_none() && self.refused
    }
}

/// A lane's half of its mouth. When the last one goes and no client has taken it, none ever will: whoever feeds it
/// learns of that.
pub(crate) struct Hold(Arc<Mouth>);

impl Hold {
    pub(crate) fn new(mouth: Arc<Mouth>) -> Arc<Self> {
        Arc::new(Self(mouth))
    }
}

impl Deref for Hold {
    type Target = Mouth;

    fn deref(&self) -> &Mouth {
        &self.0
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // The locks of a forked child may be held by nobody who is there.
        if self.origin.is_here() && matches!(lock(&self.state).lane, Lane::New) {
            self.close();
        }
    }
}

/// For the driver.
impl Mouth {
    /// A client takes it; false if one has it already.
    pub(in crate::driver) fn take(&self, link: &Arc<Link>) -> bool {
        let mut state = lock(&self.state);
        let free = matches!(state.lane, Lane::New);
        if free {
            state.lane = Lane::Opening(Arc::clone(link));
        }
        free
    }

    /// What came early, if anything is left of it; otherwise what comes goes straight to the session from now on.
    pub(in crate::driver) fn early(&self) -> Option<Vec<u8>> {
        let mut state = lock(&self.state);
        if !state.early.is_empty() {
            return Some(std::mem::take(&mut state.early));
        }
        if let Lane::Opening(link) = &state.lane {
            state.lane = Lane::Open(Arc::clone(link));
        }
        None
    }

    /// Whether it is at its end, and then whether that is a failure.
    pub(in crate::driver) fn ended(&self) -> Option<Option<String>> {
        lock(&self.state).ended.clone()
    }

    /// Nobody listens any more.
    pub(in crate::driver) fn close(&self) {
        let (old, early) = {
            let mut state = lock(&self.state);
            (std::mem::replace(&mut state.lane, Lane::Over), std::mem::take(&mut state.early))
        };
        drop((old, early));
        self.tell_ready();
    }

    /// Never to be called under a lock.
    pub(in crate::driver) fn tell_ready(&self) {
        let told = lock(&self.state).waiting.take();
        if let Some(told) = told {
            // The host's; what its panic costs is itself.
            let _ = catch_unwind(AssertUnwindSafe(told));
        }
    }
}

impl Link {
    /// Gives the session what a lane of the host's has brought; refused while it wants nothing more.
    pub(in crate::driver) fn hand_over(self: &Arc<Self>, bytes: &[u8]) -> Result<(), Error> {
        let now = self.hub.clock.now();
        self.within(|core| {
            if self.is_paused() {
                return Err(busy());
            }
            core.session.input_buffer().extend_from_slice(bytes);
            core.session.wire(now, WireEvent::Read);
            if !core.session.wants_read() {
                self.pause_reading();
            }
            Ok(())
        })?
    }
}

fn busy() -> Error {
    Error::new(Code::Busy, "too much waits on this lane")
}

fn gone() -> Error {
    Error::new(Code::Gone, "the lane is over")
}
