//! The last steps of every way to a server.

use super::core::Core;
use super::link::{LANE, Link};
use super::lock;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Ends the server's input, once it has had its time to read what was written.
pub(super) async fn close_inlet(link: &Arc<Link>) {
    let _ = link.within(Core::pack);
    let written = async {
        loop {
            let (writing, writer) = {
                let mut core = lock(&link.core);
                (core.writing, core.writer.take())
            };
            match writer {
                Some(writer) => Writer(writer).await,
                // A thread of the host's is at it, and never blocks.
                None if writing => tokio::time::sleep(Duration::from_millis(1)).await,
                None => return,
            }
        }
    };
    // Past its time, the task ends with its handle.
    let _ = link.grace.within(written).await;
    let inlet = {
        let mut core = lock(&link.core);
        core.writing = false;
        core.outgoing.close()
    };
    drop(inlet);
}

/// The task that waits for room; ends it when dropped.
struct Writer(JoinHandle<()>);

impl Future for Writer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        // Its panic, too, is an end.
        Pin::new(&mut self.0).poll(context).map(drop)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(super) async fn join(task: &mut Option<JoinHandle<()>>) {
    if let Some(task) = task.take() {
        // Its panic has been dealt with.
        let _ = task.await;
    }
}

/// However the task ends that sees to a server, the client counts as gone.
pub(super) struct Parting(pub(super) Arc<Link>);

impl Drop for Parting {
    fn drop(&mut self) {
        self.0.part(LANE);
    }
}
