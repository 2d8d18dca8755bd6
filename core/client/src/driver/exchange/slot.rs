//! One HTTP exchange, between whoever makes it and the session.

use super::heads;
use crate::driver::core::Core;
use crate::driver::link::Link;
use crate::driver::lock;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use mcpclient_engine::session::WireEvent;
use mcpclient_engine::wire::{Failure, FailureKind, Purpose};
use mcpclient_engine::{Code, Error, ExchangeId, Millis};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64 as Counter, Ordering::Relaxed};

/// See [`crate::Exchange`].
pub(crate) struct Slot {
    pub(in crate::driver) id: ExchangeId,
    pub(in crate::driver) purpose: Purpose,
    number: u64,
    link: Arc<Link>,
    bits: AtomicU8,
    /// When it is too late for what is to be told next; never if so.
    limit: AtomicU64,
    ears: Mutex<Ears>,
}

/// Whom to tell: see [`crate::Exchange::on_abort`].
pub(crate) type Told = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Ears {
    abort: Option<Told>,
    ready: Option<Told>,
}

/// A head was told.
const HEADED: u8 = 1;
/// An end was told.
const OVER: u8 = 2;
/// It was given up.
const ABORTED: u8 = 4;
/// Its answer is a stream, as it should be.
const STREAMS: u8 = 8;

const NEVER: u64 = u64::MAX;

/// Of all exchanges of the process. No model may have it: they come and go.
static NUMBERS: Counter = Counter::new(0);

