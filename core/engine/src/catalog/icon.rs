//! Icons: which may be shown, and which fits.
//!
//! The library loads none. It says of each whether a host may, what is in it if it came with its bytes, and
//! afterwards whether the bytes are what they were said to be (MET-09, MET-10).

use super::base64::decode_base64;
use super::image::{Image, is_active};
use crate::codes::codes;
use crate::json::{Kind, Value};
use url::Url;

/// Bytes of one icon.
const LARGEST: usize = 1 << 20;
/// Icons of one item that are looked at.
const MOST: usize = 64;
/// Sizes of one icon.
const MOST_SIZES: usize = 32;

codes! {
    /// Why an icon is not to be shown. Numbers and names never change their meaning; new ones may be added.
    IconFault {
        /// It is no object with a `src`.
        Malformed = 1 "malformed";
        /// Its source is neither `https:` nor `data:` (MET-09).
        Scheme = 2 "scheme";
        /// It is said to be something else than an image of a known kind.
        Type = 3 "type";
        /// The bytes that it brings are not written as they must be.
        Data = 4 "data";
        /// It is not an image of the kind that it is said to be, by what its bytes begin with.
        Content = 5 "content";
        /// It has too many bytes.
        Large = 6 "large";
        /// It is on another host than the server.
        Origin = 7 "origin";
        /// A drawing that could run or load something.
        Active = 8 "active";
    }
}

/// For which background an icon is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
}

/// One size that an icon has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// Pixels.
    Pixels {
        /// From left to right.
        width: u32,
        /// From top to bottom.
        height: u32,
    },
    /// It can be drawn at any size.
    Any,
}

/// One icon as a server names it (MET-07), which may not be one to be shown: see [`Icon::fault`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Where it is; the server's word. Empty if it names nothing.
    pub src: String,
    /// Its media type as the server says, if it does.
    pub mime_type: Option<String>,
    /// Its sizes. None: it was not said.
    pub sizes: Vec<Size>,
    /// The background that it is made for; `None` is any.
    pub theme: Option<Theme>,
    /// Why it is not to be shown, if so. Nothing else of it is to be used then.
    pub fault: Option<IconFault>,
}

impl Icon {
    /// The icons of a tool, a resource, a template, a prompt or a server. `own` is the server's host, where it
    /// has one: icons elsewhere are at fault.
    #[must_use]
    pub fn all(of: Value<'_>, own: Option<&str>) -> Vec<Self> {
        let icons = of.get("icons").filter(|icons| icons.kind() == Kind::Array);
        icons
            .into_iter()
            .flat_map(Value::items)
            .take(MOST)
            .map(|icon| Self::read(icon, own))
            .collect()
    }

    fn read(icon: Value<'_>, own: Option<&str>) -> Self {
        let text =
            |name: &str| icon.get(name).and_then(Value::text).map(std::borrow::Cow::into_owned);
        let mut read = Self {
            src: text("src").unwrap_or_default(),
            mime_type: text("mimeType"),
            sizes: icon.get("sizes").map(sizes).unwrap_or_default(),
            theme: match text("theme").as_deref() {
                Some("light") => Some(Theme::Light),
                Some("dark") => Some(Theme::Dark),
                _ => None,
            },
            fault: None,
        };
        read.fault = read.judge(own).err();
        read
    }

    fn judge(&self, own: Option<&str>) -> Result<(), IconFault> {
        if self.src.is_empty() {
            return Err(IconFault::Malformed);
        }
        if let Some(name) = &self.mime_type {
            Image::of_type(name).ok_or(IconFault::Type)?;
        }
        if self.data().is_some() {
            return self.bytes().map(|_| ());
        }
        let url = https(&self.src).ok_or(IconFault::Scheme)?;
        let host = url.host_str().unwrap_or_default();
        if own.is_some_and(|own| !own.eq_ignore_ascii_case(host)) {
            return Err(IconFault::Origin);
        }
        Ok(())
    }

    /// What stands behind `data:`.
    fn data(&self) -> Option<&str> {
        let scheme = self.src.get(..5)?;
        scheme.eq_ignore_ascii_case("data:").then(|| &self.src[5..])
    }

