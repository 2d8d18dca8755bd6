//! JSON that keeps its text.
//!
//! The engine never turns a message into a tree and back: bytes, member order and the spelling of
//! numbers survive, and a value is a view of the text that came. All of it is iterative, bounded
//! in depth, and never panics whatever the text holds.

mod error;
mod look;
mod members;
mod number;
mod object;
mod owned;
mod scan_object;
mod text;
mod value;
mod write;

pub(crate) mod scan;
pub mod walk;

pub use error::JsonError;
pub use members::{Items, Key, Members};
pub use number::Number;
pub use owned::Json;
pub use scan::{MAX_DEPTH, validate};
pub use text::{push_quoted, quote, read_string};
pub use value::{Kind, Value};
pub use write::Writer;

pub(crate) use object::Object;
#[allow(unused_imports, reason = "for the rooms that read messages no one has checked yet")]
pub(crate) use scan_object::{ObjectScan, RawMember};
