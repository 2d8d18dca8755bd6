//! What a client is made with.

use crate::error::raise;
use crate::live::LiveRoots;
use crate::roots::{self, Root};
use crate::text::{Given, Text};
use mcpclient::policy::{Rate, RateLimits};
use mcpclient::{
    ClientOptions, Code, Era, Error, Limits, Millis, Offer, OnSuspend, Review, Revision, Roots,
    SessionConfig, Times,
};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::time::Duration;

pub(crate) fn invalid(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, &Error::new(Code::InvalidArg, message))
}

/// A length of time in seconds.
pub(crate) fn seconds(py: Python<'_>, what: &str, given: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(given);
    time.map_err(|_| invalid(py, format!("{what}: no length of time in seconds")))
}

/// What a client is made with, beside its server and its host.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Options {
    pub(crate) options: ClientOptions,
    pub(crate) offer: Offer,
    pub(crate) review: Review,
}

#[pymethods]
impl Options {
    #[new]
    #[pyo3(signature = (
        *, offer, review, label, name, version, title, roots, era, known_era, revisions, experimental, extensions,
        tasks, cache_bytes, restart, server_host, stderr_lines, limits, times, rates
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        offer: Vec<String>,
        review: Vec<String>,
        label: Text,
        name: Text,
        version: Text,
        title: Option<Text>,
        roots: Option<Offered<'_>>,
        era: Option<String>,
        known_era: Option<String>,
        revisions: Option<Vec<String>>,
        experimental: Option<Given>,
        extensions: Option<Given>,
        tasks: bool,
        cache_bytes: Option<usize>,
        restart: Option<bool>,
        server_host: Option<Text>,
        stderr_lines: bool,
        limits: HashMap<String, usize>,
        times: HashMap<String, f64>,
        rates: HashMap<String, u32>,
    ) -> PyResult<Self> {
        let mut config = SessionConfig::new(name.0, version.0);
        config.client.title = title.map(|title| title.0);
        if let Some(era) = era {
            config.revisions = self::era(py, &era)?.revisions();
        }
        let known = known_era.map(|known| self::era(py, &known)).transpose()?;
        config.known_era = known.filter(|era| *era != Era::Auto);
        if let Some(revisions) = revisions {
            config.revisions =
                revisions.iter().map(|name| revision(py, name)).collect::<Result<_, _>>()?;
        }
        config.experimental = experimental.map(|json| json.0);
        config.extensions = extensions.map(|json| json.0);
        config.tasks = tasks;
        config.cache_bytes = cache_bytes.unwrap_or(config.cache_bytes);
        config.restart = restart.unwrap_or(config.restart);
        config.server_host = server_host.map(|host| host.0);
        set_limits(py, &mut config.limits, &limits)?;
        set_times(py, &mut config.times, &times)?;
        set_rates(py, &mut config.rates, &rates)?;
        let mut offered = self::offer(py, &offer)?;
        let mut live = None;
        match roots {
            Some(Offered::Live(roots)) => live = Some(roots.roots.clone()),
            Some(Offered::List(roots)) => {
                config.roots = roots::list(&roots);
                if offered.roots == Roots::None {
                    offered.roots = Roots::List;
                }
            }
            None => {}
        }
        let mut options = ClientOptions::new(label.0, config);
        options.roots = live;
        options.stderr_lines = stderr_lines;
        Ok(Self { options, offer: offered, review: self::review(py, &review)? })
    }
}

/// What becomes of calls while a client is suspended.
pub(crate) fn on_suspend(py: Python<'_>, name: &str) -> PyResult<OnSuspend> {
    match name {
        "continue" => Ok(OnSuspend::Continue),
        "fail" => Ok(OnSuspend::Fail),
        other => Err(invalid(py, format!("calls cannot {other}"))),
    }
}

fn era(py: Python<'_>, name: &str) -> PyResult<Era> {
    match name {
        "auto" => Ok(Era::Auto),
        "legacy" => Ok(Era::Legacy),
        "modern" => Ok(Era::Modern),
        other => Err(invalid(py, format!("no era: {other}"))),
    }
}

