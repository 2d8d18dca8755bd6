//! What a tool gave against what it said that it would give.

use crate::guard::guard;
use crate::handle::borrow;
use crate::{mcpclient_call, mcpclient_str};
use client::Output;

/// Where a tool's structured output stands against the schema that the tool was listed with.
pub type mcpclient_output = i32;

/// There is nothing to say: the call is no tool's or has no result yet, the tools were not listed before, or
/// the tool has no schema for its output, or failed and gave none.
pub const MCPCLIENT_OUTPUT_NONE: mcpclient_output = 0;
/// It is as the schema wants it.
pub const MCPCLIENT_OUTPUT_FITS: mcpclient_output = 1;
/// It is not; the result is there in any case.
pub const MCPCLIENT_OUTPUT_VIOLATES: mcpclient_output = 2;
/// There is a schema, and nobody can tell: it is none, refers to others, or is more work than it may be; or a
/// number cannot be read exactly.
pub const MCPCLIENT_OUTPUT_UNCHECKED: mcpclient_output = 3;

/// Where the structured output of a tool stands against the schema that the tool was listed with
/// (TOL-16): MCPCLIENT_OUTPUT_.... What counts is the last mcpclient_list_tools() that came to its end
/// before the call, unless the server said since that the list has changed. Looked at when this is first
/// asked, on this thread: bounded, but for large outputs some milliseconds. Borrows the call.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_output(call: *const mcpclient_call) -> mcpclient_output {
    guard(|| {
        Some(match borrow(call)?.output() {
            Output::None => MCPCLIENT_OUTPUT_NONE,
            Output::Fits => MCPCLIENT_OUTPUT_FITS,
            Output::Violates(_) => MCPCLIENT_OUTPUT_VIOLATES,
            Output::Unchecked(_) => MCPCLIENT_OUTPUT_UNCHECKED,
        })
    })
}

/// With MCPCLIENT_OUTPUT_VIOLATES where that is, for the first place that was found: a JSON pointer into
/// "/structuredContent" of the result, for mcpclient_json_at(); empty for the whole. Otherwise no text.
/// Borrowed from the call, without a NUL. It may hold names of the server's: not safe to show.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_output_place(call: *const mcpclient_call) -> mcpclient_str {
    guard(|| match borrow(call)?.output() {
        Output::Violates(violation) => Some(mcpclient_str::of(&violation.at)),
        _ => None,
    })
}

/// With MCPCLIENT_OUTPUT_VIOLATES the keyword of JSON Schema that is broken there, such as "type" or
/// "required"; empty where the schema is false, and for the whole also where it would take too much to find
/// the place. With MCPCLIENT_OUTPUT_UNCHECKED why nobody can tell, in English. Otherwise no text. Borrowed
/// from the call, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_output_reason(
    call: *const mcpclient_call,
) -> mcpclient_str {
    guard(|| match borrow(call)?.output() {
        Output::Violates(violation) => Some(mcpclient_str::of(&violation.keyword)),
        Output::Unchecked(why) => Some(mcpclient_str::of(why)),
        Output::None | Output::Fits => None,
    })
}
