//! Reading the results of tools, without JSON work.

use crate::block::{MCPCLIENT_BLOCK_TEXT, kind, mcpclient_block_kind};
use crate::guard::guard;
use crate::handle::fill;
use crate::json::{child, items, value};
use crate::mcpclient_str;
use client::json::Value;
use std::ffi::c_char;

/// The blocks of a result's "/content", which is an array for tools; none for other results.
fn blocks<'a>(result: mcpclient_str) -> Option<impl Iterator<Item = &'a [u8]>> {
    child(result.bytes().ok()??, "content").map(items)
}

fn block<'a>(result: mcpclient_str, index: usize) -> Option<Value<'a>> {
    value(blocks(result)?.nth(index)?)
}

/// A text block's text.
fn text(block: Value<'_>) -> Option<std::borrow::Cow<'_, str>> {
    (kind(block) == MCPCLIENT_BLOCK_TEXT).then(|| block.get("text")?.text()).flatten()
}

/// Whether a tool says that it failed: the call itself went well, and the content tells why.
/// Borrows `result` until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_is_error(result: mcpclient_str) -> bool {
    guard(|| value(child(result.bytes().ok()??, "isError")?)?.boolean())
}

/// How many blocks of content a tool's result has. Borrows `result` until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_block_count(result: mcpclient_str) -> usize {
    guard(|| Some(blocks(result)?.count()))
}

/// What a block is: one of MCPCLIENT_BLOCK_.... Borrows `result` until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_block_kind(
    result: mcpclient_str,
    index: usize,
) -> mcpclient_block_kind {
    guard(|| Some(kind(block(result, index)?)))
}

/// A block as JSON, for mcpclient_json_at() and its siblings; no text for a wrong `index`.
/// Borrowed: a view into `result`.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_block(
    result: mcpclient_str,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(block(result, index)?.raw())))
}

/// Copies a text block's text into `buffer`, as mcpclient_str_copy() does. Returns the size that
/// all of it needs with a terminating NUL; 0 if the block is none of text, and then nothing is
/// written. The text is verbatim: for a model, not safe to show.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_block_text(
    result: mcpclient_str,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| Some(fill(buffer, size, &text(block(result, index)?)?)))
}

/// Copies the text of all text blocks, with a line feed between two, into `buffer`, as
/// mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL; 0 if
/// `result` has no content. The text is verbatim: for a model, not safe to show;
/// mcpclient_str_display() makes it so.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_text(
    result: mcpclient_str,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| {
        let mut joined = String::new();
        let texts = blocks(result)?.filter_map(|block| text(value(block)?));
        for (at, text) in texts.enumerate() {
            if at > 0 {
                joined.push('\n');
            }
            joined.push_str(&text);
        }
        Some(fill(buffer, size, &joined))
    })
}
