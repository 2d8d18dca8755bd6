//! Steps that a run is made of. Numbers pick among what exists at that moment.

#[derive(Clone, Debug)]
pub enum Step {
    Call {
        method: u8,
        progress: bool,
        idle: Option<u16>,
    },
    CancelCall(u8),
    /// The host does not want to wait for a server that asked for patience.
    Resume(u8),
    Answer {
        input: u8,
        how: u8,
    },
    Notify,
    Roots(u8),
    Watch(u8),
    /// The network goes to sleep.
    Suspend(u8),
    Wake,
    Close,
    /// The server answers a call: 0 well, 1 with an error, 2 with neither, 3 and up with questions,
    /// 8 and up with a task or something to keep.
    ServerAnswers {
        call: u8,
        how: u8,
    },
    /// The server asks: which of its ids, and what.
    ServerAsks {
        id: u8,
        what: u8,
    },
    /// Several messages in one array.
    Batch {
        id: u8,
        what: u8,
    },
    ServerCancels(u8),
    /// The server takes back what the client opened for changes, or tells one.
    Changes {
        call: u8,
        how: u8,
    },
    Progress(u8),
    Log(u8),
    Unknown(u8),
    /// Any bytes of the server.
    Bytes(Vec<u8>),
    /// A message longer than the limit.
    Huge {
        call: u8,
    },
    /// The start of a message; the next step brings the rest.
    Torn {
        call: u8,
        cut: u8,
    },
    Greet {
        how: u8,
    },
    LaneEnds,
    /// A fresh server is there, if one was asked for.
    Restarted,
    Wait(u16),
    /// The host takes some of the events.
    Take(u8),
}

/// The greeting of a server of the stateless era.
pub const STATELESS: u8 = 6;
