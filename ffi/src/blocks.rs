//! Answering a sample with blocks of content, one by one.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::need;
use crate::lock::lock;
use crate::{mcpclient_error, mcpclient_input, mcpclient_status, mcpclient_str};
use client::sampling::SampleResult;
use client::{Code, Error, Wants};
use std::sync::MutexGuard;

/// The answer as it is so far.
fn answer<'a>(input: *mut mcpclient_input) -> Result<MutexGuard<'a, SampleResult>, Error> {
    let input = need(input)?;
    if !matches!(input.input.request().wants, Wants::Sample(_)) {
        return Err(Error::new(Code::InvalidArg, "the server did not ask for a sample"));
    }
    Ok(lock(&input.blocks))
}

/// Adds text to the answer that mcpclient_input_answer_blocks() sends. Copies it.
///
/// Fails, as its siblings, with MCPCLIENT_E_INVALID_ARG (no sample), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_add_text(
    input: *mut mcpclient_input,
    text: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        answer(input)?.push_text(text.need("the text")?);
        Ok(())
    })
}

/// Adds an image to the answer: base64, and its media type, such as "image/png" (SAM-46). Copies both;
/// see mcpclient_input_add_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_add_image(
    input: *mut mcpclient_input,
    data: mcpclient_str,
    mime: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let (data, mime) = (data.need("the data")?, mime.need("the media type")?);
        answer(input)?.push_image(data, mime);
        Ok(())
    })
}

/// Adds sound to the answer, where the revision has it: base64, and its media type, such as
/// "audio/wav" (SAM-05). Copies both; see mcpclient_input_add_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_add_audio(
    input: *mut mcpclient_input,
    data: mcpclient_str,
    mime: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let (data, mime) = (data.need("the data")?, mime.need("the media type")?);
        answer(input)?.push_audio(data, mime);
        Ok(())
    })
}

/// Adds the model's wish to use one of the server's tools (SAM-21, SAM-22): `id` is new in this answer,
/// `arguments` a JSON object. Copies all; see mcpclient_input_add_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_add_tool_use(
    input: *mut mcpclient_input,
    id: mcpclient_str,
    name: mcpclient_str,
    arguments: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let arguments = arguments.need_object("the arguments")?;
        answer(input)?.push_tool_use(id.need("the id")?, name.need("the name")?, &arguments);
        Ok(())
    })
}

/// Adds a block that is made already, as a JSON object: sent verbatim, `_meta` included (SAM-26).
/// Copies it; see mcpclient_input_add_text().
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_add_block(
    input: *mut mcpclient_input,
    block: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        answer(input)?.push_block(block.need_object("the block")?);
        Ok(())
    })
}

/// Takes all blocks out of the answer again. Borrows the input.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no sample).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_clear_blocks(
    input: *mut mcpclient_input,
) -> mcpclient_status {
    guard(|| -> Outcome {
        *answer(input)? = SampleResult::new("");
        Ok(())
    })
}

/// Answers a sample with the blocks that were added: one is sent as it is, several as a list, which
/// not every server knows. `model` and `stop_reason` as for mcpclient_input_answer_text(). If it fails,
/// the blocks are still there. Copies the texts; `*error` is yours.
///
/// Fails as mcpclient_input_answer_text() does.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_answer_blocks(
    input: *mut mcpclient_input,
    model: mcpclient_str,
    stop_reason: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let mut result = answer(input)?.clone();
        result.model(model.need("the model's name")?);
        if let Some(reason) = stop_reason.text()? {
            result.stop_reason(reason);
        }
        need(input)?.input.answer_sample(&result)
    })
}
