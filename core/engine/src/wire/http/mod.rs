//! Messages over HTTP: the exchanges that carry them, their headers, and answers that are none of the protocol's.

mod annotation;
mod body;
mod content;
mod excerpt;
mod exchanges;
mod fault;
mod html;
mod mirror;
mod redact;
mod value;

pub(crate) use body::Body;
pub(crate) use content::Content;
pub(crate) use exchanges::{Errand, Exchanges};
pub(crate) use fault::{error_in, fault, refusal};
pub(crate) use mirror::{Headers, Mirrors};
