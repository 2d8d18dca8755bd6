//! What a tool may ask of the client, free of how the question gets there.
//!
//! A tool asks its questions in a fixed order and carries nothing else from one to the next. So
//! it can be run on a thread that waits for each answer, and just as well from the start again
//! with the answers so far.

use std::fmt;

use serde_json::{Value, json};

/// The client as a tool sees it.
pub trait Client {
    /// Stops the tool, with words for the user, unless the client offers all of `needs`.
    fn require(&self, needs: &[Capability]) -> Result<(), Stop>;

    /// Asks, and returns the result as the client gave it.
    fn ask(&self, question: &Question) -> Result<Value, Stop>;

    /// Tells how far the tool has come, to clients that want to know.
    fn progress(&self, done: u32, total: u32, message: &str);

    /// A line for the client's log; never anything the user said.
    fn log(&self, line: &str);
}

/// Something a client may or may not be able to do for a server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    /// Naming the folders the server should look at.
    Roots,
    /// Having a model answer a prompt.
    Sampling,
    /// Putting a form before a person.
    Forms,
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Roots => "roots (the folders to look at)",
            Self::Sampling => "sampling (a model that answers a prompt)",
            Self::Forms => "elicitation (a form that a person fills in)",
        })
    }
}

/// One thing a tool wants from the client.
pub enum Question {
    /// Which folders may I look at?
    Roots,
    /// What does a model say to this? The parameters of `sampling/createMessage`.
    Sample(Value),
    /// Would the user fill in this form?
    Form {
        /// Tells one form from another, in the record.
        name: &'static str,
        /// What the user reads above the fields.
        message: String,
        /// The fields as JSON text, which keeps them in the order they are to be shown in.
        schema: String,
    },
}

impl Question {
    /// The method that carries this question.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Roots => "roots/list",
            Self::Sample(_) => "sampling/createMessage",
            Self::Form { .. } => "elicitation/create",
        }
    }

    /// The parameters as JSON text on one line; none for a question that has none.
    pub fn params(&self) -> Option<String> {
        match self {
            Self::Roots => None,
            Self::Sample(params) => Some(params.to_string()),
            Self::Form { message, schema, .. } => Some(format!(
                r#"{{"message":{},"requestedSchema":{schema}}}"#,
                Value::from(message.as_str())
            )),
        }
    }

    /// What the client must offer to be asked this.
    pub fn needs(&self) -> Capability {
        match self {
            Self::Roots => Capability::Roots,
            Self::Sample(_) => Capability::Sampling,
            Self::Form { .. } => Capability::Forms,
        }
    }

    /// The line of the record for a client that answered `result`.
    pub fn told(&self, result: &Value) -> Value {
        match self {
            Self::Roots => json!({ "roots": result["roots"] }),
            Self::Sample(_) => json!({ "sample": result }),
            Self::Form { name, .. } => json!({ "form": name, "answer": result }),
        }
    }

    /// The question in a user's words.
    pub fn in_words(&self) -> &'static str {
        match self {
            Self::Roots => "the list of folders",
            Self::Sample(_) => "a model's opinion",
            Self::Form { .. } => "a form to be filled in",
        }
    }
}

/// Why a tool ended early.
pub enum Stop {
    /// For reasons the user should read.
    Because(String),
    /// The call was cancelled or the client has left: nobody waits for an answer.
    Nobody,
}

impl From<String> for Stop {
    fn from(reason: String) -> Self {
        Self::Because(reason)
    }
}
