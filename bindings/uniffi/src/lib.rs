//! What the Kotlin and Swift bindings of libmcpclient are made from: the Rust API `mcpclient` in the
//! types that UniFFI carries.
//!
//! Objects whose name begins with `Raw` are wrapped by a hand-written class in each language, which
//! brings durations, native maps and cancellation; records and enums are used as they are. JSON
//! crosses as text, lengths of time as milliseconds. Every exported `async fn` returns a `Result`,
//! because in Swift a cancelled task is an error.
#![allow(clippy::needless_pass_by_value, reason = "what crosses is handed over")]
#![expect(clippy::result_large_err, reason = "what crosses is copied, and cannot be boxed")]

mod call;
mod client;
mod draft;
mod error;
mod exchange;
mod form;
mod hazard;
mod host;
mod icon;
mod input;
mod item;
mod lane;
mod models;
mod options;
mod paths;
mod request;
mod review;
mod roots;
mod runtime;
mod sample;
mod server;
mod soon;
mod standing;
mod stdio;
mod text;
mod transport;
mod words;

pub use call::{Output, RawCall, RawCallSettings, RawDone, RawResult, SetAside};
pub use client::RawClient;
pub use draft::RawForm;
pub use error::{Exit, FieldFault, HttpFailure, McpError};
pub use exchange::{ExchangeFailure, HttpHeader, RawExchange, RawExchanger, RawTold};
pub use form::{Bound, Choice, Field, FieldKind, FormRefused, Objection};
pub use hazard::{Hazard, HazardKind, UrlHazard};
pub use host::RawHost;
pub use icon::{Icon, IconSize, Theme, choose_icon, vet_icon};
pub use input::{RawInput, Wants};
pub use item::{Argument, Hints, Item, ItemKind, check_arguments, expand_template, read_item};
pub use lane::{RawLane, RawLaneHost};
pub use models::{Model, ModelChoice, ModelReason};
pub use options::RawClientOptions;
pub use paths::{PathStyle, check_roots, is_inside, path_to_uri, root_of_path, uri_to_path};
pub use request::Reference;
pub use review::RawSampleDraft;
pub use roots::{Root, RootList};
pub use runtime::{RawRuntime, RawWakeup};
pub use sample::{
    Block, IncludeContext, RawBlock, Role, SampleMessage, SampleRequest, SampleResult, ToolChoice,
};
pub use server::ServerFacts;
pub use stdio::RawStdio;
pub use text::{display, display_line, version};
pub use transport::{
    AddressGuard, OldSse, OnSuspend, Proxy, RawCertificate, RawHttp, RawTransport,
};
pub use words::{
    Checkpoint, ClientState, ClosedReason, Era, InputKind, Offer, Review, WarningKind, WatchFilter,
    Withdrawn,
};

uniffi::setup_scaffolding!("mcpclient");
