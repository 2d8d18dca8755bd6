//! What a server lists, one thing at a time, as a dialog needs it.

use crate::client::mcpclient;
use crate::guard::{guard, guard_error};
use crate::handle::{Handle, Out, Owned, borrow, fill, give, need, take, tell};
use crate::hazard::mcpclient_hazard;
use crate::view::Terminated;
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::catalog::{Argument, Icon, Item, ItemKind};
use client::json::Json;
use client::policy::HazardKind;
use client::{Code, Error};
use std::ffi::c_char;

/// What an item is.
pub type mcpclient_item_kind = i32;

/// A tool, of mcpclient_list_tools().
pub const MCPCLIENT_ITEM_TOOL: mcpclient_item_kind = 1;
/// A resource, of mcpclient_list_resources(), or a "resource_link" in a tool's content (TOL-21).
pub const MCPCLIENT_ITEM_RESOURCE: mcpclient_item_kind = 2;
/// A template of mcpclient_list_resource_templates().
pub const MCPCLIENT_ITEM_RESOURCE_TEMPLATE: mcpclient_item_kind = 3;
/// A prompt, of mcpclient_list_prompts().
pub const MCPCLIENT_ITEM_PROMPT: mcpclient_item_kind = 4;
/// The server itself, as its "serverInfo" says (MET-06).
pub const MCPCLIENT_ITEM_SERVER: mcpclient_item_kind = 5;

/// What a tool says of its effects, with what the protocol says where the tool says nothing (TOL-10). A
/// server may say what it likes: show it, and decide nothing by it unless you trust the server (TOL-09).
pub type mcpclient_hints = u32;

/// It changes nothing.
pub const MCPCLIENT_HINT_READ_ONLY: mcpclient_hints = 1;
/// It may destroy what was there before. Never of what is read-only.
pub const MCPCLIENT_HINT_DESTRUCTIVE: mcpclient_hints = 2;
/// Calling it twice with the same arguments is calling it once. Never of what is read-only.
pub const MCPCLIENT_HINT_IDEMPOTENT: mcpclient_hints = 4;
/// It deals with things outside of the server, such as the web.
pub const MCPCLIENT_HINT_OPEN_WORLD: mcpclient_hints = 8;

/// A tool, a resource, a template, a prompt or a server: what a dialog shows of it, and what a call needs
/// to know. All of it is the server's word: made to be shown to whoever decides, and nothing to decide by
/// (TOL-09, TOL-18, TOL-19). Used from any thread; free it with mcpclient_item_free().
pub struct mcpclient_item {
    item: Item,
    name: String,
    label: Terminated,
    description: Option<Terminated>,
    uri: Option<String>,
    mime_type: Option<Terminated>,
    hazards: Vec<HazardKind>,
    arguments: Vec<Shown>,
    pub(crate) icons: Vec<Icon>,
}

struct Shown {
    argument: Argument,
    label: Terminated,
    description: Option<Terminated>,
}

impl Handle for mcpclient_item {
    type Held = Owned;
    const NAME: &'static str = "item";
}

impl mcpclient_item {
    fn new(item: Item) -> Self {
        let shown = |argument: Argument| Shown {
            label: Terminated::safe_line(argument.label()),
            description: argument.description.as_deref().map(Terminated::safe),
            argument,
        };
        Self {
            name: item.name().into_owned(),
            label: Terminated::safe_line(&item.label()),
            description: item.description().map(|text| Terminated::safe(&text)),
            uri: item.uri().map(std::borrow::Cow::into_owned),
            mime_type: item.mime_type().map(|text| Terminated::safe_line(&text)),
            hazards: item.hazards(),
            arguments: item.arguments().into_iter().map(shown).collect(),
            icons: item.icons(),
            item,
        }
    }
}

fn kind(kind: mcpclient_item_kind) -> Result<ItemKind, Error> {
    let known = ItemKind::ALL.iter().find(|known| known.number() == kind);
    known.copied().ok_or_else(|| Error::new(Code::InvalidArg, "there is no such kind of item"))
}

