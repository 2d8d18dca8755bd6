//! What every runner compares in the same way.

use serde_json::{Value, json};

use crate::captures::Captures;
use crate::line::InputKind;
use crate::pattern::Pattern;

/// Whether a word is the one expected.
///
/// # Errors
/// Both.
pub fn same(got: &str, expected: &str) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("it is `{got}`, not `{expected}`")) }
}

/// Compares params, as text, where there may be none.
///
/// # Errors
/// The first difference.
pub fn matches(
    pattern: &Pattern,
    json: Option<&str>,
    captures: &mut Captures,
) -> Result<(), String> {
    match json {
        Some(json) => pattern.matches_text(json, captures).map_err(|mismatch| mismatch.to_string()),
        None if pattern.is_anything() => Ok(()),
        None => Err("there are no params".into()),
    }
}

/// Compares a JSON-RPC error, where the host was told of one; `data` is JSON text.
///
/// # Errors
/// The first difference.
pub fn matches_error(
    pattern: &Pattern,
    error: Option<(i64, &str, Option<&str>)>,
    captures: &mut Captures,
) -> Result<(), String> {
    if pattern.is_anything() {
        return Ok(());
    }
    let (code, message, data) = error.ok_or("no JSON-RPC error")?;
    let mut object = json!({"code": code, "message": message});
    if let Some(data) = data {
        object["data"] = serde_json::from_str::<Value>(data).map_err(|error| error.to_string())?;
    }
    pattern.matches(&object, captures).map_err(|mismatch| mismatch.to_string())
}

/// The transcripts' word for a status, from the stable name of the code, such as `TOO_LARGE`.
#[must_use]
pub fn status_word(name: &str) -> String {
    match name {
        "INVALID_ARG" | "BAD_JSON" => "invalid".into(),
        other => other.to_lowercase().replace('_', "-"),
    }
}

impl InputKind {
    /// Its word in transcripts.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Url => "url",
            Self::Sample => "sample",
            Self::Roots => "roots",
        }
    }
}
