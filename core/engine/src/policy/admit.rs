//! May this input reach the host at all?

use super::Buckets;
use crate::era::Revision;
use crate::limits::Limits;
use crate::model::{Offer, Roots};
use crate::time::Millis;

/// The kinds of input that servers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Form = 0,
    Url = 1,
    Sample = 2,
    Roots = 3,
}

/// A JSON-RPC error for the server.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub code: i64,
    pub message: String,
    /// It was asked too much, not something wrong.
    pub rate: bool,
}

impl Refusal {
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), rate: false }
    }
}

const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;
const INTERNAL: i64 = -32_603;

/// Was it declared (RPC-16, ELI-08), and are there not too many (ELI-45, SAM-37)?
pub(crate) fn admit(
    kind: Kind,
    revision: Revision,
    offer: Offer,
    limits: &Limits,
    open: usize,
    buckets: &mut Buckets,
    now: Millis,
) -> Result<(), Refusal> {
    let facts = revision.facts();
    let undeclared_mode = |mode: &str| {
        Err(Refusal::new(INVALID_PARAMS, format!("elicitation mode \"{mode}\" was not declared")))
    };
    match kind {
        Kind::Form | Kind::Url
            if !facts.elicitation || !(offer.form || (offer.url && facts.elicitation_modes)) =>
        {
            return Err(Refusal::new(METHOD_NOT_FOUND, "elicitation was not declared"));
        }
        Kind::Form if !offer.form => return undeclared_mode("form"),
        Kind::Url if !offer.url || !facts.elicitation_modes => return undeclared_mode("url"),
        Kind::Sample if !offer.sample => {
            return Err(Refusal::new(METHOD_NOT_FOUND, "sampling was not declared"));
        }
        Kind::Roots if offer.roots == Roots::None => {
            return Err(Refusal::new(METHOD_NOT_FOUND, "roots were not declared"));
        }
        Kind::Form | Kind::Url | Kind::Sample | Kind::Roots => {}
    }
    let too_much = |message: &str| Err(Refusal { rate: true, ..Refusal::new(INTERNAL, message) });
    if open >= limits.inputs {
        return too_much("too many requests are open; wait for answers first");
    }
    if !buckets.take(kind, now) {
        return too_much("requests come too often; try again later");
    }
    Ok(())
}
