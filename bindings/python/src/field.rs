//! One question of a form, and what is filled in there.

use crate::error::FieldError;
use crate::form::with_draft;
use crate::input::Shared;
use crate::options::invalid;
use crate::text::{Given, Text, json, safe, safe_line, value};
use mcpclient::elicitation::{self, Bound as Limit, Draft, FieldError as Fault, Kind};
use pyo3::prelude::*;
use std::sync::Arc;

/// One field.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Field {
    pub(crate) input: Shared,
    pub(crate) form: Arc<elicitation::Form>,
    /// In the form's bounds.
    pub(crate) index: usize,
}

/// One thing to choose.
#[pyclass(frozen, eq, module = "mcpclient")]
#[derive(Clone, PartialEq)]
pub(crate) struct Choice {
    choice: elicitation::Choice,
}

#[pymethods]
impl Choice {
    /// What is sent.
    #[getter]
    fn value(&self) -> &str {
        &self.choice.value
    }

    /// What is shown, made safe for it.
    #[getter]
    fn label(&self) -> String {
        safe_line(&self.choice.label)
    }

    #[getter]
    fn label_raw(&self) -> &str {
        &self.choice.label
    }

    fn __repr__(&self) -> String {
        format!("Choice({:?}, {:?})", self.choice.value, self.choice.label)
    }
}

impl Field {
    fn field(&self) -> &elicitation::Field {
        &self.form.fields()[self.index]
    }

    fn fill(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut Draft, usize) -> Result<(), Fault> + Send,
    ) -> Option<FieldError> {
        let index = self.index;
        let fault = with_draft(py, &self.input, |draft| act(draft, index).err());
        fault.flatten().map(FieldError::from)
    }

    fn limits(&self) -> [Option<&Limit>; 2] {
        match &self.field().kind {
            Kind::Number { min, max, .. } | Kind::Integer { min, max, .. } => {
                [min.as_ref(), max.as_ref()]
            }
            _ => [None, None],
        }
    }

    fn lengths(&self) -> [Option<u64>; 2] {
        match &self.field().kind {
            Kind::Text { min, max, .. } | Kind::SomeOf { min, max, .. } => [*min, *max],
            _ => [None, None],
        }
    }
}

/// The number that a limit is, exactly.
fn number<'py>(py: Python<'py>, limit: Option<&Limit>) -> PyResult<Bound<'py, PyAny>> {
    match limit {
        Some(limit) => json(py, &limit.text())?.getattr("value"),
        None => Ok(py.None().into_bound(py)),
    }
}

#[pymethods]
impl Field {
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The name under which the answer is sent.
    #[getter]
    fn name(&self) -> &str {
        &self.field().name
    }

    /// What to call it, made safe to show.
    #[getter]
    fn title(&self) -> String {
        safe_line(self.field().label())
    }

    #[getter]
    fn title_raw(&self) -> &str {
        self.field().label()
    }

    #[getter]
    fn description(&self) -> Option<String> {
        self.field().description.as_deref().map(safe)
    }

    #[getter]
    fn description_raw(&self) -> Option<&str> {
        self.field().description.as_deref()
    }

    #[getter]
    fn required(&self) -> bool {
        self.field().required
    }

    #[getter]
    fn answerable(&self) -> bool {
        self.field().answerable
    }

