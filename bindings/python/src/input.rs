//! What a server wants from the host: one class for each kind, all answered alike.

use crate::error::apart;
use crate::form::Form;
use crate::sample::SampleRequest;
use crate::text::{Given, Text, json, safe};
use crate::url::UrlRequest;
use crate::{options, roots};
use mcpclient::policy::Hazard as Found;
use mcpclient::{Checkpoint, Error, Wants};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// What the parts of an input share. When the last of them is gone, so is the input.
pub(crate) type Shared = Arc<mcpclient::Input>;

/// What a server wants.
#[pyclass(frozen, subclass, module = "mcpclient")]
pub(crate) struct Input {
    pub(crate) input: Shared,
    /// Python's weak reference to the client; none for a rehearsal.
    owner: Option<Py<PyAny>>,
    calls: Vec<Py<PyAny>>,
}

/// What was said to a server.
#[pyclass(frozen, eq, module = "mcpclient")]
#[derive(Clone, PartialEq)]
pub(crate) struct Answer {
    /// `accept`, `decline`, `cancel`, `fail`, `result`, `approve` or `abort`.
    #[pyo3(get)]
    pub(crate) action: &'static str,
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        format!("Answer({:?})", self.action)
    }
}

/// What a dialog should warn of.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Hazard {
    found: Found,
}

#[pymethods]
impl Hazard {
    #[getter]
    fn kind(&self) -> &'static str {
        self.found.kind.name()
    }

    /// The index of the field that it is about; `None` if it is the message.
    #[getter]
    fn field(&self) -> Option<usize> {
        self.found.field
    }

    fn __repr__(&self) -> String {
        match self.found.field {
            Some(field) => format!("Hazard({:?}, field={field})", self.found.kind.name()),
            None => format!("Hazard({:?})", self.found.kind.name()),
        }
    }
}

/// Gives an answer; `Ok` says which.
pub(crate) fn give(
    py: Python<'_>,
    input: &Shared,
    action: &'static str,
    answer: impl FnOnce(&mcpclient::Input) -> Result<(), Error> + Send,
) -> PyResult<Answer> {
    apart(py, || answer(input)).map(|()| Answer { action })
}

/// Accepts with what is filled in, or with `content`.
pub(crate) fn accept(py: Python<'_>, input: &Shared, content: Option<Given>) -> PyResult<Answer> {
    give(py, input, "accept", |input| match content {
        Some(content) => input.accept_content(content.0),
        // Nobody should be asked to correct what would come too late.
        None if !input.is_open() => {
            Err(Error::new(mcpclient::Code::Gone, "the input is not open any more"))
        }
        None => input.accept(),
    })
}

#[pymethods]
impl Input {
    #[getter]
    fn id(&self) -> u64 {
        self.input.id().0
    }

    /// The host's name for the server that asks.
    #[getter]
    fn server(&self) -> &str {
        self.input.label()
    }

    /// The client whose server asks.
    #[getter]
    fn client<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.owner {
            Some(owner) => owner.bind(py).call0(),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// The calls that may have caused it, oldest first.
    #[getter]
    fn calls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.calls)
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.input.request().method
    }

    /// All that the server sent, verbatim.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, self.input.request().params.as_str())
    }

    #[getter]
    fn round(&self) -> u32 {
        self.input.request().round
    }

    #[getter]
    fn refusal_ends_call(&self) -> bool {
        self.input.request().refusal_ends_call
    }

    #[getter]
    fn hazards(&self) -> Vec<Hazard> {
        self.input.request().hazards.iter().map(|found| Hazard { found: *found }).collect()
    }

    /// Whether an answer would still count.
    #[getter]
    fn is_open(&self, py: Python<'_>) -> bool {
        py.detach(|| self.input.is_open())
    }

    /// The checkpoint at which it stands: `request`, `result`, or none if it waits for its answer.
    #[getter]
    fn checkpoint(&self) -> Option<&'static str> {
        self.input.checkpoint().map(|at| match at {
            Checkpoint::Request => "request",
            Checkpoint::Result => "result",
        })
    }

    /// At the checkpoint `result`: what the server will be sent, to the letter.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.input.result().map(|result| json(py, result.as_str())).transpose()
    }

    /// What goes on from here, to the letter, if it is accepted or approved now.
    fn preview<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let preview = apart(py, || self.input.preview())?;
        json(py, preview.as_str())
    }

    /// Approves at a checkpoint, as it is or changed.
    #[pyo3(signature = (changed = None))]
    fn approve(&self, py: Python<'_>, changed: Option<Given>) -> PyResult<Answer> {
        give(py, &self.input, "approve", |input| match changed {
            Some(changed) => input.approve_with(changed.0),
            None => input.approve(),
        })
    }

    /// What the server would have been told, once a rehearsal is answered.
    #[getter]
    fn rehearsed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.input.rehearsed().map(|told| json(py, told.as_str())).transpose()
    }

    #[pyo3(signature = (reason = None))]
    fn decline(&self, py: Python<'_>, reason: Option<Text>) -> PyResult<Answer> {
        give(py, &self.input, "decline", |input| {
            input.decline(reason.as_ref().map(|reason| reason.0.as_str()))
        })
    }

    fn cancel(&self, py: Python<'_>) -> PyResult<Answer> {
        give(py, &self.input, "cancel", mcpclient::Input::cancel)
    }

    fn fail(&self, py: Python<'_>, code: i64, message: Text) -> PyResult<Answer> {
        give(py, &self.input, "fail", |input| input.fail(code, &message.0))
    }

    #[pyo3(signature = (reason = None))]
    fn abort_call(&self, py: Python<'_>, reason: Option<Text>) -> PyResult<Answer> {
        give(py, &self.input, "abort", |input| {
            input.abort_call(reason.as_ref().map(|reason| reason.0.as_str()))
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<{} {} of {:?}>",
            self.input.request().method,
            self.input.id().0,
            self.input.label()
        )
    }
}

