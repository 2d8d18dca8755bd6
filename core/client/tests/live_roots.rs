//! One list of roots, kept true to the file system, for several servers.
#![cfg(unix)]

mod support;

use mcpclient::json::{Json, Value};
use mcpclient::roots::{LiveRoots, Root, workspace};
use mcpclient::{CallSettings, Client, Code, Host, Offer, Roots, Runtime};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use support::process::{folder, until};
use support::{PATIENCE, inline, json, options, server, threaded};

fn connect(runtime: &Runtime, roots: &LiveRoots) -> Client {
    let mut options = options("roots");
    options.roots = Some(roots.clone());
    runtime.connect(server(), Arc::new(()), options).expect("it starts")
}

/// The names of the roots that the server is told.
fn told(client: &Client) -> Vec<String> {
    let call = client.call_tool("roots", None, CallSettings::default()).expect("started");
    let outcome = call.wait(Some(PATIENCE)).expect("every call ends");
    let success = outcome.as_ref().as_ref().expect("a result");
    let text = success.result.value().at("/content/0/text").and_then(Value::text);
    names(&json(&text.expect("a text")))
}

fn names(result: &Json) -> Vec<String> {
    let roots = result.value().get("roots").expect("roots").items();
    let uri = |root: Value<'_>| root.get("uri").and_then(Value::text).expect("a URI").into_owned();
    roots.map(uri).map(|uri| uri.rsplit('/').next().unwrap_or_default().to_owned()).collect()
}

fn offered(roots: &LiveRoots) -> Vec<String> {
    names(&roots.offered().to_result())
}

fn make(path: &Path) {
    fs::create_dir_all(path).expect("a folder");
}

// proves: ROO-02, ROO-06, ROO-08, ROO-11, ROO-14, ROO-16, ROO-17, ROO-22
#[test]
fn servers_are_told_of_what_is_there() {
    let top = folder("live-roots");
    let (one, two) = (top.join("one"), top.join("two"));
    make(&one);
    let roots = LiveRoots::new();
    roots.set_interval(None);
    roots.add_path(&one, Some("One")).expect("a root");
    // It is no error to add what is not there, nor offered.
    roots.add_path(&two, None).expect("a root");
    assert_eq!((roots.roots().roots().len(), offered(&roots)), (2, vec!["one".to_owned()]));
    for runtime in [threaded(), inline()] {
        make(&one);
        let clients = [connect(&runtime, &roots), connect(&runtime, &roots)];
        for client in &clients {
            assert_eq!(told(client), ["one"]);
        }
        make(&two);
        fs::remove_dir(&one).expect("empty");
        assert!(roots.look());
        assert!(!roots.look(), "nothing has changed since");
        for client in &clients {
            assert_eq!(told(client), ["two"]);
            assert_eq!(names(&client.roots().to_result()), ["two"], "it was announced");
        }
        fs::remove_dir(&two).expect("empty");
        assert!(roots.look());
        assert_eq!(told(&clients[0]), Vec::<String>::new());
        assert_eq!(clients[0].set_roots(roots.roots()).unwrap_err().code, Code::Unsupported);
        make(&one);
        assert!(roots.look());
    }
}

// proves: ROO-14, ROO-17
#[test]
fn a_root_that_vanishes_is_noticed_without_anybody_asking() {
    for runtime in [threaded(), inline()] {
        let top = folder("watched-roots");
        let one = top.join("one");
        make(&one);
        let roots = LiveRoots::new();
        roots.set_interval(Some(Duration::from_millis(5)));
        roots.add_path(&one, None).expect("a root");
        let client = connect(&runtime, &roots);
        let is_told = |count: usize| {
            // Inline, time passes while somebody waits.
            let call = client.ping(CallSettings::default()).expect("started");
            drop(call.wait(Some(PATIENCE)).expect("it ends"));
            client.roots().roots().len() == count
        };
        until("the list", || is_told(1));
        fs::remove_dir(&one).expect("empty");
        until("a vanished root", || is_told(0));
        make(&one);
        until("a root that is back", || is_told(1));
    }
}

