//! What is offered to servers.
// proves: ROO-02, ROO-03, ROO-05, ROO-06, ROO-12, ROO-22

use mcpclient_engine::Code;
use mcpclient_engine::json::Value;
use mcpclient_engine::roots::{Root, RootList, check_result};

fn root(uri: &str) -> Root {
    Root::new(uri.to_owned(), None).expect(uri)
}

fn named(uri: &str, name: &str) -> Root {
    Root::new(uri.to_owned(), Some(name.to_owned())).expect(uri)
}

fn uris(list: &RootList) -> Vec<&str> {
    list.roots().iter().map(Root::uri).collect()
}

#[test]
fn only_correct_file_uris_are_roots() {
    for uri in [
        "file:///home/user/ok",
        "file:///",
        "FILE:///a",
        "file://localhost/a",
        "file:///C:/x",
        "file:///c%3A/x",
        "file://srv/share",
        "file:////srv/share",
        "file:/a",
    ] {
        assert_eq!(root(uri).uri(), uri);
    }
    for uri in [
        "vscode-remote://ssh-remote%2Bbox/home/user/p",
        "https://example.com/repo",
        "untitled:Untitled-1",
        "",
        "/home/user/p",
        "C:\\x",
        "file:",
        "file://",
        "file:x",
        "file:///srv/data/../etc",
        "file:///srv/%2e%2e/etc",
        "file:///./a",
        "file:///a%2Fb",
        "file:///a%00",
        "file:///a b",
        "file:///ü",
        "file:///a?q",
        "file:///a#f",
        "file:///a%zz",
        "file://user@host/a",
        "file://C:/a",
        "file:///a\\b",
        " file:///a",
    ] {
        let error = Root::new(uri.to_owned(), None).expect_err(uri);
        assert_eq!(error.code, Code::Root);
        assert!(uri.len() < 6 || !error.message.contains(uri), "{error}");
    }
}

#[test]
fn each_place_is_in_the_list_once_in_order() {
    let mut list = RootList::default();
    assert!(list.add(named("file:///home/user/p", "P")));
    assert!(list.add(root("file:///home/user/q/")));
    assert!(!list.add(named("file:///home/user/p", "P")));
    assert!(!list.add(named("file:///home//user/%70/", "P")));
    assert!(list.add(named("file://localhost/home/user/p", "Renamed")));
    assert!(list.add(root("file:///home/user/P")));
    assert_eq!(uris(&list), ["file:///home/user/p", "file:///home/user/q/", "file:///home/user/P"]);
    assert_eq!(list.roots()[0].name(), Some("Renamed"));
    for (one, other) in [
        ("file:///C:/x", "file:///c%3a/x/"),
        ("file://SRV/share", "file:////srv/share"),
        ("file:///", "file://localhost//"),
    ] {
        let mut list = RootList::default();
        assert!(list.add(root(one)) && !list.add(root(other)), "{one} {other}");
    }
    for (one, other) in [
        ("file:///C:/x", "file:///C:/X"),
        ("file://srv/share", "file:///srv/share"),
        ("file:///a%5Cb", "file:///a/b"),
    ] {
        let mut list = RootList::default();
        assert!(list.add(root(one)) && list.add(root(other)), "{one} {other}");
    }
}

#[test]
fn every_change_says_whether_it_was_one() {
    let mut list: RootList = [root("file:///a"), named("file:///b", "B")].into_iter().collect();
    assert!(!list.rename("file:///b/", Some("B".into())));
    assert!(list.rename("file:///b/", None) && !list.rename("file:///c", None));
    assert!(list.remove("file:///a/") && !list.remove("file:///a") && !list.remove("nonsense"));
    assert!(!list.replace([root("file:///b")]));
    assert!(list.replace([root("file:///c"), root("file:///b"), root("file:///c/")]));
    assert_eq!(uris(&list), ["file:///c", "file:///b"]);
    assert!(list.replace([]) && list.roots().is_empty());
}

#[test]
fn the_result_holds_each_uri_as_it_was_given() {
    let list: RootList =
        [root("file:///home/user/p/"), named("file:///x", "\"X\"")].into_iter().collect();
    let result = list.to_result();
    assert_eq!(
        result.as_str(),
        r#"{"roots":[{"uri":"file:///home/user/p/"},{"uri":"file:///x","name":"\"X\""}]}"#
    );
    assert!(check_result(result.value()).is_ok());
    assert_eq!(RootList::default().to_result().as_str(), r#"{"roots":[]}"#);
}

#[test]
fn a_result_of_the_hosts_own_is_checked() {
    let check = |text: &str| check_result(Value::parse(text).expect(text));
    for good in [r#"{"roots":[]}"#, r#"{"roots":[{"uri":"file:///a","_meta":{}}],"_meta":{"k":1}}"#]
    {
        assert!(check(good).is_ok(), "{good}");
    }
    for (bad, place) in [
        ("[]", "object"),
        ("{}", "`roots`"),
        (r#"{"roots":{}}"#, "`roots`"),
        (r#"{"roots":[],"roots":[]}"#, "once"),
        (r#"{"roots":[1]}"#, "roots[0]"),
        (r#"{"roots":[{"uri":"file:///a"},{}]}"#, "roots[1].uri"),
        (r#"{"roots":[{"uri":"https://x/"}]}"#, "roots[0].uri"),
        (r#"{"roots":[{"uri":"/a"}]}"#, "roots[0].uri"),
        (r#"{"roots":[{"uri":"file:///a","name":null}]}"#, "roots[0].name"),
        (r#"{"roots":[{"uri":"file:///a","uri":"file:///b"}]}"#, "roots[0]"),
    ] {
        let error = check(bad).expect_err(bad);
        assert_eq!(error.code, Code::Root);
        assert!(error.message.contains(place), "{bad}: {error}");
    }
}