/// What is offered, by the names of the host's methods and features.
pub(crate) fn offer(py: Python<'_>, names: &[String]) -> PyResult<Offer> {
    let mut offer = Offer::default();
    for name in names {
        match name.as_str() {
            "elicit_form" => offer.form = true,
            "elicit_url" => offer.url = true,
            "sample" => offer.sample = true,
            "sample_tools" => offer.sample_tools = true,
            "sample_context" => offer.sample_context = true,
            "list_roots" => offer.roots = Roots::Ask,
            other => return Err(invalid(py, format!("nothing that a host offers: {other}"))),
        }
    }
    Ok(offer)
}

/// What stops at a checkpoint, by the names of the host's methods.
fn review(py: Python<'_>, names: &[String]) -> PyResult<Review> {
    let mut review = Review::default();
    for name in names {
        match name.as_str() {
            "confirm_sample_request" => review.sample_request = true,
            "confirm_sample_result" => review.sample_result = true,
            "confirm_roots" => review.roots = true,
            other => return Err(invalid(py, format!("no checkpoint: {other}"))),
        }
    }
    Ok(review)
}

/// Where the roots come from.
#[derive(FromPyObject)]
enum Offered<'py> {
    Live(PyRef<'py, LiveRoots>),
    List(Vec<PyRef<'py, Root>>),
}

pub(crate) fn revision(py: Python<'_>, name: &str) -> PyResult<Revision> {
    let unknown = || Error::new(Code::Unsupported, "a revision that this library has not");
    Revision::from_wire(name).ok_or_else(|| raise(py, &unknown()))
}

fn set_limits(py: Python<'_>, limits: &mut Limits, given: &HashMap<String, usize>) -> PyResult<()> {
    for (name, value) in given {
        let small = || u32::try_from(*value).unwrap_or(u32::MAX);
        match name.as_str() {
            "message_bytes" => limits.message_bytes = *value,
            "depth" => limits.depth = *value,
            "outgoing_bytes" => limits.outgoing_bytes = *value,
            "calls" => limits.calls = *value,
            "inputs" => limits.inputs = *value,
            "inputs_per_call" => limits.inputs_per_call = small(),
            "rounds" => limits.rounds = small(),
            "events" => limits.events = *value,
            "event_bytes" => limits.event_bytes = *value,
            "batch" => limits.batch = *value,
            "pages" => limits.pages = *value,
            "items" => limits.items = *value,
            "fields" => limits.fields = *value,
            "choices" => limits.choices = *value,
            other => return Err(invalid(py, format!("no limit is called {other}"))),
        }
    }
    Ok(())
}

fn set_times(py: Python<'_>, times: &mut Times, given: &HashMap<String, f64>) -> PyResult<()> {
    for (name, value) in given {
        let time = seconds(py, name, *value)?;
        // Less than a millisecond is not nothing.
        let millis = u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
        let place = match name.as_str() {
            "connect" => &mut times.connect,
            "probe" => &mut times.probe,
            "idle" => &mut times.idle,
            "total" => &mut times.total,
            "wall" => &mut times.wall,
            "input" => &mut times.input,
            other => return Err(invalid(py, format!("no time is called {other}"))),
        };
        *place = Millis(millis);
    }
    Ok(())
}

fn set_rates(py: Python<'_>, rates: &mut RateLimits, given: &HashMap<String, u32>) -> PyResult<()> {
    for (name, count) in given {
        let place = match name.as_str() {
            "form" => &mut rates.form,
            "url" => &mut rates.url,
            "sample" => &mut rates.sample,
            "roots" => &mut rates.roots,
            "complete" => &mut rates.complete,
            other => return Err(invalid(py, format!("nothing that comes at a rate: {other}"))),
        };
        *place = Rate { per_minute: *count, burst: *count };
    }
    Ok(())
}
