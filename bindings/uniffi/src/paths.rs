//! Between paths and `file:` URIs, and what lies inside what.

use crate::error::McpError;
use crate::roots::Root;
use crate::text::json;
use client::roots::{self, Style, check_result, contains, from_path};

/// How a family of systems writes paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum PathStyle {
    /// With slashes; a path is bytes.
    Posix,
    /// With drives, shares and backslashes.
    Windows,
}

impl From<PathStyle> for Style {
    fn from(style: PathStyle) -> Self {
        match style {
            PathStyle::Posix => Self::Posix,
            PathStyle::Windows => Self::Windows,
        }
    }
}

/// The root for an absolute path, as this system writes paths (ROO-04).
///
/// # Errors
/// `Root`: not a path that can be a root.
#[uniffi::export(default(name = None))]
pub fn root_of_path(path: &str, name: Option<String>) -> Result<Root, McpError> {
    Ok(Root { uri: from_path(path.as_bytes(), Style::native())?, name })
}

/// The canonical `file:` URI of an absolute path, which is bytes on POSIX systems (ROO-04).
///
/// # Errors
/// `Root`: the path is relative, holds `..`, or is one that no URI can say.
#[uniffi::export]
pub fn path_to_uri(path: Vec<u8>, style: PathStyle) -> Result<String, McpError> {
    Ok(from_path(path, style.into())?)
}

/// The path that a `file:` URI names, which is bytes on POSIX systems (ROO-12).
///
/// # Errors
/// `Root`: not a URI that names a path of this style.
#[uniffi::export]
pub fn uri_to_path(uri: &str, style: PathStyle) -> Result<Vec<u8>, McpError> {
    Ok(roots::to_path_bytes(uri, style.into())?)
}

/// Whether a place, a URI or a path, lies inside the root of that URI, or is it, going by the text
/// alone: links are not followed.
#[uniffi::export]
pub fn is_inside(root: &str, candidate: &str, style: PathStyle) -> bool {
    contains(root, candidate, style.into())
}

/// Whether a JSON-RPC result would do as an answer to a request for the roots (ROO-02).
///
/// # Errors
/// `Root` or `BadJson`: what is wrong with it.
#[uniffi::export]
pub fn check_roots(result: &str) -> Result<(), McpError> {
    Ok(check_result(json(result)?.value())?)
}
