//! Which icons may be shown, and which fits.
#![allow(clippy::unwrap_used)]

use mcpclient_engine::catalog::{Icon, IconFault, Image, Item, ItemKind, Size, Theme, choose_icon};
use mcpclient_engine::json::Json;

const PNG: &str = "iVBORw0KGgoAAAANSUhEUg==";

fn icons(list: &str, own: Option<&str>) -> Vec<Icon> {
    let json = format!(r#"{{"name":"s","icons":{list}}}"#);
    Item::read(ItemKind::Server, Json::parse(&json).unwrap()).unwrap().said_by(own).icons()
}

fn icon(members: &str) -> Icon {
    icons(&format!("[{{{members}}}]"), None).remove(0)
}

fn fault(src: &str) -> Option<IconFault> {
    icon(&format!(r#""src":"{src}""#)).fault
}

// proves: MET-09
#[test]
fn only_two_kinds_of_sources_are_good() {
    assert_eq!(fault("https://example.com/a.png"), None);
    assert_eq!(fault(&format!("data:image/png;base64,{PNG}")), None);
    for src in [
        "http://example.com/a.png",
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "file:///etc/passwd",
        "ftp://example.com/a.png",
        "ws://example.com/",
        "app:icon",
        "/a.png",
        "//example.com/a.png",
        " https://example.com/a.png",
        "ht\\ntps://example.com/a.png",
        "https://user:pw@example.com/a.png",
        "https://",
        "blob:https://example.com/1",
    ] {
        assert_eq!(fault(src), Some(IconFault::Scheme), "{src}");
    }
    assert_eq!(icon("").fault, Some(IconFault::Malformed));
    assert_eq!(icon(r#""src":7"#).fault, Some(IconFault::Malformed));
}

// proves: MET-09
#[test]
fn redirections_stay_where_they_began() {
    let icon = icon(r#""src":"https://example.com/a.png""#);
    assert!(icon.may_redirect("https://example.com/b.png?x"));
    assert!(icon.may_redirect("https://EXAMPLE.com:443/b.png"));
    for to in [
        "http://example.com/b.png",
        "https://example.com:8443/b.png",
        "https://cdn.example.com/b.png",
        "data:image/png;base64,AAAA",
        "/b.png",
    ] {
        assert!(!icon.may_redirect(to), "{to}");
    }
}

// proves: MET-10
#[test]
fn icons_of_another_host_are_at_fault_where_the_server_has_one() {
    let list = r#"[{"src":"https://example.com/a.png"},{"src":"https://other.example/a.png"}]"#;
    let faults = |own| icons(list, own).iter().map(|icon| icon.fault).collect::<Vec<_>>();
    assert_eq!(faults(Some("Example.com")), [None, Some(IconFault::Origin)]);
    assert_eq!(faults(None), [None, None]);
}

// proves: MET-10, MET-08
#[test]
fn bytes_are_what_they_were_said_to_be_or_nothing() {
    let data = |rest: &str| fault(&format!("data:{rest}"));
    assert_eq!(data("image/svg+xml;base64,PHN2Zy8+"), None);
    assert_eq!(data("image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IngoKSIvPg=="), Some(IconFault::Active));
    assert_eq!(data(&format!("image/jpeg;base64,{PNG}")), Some(IconFault::Content));
    assert_eq!(data("image/png;base64,AAAA"), Some(IconFault::Content));
    assert_eq!(data("image/png;base64,AAA"), Some(IconFault::Data));
    assert_eq!(data("image/png,AAAA"), Some(IconFault::Data));
    assert_eq!(data("text/html;base64,AAAA"), Some(IconFault::Type));
    assert_eq!(
        data(&format!("image/png;base64,{}", "AAAA".repeat(400_000))),
        Some(IconFault::Large)
    );
    let typed = |name: &str| icon(&format!(r#""src":"https://example.com/a","mimeType":"{name}""#));
    assert_eq!(typed("text/html").fault, Some(IconFault::Type));
    let png = typed("image/png");
    assert_eq!(png.fault, None);
    assert_eq!(png.vet(b"\x89PNG\r\n\x1a\n...."), Ok(Image::Png));
    assert_eq!(png.vet(b"\xff\xd8\xff\xe0"), Err(IconFault::Content));
    assert_eq!(png.vet(b"<html>"), Err(IconFault::Content));
    assert_eq!(png.vet(&vec![0; 2 << 20]), Err(IconFault::Large));
    let any = icon(r#""src":"https://example.com/a""#);
    assert_eq!(any.vet(b"RIFF1234WEBPVP8 "), Ok(Image::Webp));
    assert_eq!(any.vet(b"\xff\xd8\xff\xe0"), Ok(Image::Jpeg));
    assert_eq!(any.vet(b"<?xml version='1.0'?><svg/>"), Ok(Image::Svg));
    assert_eq!(any.vet(b"<svg><script/></svg>"), Err(IconFault::Active));
    let (image, bytes) = icon(&format!(r#""src":"data:image/png;base64,{PNG}""#)).bytes().unwrap();
    assert_eq!((image, &bytes[1..4]), (Image::Png, &b"PNG"[..]));
}

// proves: MET-09, MET-10
#[test]
fn an_icon_at_fault_is_not_used() {
    let png = b"\x89PNG\r\n\x1a\n....";
    let page = icon(&format!(r#""src":"data:image/png;base64,{PNG}","mimeType":"text/html""#));
    assert_eq!(page.fault, Some(IconFault::Type));
    assert_eq!(page.bytes(), Err(IconFault::Type));
    assert_eq!(page.vet(png), Err(IconFault::Type));
    let page = icon(r#""src":"https://example.com/a","mimeType":"text/html""#);
    assert_eq!(page.vet(png), Err(IconFault::Type));
    assert!(!page.may_redirect("https://example.com/b"));
    let plain = icon(r#""src":"http://example.com/a""#);
    assert_eq!(plain.vet(png), Err(IconFault::Scheme));
    let far = icons(r#"[{"src":"https://cdn.example/a.png"}]"#, Some("example.com")).remove(0);
    assert_eq!(far.vet(png), Err(IconFault::Origin));
    assert!(!far.may_redirect("https://cdn.example/b.png"));
}

// proves: MET-09
#[test]
fn an_address_has_a_bound() {
    let long = |length: usize| format!("https://example.com/{}", "a".repeat(length - 20));
    assert_eq!(fault(&long(8_192)), None);
    assert_eq!(fault(&long(8_193)), Some(IconFault::Scheme));
    let near = icon(r#""src":"https://example.com/a""#);
    assert!(near.may_redirect(&long(8_192)));
    assert!(!near.may_redirect(&long(8_193)));
}

// proves: MET-10
#[test]
fn a_mebibyte_of_nothing_is_read_at_once() {
    for body in ["PHN2".to_owned() + "ZyAg" + &"ICAg".repeat(349_000), "PHN2ZyAg".into()] {
        assert_eq!(fault(&format!("data:image/svg+xml;base64,{body}")), None);
    }
}

// proves: MET-07
#[test]
fn an_icon_is_read_with_its_sizes_and_its_theme() {
    let full = icon(
        r#""src":"https://example.com/a.svg","mimeType":"image/svg+xml","sizes":["48x48","96X64","any","x","9999999999x1"],"theme":"dark""#,
    );
    let pixels = |width, height| Size::Pixels { width, height };
    assert_eq!(full.sizes, [pixels(48, 48), pixels(96, 64), Size::Any]);
    assert_eq!(full.theme, Some(Theme::Dark));
    let old = icon(r#""src":"https://example.com/a.png","sizes":"16x16 32x32","theme":"blue""#);
    assert_eq!((old.sizes, old.theme), (vec![pixels(16, 16), pixels(32, 32)], None));
    assert_eq!(icons(r#""https://example.com/a.png""#, None), []);
    assert_eq!(icons(&format!("[{}]", vec!["{}"; 1_000].join(",")), None).len(), 64);
}

// proves: MET-11
#[test]
fn the_icon_that_fits_is_found() {
    let at = |name: &str, more: &str| format!(r#"{{"src":"https://example.com/{name}"{more}}}"#);
    let list = [
        at("16", r#","sizes":["16x16"]"#),
        at("64", r#","sizes":["64x64"]"#),
        at("dark", r#","sizes":["48x48"],"theme":"dark""#),
        at("light", r#","sizes":["16x16"],"theme":"light""#),
        at("bad", r#","sizes":["32x32"],"mimeType":"text/html""#),
    ];
    let list = icons(&format!("[{}]", list.join(",")), None);
    let chosen = |pixels, theme| choose_icon(&list, pixels, theme).map(|at| &list[at].src[20..]);
    assert_eq!(chosen(32, None), Some("dark"));
    assert_eq!(chosen(64, None), Some("64"));
    assert_eq!(chosen(10, Some(Theme::Dark)), Some("dark"));
    assert_eq!(chosen(32, Some(Theme::Light)), Some("light"));
    assert_eq!(chosen(200, None), Some("64"));
    let bad = icons(r#"[{"src":"http://example.com/a.png"}]"#, None);
    assert_eq!(choose_icon(&bad, 32, None), None);
    let any = [at("none", ""), at("any", r#","sizes":["any"]"#)];
    let any = icons(&format!("[{}]", any.join(",")), None);
    assert_eq!(choose_icon(&any, 32, None), Some(1));
}
