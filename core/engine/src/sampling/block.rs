//! Blocks of content, and which revision has which.

use std::borrow::Cow;

use super::base64::{is_base64, is_mime_type};
use crate::era::Facts;
use crate::json::{Kind, Object, Value};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockKind {
    /// Text.
    Text,
    /// A picture.
    Image,
    /// Sound, since 2025-03-26.
    Audio,
    /// The model wants a tool called, since 2025-11-25.
    ToolUse,
    /// What a tool gave, since 2025-11-25.
    ToolResult,
}

impl BlockKind {
    fn from_name(name: &str, facts: &Facts) -> Option<Self> {
        match name {
            "text" => Some(Self::Text),
            "image" => Some(Self::Image),
            "audio" if facts.audio => Some(Self::Audio),
            "tool_use" if facts.sampling_tools => Some(Self::ToolUse),
            "tool_result" if facts.sampling_tools => Some(Self::ToolResult),
            _ => None,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Image => "image",
            Self::Audio => "audio",
            Self::ToolUse => "tool_use",
            Self::ToolResult => "tool_result",
        }
    }
}

/// A block that has been checked. Getters for other kinds of block give `None`.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub(super) kind: BlockKind,
    pub(super) value: Value<'a>,
}

impl<'a> Block<'a> {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> BlockKind {
        self.kind
    }

    /// The whole block, with annotations and `_meta` (SAM-26).
    #[must_use]
    pub fn value(&self) -> Value<'a> {
        self.value
    }

    /// The words of a text block.
    #[must_use]
    pub fn text(&self) -> Option<Cow<'a, str>> {
        self.member("text", &[BlockKind::Text])
    }

    /// The base64 of an image or sound.
    #[must_use]
    pub fn data(&self) -> Option<Cow<'a, str>> {
        self.member("data", &[BlockKind::Image, BlockKind::Audio])
    }

    /// The media type of an image or sound.
    #[must_use]
    pub fn mime_type(&self) -> Option<Cow<'a, str>> {
        self.member("mimeType", &[BlockKind::Image, BlockKind::Audio])
    }

    /// The id of a tool use, or the one that a tool result answers.
    #[must_use]
    pub fn tool_use_id(&self) -> Option<Cow<'a, str>> {
        self.member("id", &[BlockKind::ToolUse])
            .or_else(|| self.member("toolUseId", &[BlockKind::ToolResult]))
    }

    /// The tool that a tool use wants called.
    #[must_use]
    pub fn tool_name(&self) -> Option<Cow<'a, str>> {
        self.member("name", &[BlockKind::ToolUse])
    }

    /// The arguments of a tool use.
    #[must_use]
    pub fn tool_input(&self) -> Option<Value<'a>> {
        (self.kind == BlockKind::ToolUse).then(|| self.value.get("input")).flatten()
    }

    /// Whether a tool result says that the tool failed (SAM-25).
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.kind == BlockKind::ToolResult
            && self.value.get("isError").and_then(Value::boolean) == Some(true)
    }

    fn member(&self, name: &str, kinds: &[BlockKind]) -> Option<Cow<'a, str>> {
        if kinds.contains(&self.kind) { self.value.get(name)?.text() } else { None }
    }
}

/// A block that was checked before.
pub(super) fn of_checked(value: Value<'_>) -> Option<Block<'_>> {
    let name = value.get("type").and_then(Value::text)?;
    let kinds = [
        BlockKind::Text,
        BlockKind::Image,
        BlockKind::Audio,
        BlockKind::ToolUse,
        BlockKind::ToolResult,
    ];
    let kind = kinds.into_iter().find(|kind| kind.name() == name)?;
    Some(Block { kind, value })
}

/// What is wrong and where, counted from the block: `.data is not base64`.
pub(super) type Problem = String;

/// Checks one block (SAM-05, SAM-38, SAM-46).
pub(super) fn read<'a>(value: Value<'a>, facts: &Facts) -> Result<Block<'a>, Problem> {
    let (members, name) = head(value)?;
    let members = &members;
    let kind = BlockKind::from_name(&name, facts)
        .ok_or(".type is not a kind of content that this protocol revision has here")?;
    match kind {
        BlockKind::Text => text(members, "text")?,
        BlockKind::Image | BlockKind::Audio => media(members)?,
        BlockKind::ToolUse => {
            named(members, "id")?;
            named(members, "name")?;
            if members.get("input").is_none_or(|input| input.kind() != Kind::Object) {
                return Err(".input is not an object".into());
            }
        }
        BlockKind::ToolResult => tool_result(members, facts)?,
    }
    Ok(Block { kind, value })
}

