//! Why something failed, in more words than a status has.

use crate::fault::mcpclient_field_fault;
use crate::guard::guard;
use crate::handle::{self, Handle, Owned, borrow, tell};
use crate::view::Terminated;
use crate::{mcpclient_status, mcpclient_status_name, mcpclient_str};
use client::Error;
use client::elicitation::FieldError;
use std::sync::OnceLock;

/// Why something failed. One that comes out through a `mcpclient_error **` is yours to free; one
/// that a callback is given, or that is read from a call, is borrowed from there.
///
/// The texts that the library wrote name what was wrong and where, and carry nobody's data; what
/// a server wrote is kept apart from them.
pub struct mcpclient_error {
    pub(crate) error: Error,
    message: Terminated,
    server_message: OnceLock<Terminated>,
    stderr_tail: OnceLock<Terminated>,
    pub(crate) content_type: OnceLock<Terminated>,
    pub(crate) excerpt: OnceLock<Terminated>,
    fields: Vec<Field>,
}

/// The texts of one wrong field.
struct Field {
    message: Terminated,
    code_name: Terminated,
}

impl Handle for mcpclient_error {
    type Held = Owned;
    const NAME: &'static str = "error";
}

impl mcpclient_error {
    pub(crate) fn new(error: Error) -> Self {
        let fields = error.fields.iter().map(|field| Field {
            message: Terminated::new(&field.to_string()),
            code_name: Terminated::new(field.code.name()),
        });
        Self {
            message: Terminated::new(&error.message),
            fields: fields.collect(),
            server_message: OnceLock::new(),
            stderr_tail: OnceLock::new(),
            content_type: OnceLock::new(),
            excerpt: OnceLock::new(),
            error,
        }
    }

    pub(crate) fn status(&self) -> mcpclient_status {
        self.error.code.number()
    }

    fn field(&self, index: usize) -> Option<&FieldError> {
        self.error.fields.get(index)
    }
}

/// The status that came with it; MCPCLIENT_OK for NULL. Borrows the error.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_status(error: *const mcpclient_error) -> mcpclient_status {
    guard(|| Some(borrow(error)?.error.code.number()))
}

/// The name of its status, such as "MCPCLIENT_E_TIMEOUT". Borrowed, lives for ever, and ends with
/// a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_name(error: *const mcpclient_error) -> mcpclient_str {
    guard(|| Some(mcpclient_status_name(borrow(error)?.error.code.number())))
}

/// One English sentence for developers: what was wrong and where. Borrowed from the error, and
/// ends with a NUL. Safe to show and to log: it never holds what a user or a server said.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_message(error: *const mcpclient_error) -> mcpclient_str {
    guard(|| Some(borrow(error)?.message.view()))
}

/// The JSON-RPC code that the server answered with (RPC-06). False, and nothing written, unless
/// the status is MCPCLIENT_E_SERVER. Borrows the error; `code` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_server_code(
    error: *const mcpclient_error,
    code: *mut i64,
) -> bool {
    guard(|| Some(tell(code, borrow(error)?.error.server.as_ref().map(|server| server.code))))
}

/// What the server said about its error, made safe to show. Borrowed from the error, and ends
/// with a NUL; no text unless the status is MCPCLIENT_E_SERVER.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_server_message(
    error: *const mcpclient_error,
) -> mcpclient_str {
    guard(|| {
        let error = borrow(error)?;
        let server = error.error.server.as_ref()?;
        let text = error.server_message.get_or_init(|| Terminated::safe(&server.message));
        Some(text.view())
    })
}

/// As mcpclient_error_server_message(), in the server's very words: not safe to show. Borrowed
/// from the error, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_server_message_raw(
    error: *const mcpclient_error,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&borrow(error)?.error.server.as_ref()?.message)))
}

/// The `data` of the server's error, as JSON. Borrowed from the error; no text if there is none.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_server_data(
    error: *const mcpclient_error,
) -> mcpclient_str {
    guard(|| {
        let server = borrow(error)?.error.server.as_ref()?;
        Some(mcpclient_str::of(server.data.as_ref()?.as_str()))
    })
}

/// The code with which the server's process exited. False, and nothing written, if it did not
/// exit by itself, that is not why this failed, or nobody could see it. Borrows the error; `code`
/// may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_exit_code(
    error: *const mcpclient_error,
    code: *mut i32,
) -> bool {
    guard(|| Some(tell(code, borrow(error)?.error.exit.as_ref()?.code)))
}

/// The signal that ended the server's process. False, and nothing written, if none did. Borrows
/// the error; `signal` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_exit_signal(
    error: *const mcpclient_error,
    signal: *mut i32,
) -> bool {
    guard(|| Some(tell(signal, borrow(error)?.error.exit.as_ref()?.signal)))
}

/// The last of what the server's process wrote to stderr, made safe to show. Borrowed from the
/// error, and ends with a NUL; no text if the process is not why this failed.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_stderr_tail(
    error: *const mcpclient_error,
) -> mcpclient_str {
    guard(|| {
        let error = borrow(error)?;
        let exit = error.error.exit.as_ref()?;
        let text = error.stderr_tail.get_or_init(|| Terminated::safe(&exit.stderr_tail));
        Some(text.view())
    })
}

/// How many fields of a form are wrong; 0 unless the status is MCPCLIENT_E_FORM. Borrows the
/// error.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_count(error: *const mcpclient_error) -> usize {
    guard(|| Some(borrow(error)?.error.fields.len()))
}

/// The index in the form of the `index`th wrong field, for mcpclient_input_field_title() and its
/// siblings. False, and nothing written, for a wrong `index` and for an answer's member that the
/// form does not have. Borrows the error; `field` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_index(
    error: *const mcpclient_error,
    index: usize,
    field: *mut usize,
) -> bool {
    guard(|| {
        let place = borrow(error)?.field(index)?.field;
        Some(tell(field, (place != FieldError::NO_FIELD).then_some(place)))
    })
}

/// The name of the `index`th wrong field, as the server wrote it. Borrowed from the error,
/// without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_name(
    error: *const mcpclient_error,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&borrow(error)?.field(index)?.name)))
}

/// What is wrong with the `index`th wrong field, for programs; 0 for a wrong `index`. Borrows the
/// error.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_code(
    error: *const mcpclient_error,
    index: usize,
) -> mcpclient_field_fault {
    guard(|| Some(borrow(error)?.field(index)?.code.number()))
}

/// The code's name, such as "too-short". Borrowed from the error, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_code_name(
    error: *const mcpclient_error,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(borrow(error)?.fields.get(index)?.code_name.view()))
}

/// What is wrong with the `index`th wrong field, as an English sentence for the person who filled
/// it in. Borrowed from the error, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_message(
    error: *const mcpclient_error,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(borrow(error)?.fields.get(index)?.message.view()))
}

/// A parameter of the code, for sentences in other languages: the "min" of a number that is too
/// small, say. Borrowed from the error, without a NUL; no text if the code has no such parameter.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_field_param(
    error: *const mcpclient_error,
    index: usize,
    name: mcpclient_str,
) -> mcpclient_str {
    guard(|| {
        let name = name.text().ok()??;
        let params = &borrow(error)?.field(index)?.params;
        let (_, value) = params.iter().find(|(key, _)| *key == name)?;
        Some(mcpclient_str::of(value))
    })
}

/// Frees an error of yours, and what was borrowed from it; NULL is fine.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_error_free(error: *mut mcpclient_error) {
    guard(|| drop(handle::take(error)));
}
