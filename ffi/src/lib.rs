//! The C ABI of libmcpclient. The header that is made from this crate is its documentation.
//!
//! `guard` keeps panics away from C, `handle` is the only place where pointers change sides,
//! `view` and `sized` are the same for text and for structs that grow; the rest is one file per
//! noun of the header.
#![allow(non_camel_case_types, reason = "names are spelled in Rust as in C: both can be found")]
#![allow(clippy::missing_safety_doc, reason = "C's side of each bargain is in the header")]

mod caller;
mod guard;
mod handle;
#[cfg(test)]
mod layout;
mod lock;
mod ready;
mod sized;

// In the order in which the header should be read; blank lines keep rustfmt from sorting it.
pub mod view;

pub mod status;
pub mod version;

pub mod error;
pub mod fault;

pub mod answered;

pub mod log;
pub mod switch;
pub mod userdata;

pub mod runtime;
pub mod transport;

pub mod http;

pub mod socket;

pub mod lane;

pub mod exchanger;

pub mod exchange;

pub mod host;
pub mod state;

pub mod client;
pub mod era;
pub mod options;
pub mod server;
pub mod watch;

pub mod suspend;

pub mod settings;

pub mod call;
pub mod kept;
pub mod output;
pub mod requests;

pub mod result;

pub mod base64;
pub mod block;
pub mod json;

pub mod input;

pub mod hazard;

pub mod item;

pub mod icon;

pub mod form;

pub mod objections;

pub mod draft;
pub mod sampling;

pub mod model;

pub mod checkpoint;

pub mod answer;
pub mod blocks;
pub mod rehearsal;
pub mod roots;

pub mod scope;

pub mod paths;

use call::mcpclient_call;
use error::mcpclient_error;
use host::{MCPCLIENT_SAMPLE_CONTEXT, MCPCLIENT_SAMPLE_TOOLS};
use input::mcpclient_input;
use roots::mcpclient_roots;
use runtime::mcpclient_runtime;
use status::{mcpclient_status, mcpclient_status_name};
use transport::mcpclient_transport;
use view::mcpclient_str;
