//! Whether a view of JSON text and a tree of another reader say the same.

use mcpclient_engine::json::Value;
use std::collections::BTreeMap;

/// Numbers by value, members by name whatever their order.
pub fn agrees(ours: Value<'_>, theirs: &serde_json::Value) -> bool {
    match theirs {
        serde_json::Value::Null => ours.is_null(),
        serde_json::Value::Bool(value) => ours.boolean() == Some(*value),
        serde_json::Value::Number(value) => ours.number().is_some_and(|number| {
            // Its integers keep their value; only what it stores as a double is compared as one.
            match (value.as_i64(), value.as_u64()) {
                (None, None) => Some(number.as_f64()) == value.as_f64(),
                (signed, unsigned) => number.as_i64() == signed && number.as_u64() == unsigned,
            }
        }),
        serde_json::Value::String(value) => ours.text().as_deref() == Some(value.as_str()),
        serde_json::Value::Array(values) => {
            ours.items().count() == values.len()
                && ours.items().zip(values).all(|(ours, theirs)| agrees(ours, theirs))
        }
        serde_json::Value::Object(members) => {
            // Of duplicates it keeps the last and we look up the first.
            let mut last = BTreeMap::new();
            for (key, value) in ours.members() {
                assert!(key.is(&key.text()) && !key.is(&format!("{}x", key.text())));
                last.insert(key.text().into_owned(), value);
            }
            last.len() == members.len()
                && members
                    .iter()
                    .all(|(name, theirs)| last.get(name).is_some_and(|ours| agrees(*ours, theirs)))
        }
    }
}