    /// The bytes that the icon brings itself, and what they are; nothing is loaded.
    ///
    /// # Errors
    /// Why there are none: the icon's own fault, if it has one; [`IconFault::Scheme`] if they are elsewhere.
    pub fn bytes(&self) -> Result<(Image, Vec<u8>), IconFault> {
        self.good()?;
        let data = self.data().ok_or(IconFault::Scheme)?;
        let (head, body) = data.split_once(',').ok_or(IconFault::Data)?;
        let name = head.strip_suffix(";base64").ok_or(IconFault::Data)?;
        let image = Image::of_type(name).ok_or(IconFault::Type)?;
        if body.len() / 4 * 3 > LARGEST + 2 {
            return Err(IconFault::Large);
        }
        let bytes = decode_base64(body, LARGEST).ok_or(IconFault::Data)?;
        if self.vet(&bytes)? != image {
            return Err(IconFault::Content);
        }
        Ok((image, bytes))
    }

    /// Whether bytes that the host loaded are what the icon was said to be, and what they are.
    ///
    /// # Errors
    /// Why they are not to be shown: the icon's own fault, if it has one, or theirs.
    pub fn vet(&self, bytes: &[u8]) -> Result<Image, IconFault> {
        self.good()?;
        if bytes.len() > LARGEST {
            return Err(IconFault::Large);
        }
        let image = Image::of_bytes(bytes).ok_or(IconFault::Content)?;
        let said = self.mime_type.as_deref().and_then(Image::of_type);
        if said.is_some_and(|said| said != image) {
            return Err(IconFault::Content);
        }
        if image == Image::Svg && is_active(bytes) {
            return Err(IconFault::Active);
        }
        Ok(image)
    }

    /// Whether a host that loads the icon may follow a redirection to `to`: only to the same scheme, host and
    /// port (MET-09), and never for an icon at fault.
    #[must_use]
    pub fn may_redirect(&self, to: &str) -> bool {
        let both = https(&self.src).zip(https(to)).filter(|_| self.fault.is_none());
        both.is_some_and(|(from, to)| from.origin() == to.origin())
    }

    /// Of an icon at fault nothing else is used.
    fn good(&self) -> Result<(), IconFault> {
        self.fault.map_or(Ok(()), Err)
    }
}

fn https(src: &str) -> Option<Url> {
    let plain = src.len() <= 8_192 && !src.chars().any(|c| c.is_control() || c.is_whitespace());
    let url = plain.then(|| Url::parse(src).ok()).flatten()?;
    let bare = url.username().is_empty() && url.password().is_none();
    (url.scheme() == "https" && url.host().is_some() && bare).then_some(url)
}

/// A list of texts; one text was a spelling of a draft.
fn sizes(value: Value<'_>) -> Vec<Size> {
    let read = |text: &str| -> Option<Size> {
        if text.eq_ignore_ascii_case("any") {
            return Some(Size::Any);
        }
        let (width, height) = text.split_once(['x', 'X'])?;
        Some(Size::Pixels { width: width.parse().ok()?, height: height.parse().ok()? })
    };
    match value.text() {
        Some(text) => text.split_ascii_whitespace().take(MOST_SIZES).filter_map(read).collect(),
        None if value.kind() == Kind::Array => {
            let texts = value.items().take(MOST_SIZES).filter_map(Value::text);
            texts.filter_map(|text| read(&text)).collect()
        }
        None => Vec::new(),
    }
}

/// The icon that fits best at `pixels` on a background (MET-11): made for it or for any; then the smallest that
/// is large enough, or else the largest. Icons at fault are none.
#[must_use]
pub fn choose_icon(icons: &[Icon], pixels: u32, theme: Option<Theme>) -> Option<usize> {
    let rank = |icon: &Icon| {
        let fits = match (icon.theme, theme) {
            (Some(its), Some(wanted)) if its == wanted => 0_u8,
            (None, _) | (_, None) => 1,
            _ => 2,
        };
        // How far it is from the size: exact, then larger ones, then smaller ones, then unknown.
        let distance = |size: &Size| match *size {
            Size::Any => (0, 1),
            Size::Pixels { width, height } if width.min(height) >= pixels => {
                (0, u64::from(width.min(height) - pixels) * 2)
            }
            Size::Pixels { width, height } => (1, u64::from(pixels - width.min(height))),
        };
        (fits, icon.sizes.iter().map(distance).min().unwrap_or((2, 0)))
    };
    let good = icons.iter().enumerate().filter(|(_, icon)| icon.fault.is_none());
    good.min_by_key(|(_, icon)| rank(icon)).map(|(index, _)| index)
}
