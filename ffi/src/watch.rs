//! One wish, to hear of changes, in either era.

use crate::client::mcpclient;
use crate::guard::{Outcome, guard};
use crate::handle::{array, need};
use crate::{mcpclient_status, mcpclient_str};
use client::{Code, Error, WatchFilter};

/// Lists of a server that may change: MCPCLIENT_LIST_....
pub type mcpclient_lists = u32;

/// The tools.
pub const MCPCLIENT_LIST_TOOLS: mcpclient_lists = 1;
/// The prompts.
pub const MCPCLIENT_LIST_PROMPTS: mcpclient_lists = 2;
/// The resources and their templates.
pub const MCPCLIENT_LIST_RESOURCES: mcpclient_lists = 4;

const ALL: mcpclient_lists =
    MCPCLIENT_LIST_TOOLS | MCPCLIENT_LIST_PROMPTS | MCPCLIENT_LIST_RESOURCES;

/// What of `lists` a filter names.
pub(crate) fn lists(filter: &WatchFilter) -> mcpclient_lists {
    let bit = |on: bool, bit: mcpclient_lists| if on { bit } else { 0 };
    bit(filter.tools, MCPCLIENT_LIST_TOOLS)
        | bit(filter.prompts, MCPCLIENT_LIST_PROMPTS)
        | bit(filter.resources, MCPCLIENT_LIST_RESOURCES)
}

/// Says which changes you want to hear of, in place of what you said before: `lists` are
/// MCPCLIENT_LIST_... together, `uris` single resources; 0 and none end it (SUB-01, SUB-04). Changes
/// come to `notification`, and `watching` tells what of your wish the server grants. Not to be
/// repeated: it waits for the handshake, and outlives a restart of the server (SUB-15). Servers of
/// the older era may tell of lists unasked (SUB-02).
///
/// Copies `uris`, which may be NULL if there are none.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (other bits in `lists`), MCPCLIENT_E_BAD_JSON (not UTF-8),
/// MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_watch(
    client: *mut mcpclient,
    lists: mcpclient_lists,
    uris: *const mcpclient_str,
    uri_count: usize,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let client = need(client)?;
        if lists & !ALL != 0 {
            return Err(Error::new(Code::InvalidArg, "a list that there is not"));
        }
        let uris = array(uris, uri_count)?.iter();
        let uris = uris.map(|uri| uri.need("a URI").map(str::to_owned));
        client.client.watch(WatchFilter {
            tools: lists & MCPCLIENT_LIST_TOOLS != 0,
            prompts: lists & MCPCLIENT_LIST_PROMPTS != 0,
            resources: lists & MCPCLIENT_LIST_RESOURCES != 0,
            uris: uris.collect::<Result<_, _>>()?,
        })
    })
}
