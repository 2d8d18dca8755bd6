//! Makes up for callbacks that block: what they have sent must not wait for them, nor may the events
//! of other clients.

use super::hub::Hub;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long something may be stuck before it is looked after: unnoticed by people, rare for machines.
const TICK: Duration = Duration::from_millis(2);
/// Ticks without anything to look after until the watch ends.
const CALM: u32 = 2;

impl Hub {
    /// Starts the watch unless it is on. It ends by itself. Without a thread of ours there is none: a
    /// blocked callback then blocks everything, and nothing is behind it.
    pub(super) fn watch(self: &Arc<Self>) {
        if !self.mailroom.has_io_thread()
            || self.watching.load(Ordering::SeqCst)
            || self.watching.swap(true, Ordering::SeqCst)
        {
            return;
        }
        let hub = Arc::clone(self);
        let _ = self.reactor.spawn(async move {
            let mut calm = 0;
            loop {
                tokio::time::sleep(TICK).await;
                calm = if hub.sweep() { 0 } else { calm + 1 };
                if calm < CALM {
                    continue;
                }
                hub.watching.store(false, Ordering::SeqCst);
                // Something may have come that relied on the watch being on.
                if !hub.sweep() || hub.watching.swap(true, Ordering::SeqCst) {
                    return;
                }
            }
        });
    }
}