    /// `text`, `number`, `integer`, `yes_no`, `one_of` or `some_of`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.field().kind {
            Kind::Text { .. } => "text",
            Kind::Number { .. } => "number",
            Kind::Integer { .. } => "integer",
            Kind::YesNo => "yes_no",
            Kind::OneOf(_) => "one_of",
            Kind::SomeOf { .. } => "some_of",
            _ => "unknown",
        }
    }

    /// The value it starts with, as JSON.
    #[getter]
    fn default_json<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field().default.as_ref().map(|default| json(py, default.as_str())).transpose()
    }

    /// The value it starts with.
    #[getter]
    fn default<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.field().default.as_ref().map(mcpclient::json::Json::value))
    }

    #[getter]
    fn minimum<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number(py, self.limits()[0])
    }

    #[getter]
    fn maximum<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number(py, self.limits()[1])
    }

    /// The limits as they are shown.
    #[getter]
    fn minimum_text(&self) -> Option<String> {
        self.limits()[0].map(Limit::text)
    }

    #[getter]
    fn maximum_text(&self) -> Option<String> {
        self.limits()[1].map(Limit::text)
    }

    #[getter]
    fn minimum_exclusive(&self) -> bool {
        self.limits()[0].is_some_and(|limit| limit.exclusive)
    }

    #[getter]
    fn maximum_exclusive(&self) -> bool {
        self.limits()[1].is_some_and(|limit| limit.exclusive)
    }

    /// What the number must be a whole multiple of, as it is shown.
    #[getter]
    fn multiple_of_text(&self) -> Option<String> {
        match &self.field().kind {
            Kind::Number { step, .. } | Kind::Integer { step, .. } => {
                step.as_ref().map(elicitation::Step::text)
            }
            _ => None,
        }
    }

    /// Fewest characters, or fewest chosen.
    #[getter]
    fn min_length(&self) -> Option<u64> {
        self.lengths()[0]
    }

    #[getter]
    fn max_length(&self) -> Option<u64> {
        self.lengths()[1]
    }

    #[getter]
    fn format(&self) -> Option<&str> {
        match &self.field().kind {
            Kind::Text { format, .. } => format.as_ref().map(elicitation::Format::name),
            _ => None,
        }
    }

    #[getter]
    fn pattern(&self) -> Option<&str> {
        match &self.field().kind {
            Kind::Text { pattern, .. } => pattern.as_ref().map(elicitation::Pattern::source),
            _ => None,
        }
    }

    #[getter]
    fn unique(&self) -> bool {
        matches!(self.field().kind, Kind::SomeOf { unique: true, .. })
    }

    #[getter]
    fn choices(&self) -> Vec<Choice> {
        self.field().choices().iter().map(|choice| Choice { choice: choice.clone() }).collect()
    }

    /// What to be careful about.
    #[getter]
    fn hazards(&self) -> Vec<&'static str> {
        let hazards = self.input.request().hazards.iter();
        let ours = hazards.filter(|hazard| hazard.field == Some(self.index));
        ours.map(|hazard| hazard.kind.name()).collect()
    }

    /// Enters text as typed. What is wrong with the field now.
    #[pyo3(name = "type")]
    fn type_(&self, py: Python<'_>, text: Text) -> Option<FieldError> {
        self.fill(py, |draft, index| draft.set_text(index, &text.0))
    }

    /// Enters a value. What is wrong with the field now.
    fn set(&self, py: Python<'_>, value: Given) -> Option<FieldError> {
        self.fill(py, |draft, index| draft.set_json(index, value.0.value()))
    }

    /// Selects a choice by its index, or takes it back.
    #[pyo3(signature = (choice, on = true))]
    fn select(&self, py: Python<'_>, choice: usize, on: bool) -> PyResult<Option<FieldError>> {
        if choice >= self.field().choices().len() {
            return Err(invalid(py, "the field has no such choice"));
        }
        Ok(self.fill(py, |draft, index| {
            draft.select(index, choice, on);
            draft.check_field(index)
        }))
    }

    /// Empties the field.
    fn clear(&self, py: Python<'_>) -> Option<FieldError> {
        self.fill(py, |draft, index| {
            draft.clear(index);
            draft.check_field(index)
        })
    }

    /// Makes it untouched again.
    fn reset(&self, py: Python<'_>) -> Option<FieldError> {
        self.fill(py, |draft, index| {
            draft.reset(index);
            draft.check_field(index)
        })
    }

    /// What is wrong with it.
    fn check(&self, py: Python<'_>) -> Option<FieldError> {
        self.fill(py, |draft, index| draft.check_field(index))
    }

    /// What it holds, as JSON.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let index = self.index;
        let held = with_draft(py, &self.input, |draft| draft.value(index).cloned()).flatten();
        held.map(|held| json(py, held.as_str())).transpose()
    }

    /// What it holds.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let index = self.index;
        let held = with_draft(py, &self.input, |draft| draft.value(index).cloned()).flatten();
        value(py, held.as_ref().map(mcpclient::json::Json::value))
    }

    /// Which choices are selected.
    #[getter]
    fn selected(&self, py: Python<'_>) -> Vec<bool> {
        let (index, count) = (self.index, self.field().choices().len());
        let selected = with_draft(py, &self.input, |draft| {
            (0..count).map(|choice| draft.is_selected(index, choice)).collect()
        });
        selected.unwrap_or_default()
    }

    #[getter]
    fn touched(&self, py: Python<'_>) -> bool {
        let index = self.index;
        with_draft(py, &self.input, |draft| draft.is_touched(index)).unwrap_or(false)
    }

    fn __repr__(&self) -> String {
        format!("<{} field {:?}>", self.kind(), self.field().name)
    }
}
