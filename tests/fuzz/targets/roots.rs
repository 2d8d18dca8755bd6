//! Between paths and `file:` URIs: what comes out of one goes into the other, and a place inside a
//! root is a place whose path begins with the root's.
//!
//! Input: a byte that picks the rules, then two texts parted by a zero byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::roots::{Root, RootList, Style, contains, from_path, to_path_bytes};

fuzz_target!(|data: &[u8]| {
    let Some((style, rest)) = data.split_first() else { return };
    let style = if style % 2 == 0 { Style::Posix } else { Style::Windows };
    let mut parts = rest.splitn(2, |byte| *byte == 0);
    let (first, second) = (parts.next().unwrap_or(b""), parts.next().unwrap_or(b""));
    path(first, style);
    if let (Ok(root), Ok(other)) = (std::str::from_utf8(first), std::str::from_utf8(second)) {
        uri(root, style);
        inside(root, other, style);
        list(root, other);
    }
});

/// A path that can be a URI comes back, and makes the same URI again.
fn path(path: &[u8], style: Style) {
    let Ok(uri) = from_path(path, style) else { return };
    Root::new(uri.clone(), None).expect("a root can be made of every path");
    let back = to_path_bytes(&uri, style).expect("it came from a path");
    assert_eq!(from_path(&back, style).as_deref(), Ok(uri.as_str()));
    if style == Style::Posix {
        let names = |path: &[u8]| -> Vec<Vec<u8>> {
            let names = path.split(|byte| *byte == b'/');
            names.filter(|name| !matches!(*name, b"" | b".")).map(<[u8]>::to_vec).collect()
        };
        assert_eq!(names(&back), names(path));
    }
}

fn uri(uri: &str, style: Style) {
    let Ok(path) = to_path_bytes(uri, style) else { return };
    assert!(uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:")));
    assert!(!path.contains(&0));
    assert!(contains(uri, uri, style), "a place is inside itself");
    let canonical = from_path(&path, style).expect("it is a path");
    assert!(contains(&canonical, uri, style) && contains(uri, &canonical, style));
}

fn inside(root: &str, candidate: &str, style: Style) {
    if !contains(root, candidate, style) {
        return;
    }
    let candidate = match candidate.starts_with("file:") {
        true => candidate.to_owned(),
        false => match from_path(candidate, style) {
            Ok(uri) => uri,
            Err(_) => return,
        },
    };
    let (separator, fold) = match style {
        Style::Posix => ('/', false),
        Style::Windows => ('\\', true),
    };
    let names = |uri: &str| -> Vec<String> {
        let path = to_path_bytes(uri, style).expect("it is a place");
        let path = String::from_utf8_lossy(&path);
        let path = if fold { path.to_lowercase() } else { path.into_owned() };
        path.split(separator).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (root, place) = (names(root), names(&candidate));
    assert!(place.starts_with(&root), "{place:?} is not in {root:?}");
    assert!(!place.iter().any(|name| name == ".."));
}

/// A list holds each place once, and what was added can be taken out.
fn list(first: &str, second: &str) {
    let mut roots = RootList::default();
    for uri in [first, second, first] {
        if let Ok(root) = Root::new(uri.to_owned(), None) {
            let known = roots.roots().len();
            assert_eq!(roots.add(root), roots.roots().len() > known);
        }
    }
    assert!(roots.roots().len() <= 2);
    assert!(roots.to_result().as_str().starts_with("{\"roots\":["));
    while let Some(uri) = roots.roots().first().map(|root| root.uri().to_owned()) {
        assert!(roots.remove(&uri), "it was there");
    }
}
