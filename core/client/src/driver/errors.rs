//! Drains a server's stderr, always: a full pipe would stop the server (STD-06).

use super::lane::reader::{DRAIN, STOP};
use super::link::Link;
use super::lock;
use crate::io::{LineCutter, Outlet};
use std::future::poll_fn;
use std::io::ErrorKind;
use std::sync::Arc;
use std::task::Poll;

const CHUNK: usize = 16 << 10;
/// As for the output: what may still come when the process has ended.
const LAST: usize = 4 << 20;

pub(super) async fn run(link: Arc<Link>, outlet: Outlet) {
    let mut cutter = LineCutter::default();
    let mut last = LAST;
    loop {
        let step = poll_fn(|context| {
            let bits = link.errors.poll(context);
            if bits & STOP != 0 {
                return Poll::Ready(None);
            }
            match outlet.poll_readable(context) {
                Poll::Ready(ready) => Poll::Ready(ready.ok().map(Some)),
                // The end may be known before what is in the pipe is: look for oneself.
                Poll::Pending if bits & DRAIN != 0 => Poll::Ready(Some(None)),
                Poll::Pending => Poll::Pending,
            }
        });
        let Some(ready) = step.await else { break };
        // Servers are silent here most of the time: no buffer is kept.
        let mut buffer = Vec::with_capacity(CHUNK);
        let count = match outlet.source().read(&mut buffer, CHUNK) {
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
        lock(&link.ring).push(&buffer);
        let _ = link.within(|core| cutter.feed(&buffer, |line| core.lines.push(line)));
        if link.errors.has(DRAIN) {
            let Some(left) = last.checked_sub(count) else { break };
            last = left;
        }
    }
    let _ = link.within(|core| cutter.finish(|line| core.lines.push(line)));
}
