//! Blocks of content: what tool results, prompts and samples are made of.

use client::json::Value;

/// What a block of content is.
pub type mcpclient_block_kind = i32;

/// Not there, or a kind that is newer than this header: its JSON says what it is.
pub const MCPCLIENT_BLOCK_OTHER: mcpclient_block_kind = 0;
/// Text.
pub const MCPCLIENT_BLOCK_TEXT: mcpclient_block_kind = 1;
/// An image: "/mimeType", and "/data" in base64.
pub const MCPCLIENT_BLOCK_IMAGE: mcpclient_block_kind = 2;
/// Sound: "/mimeType", and "/data" in base64.
pub const MCPCLIENT_BLOCK_AUDIO: mcpclient_block_kind = 3;
/// A link to a resource: "/uri", and perhaps "/name" and "/mimeType".
pub const MCPCLIENT_BLOCK_RESOURCE_LINK: mcpclient_block_kind = 4;
/// A resource itself: "/resource/uri", and "/resource/text" or "/resource/blob".
pub const MCPCLIENT_BLOCK_RESOURCE: mcpclient_block_kind = 5;
/// In a sample: the model used a tool.
pub const MCPCLIENT_BLOCK_TOOL_USE: mcpclient_block_kind = 6;
/// In a sample: what the tool gave.
pub const MCPCLIENT_BLOCK_TOOL_RESULT: mcpclient_block_kind = 7;

/// What `block` says that it is.
pub(crate) fn kind(block: Value<'_>) -> mcpclient_block_kind {
    let name = block.get("type").and_then(Value::text);
    match name.as_deref() {
        Some("text") => MCPCLIENT_BLOCK_TEXT,
        Some("image") => MCPCLIENT_BLOCK_IMAGE,
        Some("audio") => MCPCLIENT_BLOCK_AUDIO,
        Some("resource_link") => MCPCLIENT_BLOCK_RESOURCE_LINK,
        Some("resource") => MCPCLIENT_BLOCK_RESOURCE,
        Some("tool_use") => MCPCLIENT_BLOCK_TOOL_USE,
        Some("tool_result") => MCPCLIENT_BLOCK_TOOL_RESULT,
        _ => MCPCLIENT_BLOCK_OTHER,
    }
}
