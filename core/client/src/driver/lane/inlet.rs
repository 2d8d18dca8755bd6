//! Where the lines go that a session writes.

use crate::io::Inlet as Pipe;
use crate::transport::LaneHost;
use std::sync::Arc;

/// The server's end of a lane.
pub(in crate::driver) enum Inlet {
    /// A pipe or a socket.
    Pipe(Pipe),
    /// Whatever the host makes of it.
    Host(Arc<dyn LaneHost>),
}

/// How far the way to a server has come.
pub(in crate::driver) enum Outgoing {
    /// What is written waits for it to be there.
    Awaited,
    Open(Arc<Inlet>),
    /// The server hears no more.
    Closed,
}

impl Outgoing {
    pub(in crate::driver) fn to(inlet: Inlet) -> Self {
        Self::Open(Arc::new(inlet))
    }

    /// What was open until now.
    pub(in crate::driver) fn close(&mut self) -> Option<Arc<Inlet>> {
        match std::mem::replace(self, Self::Closed) {
            Self::Open(inlet) => Some(inlet),
            Self::Awaited | Self::Closed => None,
        }
    }

    pub(in crate::driver) fn leads_to(&self, inlet: &Arc<Inlet>) -> bool {
        matches!(self, Self::Open(open) if Arc::ptr_eq(open, inlet))
    }
}
