//! Tells a session the time when it wants to know it.

use super::core::Core;
use super::link::Link;
use super::race::{Either, race};
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The deadline has moved to earlier.
pub(super) const MOVED: u8 = 1;
/// No deadline any more.
pub(super) const OVER: u8 = 2;

/// However early a deadline is, the session is not asked more often than that.
const LEAST: Duration = Duration::from_millis(1);

pub(super) async fn run(link: Arc<Link>) {
    loop {
        link.keeper.lower(MOVED);
        let due = link.within(Core::arm).ok().flatten();
        let sleep = async {
            match due {
                Some(due) => {
                    let moment = link.hub.clock.moment(due).max(Instant::now() + LEAST);
                    tokio::time::sleep_until(moment.into()).await;
                }
                None => pending().await,
            }
        };
        match race(link.keeper.raised(MOVED | OVER), sleep).await {
            Either::Left(bits) if bits & OVER != 0 => return,
            Either::Left(_) => {}
            Either::Right(()) => {
                let now = link.hub.clock.now();
                // A panic has been dealt with.
                let _ = link.within(|core| core.session.tick(now));
            }
        }
    }
}
