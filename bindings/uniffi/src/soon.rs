//! Waiting for something that is told once.

use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

#[derive(Default)]
struct Told {
    told: bool,
    waiting: Option<Waker>,
}

/// Asks to be told, and waits for it.
pub(crate) fn soon(ask: impl FnOnce(Box<dyn FnOnce() + Send>)) -> impl Future<Output = ()> + Send {
    let state = Arc::<Mutex<Told>>::default();
    let tell = Arc::clone(&state);
    ask(Box::new(move || {
        let waiting = {
            let mut told = tell.lock().unwrap_or_else(PoisonError::into_inner);
            told.told = true;
            told.waiting.take()
        };
        if let Some(waker) = waiting {
            waker.wake();
        }
    }));
    poll_fn(move |context| {
        let mut told = state.lock().unwrap_or_else(PoisonError::into_inner);
        if told.told {
            return Poll::Ready(());
        }
        told.waiting = Some(context.waker().clone());
        Poll::Pending
    })
}
