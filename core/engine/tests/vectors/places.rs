//! Roots: paths, URIs, what lies inside, what may be offered.

use mcpclient_engine::json::Value as View;
use mcpclient_engine::roots::{
    Root, RootList, Style, check_result, contains, from_path, to_path, to_path_bytes,
};
use serde_json::{Value, json};

use super::files::{Vector, text};
use super::forms::same;

fn style(vector: &Vector<'_>) -> Style {
    match text(vector.group, "style") {
        "posix" => Style::Posix,
        "windows" => Style::Windows,
        other => panic!("no style {other}"),
    }
}

/// A path to its URI, or a URI to its path.
pub fn path(vector: &Vector<'_>) -> Result<(), String> {
    let (case, style) = (vector.case, style(vector));
    let bytes = |name: &str| case[name].as_str().map(from_hex);
    let path = case["fromPath"].as_str().map(|path| path.as_bytes().to_vec());
    if let Some(path) = path.or_else(|| bytes("fromPathBytes")) {
        return same("uri", &json!(from_path(path, style).ok()), &case["uri"]);
    }
    let uri = text(case, "fromUri");
    if let Some(wanted) = bytes("pathBytes") {
        let found = to_path_bytes(uri, style).map_err(|error| error.to_string())?;
        return same("path", &json!(found), &json!(wanted));
    }
    same("path", &json!(to_path(uri, style).ok()), &case["path"])
}

fn from_hex(digits: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Whether a place lies inside a root.
pub fn containment(vector: &Vector<'_>) -> Result<(), String> {
    let (root, candidate) = (text(vector.case, "root"), text(vector.case, "candidate"));
    same("inside", &json!(contains(root, candidate, style(vector))), &vector.case["inside"])
}

/// What may be offered.
pub fn root(vector: &Vector<'_>) -> Result<(), String> {
    let case = vector.case;
    if let Some(result) = case["result"].as_str() {
        let result = View::parse(result).map_err(|error| error.to_string())?;
        return same("accepted", &json!(check_result(result).is_ok()), &case["accepted"]);
    }
    let root = |uri: &Value| Root::new(uri.as_str().unwrap_or_default().to_owned(), None);
    let Some(other) = case.get("other") else {
        let root = root(&case["uri"]);
        if let Ok(root) = &root {
            same("uri", &json!(root.uri()), &case["uri"])?;
        }
        return same("accepted", &json!(root.is_ok()), &case["accepted"]);
    };
    let mut list = RootList::default();
    list.add(root(&case["uri"]).map_err(|error| error.to_string())?);
    let added = list.add(root(other).map_err(|error| error.to_string())?);
    same("same", &json!(!added), &case["same"])
}
