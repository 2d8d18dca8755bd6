//! Changing a sampling request before the host's model is asked.

use crate::error::McpError;
use crate::input::RawInput;
use crate::sample::Role;
use crate::text::json;
use client::sampling::{self, SampleDraft};
use client::{Code, Error};
use std::sync::{Arc, MutexGuard};

/// See the class that wraps it: the request at its checkpoint, as it will go to the model.
#[derive(uniffi::Object)]
pub struct RawSampleDraft {
    input: Arc<RawInput>,
}

#[uniffi::export]
impl RawSampleDraft {
    /// The parameters as they are now: a JSON object.
    pub fn params(&self) -> String {
        self.draft().map(|draft| draft.params().as_str().into()).unwrap_or_default()
    }

    /// Whether they differ from what the server asked.
    pub fn is_changed(&self) -> bool {
        self.draft().is_ok_and(|draft| draft.is_changed())
    }

    /// Takes all changes back.
    ///
    /// # Errors
    /// None that is known.
    pub fn reset(&self) -> Result<(), McpError> {
        self.draft()?.reset();
        Ok(())
    }

    /// Puts other parameters, a JSON object, in place of all.
    ///
    /// # Errors
    /// `BadJson`.
    pub fn set_params(&self, params: &str) -> Result<(), McpError> {
        Ok(self.draft()?.set_params(json(params)?)?)
    }

    /// Another system prompt, or none (SAM-15).
    ///
    /// # Errors
    /// None that is known.
    pub fn set_system_prompt(&self, prompt: Option<String>) -> Result<(), McpError> {
        self.draft()?.set_system_prompt(prompt.as_deref());
        Ok(())
    }

    /// Fewer tokens; more than the server allows will not be approved (SAM-17).
    ///
    /// # Errors
    /// None that is known.
    pub fn set_max_tokens(&self, tokens: u64) -> Result<(), McpError> {
        self.draft()?.set_max_tokens(tokens);
        Ok(())
    }

    /// The model that was agreed on: it becomes the only hint, which any choice then follows.
    ///
    /// # Errors
    /// None that is known.
    pub fn set_model(&self, name: &str) -> Result<(), McpError> {
        self.draft()?.set_model(name);
        Ok(())
    }

    /// Writes the text of a text block anew.
    ///
    /// # Errors
    /// `InvalidArg`: there is no such block of text.
    pub fn set_text(&self, message: u32, block: u32, text: &str) -> Result<(), McpError> {
        Ok(self.draft()?.set_text(place(message), place(block), text)?)
    }

    /// Adds a message of one text at the end.
    ///
    /// # Errors
    /// None that is known.
    pub fn add_message(&self, role: Role, text: &str) -> Result<(), McpError> {
        let role = match role {
            Role::User => sampling::Role::User,
            Role::Assistant => sampling::Role::Assistant,
        };
        self.draft()?.add_message(role, text);
        Ok(())
    }

    /// Takes a message out.
    ///
    /// # Errors
    /// `InvalidArg`: there is no such message.
    pub fn remove_message(&self, message: u32) -> Result<(), McpError> {
        Ok(self.draft()?.remove_message(place(message))?)
    }
}

impl RawSampleDraft {
    /// The draft of an input that stands at that checkpoint.
    pub(crate) fn of(input: Arc<RawInput>) -> Option<Arc<Self>> {
        let stands = input.input.sample_draft().is_some();
        stands.then(|| Arc::new(Self { input }))
    }

    fn draft(&self) -> Result<MutexGuard<'_, SampleDraft>, Error> {
        let draft = self.input.input.sample_draft();
        draft.ok_or_else(|| Error::new(Code::InvalidArg, "the input has no draft"))
    }
}

fn place(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}
