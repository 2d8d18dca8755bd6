//! A sampling request while the user changes it.

use crate::error::apart;
use crate::input::Shared;
use crate::options::invalid;
use crate::text::{Given, Text, json};
use mcpclient::sampling::{self, Role};
use mcpclient::{Code, Error};
use pyo3::prelude::*;

/// A request at its checkpoint.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct SampleDraft {
    /// Which stands at that checkpoint.
    pub(crate) input: Shared,
}

impl SampleDraft {
    fn change<R: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut sampling::SampleDraft) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let gone = || Error::new(Code::InvalidArg, "the sample is at no checkpoint");
        apart(py, || act(&mut *self.input.sample_draft().ok_or_else(gone)?))
    }
}

#[pymethods]
impl SampleDraft {
    /// The parameters as they are now.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let params = self.change(py, |draft| Ok(draft.params().clone()))?;
        json(py, params.as_str())
    }

    #[getter]
    fn is_changed(&self, py: Python<'_>) -> PyResult<bool> {
        self.change(py, |draft| Ok(draft.is_changed()))
    }

    #[getter]
    fn message_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.change(py, |draft| Ok(draft.message_count()))
    }

    fn set_params(&self, py: Python<'_>, params: Given) -> PyResult<()> {
        self.change(py, |draft| draft.set_params(params.0))
    }

    #[pyo3(signature = (prompt))]
    fn set_system_prompt(&self, py: Python<'_>, prompt: Option<Text>) -> PyResult<()> {
        self.change(py, |draft| {
            draft.set_system_prompt(prompt.as_ref().map(|prompt| prompt.0.as_str()));
            Ok(())
        })
    }

    fn set_max_tokens(&self, py: Python<'_>, tokens: u64) -> PyResult<()> {
        self.change(py, |draft| {
            draft.set_max_tokens(tokens);
            Ok(())
        })
    }

    /// Makes this the only model that is hinted at.
    fn set_model(&self, py: Python<'_>, name: Text) -> PyResult<()> {
        self.change(py, |draft| {
            draft.set_model(&name.0);
            Ok(())
        })
    }

    fn set_text(&self, py: Python<'_>, message: usize, block: usize, text: Text) -> PyResult<()> {
        self.change(py, |draft| draft.set_text(message, block, &text.0))
    }

    fn add_message(&self, py: Python<'_>, role: &str, text: Text) -> PyResult<()> {
        let role = match role {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            other => return Err(invalid(py, format!("no role: {other}"))),
        };
        self.change(py, |draft| {
            draft.add_message(role, &text.0);
            Ok(())
        })
    }

    fn remove_message(&self, py: Python<'_>, message: usize) -> PyResult<()> {
        self.change(py, |draft| draft.remove_message(message))
    }

    /// Takes all changes back.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, |draft| {
            draft.reset();
            Ok(())
        })
    }
}
