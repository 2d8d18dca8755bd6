//! Filling in a form, field by field.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{Out, borrow, fill, need};
use crate::lock::lock;
use crate::{mcpclient_error, mcpclient_input, mcpclient_status, mcpclient_str};
use client::elicitation::{Draft, FieldError};
use client::{Code, Error};
use std::ffi::c_char;
use std::sync::MutexGuard;

/// What is filled in so far.
fn draft<'a>(input: *const mcpclient_input) -> Result<MutexGuard<'a, Draft>, Error> {
    let draft = need(input)?.input.draft();
    draft.ok_or_else(|| Error::new(Code::InvalidArg, "the input is not a form"))
}

/// As [`draft`], once the field is known to exist.
fn with_field<'a>(
    input: *const mcpclient_input,
    index: usize,
) -> Result<MutexGuard<'a, Draft>, Error> {
    let draft = draft(input)?;
    if index < draft.form().fields().len() {
        return Ok(draft);
    }
    Err(Error::new(Code::InvalidArg, "the form has no such field"))
}

fn fault(fault: FieldError) -> Error {
    Error::form(vec![fault])
}

/// Fills in one field from text as typed (ELI-27): numbers and dates are read, yes and no
/// understood, options found by value, label or number. Empty text empties the field. On
/// MCPCLIENT_E_FORM the text does not fit the field; the entry is kept, and later checks report
/// it again, so ask the user once more. Copies `text`; `*error` is yours.
///
/// Fails with MCPCLIENT_E_FORM, MCPCLIENT_E_INVALID_ARG (no such field, no form),
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_set_text(
    input: *mut mcpclient_input,
    index: usize,
    text: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let text = text.need("the text")?;
        with_field(input, index)?.set_text(index, text).map_err(fault)
    })
}

/// Fills in one field with a JSON value, such as true, 3 or ["a"]. Copies `value`; `*error` is
/// yours.
///
/// Fails as mcpclient_input_set_text() does, and with MCPCLIENT_E_BAD_JSON for what is not JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_set_json(
    input: *mut mcpclient_input,
    index: usize,
    value: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let value = value.json()?;
        let value = value.ok_or_else(|| Error::new(Code::InvalidArg, "the value is missing"))?;
        with_field(input, index)?.set_json(index, value.value()).map_err(fault)
    })
}

/// Chooses an option, or takes it back if `on` is 0. Of MCPCLIENT_FIELD_ONE_OF the last one
/// chosen counts. Borrows the input.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no such field or option).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_select(
    input: *mut mcpclient_input,
    index: usize,
    option: usize,
    on: i32,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let mut draft = with_field(input, index)?;
        if draft.form().fields()[index].choices().get(option).is_none() {
            return Err(Error::new(Code::InvalidArg, "the field has no such option"));
        }
        draft.select(index, option, on != 0);
        Ok(())
    })
}

/// Whether an option is chosen now, be it by default. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_selected(
    input: *const mcpclient_input,
    index: usize,
    option: usize,
) -> bool {
    guard(|| Some(borrow(input)?.input.draft()?.is_selected(index, option)))
}

/// Empties a field: an optional one is left out of the answer, whatever its default. Borrows the
/// input.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no such field).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_clear(
    input: *mut mcpclient_input,
    index: usize,
) -> mcpclient_status {
    change(input, index, Draft::clear)
}

/// Makes a field untouched again: it holds its default (ELI-24). Borrows the input.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no such field).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_reset(
    input: *mut mcpclient_input,
    index: usize,
) -> mcpclient_status {
    change(input, index, Draft::reset)
}

/// Whether anything was filled in, or emptied: what is untouched holds its default, and is left out of the
/// answer if it has none and need not be there (ELI-24, ELI-25). False if there is no such field. Borrows
/// the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_touched(
    input: *const mcpclient_input,
    index: usize,
) -> bool {
    guard(|| Some(with_field(input, index).ok()?.is_touched(index)))
}

