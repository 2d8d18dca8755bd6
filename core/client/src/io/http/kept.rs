//! Connections that nobody uses, or that many do.

use super::site::{One, Two};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::{task, time};

/// Connections that are kept while nobody uses them; more are closed at once.
const MOST: usize = 128;

/// The connections of one origin that are there.
pub(super) struct Kept {
    /// For how long nobody may have used one.
    idle: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The one that was used last is the last.
    ones: Vec<(One, Instant)>,
    two: Option<(Two, Instant)>,
    swept: bool,
}

impl Kept {
    pub(super) fn new(idle: Duration) -> Self {
        Self { idle, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The one of HTTP/1.1 that was used last, which is the least likely to be closed.
    pub(super) fn one(&self) -> Option<One> {
        let mut state = self.lock();
        while let Some((one, _)) = state.ones.pop() {
            if !one.is_closed() {
                return Some(one);
            }
        }
        None
    }

    /// The one of HTTP/2, which any number may use.
    pub(super) fn two(&self) -> Option<Two> {
        let mut state = self.lock();
        let (two, used) = state.two.as_mut()?;
        if two.is_closed() {
            state.two = None;
            return None;
        }
        *used = Instant::now();
        Some(two.clone())
    }

    /// No new request may go there.
    pub(super) fn forget_two(&self) {
        self.lock().two = None;
    }

    /// Nobody uses it any more.
    pub(super) fn keep(self: &Arc<Self>, one: One) {
        if one.is_closed() || self.idle.is_zero() {
            return;
        }
        let mut state = self.lock();
        if state.ones.len() < MOST {
            state.ones.push((one, Instant::now()));
            self.sweep(&mut state);
        }
    }

    /// From now on others may use it.
    pub(super) fn share(self: &Arc<Self>, two: &Two) {
        let mut state = self.lock();
        state.two = Some((two.clone(), Instant::now()));
        self.sweep(&mut state);
    }

    /// Has connections closed in time, by a task that ends with the last of them.
    fn sweep(self: &Arc<Self>, state: &mut State) {
        if std::mem::replace(&mut state.swept, true) {
            return;
        }
        let kept = Arc::downgrade(self);
        let mut pause = self.idle;
        task::spawn(async move {
            loop {
                time::sleep(pause).await;
                let Some(kept) = kept.upgrade() else { return };
                let Some(next) = kept.lock().close_old(kept.idle) else { return };
                pause = next;
            }
        });
    }
}

impl State {
    /// Closes those that nobody used for so long; how long the next has, if there is one. One of HTTP/2 goes on for
    /// those who use it now.
    fn close_old(&mut self, idle: Duration) -> Option<Duration> {
        self.ones.retain(|(one, used)| !one.is_closed() && used.elapsed() < idle);
        self.two = self.two.take().filter(|(two, used)| !two.is_closed() && used.elapsed() < idle);
        let left = |used: &Instant| idle.saturating_sub(used.elapsed());
        let ones = self.ones.iter().map(|(_, used)| left(used));
        let next = ones.chain(self.two.iter().map(|(_, used)| left(used))).min();
        self.swept = next.is_some();
        next
    }
}
