//! One request, from its start to its one outcome.

use crate::error::McpError;
use crate::text::{object, safe_line};
use crate::words::Offer;
use client::{Call, CallSettings, Done, Success, Trace};
use std::sync::Arc;
use std::time::Duration;

/// See the class that wraps it.
#[derive(Clone, Debug, uniffi::Record)]
pub struct RawResult {
    /// The JSON-RPC result, verbatim; of a listing, all its pages in one.
    pub result: String,
    /// Items of a listing that are not as the protocol wants them, and are not in the result.
    pub set_aside: Vec<SetAside>,
    /// How old the result is, if it was kept from an earlier call.
    pub age_ms: Option<u64>,
}

/// Where a tool's structured output stands against the schema that the tool was listed with (TOL-16).
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Output {
    /// There is nothing to say: the tools were not listed before, or the tool has no schema for its output, or
    /// failed and gave none; or the call is no tool's.
    Unknown,
    /// It is as the schema wants it.
    Fits,
    /// It is not; the result is there in any case.
    Violates {
        /// The first place that was found: a JSON pointer into `structuredContent`; empty is the whole. Not safe
        /// to show.
        place: String,
        /// The keyword of JSON Schema that is broken there; empty where the schema is false, and for the whole
        /// also where it would take too much to find the place.
        keyword: String,
    },
    /// There is a schema, and nobody can tell: it is none, refers to others, or is more work than it may be; or a
    /// number cannot be read exactly.
    Unchecked {
        /// Which of these, in English.
        reason: String,
    },
}

/// One malformed item of a listing.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct SetAside {
    /// Its name, as far as it has one, made safe to show.
    pub name: String,
    /// What is wrong with it.
    pub reason: String,
}

impl From<&Success> for RawResult {
    fn from(success: &Success) -> Self {
        let set_aside = success
            .set_aside
            .iter()
            .map(|item| SetAside { name: safe_line(&item.name), reason: safe_line(&item.reason) });
        Self {
            result: success.result.as_str().into(),
            set_aside: set_aside.collect(),
            age_ms: success.age.map(|age| age.0),
        }
    }
}

/// Settings of one call, as the class that wraps the client takes them.
#[derive(Clone, uniffi::Record)]
pub struct RawCallSettings {
    /// Until the server's next sign of life; stands still while the host owes an answer (TMO-01).
    pub timeout_ms: Option<u64>,
    /// The whole of the call, whatever progress it reports (TMO-04).
    pub total_timeout_ms: Option<u64>,
    /// Ask the server for progress (PRG-01).
    pub progress: bool,
    /// Members for `_meta` of the request: a JSON object (MET-04).
    pub meta: Option<String>,
    /// The host's trace context, as W3C writes it: `traceparent` (MET-04).
    pub trace_parent: Option<String>,
    /// `tracestate` of that context.
    pub trace_state: Option<String>,
    /// `baggage` of that context.
    pub baggage: Option<String>,
    /// From which level on the server shall log about this call (LOG-04). Where levels are set once for
    /// all calls, it has no effect.
    pub log_level: Option<String>,
    /// Offer the server no more than this, for this call only (VER-21).
    pub offer: Option<Offer>,
    /// Do not use a result that was kept, however fresh (CAC-06).
    pub fresh: bool,
    /// Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its
    /// server or its stream.
    pub retry_lost: bool,
    /// Told when the call is over, in order with the host's callbacks.
    pub done: Option<Arc<dyn RawDone>>,
}

/// What a host in another language implements to be told when a call is over, as a callback of its
/// client: once, in order with the others, and never if the call could not be started.
#[uniffi::export(foreign)]
pub trait RawDone: Send + Sync {
    /// The call is over; it tells how.
    fn done(&self, call: Arc<RawCall>) -> Result<(), McpError>;
}

impl RawCallSettings {
    pub(crate) fn read(self) -> Result<CallSettings, McpError> {
        let tell = |host: Arc<dyn RawDone>| -> Done {
            Box::new(move |call, _| {
                // What the host throws is its own affair.
                let _ = host.done(RawCall::new(call.clone()));
            })
        };
        Ok(CallSettings {
            timeout: self.timeout_ms.map(Duration::from_millis),
            total: self.total_timeout_ms.map(Duration::from_millis),
            progress: self.progress,
            meta: object(self.meta.as_deref())?,
            trace: Trace {
                parent: self.trace_parent,
                state: self.trace_state,
                baggage: self.baggage,
            },
            log_level: self.log_level,
            offer: self.offer.map(Offer::plain),
            fresh: self.fresh,
            retry_lost: self.retry_lost,
            done: self.done.map(tell),
            ..CallSettings::default()
        })
    }
}

/// See the class that wraps it.
#[derive(uniffi::Object)]
pub struct RawCall {
    call: Call,
}

impl RawCall {
    pub(crate) fn new(call: Call) -> Arc<Self> {
        Arc::new(Self { call })
    }
}

#[uniffi::export]
impl RawCall {
    /// Its number, unique among the calls of its client.
    pub fn id(&self) -> u64 {
        self.call.id().0
    }

    /// The outcome, when it is there. Giving up waiting does not cancel.
    ///
    /// # Errors
    /// How the call failed.
    pub async fn finish(&self) -> Result<RawResult, McpError> {
        match &*(&self.call).await {
            Ok(success) => Ok(success.into()),
            Err(error) => Err(error.clone().into()),
        }
    }

    /// How it ended; none while it has not.
    ///
    /// # Errors
    /// How the call failed.
    pub fn outcome(&self) -> Result<Option<RawResult>, McpError> {
        match self.call.outcome().as_deref() {
            None => Ok(None),
            Some(Ok(success)) => Ok(Some(success.into())),
            Some(Err(error)) => Err(error.clone().into()),
        }
    }

    /// Where the structured output of a tool stands against the schema that the tool was listed with (TOL-16).
    /// Looked at when this is first asked, on this thread.
    pub fn output(&self) -> Output {
        match self.call.output() {
            client::Output::None => Output::Unknown,
            client::Output::Fits => Output::Fits,
            client::Output::Violates(violation) => {
                Output::Violates { place: violation.at, keyword: violation.keyword }
            }
            client::Output::Unchecked(why) => Output::Unchecked { reason: why.into() },
        }
    }

    /// Ends the call here and now, and tells the server, with `reason` for its log (CAN-01, CAN-03).
    ///
    /// # Errors
    /// `Gone` if the call is over.
    pub fn cancel(&self, reason: Option<String>) -> Result<(), McpError> {
        Ok(self.call.cancel(reason.as_deref())?)
    }

    /// Sends a call again at once whose server asked for patience.
    ///
    /// # Errors
    /// `Gone` if the call is not paused.
    pub fn resume(&self) -> Result<(), McpError> {
        Ok(self.call.resume()?)
    }
}
