//! Every bound in one place. Whatever arrives, memory stays below what these allow.

/// The bounds of one session. All have defaults; none can be switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one message. A longer one is skimmed for its id: its call ends with `TooLarge`.
    pub message_bytes: usize,
    /// Nesting of JSON.
    pub depth: usize,
    /// Bytes that wait to be written; beyond, commands are answered `Busy`.
    pub outgoing_bytes: usize,
    /// Calls in flight, those that wait for the connection included; beyond, `Busy`.
    pub calls: usize,
    /// Inputs open at once; beyond, the library refuses for the host.
    pub inputs: usize,
    /// Inputs that one call may cause in all.
    pub inputs_per_call: u32,
    /// Rounds of questions that one call may have, in the stateless era.
    pub rounds: u32,
    /// Events that wait for the host. Beyond, progress is coalesced and log messages are dropped, counted.
    pub events: usize,
    /// Bytes of the events that wait for the host; beyond, as above.
    pub event_bytes: usize,
    /// Messages of one batch (2025-03-26 only).
    pub batch: usize,
    /// Pages of one listing.
    pub pages: usize,
    /// Items of one listing.
    pub items: usize,
    /// Fields of one form.
    pub fields: usize,
    /// Choices of one field.
    pub choices: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 64 << 20,
            depth: crate::json::MAX_DEPTH,
            outgoing_bytes: 64 << 20,
            calls: 65_536,
            inputs: 64,
            inputs_per_call: 32,
            rounds: 10,
            events: 8_192,
            event_bytes: 64 << 20,
            batch: 1_024,
            pages: 1_000,
            items: 100_000,
            fields: 256,
            choices: 4_096,
        }
    }
}
