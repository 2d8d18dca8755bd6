//! Tools inside a sampling request, and the balance of their uses and results.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::block::{Block, BlockKind};
use super::words::Role;
use crate::json::{Kind, Object, Value};

/// Whether the model may, must or must not use tools (SAM-20).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolChoice {
    /// As it likes.
    #[default]
    Auto,
    /// At least one.
    Required,
    /// None, although some may be listed.
    None,
}

/// Reads `toolChoice`.
pub(super) fn choice(value: Option<Value<'_>>) -> Result<ToolChoice, String> {
    let Some(value) = value else { return Ok(ToolChoice::Auto) };
    let mode = match value.get("mode") {
        _ if value.kind() != Kind::Object => return Err("toolChoice is not an object".into()),
        None => return Ok(ToolChoice::Auto),
        Some(mode) => mode.text(),
    };
    match mode.as_deref() {
        Some("auto") => Ok(ToolChoice::Auto),
        Some("required") => Ok(ToolChoice::Required),
        Some("none") => Ok(ToolChoice::None),
        _ => Err("toolChoice.mode is not auto, required or none".into()),
    }
}

/// Checks the list of tools: names that differ, schemas that are objects.
pub(super) fn check_list(tools: Value<'_>) -> Result<(), String> {
    if tools.kind() != Kind::Array {
        return Err("tools is not a list".into());
    }
    let mut names = BTreeSet::new();
    for (index, tool) in tools.items().enumerate() {
        let fault = |text: &str| Err(format!("tools[{index}]{text}"));
        let Some(tool) = Object::unique(tool) else {
            return fault(" is not an object with each member once");
        };
        let Some(name) = tool.get("name").and_then(Value::text).filter(|name| !name.is_empty())
        else {
            return fault(".name is not text, or empty");
        };
        if tool.get("inputSchema").is_none_or(|schema| schema.kind() != Kind::Object) {
            return fault(".inputSchema is not an object");
        }
        if !names.insert(name) {
            return fault(".name is taken by another tool");
        }
    }
    Ok(())
}

/// Follows the messages: each message with tool uses is answered by the next one, which holds
/// their results and nothing else (SAM-23, SAM-24).
#[derive(Debug, Default)]
pub(super) struct Balance<'a> {
    /// The uses of the message before that want results.
    open: BTreeSet<Cow<'a, str>>,
}

impl<'a> Balance<'a> {
    /// Takes the next message.
    pub(super) fn message(&mut self, role: Role, blocks: &[Block<'a>]) -> Result<(), String> {
        let has = |kind| blocks.iter().any(|block| block.kind() == kind);
        let uses = has(BlockKind::ToolUse);
        let results = has(BlockKind::ToolResult);
        if uses && role != Role::Assistant {
            return Err(" uses a tool, which only the assistant does".into());
        }
        if results && role != Role::User {
            return Err(" holds a tool result, which only the user's side gives".into());
        }
        if results && blocks.iter().any(|block| block.kind() != BlockKind::ToolResult) {
            return Err(" mixes tool results with other content".into());
        }
        for block in blocks.iter().filter(|block| block.kind() == BlockKind::ToolResult) {
            if !block.tool_use_id().is_some_and(|id| self.open.remove(&id)) {
                return Err(" holds a tool result that answers no use in the message before".into());
            }
        }
        if !self.open.is_empty() {
            return Err(" leaves a tool use of the message before without a result".into());
        }
        for block in blocks.iter().filter(|block| block.kind() == BlockKind::ToolUse) {
            if !block.tool_use_id().is_some_and(|id| self.open.insert(id)) {
                return Err(" holds two tool uses with the same id".into());
            }
        }
        Ok(())
    }

    /// No message follows.
    pub(super) fn end(&self) -> Result<(), String> {
        if self.open.is_empty() { Ok(()) } else { Err("the last tool use has no result".into()) }
    }
}
