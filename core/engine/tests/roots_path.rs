//! Between paths and `file:` URIs.
// proves: ROO-03, ROO-04, ROO-12, ROO-20

use mcpclient_engine::Code;
use mcpclient_engine::roots::{Style, contains, from_path, to_path, to_path_bytes};
use proptest::prelude::*;

use Style::{Posix, Windows};

fn uris(style: Style, rows: &[(&str, Option<&str>)]) {
    for (path, uri) in rows {
        let made = from_path(path, style);
        assert_eq!(made.as_ref().ok().map(String::as_str), *uri, "{path:?}: {made:?}");
        if let Err(error) = made {
            assert_eq!(error.code, Code::Root);
        }
    }
}

fn paths(style: Style, rows: &[(&str, Option<&str>)]) {
    for (uri, path) in rows {
        let made = to_path(uri, style);
        assert_eq!(made.as_ref().ok().map(String::as_str), *path, "{uri:?}: {made:?}");
    }
}

#[test]
fn posix_paths_become_uris() {
    uris(
        Posix,
        &[
            ("/", Some("file:///")),
            ("/home/user/My Docs", Some("file:///home/user/My%20Docs")),
            ("/home/user/50% off", Some("file:///home/user/50%25%20off")),
            ("/home/user/a%20b", Some("file:///home/user/a%2520b")),
            ("/home/user/a#b?c", Some("file:///home/user/a%23b%3Fc")),
            ("/home/user/データ", Some("file:///home/user/%E3%83%87%E3%83%BC%E3%82%BF")),
            ("/home/user/[x]{y}", Some("file:///home/user/%5Bx%5D%7By%7D")),
            ("/home/user/a;b=c&d+e,f:g@h!'()*$~", Some("file:///home/user/a;b=c&d+e,f:g@h!'()*$~")),
            ("/home/user/back\\slash", Some("file:///home/user/back%5Cslash")),
            ("/home/user/new\nline", Some("file:///home/user/new%0Aline")),
            ("/home/user/p/", Some("file:///home/user/p")),
            ("//home//user/./p/.", Some("file:///home/user/p")),
            ("/e\u{301}/é", Some("file:///e%CC%81/%C3%A9")),
            ("/...", Some("file:///...")),
            ("/C:/x", Some("file:///C:/x")),
            ("/a/../b", None),
            ("/..", None),
            ("relative", None),
            ("", None),
            ("~/x", None),
            ("/a\0b", None),
            ("C:\\x", None),
            ("file:///x", None),
        ],
    );
    assert_eq!(from_path(b"/caf\xe9", Posix).expect("bytes"), "file:///caf%E9");
}

#[test]
fn uris_become_posix_paths() {
    paths(
        Posix,
        &[
            ("file:///", Some("/")),
            ("file:///home/user/p/", Some("/home/user/p")),
            ("file:///home/user//p", Some("/home/user/p")),
            ("file:/a", Some("/a")),
            ("FILE:///a", Some("/a")),
            ("file://localhost/a", Some("/a")),
            ("file://LOCALHOST/a", Some("/a")),
            ("file:///a+b", Some("/a+b")),
            ("file:///My%20Docs/%e3%83%87", Some("/My Docs/デ")),
            ("file:///a%2520b", Some("/a%20b")),
            ("file:///a/../b/./c", Some("/b/c")),
            ("file:///a/%2e%2E/b", Some("/b")),
            ("file:///../../etc", Some("/etc")),
            ("file:///C%3A/x", Some("/C:/x")),
            ("file:///ü", Some("/ü")),
            ("file:///a%5Cb", Some("/a\\b")),
            ("file:///a%2Fb", None),
            ("file:///a%2fb", None),
            ("file:///a%00b", None),
            ("file:///a%zz", None),
            ("file:///a%", None),
            ("file:///a%4", None),
            ("file:///a%+1b", None),
            ("file:///caf%E9", None),
            ("file:///a?q#f", None),
            ("file:///a#f", None),
            ("file://srv/share/x", None),
            ("file://user@localhost/a", None),
            ("file://localhost:80/a", None),
            ("file://", None),
            ("file:", None),
            ("file:a", None),
            ("https://example.com/a", None),
            ("/home/user/p", None),
            ("", None),
            ("untitled:Untitled-1", None),
            ("vscode-remote://ssh-remote%2Bbox/home/user/p", None),
            ("files:///a", None),
        ],
    );
    assert_eq!(to_path_bytes("file:///caf%E9", Posix).expect("bytes"), b"/caf\xe9");
}

