//! Answers to inputs.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::need;
use crate::roots::mcpclient_roots;
use crate::{mcpclient_error, mcpclient_input, mcpclient_status, mcpclient_str};
use client::{Code, Error};

/// Accepts: the user has agreed. A form is checked and sent as it is filled in (ELI-30, ELI-34);
/// on MCPCLIENT_E_FORM nothing was sent: the error names the fields, correct them and accept
/// again. Of a URL visit it says that the user wants to go there, not that they have arrived
/// (ELI-35). `*error`, which is yours, says more.
///
/// Fails with MCPCLIENT_E_FORM, MCPCLIENT_E_GONE (too late), MCPCLIENT_E_INVALID_ARG (not for
/// this kind).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_accept(
    input: *mut mcpclient_input,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let input = need(input)?;
        // Nobody should be asked to correct what would come too late.
        if !input.input.is_open() {
            return Err(Error::new(Code::Gone, "the input is not open any more"));
        }
        input.input.accept()
    })
}

/// Accepts a form with the whole of its content, a JSON object, in place of what was filled in.
/// Checked in the same way; members that are missing stay missing. Copies `content`; `*error` is
/// yours.
///
/// Fails as mcpclient_input_accept() does, and with MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_accept_json(
    input: *mut mcpclient_input,
    content: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || need(input)?.input.accept_content(content.need_object("the content")?))
}

/// The user says no (ELI-31); a sample or the roots are refused. `reason`, which may be no text,
/// is for your own records: the protocol has no place for it, and it is never sent (ELI-36).
/// Borrows the input.
///
/// Fails with MCPCLIENT_E_GONE (too late), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_decline(
    input: *mut mcpclient_input,
    reason: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome { need(input)?.input.decline(reason.text()?) })
}

/// The user turned away without a choice (ELI-32); a sample or the roots are refused. Borrows the
/// input.
///
/// Fails with MCPCLIENT_E_GONE (too late).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_cancel(input: *mut mcpclient_input) -> mcpclient_status {
    guard(|| -> Outcome { need(input)?.input.cancel() })
}

/// You could not: the server gets a JSON-RPC error with your `code` and `message`. Copies
/// `message`.
///
/// Fails with MCPCLIENT_E_GONE (too late), MCPCLIENT_E_INVALID_ARG (no message),
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_fail(
    input: *mut mcpclient_input,
    code: i64,
    message: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome { need(input)?.input.fail(code, message.need("the message")?) })
}

/// Ends the whole operation (ELI-38): turns the server away, and cancels every call that the
/// input may belong to. `reason`, which may be no text, goes to the server's log. Borrows the
/// input.
///
/// Fails with MCPCLIENT_E_GONE (too late, and then no call is cancelled), MCPCLIENT_E_BAD_JSON
/// (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_abort_call(
    input: *mut mcpclient_input,
    reason: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome { need(input)?.input.abort_call(reason.text()?) })
}

/// Answers a sample with the text that a model gave (SAM-09). `model` is the name of the model
/// that was really used; `stop_reason` is "endTurn", "stopSequence", "maxTokens", another word,
/// or no text (SAM-10). Copies all; `*error` is yours.
///
/// Fails with MCPCLIENT_E_SAMPLE (nothing was sent: the request wants something else),
/// MCPCLIENT_E_GONE, MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_answer_text(
    input: *mut mcpclient_input,
    model: mcpclient_str,
    text: mcpclient_str,
    stop_reason: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let input = need(input)?;
        let model = model.need("the model's name")?;
        let text = text.need("the text")?;
        input.input.answer_sample_text(model, text, stop_reason.text()?)
    })
}

/// Answers a sample, or the roots, with a JSON-RPC result, verbatim once its shape is checked.
/// Copies `result`; `*error` is yours.
///
/// Fails with MCPCLIENT_E_SAMPLE or MCPCLIENT_E_ROOT (nothing was sent), MCPCLIENT_E_GONE,
/// MCPCLIENT_E_INVALID_ARG (not for this kind), MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_answer_json(
    input: *mut mcpclient_input,
    result: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || need(input)?.input.answer_result(result.need_object("the result")?))
}

/// Answers a request for the roots with what is offered of a list, which is looked at and copied as it
/// is now, and stays yours (ROO-02, ROO-17). `*error` is yours.
///
/// Fails with MCPCLIENT_E_GONE, MCPCLIENT_E_INVALID_ARG (not for this kind).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_answer_roots(
    input: *mut mcpclient_input,
    roots: *const mcpclient_roots,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let input = need(input)?;
        if !matches!(input.input.request().wants, client::Wants::Roots) {
            return Err(Error::new(Code::InvalidArg, "the server did not ask for the roots"));
        }
        need(roots)?.live().look();
        input.input.answer_roots(&need(roots)?.live().offered())
    })
}
