//! One connection to one server.

use crate::error::apart;
use crate::event::{Collector, Held, server};
use crate::item::{Item, found};
use crate::options::{offer, on_suspend, seconds};
use crate::roots::{Root, each, list};
use crate::text::{Given, Text};
use mcpclient::{CallSettings, Offer, Output, Reference, State, Trace, WatchFilter};
use pyo3::prelude::*;
use std::sync::{Arc, Weak};

/// A client. Every request is given the object of Python's for its call, and returns the native half.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Client {
    pub(crate) client: mcpclient::Client,
    pub(crate) host: Arc<Collector>,
}

/// What one call is made with, beside what it asks.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Settings {
    timeout: Option<f64>,
    total: Option<f64>,
    progress: bool,
    meta: Option<mcpclient::json::Json>,
    trace: Trace,
    log_level: Option<String>,
    withhold: Offer,
    fresh: bool,
    retry_lost: bool,
}

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (
        *, timeout, total, progress, meta, traceparent, tracestate, baggage, log_level, withhold,
        fresh, retry_lost
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        timeout: Option<f64>,
        total: Option<f64>,
        progress: bool,
        meta: Option<Given>,
        traceparent: Option<Text>,
        tracestate: Option<Text>,
        baggage: Option<Text>,
        log_level: Option<Text>,
        withhold: Vec<String>,
        fresh: bool,
        retry_lost: bool,
    ) -> PyResult<Self> {
        let [parent, state, baggage, log_level] =
            [traceparent, tracestate, baggage, log_level].map(|text| text.map(|text| text.0));
        let trace = Trace { parent, state, baggage };
        let meta = meta.map(|meta| meta.0);
        let withhold = offer(py, &withhold)?;
        Ok(Self { timeout, total, progress, meta, trace, log_level, withhold, fresh, retry_lost })
    }
}

impl Client {
    fn settings(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        given: &Settings,
    ) -> PyResult<CallSettings> {
        let time = |what: &str, given: Option<f64>| {
            given.map(|given| seconds(py, what, given)).transpose()
        };
        let host = Arc::clone(&self.host);
        // Were it the other way round, the client would keep its own host, and so itself.
        let done: Weak<Collector> = Arc::downgrade(&self.host);
        Ok(CallSettings {
            timeout: time("timeout", given.timeout)?,
            total: time("total", given.total)?,
            progress: given.progress,
            meta: given.meta.clone(),
            trace: given.trace.clone(),
            log_level: given.log_level.clone(),
            offer: (given.withhold != Offer::default())
                .then(|| without(host.offer, given.withhold)),
            fresh: given.fresh,
            retry_lost: given.retry_lost,
            quiet: false,
            started: Some(Box::new(move |started| {
                let call: Held = Arc::new(call);
                crate::gate::lock(&host.calls).insert(started.id().0, call);
            })),
            done: Some(Box::new(move |call, outcome| {
                if let Some(host) = done.upgrade() {
                    host.done(call, Arc::new(outcome.clone()));
                }
            })),
        })
    }

    fn start(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        begin: impl FnOnce(
            &mcpclient::Client,
            CallSettings,
        ) -> Result<mcpclient::Call, mcpclient::Error>
        + Send,
    ) -> PyResult<Call> {
        let settings = self.settings(py, call, settings)?;
        apart(py, || begin(&self.client, settings)).map(|call| Call { call })
    }
}

/// What is left of an offer.
fn without(offer: Offer, withheld: Offer) -> Offer {
    Offer {
        form: offer.form && !withheld.form,
        url: offer.url && !withheld.url,
        sample: offer.sample && !withheld.sample,
        sample_tools: offer.sample_tools && !withheld.sample_tools,
        sample_context: offer.sample_context && !withheld.sample_context,
        roots: if withheld.roots == mcpclient::Roots::None {
            offer.roots
        } else {
            mcpclient::Roots::None
        },
    }
}

#[pymethods]
impl Client {
    fn request(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        method: Text,
        params: Option<Given>,
    ) -> PyResult<Call> {
        let params = params.map(|params| params.0);
        self.start(py, call, settings, move |client, settings| {
            client.request(&method.0, params, settings)
        })
    }

    fn call_tool(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        name: Text,
        arguments: Option<Given>,
    ) -> PyResult<Call> {
        let arguments = arguments.map(|arguments| arguments.0);
        self.start(py, call, settings, move |client, settings| {
            client.call_tool(&name.0, arguments, settings)
        })
    }

    fn list_tools(&self, py: Python<'_>, call: Py<PyAny>, settings: &Settings) -> PyResult<Call> {
        self.start(py, call, settings, mcpclient::Client::list_tools)
    }

    fn list_resources(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
    ) -> PyResult<Call> {
        self.start(py, call, settings, mcpclient::Client::list_resources)
    }

    fn list_resource_templates(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
    ) -> PyResult<Call> {
        self.start(py, call, settings, mcpclient::Client::list_resource_templates)
    }

    fn list_prompts(&self, py: Python<'_>, call: Py<PyAny>, settings: &Settings) -> PyResult<Call> {
        self.start(py, call, settings, mcpclient::Client::list_prompts)
    }

    fn read_resource(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        uri: Text,
    ) -> PyResult<Call> {
        self.start(py, call, settings, move |client, settings| {
            client.read_resource(&uri.0, settings)
        })
    }

