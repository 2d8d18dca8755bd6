//! A visit to a URL, and what there is to know of it.

use crate::input::{Answer, Input, Shared, give, message};
use crate::text::safe;
use mcpclient::Wants;
use mcpclient::elicitation::UrlFacts;
use mcpclient::policy::display_line;
use pyo3::prelude::*;

/// A visit to a URL. The library never opens it.
#[pyclass(frozen, extends = Input, module = "mcpclient")]
pub(crate) struct UrlRequest;

fn facts(input: &Shared) -> Option<&UrlFacts> {
    match &input.request().wants {
        Wants::Url { facts, .. } => Some(facts),
        Wants::Form { .. } | Wants::Sample(_) | Wants::Roots => None,
    }
}

fn text(input: &Shared, part: fn(&UrlFacts) -> &str) -> String {
    facts(input).map_or("", part).to_owned()
}

#[pymethods]
impl UrlRequest {
    /// Why, in the server's words, made safe to show.
    #[getter]
    fn message(this: PyRef<'_, Self>) -> String {
        safe(message(&this.as_super().input))
    }

    #[getter]
    fn message_raw(this: PyRef<'_, Self>) -> String {
        message(&this.as_super().input).to_owned()
    }

    /// The whole URL, made safe to show.
    #[getter]
    fn url(this: PyRef<'_, Self>) -> String {
        display_line(&text(&this.as_super().input, UrlFacts::url), usize::MAX).into_owned()
    }

    /// As the server wrote it: to be opened, not shown.
    #[getter]
    fn url_raw(this: PyRef<'_, Self>) -> String {
        text(&this.as_super().input, UrlFacts::url)
    }

    /// As a browser reads it.
    #[getter]
    fn canonical(this: PyRef<'_, Self>) -> String {
        text(&this.as_super().input, UrlFacts::canonical)
    }

    /// The host as people read it.
    #[getter]
    fn host(this: PyRef<'_, Self>) -> String {
        text(&this.as_super().input, UrlFacts::shown_host)
    }

    /// The host as it goes over the wire.
    #[getter]
    fn host_raw(this: PyRef<'_, Self>) -> String {
        text(&this.as_super().input, UrlFacts::host)
    }

    /// The part of the host that somebody had to register.
    #[getter]
    fn domain(this: PyRef<'_, Self>) -> Option<String> {
        let facts = facts(&this.as_super().input)?;
        facts.shown_host().get(facts.registrable()?).map(str::to_owned)
    }

    /// What to be careful about.
    #[getter]
    fn url_hazards(this: PyRef<'_, Self>) -> Vec<&'static str> {
        let hazards = facts(&this.as_super().input).map(UrlFacts::hazards).unwrap_or_default();
        hazards.iter().map(|hazard| hazard.name()).collect()
    }

    #[getter]
    fn elicitation_id(this: PyRef<'_, Self>) -> Option<String> {
        match &this.as_super().input.request().wants {
            Wants::Url { elicitation_id, .. } => elicitation_id.clone(),
            Wants::Form { .. } | Wants::Sample(_) | Wants::Roots => None,
        }
    }

    /// The user agrees to the visit.
    fn accept(this: PyRef<'_, Self>, py: Python<'_>) -> PyResult<Answer> {
        give(py, &this.as_super().input, "accept", mcpclient::Input::accept)
    }
}