/// A form for the user.
#[pyclass(frozen, extends = Input, module = "mcpclient")]
pub(crate) struct FormRequest {
    form: Py<Form>,
}

#[pymethods]
impl FormRequest {
    /// Why, in the server's words, made safe to show.
    #[getter]
    fn message(this: PyRef<'_, Self>) -> String {
        safe(message(&this.as_super().input))
    }

    #[getter]
    fn message_raw(this: PyRef<'_, Self>) -> String {
        message(&this.as_super().input).to_owned()
    }

    #[getter]
    fn form(&self, py: Python<'_>) -> Py<Form> {
        self.form.clone_ref(py)
    }

    #[pyo3(signature = (content = None))]
    fn accept(this: PyRef<'_, Self>, py: Python<'_>, content: Option<Given>) -> PyResult<Answer> {
        accept(py, &this.as_super().input, content)
    }
}

/// The server's words.
pub(crate) fn message(input: &Shared) -> &str {
    match &input.request().wants {
        Wants::Form { message, .. } | Wants::Url { message, .. } => message,
        Wants::Sample(_) | Wants::Roots => "",
    }
}

/// The list of roots.
#[pyclass(frozen, extends = Input, module = "mcpclient")]
pub(crate) struct RootsRequest;

#[pymethods]
impl RootsRequest {
    /// Answers with these.
    fn answer(
        this: PyRef<'_, Self>,
        py: Python<'_>,
        roots: Vec<PyRef<'_, roots::Root>>,
    ) -> PyResult<Answer> {
        let list = roots::list(&roots);
        give(py, &this.as_super().input, "result", |input| input.answer_roots(&list))
    }

    /// Answers with a JSON-RPC result, verbatim once its shape is checked.
    fn answer_json(this: PyRef<'_, Self>, py: Python<'_>, result: Given) -> PyResult<Answer> {
        give(py, &this.as_super().input, "result", |input| input.answer_result(result.0))
    }
}

/// The object of Python's for an input.
pub(crate) fn wrap<'py>(
    py: Python<'py>,
    input: mcpclient::Input,
    owner: Option<Py<PyAny>>,
    calls: Vec<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Arc::new(input);
    let shared = Arc::clone(&input);
    let base = PyClassInitializer::from(Input { input, owner, calls });
    Ok(match &shared.request().wants {
        Wants::Form { form, .. } => {
            let form = Py::new(py, Form::new(Arc::clone(&shared), Arc::clone(form)))?;
            Bound::new(py, base.add_subclass(FormRequest { form }))?.into_any()
        }
        Wants::Url { .. } => Bound::new(py, base.add_subclass(UrlRequest))?.into_any(),
        Wants::Sample(_) => Bound::new(py, base.add_subclass(SampleRequest))?.into_any(),
        Wants::Roots => Bound::new(py, base.add_subclass(RootsRequest))?.into_any(),
    })
}

/// An input that no server sent, to try out and test dialogs.
#[pyfunction]
#[pyo3(signature = (method, params, *, revision, offer = Vec::new(), server_host = None))]
pub(crate) fn rehearse<'py>(
    py: Python<'py>,
    method: Text,
    params: Given,
    revision: &str,
    offer: Vec<String>,
    server_host: Option<Text>,
) -> PyResult<Bound<'py, PyAny>> {
    let revision = options::revision(py, revision)?;
    let offer = options::offer(py, &offer)?;
    let host = server_host.as_ref().map(|host| host.0.as_str());
    let rehearse = || mcpclient::Input::rehearse(revision, &method.0, params.0, offer, host);
    let input = apart(py, rehearse)?;
    wrap(py, input, None, Vec::new())
}