#[test]
fn windows_paths_become_uris() {
    uris(
        Windows,
        &[
            ("C:\\Users\\dev\\My Project", Some("file:///C:/Users/dev/My%20Project")),
            ("c:\\x", Some("file:///c:/x")),
            ("C:\\", Some("file:///C:/")),
            ("C:/mixed\\sep", Some("file:///C:/mixed/sep")),
            ("C:\\x\\", Some("file:///C:/x")),
            ("C:\\a\\.\\b\\\\c", Some("file:///C:/a/b/c")),
            ("C:\\50% off\\a#b", Some("file:///C:/50%25%20off/a%23b")),
            ("\\\\?\\C:\\long\\path", Some("file:///C:/long/path")),
            ("C:\\Gr\u{f6}\u{df}e", Some("file:///C:/Gr%C3%B6%C3%9Fe")),
            ("\\\\srv\\share\\dir one", Some("file://srv/share/dir%20one")),
            ("//srv/share", Some("file://srv/share")),
            ("\\\\wsl$\\Ubuntu\\home", Some("file://wsl$/Ubuntu/home")),
            ("\\\\?\\UNC\\srv\\share", Some("file://srv/share")),
            ("\\\\srv@SSL\\share", Some("file://srv%40SSL/share")),
            ("\\\\?\\unc\\srv\\share\\x", Some("file://srv/share/x")),
            ("\\\\localhost\\share", Some("file:////localhost/share")),
            ("C:relative", None),
            ("C:", None),
            ("\\rooted", None),
            ("/rooted", None),
            ("CON", None),
            ("relative", None),
            ("", None),
            ("\\\\srv", None),
            ("\\\\srv\\", None),
            ("C:\\a\\..\\b", None),
            ("\\\\srv\\share\\..", None),
            ("\\\\.\\COM1", None),
            ("\\\\?\\Volume{b75e2c83}\\x", None),
            ("\\\\?\\C:/x", None),
            ("\\\\?\\UNC\\srv", None),
            ("\\\\?\\UNC\\\\share", None),
            ("C:\\a:stream", None),
            ("C:\\a?", None),
            ("C:\\a*", None),
            ("C:\\.. \\x", None),
            ("C:\\dots.", None),
            ("1:\\x", None),
            ("\\\\\\srv\\share", None),
            ("C:\\a\0", None),
        ],
    );
}

#[test]
fn uris_become_windows_paths() {
    paths(
        Windows,
        &[
            ("file:///C:/a%20b", Some("C:\\a b")),
            ("file:///c%3A/a", Some("c:\\a")),
            ("file:///c%3a/a", Some("c:\\a")),
            ("file:///C|/a", Some("C:\\a")),
            ("file:/C:/a", Some("C:\\a")),
            ("file:///C:", Some("C:\\")),
            ("file:///C:/", Some("C:\\")),
            ("file://localhost/C:/a/", Some("C:\\a")),
            ("file:///C:/a/../b", Some("C:\\b")),
            ("file:///C:/../../b", Some("C:\\b")),
            ("file://srv/share/x", Some("\\\\srv\\share\\x")),
            ("file://srv%40SSL/share", Some("\\\\srv@SSL\\share")),
            ("file:////srv/share/x", Some("\\\\srv\\share\\x")),
            ("file://///srv/share/x", Some("\\\\srv\\share\\x")),
            ("file://wsl%24/Ubuntu", Some("\\\\wsl$\\Ubuntu")),
            ("file://srv/share/../x", Some("\\\\srv\\share\\x")),
            ("file:////localhost/share", Some("\\\\localhost\\share")),
            ("file:///C:/a\\b", Some("C:\\a\\b")),
            ("file:///C:/Gr%C3%B6", Some("C:\\Gr\u{f6}")),
            ("file://C:/a", None),
            ("file:///a", None),
            ("file:///", None),
            ("file://srv", None),
            ("file://srv/", None),
            ("file:///C:/a%5Cb", None),
            ("file:///C:/a%2Fb", None),
            ("file:///C:/a%3Ab", None),
            ("file:///C:/caf%E9", None),
            ("file:///C:/a%00", None),
            ("file:///C:/..%20/x", None),
            ("file:///CC:/x", None),
            ("file:///1:/x", None),
        ],
    );
}

