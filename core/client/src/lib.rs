//! A client of the Model Context Protocol: it starts servers or reaches them over HTTP and sockets, speaks with
//! them, and hands what they want to the host that embeds it.
//!
//! A [`Runtime`] serves any number of [`Client`]s, one per server. A [`Host`] is told what happens
//! and answers each [`Input`] now or later, from any thread. A [`Call`] is one request with one
//! outcome. Where the host's code runs is its own choice: see [`Dispatch`].
//!
//! ```no_run
//! use mcpclient::{CallSettings, ClientOptions, Runtime, RuntimeOptions, SessionConfig, Stdio};
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), mcpclient::Error> {
//! let runtime = Runtime::new(RuntimeOptions::default())?;
//! let options = ClientOptions::new("travel", SessionConfig::new("my-program", "1.0"));
//! let client = runtime.connect(Stdio::new("travel-server"), Arc::new(()), options)?;
//! let call = client.list_tools(CallSettings::default())?;
//! match &*call.wait(None)? {
//!     Ok(success) => drop(success.result.as_str()),
//!     Err(error) => return Err(error.clone()),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Processes
//!
//! Nothing process-wide is touched: no signal disposition, environment or working directory. Threads
//! of the library are named and block all signals. Only the library's own child processes are waited
//! for; where the host reaps them, or ignores `SIGCHLD`, how a server ended stays unknown. Writing to
//! a server that has died never raises `SIGPIPE`. After a fork, every call in the child returns
//! [`Code::Forked`], and dropping a handle releases memory only.

mod call;
mod client;
mod clock;
mod dispatch;
mod driver;
mod fork;
mod host;
mod input;
mod io;
mod known;
mod options;
mod output;
mod requests;
pub mod roots;
mod runtime;
mod sync;
mod transport;

pub use call::{Call, CallFuture};
pub use client::Client;
pub use host::{Host, State};
pub use input::{Input, InputKind};
pub use options::{CallSettings, ClientOptions, Dispatch, Done, RuntimeOptions, Started, Wakeup};
pub use output::{Output, Violation};
pub use requests::Reference;
pub use runtime::Runtime;
pub use transport::{
    AddressGuard, Exchange, Exchanger, Http, Lane, LaneFeed, LaneHost, Proxy, Request, Socket,
    Stdio, Transport,
};

pub use mcpclient_engine::era::{Era, Revision};
pub use mcpclient_engine::session::{
    Checkpoint, ClosedReason, Implementation, InputRequest, Offer, OnSuspend, Review, Roots,
    ServerFacts, SessionConfig, SetAside, Success, Times, Trace, Wants, Warning, WarningKind,
    WatchFilter, Withdrawn,
};
pub use mcpclient_engine::wire::{Failure, FailureKind, OldSse};
pub use mcpclient_engine::{
    CallId, Code, Error, Exit, HttpFault, InputId, Limits, Millis, ServerError, catalog, content,
    elicitation, json, policy, sampling,
};
