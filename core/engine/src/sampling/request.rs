//! What a server asks the host's model.

use std::borrow::Cow;
use std::ops::Range;

use super::block::{Block, BlockKind};
use super::read::{self, Spot};
use super::tools::ToolChoice;
use super::words::{Context, Features, Role};
use crate::era::Revision;
use crate::json::{Items, Json, Kind, Number, Object, Value};

/// Why a request is refused: a JSON-RPC error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The error's code.
    pub code: i64,
    /// What is wrong and where. Quotes nothing of the request.
    pub message: String,
}

impl Fault {
    fn invalid(message: impl Into<String>) -> Self {
        Self { code: -32_602, message: message.into() }
    }
}

/// A request for a completion, checked whole. All text in it is the server's: untrusted.
#[derive(Clone, Debug)]
pub struct SampleRequest {
    params: Json,
    messages: Vec<Spot>,
    max_tokens: u64,
    context: Context,
    tool_choice: ToolChoice,
    lists_tools: bool,
}

impl SampleRequest {
    /// Takes the parameters of `sampling/createMessage` apart (SAM-04).
    ///
    /// # Errors
    /// The fault to answer with, naming the first place that is wrong.
    pub fn parse(params: Value<'_>, revision: Revision, features: Features) -> Result<Self, Fault> {
        Self::from_json(Json::from(params), revision, features)
    }

    /// As [`SampleRequest::parse`], without copying the text.
    ///
    /// # Errors
    /// The fault to answer with, naming the first place that is wrong.
    pub fn from_json(params: Json, revision: Revision, features: Features) -> Result<Self, Fault> {
        let value = params.value();
        if value.kind() != Kind::Object {
            return Err(Fault::invalid("params is not an object"));
        }
        let members =
            Object::unique(value).ok_or_else(|| Fault::invalid("params holds a member twice"))?;
        let messages = read::messages(value.raw(), &members, revision).map_err(Fault::invalid)?;
        let max_tokens = read::max_tokens(&members).map_err(Fault::invalid)?;
        let context = read::plain_members(&members).map_err(Fault::invalid)?;
        read::preferences(&members).map_err(Fault::invalid)?;
        let tool_choice =
            read::check_tools(&members, revision, features).map_err(Fault::invalid)?;
        let lists_tools = members.set("tools").is_some();
        // Where it can be declared it means something only then.
        let heard = features.context || !revision.facts().sampling_tools;
        let context = if heard { context } else { Context::None };
        Ok(Self { params, messages, max_tokens, context, tool_choice, lists_tools })
    }

    /// The parameters as they came.
    #[must_use]
    pub fn params(&self) -> &Json {
        &self.params
    }

    /// The messages in order.
    pub fn messages(&self) -> impl ExactSizeIterator<Item = Message<'_>> {
        self.messages.iter().map(|spot| Message { text: self.params.as_str(), spot })
    }

    /// One message.
    #[must_use]
    pub fn message(&self, index: usize) -> Option<Message<'_>> {
        self.messages.get(index).map(|spot| Message { text: self.params.as_str(), spot })
    }

    /// The system prompt that the server suggests (SAM-15).
    #[must_use]
    pub fn system_prompt(&self) -> Option<Cow<'_, str>> {
        self.member("systemPrompt")?.text()
    }

    /// The most tokens to sample; never exceed it (SAM-17).
    #[must_use]
    pub fn max_tokens(&self) -> u64 {
        self.max_tokens
    }

    /// The temperature (SAM-18).
    #[must_use]
    pub fn temperature(&self) -> Option<Number<'_>> {
        self.member("temperature")?.number()
    }

    /// Texts at which to stop (SAM-18).
    pub fn stop_sequences(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.list("stopSequences").filter_map(Value::text)
    }

    /// Whose context to include, `None` where that was not declared (SAM-16).
    #[must_use]
    pub fn include_context(&self) -> Context {
        self.context
    }

    /// Names of models, the most wanted first, to be read as parts of a name (SAM-12, SAM-13).
    /// Hints without a name are left out.
    pub fn hints(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let hints = self.member("modelPreferences").and_then(|value| value.get("hints"));
        let names =
            hints.into_iter().flat_map(Value::items).filter_map(|hint| hint.get("name")?.text());
        names.filter(|name| !name.is_empty())
    }

    /// How much a low price matters, from 0 to 1 (SAM-11).
    #[must_use]
    pub fn cost_priority(&self) -> Option<f64> {
        self.priority("costPriority")
    }

    /// How much speed matters, from 0 to 1.
    #[must_use]
    pub fn speed_priority(&self) -> Option<f64> {
        self.priority("speedPriority")
    }

    /// How much ability matters, from 0 to 1.
    #[must_use]
    pub fn intelligence_priority(&self) -> Option<f64> {
        self.priority("intelligencePriority")
    }

    /// The tools the model may use, as the server describes them. Whoever answers returns the uses;
    /// the server runs them (SAM-21).
    #[must_use]
    pub fn tools(&self) -> Items<'_> {
        self.list("tools")
    }

    /// Whether the model may, must or must not use tools.
    #[must_use]
    pub fn tool_choice(&self) -> ToolChoice {
        self.tool_choice
    }

    /// What the server passes on to the model's provider: an object.
    #[must_use]
    pub fn metadata(&self) -> Option<Value<'_>> {
        self.member("metadata")
    }

    /// Whether the server knows answers of several blocks: it sent tools, or such a message itself.
    pub(super) fn knows_lists(&self) -> bool {
        self.lists_tools || self.messages.iter().any(|message| message.listed)
    }

    fn member(&self, name: &str) -> Option<Value<'_>> {
        // Null is what some writers put for absent.
        self.params.value().get(name).filter(|value| !value.is_null())
    }

    fn list(&self, name: &str) -> Items<'_> {
        // The parameters are an object: it has no items.
        self.member(name).unwrap_or_else(|| self.params.value()).items()
    }

    fn priority(&self, name: &str) -> Option<f64> {
        Some(self.member("modelPreferences")?.get(name)?.number()?.as_f64())
    }
}

/// One message.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    text: &'a str,
    spot: &'a Spot,
}

impl<'a> Message<'a> {
    /// Who speaks.
    #[must_use]
    pub fn role(&self) -> Role {
        self.spot.role
    }

    /// Whether the content came as a list, be it of one block (SAM-06).
    #[must_use]
    pub fn is_list(&self) -> bool {
        self.spot.listed
    }

    /// The blocks in order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Block<'a>> + use<'a> {
        let text = self.text;
        self.spot.blocks.iter().map(move |(kind, range)| block_at(text, *kind, range))
    }

    /// One block.
    #[must_use]
    pub fn block(&self, index: usize) -> Option<Block<'a>> {
        let (kind, range) = self.spot.blocks.get(index)?;
        Some(block_at(self.text, *kind, range))
    }

    /// The message as it came.
    #[must_use]
    pub fn value(&self) -> Value<'a> {
        part(self.text, &self.spot.whole)
    }
}

fn block_at<'a>(text: &'a str, kind: BlockKind, range: &Range<usize>) -> Block<'a> {
    Block { kind, value: part(text, range) }
}

fn part<'a>(text: &'a str, range: &Range<usize>) -> Value<'a> {
    Value::trusted(text.get(range.clone()).unwrap_or("null"))
}