#[test]
fn containment_is_by_whole_names() {
    // proves: ROO-12
    for (root, place, inside) in [
        ("file:///home/user/p/", "/home/user/p", true),
        ("file:///home/user/p", "/home/user/p/x", true),
        ("file:///", "/anything", true),
        ("file:///home/user/p", "/home/user/p2", false),
        ("file:///srv/data/app", "file:///srv/data/app/../secret", false),
        ("file:///srv/data/app", "file:///srv/data/app/%2e%2e/secret", false),
        ("file:///srv/data/app", "file:///srv/data/app/.%2E/secret", false),
        ("file:///srv/data/app", "file:///srv/data/app/x/../y", true),
        ("file:///srv/data/app", "file:///srv/data/app/..%2Fsecret", false),
        ("file:///srv/data/app", "file:///srv/data/app%2F..%2Fsecret", false),
        ("file:///srv/data/app", "file:///srv/data/application", false),
        ("file:///srv/data/app", "file:///srv/data/app.bak", false),
        ("file:///srv/data/app", "file:///srv/data/app/...", true),
        ("file:///srv/data/app", "file:///srv/data/app/..\\secret", true),
        ("file:///srv/data/app", "file:///SRV/data/app", false),
        ("file:///srv/data/app", "/srv/data/app/../x", false),
        ("file:///srv/data/app", "https://example.com/srv/data/app", false),
        ("nonsense", "/a", false),
        ("file:///srv", "file://host/srv", false),
        ("file:///srv", "srv", false),
    ] {
        assert_eq!(contains(root, place, Posix), inside, "{root} {place}");
    }
    for (root, place, inside) in [
        ("file:///C:/work", "C:\\Work\\x", true),
        ("file:///c%3A/work", "file:///C:/WORK/x", true),
        ("file:///C:/work", "D:\\work", false),
        ("file:///C:/work", "C:/work/..\\x", false),
        ("file:///C:/work", "file:///C:/work/..\\secret", false),
        ("file:///C:/work", "file:///C:/work/.. /secret", false),
        ("file:///C:/work", "file:///C:/work%5C..%5Cx", false),
        ("file://srv/share", "\\\\SRV\\share\\x", true),
        ("file://srv/share", "file:////srv/Share/x", true),
        ("file://srv/share", "\\\\other\\share\\x", false),
        ("file:///C:/", "C:\\x", true),
    ] {
        assert_eq!(contains(root, place, Windows), inside, "{root} {place}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn posix_paths_come_back(names in prop::collection::vec(prop::collection::vec(1u8..=255, 1..6), 0..5)) {
        let names: Vec<Vec<u8>> = names.into_iter().filter(|n| !n.contains(&b'/') && n != b"." && n != b"..").collect();
        let path = [b"/".as_slice(), &names.join(&b'/')].concat();
        let uri = from_path(&path, Posix).expect("a legal path");
        prop_assert!(uri.starts_with("file:///") && uri.is_ascii());
        prop_assert_eq!(to_path_bytes(&uri, Posix).expect("a legal URI"), path);
        prop_assert!(contains("file:///", &uri, Posix));
    }

    #[test]
    fn windows_paths_come_back(drive in "[A-Za-z]:|\\\\\\\\[a-z0-9$-]{1,8}\\\\[a-z ]{0,3}[a-z]", names in prop::collection::vec("[^\\\\/\u{0}-\u{1f}<>:\"|?*]{0,5}[^\\\\/\u{0}-\u{1f}<>:\"|?*. ]", 0..4)) {
        let mut path = drive;
        for name in &names {
            path.push('\\');
            path.push_str(name);
        }
        if path.len() == 2 {
            path.push('\\');
        }
        let uri = from_path(&path, Windows).expect("a legal path");
        prop_assert!(uri.is_ascii());
        prop_assert_eq!(to_path(&uri, Windows).expect("a legal URI"), path);
    }

    #[test]
    fn anything_is_a_path_or_an_error(text in any::<String>(), tail in "[/\\\\.%0-9a-fA-F:|A-Z]{0,12}") {
        for text in [text.clone(), format!("file:///{text}{tail}"), format!("file://{tail}/{text}"), format!("\\\\?\\{tail}"), format!("C:\\{text}{tail}")] {
            for style in [Posix, Windows] {
                if let Ok(path) = to_path_bytes(&text, style) {
                    let uri = from_path(&path, style);
                    prop_assert!(uri.is_ok(), "{:?} {:?}", text, path);
                    prop_assert_eq!(to_path_bytes(&uri.expect("checked"), style).expect("canonical"), path);
                }
                let _ = from_path(&text, style);
                let _ = contains(&text, "file:///C:/a", style);
            }
        }
    }
}