// proves: ROO-17
#[test]
fn a_server_that_asks_causes_a_look() {
    let top = folder("asked-roots");
    let one = top.join("one");
    make(&one);
    let roots = LiveRoots::new();
    roots.set_interval(None);
    roots.add_path(&one, None).expect("a root");
    let runtime = threaded();
    let client = connect(&runtime, &roots);
    fs::remove_dir(&one).expect("empty");
    // What was seen a moment ago is good for a moment.
    until("a fresh look", || told(&client).is_empty());
}

// proves: ROO-06
#[test]
fn an_equal_list_is_no_change() {
    let top = folder("equal-roots");
    let roots = LiveRoots::new();
    let root = roots.add_path(&top, Some("Top")).expect("a root");
    assert!(!roots.add(root.clone()), "the same again");
    assert!(!roots.replace([root.clone()]));
    assert!(!roots.rename(root.uri(), Some("Top")));
    assert!(roots.rename(root.uri(), None));
    assert!(!roots.remove("file:///elsewhere"));
    assert!(roots.remove(root.uri()));
    assert!(!roots.remove(root.uri()));
    assert_eq!(roots.add_path("relative", None).unwrap_err().code, Code::Root);
    assert_eq!(roots.add_path("", None).unwrap_err().code, Code::Root);
}

// proves: ROO-19
#[test]
fn what_is_excluded_is_not_offered() {
    let top = folder("excluded-roots");
    let (home, money) = (top.join("home"), top.join("home/money"));
    make(&money.join("tax"));
    make(&top.join("moneybox"));
    let roots = LiveRoots::new();
    roots.add_path(&home, None).expect("a root");
    roots.add_path(money.join("tax"), None).expect("a root");
    assert_eq!(offered(&roots), ["home", "tax"]);
    assert!(roots.contains(money.join("tax/2024.pdf")));
    assert!(roots.exclude(&money).expect("a folder"));
    assert!(!roots.exclude(&money).expect("a folder"), "it is already");
    assert_eq!(names(&roots.excluded().to_result()), ["money"]);
    assert_eq!(offered(&roots), ["home"]);
    assert!(!roots.contains(&money) && !roots.contains(money.join("tax/2024.pdf")));
    assert!(roots.contains(home.join("moneybox")), "a whole name counts");
    // By way of a link it is excluded as well.
    symlink(&money, top.join("link")).expect("a link");
    roots.add_path(top.join("link"), None).expect("a root");
    assert_eq!(offered(&roots), ["home"]);
    symlink(&money, home.join("inner")).expect("a link");
    assert!(!roots.contains(home.join("inner/tax")));
    assert!(roots.include(&money));
    assert!(!roots.include(&money));
    assert_eq!(offered(&roots), ["home", "tax", "link"]);
}

// proves: ROO-12, ROO-13
#[test]
fn containment_follows_links_and_resists_dots() {
    let top = folder("contained-roots");
    let (root, out) = (top.join("inner"), top.join("outside"));
    make(&root.join("deep"));
    make(&out);
    fs::write(root.join("file"), "x").expect("a file");
    symlink(&out, root.join("leads-out")).expect("a link");
    symlink(top.join("nowhere"), root.join("leads-nowhere")).expect("a link");
    symlink(root.join("loop"), root.join("loop")).expect("a link");
    symlink(&root, top.join("alias")).expect("a link");
    let roots = LiveRoots::new();
    let uri = roots.add_path(&root, None).expect("a root").uri().to_owned();
    let inside = [
        root.clone(),
        root.join("file"),
        root.join("deep/../file"),
        root.join("./deep//"),
        root.join("not/there/yet"),
        top.join("alias/deep"),
        top.join("outside/../inner/deep"),
    ];
    for path in inside {
        assert!(roots.contains(&path), "{}", path.display());
    }
    let outside = [
        out.clone(),
        top.clone(),
        top.join("inner-two"),
        root.join(".."),
        root.join("deep/../../outside"),
        root.join("leads-out"),
        root.join("leads-out/new"),
        root.join("leads-nowhere"),
        root.join("leads-nowhere/new"),
        root.join("loop/x"),
        root.join("file/x"),
        root.join("missing/../../outside"),
        root.join("missing/../file"),
        Path::new("inner").to_owned(),
        Path::new("").to_owned(),
    ];
    for path in outside {
        assert!(!roots.contains(&path), "{}", path.display());
    }
    assert!(roots.contains_uri(&uri) && roots.contains_uri(&format!("{uri}/deep")));
    assert!(!roots.contains_uri(&format!("{uri}/../outside")));
    assert!(!roots.contains_uri(&format!("{uri}/%2e%2e/outside")));
    assert!(!roots.contains_uri("https://example.com/"));
    // A root that is a link contains what the link leads to.
    let aliased = LiveRoots::new();
    aliased.add_path(top.join("alias"), None).expect("a root");
    assert!(aliased.contains(root.join("deep")) && !aliased.contains(&out));
    assert!(!LiveRoots::new().contains(&root));
}

