//! Reading a sampling request: what a server wants from the host's model.

use crate::error::McpError;
use crate::text::{need_object, whole, whole_line};
use client::json::{Kind, Value};
use client::sampling;
use std::borrow::Cow;

/// What a server asks the host's model, for a user to approve (SAM-28). Texts are made safe to show
/// unless they are called raw.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct SampleRequest {
    /// The prompt.
    pub messages: Vec<SampleMessage>,
    /// The system prompt that the server wishes, which the host may change or drop (SAM-15).
    pub system_prompt: Option<String>,
    /// The same in the server's very words: for the model, not safe to show.
    pub system_prompt_raw: Option<String>,
    /// The most tokens to sample (SAM-17).
    pub max_tokens: u64,
    /// The temperature that the server wishes.
    pub temperature: Option<f64>,
    /// Texts at which to stop (SAM-18).
    pub stop_sequences: Vec<String>,
    /// Whose context the server would like to be added (SAM-16).
    pub include_context: IncludeContext,
    /// Parts of names of models, the most wanted first (SAM-12, SAM-13).
    pub hints: Vec<String>,
    /// How much a low price matters, from 0 to 1 (SAM-11).
    pub cost_priority: Option<f64>,
    /// How much speed matters.
    pub speed_priority: Option<f64>,
    /// How much ability matters.
    pub intelligence_priority: Option<f64>,
    /// The tools that the model may use, as JSON objects (SAM-21).
    pub tools: Vec<String>,
    /// Whether the model may, must or must not use them.
    pub tool_choice: ToolChoice,
    /// What the server passes on to the model's provider: a JSON object.
    pub metadata: Option<String>,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct SampleMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub blocks: Vec<Block>,
    /// The whole message as it came, with annotations and `_meta` (SAM-26): a JSON object.
    pub json: String,
}

/// A result at its checkpoint, taken apart: what the server will be sent if it is approved (SAM-33).
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct SampleResult {
    /// The model that it names, made safe to show.
    pub model: Option<String>,
    /// Why the model stopped, made safe to show.
    pub stop_reason: Option<String>,
    /// The text of all its text blocks, whole, and made safe to show; none if it has none.
    pub text: Option<String>,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A block of what the host's model answers; see the class that wraps it.
#[derive(Clone, Debug, uniffi::Enum)]
pub enum RawBlock {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture (SAM-46).
    Image {
        /// In base64.
        data: String,
        /// Its media type.
        mime_type: String,
    },
    /// Sound, where the revision has it (SAM-05).
    Audio {
        /// In base64.
        data: String,
        /// Its media type.
        mime_type: String,
    },
    /// The model wants one of the server's tools called (SAM-21, SAM-22).
    ToolUse {
        /// New in this answer.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments: a JSON object.
        arguments: String,
    },
    /// A block that is made already, sent verbatim, `_meta` included (SAM-26).
    Made {
        /// A JSON object.
        json: String,
    },
}

/// An answer of these blocks: one is sent as it is, several as a list.
pub(crate) fn answer(
    model: &str,
    blocks: Vec<RawBlock>,
    stop_reason: Option<&str>,
) -> Result<sampling::SampleResult, McpError> {
    let mut result = sampling::SampleResult::new(model);
    if let Some(reason) = stop_reason {
        result.stop_reason(reason);
    }
    for block in blocks {
        match block {
            RawBlock::Text { text } => result.push_text(&text),
            RawBlock::Image { data, mime_type } => result.push_image(&data, &mime_type),
            RawBlock::Audio { data, mime_type } => result.push_audio(&data, &mime_type),
            RawBlock::ToolUse { id, name, arguments } => {
                result.push_tool_use(&id, &name, &need_object(&arguments)?)
            }
            RawBlock::Made { json } => result.push_block(need_object(&json)?),
        };
    }
    Ok(result)
}

impl SampleResult {
    /// Reads a result that is to be approved; none if it is not that of a sample.
    pub(crate) fn read(result: Value<'_>) -> Option<Self> {
        let content = result.get("content")?;
        let single = (content.kind() == Kind::Object).then_some(content);
        let blocks = || single.into_iter().chain(content.items());
        let texts: Vec<_> = blocks().filter_map(|block| block.get("text")?.text()).collect();
        let word = |name| Some(whole_line(&result.get(name)?.text()?));
        Some(Self {
            model: word("model"),
            stop_reason: word("stopReason"),
            text: (!texts.is_empty()).then(|| whole(&texts.join("\n"))),
            blocks: blocks().map(Block::read).collect(),
        })
    }
}

/// Who speaks (SAM-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Role {
    /// The user's side.
    User,
    /// The model.
    Assistant,
}

