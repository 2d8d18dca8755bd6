//! Reads what a server says: the one owner of its output.

use super::link::Link;
use super::warden;
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

/// What a read asks for at first. It grows while reads fill it.
const FIRST: usize = 8 << 10;
/// No message has fewer bytes. What is read in one go must not bring more events than the queue still has
/// room for when it asks for a pause: half of its bound.
const LEAST_MESSAGE: usize = 32;
/// A pipe that was found this full gets this much room.
const FULL: usize = 64 << 10;
const ROOMY: usize = 1 << 20;
/// What may come out of a pipe after its process has ended: others may hold it and keep writing.
const LAST: usize = 4 << 20;
/// A larger buffer is not kept while there is nothing to read.
const KEEP: usize = 256 << 10;

pub(super) async fn run(link: Arc<Link>, outlet: Outlet) {
    let mut buffer = Vec::new();
    let most = (link.event_bound / 2 * LEAST_MESSAGE).clamp(FIRST, ROOMY);
    let mut chunk = FIRST;
    let mut last = LAST;
    let mut roomy = false;
    loop {
        let step = poll_fn(|context| {
            let bits = link.reader.poll(context);
            if bits & STOP != 0 {
                return Poll::Ready(None);
            }
            if bits & DISCARD == 0 && link.is_paused() {
                return Poll::Pending;
            }
            match outlet.poll_readable(context) {
                Poll::Ready(ready) => Poll::Ready(ready.ok().map(Some)),
                // The end may be known before what is in the pipe is: look for oneself.
                Poll::Pending if bits & DRAIN != 0 => Poll::Ready(Some(None)),
                Poll::Pending => Poll::Pending,
            }
        });
        let Some(ready) = step.await else { break };
        let discard = link.reader.has(DISCARD);
        if discard {
            buffer.clear();
        }
        let count = match outlet.read(&mut buffer, chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                let Some(mut ready) = ready else { break };
                ready.clear_ready();
                continue;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if count < chunk {
            // Nothing was left; the next byte will be noticed.
            if let Some(mut ready) = ready {
                ready.clear_ready();
            }
        } else {
            chunk = (chunk * 4).min(most);
        }
        if count >= FULL && !roomy {
            roomy = true;
            outlet.grow(ROOMY);
        }
        if link.reader.has(DRAIN) {
            let Some(left) = last.checked_sub(count) else { break };
            last = left;
        }
        if !discard {
            hand_over(&link, &mut buffer);
        }
        if buffer.is_empty() && buffer.capacity() > KEEP && count < chunk {
            buffer = Vec::new();
            chunk = FIRST;
        }
    }
    link.warden.raise(warden::EOF);
}

/// Gives the bytes to the session, and takes back the buffer with what is not yet a line.
fn hand_over(link: &Arc<Link>, buffer: &mut Vec<u8>) {
    let now = link.hub.clock.now();
    let _ = link.within(|core| {
        std::mem::swap(core.session.input_buffer(), buffer);
        core.session.wire(now, WireEvent::Read);
        std::mem::swap(core.session.input_buffer(), buffer);
        if !core.session.wants_read() {
            link.pause_reading();
        }
    });
}
