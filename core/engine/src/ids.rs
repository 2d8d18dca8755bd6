//! Names of things that live side by side in one session and must never be confused.

/// What the host started: one outcome, however many wire requests it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// One thing that a server wants from the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId(pub u64);

/// The JSON-RPC id of one request of ours. Counts up and is never used twice in a session (RPC-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WireId(pub u64);

/// One HTTP request of ours with the answer to it. Counts up and is never used twice in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeId(pub u64);
