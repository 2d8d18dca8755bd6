//! What the current thread is doing for the library: whether it is inside callbacks, and which
//! clients have bytes that wait for the callbacks to return.

use super::hub::Hub;
use super::link::Link;
use crate::sync::thread_local;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

thread_local! {
    static STAGE: Stage = const {
        Stage {
            depth: Cell::new(0),
            own: Cell::new(false),
            corked: RefCell::new(Vec::new()),
            leaving: RefCell::new(Vec::new()),
        }
    };
}

struct Stage {
    /// Callbacks on this thread's stack.
    depth: Cell<u32>,
    /// The thread is ours: it blocks all signals.
    own: Cell<bool>,
    /// Written to when the callbacks have returned, in one go.
    corked: RefCell<Vec<Arc<Link>>>,
    /// Shut down when the callbacks have returned.
    leaving: RefCell<Vec<Arc<Hub>>>,
}

/// While the thread is being torn down its stage is gone, and nothing is on it.
fn with<R>(act: impl FnOnce(&Stage) -> R) -> Option<R> {
    STAGE.try_with(act).ok()
}

/// Whether a callback of the host is on this thread's stack.
pub(crate) fn on_stage() -> bool {
    with(|stage| stage.depth.get() > 0).unwrap_or(false)
}

/// Marks the current thread as one of ours.
pub(crate) fn mark_own_thread() {
    with(|stage| stage.own.set(true));
}

/// Whether the current thread is one of ours.
#[cfg(unix)]
pub(crate) fn own_thread() -> bool {
    with(|stage| stage.own.get()).unwrap_or(false)
}

/// Has `link` written to when the callbacks return.
pub(crate) fn cork(link: &Arc<Link>) {
    with(|stage| {
        let mut corked = stage.corked.borrow_mut();
        if !corked.iter().any(|other| Arc::ptr_eq(other, link)) {
            corked.push(Arc::clone(link));
        }
    });
}

/// Has `hub` shut down when the callbacks return.
pub(crate) fn leave_later(hub: Arc<Hub>) {
    with(|stage| stage.leaving.borrow_mut().push(hub));
}

/// While it lives, callbacks run on this thread.
pub(crate) struct OnStage(());

impl OnStage {
    pub(crate) fn enter() -> Self {
        with(|stage| stage.depth.set(stage.depth.get() + 1));
        Self(())
    }
}

impl OnStage {
    /// Ends it, and does `then` before anything is written that waited for the end.
    pub(crate) fn end_with<R>(self, then: impl FnOnce() -> R) -> R {
        let depth = with(|stage| stage.depth.replace(stage.depth.get() - 1));
        let result = then();
        // Back for the drop.
        if let Some(depth) = depth {
            with(|stage| stage.depth.set(depth));
        }
        result
    }
}

impl Drop for OnStage {
    fn drop(&mut self) {
        with(|stage| stage.depth.set(stage.depth.get() - 1));
        // One at a time: what is done for one may cork or leave another.
        while let Some(link) = with(|stage| stage.corked.borrow_mut().pop()).flatten() {
            link.uncork();
        }
    }
}

/// Whether [`leave`] has something to do.
pub(crate) fn is_leaving() -> bool {
    with(|stage| stage.depth.get() == 0 && !stage.leaving.borrow().is_empty()).unwrap_or(false)
}

/// Shuts down what callbacks on this thread wanted shut down, once they have all returned. Whoever
/// delivers calls this when nothing that is still to be delivered depends on this thread.
pub(crate) fn leave() {
    while is_leaving() {
        if let Some(hub) = with(|stage| stage.leaving.borrow_mut().pop()).flatten() {
            hub.shutdown();
        }
    }
}
