//! What the library says of a URL before anybody visits it.

use mcpclient_engine::elicitation::{UrlFacts, UrlHazard};

fn facts(url: &str) -> UrlFacts {
    UrlFacts::read(url, None).unwrap_or_else(|problem| panic!("{url}: {problem}"))
}

fn hazards(url: &str) -> Vec<UrlHazard> {
    facts(url).hazards().to_vec()
}

// proves: URL-08, SEC-06, SEC-08
#[test]
fn only_https_and_http_on_this_machine() {
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "vbscript:x",
        "http://example.com/",
        "http://192.168.1.1/",
        "ftp://example.com/",
        "mailto:a@example.com",
        "example.com",
        "/relative",
        "",
        "https://",
        "https:///path-only:99999",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "file://server/share/x.exe",
        "ms-settings:",
        "smb://host/x",
        "about:blank",
        "blob:https://example.com/1",
        "https:example.com",
        "https:/example.com/",
        "https:\\\\example.com\\",
        "//example.com/x",
        "http://",
        "https://example.com\\@evil.example/",
        "https://exam\tple.com/",
        " https://example.com/",
        "https://example.com/ ",
        "https://example.com/a b",
        "https://example.com/`id`",
        "https://example.com/?a=\"&whoami&\"",
        "https://example.com/<script>",
        "https://example.com/\u{a0}x",
    ] {
        assert!(UrlFacts::read(url, None).is_err(), "{url}");
    }
    for url in
        ["https://example.com/", "http://localhost:8080/x", "http://127.0.0.1/", "http://[::1]/a"]
    {
        assert!(UrlFacts::read(url, None).is_ok(), "{url}");
    }
    assert!(UrlFacts::read(&format!("https://example.com/{}", "a".repeat(9_000)), None).is_err());
}

// proves: URL-02, SEC-07
#[test]
fn what_may_be_opened_is_handed_over_unchanged() {
    for url in [
        "https://example.com/?a=1&calc.exe",
        "https://example.com/?q=%COMSPEC%",
        "https://example.com/$(id)",
        "https://example.com/;reboot",
        "https://example.com/?a=1|b",
        "https://a:$(id)@example.com/",
    ] {
        assert_eq!(facts(url).url(), url);
    }
}

// proves: URL-04, URL-06
#[test]
fn the_part_that_somebody_registered_stands_out() {
    let part = |url: &str| {
        let facts = facts(url);
        facts.registrable().map(|range| facts.shown_host()[range].to_owned())
    };
    assert_eq!(part("https://pay.example.com/x").as_deref(), Some("example.com"));
    assert_eq!(part("https://paypal.com.evil.co.uk/").as_deref(), Some("evil.co.uk"));
    assert_eq!(part("https://a.b.github.io/").as_deref(), Some("b.github.io"));
    assert_eq!(part("https://www.xn--mnchen-3ya.de./").as_deref(), Some("münchen.de"));
    assert_eq!(part("https://10.0.0.1/"), None);
    assert_eq!(part("https://co.uk/"), None);
    assert_eq!(hazards("https://co.uk/"), [UrlHazard::NoRegistrableDomain]);
}

// proves: URL-07
#[test]
fn what_misleads_is_named() {
    use UrlHazard as H;
    assert_eq!(hazards("https://example.com/path?q=1#f"), []);
    assert_eq!(hazards("https://example.com"), []);
    assert_eq!(hazards("https://paypal.com@evil.example/"), [H::UserInfo]);
    assert_eq!(hazards("https://user:pw@example.com/"), [H::UserInfo]);
    assert_eq!(hazards("https://xn--mnchen-3ya.de/"), [H::Punycode]);
    assert_eq!(hazards("https://münchen.de/"), [H::Punycode, H::Rewritten]);
    assert_eq!(hazards("https://p\u{430}ypal.com/"), [H::Punycode, H::MixedScripts, H::Rewritten]);
    assert_eq!(hazards("https://8.8.8.8/"), [H::AddressLiteral]);
    assert_eq!(hazards("https://10.1.2.3/"), [H::AddressLiteral, H::PrivateAddress]);
    assert_eq!(hazards("https://[fe80::1]/"), [H::AddressLiteral, H::PrivateAddress]);
    assert_eq!(hazards("https://[::ffff:192.168.0.1]/").first(), Some(&H::AddressLiteral));
    assert!(hazards("https://[::ffff:192.168.0.1]/").contains(&H::PrivateAddress));
    assert_eq!(hazards("https://0x7f.1/"), [H::AddressLiteral, H::PrivateAddress, H::Rewritten]);
    assert_eq!(hazards("https://example.com:8443/"), [H::OddPort]);
    assert_eq!(hazards("https://example.com:443/"), [H::Rewritten]);
    assert_eq!(hazards("http://localhost:3000/"), [H::PrivateAddress, H::OddPort, H::PlainHttp]);
    assert_eq!(hazards(&format!("https://example.com/{}", "a".repeat(600))), [H::Long]);
}

// proves: URL-06
#[test]
fn imitations_of_the_servers_own_name_are_seen() {
    let looks = |url: &str| {
        let facts = UrlFacts::read(url, Some("mcp.example.com")).expect("a URL");
        facts.hazards().contains(&UrlHazard::LookAlike)
    };
    assert!(!looks("https://example.com/"));
    assert!(!looks("https://login.example.com/"));
    assert!(!looks("https://other.org/"));
    for url in [
        "https://examp1e.com/",
        "https://exmple.com/",
        "https://exammple.com/",
        "https://ex\u{430}mple.com/",
        "https://example-login.com/",
        "https://example.org/",
    ] {
        assert!(looks(url), "{url}");
    }
    // Elsewhere in the host it is no registered name at all, which the registrable part shows.
    assert!(!looks("https://example.com.evil.org/"));
}
