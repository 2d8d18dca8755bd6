//! Sees to a server that is spoken to over HTTP: hands exchanges to whoever makes them, and looks after their time.

use super::slot::Slot;
use super::traffic::Todo;
use super::web::Web;
use crate::driver::link::Link;
use crate::driver::lock;
use crate::driver::parting::Parting;
use crate::driver::race::{Either, race};
use crate::driver::warden::{CLOSE, WORK};
use crate::transport::Exchange;
use mcpclient_engine::Millis;
use mcpclient_engine::session::{LaneEnd, WireEvent};
use mcpclient_engine::wire::{Failure, FailureKind};
use std::future::pending;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub(in crate::driver) async fn run(link: Arc<Link>) {
    // Whatever happens here, nobody may wait for ever.
    let _parting = Parting(Arc::clone(&link));
    let Some(mut desk) = Desk::of(&link) else { return };
    desk.serve(|_| link.warden.has(CLOSE)).await;
    // The last word of the session has its time, and nothing else.
    lock(&link.core).traffic.abort_all(&link, true);
    let last = desk.serve(|link| lock(&link.core).traffic.is_empty());
    let _ = link.grace.within(last).await;
    lock(&link.core).traffic.abort_all(&link, false);
    desk.work();
    let now = link.hub.clock.now();
    // A panic has been dealt with.
    let _ = link.within(|core| core.session.wire(now, WireEvent::Closed(LaneEnd::default())));
}

/// Where requests go out.
pub(in crate::driver) struct Desk<'a> {
    link: &'a Arc<Link>,
    web: &'a Web,
    /// What has, or may come under, a limit of ours.
    limited: Vec<Arc<Slot>>,
}

impl<'a> Desk<'a> {
    /// None where nothing is exchanged.
    pub(in crate::driver) fn of(link: &'a Arc<Link>) -> Option<Self> {
        link.web().map(|web| Self { link, web, limited: Vec::new() })
    }

    async fn serve(&mut self, over: impl Fn(&Arc<Link>) -> bool) {
        loop {
            self.link.warden.lower(WORK);
            self.work();
            let due = self.expire();
            if over(self.link) {
                return;
            }
            let clock = &self.link.hub.clock;
            let sleep = async {
                match due {
                    Some(due) => tokio::time::sleep_until(clock.moment(due).into()).await,
                    None => pending().await,
                }
            };
            // Closing is told once, and looked for above.
            let mask = if self.link.warden.has(CLOSE) { WORK } else { WORK | CLOSE };
            match race(self.link.warden.raised(mask), sleep).await {
                Either::Left(_) | Either::Right(()) => {}
            }
        }
    }

    /// Does what has come up; nobody holds a lock meanwhile.
    pub(in crate::driver) fn work(&mut self) {
        loop {
            let Todo { fresh, aborted, resumed } = lock(&self.link.core).take_todo();
            if fresh.is_empty() && aborted.is_empty() && resumed.is_empty() {
                return;
            }
            for slot in aborted {
                slot.tell_abort();
            }
            if !resumed.is_empty() {
                self.read_on(&resumed);
            }
            for (slot, request) in fresh {
                if slot.is_aborted() {
                    continue;
                }
                slot.begins();
                if slot.is_limited() && slot.limit().is_some() {
                    self.limited.push(Arc::clone(&slot));
                }
                let exchange = Exchange::new(slot);
                let request = self.web.request(request);
                // A panic drops the exchange, which ends it; that is all it costs.
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    self.web.exchanger.open(request, exchange);
                }));
            }
        }
    }

    /// The host has caught up: the session reads what it kept, and then more may come.
    fn read_on(&self, resumed: &[Arc<Slot>]) {
        let now = self.link.hub.clock.now();
        // A panic has been dealt with.
        let _ = self.link.within(|core| {
            core.session.wire(now, WireEvent::Read);
            if !core.session.wants_read() {
                self.link.pause_reading();
            }
        });
        if !self.link.is_paused() {
            resumed.iter().for_each(|slot| slot.tell_ready());
        }
    }

    /// Ends what is too late; when something will be next.
    fn expire(&mut self) -> Option<Millis> {
        self.limited.retain(|slot| slot.is_limited());
        let now = self.link.hub.clock.now();
        for slot in &self.limited {
            // A body that nobody takes is not late, but a head is: it is always taken.
            let excused = slot.has_head() && self.link.is_paused();
            if !excused && slot.limit().is_some_and(|limit| limit <= now) {
                let message = "the server took too long to answer";
                let failure = Failure { kind: FailureKind::Timeout, message: message.into() };
                // A panic has been dealt with.
                let _ = self.link.within(|core| core.fail_exchange(now, self.link, slot, failure));
            }
        }
        self.limited.iter().filter_map(|slot| slot.limit()).filter(|limit| *limit > now).min()
    }
}
