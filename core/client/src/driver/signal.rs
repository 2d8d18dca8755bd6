//! Flags that one task is woken for.

use super::lock;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Waker};

/// Bits that anyone may raise and one task looks at. A raised bit stays.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    bits: AtomicU8,
    waker: Mutex<Option<Waker>>,
}

impl Signal {
    /// Raises `bits` and lets the task look; with no bits, lets it look at whatever else it checks.
    pub(crate) fn raise(&self, bits: u8) {
        self.bits.fetch_or(bits, Ordering::SeqCst);
        let waker = lock(&self.waker).take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The bits so far; the task is woken when more are raised. Check what else may wake after this.
    pub(crate) fn poll(&self, context: &Context<'_>) -> u8 {
        let mut waker = lock(&self.waker);
        if !waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            *waker = Some(context.waker().clone());
        }
        drop(waker);
        self.bits.load(Ordering::SeqCst)
    }

    pub(crate) fn has(&self, bits: u8) -> bool {
        self.bits.load(Ordering::SeqCst) & bits != 0
    }
}

impl Signal {
    /// Waits until one of `mask` is raised.
    pub(crate) async fn raised(&self, mask: u8) -> u8 {
        std::future::poll_fn(|context| {
            let bits = self.poll(context) & mask;
            if bits == 0 { std::task::Poll::Pending } else { std::task::Poll::Ready(bits) }
        })
        .await
    }

    /// Lowers `bits` again.
    pub(crate) fn lower(&self, bits: u8) {
        self.bits.fetch_and(!bits, Ordering::SeqCst);
    }
}