    fn subscribe(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        uri: Text,
    ) -> PyResult<Call> {
        self.start(py, call, settings, move |client, settings| client.subscribe(&uri.0, settings))
    }

    fn unsubscribe(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        uri: Text,
    ) -> PyResult<Call> {
        self.start(py, call, settings, move |client, settings| client.unsubscribe(&uri.0, settings))
    }

    fn get_prompt(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        name: Text,
        arguments: Option<Given>,
    ) -> PyResult<Call> {
        let arguments = arguments.map(|arguments| arguments.0);
        self.start(py, call, settings, move |client, settings| {
            client.get_prompt(&name.0, arguments, settings)
        })
    }

    /// A completion for an argument of a prompt (`kind` is `prompt`) or of a resource template.
    #[expect(clippy::too_many_arguments, reason = "as the protocol has it")]
    fn complete(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        prompt: bool,
        reference: Text,
        argument: Text,
        value: Text,
        context: Option<Given>,
    ) -> PyResult<Call> {
        let context = context.map(|context| context.0);
        self.start(py, call, settings, move |client, settings| {
            let reference = match prompt {
                true => Reference::Prompt(&reference.0),
                false => Reference::Resource(&reference.0),
            };
            client.complete(reference, &argument.0, &value.0, context, settings)
        })
    }

    fn set_log_level(
        &self,
        py: Python<'_>,
        call: Py<PyAny>,
        settings: &Settings,
        level: Text,
    ) -> PyResult<Call> {
        self.start(py, call, settings, move |client, settings| {
            client.set_log_level(&level.0, settings)
        })
    }

    fn ping(&self, py: Python<'_>, call: Py<PyAny>, settings: &Settings) -> PyResult<Call> {
        self.start(py, call, settings, mcpclient::Client::ping)
    }

    #[pyo3(signature = (method, params))]
    fn notify(&self, py: Python<'_>, method: Text, params: Option<Given>) -> PyResult<()> {
        let params = params.map(|params| params.0);
        apart(py, || self.client.notify(&method.0, params))
    }

    fn set_roots(&self, py: Python<'_>, roots: Vec<PyRef<'_, Root>>) -> PyResult<()> {
        let roots = list(&roots);
        apart(py, || self.client.set_roots(roots))
    }

    fn roots(&self, py: Python<'_>) -> Vec<Root> {
        each(&py.detach(|| self.client.roots()))
    }

    /// What to hear of, written as the filter of a subscription.
    fn watch(&self, py: Python<'_>, filter: Given) -> PyResult<()> {
        let filter = WatchFilter::from_json(filter.0.value());
        apart(py, || self.client.watch(filter))
    }

    fn item(&self, py: Python<'_>, kind: &str, name: Text) -> PyResult<Item> {
        let kind = crate::item::kind(kind)?;
        found(py, py.detach(|| self.client.item(kind, &name.0)))
    }

    #[getter]
    fn label(&self) -> &str {
        self.client.label()
    }

    /// `connecting`, `ready`, `suspended` or `closed`.
    #[getter]
    fn state(&self, py: Python<'_>) -> &'static str {
        match py.detach(|| self.client.state()) {
            State::Connecting => "connecting",
            State::Suspended => "suspended",
            State::Ready(_) => "ready",
            State::Closed(_) => "closed",
        }
    }

    #[getter]
    fn server<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        py.detach(|| self.client.server()).map(|facts| server(py, &facts)).transpose()
    }

    #[getter]
    fn stderr_tail(&self, py: Python<'_>) -> String {
        py.detach(|| self.client.stderr_tail())
    }

    #[getter]
    fn pid(&self) -> Option<u32> {
        self.client.pid()
    }

    /// Whether nothing is left of the way to the server either.
    #[getter]
    fn over(&self) -> bool {
        self.client.is_over()
    }

    fn suspend(&self, py: Python<'_>, calls: &str) -> PyResult<()> {
        let how = on_suspend(py, calls)?;
        apart(py, || self.client.suspend(how))
    }

    fn wake(&self, py: Python<'_>) -> PyResult<()> {
        apart(py, || self.client.wake())
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| self.client.close());
    }
}

/// The native half of a call.
#[pyclass(frozen, module = "mcpclient._native")]
pub(crate) struct Call {
    call: mcpclient::Call,
}

#[pymethods]
impl Call {
    #[getter]
    fn id(&self) -> u64 {
        self.call.id().0
    }

    #[pyo3(signature = (reason))]
    fn cancel(&self, py: Python<'_>, reason: Option<Text>) -> PyResult<()> {
        apart(py, || self.call.cancel(reason.as_ref().map(|reason| reason.0.as_str())))
    }

    fn resume(&self, py: Python<'_>) -> PyResult<()> {
        apart(py, || self.call.resume())
    }

    /// A word, where it is, and why.
    fn output(&self, py: Python<'_>) -> (&'static str, Option<String>, Option<String>) {
        match py.detach(|| self.call.output()) {
            Output::None => ("none", None, None),
            Output::Fits => ("fits", None, None),
            Output::Violates(violation) => {
                ("violates", Some(violation.at), Some(violation.keyword))
            }
            Output::Unchecked(why) => ("unchecked", None, Some(why.to_owned())),
        }
    }
}
