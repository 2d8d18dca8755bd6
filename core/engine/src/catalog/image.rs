//! What kind of image some bytes are, by what they begin with.

use crate::codes::codes;

codes! {
    /// Kinds of images that an icon may be (MET-08). Numbers and names never change their meaning; new ones
    /// may be added.
    Image {
        /// PNG, which every host that shows icons has to know.
        Png = 1 "image/png";
        /// JPEG, likewise.
        Jpeg = 2 "image/jpeg";
        /// WebP.
        Webp = 3 "image/webp";
        /// SVG: a document, to be drawn where nothing in it can run or load.
        Svg = 4 "image/svg+xml";
    }
}

impl Image {
    /// The kind of that media type; its parameters do not count.
    #[must_use]
    pub fn of_type(name: &str) -> Option<Self> {
        let name = name.split(';').next().unwrap_or_default().trim();
        let alias = if name.eq_ignore_ascii_case("image/jpg") { "image/jpeg" } else { name };
        Self::ALL.iter().copied().find(|image| image.name().eq_ignore_ascii_case(alias))
    }

    /// What the bytes are, whatever anybody says that they are.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            _ => {
                let text = std::str::from_utf8(bytes).ok()?;
                let text = text.trim_start_matches('\u{feff}').trim_start();
                let begins = |with: &str| {
                    text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
                };
                let document = ["<svg", "<?xml", "<!--", "<!doctype svg"].into_iter().any(begins);
                (document && text.contains("<svg")).then_some(Self::Svg)
            }
        }
    }
}

/// Whether a drawing holds what could run or load something (MET-10). It errs on the side of yes.
pub(super) fn is_active(svg: &[u8]) -> bool {
    const WORDS: [&str; 9] = [
        "<script",
        "<foreignobject",
        "<iframe",
        "<!entity",
        "javascript:",
        "<?xml-stylesheet",
        "@import",
        "<handler",
        "<set",
    ];
    let text = String::from_utf8_lossy(svg).to_ascii_lowercase();
    // Each looks no further than to the next thing of its own kind: all of them together go once over the text.
    let handler = |at: usize| {
        let name = text[at..].strip_prefix("on");
        let rest = name.map(|name| name.trim_start_matches(|c: char| c.is_ascii_alphabetic()));
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let outward = |at: usize| {
        let value = text[at + 4..].trim_start().strip_prefix('=').map(str::trim_start);
        value.is_some_and(|value| {
            let inner = value.strip_prefix(['"', '\'']).unwrap_or(value).trim_start();
            !inner.starts_with('#') && !inner.starts_with("data:image/")
        })
    };
    WORDS.iter().any(|word| text.contains(word))
        || text
            .match_indices(|c: char| c.is_whitespace() || c == '/' || c == '"' || c == '\'')
            .any(|(at, mark)| handler(at + mark.len()))
        || text.match_indices("href").any(|(at, _)| outward(at))
        || text.match_indices("url(").any(|(at, _)| {
            let inner = text[at + 4..].trim_start_matches(['"', '\'', ' ']);
            !inner.starts_with('#') && !inner.starts_with("data:image/")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: MET-10
    #[test]
    fn drawings_that_run_or_load_are_told_apart() {
        for calm in [
            "<svg><path d='M0 0'/></svg>",
            "<svg><use href='#a'/><rect fill=\"url(#g)\"/></svg>",
            "<svg><text>only one: 1</text><title>carry on</title></svg>",
        ] {
            assert!(!is_active(calm.as_bytes()), "{calm}");
        }
        for active in [
            "<svg><script>1</script></svg>",
            "<svg ONLOAD = 'x()'/>",
            "<svg/onload=x()>",
            "<svg \n\t  onload=x()>",
            "<svg / \u{a0}onload\n =x()>",
            "<svg><a href=https://example.com/></svg>",
            "<svg><a xlink:href='https://example.com'/></svg>",
            "<svg><image href=\"http://example.com/a.png\"/></svg>",
            "<svg><rect fill=\"url(https://example.com/a)\"/></svg>",
            "<svg><foreignObject/></svg>",
            "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>",
            // Only looks like it: what is text, and what is a tag, is for a parser to say.
            "<svg><text>only one = 1</text></svg>",
        ] {
            assert!(is_active(active.as_bytes()), "{active}");
        }
    }

    // proves: MET-10
    #[test]
    fn a_drawing_is_looked_through_once_however_it_repeats_itself() {
        const LARGE: usize = 1 << 20;
        for part in [
            " ", "\n", "\"", "/", " on", " on ", "on", "o", " ona", "href", "href ", "href= ",
            "href='#", "url(", "url( ", "url(#", "=", "<", "<s", "\u{a0}", "\0",
        ] {
            let body = part.repeat(LARGE / part.len());
            let drawing = format!("<svg{body}");
            let outward = ["href= ", "url(", "url( "].contains(&part);
            assert_eq!(is_active(drawing.as_bytes()), outward, "{part:?}");
            assert_eq!(Image::of_bytes(drawing.as_bytes()), Some(Image::Svg), "{part:?}");
            assert!(is_active(format!("<svg{body} onload='x()'/>").as_bytes()), "{part:?}");
            assert_eq!(Image::of_bytes(body.as_bytes()), None, "{part:?}");
        }
    }
}
