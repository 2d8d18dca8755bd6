//! The host's models, and which of them fits.

use crate::text::Text;
use mcpclient::sampling::{self, Reason};
use pyo3::prelude::*;

/// A model that the host can use.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Model {
    pub(crate) model: sampling::Model,
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (name, *, aliases = Vec::new(), cheapness = 0.0, speed = 0.0, intelligence = 0.0))]
    fn new(name: Text, aliases: Vec<Text>, cheapness: f64, speed: f64, intelligence: f64) -> Self {
        let aliases = aliases.into_iter().map(|alias| alias.0).collect();
        Self { model: sampling::Model { name: name.0, aliases, cheapness, speed, intelligence } }
    }

    #[getter]
    fn name(&self) -> &str {
        &self.model.name
    }

    fn __repr__(&self) -> String {
        format!("Model({:?})", self.model.name)
    }
}

/// A choice among them. `str()` says why, in a sentence.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct ModelChoice {
    choice: sampling::Choice,
}

impl From<sampling::Choice> for ModelChoice {
    fn from(choice: sampling::Choice) -> Self {
        Self { choice }
    }
}

#[pymethods]
impl ModelChoice {
    /// The place in the catalogue.
    #[getter]
    fn index(&self) -> usize {
        self.choice.model
    }

    /// `hint`, `priorities` or `first`.
    #[getter]
    fn reason(&self) -> &'static str {
        match self.choice.reason {
            Reason::Hint(_) => "hint",
            Reason::Priorities(_) => "priorities",
            Reason::First => "first",
        }
    }

    /// The place of the hint that it fits.
    #[getter]
    fn hint(&self) -> Option<usize> {
        match self.choice.reason {
            Reason::Hint(place) => Some(place),
            Reason::Priorities(_) | Reason::First => None,
        }
    }

    /// How well it does by the server's priorities.
    #[getter]
    fn score(&self) -> Option<f64> {
        match self.choice.reason {
            Reason::Priorities(score) => Some(score),
            Reason::Hint(_) | Reason::First => None,
        }
    }

    /// How many models were left to decide between.
    #[getter]
    fn among(&self) -> usize {
        self.choice.among
    }

    fn __str__(&self) -> String {
        self.choice.to_string()
    }

    fn __repr__(&self) -> String {
        format!("ModelChoice({}, {:?})", self.choice.model, self.reason())
    }
}
