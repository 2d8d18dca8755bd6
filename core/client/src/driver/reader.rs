//! Reads what a server says: the one owner of its output.

use super::link::Link;
use super::{lock, warden};
use crate::io::Outlet;
use mcpclient_engine::session::WireEvent;
use std::future::poll_fn;
use std::io::ErrorKind;
use std::sync::Arc;
use std::task::Poll;

/// The process has ended: what is in the pipe is all that counts.
pub(super) const DRAIN: u8 = 1;
/// The session is over: what comes is read and dropped, so that the server can end.
pub(super) const DISCARD: u8 = 2;
/// The server is gone.
pub(super) const STOP: u8 = 4;

/// What a read asks for at first, and at most. In between it grows while reads fill it.
const FIRST: usize = 8 << 10;
const MOST: usize = 256 << 10;
/// A pipe that was found this full gets this much room.
const FULL: usize = 64 << 10;
const ROOMY: usize = 1 << 20;
/// What may come out of a pipe after its process has ended: others may hold it and keep writing.
const LAST: usize = 4 << 20;
/// A larger buffer is not kept while there is nothing to read.
const KEEP: usize = 256 << 10;

/// What is known of the server's output: for whoever reads next.
pub(super) struct Ear {
    outlet: Arc<Outlet>,
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
enum Heard {
    /// Something, and nothing is left for now.
    All,
    /// Something, and there may be more.
    Some,
    Nothing,
    /// There will be nothing any more.
    End,
}

impl Ear {
    fn new(outlet: Arc<Outlet>) -> Self {
        Self {
            outlet,
            buffer: Vec::new(),
            behind: false,
            large: 0,
            chunk: FIRST,
            last: LAST,
            roomy: false,
        }
    }

    /// Reads once, and tells the session; or tells it what it had no room for before.
    fn hear(&mut self, link: &Arc<Link>) -> Heard {
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
        let count = match self.outlet.read(&mut self.buffer, chunk) {
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
            self.outlet.grow(ROOMY);
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

pub(super) async fn run(link: Arc<Link>, outlet: Outlet) {
    let outlet = Arc::new(outlet);
    *lock(&link.ear) = Some(Ear::new(Arc::clone(&outlet)));
    loop {
        let step = poll_fn(|context| {
            let bits = link.reader.poll(context);
            if bits & STOP != 0 {
                return Poll::Ready(None);
            }
            if bits & DISCARD == 0 && link.is_paused() {
                return Poll::Pending;
            }
            if lock(&link.ear).as_ref().is_some_and(|ear| ear.behind) {
                return Poll::Ready(Some(None));
            }
            match outlet.poll_readable(context) {
                Poll::Ready(ready) => Poll::Ready(ready.ok().map(Some)),
                // The end may be known before what is in the pipe is: look for oneself.
                Poll::Pending if bits & DRAIN != 0 => Poll::Ready(Some(None)),
                Poll::Pending => Poll::Pending,
            }
        });
        let Some(ready) = step.await else { break };
        let heard = lock(&link.ear).as_mut().map_or(Heard::End, |ear| ear.hear(&link));
        match (heard, ready) {
            (Heard::All | Heard::Nothing, Some(mut ready)) => ready.clear_ready(),
            (Heard::Nothing, None) | (Heard::End, _) => break,
            _ => {}
        }
    }
    *lock(&link.ear) = None;
    link.warden.raise(warden::EOF);
}

/// Reading on the thread that waits for an answer, where that spares a detour.
#[cfg(unix)]
impl Link {
    /// Waits up to `patience` for the server to say something, reads it, and says whether it did. The
    /// task above goes on to notice everything that this does not.
    pub(crate) fn hear_within(self: &Arc<Self>, patience: std::time::Duration) -> bool {
        // Somebody else listens already, or nobody ever will again.
        let Ok(mut ear) = self.ear.try_lock() else { return false };
        let Some(ear) = ear.as_mut() else { return false };
        if self.is_paused() || self.reader.has(DRAIN | DISCARD | STOP) {
            return false;
        }
        (ear.behind || ear.outlet.readable_within(patience))
            && matches!(ear.hear(self), Heard::All | Heard::Some)
    }
}
