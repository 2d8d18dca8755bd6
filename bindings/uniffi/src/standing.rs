//! Waiting for a client to be ready, or to be over.

use client::{Error, ServerFacts, State};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// How a client stands, as far as its host has been told.
#[derive(Default)]
pub(crate) struct Standing(Mutex<Told>);

#[derive(Default)]
struct Told {
    ready: Option<Arc<ServerFacts>>,
    closed: Option<Error>,
    waiting: Vec<Waker>,
}

impl Standing {
    /// The host has been told.
    pub(crate) fn told(&self, state: &State) {
        let mut told = self.lock();
        match state {
            State::Connecting | State::Suspended => told.ready = None,
            State::Ready(facts) => told.ready = Some(Arc::clone(facts)),
            State::Closed(error) => told.closed = Some(error.clone()),
        }
        let waiting = std::mem::take(&mut told.waiting);
        drop(told);
        waiting.into_iter().for_each(Waker::wake);
    }

    /// The server's facts once the client is ready, or why it never will be.
    pub(crate) async fn ready(&self) -> Result<Arc<ServerFacts>, Error> {
        self.when(|told| match &told.closed {
            Some(error) => Some(Err(error.clone())),
            None => told.ready.clone().map(Ok),
        })
        .await
    }

    /// Until the last callback is over.
    pub(crate) async fn closed(&self) {
        self.when(|told| told.closed.as_ref().map(drop)).await;
    }

    async fn when<T>(&self, answer: impl Fn(&Told) -> Option<T>) -> T {
        poll_fn(|context| {
            let mut told = self.lock();
            if let Some(answer) = answer(&told) {
                return Poll::Ready(answer);
            }
            if !told.waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                told.waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
