//! Reads what a server says: the one owner of its output.

use crate::driver::link::Link;
use crate::driver::lock;
use crate::driver::race::race;
use crate::driver::warden;
use crate::io::{Outlet, Source};
use mcpclient_engine::session::WireEvent;
use std::future::poll_fn;
use std::io::ErrorKind;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// The process has ended: what is in the pipe is all that counts.
pub(in crate::driver) const DRAIN: u8 = 1;
/// The session is over: what comes is read and dropped, so that the server can end.
pub(in crate::driver) const DISCARD: u8 = 2;
/// The server is gone.
pub(in crate::driver) const STOP: u8 = 4;
/// Whoever has read instead of the reactor gives that back.
pub(in crate::driver) const RETURNED: u8 = 8;

/// What a read asks for at first, and at most. In between it grows while reads fill it.
const FIRST: usize = 8 << 10;
const MOST: usize = 256 << 10;
/// A pipe that was found this full gets this much room.
const FULL: usize = 64 << 10;
const ROOMY: usize = 1 << 20;
/// What may come out of a pipe after its process has ended: others may hold it and keep writing.
const LAST: usize = 4 << 20;
/// How long nobody has to have read instead of the reactor for it to take that back.
const QUIET: Duration = Duration::from_millis(1);
/// A larger buffer is not kept while there is nothing to read.
const KEEP: usize = 256 << 10;

/// What is known of the server's output: for whoever reads next.
pub(in crate::driver) struct Ear {
    source: Source,
    /// There while the reactor watches; else somebody reads who waits for an answer.
    outlet: Option<Arc<Outlet>>,
    /// How often somebody has read instead of the reactor.
    loans: u32,
    /// What is not yet a line; the session has it while it looks for lines.
    buffer: Vec<u8>,
    /// It may hold lines that were read already, but for which the host was not ready.
    behind: bool,
    /// How large the last large message was, until the next one: to make room for it at once.
    large: usize,
    /// What the next read asks for.
    chunk: usize,
    /// What may still come after the process has ended.
    last: usize,
    /// The pipe has more room than usual.
    roomy: bool,
}

/// What a read brought.
pub(in crate::driver) enum Heard {
    /// Something, and nothing is left for now.
    All,
    /// Something, and there may be more.
    Some,
    Nothing,
    /// There will be nothing any more.
    End,
}

impl Ear {
    fn new(outlet: Outlet) -> Self {
        Self {
            source: outlet.source().clone(),
            outlet: Some(Arc::new(outlet)),
            loans: 0,
            buffer: Vec::new(),
            behind: false,
            large: 0,
            chunk: FIRST,
            last: LAST,
            roomy: false,
        }
    }

    /// Whether the reactor does not watch at the moment.
    pub(in crate::driver) fn is_lent(&self) -> bool {
        self.outlet.is_none()
    }

    /// From here on somebody else reads; true if the reactor's task has to be told.
    pub(in crate::driver) fn lend(&mut self) -> bool {
        self.loans = self.loans.wrapping_add(1);
        self.outlet.take().is_some()
    }

    /// Waits up to `patience` for something to read.
    pub(in crate::driver) fn listen(&self, patience: Duration) -> bool {
        self.behind || self.source.readable_within(patience)
    }

    /// Reads once, and tells the session; or tells it what it had no room for before.
    pub(in crate::driver) fn hear(&mut self, link: &Arc<Link>) -> Heard {
        let discard = link.reader.has(DISCARD);
        if std::mem::take(&mut self.behind) && !discard {
            self.hand_over(link);
            return Heard::Some;
        }
        if discard {
            self.buffer.clear();
        }
        if self.buffer.len() >= MOST && self.buffer.capacity() < self.large {
            self.buffer.reserve_exact(self.large - self.buffer.len());
        }
        let chunk = self.chunk;
        let count = match self.source.read(&mut self.buffer, chunk) {
            Ok(0) => return Heard::End,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Heard::Nothing,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Heard::Some,
            Err(_) => return Heard::End,
        };
        if count == chunk {
            self.chunk = (chunk * 4).min(MOST);
        }
        if count >= FULL && !self.roomy {
            self.roomy = true;
            self.source.grow(ROOMY);
        }
        if link.reader.has(DRAIN) {
            let Some(left) = self.last.checked_sub(count) else { return Heard::End };
            self.last = left;
        }
        if !discard {
            let before = self.buffer.len();
            self.hand_over(link);
            if before > MOST && self.buffer.len() < before {
                self.large = before + chunk;
            }
        }
        if count == chunk {
            return Heard::Some;
        }
        if self.buffer.is_empty() && self.buffer.capacity() > KEEP {
            self.buffer = Vec::new();
            self.chunk = FIRST;
        }
        Heard::All
    }