/// Reads one item out of its JSON, as it stands in the result of a list (see mcpclient_json_at()). Copies
/// the text; `*item` is yours, and so is `*error`.
///
/// Fails with MCPCLIENT_E_PROTOCOL (it is not what it should be; the message says what is missing),
/// MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_read(
    of: mcpclient_item_kind,
    json: mcpclient_str,
    item: *mut *mut mcpclient_item,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(item)?;
        out.set(std::ptr::null_mut());
        let json =
            json.json()?.ok_or_else(|| Error::new(Code::InvalidArg, "the item is missing"))?;
        out.set(give(mcpclient_item::new(Item::read(kind(of)?, json)?)));
        Ok(())
    })
}

/// Finds a tool or a prompt by its name, a resource by its URI, or a template by its own, in the last list
/// of its kind that this client read to its end; with MCPCLIENT_ITEM_SERVER the server, whatever the name.
/// What a dialog needs before a tool is called (TOL-18, TOL-19). Its icons are judged by the client's
/// mcpclient_options.server_host (MET-10). Borrows the name; `*item` is yours, and
/// so is `*error`.
///
/// Fails with MCPCLIENT_E_GONE (it was not listed, or the server said since that the list has changed),
/// MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_find(
    client: *mut mcpclient,
    of: mcpclient_item_kind,
    name: mcpclient_str,
    item: *mut *mut mcpclient_item,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(item)?;
        out.set(std::ptr::null_mut());
        let found = need(client)?.client.item(kind(of)?, name.text()?.unwrap_or_default());
        let found = found.ok_or_else(|| Error::new(Code::Gone, "it is in no list"))?;
        out.set(give(mcpclient_item::new(found)));
        Ok(())
    })
}

/// Frees an item; NULL is fine.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_free(item: *mut mcpclient_item) {
    guard(|| drop(take(item)));
}

/// All that the server says of it, verbatim: schemas, "_meta", and whatever else is not told here. Borrowed
/// from the item, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_json(item: *const mcpclient_item) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(borrow(item)?.item.json().as_str())))
}

/// Its name, to the letter: what a call is made with (TOL-06). Not safe to show. Borrowed from the item,
/// without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_name(item: *const mcpclient_item) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&borrow(item)?.name)))
}

/// Its name for people, made safe to show: the title, or else the name (TOL-08, MET-05). Borrowed from the
/// item, with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_label(item: *const mcpclient_item) -> mcpclient_str {
    guard(|| Some(borrow(item)?.label.view()))
}

/// What it is for, made safe to show; no text if the server does not say. Borrowed from the item, with a
/// NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_description(item: *const mcpclient_item) -> mcpclient_str {
    guard(|| Some(borrow(item)?.description.as_ref()?.view()))
}

/// The URI of a resource, or the URI template of a template; no text for others. Opaque (RES-02), and not
/// safe to show. Borrowed from the item, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_uri(item: *const mcpclient_item) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(borrow(item)?.uri.as_ref()?)))
}

/// The media type of a resource, or of all that a template leads to, made safe to show; no text if the
/// server does not say (RES-05, RES-09). Borrowed from the item, with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_mime_type(item: *const mcpclient_item) -> mcpclient_str {
    guard(|| Some(borrow(item)?.mime_type.as_ref()?.view()))
}

/// Whether the server says how many bytes a resource has, and how many, unless `size` is NULL. Borrows the
/// item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_size(item: *const mcpclient_item, size: *mut u64) -> bool {
    guard(|| Some(tell(size, borrow(item)?.item.size())))
}

/// What a tool says of its effects: MCPCLIENT_HINT_...; 0 for others. Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_hints(item: *const mcpclient_item) -> mcpclient_hints {
    guard(|| {
        let hints = borrow(item)?.item.hints()?;
        let flags = [
            (hints.read_only, MCPCLIENT_HINT_READ_ONLY),
            (hints.destructive, MCPCLIENT_HINT_DESTRUCTIVE),
            (hints.idempotent, MCPCLIENT_HINT_IDEMPOTENT),
            (hints.open_world, MCPCLIENT_HINT_OPEN_WORLD),
        ];
        Some(flags.iter().filter(|(on, _)| *on).map(|(_, flag)| flag).sum())
    })
}

