//! Reading a form: what a server asks the user.

use crate::guard::guard;
use crate::handle::{borrow, tell};
use crate::view::Terminated;
use crate::{mcpclient_input, mcpclient_str};
use client::elicitation::{Field, Form, Format, Kind, Pattern};
use client::json::Json;
use std::sync::{Arc, OnceLock};

/// What a field of a form takes.
pub type mcpclient_field_kind = i32;

/// Text (ELI-12): a line to type in.
pub const MCPCLIENT_FIELD_TEXT: mcpclient_field_kind = 1;
/// A number (ELI-15).
pub const MCPCLIENT_FIELD_NUMBER: mcpclient_field_kind = 2;
/// A number without a fractional part (ELI-15).
pub const MCPCLIENT_FIELD_INTEGER: mcpclient_field_kind = 3;
/// Yes or no (ELI-17): a check box.
pub const MCPCLIENT_FIELD_YES_NO: mcpclient_field_kind = 4;
/// One of several options (ELI-18): a list to choose from.
pub const MCPCLIENT_FIELD_ONE_OF: mcpclient_field_kind = 5;
/// Any of several options (ELI-22): a list to choose from, more than once.
pub const MCPCLIENT_FIELD_SOME_OF: mcpclient_field_kind = 6;

/// What an input that is a form carries beyond others.
pub(crate) struct FormPart {
    pub(crate) form: Arc<Form>,
    shown: Box<[Shown]>,
}

/// The texts of one field as they are shown; made when somebody looks.
#[derive(Default)]
struct Shown {
    title: OnceLock<Terminated>,
    description: OnceLock<Terminated>,
    /// The smallest and the largest number.
    bounds: [OnceLock<Option<Terminated>>; 2],
    step: OnceLock<Option<Terminated>>,
    options: OnceLock<Box<[OnceLock<Terminated>]>>,
}

impl FormPart {
    pub(crate) fn new(form: Arc<Form>) -> Self {
        let shown = form.fields().iter().map(|_| Shown::default()).collect();
        Self { form, shown }
    }
}

fn form<'a>(input: *const mcpclient_input) -> Option<&'a FormPart> {
    borrow(input)?.form.as_ref()
}

fn field<'a>(input: *const mcpclient_input, index: usize) -> Option<&'a Field> {
    form(input)?.form.fields().get(index)
}

fn text(text: Option<&str>) -> Option<mcpclient_str> {
    text.map(mcpclient_str::of)
}

/// How many fields the form has, in the server's order; they are named by index. There may be
/// none: then the form is a mere confirmation. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(form(input)?.form.fields().len()))
}

/// The index of the field of that name; SIZE_MAX if there is none. Borrows both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_by_name(
    input: *const mcpclient_input,
    name: mcpclient_str,
) -> usize {
    guard(|| {
        let found = || form(input)?.form.index_of(name.text().ok()??);
        Some(found().unwrap_or(usize::MAX))
    })
}

/// The name under which the answer is sent, as the server wrote it: not safe to show. Borrowed
/// from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_name(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&field(input, index)?.name)))
}

/// What to call the field: its title, or its name where it has none (ELI-28), made safe to show.
/// Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_title(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| {
        let label = field(input, index)?.label();
        let shown = form(input)?.shown.get(index)?;
        Some(shown.title.get_or_init(|| Terminated::safe_line(label)).view())
    })
}

/// The field's title as the server wrote it, not safe to show; no text if it has none. Borrowed
/// from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_title_raw(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| text(field(input, index)?.title.as_deref()))
}

/// More about the field, made safe to show; no text if there is no more. Borrowed from the input,
/// and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_description(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| {
        let description = field(input, index)?.description.as_deref()?;
        let shown = form(input)?.shown.get(index)?;
        Some(shown.description.get_or_init(|| Terminated::safe(description)).view())
    })
}

/// As mcpclient_input_field_description(), as the server wrote it: not safe to show. Borrowed
/// from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_description_raw(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| text(field(input, index)?.description.as_deref()))
}

/// What the field takes: one of MCPCLIENT_FIELD_...; 0 for a wrong `index`. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_kind(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_field_kind {
    guard(|| match &field(input, index)?.kind {
        Kind::Text { .. } => Some(MCPCLIENT_FIELD_TEXT),
        Kind::Number { .. } => Some(MCPCLIENT_FIELD_NUMBER),
        Kind::Integer { .. } => Some(MCPCLIENT_FIELD_INTEGER),
        Kind::YesNo => Some(MCPCLIENT_FIELD_YES_NO),
        Kind::OneOf(_) => Some(MCPCLIENT_FIELD_ONE_OF),
        Kind::SomeOf { .. } => Some(MCPCLIENT_FIELD_SOME_OF),
        _ => None,
    })
}

/// Whether an accepted form must have a value here (ELI-25). Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_required(
    input: *const mcpclient_input,
    index: usize,
) -> bool {
    guard(|| Some(field(input, index)?.required))
}

