//! Reading the results of tools, without JSON work.

use crate::block::{kind, mcpclient_block_kind};
use crate::guard::guard;
use crate::handle::Filling;
use crate::mcpclient_str;
use client::content;
use client::json::walk::{child, first, items};
use client::json::{Value, read_string};
use std::ffi::c_char;

/// A result from the value of its "content" on.
fn content<'a>(result: mcpclient_str) -> Option<&'a str> {
    content::blocks(result.text().ok()??)
}

fn block<'a>(result: mcpclient_str, index: usize) -> Option<Value<'a>> {
    items(content(result)?.as_bytes()).nth(index)
}

/// Whether a tool says that it failed: the call itself went well, and the content tells why.
/// Borrows `result` until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_is_error(result: mcpclient_str) -> bool {
    guard(|| first(child(result.bytes().ok()??, "isError")?, 0)?.boolean())
}

/// How many blocks of content a tool's result has. Borrows `result` until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_result_block_count(result: mcpclient_str) -> usize {
    guard(|| Some(items(content(result)?.as_bytes()).count()))
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
/// all of it needs with a terminating NUL, which is never more than `result` has bytes; 0 if the
/// block is none of text, and then what the buffer holds means nothing. The text is verbatim: for a
/// model, not safe to show.
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
    guard(|| {
        let block = block(result, index)?.raw();
        let mut out = Filling::new(buffer, size);
        read_string(&block[content::text_of(block.as_bytes())?..], &mut |piece| out.push(piece))
            .ok()?;
        Some(out.finish())
    })
}

/// Copies the text of all text blocks, with a line feed between two, into `buffer`, as
/// mcpclient_str_copy() does. Returns the size that all of it needs with a terminating NUL, which is
/// never more than `result` has bytes; 0 if `result` has no content, and then what the buffer holds
/// means nothing. The text is verbatim: for a model, not safe to show; mcpclient_str_display() makes
/// it so.
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
        let mut out = Filling::new(buffer, size);
        content::text(result.text().ok()??, &mut |piece| out.push(piece))?;
        Some(out.finish())
    })
}
