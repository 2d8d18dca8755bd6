//! From a `file:` URI to a path.

use std::ffi::OsString;
use std::path::PathBuf;

/// The path that a root's URI names; none if it is not an absolute path on this machine.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find('/')?);
    let local = authority.is_empty() || authority.eq_ignore_ascii_case("localhost");
    if !scheme.eq_ignore_ascii_case("file") || !local || path.contains(['?', '#']) {
        return None;
    }
    let bytes = decode(path)?;
    let climbs = bytes.split(|byte| *byte == b'/').any(|part| part == b"..");
    if climbs || bytes.contains(&0) {
        return None;
    }
    Some(native(bytes)?.into())
}

/// Undoes percent-encoding; none if it is broken.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            u8::try_from(digit()? * 16 + digit()?).ok()?
        } else {
            byte
        });
    }
    Some(decoded)
}

#[cfg(unix)]
fn native(path: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(path))
}

/// `/C:/trips` is `C:/trips` there.
#[cfg(not(unix))]
fn native(path: Vec<u8>) -> Option<OsString> {
    let path = String::from_utf8(path).ok()?;
    Some(path.strip_prefix('/')?.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn local_paths_come_out_whole() {
        let path = |uri| to_path(uri).unwrap();
        assert_eq!(path("file:///home/ada/trips"), Path::new("/home/ada/trips"));
        assert_eq!(path("file:///a%20b/%23%25/caf%C3%A9"), Path::new("/a b/#%/café"));
        assert_eq!(path("FILE://localhost/x"), Path::new("/x"));
    }

    #[test]
    fn other_uris_are_no_paths() {
        for uri in [
            "https:///x",
            "file://elsewhere/x",
            "file:///a/../b",
            "file:///a/%2e%2E/b",
            "file:///a%00",
            "file:///a%2",
            "file:///a%zz",
            "file:///a#b",
            "/a",
            "",
        ] {
            assert_eq!(to_path(uri), None, "{uri}");
        }
    }
}
