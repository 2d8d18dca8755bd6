//! Checkpoints: an input on its way that is approved, changed, or refused.

use crate::block::{kind, mcpclient_block_kind};
use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{borrow, need};
use crate::view::Terminated;
use crate::{mcpclient_error, mcpclient_input, mcpclient_status, mcpclient_str};
use client::json::{Kind, Value};
use client::sampling::{Role, SampleDraft};
use client::{Checkpoint, Code, Error};
use std::sync::{MutexGuard, OnceLock};

/// Where an input stands on its way.
pub type mcpclient_checkpoint = i32;

/// Nowhere: it waits for its answer.
pub const MCPCLIENT_CHECKPOINT_NONE: mcpclient_checkpoint = 0;
/// Before your model is asked: the functions for samples say what (SAM-31).
pub const MCPCLIENT_CHECKPOINT_REQUEST: mcpclient_checkpoint = 1;
/// Before the server is sent mcpclient_input_result() (SAM-33).
pub const MCPCLIENT_CHECKPOINT_RESULT: mcpclient_checkpoint = 2;

/// Texts of a result, made when they are asked for.
#[derive(Default)]
pub(crate) struct ResultTexts {
    text: OnceLock<Terminated>,
    model: OnceLock<Terminated>,
    stop_reason: OnceLock<Terminated>,
}

/// The request as it is being changed.
fn draft<'a>(input: *mut mcpclient_input) -> Result<MutexGuard<'a, SampleDraft>, Error> {
    let draft = need(input)?.input.sample_draft();
    let message = "the input does not stand at the checkpoint of a request";
    draft.ok_or_else(|| Error::new(Code::InvalidArg, message))
}

/// At which checkpoint an input stands: one of MCPCLIENT_CHECKPOINT_.... Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_checkpoint(
    input: *const mcpclient_input,
) -> mcpclient_checkpoint {
    guard(|| {
        Some(match borrow(input)?.input.checkpoint()? {
            Checkpoint::Request => MCPCLIENT_CHECKPOINT_REQUEST,
            Checkpoint::Result => MCPCLIENT_CHECKPOINT_RESULT,
        })
    })
}

/// At a checkpoint: what is shown there may go on: a request as it was changed with
/// mcpclient_input_change_text() and its siblings, a result as it is. Nothing changes it after that. To
/// refuse, use mcpclient_input_decline(), mcpclient_input_cancel(), mcpclient_input_fail() or
/// mcpclient_input_abort_call(). `*error` is yours.
///
/// Fails with MCPCLIENT_E_SAMPLE (the request was changed into one that the server does not allow: more
/// tokens, other tools, or no request at all; it still stands there), MCPCLIENT_E_GONE (too late),
/// MCPCLIENT_E_INVALID_ARG (it does not stand at a checkpoint).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_approve(
    input: *mut mcpclient_input,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || need(input)?.input.approve())
}

/// As mcpclient_input_approve(), with something else in place of what is shown: the parameters of a
/// request, or a result, as a JSON object that is sent on to the letter once it is checked. Copies
/// `changed`; `*error` is yours. A result may also be given as an answer is, with
/// mcpclient_input_answer_text() and its siblings.
///
/// Fails as mcpclient_input_approve() does, and with MCPCLIENT_E_ROOT and MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_approve_json(
    input: *mut mcpclient_input,
    changed: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || need(input)?.input.approve_with(changed.need_object("the JSON")?))
}

/// Writes the text of a text block anew (SAM-31). mcpclient_input_preview() shows what comes of all
/// changes; the functions for samples still tell what the server wants. Copies `text`.
///
/// Fails, as its siblings, with MCPCLIENT_E_INVALID_ARG (no such block of text, or not the checkpoint
/// of a request), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_text(
    input: *mut mcpclient_input,
    message: usize,
    block: usize,
    text: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome { draft(input)?.set_text(message, block, text.need("the text")?) })
}

/// Adds a message of one text at the end. `role` is "user" or "assistant". Copies both; see
/// mcpclient_input_change_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_add_message(
    input: *mut mcpclient_input,
    role: mcpclient_str,
    text: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let role = match role.need("the role")? {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            _ => return Err(Error::new(Code::InvalidArg, "the role is not user or assistant")),
        };
        draft(input)?.add_message(role, text.need("the text")?);
        Ok(())
    })
}

