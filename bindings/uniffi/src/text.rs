//! Text and JSON on their way in and out.

use crate::error::McpError;
use client::json::{Json, Kind};
use client::{Code, Error, Revision, policy};

/// Most characters of a text of the server's that is shown in several lines.
const TEXT: usize = 4_000;
/// Most characters of one that is shown in one line.
const LINE: usize = 200;

/// JSON of the host's.
pub(crate) fn json(text: &str) -> Result<Json, McpError> {
    let json = Json::parse(text).map_err(|fault| Error::new(Code::BadJson, fault.to_string()))?;
    Ok(json)
}

/// A JSON object of the host's, or none.
pub(crate) fn object(text: Option<&str>) -> Result<Option<Json>, McpError> {
    text.map(need_object).transpose()
}

/// A JSON object of the host's.
pub(crate) fn need_object(text: &str) -> Result<Json, McpError> {
    let json = json(text)?;
    if json.value().kind() == Kind::Object {
        return Ok(json);
    }
    Err(Error::new(Code::BadJson, "not a JSON object").into())
}

/// A text of the server's, made safe to show in several lines.
pub(crate) fn safe(text: &str) -> String {
    policy::display(text, TEXT).into_owned()
}

/// A text of the server's, made safe to show in one line.
pub(crate) fn safe_line(text: &str) -> String {
    policy::display_line(text, LINE).into_owned()
}

/// A text of the server's, made safe to show in several lines and never cut.
pub(crate) fn whole(text: &str) -> String {
    policy::display(text, usize::MAX).into_owned()
}

/// As `whole`, in one line.
pub(crate) fn whole_line(text: &str) -> String {
    policy::display_line(text, usize::MAX).into_owned()
}

/// A revision of the protocol by its name.
pub(crate) fn revision(name: &str) -> Result<Revision, Error> {
    Revision::from_wire(name)
        .ok_or_else(|| Error::new(Code::Unsupported, "a revision that this library has not"))
}

/// Makes text of a server's safe to show: without control characters, escape sequences and direction
/// overrides (ELI-49), and of at most `max` characters. Line ends stay.
#[uniffi::export(default(max = 4_294_967_295))]
pub fn display(text: &str, max: u32) -> String {
    policy::display(text, size(max)).into_owned()
}

/// As `display`, in one line.
#[uniffi::export(default(max = 4_294_967_295))]
pub fn display_line(text: &str, max: u32) -> String {
    policy::display_line(text, size(max)).into_owned()
}

fn size(max: u32) -> usize {
    if max == u32::MAX { usize::MAX } else { usize::try_from(max).unwrap_or(usize::MAX) }
}

/// The version of the library.
#[uniffi::export]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