/// What every block has: members, each once, and a type.
fn head(value: Value<'_>) -> Result<(Object<'_>, Cow<'_, str>), Problem> {
    if value.kind() != Kind::Object {
        return Err(" is not a content block".into());
    }
    let members = Object::unique(value).ok_or(" holds a member twice")?;
    let name = members.get("type").and_then(Value::text).ok_or(".type is not text")?;
    Ok((members, name))
}

fn text(value: &Object<'_>, name: &str) -> Result<(), Problem> {
    match value.get(name) {
        Some(text) if text.kind() == Kind::String => Ok(()),
        _ => Err(format!(".{name} is not text")),
    }
}

/// Text that is not empty.
fn named(value: &Object<'_>, name: &str) -> Result<(), Problem> {
    text(value, name)?;
    match value.get(name).map(Value::raw) {
        Some("\"\"") => Err(format!(".{name} is empty")),
        _ => Ok(()),
    }
}

fn media(value: &Object<'_>) -> Result<(), Problem> {
    let part = |name: &str| value.get(name).and_then(Value::text);
    if !part("data").is_some_and(|data| is_base64(&data)) {
        return Err(".data is not base64".into());
    }
    if !part("mimeType").is_some_and(|mime| is_mime_type(&mime)) {
        return Err(".mimeType is not a media type".into());
    }
    Ok(())
}

/// A tool's result holds ordinary content (SAM-25).
fn tool_result(value: &Object<'_>, facts: &Facts) -> Result<(), Problem> {
    named(value, "toolUseId")?;
    let content = value.get("content").filter(|content| content.kind() == Kind::Array);
    for (index, block) in content.ok_or(".content is not a list")?.items().enumerate() {
        ordinary(block).map_err(|problem| format!(".content[{index}]{problem}"))?;
    }
    // Null is what some writers put for absent.
    let structured = value.get("structuredContent").filter(|value| !value.is_null());
    if structured.is_some_and(|value| !facts.any_structured && value.kind() != Kind::Object) {
        return Err(".structuredContent is not an object".into());
    }
    match value.get("isError").map(Value::kind) {
        Some(kind) if !matches!(kind, Kind::Bool | Kind::Null) => {
            Err(".isError is not true or false".into())
        }
        _ => Ok(()),
    }
}

/// Content as tools give it.
fn ordinary(value: Value<'_>) -> Result<(), Problem> {
    let (members, name) = head(value)?;
    let members = &members;
    match name.as_ref() {
        "text" => text(members, "text"),
        "image" | "audio" => media(members),
        "resource_link" => {
            named(members, "uri")?;
            text(members, "name")
        }
        "resource" => resource(members),
        _ => Err(".type is not a kind of content that tools give".into()),
    }
}

fn resource(value: &Object<'_>) -> Result<(), Problem> {
    let resource = value.get("resource").and_then(Object::of);
    let resource = &resource.ok_or(".resource is not an object")?;
    let inside = |problem| format!(".resource{problem}");
    named(resource, "uri").map_err(inside)?;
    match resource.get("blob").map(Value::text) {
        None => text(resource, "text").map_err(inside),
        Some(Some(blob)) if is_base64(&blob) => Ok(()),
        Some(_) => Err(".resource.blob is not base64".into()),
    }
}
