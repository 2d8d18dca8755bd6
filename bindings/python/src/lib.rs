//! The native half of the Python package `mcpclient`: the Rust API's nouns as Python's classes.
//!
//! The other half is in Python: the loop, the two faces, exceptions, results. What is public of this one
//! is written down in `python/mcpclient/_native.pyi`.
#![allow(clippy::needless_pass_by_value, reason = "Python's arguments are extracted by value")]

mod client;
mod draft;
mod errand;
mod error;
mod event;
mod exchange;
mod field;
mod flow;
mod form;
mod gate;
mod http;
mod input;
mod item;
mod lane;
mod live;
mod model;
mod options;
mod roots;
mod runtime;
mod sample;
mod stdio;
mod text;
mod told;
mod transport;
mod url;

#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::client::{Call, Client, Settings};
    #[pymodule_export]
    use crate::draft::SampleDraft;
    #[pymodule_export]
    use crate::error::{FieldError, report};
    #[pymodule_export]
    use crate::exchange::Exchange;
    #[pymodule_export]
    use crate::field::{Choice, Field};
    #[pymodule_export]
    use crate::form::{Form, Objection};
    #[pymodule_export]
    use crate::gate::{_close, _suspend_all, _wake_all};
    #[pymodule_export]
    use crate::http::{Http, Socket};
    #[pymodule_export]
    use crate::input::{Answer, FormRequest, Hazard, Input, RootsRequest, rehearse};
    #[pymodule_export]
    use crate::item::{Argument, Icon, Item};
    #[pymodule_export]
    use crate::lane::Lane;
    #[pymodule_export]
    use crate::live::{LiveRoots, workspace};
    #[pymodule_export]
    use crate::model::{Model, ModelChoice};
    #[pymodule_export]
    use crate::options::Options;
    #[pymodule_export]
    use crate::roots::{Root, path_to_uri, root_contains, uri_to_path, uri_to_path_bytes};
    #[pymodule_export]
    use crate::runtime::Runtime;
    #[pymodule_export]
    use crate::sample::{Block, Message, SampleRequest};
    #[pymodule_export]
    use crate::stdio::Stdio;
    #[pymodule_export]
    use crate::text::{display, display_line};
    #[pymodule_export]
    use crate::told::Told;
    #[pymodule_export]
    use crate::url::UrlRequest;

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
