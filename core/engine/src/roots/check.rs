//! Whether a host's own answer is a list of roots.

use super::uri;
use crate::error::{Code, Error};
use crate::json::{Kind, Object, Value};

/// Checks the result of `roots/list` that a host has made itself (ROO-02, ROO-03). Further members
/// are its own business.
///
/// # Errors
/// [`Code::Root`] names the first place that is wrong.
pub fn check_result(result: Value<'_>) -> Result<(), Error> {
    let fault = |text: String| Err(Error::new(Code::Root, text));
    let Some(result) = Object::unique(result) else {
        return fault("the result is not a JSON object with each member once".into());
    };
    let Some(roots) = result.get("roots").filter(|roots| roots.kind() == Kind::Array) else {
        return fault("the result has no list `roots`".into());
    };
    for (index, root) in roots.items().enumerate() {
        let Some(root) = Object::unique(root) else {
            return fault(format!("roots[{index}] is not a JSON object with each member once"));
        };
        let Some(uri) = root.get("uri").and_then(Value::text) else {
            return fault(format!("roots[{index}].uri is not text"));
        };
        if let Err(problem) = uri::key(&uri) {
            return fault(format!("roots[{index}].uri: {problem}"));
        }
        if root.get("name").is_some_and(|name| name.kind() != Kind::String) {
            return fault(format!("roots[{index}].name is not text"));
        }
    }
    Ok(())
}
