//! The icons of what a server lists: which may be shown, and which fits.

use crate::guard::guard;
use crate::handle::{array, borrow, copy_bytes};
use crate::item::mcpclient_item;
use crate::mcpclient_str;
use client::catalog::{Icon, IconFault, Theme, choose_icon};
use std::ffi::c_void;

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
/// It is on another host than the server's own, where the client was told of that.
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
/// (MET-09, MET-10). Of an item out of mcpclient_item_find() also by mcpclient_options.server_host. Borrows the
/// item.
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
/// (MET-10). Of an icon at fault nothing may: the answer is that fault. Borrows both.
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
/// (MET-09), and never for an icon at fault. Borrows both.
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
