//! Changing a request at its checkpoint, without a look at its JSON.

use super::request::SampleRequest;
use super::words::Role;
use crate::error::{Code, Error};
use crate::json::{Json, Kind, Value, Writer, quote};

/// A request as somebody changes it before the model gets it (SAM-15, SAM-18, SAM-31). What is not
/// changed stays as the server wrote it. Whether the whole is still a request that the server allows is
/// checked when it is approved.
#[derive(Clone, Debug)]
pub struct SampleDraft {
    asked: Json,
    params: Json,
}

impl SampleDraft {
    /// Begins with what the server asked.
    #[must_use]
    pub fn new(request: &SampleRequest) -> Self {
        Self { asked: request.params().clone(), params: request.params().clone() }
    }

    /// The parameters as they are now.
    #[must_use]
    pub fn params(&self) -> &Json {
        &self.params
    }

    /// Whether they differ from what the server asked.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.params != self.asked
    }

    /// Takes all changes back.
    pub fn reset(&mut self) {
        self.params = self.asked.clone();
    }

    /// Puts other parameters in place of all.
    ///
    /// # Errors
    /// [`Code::BadJson`]: they are not an object.
    pub fn set_params(&mut self, params: Json) -> Result<(), Error> {
        if params.value().kind() != Kind::Object {
            return Err(Error::new(Code::BadJson, "parameters must be a JSON object"));
        }
        self.params = params;
        Ok(())
    }

    /// Another system prompt, or none (SAM-15).
    pub fn set_system_prompt(&mut self, prompt: Option<&str>) {
        self.set("systemPrompt", prompt.map(quote).as_deref());
    }

    /// Fewer tokens; more than the server allows will not be approved (SAM-17).
    pub fn set_max_tokens(&mut self, tokens: u64) {
        self.set("maxTokens", Some(&tokens.to_string()));
    }

    /// The model that was agreed on: it becomes the only hint, which any choice then follows.
    pub fn set_model(&mut self, name: &str) {
        let hints = format!("[{{\"name\":{}}}]", quote(name));
        let preferences = match self.params.value().get("modelPreferences") {
            Some(old) if old.kind() == Kind::Object => with(old, "hints", Some(&hints)),
            _ => with(Json::object().value(), "hints", Some(&hints)),
        };
        self.set("modelPreferences", Some(preferences.as_str()));
    }

    /// How many messages there are now.
    #[must_use]
    pub fn message_count(&self) -> usize {
        self.messages().count()
    }

    /// Writes the text of a text block anew.
    ///
    /// # Errors
    /// [`Code::InvalidArg`]: there is no such block of text.
    pub fn set_text(&mut self, message: usize, block: usize, text: &str) -> Result<(), Error> {
        let missing = || Error::new(Code::InvalidArg, "there is no such block of text");
        let old = self.messages().nth(message).ok_or_else(missing)?;
        let content = old.get("content").ok_or_else(missing)?;
        let listed = content.kind() == Kind::Array;
        let blocks: Vec<Value<'_>> = if listed { content.items().collect() } else { vec![content] };
        let target = blocks.get(block).ok_or_else(missing)?;
        if target.get("type").and_then(Value::text).as_deref() != Some("text") {
            return Err(missing());
        }
        let changed = with(*target, "text", Some(&quote(text)));
        let content = if listed {
            let raw = blocks
                .iter()
                .enumerate()
                .map(|(index, value)| if index == block { changed.as_str() } else { value.raw() });
            array(raw)
        } else {
            changed.clone()
        };
        let changed = with(old, "content", Some(content.as_str()));
        let messages =
            array(self.messages().enumerate().map(|(index, value)| {
                if index == message { changed.as_str() } else { value.raw() }
            }));
        self.set("messages", Some(messages.as_str()));
        Ok(())
    }

    /// Takes a message out.
    ///
    /// # Errors
    /// [`Code::InvalidArg`]: there is no such message.
    pub fn remove_message(&mut self, message: usize) -> Result<(), Error> {
        if message >= self.message_count() {
            return Err(Error::new(Code::InvalidArg, "there is no such message"));
        }
        let left = self.messages().enumerate().filter(|(index, _)| *index != message);
        let messages = array(left.map(|(_, value)| value.raw()));
        self.set("messages", Some(messages.as_str()));
        Ok(())
    }

    /// Adds a message of one text at the end.
    pub fn add_message(&mut self, role: Role, text: &str) {
        let role = match role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let mut out = Writer::new();
        out.object().key("role").string(role).key("content").object();
        out.key("type").string("text").key("text").string(text).end_object().end_object();
        let added = out.into_string();
        let messages = array(self.messages().map(Value::raw).chain([added.as_str()]));
        self.set("messages", Some(messages.as_str()));
    }

    fn messages(&self) -> impl Iterator<Item = Value<'_>> {
        self.params.value().get("messages").into_iter().flat_map(Value::items)
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        self.params = with(self.params.value(), name, value);
    }
}

/// An object with one member replaced where it stands, added at the end, or left out.
fn with(object: Value<'_>, name: &str, value: Option<&str>) -> Json {
    let mut out = Writer::with_capacity(object.raw().len() + value.map_or(0, str::len));
    let mut written = false;
    out.object();
    for (key, old) in object.members() {
        match (key.is(name), value) {
            (true, Some(new)) => {
                out.key(name).raw(new);
                written = true;
            }
            (true, None) => {}
            (false, _) => {
                out.key(&key.text()).raw(old.raw());
            }
        }
    }
    if let Some(new) = value.filter(|_| !written) {
        out.key(name).raw(new);
    }
    out.end_object();
    out.finish()
}

fn array<'a>(items: impl Iterator<Item = &'a str>) -> Json {
    let mut out = Writer::new();
    out.array();
    for item in items {
        out.raw(item);
    }
    out.end_array();
    out.finish()
}
