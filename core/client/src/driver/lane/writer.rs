//! Writing to servers. The bytes leave the lock first: while the system copies them and wakes the server,
//! the answer may come, and its reader needs the lock.

use super::inlet::{Inlet, Outgoing};
use crate::driver::core::Core;
use crate::driver::link::Link;
use crate::driver::lock;
use crate::driver::warden;
use crate::io;
use mcpclient_engine::wire::Outbox;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Bytes on their way to a server. There is one at a time per client, see [`Core::writing`].
pub(in crate::driver) struct Parcel {
    inlet: Arc<Inlet>,
    bytes: Outbox,
}

/// How far a parcel came.
#[derive(Clone, Copy)]
enum Sent {
    All,
    /// There is no room in the pipe.
    Some,
    /// The server no longer reads.
    Broken,
}

impl Parcel {
    /// What fits now. A lane of the host's takes everything, but not on every thread.
    fn send(&mut self) -> Sent {
        let pipe = match &*self.inlet {
            Inlet::Pipe(pipe) => pipe,
            Inlet::Host(_) => return Sent::Some,
        };
        while !self.bytes.is_empty() {
            match pipe.write(self.bytes.pending()) {
                Ok(count) => self.bytes.consume(count),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Sent::Some,
                Err(_) => return Sent::Broken,
            }
        }
        Sent::All
    }

    /// Everything, to the host, on the thread of the input and output; what its panic costs is the lane.
    fn give(&mut self) -> Sent {
        let Inlet::Host(host) = &*self.inlet else { return Sent::Some };
        let bytes = self.bytes.pending();
        let count = bytes.len();
        match catch_unwind(AssertUnwindSafe(|| host.send(bytes))) {
            Ok(()) => {
                self.bytes.consume(count);
                Sent::All
            }
            Err(_) => Sent::Broken,
        }
    }
}

impl Core {
    /// Hands what is to be written to whoever has the lock now, unless somebody is writing already: they
    /// come back for it.
    pub(in crate::driver) fn pack(&mut self) {
        if self.writing || self.wreck.is_some() || self.session.output().is_empty() {
            return;
        }
        match &self.outgoing {
            Outgoing::Open(inlet) => {
                let bytes = std::mem::take(self.session.output());
                self.after.parcel = Some(Parcel { inlet: Arc::clone(inlet), bytes });
                self.writing = true;
            }
            Outgoing::Awaited => {}
            Outgoing::Closed => *self.session.output() = Outbox::default(),
        }
    }

    /// A parcel has left: fills it again, or gives the turn back. False then.
    fn repack(&mut self, parcel: &mut Parcel) -> bool {
        let more = self.wreck.is_none() && !self.session.output().is_empty();
        // An empty box keeps its memory for the next bytes.
        std::mem::swap(self.session.output(), &mut parcel.bytes);
        self.writing = more;
        more
    }

    /// What the server still has to say will be read; then it is over.
    fn broken(&mut self, parcel: &Parcel, link: &Link) {
        self.writing = false;
        if self.outgoing.leads_to(&parcel.inlet) {
            self.outgoing.close();
            link.warden.raise(warden::BROKEN);
        }
    }
}

impl Link {
    /// Writes what fits, without the lock; for the rest, a task waits for room.
    pub(in crate::driver) fn deliver_parcel(self: &Arc<Self>, mut parcel: Parcel) {
        loop {
            let sent = parcel.send();
            let mut core = lock(&self.core);
            match sent {
                Sent::All if core.repack(&mut parcel) => {
                    if self.is_paused() && core.session.wants_read() {
                        self.resume_reading();
                    }
                }
                Sent::All => return,
                Sent::Some => {
                    core.writer = self.hub.reactor.spawn(run(Arc::clone(self), parcel));
                    return;
                }
                Sent::Broken => return core.broken(&parcel, self),
            }
        }
    }
}

async fn run(link: Arc<Link>, mut parcel: Parcel) {
    let inlet = Arc::clone(&parcel.inlet);
    match &*inlet {
        Inlet::Pipe(pipe) => fill(&link, pipe, &mut parcel).await,
        Inlet::Host(_) => while link.sent(parcel.give(), &mut parcel) {},
    }
}

/// Waits for room in a server's input, and writes what is left.
async fn fill(link: &Arc<Link>, pipe: &io::Inlet, parcel: &mut Parcel) {
    loop {
        let Ok(mut room) = pipe.writable().await else { return };
        match parcel.send() {
            Sent::Some => room.clear_ready(),
            sent if link.sent(sent, parcel) => {}
            _ => return,
        }
    }
}

impl Link {
    /// A parcel is gone, or the way that it goes: whether there is another.
    fn sent(self: &Arc<Self>, sent: Sent, parcel: &mut Parcel) -> bool {
        match sent {
            // What waits for the host may have to wait less for the server now, so all is looked at.
            Sent::All | Sent::Some => self.within(|core| core.repack(parcel)).unwrap_or(false),
            Sent::Broken => {
                lock(&self.core).broken(parcel, self);
                false
            }
        }
    }
}
