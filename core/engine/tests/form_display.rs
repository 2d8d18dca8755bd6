//! Server text on the user's screen.
// proves: ELI-49

use mcpclient_engine::policy::{display, display_line};
use std::borrow::Cow;

#[test]
fn plain_text_is_left_alone() {
    assert!(matches!(display("Where to?\n\tBergen", 100), Cow::Borrowed(_)));
    for text in ["Größe", "東京", "👩‍👩‍👦", "می‌خواهم", "e\u{301}", "a\u{300}\u{301}\u{302}"]
    {
        assert_eq!(display(text, 100), text);
        assert_eq!(display_line(text, 100), text);
    }
}

#[test]
fn escapes_lose_their_power_and_stay_visible() {
    assert_eq!(display("ok\u{1b}[2J\u{1b}]0;x\u{7}\0\u{7f}", 100), "ok␛[2J␛]0;x␇␀␡");
    assert_eq!(display("\u{9b}31m", 100), "\u{fffd}31m");
}

#[test]
fn direction_cannot_be_turned_and_nothing_hides() {
    assert_eq!(display("\u{202e}gnp.exe\u{2066}\u{200f}", 100), "\u{fffd}gnp.exe\u{fffd}\u{fffd}");
    assert_eq!(
        display("a\u{200b}\u{feff}\u{ad}\u{2060}\u{e0041}\u{3164}b", 100),
        "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}b"
    );
    for c in (0..=0x10_ffff).filter_map(char::from_u32) {
        let shown = display(&c.to_string(), 10).into_owned();
        assert!(!shown.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{c:?}");
    }
}

#[test]
fn line_ends_are_all_alike() {
    assert_eq!(display("a\r\nb\rc\u{2028}d\u{85}e\n", 100), "a\nb\nc\nd\ne\n");
    assert_eq!(display_line("a\r\nb\rc\u{2028}d\te\n", 100), "a b c d e ");
}

#[test]
fn length_and_height_are_bounded() {
    assert_eq!(display("abcdef", 6), "abcdef");
    assert_eq!(display("abcdefg", 6), "abcde…");
    assert_eq!(display("äöüäöü", 6), "äöüäöü");
    assert_eq!(display("äöüäöüä", 6), "äöüäö…");
    assert_eq!(display("äö", 1), "…");
    assert_eq!(display("äö", 0), "");
    let tower = "a".to_owned() + &"\u{301}".repeat(1000) + "b";
    assert_eq!(display(&tower, 100).chars().count(), 8);
    assert_eq!(display(&"\u{1b}".repeat(1_000_000), 50).chars().count(), 50);
}
