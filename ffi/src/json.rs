//! A read-only cursor over JSON text, so that a C host needs no JSON library.
//!
//! Everything works on the caller's own text and looks no further than it has to: a walk over a
//! long list costs what the list costs, whatever lies behind it.

use crate::guard::{Outcome, guard};
use crate::handle::{Out, fill, tell};
use crate::{mcpclient_status, mcpclient_str};
use client::json::{self, Kind, Number, Value, validate};
use client::{Code, Error};
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

/// One step of a walk: byte ranges in the container's text.
struct Step<'a> {
    key: Option<&'a [u8]>,
    value: &'a [u8],
    /// Bytes of the container before what follows the value.
    end: usize,
}

/// The element or member of `container` that begins at or after `at`: at 0 the first, else at the
/// end of the one before. Bytes outside of what it returns are not checked.
fn step(container: &[u8], at: usize) -> Option<Step<'_>> {
    let mut at = at;
    let open = skip_space(container, 0);
    if at <= open {
        at = skip_space(container, open + 1);
    } else {
        at = skip_space(container, at);
        if container.get(at) != Some(&b',') {
            return None;
        }
        at = skip_space(container, at + 1);
    }
    let key = match container.get(open)? {
        b'[' => None,
        b'{' => {
            let end = extent(container, at)?;
            let key = container.get(at..end)?;
            at = skip_space(container, end);
            if container.get(at) != Some(&b':') || key.first() != Some(&b'"') {
                return None;
            }
            at = skip_space(container, at + 1);
            Some(key)
        }
        _ => return None,
    };
    let end = extent(container, at)?;
    Some(Step { key, value: container.get(at..end)?, end })
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

/// Where the value that begins at `at` ends, by quotes and brackets alone.
fn extent(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match text.get(at)? {
            b'"' => at = string_end(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' if depth == 0 => return None,
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            _ => {
                let word = text.get(at..)?.iter();
                at += word.take_while(|byte| !b",:]} \n\r\t\"[{".contains(byte)).count();
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn string_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The value that `text` is, checked.
pub(crate) fn value(text: &[u8]) -> Option<Value<'_>> {
    Value::parse(std::str::from_utf8(text).ok()?).ok()
}

fn parse<'a>(json: mcpclient_str) -> Option<Value<'a>> {
    value(json.bytes().ok()??)
}

fn number<'a>(json: mcpclient_str) -> Option<Number<'a>> {
    parse(json)?.number()
}

/// The texts of an array's elements, or of an object's members' values.
pub(crate) fn items(container: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let found = step(container, at)?;
        at = found.end;
        Some(found.value)
    })
}

/// The text of the member called `name`, or of the element at that index.
pub(crate) fn child<'a>(container: &'a [u8], name: &str) -> Option<&'a [u8]> {
    if container.get(skip_space(container, 0)) == Some(&b'[') {
        // Leading zeroes and signs are no index (RFC 6901).
        let index = name.parse::<usize>().ok().filter(|index| index.to_string() == name)?;
        return items(container).nth(index);
    }
    let mut at = 0;
    while let Some(found) = step(container, at) {
        if value(found.key?)?.text()? == name {
            return Some(found.value);
        }
        at = found.end;
    }
    None
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
        if !pointer.is_empty() {
            for name in pointer.strip_prefix('/')?.split('/') {
                found = child(found, &name.replace("~1", "/").replace("~0", "~"))?;
            }
        }
        Some(mcpclient_str::of(value(found)?.raw()))
    })
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
        let found = step(text, at)?;
        let item = self::value(found.value)?;
        let name = found.key.map(self::value).map_or(Some(None), |name| name.map(Some))?;
        tell(key, Some(name.map_or(mcpclient_str::NONE, |name| mcpclient_str::of(name.raw()))));
        place.set(mcpclient_str::of(item.raw()));
        Some(true)
    })
}

/// Copies the text of a JSON string, its escapes resolved, into `buffer`, as mcpclient_str_copy()
/// does. Returns the size that all of it needs with a terminating NUL; 0 if `json` is no string,
/// and then nothing is written. The text is verbatim, so it may hold a NUL, and is not safe to
/// show.
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
    guard(|| Some(fill(buffer, size, &parse(json)?.text()?)))
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