/// False if no value would do, because the server's limits contradict each other: leave such a
/// field, which is never required, out of the dialog. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_answerable(
    input: *const mcpclient_input,
    index: usize,
) -> bool {
    guard(|| Some(field(input, index)?.answerable))
}

/// The value that the field starts with (ELI-24), as JSON; no text if there is none. Borrowed
/// from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_default(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| text(field(input, index)?.default.as_ref().map(Json::as_str)))
}

/// Which of a field's two limits.
#[derive(Clone, Copy)]
enum Side {
    Min = 0,
    Max = 1,
}

fn bound(
    input: *const mcpclient_input,
    index: usize,
    side: Side,
    exclusive: *mut bool,
) -> Option<mcpclient_str> {
    let (Kind::Number { min, max, .. } | Kind::Integer { min, max, .. }) =
        &field(input, index)?.kind
    else {
        return None;
    };
    let bound = match side {
        Side::Min => min,
        Side::Max => max,
    };
    let bound = bound.as_ref()?;
    tell(exclusive, Some(bound.exclusive));
    let shown = &form(input)?.shown.get(index)?.bounds[side as usize];
    Some(shown.get_or_init(|| Some(Terminated::safe_line(&bound.text()))).as_ref()?.view())
}

/// The smallest number that the field takes, in digits; no text if there is no limit. If
/// `*exclusive`, the number must be larger; it is written only if there is a limit, and may be
/// NULL. Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_min(
    input: *const mcpclient_input,
    index: usize,
    exclusive: *mut bool,
) -> mcpclient_str {
    guard(|| bound(input, index, Side::Min, exclusive))
}

/// The largest number that the field takes, as mcpclient_input_field_min(). Borrowed from the
/// input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_max(
    input: *const mcpclient_input,
    index: usize,
    exclusive: *mut bool,
) -> mcpclient_str {
    guard(|| bound(input, index, Side::Max, exclusive))
}

/// What the number must be a whole multiple of, in digits; no text if it may be any. Borrowed from
/// the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_step(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| {
        let (Kind::Number { step, .. } | Kind::Integer { step, .. }) = &field(input, index)?.kind
        else {
            return None;
        };
        let step = step.as_ref()?;
        let shown = &form(input)?.shown.get(index)?.step;
        Some(shown.get_or_init(|| Some(Terminated::safe_line(&step.text()))).as_ref()?.view())
    })
}

fn count(input: *const mcpclient_input, index: usize, side: Side) -> Option<u64> {
    let (Kind::Text { min, max, .. } | Kind::SomeOf { min, max, .. }) = &field(input, index)?.kind
    else {
        return None;
    };
    match side {
        Side::Min => *min,
        Side::Max => *max,
    }
}

/// The fewest characters of a text (Unicode code points), or the fewest options to choose. False,
/// and nothing written, if there is no limit. Borrows the input; `least` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_min_length(
    input: *const mcpclient_input,
    index: usize,
    least: *mut u64,
) -> bool {
    guard(|| Some(tell(least, count(input, index, Side::Min))))
}

/// The most characters of a text (Unicode code points), or the most options to choose. False, and
/// nothing written, if there is no limit. Borrows the input; `most` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_max_length(
    input: *const mcpclient_input,
    index: usize,
    most: *mut u64,
) -> bool {
    guard(|| Some(tell(most, count(input, index, Side::Max))))
}

/// What a text must be: "email", "uri", "date", "date-time", or a word that is not checked; no
/// text if it may be anything. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_format(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| match &field(input, index)?.kind {
        Kind::Text { format, .. } => text(format.as_ref().map(Format::name)),
        _ => None,
    })
}

/// The regular expression that a text must match somewhere (ELI-14), as the server wrote it; no
/// text if there is none. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_field_pattern(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| match &field(input, index)?.kind {
        Kind::Text { pattern, .. } => text(pattern.as_ref().map(Pattern::source)),
        _ => None,
    })
}

/// How many options there are to choose from; 0 for other kinds. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_option_count(
    input: *const mcpclient_input,
    index: usize,
) -> usize {
    guard(|| Some(field(input, index)?.choices().len()))
}

/// What is sent if the option is chosen, as the server wrote it: not safe to show. Borrowed from
/// the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_option_value(
    input: *const mcpclient_input,
    index: usize,
    option: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&field(input, index)?.choices().get(option)?.value)))
}

/// What to call the option, made safe to show. Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_option_label(
    input: *const mcpclient_input,
    index: usize,
    option: usize,
) -> mcpclient_str {
    guard(|| {
        let choices = field(input, index)?.choices();
        let shown = &form(input)?.shown.get(index)?.options;
        let shown = shown.get_or_init(|| choices.iter().map(|_| OnceLock::new()).collect());
        let label = &choices.get(option)?.label;
        Some(shown.get(option)?.get_or_init(|| Terminated::safe_line(label)).view())
    })
}

/// As mcpclient_input_option_label(), as the server wrote it: not safe to show. Borrowed from the
/// input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_option_label_raw(
    input: *const mcpclient_input,
    index: usize,
    option: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&field(input, index)?.choices().get(option)?.label)))
}
