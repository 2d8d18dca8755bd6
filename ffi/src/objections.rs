//! What was odd about a form's schema.

use crate::guard::guard;
use crate::handle::borrow;
use crate::{mcpclient_input, mcpclient_str};
use client::elicitation::Objection;

fn objections<'a>(input: *const mcpclient_input) -> Option<&'a [Objection]> {
    Some(borrow(input)?.form.as_ref()?.form.objections())
}

fn objection<'a>(input: *const mcpclient_input, index: usize) -> Option<&'a Objection> {
    objections(input)?.get(index)
}

/// How many things in the form's schema were read as meant, though the server did not write them as
/// the protocol has them (ELI-11): for the server's developer, no reason to refuse. 0 for other
/// inputs. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_objection_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(objections(input)?.len()))
}

/// What kind of thing: a short name that never changes its meaning, such as "typeMissing" or
/// "badDefault". New ones may come. Borrowed, lives for ever, without a NUL; no text for a
/// wrong `index`.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_objection_name(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(objection(input, index)?.code.name())))
}

/// The name of the property concerned, as the server wrote it: not safe to show. No text if it is the
/// schema as a whole. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_objection_property(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(objection(input, index)?.property.as_deref()?)))
}

/// An English sentence on what was found and what was made of it. Safe to show: it quotes nothing.
/// Borrowed, lives for ever, without a NUL; no text for a wrong `index`.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_objection_text(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(objection(input, index)?.text())))
}
