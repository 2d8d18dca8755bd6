//! The panic boundary: the whole body of every export.

use crate::handle::{self, Out};
use crate::status::MCPCLIENT_OK;
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::{Code, Error};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a function that may fail ends.
pub(crate) type Outcome = Result<(), Error>;

/// What an export's body may give, and what C sees of it.
pub(crate) trait Answer {
    /// The type in the header.
    type C;
    /// The ordinary end.
    fn to_c(self) -> Self::C;
    /// The end after a panic.
    fn panicked() -> Self::C;
}

/// Runs the body of an export, and keeps its panics away from C.
pub(crate) fn guard<A: Answer>(body: impl FnOnce() -> A) -> A::C {
    // What a panic left half done lives behind locks that are poisoned now, or in a client that its
    // own panic has closed; nothing of the caller's is at stake.
    catch_unwind(AssertUnwindSafe(body)).map_or_else(|_| A::panicked(), Answer::to_c)
}

/// As [`guard`], for functions that take a `mcpclient_error **`.
pub(crate) fn guard_error(
    error: *mut *mut mcpclient_error,
    body: impl FnOnce() -> Outcome,
) -> mcpclient_status {
    caught(error, body).map_or_else(|status| status, |()| MCPCLIENT_OK)
}

/// As [`guard_error`], for functions that return a size: 0 where there is an error.
pub(crate) fn guard_size(
    error: *mut *mut mcpclient_error,
    body: impl FnOnce() -> Result<usize, Error>,
) -> usize {
    caught(error, body).unwrap_or(0)
}

/// What came of the body; a failure, which is in `*error` too, as its status.
fn caught<T>(
    error: *mut *mut mcpclient_error,
    body: impl FnOnce() -> Result<T, Error>,
) -> Result<T, mcpclient_status> {
    let slot = Out::new(error);
    if let Some(slot) = &slot {
        slot.set(std::ptr::null_mut());
    }
    let failed = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => error,
        Err(_) => Error::new(Code::Panic, "a bug in the library"),
    };
    let status = failed.code.number();
    if let Some(slot) = slot {
        slot.set(handle::give(mcpclient_error::new(failed)));
    }
    Err(status)
}

impl Answer for Outcome {
    type C = mcpclient_status;

    fn to_c(self) -> mcpclient_status {
        self.map_or_else(|error| error.code.number(), |()| MCPCLIENT_OK)
    }

    fn panicked() -> mcpclient_status {
        Code::Panic.number()
    }
}

impl Answer for () {
    type C = ();
    fn to_c(self) {}
    fn panicked() {}
}

/// Values that stand for "nothing" where there is nothing to read.
pub(crate) trait Plain {
    /// Nothing.
    const NONE: Self;
}

impl<T: Plain> Answer for Option<T> {
    type C = T;

    fn to_c(self) -> T {
        self.unwrap_or(T::NONE)
    }

    fn panicked() -> T {
        T::NONE
    }
}

impl Plain for mcpclient_str {
    const NONE: Self = Self::NONE;
}

impl Plain for bool {
    const NONE: Self = false;
}

impl<T> Plain for *mut T {
    const NONE: Self = std::ptr::null_mut();
}

impl<T> Plain for *const T {
    const NONE: Self = std::ptr::null();
}

macro_rules! zero {
    ($($number:ty)*) => { $(impl Plain for $number { const NONE: Self = 0; })* };
}
zero!(i32 u32 i64 u64 usize);

#[cfg(test)]
mod tests {
    use super::*;

    // A panic that nobody should see in the test's output.
    fn burst<T>() -> T {
        std::panic::resume_unwind(Box::new("on purpose"))
    }

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(guard(|| -> Outcome { burst() }), Code::Panic.number());
        assert_eq!(guard(|| -> Option<usize> { burst() }), 0);
        assert!(guard(|| -> Option<mcpclient_str> { burst() }).ptr.is_null());
    }

    #[test]
    fn a_panic_fills_the_error_too() {
        let mut error = std::ptr::null_mut();
        assert_eq!(guard_error(&raw mut error, burst), Code::Panic.number());
        let error = handle::take(error).expect("an error was made");
        assert_eq!(error.status(), Code::Panic.number());
        let mut error = std::ptr::null_mut();
        assert_eq!(guard_size(&raw mut error, burst), 0);
        assert_eq!(handle::take(error).expect("another").status(), Code::Panic.number());
    }

    #[test]
    fn success_clears_the_error() {
        let mut error = std::ptr::dangling_mut();
        assert_eq!(guard_error(&raw mut error, || Ok(())), MCPCLIENT_OK);
        assert!(error.is_null());
    }
}
