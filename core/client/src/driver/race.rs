//! Whichever of two comes first.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// One of two.
pub(crate) enum Either<A, B> {
    /// The first.
    Left(A),
    /// The second.
    Right(B),
}

/// Waits for whichever future is ready first; `a` if both are. The other is dropped.
pub(crate) async fn race<A: Future, B: Future>(a: A, b: B) -> Either<A::Output, B::Output> {
    let mut a = pin!(a);
    let mut b = pin!(b);
    poll_fn(|context| {
        if let Poll::Ready(out) = a.as_mut().poll(context) {
            return Poll::Ready(Either::Left(out));
        }
        b.as_mut().poll(context).map(Either::Right)
    })
    .await
}
