//! Names with a prefix: keys of `_meta`, and extensions.

use crate::json::{Kind, Value};

/// Whether the host's own `_meta` has names of the right form (MET-01), and leaves the protocol's alone: those
/// whose prefix has one of its names as second label (MET-02).
pub(crate) fn are_free(meta: Value<'_>) -> bool {
    let is_free = |name: &str| match name.split_once('/') {
        None => is_name(name),
        Some((prefix, name)) => {
            let second = prefix.split('.').nth(1);
            is_prefix(prefix)
                && (name.is_empty() || is_name(name))
                && !matches!(second, Some("modelcontextprotocol" | "mcp"))
        }
    };
    meta.kind() == Kind::Object && meta.members().all(|(key, _)| is_free(&key.text()))
}

/// Whether these are settings of extensions: an object whose names all have a prefix (EXT-01, EXT-02).
pub(crate) fn are_extensions(settings: Value<'_>) -> bool {
    let is_extension = |name: &str| {
        name.split_once('/').is_some_and(|(prefix, name)| is_prefix(prefix) && is_name(name))
    };
    settings.kind() == Kind::Object
        && settings
            .members()
            .all(|(key, value)| is_extension(&key.text()) && value.kind() == Kind::Object)
}

/// Labels with dots between: each begins with a letter and ends with a letter or digit.
fn is_prefix(prefix: &str) -> bool {
    prefix.split('.').all(|label| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.ends_with(|c: char| c.is_ascii_alphanumeric())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

/// It begins and ends with a letter or digit.
fn is_name(name: &str) -> bool {
    let ends = |c: char| c.is_ascii_alphanumeric();
    name.starts_with(ends)
        && name.ends_with(ends)
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: EXT-01, EXT-02
    #[test]
    fn extensions_have_a_prefix_and_settings() {
        let are = |text: &str| are_extensions(Value::parse(text).expect("JSON"));
        assert!(are(r#"{"com.example/x":{},"io.modelcontextprotocol/ui":{"mimeTypes":[]}}"#));
        for wrong in [r#"{"x":{}}"#, r#"{"com.example/":{}}"#, r#"{"com.example/x":1}"#, "[]"] {
            assert!(!are(wrong), "{wrong}");
        }
    }
}
