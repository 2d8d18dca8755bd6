//! One thing that a server wants from the host, and what the host says to it.

use crate::elicitation::{Form, UrlFacts};
use crate::ids::{CallId, InputId};
use crate::json::Json;
use crate::policy::{Hazard, hazards};
use crate::sampling::SampleRequest;
use std::sync::Arc;

/// One thing that the server wants.
#[derive(Clone, Debug)]
pub struct InputRequest {
    /// Its name in this session.
    pub id: InputId,
    /// The JSON-RPC method.
    pub method: &'static str,
    /// The request's parameters, verbatim; once they were changed at a checkpoint, as changed.
    pub params: Json,
    /// The calls that may have caused it, oldest first: one if it came on that call's own stream or in its round; on a
    /// handshake lane the wire does not say.
    pub calls: Vec<CallId>,
    /// Which round of its call's questions it belongs to, from 1; 0 where there are no rounds.
    pub round: u32,
    /// The wire has no way to say no to this: refusing it ends the call, and nothing is sent (MRT-15).
    pub refusal_ends_call: bool,
    /// What a dialog should warn of (ELI-47).
    pub hazards: Vec<Hazard>,
    /// What it is, taken apart and checked.
    pub wants: Wants,
    /// The checkpoint at which it stands; `None` while it waits for its answer.
    pub checkpoint: Option<Checkpoint>,
    /// At [`Checkpoint::Result`]: the JSON-RPC result that the server will be sent, to the letter.
    pub result: Option<Json>,
}

/// A stop on an input's way, where the host approves what is about to happen, changes it, or refuses
/// (SAM-30, SAM-34). The input stays the same one, with the same id and the same time to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checkpoint {
    /// Before the host's model is asked what [`InputRequest::wants`] says (SAM-31).
    Request,
    /// Before the server is sent [`InputRequest::result`] (SAM-33).
    Result,
}

/// Which inputs stop at which checkpoints; none, unless the host says so. What does not stop there was
/// approved by the host for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Samples, before they are answered (SAM-29).
    pub sample_request: bool,
    /// Samples, before the server gets the result (SAM-33).
    pub sample_result: bool,
    /// The roots, before the server learns of them, wherever they come from (ROO-15).
    pub roots: bool,
}

/// The kinds of input.
#[derive(Clone, Debug)]
pub enum Wants {
    /// A form for the user.
    Form {
        /// Why, in the server's words. Untrusted (ELI-49).
        message: String,
        /// What to fill in.
        form: Arc<Form>,
    },
    /// A visit to a URL. The library never opens it.
    Url {
        /// Why, in the server's words. Untrusted.
        message: String,
        /// Where to, and what there is to know of it.
        facts: Box<UrlFacts>,
        /// The server's name for this visit, where the revision has one.
        elicitation_id: Option<String>,
    },
    /// A completion by the host's model.
    Sample(Box<SampleRequest>),
    /// The list of roots.
    Roots,
}

impl Wants {
    /// What a dialog should warn of.
    pub(crate) fn hazards(&self) -> Vec<Hazard> {
        match self {
            Self::Form { message, form } => hazards(message, Some(form)),
            Self::Url { message, .. } => hazards(message, None),
            Self::Sample(_) | Self::Roots => Vec::new(),
        }
    }
}

/// What the host says to an input.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Accepts: a form with its content, a URL visit without (ELI-30, ELI-35).
    Accept(Option<Json>),
    /// The user says no (ELI-31). Only for forms and URL visits.
    Decline,
    /// The user turned away without a choice (ELI-32). A sample or the roots are refused.
    Cancel,
    /// A sample, or the list of roots: the JSON-RPC result, verbatim.
    Result(Json),
    /// At a checkpoint: what is shown there may go on, or what is given in its place: parameters of the
    /// request, or a result. Nothing changes it afterwards.
    Approve(Option<Json>),
    /// The host could not: a JSON-RPC error.
    Fail {
        /// The JSON-RPC code.
        code: i64,
        /// A sentence for the server.
        message: String,
    },
}
