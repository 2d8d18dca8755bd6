//! Words of a server: what is shown of them, what is warned of, and where a URL leads.
//!
//! Input: texts parted by zero bytes: a URL, the server's own host (none if it is empty), a message,
//! and a schema.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Form, UrlFacts, UrlHazard};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Value;
use mcpclient_engine::policy::{HazardKind, display, display_line, hazards};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut parts = text.splitn(4, '\0');
    let url = parts.next().unwrap_or("");
    let own = parts.next().filter(|own| !own.is_empty());
    visit(url, own);
    for part in [Some(text), Some(url), own].into_iter().flatten() {
        show(part);
    }
    let message = parts.next().unwrap_or("");
    show(message);
    warn(message, parts.next());
});

/// What a dialog gets holds nothing that acts, and stays as it is when it is made safe again.
fn show(text: &str) {
    for max in [0, 1, 2, 7, 60, usize::MAX] {
        let (lines, line) = (display(text, max), display_line(text, max));
        for (shown, several) in [(&lines, true), (&line, false)] {
            assert!(shown.chars().count() <= max);
            let acts = |c: char| c.is_control() && !(several && matches!(c, '\n' | '\t'));
            assert!(!shown.contains(acts), "{text:?} becomes {shown:?}");
        }
        assert_eq!(display(&lines, max), lines);
        assert_eq!(display_line(&line, max), line);
        assert_eq!(display_line(&lines, max), line, "one line is the same in both ways");
    }
}

/// Where nothing is warned of, the text is what is shown.
fn warn(message: &str, schema: Option<&str>) {
    let schema = schema.and_then(|text| Value::parse(text).ok());
    let form = schema.and_then(|schema| {
        Form::parse(schema, Revision::NEWEST_HANDSHAKE, &Limits::default()).ok()
    });
    let found = hazards(message, form.as_ref());
    let fields = form.as_ref().map_or(0, |form| form.fields().len());
    let place = |field: Option<usize>| field.map_or(0, |field| field + 1);
    assert!(found.iter().all(|hazard| place(hazard.field) <= fields));
    let keys: Vec<_> =
        found.iter().map(|hazard| (place(hazard.field), hazard.kind.number())).collect();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "out of order, or twice");
    let warned = |kind| found.iter().any(|hazard| hazard.field.is_none() && hazard.kind == kind);
    assert_eq!(warned(HazardKind::Long), message.chars().count() > 2_000);
    let ends = message.contains(['\r', '\u{2028}', '\u{2029}']);
    let stacked = !message.is_ascii()
        && display(message, usize::MAX).chars().count() < message.chars().count();
    if !warned(HazardKind::Control) && !ends && !stacked {
        assert_eq!(display(message, usize::MAX), message);
    }
}

/// What may be opened is what came; what is told of it is one thing, however it is spelled.
fn visit(url: &str, own: Option<&str>) {
    let Ok(facts) = UrlFacts::read(url, own) else { return };
    assert_eq!(facts.url(), url);
    let plain = facts.canonical().starts_with("http://");
    assert!(plain || facts.canonical().starts_with("https://"));
    assert!(!facts.host().is_empty() && !facts.shown_host().is_empty());
    if let Some(range) = facts.registrable() {
        assert!(facts.shown_host().get(range).is_some_and(|part| !part.is_empty()));
    }
    let has = |hazard| facts.hazards().contains(&hazard);
    assert_eq!(has(UrlHazard::PlainHttp), plain);
    assert!(own.is_some() || !has(UrlHazard::LookAlike));
    assert!(!(has(UrlHazard::AddressLiteral) && has(UrlHazard::NoRegistrableDomain)));
    let numbers: Vec<_> = facts.hazards().iter().map(|hazard| hazard.number()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
    // Encoding can make it too long to be read a second time.
    if let Ok(again) = UrlFacts::read(facts.canonical(), own) {
        assert_eq!(again.canonical(), facts.canonical());
        assert_eq!((again.host(), again.shown_host()), (facts.host(), facts.shown_host()));
        assert!(!again.hazards().contains(&UrlHazard::Rewritten));
    } else {
        assert!(facts.canonical().len() > url.len(), "{:?} is none", facts.canonical());
    }
}
