//! A form that is being filled in.

use crate::error::{FieldError, raise};
use crate::field::Field;
use crate::input::{Answer, Shared, accept};
use crate::text::{Given, json};
use mcpclient::elicitation::{self, Draft};
use mcpclient::{Error, elicitation::Objection as Odd};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::sync::Arc;

/// A form: its fields in the server's order.
#[pyclass(frozen, sequence, module = "mcpclient")]
pub(crate) struct Form {
    input: Shared,
    form: Arc<elicitation::Form>,
}

/// Something odd about a server's schema.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Objection {
    odd: Odd,
}

#[pymethods]
impl Objection {
    #[getter]
    fn code(&self) -> &'static str {
        self.odd.code.name()
    }

    #[getter]
    fn property(&self) -> Option<&str> {
        self.odd.property.as_deref()
    }

    #[getter]
    fn text(&self) -> &'static str {
        self.odd.text()
    }

    fn __str__(&self) -> String {
        self.odd.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Objection({:?}, {:?})", self.odd.code.name(), self.odd.property)
    }
}

/// A name or an index.
#[derive(FromPyObject)]
enum Place {
    Index(isize),
    Name(String),
}

/// Does something with what is filled in.
pub(crate) fn with_draft<R: Send>(
    py: Python<'_>,
    input: &Shared,
    act: impl FnOnce(&mut Draft) -> R + Send,
) -> Option<R> {
    py.detach(|| input.draft().map(|mut draft| act(&mut draft)))
}

impl Form {
    pub(crate) fn new(input: Shared, form: Arc<elicitation::Form>) -> Self {
        Self { input, form }
    }

    fn field(&self, index: usize) -> Field {
        Field { input: Arc::clone(&self.input), form: Arc::clone(&self.form), index }
    }
}

#[pymethods]
impl Form {
    fn __len__(&self) -> usize {
        self.form.fields().len()
    }

    fn __getitem__(&self, place: Place) -> PyResult<Field> {
        let count = self.form.fields().len();
        match place {
            Place::Name(name) => match self.form.index_of(&name) {
                Some(index) => Ok(self.field(index)),
                None => Err(PyKeyError::new_err("the form has no such field")),
            },
            Place::Index(index) => {
                let from_end = index.checked_add_unsigned(count).filter(|_| index < 0);
                let index = usize::try_from(from_end.unwrap_or(index)).ok();
                match index.filter(|index| *index < count) {
                    Some(index) => Ok(self.field(index)),
                    None => Err(PyIndexError::new_err("the form has no such field")),
                }
            }
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let fields: Vec<_> = (0..self.form.fields().len()).map(|index| self.field(index)).collect();
        fields.into_pyobject(py)?.try_iter()
    }

    #[getter]
    fn objections(&self) -> Vec<Objection> {
        self.form.objections().iter().map(|odd| Objection { odd: odd.clone() }).collect()
    }

    /// Every field that is wrong.
    fn check(&self, py: Python<'_>) -> Vec<FieldError> {
        let faults = with_draft(py, &self.input, |draft| draft.check().err());
        faults.flatten().unwrap_or_default().into_iter().map(FieldError::from).collect()
    }

    /// Exactly what an accepted form sends.
    fn preview<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let content = with_draft(py, &self.input, |draft| draft.content());
        match content {
            Some(Ok(content)) => json(py, content.as_str()),
            Some(Err(faults)) => Err(raise(py, &Error::form(faults))),
            // A form always has a draft.
            None => json(py, "{}"),
        }
    }

    /// Some content, with the defaults of what it lacks.
    fn with_defaults<'py>(&self, py: Python<'py>, content: Given) -> PyResult<Bound<'py, PyAny>> {
        json(py, self.form.with_defaults(content.0.value()).as_str())
    }

    #[pyo3(signature = (content = None))]
    fn accept(&self, py: Python<'_>, content: Option<Given>) -> PyResult<Answer> {
        accept(py, &self.input, content)
    }

    fn __repr__(&self) -> String {
        let names: Vec<_> = self.form.fields().iter().map(|field| &field.name).collect();
        format!("Form({names:?})")
    }
}
