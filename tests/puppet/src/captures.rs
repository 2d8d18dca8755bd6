use std::collections::BTreeMap;

use serde_json::Value;

use crate::template;

/// What the names of a transcript stand for so far. Values are JSON texts
/// whose numbers are spelled as they came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captures {
    values: BTreeMap<String, String>,
}

impl Captures {
    /// Nothing captured yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The JSON text that a name stands for.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value that a name stands for.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Value> {
        self.text(name).and_then(|text| serde_json::from_str(text).ok())
    }

    /// Makes a name stand for a JSON text.
    pub fn set(&mut self, name: &str, json: String) {
        self.values.insert(name.to_owned(), json);
    }

    /// All of them, as an object of JSON texts.
    pub(crate) fn to_value(&self) -> Value {
        self.values.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str()))).collect()
    }

    /// From what [`Captures::to_value`] gave.
    pub(crate) fn from_value(value: &Value) -> Self {
        let members = value.as_object().into_iter().flatten();
        let texts =
            members.filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())));
        Self { values: texts.collect() }
    }

    /// Puts values where names are: `$name` outside quotes becomes JSON, `${name}` inside quotes
    /// becomes the value's text. Names that stand for nothing stay as written; the parser sees to
    /// it that a script has none.
    #[must_use]
    pub fn fill(&self, template: &str) -> String {
        template::fill(template, |name| self.text(name))
    }
}
