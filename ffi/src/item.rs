//! What a server lists, one thing at a time, as a dialog needs it.

use crate::client::mcpclient;
use crate::guard::{guard, guard_error};
use crate::handle::{Handle, Out, Owned, array, borrow, copy_bytes, fill, give, need, take, tell};
use crate::hazard::mcpclient_hazard;
use crate::view::Terminated;
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::catalog::{Argument, Icon, IconFault, Item, ItemKind, Theme, choose_icon};
use client::json::Json;
use client::policy::HazardKind;
use client::{Code, Error};
use std::ffi::{c_char, c_void};

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

/// Why an icon is not to be shown (MET-09, MET-10). A number never changes its meaning, and new ones may
/// come.
pub type mcpclient_icon_fault = i32;

/// It may be shown.
pub const MCPCLIENT_ICON_GOOD: mcpclient_icon_fault = 0;
/// It is no object with a "src", or there is no such icon.
pub const MCPCLIENT_ICON_MALFORMED: mcpclient_icon_fault = 1;
/// Its source is neither "https:" nor "data:".
pub const MCPCLIENT_ICON_SCHEME: mcpclient_icon_fault = 2;
/// It is said to be something else than PNG, JPEG, WebP or SVG.
pub const MCPCLIENT_ICON_TYPE: mcpclient_icon_fault = 3;
/// The bytes that it brings are not written as they must be.
pub const MCPCLIENT_ICON_DATA: mcpclient_icon_fault = 4;
/// It is not an image of the kind that it is said to be, by what its bytes begin with.
pub const MCPCLIENT_ICON_CONTENT: mcpclient_icon_fault = 5;
/// It has more than a mebibyte.
pub const MCPCLIENT_ICON_LARGE: mcpclient_icon_fault = 6;
/// It is on another host than the server.
pub const MCPCLIENT_ICON_ORIGIN: mcpclient_icon_fault = 7;
/// A drawing that could run or load something.
pub const MCPCLIENT_ICON_ACTIVE: mcpclient_icon_fault = 8;

/// For which background an icon is made.
pub type mcpclient_theme = i32;

/// Any.
pub const MCPCLIENT_THEME_ANY: mcpclient_theme = 0;
/// A light one.
pub const MCPCLIENT_THEME_LIGHT: mcpclient_theme = 1;
/// A dark one.
pub const MCPCLIENT_THEME_DARK: mcpclient_theme = 2;

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
    icons: Vec<Icon>,
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
            icons: item.icons(None),
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
/// What a dialog needs before a tool is called (TOL-18, TOL-19). Borrows the name; `*item` is yours, and
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

/// How many icons it has, those that are not to be shown included (MET-07). Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_icon_count(item: *const mcpclient_item) -> usize {
    guard(|| Some(borrow(item)?.icons.len()))
}

fn icon<'a>(item: *const mcpclient_item, index: usize) -> Option<&'a Icon> {
    borrow(item)?.icons.get(index)
}

/// Where an icon is, as the server wrote it; the library loads nothing. Use it only with
/// MCPCLIENT_ICON_GOOD, and without your credentials or cookies. Borrowed from the item, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_icon_source(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(&icon(item, index)?.src)))
}

/// For which background an icon is made: MCPCLIENT_THEME_.... Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_icon_theme(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_theme {
    guard(|| {
        Some(match icon(item, index)?.theme {
            None => MCPCLIENT_THEME_ANY,
            Some(Theme::Light) => MCPCLIENT_THEME_LIGHT,
            Some(Theme::Dark) => MCPCLIENT_THEME_DARK,
        })
    })
}

/// Why an icon is not to be shown, as far as that can be told without loading it: MCPCLIENT_ICON_...
/// (MET-09, MET-10). Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_icon_fault(
    item: *const mcpclient_item,
    index: usize,
) -> mcpclient_icon_fault {
    guard(|| Some(number(icon(item, index).map_or(Some(IconFault::Malformed), |icon| icon.fault))))
}

fn number(fault: Option<IconFault>) -> mcpclient_icon_fault {
    fault.map_or(MCPCLIENT_ICON_GOOD, IconFault::number)
}

/// Whether what you loaded from an icon's source may be shown: it is an image of a known kind, of the one
/// that it was said to be, and not too large; drawings must hold nothing that could run or load something
/// (MET-10). Borrows both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_vet_icon(
    item: *const mcpclient_item,
    index: usize,
    bytes: *const c_void,
    size: usize,
) -> mcpclient_icon_fault {
    guard(|| {
        let Some(icon) = icon(item, index) else { return Some(MCPCLIENT_ICON_MALFORMED) };
        let Ok(bytes) = array(bytes.cast::<u8>(), size) else { return Some(MCPCLIENT_ICON_DATA) };
        Some(number(icon.vet(bytes).err()))
    })
}

/// Copies the bytes that an icon brings in its source, at most `size`, into `buffer`. Returns how many there
/// are; 0 if they are elsewhere, or not to be shown. The buffer stays yours; NULL asks for the size alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_icon_bytes(
    item: *const mcpclient_item,
    index: usize,
    buffer: *mut c_void,
    size: usize,
) -> usize {
    guard(|| {
        let (_, bytes) = icon(item, index)?.bytes().ok()?;
        copy_bytes(buffer, size, &bytes);
        Some(bytes.len())
    })
}

/// Whether a redirection met while loading an icon may be followed: only to the same scheme, host and port
/// (MET-09). Borrows both.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_icon_may_redirect(
    item: *const mcpclient_item,
    index: usize,
    to: mcpclient_str,
) -> bool {
    guard(|| Some(icon(item, index)?.may_redirect(to.text().ok()??)))
}

/// The place of the icon that fits best at a number of pixels on a background, of those that are not at
/// fault (MET-11); SIZE_MAX if there is none. Borrows the item.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_item_choose_icon(
    item: *const mcpclient_item,
    pixels: u32,
    theme: mcpclient_theme,
) -> usize {
    guard(|| {
        let theme = match theme {
            MCPCLIENT_THEME_LIGHT => Some(Theme::Light),
            MCPCLIENT_THEME_DARK => Some(Theme::Dark),
            _ => None,
        };
        let icons = borrow(item).map(|item| item.icons.as_slice()).unwrap_or_default();
        Some(choose_icon(icons, pixels, theme).unwrap_or(usize::MAX))
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
        let faults = [
            (MCPCLIENT_ICON_MALFORMED, IconFault::Malformed),
            (MCPCLIENT_ICON_SCHEME, IconFault::Scheme),
            (MCPCLIENT_ICON_TYPE, IconFault::Type),
            (MCPCLIENT_ICON_DATA, IconFault::Data),
            (MCPCLIENT_ICON_CONTENT, IconFault::Content),
            (MCPCLIENT_ICON_LARGE, IconFault::Large),
            (MCPCLIENT_ICON_ORIGIN, IconFault::Origin),
            (MCPCLIENT_ICON_ACTIVE, IconFault::Active),
        ];
        for (number, fault) in faults {
            assert_eq!(number, fault.number());
        }
    }
}