impl Slot {
    pub(in crate::driver) fn new(id: ExchangeId, purpose: Purpose, link: &Arc<Link>) -> Self {
        Self {
            id,
            purpose,
            number: NUMBERS.fetch_add(1, Relaxed) + 1,
            link: Arc::clone(link),
            bits: AtomicU8::new(0),
            limit: AtomicU64::new(NEVER),
            ears: Mutex::default(),
        }
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Does something to the session, if it still wants to know of this exchange.
    fn tell<R>(&self, act: impl FnOnce(&mut Core, Millis) -> Result<R, Error>) -> Result<R, Error> {
        let now = self.link.hub.clock.now();
        self.link.within(
            |core| {
                if core.traffic.has(self) { act(core, now) } else { Err(gone()) }
            },
        )?
    }

    /// Nothing is told of what is over, or in a forked child.
    fn check(&self) -> Result<u8, Error> {
        self.link.hub.origin.check()?;
        let bits = self.bits.load(Ordering::Acquire);
        if bits & (OVER | ABORTED) == 0 { Ok(bits) } else { Err(gone()) }
    }

    pub(crate) fn head<N: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Result<(), Error> {
        if self.check()? & HEADED != 0 {
            return Err(Error::new(Code::InvalidArg, "the answer's head was told already"));
        }
        match status {
            100..=199 => return Ok(()),
            200..=599 => {}
            _ => return Err(Error::new(Code::InvalidArg, "that is no status of HTTP")),
        }
        let head = heads::read(status, headers);
        let streams = head.is_event_stream();
        self.bits.fetch_or(if streams { HEADED | STREAMS } else { HEADED }, Ordering::AcqRel);
        self.allow_more();
        self.tell(|core, now| {
            core.session.wire(now, WireEvent::Head(self.id, &head));
            Ok(())
        })
    }

    pub(crate) fn body(&self, bytes: &[u8]) -> Result<(), Error> {
        if self.check()? & HEADED == 0 {
            return Err(Error::new(Code::InvalidArg, "the answer's body came before its head"));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        self.allow_more();
        self.tell(|core, now| {
            if self.link.is_paused() {
                return Err(Error::new(Code::Busy, "the client's host is behind"));
            }
            core.session.wire(now, WireEvent::Body(self.id, bytes));
            if !core.session.wants_read() {
                self.link.pause_reading();
            }
            Ok(())
        })
    }

    pub(crate) fn end(&self, failure: Option<Failure>) -> Result<(), Error> {
        if self.check()? & HEADED == 0 && failure.is_none() {
            return Err(Error::new(Code::InvalidArg, "the answer ended without a head"));
        }
        self.bits.fetch_or(OVER, Ordering::AcqRel);
        let told = self.tell(|core, now| {
            core.traffic.end(self, &self.link);
            core.session.wire(now, WireEvent::End(self.id, failure));
            Ok(())
        });
        self.deafen();
        told
    }

    /// Whoever made it lets go.
    pub(crate) fn dropped(&self) {
        let message = "the exchange was let go of before its end";
        let failure = Failure { kind: FailureKind::Broken, message: message.into() };
        // Over, or forked: as it should be.
        let _ = self.end(Some(failure));
    }

    pub(crate) fn is_aborted(&self) -> bool {
        self.bits.load(Ordering::Acquire) & ABORTED != 0
    }

    fn is_over(&self) -> bool {
        self.bits.load(Ordering::Acquire) & (OVER | ABORTED) != 0
    }

    /// The session, or its driver, gives it up: under the lock.
    pub(in crate::driver) fn note_abort(&self) {
        self.bits.fetch_or(ABORTED, Ordering::AcqRel);
    }

    /// Tells whoever makes it; never under a lock.
    pub(in crate::driver) fn tell_abort(&self) {
        let Ears { abort, ready } = std::mem::take(&mut *lock(&self.ears));
        call(abort);
        call(ready);
    }

    pub(in crate::driver) fn tell_ready(&self) {
        let ready = lock(&self.ears).ready.take();
        call(ready);
    }

    /// Nothing more is to be told to whoever made it.
    fn deafen(&self) {
        let Ears { abort, ready } = std::mem::take(&mut *lock(&self.ears));
        drop(abort);
        call(ready);
    }

    pub(crate) fn on_abort(&self, told: Told) {
        if !self.link.hub.origin.is_here() {
            return;
        }
        let old = lock(&self.ears).abort.replace(told);
        drop(old);
        // Noted before anybody looks for whom to tell: one of the two finds it.
        if self.is_over() {
            let told = lock(&self.ears).abort.take();
            // After an end in order there is nothing to tell, and what it holds may hold the exchange.
            call(told.filter(|_| self.is_aborted()));
        }
    }

    pub(crate) fn on_ready(&self, told: Told) {
        if !self.link.hub.origin.is_here() {
            return;
        }
        let old = lock(&self.ears).ready.replace(told);
        drop(old);
        if self.is_over() || !self.link.is_paused() {
            self.tell_ready();
        }
    }

    pub(crate) async fn ready(&self) {
        let (tell, told) = tokio::sync::oneshot::channel();
        self.on_ready(Box::new(move || {
            // Whoever waited may have given up.
            let _ = tell.send(());
        }));
        // It is dropped only with what waits here.
        let _ = told.await;
    }
}

/// How long things may take, where the session has no clock for them.
impl Slot {
    /// It goes out now.
    pub(in crate::driver) fn begins(&self) {
        if self.purpose != Purpose::Request {
            let limit = self.link.web_times().map(|(head, _)| self.link.hub.clock.now() + head);
            self.limit.store(limit.map_or(NEVER, |limit| limit.0), Relaxed);
        }
    }

    /// Something has come.
    fn allow_more(&self) {
        if self.purpose == Purpose::Request {
            return;
        }
        let streams = self.bits.load(Ordering::Acquire) & STREAMS != 0;
        let limit = if streams && self.purpose == Purpose::Stream {
            NEVER
        } else {
            let idle = self.link.web_times().map(|(_, idle)| self.link.hub.clock.now() + idle);
            idle.map_or(NEVER, |limit| limit.0)
        };
        self.limit.store(limit, Relaxed);
    }

    /// Whether the host, where it is too slow, may be what its answer waits for.
    pub(in crate::driver) fn has_head(&self) -> bool {
        self.bits.load(Ordering::Acquire) & HEADED != 0
    }

    /// The host has caught up; until now nothing could come.
    pub(in crate::driver) fn resumes(&self) {
        if self.has_head() && !self.is_over() {
            self.allow_more();
        }
    }

    /// When it is too late; `None` if nothing is waited for.
    pub(in crate::driver) fn limit(&self) -> Option<Millis> {
        let limit = self.limit.load(Relaxed);
        (limit != NEVER && !self.is_over()).then_some(Millis(limit))
    }

    /// Whether it may still come under a limit.
    pub(in crate::driver) fn is_limited(&self) -> bool {
        let streams = self.bits.load(Ordering::Acquire) & STREAMS != 0;
        !(self.is_over() || self.purpose == Purpose::Stream && streams)
    }
}

fn call(told: Option<Told>) {
    if let Some(told) = told {
        // The host's; what its panic costs is itself.
        let _ = catch_unwind(AssertUnwindSafe(told));
    }
}

fn gone() -> Error {
    Error::new(Code::Gone, "the exchange is over")
}
