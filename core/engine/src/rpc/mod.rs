//! JSON-RPC 2.0 as bytes: lines, streams of events, envelopes, ids. Knows nothing of MCP.

pub(crate) mod batch;
pub(crate) mod envelope;
pub(crate) mod lines;
mod skim;
pub(crate) mod sse;
pub(crate) mod write;

pub(crate) use skim::Skim;