/// Takes a message out; those behind it move up. Borrows the input; see
/// mcpclient_input_change_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_remove_message(
    input: *mut mcpclient_input,
    message: usize,
) -> mcpclient_status {
    guard(|| -> Outcome { draft(input)?.remove_message(message) })
}

/// Another system prompt, or with no text none (SAM-15). Copies it; see
/// mcpclient_input_change_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_system_prompt(
    input: *mut mcpclient_input,
    prompt: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        draft(input)?.set_system_prompt(prompt.text()?);
        Ok(())
    })
}

/// Fewer tokens; more than the server allows will not be approved (SAM-17). Borrows the input; see
/// mcpclient_input_change_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_max_tokens(
    input: *mut mcpclient_input,
    tokens: i64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let tokens = u64::try_from(tokens).ok().filter(|tokens| *tokens > 0);
        let tokens = tokens.ok_or_else(|| Error::new(Code::InvalidArg, "no number of tokens"))?;
        draft(input)?.set_max_tokens(tokens);
        Ok(())
    })
}

/// The model that the user agreed to: it becomes the only hint, so that mcpclient_input_choose_model()
/// chooses it (SAM-32). Copies the name; see mcpclient_input_change_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_model(
    input: *mut mcpclient_input,
    name: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        draft(input)?.set_model(name.need("the model's name")?);
        Ok(())
    })
}

/// Takes all changes of a request back. Borrows the input; see mcpclient_input_change_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_change_reset(
    input: *mut mcpclient_input,
) -> mcpclient_status {
    guard(|| -> Outcome {
        draft(input)?.reset();
        Ok(())
    })
}

/// A member of the result that is to be approved.
fn member<'a>(input: &'a mcpclient_input, name: &str) -> Option<std::borrow::Cow<'a, str>> {
    input.input.result()?.value().get(name).and_then(Value::text)
}

/// The content of a sample that is to be approved: a block, or a list of them (SAM-06).
fn blocks(input: &mcpclient_input) -> Option<impl Iterator<Item = Value<'_>>> {
    let content = input.input.result()?.value().get("content")?;
    let single = (content.kind() == Kind::Object).then_some(content);
    Some(single.into_iter().chain(content.items()))
}

/// At the checkpoint of a result: what the server will be sent once it is approved, to the letter, as a
/// JSON object; no text elsewhere. Borrowed from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(borrow(input)?.input.result()?.as_str())))
}

/// The text of a result that is to be approved, of all its text blocks, whole, and made safe to show
/// (SAM-33); no text if it has none. Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result_text(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let input = borrow(input)?;
        let texts: Vec<_> = blocks(input)?.filter_map(|block| block.get("text")?.text()).collect();
        let text = (!texts.is_empty()).then(|| texts.join("\n"))?;
        Some(input.result.text.get_or_init(|| Terminated::whole(&text)).view())
    })
}

/// How many blocks of content a result has that is to be approved; 0 for the roots. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result_block_count(
    input: *const mcpclient_input,
) -> usize {
    guard(|| Some(blocks(borrow(input)?)?.count()))
}

/// What a block of such a result is: one of MCPCLIENT_BLOCK_.... Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result_block_kind(
    input: *const mcpclient_input,
    block: usize,
) -> mcpclient_block_kind {
    guard(|| Some(kind(blocks(borrow(input)?)?.nth(block)?)))
}

/// A block of such a result as JSON, verbatim. Borrowed from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result_block(
    input: *const mcpclient_input,
    block: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(blocks(borrow(input)?)?.nth(block)?.raw())))
}

/// The model that a result names, made safe to show; no text if it names none. Borrowed from the
/// input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result_model(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let input = borrow(input)?;
        let model = member(input, "model")?;
        Some(input.result.model.get_or_init(|| Terminated::whole_line(&model)).view())
    })
}

/// Why the model stopped, as a result says, made safe to show; no text if it does not. Borrowed from
/// the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_result_stop_reason(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let input = borrow(input)?;
        let reason = member(input, "stopReason")?;
        Some(input.result.stop_reason.get_or_init(|| Terminated::whole_line(&reason)).view())
    })
}
