//! The icons of what a server lists: which may be shown, and which fits.

use crate::item::Item;
use client::catalog::{self, IconFault};

/// For which background an icon is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Theme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
}

/// One size that an icon has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum IconSize {
    /// Pixels, from left to right and from top to bottom.
    Pixels {
        /// From left to right.
        width: u32,
        /// From top to bottom.
        height: u32,
    },
    /// It can be drawn at any size.
    Any,
}

/// One icon as a server names it (MET-07). The library loads none.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Icon {
    /// Where it is, as the server wrote it. Use it only without a `fault`, and without credentials.
    pub source: String,
    /// Its media type as the server says, if it does. Not safe to show.
    pub mime_type: Option<String>,
    /// Its sizes. None: it was not said.
    pub sizes: Vec<IconSize>,
    /// The background that it is made for; none is any.
    pub theme: Option<Theme>,
    /// Why it is not to be shown, as far as that can be told without loading it (MET-09, MET-10): `malformed`,
    /// `scheme`, `type`, `data`, `content`, `large`, `origin` or `active`.
    pub fault: Option<String>,
}

impl From<Theme> for catalog::Theme {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self::Light,
            Theme::Dark => Self::Dark,
        }
    }
}

impl From<catalog::Icon> for Icon {
    fn from(icon: catalog::Icon) -> Self {
        let size = |size: catalog::Size| match size {
            catalog::Size::Pixels { width, height } => IconSize::Pixels { width, height },
            catalog::Size::Any => IconSize::Any,
        };
        Self {
            source: icon.src,
            mime_type: icon.mime_type,
            sizes: icon.sizes.into_iter().map(size).collect(),
            theme: icon.theme.map(|theme| match theme {
                catalog::Theme::Light => Theme::Light,
                catalog::Theme::Dark => Theme::Dark,
            }),
            fault: icon.fault.map(|fault| fault.name().to_owned()),
        }
    }
}

impl Icon {
    /// What was read of it, as the engine wants it to judge further: without its source, which has been judged.
    fn facts(&self) -> catalog::Icon {
        let size = |size: &IconSize| match *size {
            IconSize::Pixels { width, height } => catalog::Size::Pixels { width, height },
            IconSize::Any => catalog::Size::Any,
        };
        let fault = |name: &String| {
            let known = IconFault::ALL.iter().find(|fault| fault.name() == name);
            known.copied().unwrap_or(IconFault::Malformed)
        };
        catalog::Icon {
            src: String::new(),
            mime_type: self.mime_type.clone(),
            sizes: self.sizes.iter().map(size).collect(),
            theme: self.theme.map(catalog::Theme::from),
            fault: self.fault.as_ref().map(fault),
        }
    }
}

/// The place of the icon that fits best at a number of pixels on a background, of those without a fault
/// (MET-11).
#[uniffi::export]
pub fn choose_icon(of: &Item, pixels: u32, theme: Option<Theme>) -> Option<u32> {
    let icons: Vec<_> = of.icons.iter().map(Icon::facts).collect();
    u32::try_from(catalog::choose_icon(&icons, pixels, theme.map(catalog::Theme::from))?).ok()
}

/// The bytes that an icon brings itself; none if it has a fault, or they are elsewhere (MET-10).
#[uniffi::export]
pub fn icon_bytes(of: &Item, index: u32) -> Option<Vec<u8>> {
    Some(whole(of, index)?.bytes().ok()?.1)
}

/// Whether a host that loads an icon may follow a redirection to `to`: only to the same scheme, host and port, and
/// never for an icon with a fault (MET-09).
#[uniffi::export]
pub fn icon_may_redirect(of: &Item, index: u32, to: &str) -> bool {
    whole(of, index).is_some_and(|icon| icon.may_redirect(to))
}

/// One icon with its source.
fn whole(of: &Item, index: u32) -> Option<catalog::Icon> {
    let icon = of.icons.get(usize::try_from(index).ok()?)?;
    Some(catalog::Icon { src: icon.source.clone(), ..icon.facts() })
}

/// Why what was loaded from an icon's source is not to be shown, in the words of its `fault`, which is the answer
/// if it has one; none if it may be (MET-10).
#[uniffi::export]
pub fn vet_icon(of: &Item, index: u32, bytes: Vec<u8>) -> Option<String> {
    let fault = match usize::try_from(index).ok().and_then(|index| of.icons.get(index)) {
        Some(icon) => icon.facts().vet(&bytes).err()?,
        None => IconFault::Malformed,
    };
    Some(fault.name().to_owned())
}
