//! A read-only cursor over JSON text, so that a C host needs no JSON library.
//!
//! Everything works on the caller's own text and looks no further than it has to: a walk over a
//! long list costs what the list costs, whatever lies behind it.

use crate::guard::{Outcome, guard};
use crate::handle::{Filling, Out, fill, tell};
use crate::{mcpclient_status, mcpclient_str};
use client::json::walk::{Element, child, element, first};
use client::json::{self, Kind, Number, Value, read_string, validate};
use client::{Code, Error};
use std::borrow::Cow;
use std::ffi::c_char;

/// What a JSON value is.
pub type mcpclient_json_type = i32;

/// Not there, or not JSON.
pub const MCPCLIENT_JSON_NONE: mcpclient_json_type = 0;
/// `null`.
pub const MCPCLIENT_JSON_NULL: mcpclient_json_type = 1;
/// `true` or `false`.
pub const MCPCLIENT_JSON_BOOL: mcpclient_json_type = 2;
/// A number of any size.
pub const MCPCLIENT_JSON_NUMBER: mcpclient_json_type = 3;
/// A string.
pub const MCPCLIENT_JSON_STRING: mcpclient_json_type = 4;
/// An array.
pub const MCPCLIENT_JSON_ARRAY: mcpclient_json_type = 5;
/// An object.
pub const MCPCLIENT_JSON_OBJECT: mcpclient_json_type = 6;

/// The value that `text` is, checked.
fn value(text: &[u8]) -> Option<Value<'_>> {
    Value::parse(std::str::from_utf8(text).ok()?).ok()
}

fn parse<'a>(json: mcpclient_str) -> Option<Value<'a>> {
    value(json.bytes().ok()??)
}

fn number<'a>(json: mcpclient_str) -> Option<Number<'a>> {
    parse(json)?.number()
}

/// Why a text is not one JSON value: MCPCLIENT_E_BAD_JSON, and in `offset` the bytes before the
/// fault. Borrows `json` until it returns; `offset` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_check(
    json: mcpclient_str,
    offset: *mut usize,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let bytes = json.bytes()?.unwrap_or_default();
        validate(bytes, json::MAX_DEPTH).map_err(|fault| {
            tell(offset, Some(fault.offset));
            Error::new(Code::BadJson, fault.to_string())
        })
    })
}

/// What `json` is; MCPCLIENT_JSON_NONE for no text and for what is not JSON. Borrows it until it
/// returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_kind(json: mcpclient_str) -> mcpclient_json_type {
    guard(|| {
        Some(match parse(json)?.kind() {
            Kind::Null => MCPCLIENT_JSON_NULL,
            Kind::Bool => MCPCLIENT_JSON_BOOL,
            Kind::Number => MCPCLIENT_JSON_NUMBER,
            Kind::String => MCPCLIENT_JSON_STRING,
            Kind::Array => MCPCLIENT_JSON_ARRAY,
            Kind::Object => MCPCLIENT_JSON_OBJECT,
        })
    })
}

/// The value at a JSON pointer (RFC 6901), such as "/content/0/text"; "" is the whole. Borrowed:
/// a view into `json`, of the value's text as it was written. No text if there is no such value,
/// and then every function of this family answers in the same way, so that look-ups can be
/// chained.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_at(
    json: mcpclient_str,
    pointer: mcpclient_str,
) -> mcpclient_str {
    guard(|| {
        let mut found = json.bytes().ok()??;
        let pointer = pointer.text().ok()?.unwrap_or_default();
        if pointer.is_empty() {
            return Some(mcpclient_str::of(value(found)?.raw()));
        }
        for name in pointer.strip_prefix('/')?.split('/') {
            found = child(found, &unescape(name))?;
        }
        Some(mcpclient_str::of(first(found, 0)?.raw()))
    })
}

/// What a part of a JSON pointer spells.
fn unescape(name: &str) -> Cow<'_, str> {
    if !name.contains('~') {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.replace("~1", "/").replace("~0", "~"))
}

/// Walks over an array or an object in the order of the text. Begin with `*value` being no text;
/// each call moves `*value`, and `*key` in an object, to the next element, and answers false at
/// the end:
///
///     mcpclient_str key = {0}, value = {0};
///     while (mcpclient_json_next(object, &key, &value)) { ... }
///
/// `*key` is JSON, with its quotes; mcpclient_json_text() reads it. `key` may be NULL. Borrowed:
/// both are views into `container`, which must be the same text throughout.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_next(
    container: mcpclient_str,
    key: *mut mcpclient_str,
    value: *mut mcpclient_str,
) -> bool {
    guard(|| {
        let text = container.bytes().ok()??;
        let place = Out::new(value)?;
        let last = place.get();
        let at = if last.ptr.is_null() {
            0
        } else {
            let start = (last.ptr as usize).checked_sub(container.ptr as usize)?;
            start.checked_add(last.len).filter(|at| *at <= text.len())?
        };
        let Element { key: name, start } = element(text, at)?;
        let item = first(text, start)?;
        tell(key, Some(name.map_or(mcpclient_str::NONE, |name| mcpclient_str::of(name.raw()))));
        place.set(mcpclient_str::of(item.raw()));
        Some(true)
    })
}

/// Copies the text of a JSON string, its escapes resolved, into `buffer`, as mcpclient_str_copy()
/// does. Returns the size that all of it needs with a terminating NUL, which is never more than
/// that of `json` itself; 0 if `json` is no string, and then what the buffer holds means nothing.
/// The text is verbatim, so it may hold a NUL, and is not safe to show.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_text(
    json: mcpclient_str,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| {
        let literal = json.text().ok()??.trim_matches([' ', '\n', '\r', '\t']);
        let mut out = Filling::new(buffer, size);
        let length = read_string(literal, &mut |piece| out.push(piece)).ok()?;
        (length == literal.len()).then(|| out.finish())
    })
}

/// A number as it was written, every digit of it: a view into `json`, borrowed; no text if it is
/// no number.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_number(json: mcpclient_str) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(number(json)?.raw())))
}

/// A number that is exactly an integer of 64 bits, however it was written (3, 3.0, 3e0). False,
/// and nothing written, for all else. Borrows `json` until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_integer(json: mcpclient_str, number: *mut i64) -> bool {
    guard(|| Some(tell(number, Some(self::number(json)?.as_i64()?))))
}

/// The double nearest to a number. False, and nothing written, if `json` is no number, or too
/// large for a double. Borrows it until it returns.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_double(json: mcpclient_str, number: *mut f64) -> bool {
    guard(|| {
        let nearest = self::number(json)?.as_f64();
        Some(tell(number, nearest.is_finite().then_some(nearest)))
    })
}

/// Whether `json` is `true`. Borrows it until it returns; mcpclient_json_kind() tells `false`
/// from all else.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_true(json: mcpclient_str) -> bool {
    guard(|| parse(json)?.boolean())
}

/// Writes text as a JSON string, with quotes and escapes, into `buffer`, as mcpclient_str_copy()
/// does: for building arguments. Returns the size that all of it needs with a terminating NUL, so
/// more than `size` means that it was cut, and is not JSON; 0 if `text` is not UTF-8 or no text.
///
/// The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_json_quote(
    text: mcpclient_str,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    guard(|| Some(fill(buffer, size, &json::quote(text.text().ok()??))))
}
