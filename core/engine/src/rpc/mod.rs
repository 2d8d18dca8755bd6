//! JSON-RPC 2.0 as bytes: lines, envelopes, ids. Knows nothing of MCP.

pub(crate) mod batch;
pub(crate) mod envelope;
pub(crate) mod lines;
mod skim;
pub(crate) mod write;

pub(crate) use skim::Skim;