fn change(
    input: *mut mcpclient_input,
    index: usize,
    how: impl FnOnce(&mut Draft, usize),
) -> mcpclient_status {
    guard(|| -> Outcome {
        how(&mut *with_field(input, index)?, index);
        Ok(())
    })
}

/// What a field holds now, as JSON: what was filled in, or its default if nothing was; no text if
/// it is empty, or holds what could not be read. Borrowed from the input: it lives until the
/// field is changed, or the input freed.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_value(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| {
        let draft = borrow(input)?.input.draft()?;
        // The text is on the heap and stays where it is until the field's entry is replaced.
        Some(mcpclient_str::of(draft.value(index)?.as_str()))
    })
}

/// Copies what a field holds now into `buffer`, as mcpclient_str_copy() does: as text that
/// mcpclient_input_set_text() reads as the same value, for a place to type in. Choices are their labels,
/// unless only the value is clear. Returns the size that all of it needs with a terminating NUL; 0 if
/// the field is empty, and then nothing is written. A default is the server's text, and not safe to show;
/// mcpclient_str_display() makes it so.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_value_text(
    input: *const mcpclient_input,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| {
        let draft = borrow(input)?.input.draft()?;
        Some(fill(buffer, size, &draft.value_text(index)?))
    })
}

/// What is wrong with one field as it is now (ELI-34): MCPCLIENT_E_FORM, or MCPCLIENT_OK. Borrows
/// the input; `*error` is yours.
///
/// Fails also with MCPCLIENT_E_INVALID_ARG (no such field).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_check_field(
    input: *const mcpclient_input,
    index: usize,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || with_field(input, index)?.check_field(index).map_err(fault))
}

/// What is wrong with the form as it is now, all fields at once (ELI-34): MCPCLIENT_E_FORM, or
/// MCPCLIENT_OK if it could be accepted. Borrows the input; `*error` is yours.
///
/// Fails also with MCPCLIENT_E_INVALID_ARG (not a form).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_check(
    input: *const mcpclient_input,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || draft(input)?.check().map_err(Error::form))
}

/// Exactly the content that mcpclient_input_accept() would send now, as JSON: for a last look
/// (ELI-48). At a checkpoint, exactly what mcpclient_input_approve() would let go on: the parameters
/// that the model is asked, or the result that the server is sent. `*content` is borrowed from the
/// input: it lives until the next preview, or the input is freed. `*error` is yours.
///
/// Fails with MCPCLIENT_E_FORM (it could not be accepted now), MCPCLIENT_E_INVALID_ARG (there is
/// nothing to see before it is answered).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_preview(
    input: *mut mcpclient_input,
    content: *mut mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(content)?;
        out.set(mcpclient_str::NONE);
        let json = need(input)?.input.preview()?;
        let mut preview = lock(&need(input)?.preview);
        out.set(mcpclient_str::of(preview.insert(json).as_str()));
        Ok(())
    })
}

/// An answer as JSON, completed by the form's defaults for the members that it lacks (ELI-24), in the
/// order of the form: for answers that no person fills in, before mcpclient_input_accept_json(). What is
/// there stays as it is, wrong or not, and so does JSON that is no object; what was typed into
/// the fields does not count. `*filled` is borrowed from the input: it lives until the next call of this
/// function, or the input is freed. `*error` is yours.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (not a form, no content), MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_with_defaults(
    input: *mut mcpclient_input,
    content: mcpclient_str,
    filled: *mut mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(filled)?;
        out.set(mcpclient_str::NONE);
        let form = draft(input)?.form().clone();
        let missing = || Error::new(Code::InvalidArg, "the content is missing");
        let json = form.with_defaults(content.json()?.ok_or_else(missing)?.value());
        let mut held = lock(&need(input)?.filled);
        out.set(mcpclient_str::of(held.insert(json).as_str()));
        Ok(())
    })
}
