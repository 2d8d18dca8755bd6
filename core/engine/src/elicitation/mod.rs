//! Elicitation in form mode: what a server asks people for, and what it may get.
//!
//! A [`Form`] is the server's schema read once: ordered fields that a dialog can show. A [`Draft`]
//! takes what a person types, field by field. Nothing that does not fit the form gets out.

mod bound;
mod check;
mod choices;
mod draft;
mod error;
mod field;
mod form;
mod formats;
mod glance;
mod objection;
mod parse;
mod pattern;
mod refusal;
mod rules;
mod text;
mod url;

pub use bound::{Bound, Step};
pub use choices::{Choice, Choices};
pub use draft::Draft;
pub use error::{FieldCode, FieldError};
pub use field::{Field, Format, Kind};
pub use form::Form;
pub use objection::{Objection, ObjectionCode};
pub use pattern::Pattern;
pub use refusal::{RefusalCode, SchemaFault};
pub use url::{UrlFacts, UrlHazard};
