//! Bytes that travel as text.

use crate::guard::guard_error;
use crate::handle::{copy_bytes, tell};
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::catalog::decode_base64;
use client::{Code, Error};
use std::ffi::c_void;

/// Decodes strict base64, as the "/blob" of a resource, or the "/data" of an image or of sound, has to be
/// (RES-11): the standard alphabet, padded, without white space or stray bits. `text` is the text itself, as
/// mcpclient_json_text() gives it; it is borrowed. More than `most` bytes are refused before anything is
/// decoded. Copies the bytes, at most `size` of them, into `buffer`, and sets `*needed`, unless it is NULL, to
/// how many there are. The buffer stays yours; NULL asks for the number alone. `*error` is yours.
///
/// Fails with MCPCLIENT_E_PROTOCOL (it is no such text), MCPCLIENT_E_TOO_LARGE, MCPCLIENT_E_INVALID_ARG (no
/// text), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_base64_decode(
    text: mcpclient_str,
    most: usize,
    buffer: *mut c_void,
    size: usize,
    needed: *mut usize,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let text = text.need("the base64")?;
        let padding = text.bytes().rev().take(2).take_while(|byte| *byte == b'=').count();
        if (text.len() / 4 * 3).saturating_sub(padding) > most {
            return Err(Error::new(Code::TooLarge, "more bytes than were asked for"));
        }
        let bytes = decode_base64(text, most)
            .ok_or_else(|| Error::new(Code::Protocol, "it is not strict base64"))?;
        copy_bytes(buffer, size, &bytes);
        tell(needed, Some(bytes.len()));
        Ok(())
    })
}
