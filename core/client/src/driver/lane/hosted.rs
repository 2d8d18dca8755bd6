//! Sees to a lane of the host's own making, to its end.

use super::mouth::Mouth;
use crate::driver::link::Link;
use crate::driver::parting::{Parting, close_inlet};
use crate::driver::warden::{BROKEN, CLOSE, EOF, RESTART, WORK};
use crate::transport::Lane;
use mcpclient_engine::session::{LaneEnd, WireEvent};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub(in crate::driver) async fn run(link: Arc<Link>, lane: Lane) {
    // Whatever happens here, nobody may wait for ever.
    let _parting = Parting(Arc::clone(&link));
    let _closing = Closing(&lane.mouth);
    last(&link, &lane.mouth).await;
    close_inlet(&link).await;
    // The host's; a panic costs nothing more.
    let _ = catch_unwind(AssertUnwindSafe(|| lane.host.close()));
    let ended = async {
        while lane.mouth.ended().is_none() {
            link.warden.raised(EOF).await;
        }
    };
    let _ = link.grace.within(ended).await;
    if link.warden.has(CLOSE) {
        // It knows already, but not that all is done.
        tell(&link, None);
    }
}

/// Hands over what waited, until the lane has ended, and then tells the session, or until the session has.
async fn last(link: &Arc<Link>, mouth: &Mouth) {
    loop {
        link.warden.lower(WORK);
        if link.warden.has(CLOSE) {
            return;
        }
        if !link.is_paused() {
            go_on(link, mouth);
        }
        if !link.is_paused() {
            if let Some(failure) = mouth.ended() {
                let failure = failure.unwrap_or_else(|| "the server ended the connection".into());
                return over(link, &failure);
            }
        }
        if link.warden.has(BROKEN) {
            return over(link, "the host could not send to the server");
        }
        link.warden.raised(WORK | CLOSE | EOF | BROKEN).await;
        // What has ended stays so, and is looked at when the host has caught up.
        link.warden.lower(EOF);
    }
}

/// The session has room: it reads what it left, then what came early, and then whoever feeds may go on.
fn go_on(link: &Arc<Link>, mouth: &Mouth) {
    // All but panics: those have been dealt with.
    let _ = link.hand_over(&[]);
    while !link.is_paused() {
        match mouth.early() {
            Some(bytes) => drop(link.hand_over(&bytes)),
            None => return mouth.tell_ready(),
        }
    }
}

fn over(link: &Arc<Link>, failure: &str) {
    tell(link, Some(failure));
    if link.warden.has(RESTART) && !link.warden.has(CLOSE) {
        // There is no other lane to be had.
        tell(link, Some(failure));
    }
}

fn tell(link: &Arc<Link>, failure: Option<&str>) {
    let end = LaneEnd { failure: failure.map(str::to_owned), ..LaneEnd::default() };
    let now = link.hub.clock.now();
    // A panic has been dealt with.
    let _ = link.within(|core| core.session.wire(now, WireEvent::Closed(end)));
}

/// However this ends, whoever feeds the lane learns of it.
struct Closing<'a>(&'a Mouth);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
