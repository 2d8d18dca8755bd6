//! Sampling: a server asks the host's model for a completion.
//!
//! The request is checked before anyone sees it, the answer before it leaves; what lies between
//! (the model, its cost, the user's two approvals) is the host's (SAM-42).

mod base64;
mod block;
mod choice;
mod draft;
mod read;
mod request;
mod result;
mod tools;
mod words;

pub use block::{Block, BlockKind};
pub use choice::{Choice, Model, Reason, choose};
pub use draft::SampleDraft;
pub use request::{Fault, Message, SampleRequest};
pub(crate) use result::check_uses;
pub use result::{SampleResult, check_result, fit_result};
pub use tools::ToolChoice;
pub use words::{Context, Features, Role};