/// How many warnings there are about its label and its description (TOL-20, PRM-05). Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_hazard_count(item: *const mcpclient_item) -> usize {
    guard(|| Some(borrow(item)?.hazards.len()))
}

/// One warning, MCPCLIENT_HAZARD_...; 0 beyond the last. Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_hazard(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_hazard {
    guard(|| Some(borrow(item)?.hazards.get(index)?.number()))
}

/// How many arguments a prompt has (PRM-03), or variables a template (RES-06). Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_argument_count(item: *const mcpclient_item) -> usize {
    guard(|| Some(borrow(item)?.arguments.len()))
}

fn argument<'a>(item: *const mcpclient_item, index: usize) -> Option<&'a Shown> {
    borrow(item)?.arguments.get(index)
}

/// The name of an argument, to the letter. Not safe to show. Borrowed from the item, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_argument_name(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&argument(item, index)?.argument.name)))
}

/// The name of an argument for people, made safe to show. Borrowed from the item, with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_argument_label(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(argument(item, index)?.label.view()))
}

/// What an argument is for, made safe to show; no text if the server does not say. Borrowed from the item,
/// with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_argument_description(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(argument(item, index)?.description.as_ref()?.view()))
}

/// Whether a prompt cannot do without an argument. Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_argument_required(
    item: *const mcpclient_item,
    index: usize,
) -> bool {
    guard(|| Some(argument(item, index)?.argument.required))
}

/// Whether `arguments`, a JSON object of strings or no text, will do for a prompt (PRM-03), as
/// mcpclient_get_prompt() checks it for prompts that were listed. Borrows both; `*error` is yours.
///
/// Fails with MCPCLIENT_E_FORM (the error names every argument that is missing, by its place here),
/// MCPCLIENT_E_INVALID_ARG (one is no string), MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_check_arguments(
    item: *const mcpclient_item,
    arguments: mcpclient_str,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let given = arguments.object()?;
        need(item)?.item.check_arguments(given.as_ref().map(Json::value))
    })
}

/// Fills in a URI template after RFC 6570 (RES-06). `values` is a JSON object of strings, or of lists and
/// objects of strings where the template has a use for them; what is not given is left out. Copies the URI
/// into `buffer`, as mcpclient_str_copy() does, and sets `*needed`, unless it is NULL, to the size that all
/// of it needs with a terminating NUL. The buffer stays yours; NULL asks for the size alone. `*error` is
/// yours.
///
/// Fails with MCPCLIENT_E_UNSUPPORTED (it is no template, or none by the RFC), MCPCLIENT_E_INVALID_ARG
/// (another value than those), MCPCLIENT_E_TOO_LARGE, MCPCLIENT_E_BAD_JSON.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_expand(
    item: *const mcpclient_item,
    values: mcpclient_str,
    buffer: *mut c_char,
    size: usize,
    needed: *mut usize,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let given = values.object()?;
        let uri = need(item)?.item.expand(given.as_ref().map(Json::value))?;
        tell(needed, Some(fill(buffer, size, &uri)));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_the_library_s_numbers() {
        let kinds = [
            (MCPCLIENT_ITEM_TOOL, ItemKind::Tool),
            (MCPCLIENT_ITEM_RESOURCE, ItemKind::Resource),
            (MCPCLIENT_ITEM_RESOURCE_TEMPLATE, ItemKind::ResourceTemplate),
            (MCPCLIENT_ITEM_PROMPT, ItemKind::Prompt),
            (MCPCLIENT_ITEM_SERVER, ItemKind::Server),
        ];
        for (number, kind) in kinds {
            assert_eq!(number, kind.number());
        }
    }
}
