//! What messages look like over HTTP: their headers, and answers that are none of the protocol's.

mod annotation;
mod content;
mod excerpt;
mod fault;
mod html;
mod mirror;
mod redact;
mod value;

#[allow(unused_imports)]
pub(crate) use content::Content;
#[allow(unused_imports)]
pub(crate) use fault::{ENOUGH, error_in, fault, refusal};
#[allow(unused_imports)]
pub(crate) use mirror::{Headers, Mirrors};
