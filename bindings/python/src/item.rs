//! What a server lists, one thing at a time, as a dialog needs it.

use crate::error::{apart, raise};
use crate::text::{Given, Text, json, safe, safe_line, value};
use mcpclient::catalog::{self, Icon as Named, ItemKind, Theme, choose_icon};
use mcpclient::json::Json;
use mcpclient::{Code, Error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

pub(crate) fn kind(name: &str) -> PyResult<ItemKind> {
    let known = ItemKind::ALL.iter().find(|known| known.name() == name);
    known.copied().ok_or_else(|| PyValueError::new_err("there is no such kind of item"))
}

fn theme(name: Option<&str>) -> PyResult<Option<Theme>> {
    match name {
        None => Ok(None),
        Some("light") => Ok(Some(Theme::Light)),
        Some("dark") => Ok(Some(Theme::Dark)),
        Some(_) => Err(PyValueError::new_err("a theme is light or dark")),
    }
}

/// One argument of a prompt, or one variable of a template.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Argument {
    argument: catalog::Argument,
}

#[pymethods]
impl Argument {
    #[getter]
    fn name(&self) -> &str {
        &self.argument.name
    }

    #[getter]
    fn label(&self) -> String {
        safe_line(self.argument.label())
    }

    #[getter]
    fn description(&self) -> Option<String> {
        self.argument.description.as_deref().map(safe)
    }

    #[getter]
    fn required(&self) -> bool {
        self.argument.required
    }

    fn __repr__(&self) -> String {
        format!("Argument({:?})", self.argument.name)
    }
}

/// One icon as a server names it.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Icon {
    icon: Named,
}

#[pymethods]
impl Icon {
    #[getter]
    fn source(&self) -> &str {
        &self.icon.src
    }

    #[getter]
    fn theme(&self) -> Option<&'static str> {
        self.icon.theme.map(|theme| match theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        })
    }

    /// Why it is not to be shown.
    #[getter]
    fn fault(&self) -> Option<&'static str> {
        self.icon.fault.map(catalog::IconFault::name)
    }

    /// Why what was loaded from its source is not to be shown.
    fn vet(&self, py: Python<'_>, content: Vec<u8>) -> Option<&'static str> {
        py.detach(|| self.icon.vet(&content)).err().map(catalog::IconFault::name)
    }

    /// The bytes that it brings in its source.
    #[getter]
    fn content<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.icon.bytes().ok().map(|(_, bytes)| PyBytes::new(py, &bytes))
    }

    fn may_redirect(&self, to: Text) -> bool {
        self.icon.may_redirect(&to.0)
    }

    fn __repr__(&self) -> &'static str {
        "<Icon>"
    }
}

/// A tool, a resource, a template, a prompt or a server.
#[pyclass(frozen, module = "mcpclient")]
pub(crate) struct Item {
    item: catalog::Item,
}

impl From<catalog::Item> for Item {
    fn from(item: catalog::Item) -> Self {
        Self { item }
    }
}

#[pymethods]
impl Item {
    #[new]
    fn new(py: Python<'_>, kind: &str, item: Given) -> PyResult<Self> {
        let kind = self::kind(kind)?;
        apart(py, || catalog::Item::read(kind, item.0)).map(Self::from)
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.item.kind().name()
    }

    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, self.item.json().as_str())
    }

    #[getter]
    fn name(&self) -> String {
        self.item.name().into_owned()
    }

    #[getter]
    fn label(&self) -> String {
        safe_line(&self.item.label())
    }

    #[getter]
    fn description(&self) -> Option<String> {
        self.item.description().map(|text| safe(&text))
    }

    #[getter]
    fn uri(&self) -> Option<String> {
        self.item.uri().map(std::borrow::Cow::into_owned)
    }

    #[getter]
    fn mime_type(&self) -> Option<String> {
        self.item.mime_type().map(|text| safe_line(&text))
    }

    #[getter]
    fn size(&self) -> Option<u64> {
        self.item.size()
    }

    #[getter]
    fn read_only(&self) -> bool {
        self.item.hints().is_some_and(|hints| hints.read_only)
    }

    #[getter]
    fn destructive(&self) -> bool {
        self.item.hints().is_some_and(|hints| hints.destructive)
    }

    #[getter]
    fn idempotent(&self) -> bool {
        self.item.hints().is_some_and(|hints| hints.idempotent)
    }

    #[getter]
    fn open_world(&self) -> bool {
        self.item.hints().is_some_and(|hints| hints.open_world)
    }

    #[getter]
    fn input_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.item.input_schema())
    }

    #[getter]
    fn output_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value(py, self.item.output_schema())
    }

    #[getter]
    fn hazards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.item.hazards().iter().map(|hazard| hazard.name()))
    }

    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = self.item.arguments().into_iter().map(|argument| Argument { argument });
        PyTuple::new(py, arguments.collect::<Vec<_>>())
    }

    #[getter]
    fn icons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let icons = self.item.icons().into_iter().map(|icon| Icon { icon });
        PyTuple::new(py, icons.collect::<Vec<_>>())
    }

    #[pyo3(signature = (pixels, theme = None))]
    fn choose_icon(&self, pixels: u32, theme: Option<&str>) -> PyResult<Option<Icon>> {
        let mut icons = self.item.icons();
        let place = choose_icon(&icons, pixels, self::theme(theme)?);
        Ok(place.map(|place| Icon { icon: icons.swap_remove(place) }))
    }

    #[pyo3(signature = (arguments = None))]
    fn check_arguments(&self, py: Python<'_>, arguments: Option<Given>) -> PyResult<()> {
        let given = arguments.map(|given| given.0);
        apart(py, || self.item.check_arguments(given.as_ref().map(Json::value)))
    }

    #[pyo3(signature = (values = None))]
    fn expand(&self, py: Python<'_>, values: Option<Given>) -> PyResult<String> {
        let given = values.map(|given| given.0);
        apart(py, || self.item.expand(given.as_ref().map(Json::value)))
    }

    fn __repr__(&self) -> String {
        format!("<Item, {}>", self.item.kind().name())
    }
}

/// The item, or the exception that there is none.
pub(crate) fn found(py: Python<'_>, item: Option<catalog::Item>) -> PyResult<Item> {
    item.map(Item::from).ok_or_else(|| raise(py, &Error::new(Code::Gone, "it is in no list")))
}
