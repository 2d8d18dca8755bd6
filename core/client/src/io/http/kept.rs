//! Connections that nobody uses, or that many do.

use super::site::{One, Two};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::{task, time};

/// Connections that are kept while nobody uses them; more are closed at once.
const MOST: usize = 128;
/// Requests at the same time on one connection of HTTP/2. Servers should allow a hundred at least (RFC 9113, 6.5.2);
/// more than a server allows would wait without end where streams of events fill the connection.
const STREAMS: usize = 64;

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
    /// The one that was made first is the first.
    twos: Vec<Shared>,
    swept: bool,
}

/// A connection of HTTP/2, which many use.
struct Shared {
    two: Two,
    streams: Arc<AtomicUsize>,
    used: Instant,
}

/// The right to make one request on a connection of HTTP/2, until it is dropped.
pub(super) struct Stream(Arc<AtomicUsize>);

impl Shared {
    /// Only under the lock.
    fn stream(&mut self) -> Stream {
        self.used = Instant::now();
        self.streams.fetch_add(1, Relaxed);
        Stream(Arc::clone(&self.streams))
    }

    /// Whether it stays, where nobody may use one for so long. The time of one that is used does not run.
    fn stays(&mut self, idle: Duration) -> bool {
        if !idle.is_zero() && self.streams.load(Relaxed) > 0 {
            self.used = Instant::now();
        }
        !self.two.is_closed() && self.used.elapsed() < idle
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
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

    /// One of HTTP/2 that has room for another request.
    pub(super) fn two(&self) -> Option<(Two, Stream)> {
        let mut state = self.lock();
        state.twos.retain(|shared| !shared.two.is_closed());
        let mut twos = state.twos.iter_mut();
        let free = twos.find(|shared| shared.streams.load(Relaxed) < STREAMS)?;
        Some((free.two.clone(), free.stream()))
    }

    /// No new request may go where that one went.
    pub(super) fn forget_two(&self, stream: &Stream) {
        self.lock().twos.retain(|shared| !Arc::ptr_eq(&shared.streams, &stream.0));
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

    /// From now on others may use it, beside whoever made it.
    pub(super) fn share(self: &Arc<Self>, two: &Two) -> Stream {
        let mut shared = Shared { two: two.clone(), streams: Arc::default(), used: Instant::now() };
        let stream = shared.stream();
        let mut state = self.lock();
        state.twos.push(shared);
        self.sweep(&mut state);
        stream
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
    /// Closes those that nobody used for so long; how long the next has, if there is one.
    fn close_old(&mut self, idle: Duration) -> Option<Duration> {
        self.ones.retain(|(one, used)| !one.is_closed() && used.elapsed() < idle);
        self.twos.retain_mut(|shared| shared.stays(idle));
        let left = |used: &Instant| idle.saturating_sub(used.elapsed());
        let ones = self.ones.iter().map(|(_, used)| left(used));
        let next = ones.chain(self.twos.iter().map(|shared| left(&shared.used))).min();
        self.swept = next.is_some();
        next
    }
}
