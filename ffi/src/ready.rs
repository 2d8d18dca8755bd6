//! Telling a host that there is room again, where something of its was refused for want of it.

use crate::guard::Outcome;
use client::Code;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What tells the host, if it wants to be told.
pub(crate) type Ready = Option<Arc<dyn Fn() + Send + Sync>>;

const ASKING: u8 = 0;
const WAITING: u8 = 1;
const TOLD: u8 = 2;

/// Feeds, and where it is refused as busy has the host told when to try again: `ask` asks for that. The
/// host is never told on the stack of its own call: what there is room for at once is fed at once.
pub(crate) fn fed(
    feed: impl Fn() -> Outcome,
    ready: &Ready,
    ask: impl Fn(Box<dyn FnOnce() + Send>),
) -> Outcome {
    loop {
        let outcome = feed();
        let Some(ready) = ready else { return outcome };
        if !outcome.as_ref().is_err_and(|error| error.code == Code::Busy) {
            return outcome;
        }
        let stage = Arc::new(AtomicU8::new(ASKING));
        let (theirs, ready) = (Arc::clone(&stage), Arc::clone(ready));
        ask(Box::new(move || {
            if theirs.swap(TOLD, Ordering::AcqRel) == WAITING {
                ready();
            }
        }));
        if stage.compare_exchange(ASKING, WAITING, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return outcome;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::Error;
    use std::cell::{Cell, RefCell};
    use std::sync::atomic::AtomicUsize;

    fn busy() -> Outcome {
        Err(Error::new(Code::Busy, "full"))
    }

    fn counting() -> (Arc<AtomicUsize>, Ready) {
        let told = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&told);
        let ready = move || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        (told, Some(Arc::new(ready)))
    }

    #[test]
    fn a_refusal_is_followed_by_one_word_that_there_is_room() {
        let (told, ready) = counting();
        let later = RefCell::new(None);
        let outcome = fed(busy, &ready, |tell| *later.borrow_mut() = Some(tell));
        assert_eq!(outcome.map_err(|error| error.code), Err(Code::Busy));
        assert_eq!(told.load(Ordering::Relaxed), 0);
        later.take().expect("it was asked for")();
        assert_eq!(told.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn room_that_is_there_at_once_is_used_and_not_told_of() {
        let (told, ready) = counting();
        let tries = Cell::new(0);
        let feed = || {
            tries.set(tries.get() + 1);
            if tries.get() < 3 { busy() } else { Ok(()) }
        };
        assert!(fed(feed, &ready, |tell| tell()).is_ok());
        assert_eq!((tries.get(), told.load(Ordering::Relaxed)), (3, 0));
    }

    #[test]
    fn a_host_that_finds_out_by_trying_is_not_told() {
        let never = |_: Box<dyn FnOnce() + Send>| panic!("nobody wants to know");
        assert_eq!(fed(busy, &None, never).map_err(|error| error.code), Err(Code::Busy));
    }
}
