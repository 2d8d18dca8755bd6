//! Waits for room in a server's input, when there was none, and writes what is left.

use super::link::Link;
use std::sync::Arc;

pub(super) async fn run(link: Arc<Link>) {
    while let Ok(Some(inlet)) = link.within(|core| core.inlet.clone()) {
        let Ok(mut room) = inlet.writable().await else { break };
        let done = link.within(|core| {
            let done = core.write_some(&link);
            core.writing = !done;
            done
        });
        if done.unwrap_or(true) {
            return;
        }
        room.clear_ready();
    }
    let _ = link.within(|core| core.writing = false);
}
