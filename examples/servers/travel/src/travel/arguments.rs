//! The one argument that two tools share: what kind of flight it should be.

use serde_json::{Value, json};

use crate::asking::Stop;

const USUAL: &str = "morning departure, max 1 layover";
const LONGEST: usize = 500;

/// The input schema of a tool that takes preferences.
pub fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "preferences": {
                "type": "string",
                "description": "What matters about the flight",
                "maxLength": LONGEST,
                "default": USUAL,
            },
        },
    })
}

/// The preferences among the arguments, or the usual ones.
pub fn preferences(arguments: &Value) -> Result<&str, Stop> {
    match arguments.get("preferences") {
        None => Ok(USUAL),
        Some(Value::String(given)) if given.chars().count() <= LONGEST => Ok(given),
        Some(_) => Err(format!("preferences is a text of at most {LONGEST} characters.").into()),
    }
}
