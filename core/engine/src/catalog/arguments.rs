//! What a prompt or a template has to be filled with.

use crate::elicitation::{FieldCode, FieldError};
use crate::error::{Code, Error};
use crate::json::{Kind, Value};

/// Arguments of one item that are looked at.
pub(super) const MOST: usize = 256;

/// One argument of a prompt (PRM-03), or one variable of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// A name for people, if it has one.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Whether the prompt cannot do without. Variables of templates can.
    pub required: bool,
}

impl Argument {
    /// What to show: the title, or the name (MET-05).
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().filter(|title| !title.is_empty()).unwrap_or(&self.name)
    }

    /// Those of a prompt as it was listed, in the server's order.
    pub(super) fn of_prompt(prompt: Value<'_>) -> Vec<Self> {
        let list = prompt.get("arguments").filter(|list| list.kind() == Kind::Array);
        let read = |argument: Value<'_>| {
            let text = |name: &str| {
                argument.get(name).and_then(Value::text).map(std::borrow::Cow::into_owned)
            };
            Some(Self {
                name: text("name")?,
                title: text("title"),
                description: text("description"),
                required: argument.get("required").and_then(Value::boolean) == Some(true),
            })
        };
        list.into_iter().flat_map(Value::items).take(MOST).filter_map(read).collect()
    }
}

/// Whether what is given can be the arguments of a prompt, or the context of a completion: an object of strings
/// (PRM-03, CMP-03).
///
/// # Errors
/// [`Code::BadJson`] if it is no object, [`Code::InvalidArg`] if one of them is no string.
pub fn check_texts(given: Value<'_>) -> Result<(), Error> {
    if given.kind() != Kind::Object {
        return Err(Error::new(Code::BadJson, "arguments must be a JSON object"));
    }
    if given.members().any(|(_, value)| value.kind() != Kind::String) {
        return Err(Error::new(Code::InvalidArg, "an argument is no string"));
    }
    Ok(())
}

/// Whether all that is required is given. What is missing is named, all at once.
pub(super) fn check(wanted: &[Argument], given: Option<Value<'_>>) -> Result<(), Error> {
    if let Some(given) = given {
        check_texts(given)?;
    }
    let missing = |name: &str| given.and_then(|given| given.get(name)).is_none();
    let faults: Vec<_> = wanted
        .iter()
        .enumerate()
        .filter(|(_, argument)| argument.required && missing(&argument.name))
        .map(|(field, argument)| FieldError {
            field,
            name: argument.name.clone(),
            code: FieldCode::Required,
            params: Vec::new(),
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(Error::form(faults)) }
}