// proves: ROO-18
#[test]
fn a_workspace_is_found_upwards() {
    let top = fs::canonicalize(folder("workspaces")).expect("it is there");
    for (index, mark) in [".git", ".hg", ".svn", ".jj"].iter().enumerate() {
        let work = top.join(format!("work{index}"));
        make(&work.join("src/deep"));
        make(&work.join(mark));
        fs::write(work.join("src/main.rs"), "x").expect("a file");
        for opened in ["", "src", "src/deep", "src/main.rs"] {
            assert_eq!(workspace(&work.join(opened)).expect("there"), work);
        }
    }
    // A file may stand for the folder: a second working copy, or one inside another.
    let inner = top.join("work0/src/inner");
    make(&inner.join("x"));
    fs::write(inner.join(".git"), "gitdir: ../../.git/modules/inner").expect("a file");
    assert_eq!(workspace(&inner.join("x")).expect("there"), inner);
    symlink(inner.join("x"), top.join("link")).expect("a link");
    assert_eq!(workspace(&top.join("link")).expect("there"), inner);
    for wrong in ["relative", "/not/there/at/all", ""] {
        assert_eq!(workspace(Path::new(wrong)).unwrap_err().code, Code::Root);
    }
    assert_eq!(workspace(Path::new("/")).expect("opened itself"), Path::new("/"));
    let roots = LiveRoots::new();
    let root = roots.add_workspace(inner.join("x"), None).expect("a root");
    assert_eq!(root.name(), Some("inner"));
    assert_eq!(offered(&roots), ["inner"]);
    let root = roots.add_workspace(inner.join("x"), Some("Mine")).expect("a root");
    assert_eq!((root.name(), roots.roots().roots().len()), (Some("Mine"), 1));
}

#[test]
fn a_list_for_elsewhere_is_taken_as_it_is() {
    let roots = LiveRoots::new();
    let root = Root::new("file:///in/a/container".into(), None).expect("a root");
    assert!(roots.add(root));
    assert_eq!(offered(&roots), Vec::<String>::new());
    roots.set_checked(false);
    assert_eq!(offered(&roots), ["container"]);
    roots.set_checked(true);
    assert_eq!(offered(&roots), Vec::<String>::new());
}

struct Asks(Roots);

impl Host for Asks {
    fn offer(&self) -> Offer {
        Offer { roots: self.0, ..Offer::default() }
    }

    fn input(&self, input: mcpclient::Input) {
        input.answer_result(json(r#"{"roots":[{"uri":"file:///own"}]}"#)).expect("it fits");
    }
}

#[test]
fn a_host_that_answers_itself_wins_over_the_list() {
    let runtime = threaded();
    let roots = LiveRoots::new();
    roots.add_path(folder("unused-roots"), None).expect("a root");
    let mut given = options("asks");
    given.roots = Some(roots);
    let client = runtime.connect(server(), Arc::new(Asks(Roots::Ask)), given).expect("it starts");
    assert_eq!(told(&client), ["own"]);
    let error =
        runtime.connect(server(), Arc::new(Asks(Roots::Live)), options("none")).unwrap_err();
    assert_eq!(error.code, Code::InvalidArg, "without a list");
}
