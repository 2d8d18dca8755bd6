//! The one way in which threads of ours touch the interpreter, and how they stop doing so.
//!
//! Up to 3.13, CPython ends a thread that asks a dying interpreter for its lock by unwinding it, and an
//! unwinding that meets Rust frames aborts the process. So nobody may be inside when the interpreter goes.

use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Threads of ours inside the interpreter, or on their way.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
static CLOSED: AtomicBool = AtomicBool::new(false);
/// The runtimes whose servers somebody has to see to their end.
static LIVE: Mutex<BTreeMap<u64, mcpclient::Runtime>> = Mutex::new(BTreeMap::new());
/// Runtimes that a thread of their own is ending.
static ENDING: AtomicUsize = AtomicUsize::new(0);

/// A guard against hangs alone: what a library thread does inside takes microseconds.
const LEAVE: Duration = Duration::from_secs(5);

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts as long as it lives.
struct Counted(&'static AtomicUsize);

impl Counted {
    fn on(counter: &'static AtomicUsize) -> Self {
        counter.fetch_add(1, Ordering::SeqCst);
        Self(counter)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Runs `act` with the interpreter, unless that is on its way out.
pub(crate) fn with_python<R>(act: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    let _inside = Counted::on(&INSIDE);
    if CLOSED.load(Ordering::SeqCst) {
        return None;
    }
    Python::try_attach(act)
}

/// Counts a runtime among those that are ended with the interpreter.
pub(crate) fn enlist(runtime: &mcpclient::Runtime) -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    lock(&LIVE).insert(number, runtime.clone());
    number
}

/// Ends a runtime without waiting for it here, and then does what comes after it.
pub(crate) fn end_later(number: u64, after: impl FnOnce() + Send + 'static) {
    let Some(runtime) = lock(&LIVE).remove(&number) else { return after() };
    let counted = Counted::on(&ENDING);
    let end = std::thread::Builder::new().name("mcpclient-end".into());
    // Without a thread left it ends here.
    let _ = end.spawn(move || {
        let _counted = counted;
        runtime.shutdown();
        after();
    });
}

/// Ends a runtime, and waits for its servers.
pub(crate) fn end_now(number: u64) {
    if let Some(runtime) = lock(&LIVE).remove(&number) {
        runtime.shutdown();
    }
}

/// Suspends every client of this process.
#[pyfunction]
pub(crate) fn _suspend_all(py: Python<'_>, calls: &str) -> PyResult<()> {
    let how = crate::options::on_suspend(py, calls)?;
    py.detach(|| lock(&LIVE).values().for_each(|runtime| runtime.suspend_all(how)));
    Ok(())
}

/// Wakes every client of this process.
#[pyfunction]
pub(crate) fn _wake_all(py: Python<'_>) {
    py.detach(|| lock(&LIVE).values().for_each(mcpclient::Runtime::wake_all));
}

/// Ends what is still running, and waits until no thread of ours is inside the interpreter. For `atexit`.
#[pyfunction]
pub(crate) fn _close(py: Python<'_>) {
    CLOSED.store(true, Ordering::SeqCst);
    py.detach(|| {
        let left = std::mem::take(&mut *lock(&LIVE));
        // All at once, so that their servers end side by side.
        std::thread::scope(|scope| {
            for runtime in left.values() {
                scope.spawn(|| runtime.shutdown());
            }
        });
        let start = Instant::now();
        let busy = || {
            INSIDE.load(Ordering::SeqCst) + ENDING.load(Ordering::SeqCst) > 0
                && start.elapsed() < LEAVE
        };
        while busy() {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}