/// Whose context a server would like to be added to the prompt (SAM-16). Nobody has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum IncludeContext {
    /// Nobody's.
    Nobody,
    /// That server's own.
    ThisServer,
    /// That of all servers. It shows servers each other's data.
    AllServers,
}

/// Whether a model may, must or must not use tools (SAM-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// At least one.
    Required,
    /// None, although some may be listed.
    Forbidden,
}

/// A block of content.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Block {
    /// Text.
    Text {
        /// The text, whole, made safe to show.
        text: String,
        /// The server's very words: for the model, not safe to show.
        text_raw: String,
    },
    /// A picture.
    Image {
        /// In base64.
        data: String,
        /// Its media type.
        mime_type: String,
    },
    /// Sound.
    Audio {
        /// In base64.
        data: String,
        /// Its media type.
        mime_type: String,
    },
    /// The model wanted a tool called.
    ToolUse {
        /// The name of this use.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments: a JSON object.
        arguments: String,
    },
    /// What a tool gave.
    ToolResult {
        /// The use that this answers.
        id: String,
        /// Whether the tool failed (SAM-25).
        is_error: bool,
        /// The whole block, as JSON.
        json: String,
    },
    /// A kind that is newer than these bindings.
    Other {
        /// The whole block, as JSON.
        json: String,
    },
}

impl From<&sampling::SampleRequest> for SampleRequest {
    fn from(request: &sampling::SampleRequest) -> Self {
        let system_prompt = request.system_prompt();
        Self {
            messages: request.messages().map(SampleMessage::from).collect(),
            system_prompt: system_prompt.as_deref().map(whole),
            system_prompt_raw: system_prompt.map(Cow::into_owned),
            max_tokens: request.max_tokens(),
            temperature: request.temperature().map(client::json::Number::as_f64),
            stop_sequences: request.stop_sequences().map(Cow::into_owned).collect(),
            include_context: match request.include_context() {
                sampling::Context::None => IncludeContext::Nobody,
                sampling::Context::ThisServer => IncludeContext::ThisServer,
                sampling::Context::AllServers => IncludeContext::AllServers,
            },
            hints: request.hints().map(Cow::into_owned).collect(),
            cost_priority: request.cost_priority(),
            speed_priority: request.speed_priority(),
            intelligence_priority: request.intelligence_priority(),
            tools: request.tools().map(|tool| tool.raw().to_owned()).collect(),
            tool_choice: match request.tool_choice() {
                sampling::ToolChoice::Auto => ToolChoice::Auto,
                sampling::ToolChoice::Required => ToolChoice::Required,
                sampling::ToolChoice::None => ToolChoice::Forbidden,
            },
            metadata: request.metadata().map(|value| value.raw().to_owned()),
        }
    }
}

impl From<sampling::Message<'_>> for SampleMessage {
    fn from(message: sampling::Message<'_>) -> Self {
        Self {
            role: match message.role() {
                sampling::Role::User => Role::User,
                sampling::Role::Assistant => Role::Assistant,
            },
            blocks: message.blocks().map(|block| Block::read(block.value())).collect(),
            json: message.value().raw().to_owned(),
        }
    }
}

impl Block {
    /// Reads a block that has been checked.
    fn read(block: Value<'_>) -> Self {
        let text =
            |name: &str| block.get(name).and_then(Value::text).unwrap_or_default().into_owned();
        let json = || block.raw().to_owned();
        match text("type").as_str() {
            "text" => {
                let raw = text("text");
                Self::Text { text: whole(&raw), text_raw: raw }
            }
            "image" => Self::Image { data: text("data"), mime_type: text("mimeType") },
            "audio" => Self::Audio { data: text("data"), mime_type: text("mimeType") },
            "tool_use" => Self::ToolUse {
                id: text("id"),
                name: text("name"),
                arguments: block
                    .get("input")
                    .map(|value| value.raw().to_owned())
                    .unwrap_or_default(),
            },
            "tool_result" => Self::ToolResult {
                id: text("toolUseId"),
                is_error: block.get("isError").and_then(Value::boolean) == Some(true),
                json: json(),
            },
            _ => Self::Other { json: json() },
        }
    }
}