    /// Gives the bytes to the session, and takes back the buffer with what is not yet a line, or
    /// must wait.
    fn hand_over(&mut self, link: &Arc<Link>) {
        let now = link.hub.clock.now();
        let buffer = &mut self.buffer;
        // A panic has been dealt with.
        let handed = link.within(|core| {
            std::mem::swap(core.session.input_buffer(), buffer);
            core.session.wire(now, WireEvent::Read);
            std::mem::swap(core.session.input_buffer(), buffer);
            let behind = !core.session.wants_read();
            if behind {
                link.pause_reading();
            }
            behind
        });
        self.behind = handed.unwrap_or(false);
    }
}

/// What the task does next.
enum Turn {
    Again,
    /// Somebody else reads.
    Lent,
    End,
}

pub(in crate::driver) async fn run(link: Arc<Link>, outlet: Outlet) {
    *lock(&link.ear) = Some(Ear::new(outlet));
    loop {
        match poll_fn(|context| link.read_in_turn(context)).await {
            Turn::Again => {}
            Turn::Lent if link.take_back().await => {}
            Turn::Lent | Turn::End => break,
        }
    }
    *lock(&link.ear) = None;
    link.warden.raise(warden::EOF);
}

impl Link {
    fn read_in_turn(self: &Arc<Self>, context: &mut Context<'_>) -> Poll<Turn> {
        let bits = self.reader.poll(context);
        if bits & STOP != 0 {
            return Poll::Ready(Turn::End);
        }
        if bits & DISCARD == 0 && self.is_paused() {
            return Poll::Pending;
        }
        let Ok(mut ear) = self.ear.try_lock() else { return Poll::Ready(Turn::Lent) };
        let Some(ear) = ear.as_mut() else { return Poll::Ready(Turn::End) };
        let Some(outlet) = ear.outlet.clone() else { return Poll::Ready(Turn::Lent) };
        if ear.behind {
            ear.hear(self);
            return Poll::Ready(Turn::Again);
        }
        let ready = match outlet.poll_readable(context) {
            Poll::Ready(Ok(ready)) => Some(ready),
            Poll::Ready(Err(_)) => return Poll::Ready(Turn::End),
            // The end may be known before what is in the pipe is: look for oneself.
            Poll::Pending if bits & DRAIN != 0 => None,
            Poll::Pending => return Poll::Pending,
        };
        match (ear.hear(self), ready) {
            (Heard::All | Heard::Nothing, Some(mut ready)) => ready.clear_ready(),
            (Heard::Nothing, None) | (Heard::End, _) => return Poll::Ready(Turn::End),
            _ => {}
        }
        Poll::Ready(Turn::Again)
    }

    /// Lets somebody else read for as long as that goes on, and watches again then; false if there is
    /// nothing to watch any more.
    async fn take_back(self: &Arc<Self>) -> bool {
        let mut seen = None;
        loop {
            if let Some(back) = self.try_take_back(&mut seen) {
                return back;
            }
            race(self.reader.raised(RETURNED), tokio::time::sleep(QUIET)).await;
        }
    }

    fn try_take_back(&self, seen: &mut Option<u32>) -> Option<bool> {
        let asked = self.reader.has(DRAIN | DISCARD | STOP | RETURNED);
        self.reader.lower(RETURNED);
        let mut ear = self.ear.try_lock().ok()?;
        let Some(ear) = ear.as_mut() else { return Some(false) };
        if ear.is_lent() {
            if seen.replace(ear.loans) != Some(ear.loans) && !asked {
                return None;
            }
            ear.outlet = ear.source.watch().ok().map(Arc::new);
        }
        Some(!ear.is_lent())
    }
}
